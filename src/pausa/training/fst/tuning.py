"""Weights of an `fst` model: what gives the best segmentation of recordings that nothing was learned from.

The tables of costs of each recording are there already, so a trial of weights is a search for the best path and a
score; recordings are cut into pieces for it that are searched side by side. Neither F1 nor the BLEU-like score has
a slope, so the search is a pattern: step along one weight at a time, keep what is better, halve the steps when
nothing is. With every step the bias is set anew, since it makes up for how many breaks the others give. For a path
only the proportions of weights matter; one of them is held. Their size matters for posteriors: in the end all are
stretched so that the posteriors are as likely as can be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import OptionError
from pausa.core.segmentation import Segmentation
from pausa.decode.path import best_path, posteriors
from pausa.metrics.base import Case, Family, Options, case
from pausa.metrics.bleulike import BleuLike
from pausa.metrics.slots import Slots
from pausa.models.fst.evidence import Evidence, Weights, joined
from pausa.models.fst.length import Gamma
from pausa.training.fst.batch import best_paths

#: What weights can be tuned by, and the family and the key of each.
AIMS: Mapping[str, tuple[Family, str]] = {"f1": (Slots(), "f1_mean"), "bleu_like": (BleuLike(), "bleu_like")}
#: Weights of models are never below 0; a bias may be.
RANGES = {
    "words": (0.0, 4.0),
    "classes": (0.0, 4.0),
    "prosody": (0.0, 6.0),
    "length": (0.0, 4.0),
    "bias": (-12.0, 12.0),
}
FIRST_STEPS = {"words": 0.5, "classes": 0.5, "prosody": 0.5, "length": 0.5, "bias": 2.0}
#: Steps are halved so often, those of the bias once more.
HALVINGS, BIAS_HALVINGS = 2, 3
#: Words of a piece; a recording is tuned by in pieces, many at once.
PIECE = 120
#: Stretches to try for posteriors, and the number of pieces to try them on.
SCALES = (0.25, 0.35, 0.5, 0.7, 0.85, 1.0, 1.2, 1.4)
CALIBRATING = 80


@dataclass(frozen=True)
class TuningSample:
    """A recording, or a stretch of one: its evidence and where its sentences end, by one or more people.

    `judged` are the gaps whose answer is known; None where all are.
    """

    evidence: Evidence
    references: tuple[Segmentation, ...]
    judged: NDArray[np.bool_] | None = None

    def case(self, hypothesis: Segmentation, options: Options | None = None) -> Case:
        """The sample and a segmentation of it, ready to be scored."""
        return case(self.references, hypothesis, options=options, judged=self.judged)


@dataclass(frozen=True)
class TunedWeights:
    """The best weights found, and the score that they gave."""

    weights: Weights
    value: float
    trials: int


@dataclass
class Tuner:
    """Scores weights on samples and remembers what it has tried."""

    samples: Sequence[TuningSample]
    gamma: Gamma | None
    by: str = "f1"
    normalised: bool = False

    def __post_init__(self) -> None:
        if self.by not in AIMS:
            raise OptionError(f"Weights are tuned by {' or '.join(AIMS)}, not {self.by!r}.")
        self._known: dict[Weights, float] = {}
        self._whole = join_samples(self.samples)
        self._stops = [
            start + stop
            for start, sample in zip(_starts(self.samples), self.samples, strict=True)
            for stop in cut_at_ends(sample)
        ]
        # Where a piece ends, a sentence ends whatever the weights are.
        judged = np.ones(self._whole.evidence.n_words, dtype=bool)
        judged[np.array(self._stops, dtype=np.int64) - 1] = False
        self._judged = judged if self._whole.judged is None else judged & self._whole.judged

    def __call__(self, weights: Weights) -> float:
        """The score of these weights, pooled over the samples."""
        if weights not in self._known:
            family, key = AIMS[self.by]
            ends = best_paths(self._whole.evidence.costs(weights, self.gamma, normalised=self.normalised), self._stops)
            found = Segmentation(self._whole.evidence.n_words, tuple(ends))
            counts = family.count(case(self._whole.references, found, judged=self._judged))
            value = family.score(counts)[key]
            self._known[weights] = 0.0 if np.isnan(value) else value
        return self._known[weights]

    def search(self, starts: Sequence[Weights], free: Sequence[str]) -> TunedWeights:
        """The best weights that pattern searches from these starts find, changing only those that are `free`."""
        found = [
            self._search_from(start, [name for name in free if name != "bias"], "bias" in free) for start in starts
        ]
        best = max(found, key=self)
        return TunedWeights(best, self(best), len(self._known))

    def _search_from(self, start: Weights, free: Sequence[str], bias: bool) -> Weights:
        best = self._fit_bias(start) if bias else start
        for halving in range(HALVINGS + 1):
            moved = True
            while moved:
                moved = False
                for name in free:
                    for sign in (1, -1):
                        tried = _step(best, name, sign * FIRST_STEPS[name] / 2**halving)
                        if bias and tried != best:
                            tried = self._fit_bias(tried)
                        if self(tried) > self(best):
                            best, moved = tried, True
        return best

    def _fit_bias(self, weights: Weights) -> Weights:
        """The same weights with the bias that suits them best: a step in any other weight asks for another one."""
        best = weights
        for halving in range(BIAS_HALVINGS + 1):
            for sign in (1, -1):
                step = sign * FIRST_STEPS["bias"] / 2**halving
                while self(tried := _step(best, "bias", step)) > self(best):
                    best = tried
        return best


def cut_at_ends(sample: TuningSample, size: int = PIECE) -> list[int]:
    """Where a sample is cut into pieces of about so many words: after sentence ends of the first reference."""
    found, start = [], 0
    for end in sample.references[0].ends:
        if end + 1 - start >= size or end + 1 == sample.evidence.n_words:
            found.append(end + 1)
            start = end + 1
    return found


def join_samples(samples: Sequence[TuningSample]) -> TuningSample:
    """Samples one after the other, as one; all have the same number of references."""
    starts = _starts(samples)
    n_words = sum(sample.evidence.n_words for sample in samples)
    references = tuple(
        Segmentation(
            n_words,
            tuple(
                start + end for start, sample in zip(starts, samples, strict=True) for end in sample.references[by].ends
            ),
        )
        for by in range(len(samples[0].references) if samples else 0)
    )
    judged = None
    if any(sample.judged is not None for sample in samples):
        every = (np.ones(each.evidence.n_words, dtype=bool) if each.judged is None else each.judged for each in samples)
        judged = np.concatenate(list(every))
    return TuningSample(joined([sample.evidence for sample in samples]), references, judged)


def _starts(samples: Sequence[TuningSample]) -> list[int]:
    return list(accumulate((sample.evidence.n_words for sample in samples), initial=0))[:-1]


def take_stretch(sample: TuningSample, start: int, stop: int) -> TuningSample:
    """Some of the words of a sample."""
    part = slice(start, stop)
    references = (
        Segmentation.of(stop - start, [end - start for end in each.ends if start <= end < stop])
        for each in sample.references
    )
    judged = None if sample.judged is None else sample.judged[part]
    return TuningSample(sample.evidence.part(part), tuple(references), judged)


def segment_samples(
    samples: Sequence[TuningSample], weights: Weights, gamma: Gamma | None, *, normalised: bool = False
) -> list[Segmentation]:
    """The best path through each sample."""
    return [
        Segmentation(
            sample.evidence.n_words,
            tuple(best_path(sample.evidence.costs(weights, gamma, normalised=normalised))[0]),
        )
        for sample in samples
    ]


def scale_weights(
    samples: Sequence[TuningSample], weights: Weights, gamma: Gamma | None, *, normalised: bool = False
) -> Weights:
    """The same weights times what makes the posteriors of the true ends most likely; the best path stays the same."""
    some = [
        take_stretch(sample, start, stop) for sample in samples for start, stop in pairwise([0, *cut_at_ends(sample)])
    ]
    some = some[:: max(1, -(-len(some) // CALIBRATING))]
    truths = []
    for piece in some:
        ends = np.zeros(piece.evidence.n_words, dtype=bool)
        ends[list(piece.references[0].ends)] = True
        known = np.ones(ends.size, dtype=bool) if piece.judged is None else piece.judged.copy()
        known[-1] = False
        truths.append((ends, known))

    def loss(scale: float) -> float:
        total = 0.0
        for piece, (ends, known) in zip(some, truths, strict=True):
            found = posteriors(piece.evidence.costs(weights * scale, gamma, normalised=normalised))
            inside = np.clip(found, 1e-9, 1 - 1e-9)
            total -= float(np.where(ends, np.log(inside), np.log1p(-inside))[known].sum())
        return total

    return weights * min(SCALES, key=loss) if some else weights


def _step(weights: Weights, name: str, step: float) -> Weights:
    low, high = RANGES[name]
    return replace(weights, **{name: round(min(high, max(low, getattr(weights, name) + step)), 6)})
