"""Make the English `bayes` model that comes with Pausa, and measure it on recordings it has not seen.

    python benchmarks/make_bayes_en.py --data DIR          writes src/pausa/models/bundled/bayes-en

DIR holds `earnings22`, `icsi-mrda`, `changelog`, `committee` and `ami` to learn from, and `earnings21` to check.
Recordings of the dev and test splits (`pausa/workflow/splits`) are left out; the scores in the card are
those on the test splits. AMI's pauses come from its transcribers' segments and tell the answer, so only its
words are used.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np

from pausa.core.document import Document
from pausa.core.words import Transcript, Word
from pausa.decode import Limits, decode
from pausa.metrics.base import Options
from pausa.metrics.signature import signature
from pausa.metrics.slots import Matches, slot_scores
from pausa.models.bayes import BayesDetector
from pausa.models.storage import BUNDLED, Data, Manifest, Score, card, folder_bytes, save_folder
from pausa.workflow.benches.calls import calls
from pausa.workflow.benches.carter_gransden import RECOGNISERS
from pausa.workflow.corpus import documents, in_split
from pausa.workflow.recipe import Recipe
from pausa.workflow.timed import Reading, flags, timed
from pausa.workflow.train_bayes import train

FORMATS = {"earnings22": "nlp", "icsi-mrda": "nlp", "changelog": None, "committee": None, "ami": "nlp"}
TIMED = ("earnings22", "icsi-mrda")
TOLD = {
    "earnings22": ("Earnings-22", "CC BY-SA 4.0", "Del Rio et al. 2022, Rev.com", "words and pauses"),
    "icsi-mrda": ("ICSI MRDA", "CC BY 4.0", "Janin et al. 2003; Shriberg et al. 2004", "words and pauses"),
    "changelog": ("Changelog transcripts", "CC BY-SA 4.0", "Changelog Media and contributors", "words"),
    "committee": ("QMSum committee meetings", "MIT", "Zhong et al. 2021", "words"),
    "ami": ("AMI Meeting Corpus", "CC BY 4.0", "Carletta et al. 2005", "words"),
}
READING = Reading(hesitations="both")


def split(data: Path, source: str, name: str) -> Iterator[Document]:
    found = documents([data / source], format=FORMATS[source], say=lambda _: None)
    return (each for each in in_split(found, source, name) if each.n_words)  # type: ignore[arg-type]


def counted(found: Iterable[Document], source: str, words: dict[str, int]) -> Iterator[Document]:
    for each in found:
        words[source] = words.get(source, 0) + each.n_words
        yield each


def scored(model: BayesDetector, tests: Iterable[tuple[Transcript, np.ndarray]]) -> float:
    """F1 over all recordings, each cut by itself as `pausa segment` would without speakers."""
    total = Matches()
    for words, ends in tests:
        scores = model.score(words)
        found = flags(decode(scores, words, Limits(rate=model.rate_for(scores), turns="ignore")))[:-1]
        hit = int((found & ends[:-1]).sum())
        total = total + Matches(hit, int(ends[:-1].sum()) - hit, int(found.sum()) - hit, 0, ends.size - 1)
    return slot_scores(total)["f1"]


def bare(transcript: Transcript, *, times: bool) -> Transcript:
    return Transcript(tuple(Word(w.text, *((w.start, w.end) if times else ())) for w in transcript.words))


def scores(model: BayesDetector, data: Path, split_name: str) -> list[Score]:
    """F1 on each source's held-out recordings, and on what recognisers made of Earnings-21."""
    found = []
    for source in FORMATS:
        tests = [
            (bare(each.transcript, times=source in TIMED), READING.ends(each))
            for each in split(data, source, split_name)
        ]
        note = f"{len(tests)} {split_name} recordings, {'words and pauses' if source in TIMED else 'words alone'}"
        stands_for = signature("f1_mean", Options(), 1)
        found.append(Score(on=TOLD[source][0], value=round(scored(model, tests), 4), signature=stands_for, note=note))
    if split_name == "test":
        stands_for = signature("f1_mean", Options(align="words", pivot="hypothesis", condition="rec"), 1)
        for recogniser in RECOGNISERS:
            heard = [
                (bare(each.heard, times=True), each.heard_ends)
                for each in calls(data / "earnings21", recogniser, problems=[])
            ]
            note = f"22 calls, words and times of {recogniser}; nothing fitted on them"
            found.append(Score(on="Earnings-21", value=round(scored(model, heard), 4), signature=stands_for, note=note))
    return found


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--output", type=Path, default=BUNDLED / "bayes-en")
    asked.add_argument("--max-mb", type=float, default=5.0)
    asked.add_argument("--split", choices=["dev", "test"], default="test", help="dev to choose by, test to report")
    given = asked.parse_args()
    words: dict[str, int] = {}
    recordings = [
        timed(each, READING) for source in TIMED for each in counted(split(given.data, source, "train"), source, words)
    ]
    text = (
        each
        for source in FORMATS
        if source not in TIMED
        for each in counted(split(given.data, source, "train"), source, words)
    )
    recipe = Recipe(
        max_mb=given.max_mb,
        reading=READING,
        any_domain=True,
        manifest=Manifest(model="bayes", title="English speech: calls, meetings, podcasts", licence="CC BY-SA 4.0"),
    )
    made = train(text, recordings, recipe, say=print).detector
    data = tuple(
        Data(name=name, licence=licence, attribution=by, use=use, words=words[source])
        for source, (name, licence, by, use) in TOLD.items()
    )
    told = msgspec.structs.replace(made.manifest, data=data, scores=tuple(scores(made, given.data, given.split)))
    model = replace(made, manifest=told)
    save_folder(given.output, model.content())
    print(card(model.manifest))
    print(f"{given.output}: {folder_bytes(given.output) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
