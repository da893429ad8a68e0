"""Is a system really better than the baseline? Two answers from the same per-document counts.

Paired bootstrap (Koehn 2004): draw corpora, the same documents for both systems, and ask how often the difference
strays from its mean by as much as the difference that was seen; p = (such draws + 1) / (draws + 1). Few documents
scatter less when drawn than they should, so p is expanded as Hesterberg (2015) expands intervals: with z the normal
deviate of p, it becomes that of z·√((n − 1)/n) under Student's t with n − 1 degrees of freedom.
Approximate randomisation (Riezler & Maxwell 2005): swap the two systems' counts in random documents and ask how
often the difference gets as large as the one that was seen. Where there are no more ways to swap than draws, all are
gone through, and p is their exact share.

With n documents no p of the randomisation is below 2 / 2ⁿ: `smallest` is what can be reached.

Edge cases: systems that do not differ have p = 1; draws with an undefined score are left out; with fewer than two
documents p is undefined.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import nan, sqrt
from statistics import NormalDist

import numpy as np

from pausa.core.errors import OptionError
from pausa.metrics.base import Counts, Family
from pausa.stats.bootstrap import DRAWS, Floats, default_rng, drawn_totals, score_all, table
from pausa.stats.student import two_tailed

RANDOMISATIONS = 10_000
#: Sums in another order differ in the last bits; such differences are no differences.
_TINY = 1e-12


@dataclass(frozen=True)
class PairedTest:
    """A system's score against the baseline's, and how likely such a difference is by chance."""

    baseline: float
    system: float
    p: float
    draws: int
    smallest: float = nan

    @property
    def difference(self) -> float:
        return self.system - self.baseline


def paired_bootstrap(
    family: Family,
    baseline: Sequence[Counts],
    system: Sequence[Counts],
    *,
    rng: np.random.Generator | None = None,
    draws: int = DRAWS,
) -> dict[str, PairedTest]:
    """Every score of a family compared by drawing documents, from both systems' counts of the same documents."""

    def differences(ours: Floats, theirs: Floats) -> dict[str, Floats]:
        both = drawn_totals(np.hstack([ours, theirs]), rng or default_rng(), draws)
        apart = _apart(family, baseline[0], both)
        return {key: values - np.nanmean(values) if _any(values) else values for key, values in apart.items()}

    def p_of(as_large: int, drawn: int) -> float:
        return _expanded((as_large + 1) / (drawn + 1), len(baseline))

    return _compare(family, baseline, system, differences, p_of, p_of(0, draws))


def _expanded(p: float, n_documents: int) -> float:
    """The p of a bootstrap as Student's t has it with so many documents."""
    if n_documents < 2:
        return nan
    z = NormalDist().inv_cdf(p / 2)
    return two_tailed(z * sqrt((n_documents - 1) / n_documents), n_documents - 1)


def approximate_randomisation(
    family: Family,
    baseline: Sequence[Counts],
    system: Sequence[Counts],
    *,
    rng: np.random.Generator | None = None,
    draws: int = RANDOMISATIONS,
) -> dict[str, PairedTest]:
    """Every score of a family compared by swapping the systems in random documents, or in every way there is."""
    exact = is_exact(len(baseline), draws)

    def differences(ours: Floats, theirs: Floats) -> dict[str, Floats]:
        chance = rng or default_rng()
        if exact:
            swaps = np.arange(2 ** len(ours))[:, None] >> np.arange(len(ours)) & 1
            change = swaps @ (theirs - ours)
        else:
            change = np.concatenate(
                [
                    chance.integers(2, size=(stop - start, len(ours))) @ (theirs - ours)
                    for start, stop in _blocks(draws, ours)
                ]
            )
        both = np.hstack([ours.sum(axis=0) + change, theirs.sum(axis=0) - change])
        return _apart(family, baseline[0], both)

    def p_of(as_large: int, drawn: int) -> float:
        return as_large / drawn if exact else (as_large + 1) / (drawn + 1)

    smallest = 2 / 2 ** len(baseline) if exact else 1 / (draws + 1)
    return _compare(family, baseline, system, differences, p_of, smallest)


def is_exact(n_documents: int, draws: int) -> bool:
    """Whether there are so few documents that all ways to swap two systems are gone through.

    >>> is_exact(13, 10_000), is_exact(14, 10_000)
    (True, False)
    """
    return n_documents < 31 and 2**n_documents <= draws


def _compare(
    family: Family,
    baseline: Sequence[Counts],
    system: Sequence[Counts],
    differences: Callable[[Floats, Floats], dict[str, Floats]],
    p_of: Callable[[int, int], float],
    smallest: float,
) -> dict[str, PairedTest]:
    if len(baseline) != len(system) or not baseline:
        raise OptionError(
            f"The baseline was scored on {len(baseline)} documents, the system on {len(system)}; "
            "a paired test needs the same documents, and at least one."
        )
    ours, theirs = table(baseline), table(system)
    if ours.shape != theirs.shape:
        raise OptionError("Baseline and system were scored against different numbers of references.")
    before, after = (family.score(baseline[0].like(rows.sum(axis=0).tolist())) for rows in (ours, theirs))
    if len(baseline) < 2:
        return {key: PairedTest(before[key], after[key], nan, 0) for key in family.keys}
    drawn = differences(ours, theirs)
    return {
        key: PairedTest(before[key], after[key], *_p_value(values, after[key] - before[key], p_of), smallest)
        for key, values in drawn.items()
    }


def _apart(family: Family, shape: Counts, both: Floats) -> dict[str, Floats]:
    """The system's score less the baseline's, for totals of the one beside totals of the other."""
    width = both.shape[1] // 2
    before, after = score_all(family, shape, both[:, :width]), score_all(family, shape, both[:, width:])
    return {key: after[key] - before[key] for key in family.keys}


def _p_value(drawn: Floats, seen: float, p_of: Callable[[int, int], float]) -> tuple[float, int]:
    known = np.abs(drawn[~np.isnan(drawn)])
    if seen != seen or not known.size:
        return nan, 0
    as_large = int(np.count_nonzero(known >= abs(seen) - _TINY))
    return p_of(as_large, known.size), known.size


def _any(values: Floats) -> bool:
    return not bool(np.isnan(values).all())


def _blocks(draws: int, rows: Floats) -> list[tuple[int, int]]:
    """Draws in blocks, to keep memory small."""
    at_once = max(1, 4_000_000 // max(1, len(rows)))
    return [(start, min(start + at_once, draws)) for start in range(0, draws, at_once)]
