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
#: Of the words never more than one in so many are held out, and as a rule not less than one in so many.
_AT_MOST, _AT_LEAST = 3, 48
#: Fewer words say next to nothing, so little material gives up a larger part of it.
_ENOUGH = 600
#: Of so few recordings none can be spared.
_FEW = 2


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


@dataclass(frozen=True)
class Division:
    """How a corpus is divided where nobody says who is held out: whole recordings, or the last of `parts` of each."""

    held_out: frozenset[str] = frozenset()
    parts: int = 0

    def only(self, found: Iterable[Document], split: Split) -> Iterator[Document]:
        """The documents of one split, in order; none is for tests."""
        if split == "test":
            return
        for each in found:
            if self.parts:
                yield _cut(each, split, self.parts)
            elif split == ("dev" if recording_of(each.name) in self.held_out else "train"):
                yield each


def divide(sizes: Iterable[tuple[str, int]]) -> Division:
    """Who is held out of documents with these names and numbers of words: something always is.

    One recording in twelve, chosen by its name, whatever the others are. Where that is almost nothing, others are added
    by their names; where it is more than a third of all words, some are left out. Of one or two recordings, and where
    one is so large that the others say too little, the last twelfth of each is held out. Of few words that is
    more than a twelfth, a third at most, so that there is something to judge by.
    """
    words: dict[str, int] = {}
    for name, size in sizes:
        own = recording_of(name)
        words[own] = words.get(own, 0) + size
    total = sum(words.values())
    wanted = max(total / _EVERY, min(total / _AT_MOST, _ENOUGH))
    named = [own for own in words if _number(own) % _EVERY == 0]
    share = sum(words[own] for own in named)
    if len(words) > 1 and named and max(total / _AT_LEAST, min(total / _EVERY, _ENOUGH)) <= share <= total / _AT_MOST:
        return Division(frozenset(named))
    chosen, share = [], 0
    for own in sorted(words, key=lambda own: (own not in named, _number(own))):
        if share < wanted and share + words[own] <= total / _AT_MOST:
            chosen.append(own)
            share += words[own]
    if len(words) <= _FEW or share < total / _AT_LEAST:
        return Division(parts=max(_AT_MOST, min(_EVERY, total // _ENOUGH)))
    return Division(frozenset(chosen))


def split_by_name(found: Iterable[Document], split: Split) -> Iterator[Document]:
    """The documents of a split, of a corpus that fits into memory; who is held out follows from names and sizes."""
    documents = list(found)
    return divide((each.name, each.n_words) for each in documents).only(documents, split)


def _number(recording: str) -> int:
    """A number that follows from a name and from nothing else."""
    return zlib.crc32(recording.encode())


def _cut(document: Document, split: Split, parts: int) -> Document:
    cut = max(1, document.n_words - document.n_words // parts)
    words = document.transcript.words[:cut] if split == "train" else document.transcript.words[cut:]
    return Document(Transcript(words), name=document.name)
