"""Consensus: what enough references mark is the one reference (Bohac et al. 2012).

A position counts when at least k of the m references mark it; k is half of them, rounded up, unless given.
Precision, recall, F1 and SER are then those against one reference. The consensus has no marks, so its SER
knows no substitutions.

Bohac's absolute consensus is the share of the marked positions that all references mark.

Edge cases: as for one reference; k above m is refused.
"""

from __future__ import annotations

from pausa.core.errors import OptionError
from pausa.core.messages import counted
from pausa.metrics.base import Boundaries, Case, Family, Options, Positions, votes
from pausa.metrics.slots import Matches, matches, slot_scores, tolerance_parts


class Consensus(Family):
    """Precision, recall, F1 and SER against the consensus of the references."""

    name = "consensus"
    keys = ("consensus_precision", "consensus_recall", "consensus_f1", "consensus_ser")

    def count(self, case: Case) -> Matches:
        return matches(consensus(case), case.hypothesis, case)

    def score(self, counts: Matches) -> dict[str, float]:
        scores = slot_scores(counts)
        return {key: scores[key.removeprefix("consensus_")] for key in self.keys}

    def signature_parts(self, key: str, options: Options, fewest: int, most: int) -> dict[str, str]:
        """How many references make a consensus, and how far off a boundary may be."""
        least, highest = enough(options, fewest), enough(options, most)
        return {"consensus": str(least) if least == highest else "half", **tolerance_parts(options)}


def consensus(case: Case) -> Boundaries:
    """The boundaries that enough references share."""
    positions, chosen_by = votes(case.references, case.n_words)
    return Boundaries(positions[chosen_by >= enough(case.options, case.n_references)])


def enough(options: Options, n_references: int) -> int:
    """How many references make a consensus: as asked, or half of them rounded up.

    >>> [enough(Options(), m) for m in (1, 2, 3, 4, 5)]
    [1, 1, 2, 2, 3]
    """
    needed = options.consensus or (n_references + 1) // 2
    if needed > n_references:
        raise OptionError(f"A consensus of {needed} cannot be reached with {counted(n_references, 'reference')}.")
    return needed


def unanimous(chosen_by: Positions, n_references: int) -> int:
    """How many positions every reference marks: over the marked positions, the absolute consensus."""
    return int((chosen_by == n_references).sum())
