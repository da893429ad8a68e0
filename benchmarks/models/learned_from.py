"""What the models that come with Pausa learn from, as their cards tell it.

Recordings of the dev and test lists (`benchmarks/splits`) are left out of every training. The scores on the cards are
made by `benchmarks.cards`, on the same recordings for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.held_out import held_out
from pausa.core.document import Document
from pausa.core.words import Transcript, Word
from pausa.models.storage import Data
from pausa.training.corpora import read_documents
from pausa.training.splits import Split
from pausa.training.timed import TextRules

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


def bare(transcript: Transcript, *, times: bool) -> Transcript:
    return Transcript(tuple(Word(w.text, *((w.start, w.end) if times else ())) for w in transcript.words))
