"""BLEU-like: are runs of breaks found in at least one reference? (Lee & Glass 2012, sect. 2.3)

An n-gram is n consecutive breaks, as their positions. With numerators and denominators summed over documents:

    p_n = n-grams of the hypothesis that some reference has too / n-grams of the hypothesis,   n = 1, 2, 3
    BP  = 1 if c > r, else exp(1 − r/c)
    score = BP · exp(mean of log p_n)

c counts the hypothesis' breaks, r those of the reference with the highest F1 against it (on a tie, the one
nearest in number of breaks, then the first).

Edge cases: 0 where the hypotheses have no break at all, or where a p_n is 0. An order with no n-gram to judge
is left out, the others share its weight, and `conditions` names the orders that counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, nan

import numpy as np
from numpy.typing import NDArray

from pausa.metrics.base import Boundaries, Case, Counts, Family, Positions, Spread, ratio, shared
from pausa.metrics.drawn import draw_people, refuse_too_few

ORDERS = (1, 2, 3)


@dataclass(frozen=True)
class BreakGrams(Counts):
    """n-grams `matched` of `total` for each order; `breaks` (c) against those of the best `reference` (r)."""

    matched: tuple[int, ...]
    total: tuple[int, ...]
    breaks: int
    reference: int


class BleuLike(Family):
    """The BLEU-like score, the precisions of its orders and the brevity penalty."""

    name = "bleulike"
    keys = ("bleu_like", "p1", "p2", "p3", "brevity")

    def count(self, case: Case) -> BreakGrams:
        hypothesis = case.hypothesis.at
        matched = [np.zeros(max(0, hypothesis.size - order + 1), dtype=bool) for order in ORDERS]
        for reference in case.references:
            for known, more in zip(matched, _runs(reference.at, hypothesis), strict=True):
                known |= more
        return BreakGrams(
            matched=tuple(int(known.sum()) for known in matched),
            total=tuple(known.size for known in matched),
            breaks=hypothesis.size,
            reference=len(_closest(case.references, case.hypothesis)),
        )

    def score(self, counts: BreakGrams) -> dict[str, float]:
        precisions = [ratio(part, whole) for part, whole in zip(counts.matched, counts.total, strict=True)]
        judged = [p for p in precisions if p == p]
        brevity = _brevity(counts.breaks, counts.reference)
        score = 0.0
        if judged and all(judged):
            score = brevity * exp(sum(map(log, judged)) / len(judged))
        return {"bleu_like": score, **{f"p{n}": p for n, p in zip(ORDERS, precisions, strict=True)}, "brevity": brevity}

    def conditions(self, counts: BreakGrams) -> dict[str, str]:
        """Which orders counted, where not all did."""
        judged = [str(order) for order, whole in zip(ORDERS, counts.total, strict=True) if whole]
        return {} if len(judged) == len(ORDERS) else {"orders": "+".join(judged) or "none"}


def _runs(reference: Positions, hypothesis: Positions) -> list[NDArray[np.bool_]]:
    """For each order, which n-grams of the hypothesis are n-grams of the reference."""
    rank = np.full(hypothesis.size, -1, dtype=np.int64)
    in_reference, in_hypothesis = shared(reference, hypothesis)
    rank[in_hypothesis] = in_reference
    found = rank >= 0
    follows = found[1:] & found[:-1] & (np.diff(rank) == 1)
    return [found, follows, follows[1:] & follows[:-1]]


def _closest(references: Sequence[Boundaries], hypothesis: Boundaries) -> Boundaries:
    """The reference that matches best in F1, then in number of breaks, then by its place."""

    def likeness(reference: Boundaries) -> tuple[float, int]:
        both = len(reference) + len(hypothesis)
        f1 = 2 * shared(reference.at, hypothesis.at)[0].size / both if both else 0.0
        return f1, -abs(len(reference) - len(hypothesis))

    return max(references, key=likeness)


def _brevity(breaks: int, reference: int) -> float:
    if breaks > reference:
        return 1.0
    if not breaks:
        return 0.0 if reference else nan
    return exp(1 - reference / breaks)


@dataclass(frozen=True)
class Sampled:
    """Scores over repeated draws of the references: a system's, and those of a person left out of them."""

    system: dict[str, Spread]
    human: dict[str, Spread]


def sampled(cases: Sequence[Case], rng: np.random.Generator, *, draws: int = 100, references: int = 5) -> Sampled:
    """The protocol of Lee & Glass, sect. 4.1: in each draw some references and one other annotation per document.

    The system and the person are scored against the same references, pooled over the documents. Generators
    with the same seed draw the same references, so systems can be compared by calling this once for each.
    """
    people = [case.n_references for case in cases]
    refuse_too_few(people, references)
    family = BleuLike()
    rows: tuple[list[dict[str, float]], list[dict[str, float]]] = ([], [])
    for _ in range(draws if cases else 0):
        drawn = draw_people(people, rng, references)
        pairs = list(zip(cases, drawn, strict=True))
        versions = [one.system(case) for case, one in pairs], [one.human(case) for case, one in pairs]
        for row, judged in zip(rows, versions, strict=True):
            counts = [family.count(each) for each in judged]
            row.append(family.score(sum(counts[1:], start=counts[0])))
    system, human = ({key: Spread.of([scores[key] for scores in row]) for key in family.keys} for row in rows)
    return Sampled(system, human)
