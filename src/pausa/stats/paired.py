"""Is a system really better than the baseline? Two answers from the same per-document counts.

Paired bootstrap (Koehn 2004, as sacrebleu does it): draw corpora, the same documents for both systems, and ask how
often the difference strays from its mean by as much as the difference that was seen.
Approximate randomisation (Riezler & Maxwell 2005): swap the two systems' counts in random documents and ask how
often the difference gets as large as the one that was seen.

    p = (such draws + 1) / (draws + 1)

Edge cases: systems that do not differ have p = 1; draws with an undefined score are left out; with fewer than two
documents p is undefined.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np

from pausa.core.errors import OptionError
from pausa.metrics.base import Counts, Family
from pausa.stats.bootstrap import DRAWS, Floats, default_rng, drawn_totals, score_all, table

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

    return _compare(family, baseline, system, differences)


def approximate_randomisation(
    family: Family,
    baseline: Sequence[Counts],
    system: Sequence[Counts],
    *,
    rng: np.random.Generator | None = None,
    draws: int = RANDOMISATIONS,
) -> dict[str, PairedTest]:
    """Every score of a family compared by swapping the systems in random documents."""

    def differences(ours: Floats, theirs: Floats) -> dict[str, Floats]:
        chance = rng or default_rng()
        change = np.concatenate(
            [
                chance.integers(2, size=(stop - start, len(ours))) @ (theirs - ours)
                for start, stop in _blocks(draws, ours)
            ]
        )
        both = np.hstack([ours.sum(axis=0) + change, theirs.sum(axis=0) - change])
        return _apart(family, baseline[0], both)

    return _compare(family, baseline, system, differences)


def _compare(
    family: Family,
    baseline: Sequence[Counts],
    system: Sequence[Counts],
    differences: Callable[[Floats, Floats], dict[str, Floats]],
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
        key: PairedTest(before[key], after[key], *_p_value(values, after[key] - before[key]))
        for key, values in drawn.items()
    }


def _apart(family: Family, shape: Counts, both: Floats) -> dict[str, Floats]:
    """The system's score less the baseline's, for totals of the one beside totals of the other."""
    width = both.shape[1] // 2
    before, after = score_all(family, shape, both[:, :width]), score_all(family, shape, both[:, width:])
    return {key: after[key] - before[key] for key in family.keys}


def _p_value(drawn: Floats, seen: float) -> tuple[float, int]:
    known = np.abs(drawn[~np.isnan(drawn)])
    if seen != seen or not known.size:
        return nan, 0
    as_large = int(np.count_nonzero(known >= abs(seen) - _TINY))
    return (as_large + 1) / (known.size + 1), known.size


def _any(values: Floats) -> bool:
    return not bool(np.isnan(values).all())


def _blocks(draws: int, rows: Floats) -> list[tuple[int, int]]:
    """Draws in blocks, to keep memory small."""
    at_once = max(1, 4_000_000 // max(1, len(rows)))
    return [(start, min(start + at_once, draws)) for start in range(0, draws, at_once)]
