"""What another model believes about a corpus, to learn from beside the answers of people.

A person's mark is one of several that would do. A teacher's probabilities tell the others: for some of the gaps of
each window the answer is drawn from what the teacher believes there, anew each time. Everything else stays as it is.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pausa.core.messages import Say
from pausa.core.saving import replacing
from pausa.models.neural.inputs import Line
from pausa.models.neural.marks import CLASSES, softmax
from pausa.training.neural.samples import Sample
from pausa.training.neural.store import Corpus

Beliefs = NDArray[Any]
Logits = Callable[[Line], NDArray[np.float32]]


def ask_teacher(corpus: Corpus, teacher: str, logits: Logits, *, cache: Path, say: Say) -> Beliefs:
    """The teacher's probabilities of the four classes after each word; kept in `cache` under the teacher's name.

    Recordings that were asked about are kept one by one, so that a run that was stopped goes on.
    """
    place = cache / f"{corpus.source.name}-believed-{zlib.crc32(teacher.encode()):08x}"
    place.mkdir(parents=True, exist_ok=True)
    bounds = list(zip(corpus.starts.tolist(), corpus.starts[1:].tolist(), strict=False))
    found = np.zeros((len(corpus), len(CLASSES)), dtype=np.float16)
    for number, (low, high) in enumerate(bounds):
        path = place / f"{number:05d}-{low}-{high}.npy"
        if not path.is_file():
            say(f"asking the teacher about {corpus.source.name}, recording {number + 1} of {len(bounds)}")
            _save(path, softmax(logits(corpus.cut(low, high).line())).astype(np.float16))
        found[low:high] = np.load(path, allow_pickle=False)
    return found


def mix_in_beliefs(sample: Sample, believed: Beliefs, share: float, rng: np.random.Generator) -> Sample:
    """The sample with about `share` of its answers drawn from what is believed of them."""
    until = np.cumsum(believed.astype(np.float64), axis=1)
    drawn = (rng.random((len(sample), 1)) * until[:, -1:] >= until).sum(axis=1)
    labels = np.where(rng.random(len(sample)) < share, np.minimum(drawn, len(CLASSES) - 1), sample.labels)
    return replace(sample, labels=labels.tolist())


def _save(path: Path, array: Beliefs) -> None:
    with replacing(path) as file:
        np.save(file, array, allow_pickle=False)
