"""A recurrent network that reads the words forwards and backwards and looks back at what it read.

A bidirectional GRU, a GRU over its states, and attention (Tilk & Alumäe 2016; system S2 of the WiSeBE paper).
Words come from a vocabulary. With a second stage, pauses are read too.
"""

from __future__ import annotations

from dataclasses import dataclass

from pausa.models.neural.pieces import VocabularyVectors
from pausa.models.neural.tagger import Tagger, parts
from pausa.models.storage import Folder, open_bundled


@dataclass(frozen=True)
class BrnnDetector(Tagger):
    """A recurrent network over the vectors of a vocabulary."""

    name = "brnn"


def bundled() -> BrnnDetector:
    """The English model that comes with Pausa."""
    return from_folder(open_bundled("brnn-en"))


def from_folder(folder: Folder) -> BrnnDetector:
    """The detector of an opened folder."""
    table, words = folder.array("vectors"), folder.lines("words")
    if table.ndim != 2 or len(words) + 1 != len(table):
        raise folder.damaged("the vectors do not fit the words")
    return BrnnDetector(vectors=VocabularyVectors(words, table), **parts(folder))
