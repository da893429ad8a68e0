"""One number from segmentations, for the Python prompt.

>>> from pausa.core.segmentation import Segmentation
>>> ann, ben = Segmentation.of(12, [2, 5, 8]), Segmentation.of(12, [2, 6])
>>> round(boundary_f1(ann, ben), 3), round(ser(ann, ben), 3)
(0.4, 1.0)
>>> round(wisebe([ann, ben], Segmentation.of(12, [2, 8])), 3), round(fleiss_kappa([ann, ben]), 3)
(0.25, 0.224)
"""

from __future__ import annotations

from collections.abc import Sequence

from pausa.core.segmentation import Segmentation
from pausa.metrics import agreement
from pausa.metrics.base import Options, case
from pausa.metrics.slots import Slots
from pausa.metrics.wisebe import WiSeBE


def wisebe(refs: Sequence[Segmentation], hyp: Segmentation, *, window: int = 2, last: str = "skip") -> float:
    """WiSeBE of a hypothesis against several references; 0 with one, which can agree with nobody."""
    family = WiSeBE()
    return family.score(family.count(case(refs, hyp, options=Options(window=window, last=last))))["wisebe"]


def boundary_f1(ref: Segmentation, hyp: Segmentation, *, last: str = "skip", tolerance: int = 0) -> float:
    """F1 of the boundaries, matched one to one within the tolerance in words."""
    return _against(ref, hyp, Options(last=last, tolerance=tolerance))["f1"]


def ser(ref: Segmentation, hyp: Segmentation, *, last: str = "skip", tell_marks_apart: bool = False) -> float:
    """Slot error rate: boundaries missed and extra (and, told apart, with another mark) per reference boundary."""
    return _against(ref, hyp, Options(last=last, tell_marks_apart=tell_marks_apart))["ser"]


def fleiss_kappa(refs: Sequence[Segmentation], *, last: str = "skip") -> float:
    """Fleiss' κ of several people's boundaries over all words."""
    return agreement.fleiss_kappa(agreement.of(refs, Options(last=last)))


def _against(ref: Segmentation, hyp: Segmentation, options: Options) -> dict[str, float]:
    family = Slots()
    return family.per_reference(family.count(case([ref], hyp, options=options)))[0]
