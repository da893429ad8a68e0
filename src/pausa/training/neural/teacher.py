"""What other networks believe of the words that one learns from, to learn from beside the answers of people.

A person's mark is one of several that would do. A teacher's probabilities tell the others: in some of the windows the
answers are drawn from what the teachers, on average, believe there. They read the words as they were said, before they
are made like a recogniser's. Everything else stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from pausa.models.neural.marks import CLASSES, softmax
from pausa.models.neural.windows import WindowPlan
from pausa.training.neural.building import restored
from pausa.training.neural.heldout import torch_logits
from pausa.training.neural.kinds import TransformerKind
from pausa.training.neural.samples import Sample

Beliefs = NDArray[Any]
#: A teacher reads a window of training as a whole.
_WHOLE = WindowPlan(radius=200, longest=500, before=32, after=24)


class Teachers:
    """Transformers in model folders or `.training` folders; called with a sample, the mean of their beliefs."""

    def __init__(self, folders: Sequence[Path], *, half_precision: bool = False) -> None:
        found = [restored(folder) for folder in folders]
        self._kinds = [TransformerKind(kind.network, kind.tokenizer, _WHOLE) for kind in found]
        self._half_precision = half_precision
        if half_precision:  # once, and not anew for each sample
            for product in (part for kind in found for part in kind.network.modules() if isinstance(part, nn.Linear)):
                product.to(torch.bfloat16)

    def __call__(self, sample: Sample) -> Beliefs:
        """The probabilities of the four classes after each word."""
        line = sample.line()
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self._half_precision):
            found = [softmax(torch_logits(kind, line)[:, : len(CLASSES)]) for kind in self._kinds]
        mean: Beliefs = np.mean(found, axis=0)
        return mean


def answered(sample: Sample, believed: Beliefs, rng: np.random.Generator) -> Sample:
    """The sample with its answers drawn from what is believed of them."""
    until = np.cumsum(believed.astype(np.float64), axis=1)
    drawn = (rng.random((len(sample), 1)) * until[:, -1:] >= until).sum(axis=1)
    return replace(sample, labels=np.minimum(drawn, len(CLASSES) - 1).tolist())
