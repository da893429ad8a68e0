"""Who is learned from and who is not: by recording, never by sentence."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from pausa.core.document import Document
from pausa.core.words import Transcript

Split = Literal["train", "dev", "test"]

#: One of this many recordings is held out where nobody says which.
_EVERY = 12


def recording_of(name: str) -> str:
    """The recording a document belongs to: its name up to the first dot, so that the channels of a meeting are one.

    >>> recording_of("Bmr021.me011"), recording_of("talk-7")
    ('Bmr021', 'talk-7')
    """
    return name.split(".")[0] or name


@dataclass(frozen=True)
class HeldOut:
    """Recordings that nothing is learned from: those in `dev` to choose by, those in `test` to report.

    Those in `unused` are in no split, for they are too much like recordings of two.
    """

    dev: frozenset[str] = frozenset()
    test: frozenset[str] = frozenset()
    unused: frozenset[str] = frozenset()

    def split_of(self, name: str) -> Split | None:
        """The split of a document by its name.

        >>> HeldOut(dev=frozenset({"Bmr021"})).split_of("Bmr021.me011")
        'dev'
        """
        own = recording_of(name)
        if own in self.unused:
            return None
        return "dev" if own in self.dev else "test" if own in self.test else "train"

    def only(self, found: Iterable[Document], split: Split) -> Iterator[Document]:
        """The documents of one split."""
        return (each for each in found if self.split_of(each.name) == split)


def split_by_name(found: Iterable[Document], split: Split) -> Iterator[Document]:
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
    held_out = zlib.crc32(recording_of(document.name).encode()) % _EVERY == 0
    if split == ("dev" if held_out else "train"):
        yield document
