"""A second look at the places where an alignment by words found differences.

The plain edit distance knows neither that "to day's" is "today's" nor who spoke, and of several least paths
it takes any. Around each difference (two equal words on either side come along, because ties may lie there)
the cheapest path is sought again with one more step, the join, which is no edit. What counts, in this order:

    1. edits
    2. words replaced, and equal words whose speakers do not correspond: so the most equal words win
    3. the size of the joins: two small ones are better than a large one
    4. how far words replaced are from each other in spelling: "patients" for "patient" rather than for "is"

Without joins the number of edits cannot change: the plain distance was least already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pausa.alignment.blocks import Block, difference, merged
from pausa.alignment.joins import Join, joins
from pausa.alignment.spelling import least_unlikeness, unlikeness

#: Equal words on either side of a difference that are looked at again.
CONTEXT = 2
#: Larger stretches are left as they are: they hold other speech, not other spellings.
_MOST_CELLS = 200_000
_EDIT, _FLAW, _JOIN = 1 << 60, 1 << 40, 1 << 20

#: Whether a reference and a hypothesis word come from speakers that do not correspond.
Mismatch = Callable[[int, int], bool]


@dataclass(frozen=True)
class Wording:
    """What two sides say: the words themselves, and numbers that are equal where words count as equal."""

    reference: Sequence[str]
    hypothesis: Sequence[str]
    left: Sequence[int]
    right: Sequence[int]
    mismatch: Mismatch | None = None


def refined(blocks: Sequence[Block], wording: Wording, *, with_joins: bool = True) -> tuple[Block, ...]:
    """Blocks with joins made out, and ties settled in favour of equal words and the same speaker."""
    result: list[Block] = []
    for parts in _stretches(blocks):
        result += _settled(parts, wording, with_joins)
    return merged(result)


def _settled(parts: list[Block], wording: Wording, with_joins: bool) -> list[Block]:
    """A stretch of blocks on a better path, if there is one."""
    if all(part.kind == "equal" for part in parts):
        return parts
    refs = range(parts[0].ref_start, parts[-1].ref_stop)
    hyps = range(parts[0].hyp_start, parts[-1].hyp_stop)
    if len(refs) * len(hyps) > _MOST_CELLS:
        return parts
    found: list[Join] = []
    if with_joins:
        found = joins(wording.reference[refs.start : refs.stop], wording.hypothesis[hyps.start : hyps.stop])
    tied = bool(found) or _has_ties(parts, wording)
    if not tied and not _may_be_spelled_better(parts, wording):
        return parts
    ending: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for ref, n_ref, hyp, n_hyp in found:
        ending.setdefault((ref + n_ref, hyp + n_hyp), []).append((n_ref, n_hyp))
    paths = _Paths(refs, hyps, wording, ending)
    # Where spelling alone may tell, another path has to be better: of equals the first one stays.
    if not tied and paths.costs()[-1][-1] >= _cost(parts, wording):
        return parts
    return list(paths.steps_back())[::-1]


def _stretches(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """The blocks in stretches: differences with what is near them, and the sure words between, apart."""
    parts: list[Block] = []
    for place, block in enumerate(blocks):
        before = CONTEXT if place else 0
        stop = block.n_ref - (CONTEXT if place + 1 < len(blocks) else 0)
        if block.kind != "equal" or stop <= before:
            parts.append(block)
            continue
        if before:
            yield [*parts, _part(block, 0, before)]
        yield [_part(block, before, stop)]
        parts = [_part(block, stop, block.n_ref)] if stop < block.n_ref else []
    if parts:
        yield parts


def _part(block: Block, start: int, stop: int) -> Block:
    ref, hyp = block.ref_start, block.hyp_start
    return Block("equal", ref + start, ref + stop, hyp + start, hyp + stop)


def _has_ties(parts: Sequence[Block], wording: Wording) -> bool:
    """Whether another path may be as short and better: an equal word was passed over, or is someone else's."""
    left, right, mismatch = wording.left, wording.right, wording.mismatch
    passed_over: set[int] = set()
    also: set[int] = set()
    for part in parts:
        if part.kind != "equal":
            passed_over.update(left[part.ref_start : part.ref_stop])
            also.update(right[part.hyp_start : part.hyp_stop])
    if passed_over & also:
        return True
    return mismatch is not None and any(
        mismatch(part.ref_start + k, part.hyp_start + k)
        for part in parts
        if part.kind == "equal"
        for k in range(part.n_ref)
    )


def _may_be_spelled_better(parts: Sequence[Block], wording: Wording) -> bool:
    """Whether words were replaced, and one that was left out or put in is also among the equal ones beside."""
    if not any(part.kind == "replace" and part.n_ref != part.n_hyp for part in parts):
        return False
    kept = {word for part in parts if part.is_match for word in wording.left[part.ref_start : part.ref_stop]}
    changed = [part for part in parts if not part.is_match]
    return any(
        not kept.isdisjoint(words)
        for part in changed
        for words in (wording.left[part.ref_start : part.ref_stop], wording.right[part.hyp_start : part.hyp_stop])
    )


def _cost(parts: Sequence[Block], wording: Wording) -> int:
    """What a path costs that goes along these blocks, words within them paired as they are most alike."""
    total = 0
    for part in parts:
        refs, hyps = range(part.ref_start, part.ref_stop), range(part.hyp_start, part.hyp_stop)
        if part.is_match:
            mismatch = wording.mismatch
            total += _FLAW * sum(mismatch is not None and mismatch(*pair) for pair in zip(refs, hyps, strict=True))
            continue
        pairs = least_unlikeness([wording.reference[ref] for ref in refs], [wording.hypothesis[hyp] for hyp in hyps])
        total += _EDIT * max(len(refs), len(hyps)) + _FLAW * min(len(refs), len(hyps)) + pairs
    return total


@dataclass(frozen=True)
class _Paths:
    """The ways through a stretch; places in it are counted from its start."""

    refs: range
    hyps: range
    wording: Wording
    #: For each place, the sizes of the joins that end there.
    ending: Mapping[tuple[int, int], Sequence[tuple[int, int]]]

    def costs(self) -> list[list[int]]:
        """The least cost to each place, row by row."""
        mismatch = self.wording.mismatch
        right = self.wording.right[self.hyps.start : self.hyps.stop]
        costs = [[column * _EDIT for column in range(len(right) + 1)]]
        for i, ref in enumerate(self.refs, start=1):
            word, above, here = self.wording.left[ref], costs[-1], i * _EDIT
            row = [here]
            costs.append(row)
            for j, other in enumerate(right, start=1):
                pair = above[j - 1]
                if word != other:
                    pair += _EDIT + _FLAW + self._unlikeness(ref, self.hyps[j - 1])
                elif mismatch is not None and mismatch(ref, self.hyps[j - 1]):
                    pair += _FLAW
                here = min(pair, above[j] + _EDIT, here + _EDIT)
                for size in self.ending.get((i, j), ()):
                    here = min(here, self._join(costs, i, j, *size))
                row.append(here)
        return costs

    def steps_back(self) -> Iterator[Block]:
        """The cheapest path from its end; among equals, edits come as late in the words as they can."""
        costs = self.costs()
        i, j = len(self.refs), len(self.hyps)
        while i or j:
            n_ref, n_hyp, kind = self._step(costs, i, j)
            ref, hyp = self.refs.start + i, self.hyps.start + j
            bounds = (ref - n_ref, ref, hyp - n_hyp, hyp)
            yield difference(*bounds) if kind == "edit" else Block(kind, *bounds)
            i, j = i - n_ref, j - n_hyp

    def _step(self, costs: list[list[int]], i: int, j: int) -> tuple[int, int, Literal["edit", "join", "equal"]]:
        here = costs[i][j]
        if i and costs[i - 1][j] + _EDIT == here:
            return 1, 0, "edit"
        if j and costs[i][j - 1] + _EDIT == here:
            return 0, 1, "edit"
        for n_ref, n_hyp in self.ending.get((i, j), ()):
            if self._join(costs, i, j, n_ref, n_hyp) == here:
                return n_ref, n_hyp, "join"
        same = self.wording.left[self.refs[i - 1]] == self.wording.right[self.hyps[j - 1]]
        return 1, 1, "equal" if same else "edit"

    def _join(self, costs: list[list[int]], i: int, j: int, n_ref: int, n_hyp: int) -> int:
        """The cost to a place by a join of that size."""
        mismatch, i, j = self.wording.mismatch, i - n_ref, j - n_hyp
        flawed = mismatch is not None and mismatch(self.refs[i], self.hyps[j])
        return costs[i][j] + _JOIN * n_ref * n_hyp + (_FLAW * n_ref if flawed else 0)

    def _unlikeness(self, ref: int, hyp: int) -> int:
        return unlikeness(self.wording.reference[ref], self.wording.hypothesis[hyp])
