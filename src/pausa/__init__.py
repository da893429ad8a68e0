"""Pausa finds where sentences end in speech, and tells how good that answer is.

    import pausa
    document = pausa.read("call.json")
    segmentation = pausa.segment(document)
    pausa.write(document.with_segmentation(segmentation), "call.srt")

Names are loaded when first used, so `import pausa` is light.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pausa.core.document import Document as Document
    from pausa.core.document import Sentence as Sentence
    from pausa.core.errors import PausaError as PausaError
    from pausa.core.segmentation import Segmentation as Segmentation
    from pausa.core.words import Transcript as Transcript
    from pausa.core.words import Word as Word
    from pausa.formats.files import read as read
    from pausa.formats.files import write as write

__version__ = "0.1.0"

_HOME = {
    "Document": "pausa.core.document",
    "PausaError": "pausa.core.errors",
    "Segmentation": "pausa.core.segmentation",
    "Sentence": "pausa.core.document",
    "Transcript": "pausa.core.words",
    "Word": "pausa.core.words",
    "read": "pausa.formats.files",
    "write": "pausa.formats.files",
}

__all__ = ["__version__", *sorted(_HOME)]


def __getattr__(name: str) -> object:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'pausa' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
