"""Five held-out parts of whole recordings: how well the `bayes` model does where it did not learn.

    parts        1 2 3 4 5           pauses and weights from four of them, scores on the fifth, each in turn
    threshold    none                the fifth gets the share of boundaries that the four have

So no number is asked of the held-out part but its length (Carter & Gransden 2001, sect. 2.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pausa.decode.quota import best_scored
from pausa.metrics.slots import Matches, slot_scores
from pausa.models.bayes import buckets
from pausa.models.bayes.buckets import Buckets
from pausa.models.bayes.gaps import Gaps, joined
from pausa.models.bayes.tables import probabilities
from pausa.models.bayes.weights import Weights, fit
from pausa.stats.signtest import Differences, SignTest, sign_test

Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class LabelledGaps:
    """The gaps of a recording that are judged, and whether a sentence ends in each."""

    gaps: Gaps
    ends: Bools

    def __len__(self) -> int:
        return len(self.gaps)


@dataclass(frozen=True)
class FitOptions:
    """What is fitted: a method, with or without its pauses, with or without durations of words."""

    method: int = 3
    pauses: bool = True
    duration: bool = False


@dataclass(frozen=True)
class BayesFit:
    """Everything a model learns from recordings whose boundaries are known."""

    pauses: Buckets
    durations: Buckets | None
    weights: Weights
    share: float

    def log_odds(self, gaps: Gaps) -> NDArray[np.float64]:
        return self.weights.log_odds(gaps.columns(self.pauses, self.durations))


@dataclass(frozen=True)
class Outcome:
    """What a fit gave on the held-out parts: boundaries chosen and true, in order, and each part's fit."""

    chosen: Bools
    ends: Bools
    fits: tuple[BayesFit, ...]

    @property
    def matches(self) -> Matches:
        hit = int((self.chosen & self.ends).sum())
        return Matches(hit, int(self.ends.sum()) - hit, int(self.chosen.sum()) - hit, 0, self.ends.size)

    @property
    def f1(self) -> float:
        return slot_scores(self.matches)["f1"]

    @property
    def mean_weights(self) -> tuple[float, ...]:
        return tuple(np.mean([each.weights.values for each in self.fits], axis=0).tolist())


def join_gaps(recordings: Sequence[LabelledGaps]) -> LabelledGaps:
    """The gaps of several recordings as one."""
    return LabelledGaps(
        joined([each.gaps for each in recordings]), np.concatenate([each.ends for each in recordings]).astype(bool)
    )


def fit_gaps(known: LabelledGaps, options: FitOptions, *, mean_length: float) -> BayesFit:
    """Pause table, weights and share of boundaries of these gaps."""
    pauses = buckets.fit(known.gaps.pauses, known.ends, mean_length=mean_length)
    durations = buckets.fit(known.gaps.durations, known.ends, mean_length=mean_length) if options.duration else None
    columns = known.gaps.columns(pauses, durations)
    weights = fit(options.method, columns, known.ends, pauses=options.pauses, duration=options.duration)
    return BayesFit(pauses, durations, weights, float(known.ends.mean()))


def cross_validate(
    recordings: Sequence[LabelledGaps], parts: Sequence[int], options: FitOptions, *, mean_length: float
) -> Outcome:
    """The outcome on all recordings, each scored by what was fitted on those of the other parts."""
    chosen: dict[int, Bools] = {}
    fits = []
    for part in sorted(set(parts)):
        learned = fit_gaps(_select(recordings, parts, part, inside=False), options, mean_length=mean_length)
        scored = _select(recordings, parts, part, inside=True)
        chosen[part] = choose_best(learned.log_odds(scored.gaps), learned.share)
        fits.append(learned)
    answers = [_select(recordings, parts, part, inside=True).ends for part in sorted(chosen)]
    return Outcome(np.concatenate([chosen[part] for part in sorted(chosen)]), np.concatenate(answers), tuple(fits))


def choose_best(log_odds: NDArray[np.float64], share: float) -> Bools:
    """That share of the gaps, those with the highest scores."""
    count = int(share * log_odds.size + 0.5)
    return best_scored(probabilities(log_odds), count=count, fixed=np.zeros(log_odds.size, dtype=bool)).chosen


def compare(first: Outcome, second: Outcome) -> SignTest:
    """The sign test over the gaps where two outcomes on the same recordings differ."""
    differ = first.chosen != second.chosen
    first_right = int((first.chosen == first.ends)[differ].sum())
    return sign_test(Differences(first_right, int(differ.sum()) - first_right))


def _select(recordings: Sequence[LabelledGaps], parts: Sequence[int], part: int, *, inside: bool) -> LabelledGaps:
    return join_gaps([each for each, its in zip(recordings, parts, strict=True) if (its == part) == inside])
