"""WiSeBE: a hypothesis against all references at once, scaled by how far they agree.

González-Gallardo & Torres-Moreno 2018. With d[j] the number of the m references that mark word j:

    AR = Σ d[j]·[d[j] ≥ 2] / (m · Σ [d[j] ≠ 0])                     the agreement ratio
    windows: marked positions no further than `window` words from the one before share a window
    P = boundaries inside any window / boundaries,   R = windows with a boundary inside / windows
    F1_RW = 2PR / (P + R),   WiSeBE = F1_RW · AR

A window is the whole span from its first to its last marked position.

Edge cases: one reference alone never agrees with another, so AR and WiSeBE are 0 by the formula and only
F1_RW tells something (`remarks` says so); beside other documents with several references, or in a leave-one-out of
two people, such a document has no AR at all. A hypothesis without boundaries has undefined P, R 0 and F1_RW 0.
Without any reference boundary AR, R and WiSeBE are undefined.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pausa.metrics.base import Case, Counts, Family, Options, Positions, ratio, votes


@dataclass(frozen=True)
class WindowCounts(Counts):
    """What WiSeBE needs from a document.

    `agreed` is the weight of the positions that two or more references mark, `possible` what it would be if
    all marked each of the `marked` positions. `inside` of the `boundaries` of the hypothesis lie in a window;
    `hit` of the `windows` hold one.
    """

    agreed: int
    possible: int
    marked: int
    inside: int
    boundaries: int
    hit: int
    windows: int


class WiSeBE(Family):
    """WiSeBE and its parts; the window limit is `Options.window`."""

    name = "wisebe"
    keys = ("wisebe", "f1_rw", "precision_rw", "recall_rw")

    def count(self, case: Case) -> WindowCounts:
        positions, chosen_by = votes(case.references, case.n_words)
        starts, stops = windows(positions, case.options.window)
        boundaries = case.hypothesis.at
        place = np.searchsorted(starts, boundaries, side="right") - 1
        inside = place >= 0
        inside[inside] = boundaries[inside] <= stops[place[inside]]
        return WindowCounts(
            agreed=int(chosen_by[chosen_by >= 2].sum()),
            possible=0 if case.is_lone else case.n_references * positions.size,
            marked=positions.size,
            inside=int(inside.sum()),
            boundaries=len(case.hypothesis),
            hit=int(np.unique(place[inside]).size),
            windows=starts.size,
        )

    def score(self, counts: WindowCounts) -> dict[str, float]:
        precision = ratio(counts.inside, counts.boundaries)
        recall = ratio(counts.hit, counts.windows)
        if counts.inside:
            f1 = 2 * precision * recall / (precision + recall)
        else:
            f1 = ratio(0, counts.boundaries + counts.windows)
        return {
            "wisebe": f1 * agreement_ratio(counts),
            "f1_rw": f1,
            "precision_rw": precision,
            "recall_rw": recall,
        }

    def signature_parts(self, key: str, options: Options, fewest: int, most: int) -> dict[str, str]:
        """The window limit."""
        return {"window": str(options.window)}

    def remarks(self, counts: WindowCounts) -> tuple[str, ...]:
        """A word of warning where there is but one reference."""
        if counts.marked and counts.possible == counts.marked and not counts.agreed:
            return (
                "With one reference the agreement ratio is 0, and so is WiSeBE: "
                "read f1_rw or f1_mean instead, or add references.",
            )
        return ()


def agreement_ratio(counts: WindowCounts) -> float:
    """How much of the agreement that the marked positions could have is there: 1 when all references agree."""
    return ratio(counts.agreed, counts.possible)


def agreement_ratio_of(case: Case) -> float:
    """The agreement ratio of a case's references, whatever the hypothesis; NaN for a lone one beside others."""
    positions, chosen_by = votes(case.references, case.n_words)
    possible = 0 if case.is_lone else case.n_references * positions.size
    return ratio(int(chosen_by[chosen_by >= 2].sum()), possible)


def windows(positions: Positions, limit: int) -> tuple[Positions, Positions]:
    """First and last position of each window over rising positions.

    >>> [edges.tolist() for edges in windows(np.array([3, 5, 7, 12]), 2)]
    [[3, 12], [7, 12]]
    """
    if not positions.size:
        return positions, positions
    opens = np.diff(positions) > limit
    return positions[np.append(True, opens)], positions[np.append(opens, True)]
