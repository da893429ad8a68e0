"""The human ceiling: each annotator in turn as hypothesis against the rest, for any family.

    turns = in_turn(case)                                   # one case per annotator
    Slots().score(Slots().count(turns[0]))                  # the first annotator against the others

Edge cases: a single annotator has nobody to be measured against, so there is no turn. A consensus that asked for
all m references asks for all m − 1 that are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pausa.core.errors import OptionError
from pausa.metrics.base import Case


def in_turn(case: Case) -> tuple[Case, ...]:
    """The cases in which each reference is the hypothesis and the others are the references."""
    if case.n_references < 2:
        return ()
    options = case.options
    if options.consensus is not None:
        options = replace(options, consensus=min(options.consensus, case.n_references - 1))
    return tuple(
        replace(
            case,
            references=case.references[:place] + case.references[place + 1 :],
            hypothesis=annotator,
            options=options,
        )
        for place, annotator in enumerate(case.references)
    )


def by_annotator(cases: Sequence[Case]) -> list[list[Case]]:
    """For each annotator, their case in every document; the annotators stand in the same order everywhere."""
    turns = [in_turn(case) for case in cases]
    if len({len(each) for each in turns}) > 1:
        raise OptionError("The documents have different numbers of annotators; measure them apart or complete them.")
    return [list(column) for column in zip(*turns, strict=True)]
