"""Pausa finds where sentences end in speech, and tells how good that answer is.

    import pausa
    found = pausa.segment("call.json")
    for sentence in found:
        print(sentence.start, sentence.text)        # times are whole milliseconds
    found.write("call.srt")

Names are loaded when first used, so `import pausa` is light.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pausa.batches.batch import batch as batch
    from pausa.batches.convert import convert_batch as convert_batch
    from pausa.batches.score import score_batch as score_batch
    from pausa.core.document import Document as Document
    from pausa.core.document import Sentence as Sentence
    from pausa.core.errors import PausaError as PausaError
    from pausa.core.segmentation import Segmentation as Segmentation
    from pausa.core.unpacking import ReadLimits as ReadLimits
    from pausa.core.words import Transcript as Transcript
    from pausa.core.words import Word as Word
    from pausa.formats.files import read as read
    from pausa.formats.files import write as write
    from pausa.metrics.oneliners import boundary_f1 as boundary_f1
    from pausa.metrics.oneliners import fleiss_kappa as fleiss_kappa
    from pausa.metrics.oneliners import ser as ser
    from pausa.metrics.oneliners import wisebe as wisebe
    from pausa.training.train import train as train
    from pausa.workflow.align import align as align
    from pausa.workflow.convert import convert as convert
    from pausa.workflow.evaluate import agree as agree
    from pausa.workflow.evaluate import evaluate as evaluate
    from pausa.workflow.evaluation import Evaluation as Evaluation
    from pausa.workflow.segment import segment as segment
    from pausa.workflow.segments import Segments as Segments
    from pausa.workflow.stream import stream as stream

__version__ = "0.1.0"

_HOME = {
    "Document": "pausa.core.document",
    "Evaluation": "pausa.workflow.evaluation",
    "PausaError": "pausa.core.errors",
    "ReadLimits": "pausa.core.unpacking",
    "Segmentation": "pausa.core.segmentation",
    "Segments": "pausa.workflow.segments",
    "Sentence": "pausa.core.document",
    "Transcript": "pausa.core.words",
    "Word": "pausa.core.words",
    "agree": "pausa.workflow.evaluate",
    "align": "pausa.workflow.align",
    "batch": "pausa.batches.batch",
    "boundary_f1": "pausa.metrics.oneliners",
    "convert": "pausa.workflow.convert",
    "convert_batch": "pausa.batches.convert",
    "evaluate": "pausa.workflow.evaluate",
    "fleiss_kappa": "pausa.metrics.oneliners",
    "read": "pausa.formats.files",
    "score_batch": "pausa.batches.score",
    "segment": "pausa.workflow.segment",
    "ser": "pausa.metrics.oneliners",
    "stream": "pausa.workflow.stream",
    "train": "pausa.training.train",
    "wisebe": "pausa.metrics.oneliners",
    "write": "pausa.formats.files",
}

__all__ = ["__version__", *sorted(_HOME)]


def __getattr__(name: str) -> object:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'pausa' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
