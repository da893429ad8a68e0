"""Pk and WindowDiff: slide a window over the words and compare what both sides see in it.

Pk (Beeferman et al. 1999) asks whether words i and i+k lie in one sentence; WindowDiff (Pevzner & Hearst
2002) compares how many boundaries lie between them. Both give the share of the N − k windows that disagree.

k is half the reference's mean sentence length in words, rounded half to even, and at least 2; it belongs to
each document and reference. The end of the last word is never a boundary here, whatever the last-word rule.
Pooled over documents, disagreeing windows are divided by windows.

Edge cases: no more words than k leave no window, and the scores undefined.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pausa.metrics.base import Boundaries, Case, Counts, Family, Options, Positions, mean, ratio


@dataclass(frozen=True)
class WindowDisagreements(Counts):
    """Windows and how many of them disagree by Pk's and by WindowDiff's rule, one number per reference."""

    pk: tuple[int, ...]
    window_diff: tuple[int, ...]
    windows: tuple[int, ...]


class Windows(Family):
    """Pk and WindowDiff against each reference and their means; lower is better."""

    name = "windows"
    keys = ("pk_mean", "window_diff_mean")
    is_per_reference = True

    def count(self, case: Case) -> WindowDisagreements:
        hypothesis = _ends_before(case.hypothesis, case.n_words)
        found = [_disagreements(reference, hypothesis, case.n_words) for reference in case.references]
        return WindowDisagreements(*(case.seat([each[part] for each in found]) for part in range(3)))

    def score(self, counts: WindowDisagreements) -> dict[str, float]:
        each = self.per_reference(counts)
        return {key: mean([scores[key.removesuffix("_mean")] for scores in each]) for key in self.keys}

    def per_reference(self, counts: WindowDisagreements) -> list[dict[str, float]]:
        """Pk and WindowDiff against each reference, in their order."""
        columns = zip(counts.pk, counts.window_diff, counts.windows, strict=True)
        return [{"pk": ratio(pk, whole), "window_diff": ratio(diff, whole)} for pk, diff, whole in columns]

    def signature_parts(self, key: str, options: Options, fewest: int, most: int) -> dict[str, str]:
        """How k is chosen; the last word's end is never looked at, whatever the rule for others."""
        return {"k": "half-mean", "last": "skip"}


def window_size(reference: Boundaries, n_words: int) -> int:
    """k: half the mean sentence length of the reference.

    >>> window_size(Boundaries(np.array([3, 9])), 18), window_size(Boundaries(np.array([0])), 2)
    (3, 2)
    """
    sentences = int((reference.at < n_words - 1).sum()) + 1
    return max(2, round(n_words / (2 * sentences)))


def _ends_before(boundaries: Boundaries, n_words: int) -> Positions:
    """For each word, how many boundaries stand before it."""
    marked = np.zeros(n_words + 1, dtype=np.int64)
    marked[boundaries.at + 1] = 1
    return np.cumsum(marked)[:-1]


def _disagreements(reference: Boundaries, hypothesis: Positions, n_words: int) -> tuple[int, int, int]:
    k = window_size(reference, n_words)
    if n_words <= k:
        return 0, 0, 0
    before = _ends_before(reference, n_words)
    theirs, ours = before[k:] - before[:-k], hypothesis[k:] - hypothesis[:-k]
    pk = int(np.count_nonzero((theirs == 0) != (ours == 0)))
    return pk, int(np.count_nonzero(theirs != ours)), n_words - k
