"""What the cards of the models that come with Pausa say about accuracy: F1 on recordings they have not seen.

Recordings of the dev and test splits (`benchmarks/splits`) are left out of every training. The cards give
the scores on the test splits, and on what recognisers made of Earnings-21, of which nothing was ever learned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.held_out import held_out
from benchmarks.tables.calls import calls
from benchmarks.tables.carter_gransden import RECOGNISERS
from pausa.core.document import Document
from pausa.core.words import Transcript, Word
from pausa.metrics.base import Options
from pausa.metrics.signature import signature
from pausa.metrics.slots import Matches, slot_scores
from pausa.models.base import Detector
from pausa.models.storage import Data, Score
from pausa.training.corpora import read_documents
from pausa.training.splits import Split
from pausa.training.timed import TextRules, flag_ends
from pausa.workflow.segment import segment

FORMATS = {"earnings22": "nlp", "icsi-mrda": "nlp", "changelog": None, "committee": None, "ami": "nlp"}
#: AMI's pauses come from its transcribers' segments and tell the answer, so only its words are used.
TIMED = ("earnings22", "icsi-mrda")
TOLD = {
    "earnings22": ("Earnings-22", "CC BY-SA 4.0", "Del Rio et al. 2022, Rev.com", "words and pauses"),
    "icsi-mrda": ("ICSI MRDA", "CC BY 4.0", "Janin et al. 2003; Shriberg et al. 2004", "words and pauses"),
    "changelog": ("Changelog transcripts", "CC BY-SA 4.0", "Changelog Media and contributors", "words"),
    "committee": ("QMSum committee meetings", "MIT", "Zhong et al. 2021", "words"),
    "ami": ("AMI Meeting Corpus", "CC BY 4.0", "Carletta et al. 2005", "words"),
}
RULES = TextRules(hesitations="both")
#: Of a source with more recordings than this only so many are scored, the first by name.
MOST = 20


def split(data: Path, source: str, name: Split) -> Iterator[Document]:
    """The recordings of a source that belong to a split."""
    found = read_documents([data / source], format=FORMATS[source], say=lambda _: None)
    return (each for each in held_out(source).only(found, name) if each.n_words)


def data_of(words: dict[str, int]) -> tuple[Data, ...]:
    """The sources as a card tells them; `words` says how much was learned from each."""
    return tuple(
        Data(name=name, licence=licence, attribution=by, use=use, words=words[source])
        for source, (name, licence, by, use) in TOLD.items()
        if source in words
    )


def scored(model: Detector, tests: Iterable[tuple[Transcript, NDArray[np.bool_]]]) -> float:
    """F1 over all recordings, each cut by itself as `pausa segment` would without speakers."""
    total = Matches()
    for words, ends in tests:
        found = flag_ends(segment(words, model, turns="ignore"))[:-1]
        hit = int((found & ends[:-1]).sum())
        total = total + Matches(hit, int(ends[:-1].sum()) - hit, int(found.sum()) - hit, 0, ends.size - 1)
    return slot_scores(total)["f1"]


def bare(transcript: Transcript, *, times: bool) -> Transcript:
    return Transcript(tuple(Word(w.text, *((w.start, w.end) if times else ())) for w in transcript.words))


def scores(model: Detector, data: Path, split_name: Split, *, heard: bool = True) -> list[Score]:
    """F1 on each source's held-out recordings, and if asked on what recognisers made of Earnings-21."""
    found = []
    for source in FORMATS:
        held_out = list(split(data, source, split_name))[:MOST]
        for times in (True, False) if source in TIMED else (False,):
            tests = [(bare(each.transcript, times=times), RULES.find_ends(each)) for each in held_out]
            note = f"{len(tests)} {split_name} recordings, {'words and pauses' if times else 'words alone'}"
            stands_for = signature("f1_mean", Options(), 1)
            value = round(scored(model, tests), 4)
            found.append(Score(on=TOLD[source][0], value=value, signature=stands_for, note=note))
    if heard and split_name == "test":
        stands_for = signature("f1_mean", Options(align="words", pivot="hypothesis", condition="rec"), 1)
        for recogniser in RECOGNISERS:
            recognised = [
                (bare(each.heard, times=True), each.heard_ends)
                for each in calls(data / "earnings21", recogniser, problems=[])
            ]
            note = f"22 calls, words and times of {recogniser}; nothing fitted on them"
            value = round(scored(model, recognised), 4)
            found.append(Score(on="Earnings-21", value=value, signature=stands_for, note=note))
    return found
