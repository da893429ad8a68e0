"""Which words of a replaced stretch belong together: among equally cheap pairings, the one most alike in spelling.

    reference    the patient is here          patient~patients, "is" left out
    hypothesis   the patients   here          and not "patient" left out, is~patients

A stretch of s words against h others costs as many edits however its words are paired, one to one and in order. Where
that says nothing, spelling does: the sum of likenesses is greatest. Where no spelling is alike either, the rule for
ends decides (`Block.pairs`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from rapidfuzz.distance import Levenshtein

from pausa.alignment.blocks import Block, Places

#: Larger stretches hold other speech, not other spellings: there is nothing to be alike.
_MOST_CELLS = 20_000

Pairs = tuple[Places, Places]


def unlikeness(left: str, right: str) -> int:
    """How far two spellings are apart, in percent of the longer.

    >>> unlikeness("patient", "patients"), unlikeness("is", "patients"), unlikeness("so", "so")
    (12, 75, 0)
    """
    return round(100 * Levenshtein.normalized_distance(left.casefold(), right.casefold()))


def least_unlikeness(left: Sequence[str], right: Sequence[str]) -> int:
    """The sum over the pairs of two stretches, one to one and in order, that are most alike; 0 where one is empty."""
    if not left or not right:
        return 0
    fewer, more = (left, right) if len(left) <= len(right) else (right, left)
    costs = [[unlikeness(one, other) for other in more] for one in fewer]
    return _total(costs, _cheapest(costs))


def pairs_by_spelling(
    blocks: Iterable[Block], reference: Sequence[str], hypothesis: Sequence[str]
) -> dict[Block, Pairs]:
    """For each replaced block with more words on one side, the pairs most alike; none where the usual ones are."""
    found = {}
    for block in blocks:
        if block.kind != "replace" or block.n_ref == block.n_hyp or block.n_ref * block.n_hyp > _MOST_CELLS:
            continue
        is_long = block.n_ref > block.n_hyp
        seen = block.flipped() if is_long else block
        fewer, more = (hypothesis, reference) if is_long else (reference, hypothesis)
        usual = seen.pairs()
        costs = [
            [unlikeness(fewer[one], more[other]) for other in range(seen.hyp_start, seen.hyp_stop)]
            for one in range(seen.ref_start, seen.ref_stop)
        ]
        chosen = _cheapest(costs)
        rule = (usual[1] - seen.hyp_start).tolist()
        if _total(costs, chosen) >= _total(costs, rule):
            continue
        pair = usual[0], seen.hyp_start + np.asarray(chosen, dtype=np.int64)
        found[block] = pair[::-1] if is_long else pair
    return found


def _total(costs: Sequence[Sequence[int]], chosen: Sequence[int]) -> int:
    return sum(row[place] for row, place in zip(costs, chosen, strict=True))


def _cheapest(costs: Sequence[Sequence[int]]) -> list[int]:
    """A column for each row, rising, so that the sum is least; the first of equals."""
    n_rows, n_columns = len(costs), len(costs[0])
    # least[j]: rows so far in columns before j; a row may stand only where enough columns are left for the others.
    least = [0] * (n_columns + 1)
    taken: list[list[bool]] = []
    for i, row in enumerate(costs):
        new, took = [_NEVER] * (n_columns + 1), [False] * (n_columns + 1)
        for j in range(i + 1, n_columns - (n_rows - 1 - i) + 1):
            here = least[j - 1] + row[j - 1]
            took[j] = here < new[j - 1]
            new[j] = here if took[j] else new[j - 1]
        least, taken = new, [*taken, took]
    chosen, j = [], n_columns
    for i in reversed(range(n_rows)):
        j = min(j, n_columns - (n_rows - 1 - i))
        while not taken[i][j]:
            j -= 1
        j -= 1
        chosen.append(j)
    return chosen[::-1]


_NEVER = 1 << 60
