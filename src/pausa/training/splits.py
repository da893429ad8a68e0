"""Who is learned from and who is not: by recording, never by sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from pausa.core.document import Document

Split = Literal["train", "dev", "test"]


def recording(name: str) -> str:
    """The recording a document belongs to: its name up to the first dot, so that the channels of a meeting are one.

    >>> recording("Bmr021.me011"), recording("talk-7")
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
        own = recording(name)
        if own in self.unused:
            return None
        return "dev" if own in self.dev else "test" if own in self.test else "train"

    def only(self, found: Iterable[Document], split: Split) -> Iterator[Document]:
        """The documents of one split."""
        return (each for each in found if self.split_of(each.name) == split)
