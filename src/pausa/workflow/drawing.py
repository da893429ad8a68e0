"""Scores over repeated draws of the references, for systems and for a person who is drawn with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import add

import numpy as np

from pausa.metrics.base import Case, Spread
from pausa.metrics.drawn import Draw, draw_people, read_protocol, refuse_too_few
from pausa.workflow.evaluation import DrawnScore, DrawnScores, Protocol
from pausa.workflow.scoring import Scorer, Tally, sign

HUMAN = "human"


def follow_protocol(scorer: Scorer, panel: Sequence[Case], tallies: Sequence[Tally]) -> Protocol | None:
    """Everybody's scores by the protocol asked for; None where none is.

    `panel` are people among themselves, whose places are those of the references in every system's cases.
    """
    asked = scorer.request
    if not asked.protocol:
        return None
    references = read_protocol(asked.protocol)
    people = [case.n_references for case in panel]
    refuse_too_few(people, references)
    rng = np.random.default_rng(asked.seed)
    draws = [draw_people(people, rng, references) for _ in range(asked.protocol_draws)]
    human = _drawn(scorer, [[one.human(case) for one, case in zip(draw, panel, strict=True)] for draw in draws])
    systems = {tally.name: _drawn(scorer, [_for_system(draw, tally) for draw in draws]) for tally in tallies}
    return Protocol(
        references=references,
        draws=asked.protocol_draws,
        seed=asked.seed,
        human=DrawnScores(HUMAN, human),
        systems=tuple(DrawnScores(name, found) for name, found in systems.items()),
    )


def _for_system(draw: Sequence[Draw], tally: Tally) -> list[Case]:
    return [one.system(case) for one, case in zip(draw, tally.cases, strict=True)]


def _drawn(scorer: Scorer, versions: Sequence[Sequence[Case]]) -> Mapping[str, DrawnScore]:
    """Mean and spread over the draws, each pooled over the recordings."""
    asked = scorer.request
    conditions = {"draws": str(asked.protocol_draws), "seed": str(asked.seed)}
    versions = [[_named(case, asked.protocol) for case in cases] for cases in versions]
    found: dict[str, DrawnScore] = {}
    for family in scorer.families:
        wanted = [key for key in family.keys if key in asked.metrics]
        if not wanted:
            continue
        rows = [family.score(reduce(add, (family.count(case) for case in cases))) for cases in versions]
        for key in wanted:
            spread = Spread.of([row[key] for row in rows])
            found[key] = DrawnScore(spread.mean, spread.sd, spread.n, sign(key, versions[0], conditions))
    return {key: found[key] for key in asked.metrics}


def _named(case: Case, protocol: str) -> Case:
    """The case with how its references came about."""
    return replace(case, options=replace(case.options, humans=protocol))
