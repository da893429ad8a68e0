"""A second look at the places where an alignment by words found differences.

The plain edit distance knows neither that "to day's" is "today's" nor who spoke, and of several least paths
it takes any. Around each difference (two equal words on either side come along, because ties may lie there)
the cheapest path is sought again with one more step, the join, which is no edit. What counts, in this order:

    1. edits
    2. words replaced, and equal words whose speakers do not correspond: so the most equal words win
    3. the size of the joins

Without joins the number of edits cannot change: the plain distance was least already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pausa.align.blocks import Block, difference, merged
from pausa.align.joins import Join, joins

#: Equal words on either side of a difference that are looked at again.
CONTEXT = 2
#: Larger stretches are left as they are: they hold other speech, not other spellings.
_MOST_CELLS = 200_000
_EDIT, _FLAW = 1 << 40, 1 << 20

#: Whether a reference and a hypothesis word come from speakers that do not correspond.
Mismatch = Callable[[int, int], bool]
#: Whether a reference and a hypothesis word are the same.
Same = Callable[[int, int], bool]


def refined(
    blocks: Sequence[Block],
    reference: Sequence[str],
    hypothesis: Sequence[str],
    is_same: Same,
    *,
    with_joins: bool = True,
    mismatch: Mismatch | None = None,
) -> tuple[Block, ...]:
    """Blocks with joins made out, and ties settled in favour of equal words and the same speaker."""
    result: list[Block] = []
    for region, parts in _regions(blocks):
        if region is None:
            result += parts
            continue
        refs = range(region.ref_start, region.ref_stop)
        hyps = range(region.hyp_start, region.hyp_stop)
        if len(refs) * len(hyps) <= _MOST_CELLS:
            found = joins(reference[refs.start : refs.stop], hypothesis[hyps.start : hyps.stop]) if with_joins else []
            if found or _has_ties(parts, is_same, mismatch):
                parts = _path(refs, hyps, is_same, found, mismatch)
        result += parts
    return merged(result)


def _regions(blocks: Sequence[Block]) -> Iterator[tuple[Block | None, list[Block]]]:
    """The blocks in stretches: a difference with its surroundings as one region, sure words as none."""
    parts: list[Block] = []
    for place, block in enumerate(blocks):
        if block.kind != "equal":
            parts.append(block)
            continue
        before = CONTEXT if place else 0
        after = CONTEXT if place + 1 < len(blocks) else 0
        if block.n_ref <= before + after:
            parts.append(block)
            continue
        stop = block.n_ref - after
        head, sure, tail = _part(block, 0, before), _part(block, before, stop), _part(block, stop, block.n_ref)
        yield from _region([*parts, head])
        yield None, [sure]
        parts = [tail]
    yield from _region(parts)


def _region(parts: list[Block]) -> Iterator[tuple[Block | None, list[Block]]]:
    parts = [part for part in parts if part.n_ref or part.n_hyp]
    if all(part.kind == "equal" for part in parts):
        yield None, parts
    else:
        first, last = parts[0], parts[-1]
        yield difference(first.ref_start, last.ref_stop, first.hyp_start, last.hyp_stop), parts


def _part(block: Block, start: int, stop: int) -> Block:
    return Block(
        "equal", block.ref_start + start, block.ref_start + stop, block.hyp_start + start, block.hyp_start + stop
    )


def _has_ties(parts: Sequence[Block], is_same: Same, mismatch: Mismatch | None) -> bool:
    """Whether another path may be as short and better: an equal word was passed over, or is someone else's."""
    refs = [word for part in parts if part.kind != "equal" for word in range(part.ref_start, part.ref_stop)]
    hyps = [word for part in parts if part.kind != "equal" for word in range(part.hyp_start, part.hyp_stop)]
    if any(is_same(ref, hyp) for ref in refs for hyp in hyps):
        return True
    return mismatch is not None and any(
        mismatch(part.ref_start + k, part.hyp_start + k)
        for part in parts
        if part.kind == "equal"
        for k in range(part.n_ref)
    )


@dataclass(frozen=True)
class _Costs:
    """What each step costs within a region; words are numbered from the region's start."""

    refs: range
    hyps: range
    is_same: Same
    mismatch: Mismatch | None
    #: For each place, the sizes of the joins that end there.
    ending: Mapping[tuple[int, int], Sequence[tuple[int, int]]]

    def pair(self, i: int, j: int) -> int:
        """One word over against one word."""
        ref, hyp = self.refs[i], self.hyps[j]
        if not self.is_same(ref, hyp):
            return _EDIT + _FLAW
        return _FLAW if self.mismatch is not None and self.mismatch(ref, hyp) else 0

    def join(self, i: int, j: int, n_ref: int, n_hyp: int) -> int:
        """`n_ref` words from word i over against `n_hyp` from word j."""
        other = self.mismatch is not None and self.mismatch(self.refs[i], self.hyps[j])
        return n_ref + n_hyp + (_FLAW * n_ref if other else 0)

    def table(self) -> list[list[int]]:
        """The least cost to each place, row by row."""
        cost = [[column * _EDIT for column in range(len(self.hyps) + 1)]]
        for i in range(1, len(self.refs) + 1):
            above, row = cost[-1], [i * _EDIT]
            cost.append(row)
            for j in range(1, len(self.hyps) + 1):
                best = min(above[j] + _EDIT, row[j - 1] + _EDIT, above[j - 1] + self.pair(i - 1, j - 1))
                for a, b in self.ending.get((i, j), ()):
                    best = min(best, cost[i - a][j - b] + self.join(i - a, j - b, a, b))
                row.append(best)
        return cost

    def steps_back(self) -> Iterator[Block]:
        """The cheapest path from its end; among equals, edits come as late in the words as they can."""
        cost = self.table()
        i, j = len(self.refs), len(self.hyps)
        while i or j:
            a, b, kind = self._step(cost, i, j)
            bounds = (self.refs.start + i - a, self.refs.start + i, self.hyps.start + j - b, self.hyps.start + j)
            yield difference(*bounds) if kind == "edit" else Block(kind, *bounds)
            i, j = i - a, j - b

    def _step(self, cost: list[list[int]], i: int, j: int) -> tuple[int, int, Literal["edit", "join", "equal"]]:
        here = cost[i][j]
        if i and cost[i - 1][j] + _EDIT == here:
            return 1, 0, "edit"
        if j and cost[i][j - 1] + _EDIT == here:
            return 0, 1, "edit"
        for a, b in self.ending.get((i, j), ()):
            if cost[i - a][j - b] + self.join(i - a, j - b, a, b) == here:
                return a, b, "join"
        return 1, 1, "equal" if self.is_same(self.refs[i - 1], self.hyps[j - 1]) else "edit"


def _path(refs: range, hyps: range, is_same: Same, found: Sequence[Join], mismatch: Mismatch | None) -> list[Block]:
    """The cheapest way through a region, as blocks of one step each."""
    ending: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for ref, n_ref, hyp, n_hyp in found:
        ending.setdefault((ref + n_ref, hyp + n_hyp), []).append((n_ref, n_hyp))
    return list(_Costs(refs, hyps, is_same, mismatch, ending).steps_back())[::-1]
