"""Like with like: each annotator in turn as hypothesis against the rest, and systems against the same rest.

    turns = in_turn(case)                                   # one case per annotator
    Slots().score(Slots().count(turns[0]))                  # the first annotator against the others
    leave_out(case, 0)                                      # the case's own hypothesis against those others

A fold leaves one person out of every document that they and somebody else have annotated. Thresholds that depend on
the number of references (the consensus) are those of the whole panel, for people and systems alike; a consensus that
asked for all m references asks for all m − 1 that are left.

Edge cases: a single annotator has nobody to be measured against, so there is no turn and no fold. Of two, each is
measured against one reference, and what needs two (WiSeBE's agreement ratio) is undefined.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pausa.metrics.base import Case
from pausa.metrics.consensus import enough


def leave_out(case: Case, place: int) -> Case:
    """The case without one of its references, marked as a leave-one-out."""
    needed = min(enough(case.options, case.n_references), case.n_references - 1)
    return replace(
        case,
        references=case.references[:place] + case.references[place + 1 :],
        seats=case.seats[:place] + case.seats[place + 1 :],
        options=replace(case.options, humans="loo", consensus=needed),
    )


def in_turn(case: Case) -> tuple[Case, ...]:
    """The cases in which each reference is the hypothesis and the others are the references."""
    if case.n_references < 2:
        return ()
    return tuple(
        replace(leave_out(case, place), hypothesis=annotator, probabilities=None)
        for place, annotator in enumerate(case.references)
    )


@dataclass(frozen=True)
class Fold:
    """One person left out: in which documents, at which place among the references of each, and who is left there."""

    person: str
    documents: tuple[int, ...]
    places: tuple[int, ...]
    others: tuple[tuple[str, ...], ...]


def folds(people: Sequence[Sequence[str]]) -> list[Fold]:
    """A fold for everybody who shares a document with somebody; `people` are those of each document.

    >>> [(fold.person, fold.documents) for fold in folds([("ann", "ben"), ("ben",), ("cid", "ben")])]
    [('ann', (0,)), ('ben', (0, 2)), ('cid', (2,))]
    """
    made = []
    for person in dict.fromkeys(name for names in people for name in names):
        there = [(number, names) for number, names in enumerate(people) if person in names and len(names) > 1]
        if there:
            places = tuple(list(names).index(person) for _, names in there)
            others = tuple(tuple(name for name in names if name != person) for _, names in there)
            made.append(Fold(person, tuple(number for number, _ in there), places, others))
    return made
