"""The corpora that networks learn from: where each is, what of it can be trusted, who of it is held out.

Files and folders are taken as they are, and some of their recordings are held out by their names. Whoever knows more
about a corpus says so in its `Source`.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Literal

from pausa.core.document import Document
from pausa.core.messages import Say
from pausa.core.words import Transcript, Word
from pausa.models.storage import Data
from pausa.text.marks import is_end, kinds
from pausa.training.corpora import documents
from pausa.training.splits import HeldOut, Split, recording

#: A unit of one channel ends at a silence this long when channels are put together.
_UNIT_MS = 700
#: One of this many recordings of an unknown source is held out.
_EVERY = 12


#: Gives the documents of files and folders, one after the other.
Reader = Callable[[Sequence[Path], Say], Iterable[Document]]


@dataclass(frozen=True)
class Source:
    """One corpus: where it is and how it is to be read.

    `pauses` says whether its silences are real, `commas` whether it has commas. `channels` are to be read
    "apart" (a document for each speaker), "together" (by time, as one conversation) or "both". `held_out` names the
    recordings that are not learned from; without it some are chosen by their names. `reader` reads files in a way
    of its own.
    """

    name: str
    paths: tuple[Path, ...]
    weight: float = 1.0
    pauses: bool = True
    commas: bool = True
    channels: Literal["apart", "together", "both"] = "apart"
    format: str | None = None
    held_out: HeldOut | None = None
    reader: Reader | None = None
    licence: str = ""
    attribution: str = ""

    def data(self, words: int) -> Data:
        """What a model card says about it."""
        use = "words and pauses" if self.pauses else "words"
        return Data(name=self.name, licence=self.licence, attribution=self.attribution, use=use, words=words)


def sources(timed: Sequence[str | Path] = (), text: Sequence[str | Path] = ()) -> list[Source]:
    """The sources that files and folders stand for; those given as text have no pauses to learn from."""
    return [
        *(_source(Path(path), pauses=True) for path in timed),
        *(_source(Path(path), pauses=False) for path in text),
    ]


def _source(path: Path, *, pauses: bool) -> Source:
    return Source(path.name.split(".")[0] or "corpus", (path,), pauses=pauses)


def read(source: Source, split: Split, *, say: Say) -> Iterator[Document]:
    """The documents of a source that belong to a split."""
    if source.reader is None:
        found: Iterable[Document] = documents(source.paths, format=source.format, say=say)
    else:
        found = source.reader(source.paths, say)
    if source.held_out is None:
        chosen = _by_name(found, split)
    else:
        chosen = source.held_out.only(found, split)
    if source.channels == "apart" or split != "train":
        return chosen
    return _with_conversations(chosen, keep=source.channels == "both")


def _by_name(found: Iterable[Document], split: Split) -> Iterator[Document]:
    """Some recordings held out by their names; of a source with a single one, its last part is."""
    first: Document | None = None
    alone = True
    for each in found:
        if first is None:
            first = each
            continue
        if alone:
            alone = False
            yield from _if_in(first, split)
        yield from _if_in(each, split)
    if first is not None and alone:
        cut = max(1, first.n_words - first.n_words // _EVERY)
        words = first.transcript.words[:cut] if split == "train" else first.transcript.words[cut:]
        if split != "test":
            yield Document(Transcript(words), name=first.name)


def _if_in(document: Document, split: Split) -> Iterator[Document]:
    held_out = zlib.crc32(recording(document.name).encode()) % _EVERY == 0
    if split == ("dev" if held_out else "train"):
        yield document


def _with_conversations(found: Iterable[Document], *, keep: bool) -> Iterator[Document]:
    """Each recording's channels put together, after the channels themselves where they are kept."""
    for name, group in groupby(found, key=lambda each: recording(each.name)):
        channels = list(group)
        if keep:
            yield from channels
        if len(channels) > 1:
            yield Document(Transcript(tuple(conversation(channels))), name=name)


def conversation(channels: Iterable[Document]) -> list[Word]:
    """The words of all channels as one conversation: units in the order in which they begin."""
    units: list[tuple[int, int, list[Word]]] = []
    for number, channel in enumerate(channels):
        begun = 0
        for unit in _units(channel.transcript.words):
            begun = next((word.start for word in unit if word.start is not None), begun)
            units.append((begun, number, unit))
    return [word for _, _, unit in sorted(units, key=lambda unit: unit[:2]) for word in unit]


def _units(words: Sequence[Word]) -> Iterator[list[Word]]:
    unit: list[Word] = []
    for place, word in enumerate(words):
        unit.append(word)
        following = words[place + 1] if place + 1 < len(words) else None
        silent = (
            following is not None
            and word.end is not None
            and following.start is not None
            and following.start - word.end >= _UNIT_MS
        )
        if following is None or silent or (word.mark and (is_end(word.mark) or "=" in kinds(word.mark))):
            yield unit
            unit = []
