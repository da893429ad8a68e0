"""Convolutions over word vectors: is the middle word of a window followed by an end?

Vectors are made of character n-grams (3 to 6 letters, hashed), so unknown and misheard words have one too.
Each word sees a few words to either side and nothing further (system S1 of the WiSeBE paper).
"""

from __future__ import annotations

from dataclasses import dataclass

from pausa.models.neural.pieces import NgramVectors
from pausa.models.neural.tagger import Tagger, parts
from pausa.models.storage import Folder, open_bundled


@dataclass(frozen=True)
class CnnDetector(Tagger):
    """A convolutional network over n-gram vectors."""

    name = "cnn"


def bundled() -> CnnDetector:
    """The English model that comes with Pausa."""
    return from_folder(open_bundled("cnn-en"))


def from_folder(folder: Folder) -> CnnDetector:
    """The detector of an opened folder."""
    table = folder.array("vectors")
    if table.ndim != 2 or not table.size:
        raise folder.damaged(f"vectors.npy has shape {table.shape}")
    return CnnDetector(vectors=NgramVectors(table), **parts(folder))
