"""The numbers behind the pictures of the report page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pausa.core.segmentation import Segmentation
from pausa.metrics.base import Boundaries, Case, boundaries_of, mean, ratio, votes
from pausa.metrics.calibration import Calibration, bins
from pausa.metrics.humans import folds, in_turn
from pausa.metrics.wisebe import WindowCounts, WiSeBE
from pausa.workflow.evaluation import Evaluation, Result
from pausa.workflow.trials import Trial

#: The window limits that WiSeBE is drawn over.
LIMITS = range(11)
#: A curve of more points looks the same and weighs more.
MOST_POINTS = 200
Points = list[tuple[float, float]]


def places_by_votes(evaluation: Evaluation) -> list[int]:
    """How many places one, two, … and all references mark."""
    m = len(evaluation.references)
    counted = np.zeros(m + 1, dtype=np.int64)
    for trial in evaluation.panel:
        _, chosen_by = votes(_references(trial, evaluation), len(trial.transcript))
        counted += np.bincount(chosen_by, minlength=m + 1)
    return [int(count) for count in counted[1:]]


def _references(trial: Trial, evaluation: Evaluation) -> list[Boundaries]:
    return [boundaries_of(reference, evaluation.options, trial.judged) for reference in trial.references]


def wisebe_by_limit(cases: Sequence[Case]) -> Points:
    """WiSeBE, pooled over the cases, for each window limit."""
    family = WiSeBE()
    made: Points = []
    for limit in LIMITS:
        counted = [family.count(replace(case, options=replace(case.options, window=limit))) for case in cases]
        made.append((float(limit), family.score(_total(counted))["wisebe"]))
    return made


def _total(counted: Sequence[WindowCounts]) -> WindowCounts:
    total = counted[0]
    for each in counted[1:]:
        total = total + each
    return total


def people_by_limit(cases: Sequence[Case], people: Sequence[Sequence[str]]) -> Points:
    """The mean over people of `wisebe_by_limit`, each person measured against the others; empty for one person."""
    each = [
        wisebe_by_limit([in_turn(cases[number])[at] for number, at in zip(fold.documents, fold.places, strict=True)])
        for fold in folds(people)
    ]
    return (
        [(float(limit), mean([points[place][1] for points in each])) for place, limit in enumerate(LIMITS)]
        if each
        else []
    )


@dataclass(frozen=True)
class Tradeoff:
    """Precision over recall as the threshold falls, and where the system itself stands."""

    points: Points
    chosen: tuple[float, float]


def precision_recall(system: Result, evaluation: Evaluation) -> Tradeoff | None:
    """Mean precision and recall over the references at every threshold; None without probabilities.

    Boundaries are compared place by place, whatever tolerance the scores allow. References without any boundary
    have no recall and are left out of its mean.
    """
    hypotheses = [trial.hypothesis for trial in system.trials]
    if not all(each is not None and len(each.probabilities) == each.n_words for each in hypotheses):
        return None
    probabilities: list[NDArray[np.float64]] = []
    marked: list[NDArray[np.bool_]] = []
    chosen: list[NDArray[np.bool_]] = []
    for trial, hypothesis in zip(system.trials, hypotheses, strict=True):
        if hypothesis is None:
            continue
        judged = _judged(trial, evaluation)
        probabilities.append(np.asarray(hypothesis.probabilities, dtype=np.float64)[judged])
        marked.append(np.array([_marked(each)[judged] for each in trial.references]))
        chosen.append(_marked(hypothesis)[judged])
    scores, truth, own = np.concatenate(probabilities), np.concatenate(marked, axis=1), np.concatenate(chosen)
    if not scores.size or not truth.any():
        return None
    order = np.argsort(-scores, kind="stable")
    # Equal probabilities pass a threshold together: only the last of them is a point.
    last = np.append(np.diff(scores[order]) != 0, True)
    taken = np.arange(1, scores.size + 1)[last]
    votes_taken = np.cumsum(truth[:, order].sum(axis=0))[last]
    found = np.cumsum(_recall_weights(truth)[order])[last]
    precision = votes_taken / (truth.shape[0] * taken)
    points = _thinned(list(zip(found.tolist(), precision.tolist(), strict=True)))
    here = (
        float(_recall_weights(truth)[own].sum()),
        ratio(float(truth[:, own].sum()), truth.shape[0] * int(own.sum())),
    )
    return Tradeoff(points, here)


def _judged(trial: Trial, evaluation: Evaluation) -> NDArray[np.bool_]:
    judged = np.ones(len(trial.transcript), dtype=bool) if trial.judged is None else trial.judged.copy()
    if evaluation.options.last == "skip" and judged.size:
        judged[-1] = False
    return judged


def _marked(segmentation: Segmentation) -> NDArray[np.bool_]:
    marked = np.zeros(segmentation.n_words, dtype=bool)
    marked[list(segmentation.ends)] = True
    return marked


def reliability(system: Result, evaluation: Evaluation) -> Points:
    """The share of people who end a sentence over the probability of an end, in bins; empty without probabilities."""
    family = Calibration()
    cases = [trial.case(evaluation.options) for trial in system.trials]
    if not cases or any(case.probabilities is None for case in cases):
        return []
    counted = [family.count(replace(case, seats=(), n_seats=0)) for case in cases]
    together = [
        np.sum([getattr(one, name) for one in counted], axis=0).tolist()
        for name in ("shared_gaps", "shared_chances", "shared_ends")
    ]
    return [(one.probability, one.share) for one in bins(*together)]


def _recall_weights(truth: NDArray[np.bool_]) -> NDArray[np.float64]:
    """What each place adds to the mean recall when it is found."""
    sizes = truth.sum(axis=1)
    known = truth[sizes > 0]
    weights: NDArray[np.float64] = (known / sizes[sizes > 0][:, None]).mean(axis=0)
    return weights


def _thinned(points: Points) -> Points:
    """No more points than a picture shows; the first and the last are kept."""
    if len(points) <= MOST_POINTS:
        return points
    return [points[place] for place in np.linspace(0, len(points) - 1, MOST_POINTS).round().astype(int)]


def sentence_lengths(segmentations: Sequence[Segmentation]) -> list[int]:
    """Words per sentence over all recordings."""
    return [length for each in segmentations for length in each.lengths]


@dataclass(frozen=True)
class Bins:
    """A histogram's bins over words per sentence: `count` of them, `width` words each, from 1; the last is open."""

    width: int
    count: int

    @classmethod
    def over(cls, lengths: Sequence[int]) -> Bins:
        """Bins that show nearly all of these lengths one by one, or in a few steps where they are long."""
        longest = int(np.quantile(lengths, 0.99)) if lengths else 1
        width = max(1, -(-longest // 40))
        return cls(width, max(10, -(-longest // width) + 1))

    def shares(self, lengths: Sequence[int]) -> list[float]:
        """The share of the lengths in each bin."""
        places = np.minimum((np.asarray(lengths, dtype=np.int64) - 1) // self.width, self.count - 1)
        return (np.bincount(places, minlength=self.count) / max(1, len(lengths))).tolist()  # type: ignore[no-any-return]
