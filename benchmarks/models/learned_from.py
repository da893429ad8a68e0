"""What the statistical models that come with Pausa learn from: the sources of the mixture, recording by recording.

Recordings of the dev and test lists (`benchmarks/splits`) are left out of every training. The scores on the cards are
made by `benchmarks.cards`, on the same recordings for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from benchmarks.known import MIXTURE
from benchmarks.sources import SOURCES, documents, read
from benchmarks.split_lists import Side
from pausa.core.document import Document
from pausa.core.words import Transcript, Word
from pausa.models.storage import Data
from pausa.training.timed import TextRules

#: AMI's pauses come from its transcribers' segments and tell the answer, so only its words are used.
TIMED = tuple(name for name in MIXTURE if SOURCES[name].pauses)
TEXTS = tuple(name for name in MIXTURE if not SOURCES[name].pauses)
#: Of Changelog, which is larger than all others together, one episode in so many.
CHANGELOG = {"changelog": 8}
#: Of large sources, one recording in so many: genres count, not mass.
BALANCED = {
    "changelog": 24,
    "audrey-tang": 3,
    "inquiry-postoffice": 3,
    "au-pm-interviews": 3,
    "ami": 2,
    "europarl-en": 2,
    "us-news-conferences": 2,
    "fomc": 2,
}
RULES = TextRules(hesitations="both")
TITLE, LICENCE = "English speech of a dozen genres", "CC BY-SA 4.0"


def split(data: Path, source: str, side: Side | None, *, every: int = 1) -> Iterator[Document]:
    """The recordings of a source that belong to a side, or one in so many of them; a channel is one by itself."""
    for recording in islice(read(SOURCES[source], data, split=side), 0, None, every):
        yield from (each for each in documents(recording) if each.n_words)


class Learned:
    """The training recordings, and how much was learned from each source."""

    def __init__(self, data: Path, *, every: Mapping[str, int]) -> None:
        self._data, self._every = data, every
        self.words: dict[str, int] = {}

    def timed(self) -> Iterator[Document]:
        """The recordings with times."""
        return self._counted(TIMED)

    def texts(self) -> Iterator[Document]:
        """The text."""
        return self._counted(TEXTS)

    def _counted(self, sources: tuple[str, ...]) -> Iterator[Document]:
        for source in sources:
            for each in split(self._data, source, "train", every=self._every.get(source, 1)):
                self.words[source] = self.words.get(source, 0) + each.n_words
                yield each

    def told(self, of_times: str) -> tuple[Data, ...]:
        """The sources as a card tells them; `of_times` is what is used of recordings with times."""
        return tuple(
            Data(
                name=name,
                licence=SOURCES[name].licence,
                attribution=SOURCES[name].attribution,
                use=of_times if name in TIMED else "words",
                words=count,
            )
            for name, count in self.words.items()
        )


def bare(transcript: Transcript, *, times: bool) -> Transcript:
    return Transcript(tuple(Word(w.text, *((w.start, w.end) if times else ())) for w in transcript.words))
