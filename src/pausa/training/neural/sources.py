"""The corpora that networks learn from: where each is, what of it can be trusted, who of it is held out.

Files and folders are taken as they are, and some of their recordings are held out by their names. Whoever knows more
about a corpus says so in its `Source`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Literal

from pausa.core.document import Document
from pausa.core.messages import Say, say_nothing
from pausa.core.words import Transcript, Word
from pausa.models.storage import Data
from pausa.text.marks import is_end, kinds
from pausa.training.corpora import read_documents
from pausa.training.splits import Division, Split, divide, recording_of

#: A unit of one channel ends at a silence this long when channels are put together.
_UNIT_MS = 700


#: Gives the documents of a split, one after the other.
Reader = Callable[[Split, Say], Iterable[Document]]


@dataclass(frozen=True)
class CorpusSource:
    """One corpus: where it is and how it is to be read.

    `weight` is its share in a mixture, beside those of the others; where no source has one, each counts by its size.
    `pauses` says whether its silences are real, `commas` whether it has commas. `channels` are to be read
    "apart" (a document for each speaker), "together" (by time, as one conversation) or "both". Some recordings are held
    out, chosen by their names, unless a `reader` says which recordings are in a split; `paths` then only tell when a
    corpus has changed. `style` is one of `STYLES`, where it is known.
    """

    name: str
    paths: tuple[Path, ...]
    weight: float | None = None
    pauses: bool = True
    commas: bool = True
    channels: Literal["apart", "together", "both"] = "apart"
    format: str | None = None
    language: str = "en"
    encoding: str | None = None
    reader: Reader | None = None
    style: str = ""
    licence: str = ""
    attribution: str = ""

    def data(self, words: int) -> Data:
        """What a model card says about it."""
        use = "words and pauses" if self.pauses else "words"
        return Data(name=self.name, licence=self.licence, attribution=self.attribution, use=use, words=words)


def list_sources(
    timed: Sequence[str | Path] = (),
    text: Sequence[str | Path] = (),
    *,
    format: str | None = None,
    language: str = "en",
    encoding: str | None = None,
) -> list[CorpusSource]:
    """One source of speech and one of text, however many files there are; text has no pauses to learn from."""
    return [
        CorpusSource(name, tuple(map(Path, paths)), pauses=pauses, format=format, language=language, encoding=encoding)
        for name, paths, pauses in (("speech", timed, True), ("text", text, False))
        if paths
    ]


def read_source(source: CorpusSource, split: Split, *, say: Say) -> Iterator[Document]:
    """The documents of a source that belong to a split."""
    if source.reader is not None:
        found = iter(source.reader(split, say))
    else:
        found = _divide(source, stamps(source)).only(_read_all(source, say), split)
    if source.channels == "apart" or split != "train":
        return found
    return _add_conversations(found, keep=source.channels == "both")


def stamps(source: CorpusSource) -> tuple[tuple[str, int, int], ...]:
    """The files of a source, by which it is told whether it has changed."""
    files = sorted(file for path in source.paths for file in ([path] if path.is_file() else path.iterdir()))
    return tuple((file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files)


@lru_cache(maxsize=8)
def _divide(source: CorpusSource, told: tuple[tuple[str, int, int], ...]) -> Division:
    """Who of a source is held out; it is read through for that, once for all its splits."""
    return divide((each.name, each.n_words) for each in _read_all(source, say_nothing))


def _read_all(source: CorpusSource, say: Say) -> Iterator[Document]:
    return read_documents(source.paths, format=source.format, lang=source.language, encoding=source.encoding, say=say)


def _add_conversations(found: Iterable[Document], *, keep: bool) -> Iterator[Document]:
    """Each recording's channels put together, after the channels themselves where they are kept."""
    for name, group in groupby(found, key=lambda each: recording_of(each.name)):
        channels = list(group)
        if keep:
            yield from channels
        if len(channels) > 1:
            yield Document(Transcript(tuple(merge_channels(channels))), name=name)


def merge_channels(channels: Iterable[Document]) -> list[Word]:
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
