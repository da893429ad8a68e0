"""How often is a system that is as good as people called above or below them?

A part of `python -m benchmarks coverage`. Transcripts and people are made as for `flags`. The system is as good as
people are: the rates at which it finds and adds ends are drawn like theirs, anew for each recording (`alike`); or every
person keeps rates of their own in all recordings, and the system has those of the average person (`various`). A third
system finds fewer ends than people do (`worse`), which ought to be told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks.flags import Rates, draw_annotation, draw_rates, draw_transcript
from pausa.core.segmentation import Segmentation
from pausa.core.table import Table
from pausa.metrics.base import Options, case
from pausa.workflow.evaluation import Request
from pausa.workflow.scoring import Scorer
from pausa.workflow.standing import seat, stand, take_turns

PEOPLE = (3, 5)
KINDS = ("alike", "various", "worse")
KEY = "f1_mean"
#: What the average person finds and adds, and what the worse system finds.
AVERAGE = Rates(found=0.85, added=0.1)
WORSE = Rates(found=0.75, added=0.1)
_SENTENCES = 60


def draw_panel(
    rng: np.random.Generator, recordings: int, people: int, kind: str
) -> tuple[list[list[Segmentation]], list[Segmentation]]:
    """What people and a system marked in so many recordings."""
    own = [draw_rates(rng) for _ in range(people)]
    references, hypotheses = [], []
    for _ in range(recordings):
        truth = draw_transcript(rng, max(5, round(float(np.exp(rng.normal(np.log(_SENTENCES), 0.5))))))
        rates = own if kind == "various" else [draw_rates(rng) for _ in range(people)]
        system = {"alike": draw_rates(rng), "various": AVERAGE, "worse": WORSE}[kind]
        references.append([draw_annotation(rng, truth, each) for each in rates])
        hypotheses.append(draw_annotation(rng, truth, system))
    return references, hypotheses


def judge(references: Sequence[Sequence[Segmentation]], hypotheses: Sequence[Segmentation]) -> tuple[str, float]:
    """The verdict on a system beside people, and its difference from them in F1."""
    scorer = Scorer(Request(metrics=(KEY,)))
    names = [tuple(f"person {number}" for number in range(len(each))) for each in references]
    pairs = zip(references, hypotheses, strict=True)
    _, cases = seat([case(people, system, options=Options()) for people, system in pairs], names)
    found = stand(scorer, scorer.count("system", cases), take_turns(scorer, cases, names))[KEY]
    return found.verdict, found.difference


def count_verdicts(recordings: int, people: int, kind: str, repeats: int, rng: np.random.Generator) -> dict[str, Any]:
    """The shares of `above`, `within` and `below`, and the mean difference."""
    judged = [judge(*draw_panel(rng, recordings, people, kind)) for _ in range(repeats)]
    counts = Counter(verdict for verdict, _ in judged)
    shares = {verdict: counts[verdict] / repeats for verdict in ("above", "within", "below")}
    return {**shares, "difference": float(np.mean([difference for _, difference in judged]))}


def tabulate(figures: dict[str, Any], repeats: int) -> Table:
    """How often each verdict falls, by the number of recordings and people."""
    header = ("recordings", "people", "alike: above", "below", "various: above", "below", "worse: above", "below")
    rows = tuple(
        (size, people, *(f"{found[kind][verdict]:.3f}" for kind in KINDS for verdict in ("above", "below")))
        for size, each in figures.items()
        for people, found in each.items()
    )
    apart = {
        kind: np.mean([found[kind]["difference"] for each in figures.values() for found in each.values()])
        for kind in KINDS
    }
    told = ", ".join(f"{value:+.3f} ({kind})" for kind, value in apart.items())
    return Table(
        "how often a system is called above or below people",
        header,
        rows,
        f"{repeats} made panels each, by F1; mean difference from people {told}",
    )
