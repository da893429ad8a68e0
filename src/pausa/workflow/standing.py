"""Systems beside people, like with like: both against the same references, one person left out at a time.

In each fold a person is left out of the recordings that they share with others; that person and every system are
scored against those who are left. What stands side by side are the means over the folds. The interval of the
difference is Student's t around the mean of the folds' differences: its variance is that between folds (people) and,
with several recordings, that of leaving out one recording at a time (jack-knife), the degrees of freedom are
Satterthwaite's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import isnan, nan
from operator import add

from pausa.metrics import described
from pausa.metrics.base import Case, Counts, Family, mean
from pausa.metrics.humans import Fold, folds, in_turn, leave_out
from pausa.stats.student import margin
from pausa.workflow.evaluation import Result, Standing
from pausa.workflow.scoring import Scorer, Tally

#: A family's counts in each recording of a fold.
Rows = Sequence[Counts]


@dataclass(frozen=True)
class People:
    """Everybody's turn: the folds, and in each what the person left out has counted."""

    folds: tuple[Fold, ...]
    tallies: tuple[Tally, ...]
    results: tuple[Result, ...]


def take_turns(scorer: Scorer, cases: Sequence[Case], people: Sequence[Sequence[str]]) -> People:
    """Each person in turn as hypothesis against the others of the same recordings."""
    made = folds(people)
    tallies, results = [], []
    for fold in made:
        turns = [in_turn(cases[number])[place] for number, place in zip(fold.documents, fold.places, strict=True)]
        others, seated = seat(turns, fold.others)
        tallies.append(scorer.count(fold.person, seated))
        results.append(scorer.score(tallies[-1], others))
    return People(tuple(made), tuple(tallies), tuple(results))


def seat(cases: Sequence[Case], people: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], list[Case]]:
    """Everybody in these recordings, and the cases with a place for each of them."""
    everyone = tuple(dict.fromkeys(name for names in people for name in names))
    if all(tuple(names) == everyone for names in people):
        return everyone, [replace(case, seats=(), n_seats=0) for case in cases]
    everyone = tuple(sorted(everyone))
    place = {name: number for number, name in enumerate(everyone)}
    return everyone, [
        replace(case, seats=tuple(place[name] for name in names), n_seats=len(everyone))
        for case, names in zip(cases, people, strict=True)
    ]


def stand(scorer: Scorer, system: Tally, people: People) -> dict[str, Standing]:
    """A system's scores in the same folds, with people's beside them and a verdict."""
    found: dict[str, Standing] = {}
    left = [_leave_out(system, fold) for fold in people.folds]
    for family in scorer.families:
        wanted = [key for key in family.keys if key in scorer.request.metrics]
        if not wanted or not left:
            continue
        ours = [_count(family, system, fold, cases) for fold, cases in zip(people.folds, left, strict=True)]
        theirs = [tally.counts[family.name] for tally in people.tallies]
        signed = Tally(system.name, tuple(case for cases in left for case in cases), {family.name: _chain(ours)})
        swings = _swings(family, ours, theirs, people.folds)
        for key in wanted:
            found[key] = _standing(key, family, ours, theirs, swings, scorer.sign(key, family, signed))
    return {key: found[key] for key in scorer.request.metrics if key in found}


def _leave_out(system: Tally, fold: Fold) -> list[Case]:
    return [leave_out(system.cases[number], place) for number, place in zip(fold.documents, fold.places, strict=True)]


def _count(family: Family, system: Tally, fold: Fold, cases: Sequence[Case]) -> list[Counts]:
    if not family.is_per_reference:
        return [family.count(case) for case in cases]
    counted = []
    for number, place in zip(fold.documents, fold.places, strict=True):
        seats = system.cases[number].seats
        counted.append(system.counts[family.name][number].without(seats[place] if seats else place))
    return counted


def _chain(rows: Sequence[Rows]) -> tuple[Counts, ...]:
    return tuple(counts for each in rows for counts in each)


def _standing(
    key: str, family: Family, ours: Sequence[Rows], theirs: Sequence[Rows], swings: Mapping[str, list[float]], sign: str
) -> Standing:
    own, people = ([family.score(reduce(add, rows))[key] for rows in side] for side in (ours, theirs))
    apart = [a - b for a, b in zip(own, people, strict=True) if not isnan(a - b)]
    difference = mean(apart)
    half = _half_width(apart, swings.get(key, []))
    return Standing(
        value=mean(own),
        mean=mean([mean([family.score(counts)[key] for counts in rows]) for rows in ours]),
        people=mean(people),
        difference=difference,
        low=difference - half,
        high=difference + half,
        verdict=_verdict(difference - half, difference + half, described(key).higher_is_better),
        folds=tuple(own),
        signature=sign,
    )


def _half_width(apart: Sequence[float], swings: Sequence[float]) -> float:
    """Half the interval: from the differences of the folds, and of the corpus without each recording."""
    if len(apart) < 2:
        return nan
    parts = [(sum((value - mean(apart)) ** 2 for value in apart) / (len(apart) - 1) / len(apart), len(apart) - 1)]
    known = [value for value in swings if not isnan(value)]
    if len(known) > 1:
        spread = sum((value - mean(known)) ** 2 for value in known) * (len(known) - 1) / len(known)
        parts.append((spread, len(known) - 1))
    variance = sum(part for part, _ in parts)
    if variance <= 0:
        return 0.0
    freedom = variance**2 / sum(part**2 / degrees for part, degrees in parts)
    return margin(variance, freedom)


def _swings(
    family: Family, ours: Sequence[Rows], theirs: Sequence[Rows], made: Sequence[Fold]
) -> dict[str, list[float]]:
    """The mean difference of the folds without each recording in turn, for every key; nothing for one recording."""
    recordings = sorted({number for fold in made for number in fold.documents})
    if len(recordings) < 2:
        return {}
    whole = [tuple(reduce(add, rows) for rows in pair) for pair in zip(ours, theirs, strict=True)]
    full = [_apart(family, *pair) for pair in whole]
    found: dict[str, list[float]] = {key: [] for key in family.keys}
    for number in recordings:
        rows = []
        for place, fold in enumerate(made):
            if number not in fold.documents:
                rows.append(full[place])
            elif len(fold.documents) > 1:
                at = fold.documents.index(number)
                rows.append(_apart(family, whole[place][0] - ours[place][at], whole[place][1] - theirs[place][at]))
        for key in family.keys:
            found[key].append(mean([row[key] for row in rows]))
    return found


def _apart(family: Family, ours: Counts, theirs: Counts) -> dict[str, float]:
    own, people = family.score(ours), family.score(theirs)
    return {key: own[key] - people[key] for key in family.keys}


def _verdict(low: float, high: float, higher_is_better: bool) -> str:
    if isnan(low) or isnan(high):
        return ""
    if not higher_is_better:
        low, high = -high, -low
    return "above" if low > 0 else "below" if high < 0 else "within"
