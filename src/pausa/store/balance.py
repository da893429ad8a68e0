"""Who gets which transcript: k people each, nobody much more than another, begun work never moved.

    changes = balanced(words={1: 900, 2: 400}, people=[7, 8, 9], held=[], per_transcript=2)

A load is counted in words. First every transcript that lacks people gets those with the least to do; then, where
one person has much more than another, untouched transcripts move over, as few as bring the two closer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Held:
    """A transcript that a person has.

    `begun` work stays where it is. What does not `count` (excluded, or left undone by somebody who is gone) does not
    fill a place, but its person does not get the transcript again.
    """

    transcript: int
    person: int
    begun: bool = False
    counts: bool = True


@dataclass(frozen=True)
class Changes:
    """Pairs of transcript and person to be added and to be taken away."""

    add: tuple[tuple[int, int], ...]
    remove: tuple[tuple[int, int], ...]


def balanced(words: Mapping[int, int], people: Sequence[int], held: Sequence[Held], *, per_transcript: int) -> Changes:
    """The changes that fill every place and even out the loads."""
    before = {(one.transcript, one.person) for one in held}
    table = _Table(words, people, held)
    for transcript in sorted(words):
        table.fill(transcript, per_transcript)
    table.level()
    after = table.pairs()
    return Changes(tuple(sorted(after - before)), tuple(sorted(before - after)))


class _Table:
    """Who has what while it is being worked out."""

    def __init__(self, words: Mapping[int, int], people: Sequence[int], held: Sequence[Held]) -> None:
        self.words = words
        self.load = dict.fromkeys(people, 0)
        self.fixed = {(one.transcript, one.person): one.counts for one in held if one.begun or not one.counts}
        self.loose: dict[int, set[int]] = {transcript: set() for transcript in words}
        for one in held:
            if (one.transcript, one.person) not in self.fixed and one.person in self.load:
                self.loose[one.transcript].add(one.person)
        for transcript, person in self.pairs():
            if person in self.load:
                self.load[person] += words[transcript]
        self.filled = dict.fromkeys(words, 0)
        for (transcript, _), counts in self.fixed.items():
            self.filled[transcript] += counts

    def pairs(self) -> set[tuple[int, int]]:
        return set(self.fixed) | {(transcript, person) for transcript, who in self.loose.items() for person in who}

    def may_have(self, transcript: int, person: int) -> bool:
        return person not in self.loose[transcript] and (transcript, person) not in self.fixed

    def fill(self, transcript: int, wanted: int) -> None:
        """Give the transcript to those with the least to do until it has enough people, or take it from some."""
        missing = wanted - self.filled[transcript] - len(self.loose[transcript])
        for person in sorted(self.loose[transcript], key=lambda one: (-self.load[one], -one))[: max(0, -missing)]:
            self._take(transcript, person)
        free = sorted(
            (one for one in self.load if self.may_have(transcript, one)), key=lambda one: (self.load[one], one)
        )
        for person in free[: max(0, missing)]:
            self._give(transcript, person)

    def level(self) -> None:
        """Move untouched transcripts from the busiest to those with the least, while that brings the two closer."""
        moved = True
        while moved:
            moved = any(self._move_from(person) for person in sorted(self.load, key=lambda one: (-self.load[one], one)))

    def _move_from(self, busy: int) -> bool:
        own = [transcript for transcript, who in self.loose.items() if busy in who and self.words[transcript]]
        smallest = min((self.words[transcript] for transcript in own), default=0)
        for idle in sorted(self.load, key=lambda one: (self.load[one], one)):
            gap = self.load[busy] - self.load[idle]
            if gap <= smallest:
                return False  # those who come next have even more to do
            fitting = [one for one in own if self.may_have(one, idle) and self.words[one] < gap]
            if fitting:
                best = min(fitting, key=lambda one: (abs(gap - 2 * self.words[one]), one))
                self._take(best, busy)
                self._give(best, idle)
                return True
        return False

    def _give(self, transcript: int, person: int) -> None:
        self.loose[transcript].add(person)
        self.load[person] += self.words[transcript]

    def _take(self, transcript: int, person: int) -> None:
        self.loose[transcript].discard(person)
        self.load[person] -= self.words[transcript]
