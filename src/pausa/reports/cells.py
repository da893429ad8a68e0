"""The score tables of the report page: cells that carry their signature with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan

from pausa.core.table import UNDEFINED, number
from pausa.metrics import KEYS, METRICS, PER_REFERENCE, described
from pausa.metrics.base import Options
from pausa.metrics.signature import signature
from pausa.workflow.evaluation import Comparison, Evaluation, Result, Score, Standing

#: The scores that everybody looks for, in their order.
CHOSEN = ("wisebe", "f1_rw", "bleu_like", "f1_mean", "consensus_f1", "ser_mean")
#: The other tables: where the scores of each family stand, but for the usual means over the references.
TITLES = {
    "wisebe": "Over the references’ windows",
    "bleulike": "Runs of breaks",
    "consensus": "Against the consensus, and lenient",
    "lenient": "Against the consensus, and lenient",
    "marks": "Marks told apart",
    "calibration": "Calibration",
}
MEANS, FURTHER = "Against each reference, mean", "Further scores"


@dataclass(frozen=True)
class Cell:
    """A number as it is read: its bounds and its mean over recordings where there are any."""

    text: str
    signature: str
    bounds: str = ""
    mean: str = ""
    is_best: bool = False


@dataclass(frozen=True)
class Column:
    """What a column holds; `arrow` points to the better end."""

    name: str
    about: str
    arrow: str
    better: str


@dataclass(frozen=True)
class Block:
    """Rows that belong together: systems, or people."""

    title: str
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


@dataclass(frozen=True)
class Grid:
    """A table of scores."""

    title: str
    columns: tuple[Column, ...]
    blocks: tuple[Block, ...]


def groups() -> dict[str, tuple[str, ...]]:
    """The other tables, in their order: a title and the scores in each. Every score has its place in one of them."""
    made: dict[str, tuple[str, ...]] = dict.fromkeys((MEANS, *TITLES.values(), FURTHER), ())
    for family in METRICS:
        for key in (key for key, about in KEYS.items() if about.family == family):
            is_mean = key.endswith("_mean") and KEYS[key].is_usual
            made[MEANS if is_mean else TITLES.get(family, FURTHER)] += (key,)
    return made


def grids(evaluation: Evaluation) -> list[Grid]:
    """The table of chosen scores, then one for each group of all scores; what was not worked out is left out."""
    scored = (*evaluation.systems, *evaluation.humans)
    there = scored[0].scores if scored else {}
    wanted = {"Scores": CHOSEN if any(key in there for key in CHOSEN) else tuple(there), **groups()}
    return [
        _grid(title, [key for key in keys if key in there], evaluation)
        for title, keys in wanted.items()
        if any(key in there for key in keys)
    ]


def _grid(title: str, keys: Sequence[str], evaluation: Evaluation) -> Grid:
    several = len(evaluation.documents) > 1
    blocks = []
    if evaluation.systems:
        best = {key: _best(evaluation.systems, key) for key in keys}
        blocks.append(Block("Systems", _rows(evaluation.systems, keys, best, several)))
    beside = [system for system in evaluation.systems if system.loo]
    if beside:
        rows = tuple((each.name, tuple(_beside(each.loo[key]) for key in keys)) for each in beside)
        blocks.append(Block("Systems beside people, one person left out at a time", rows))
    if evaluation.humans:
        others = len(evaluation.references) - 1
        against = "the other" if others == 1 else f"the other {others}"
        if len({len(trial.references) for trial in evaluation.panel}) > 1:
            against = "the others of each recording"
        blocks.append(Block(f"People, each against {against}", _rows(evaluation.humans, keys, {}, several)))
    return Grid(title, tuple(column(key) for key in keys), tuple(blocks))


def _beside(standing: Standing) -> Cell:
    """A system's score against the references that people have, and how it stands to theirs."""
    return Cell(
        text=number(standing.value),
        signature=standing.signature,
        mean=f"{standing.verdict} people" if standing.verdict else "",
    )


def column(key: str) -> Column:
    """The heading of a score."""
    known = described(key)
    better = "higher is better" if known.higher_is_better else "lower is better"
    return Column(known.name, known.about, "↑" if known.higher_is_better else "↓", better)


def _rows(
    group: Sequence[Result], keys: Sequence[str], best: Mapping[str, float | None], several: bool
) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    return tuple((each.name, tuple(_cell(each.scores[key], best.get(key), several) for key in keys)) for each in group)


def _cell(score: Score, best: float | None, several: bool) -> Cell:
    has_bounds = not isnan(score.low) and not isnan(score.high)
    left_out = f" ({score.left_out} left out)" if score.left_out and not isnan(score.mean) else ""
    return Cell(
        text=number(score.value),
        signature=score.signature,
        bounds=f"{number(score.low)} – {number(score.high)}" if has_bounds else "",
        mean=f"mean {number(score.mean)}{left_out}" if several else "",
        is_best=best is not None and score.value == best,
    )


def _best(systems: Sequence[Result], key: str) -> float | None:
    """The best pooled value; none where there is nothing to choose from, or all are equal."""
    values = [system.scores[key].value for system in systems if not isnan(system.scores[key].value)]
    if len(systems) < 2 or not values or (min(values) == max(values) and len(values) == len(systems)):
        return None
    return max(values) if described(key).higher_is_better else min(values)


def reference_grid(title: str, group: Sequence[Result], options: Options, *, of_marks: bool = False) -> Grid | None:
    """Every system (or person) against each reference, marks apart; None where there is nobody, or no such score."""
    if not group or not group[0].per_reference:
        return None
    known = [key for key in PER_REFERENCE if key in group[0].per_reference[0].scores]
    keys = [key for key in known if (PER_REFERENCE[key].family == "marks") == of_marks]
    if not keys:
        return None
    signed = {key: signature(key, options, 1) for key in keys}
    blocks = tuple(
        Block(
            each.name,
            tuple(
                (
                    row.name,
                    tuple(Cell(number(row[key], digits=1 if key == "nist_su" else 3), signed[key]) for key in keys),
                )
                for row in each.per_reference
            ),
        )
        for each in group
    )
    return Grid(title, tuple(column(key) for key in keys), blocks)


@dataclass(frozen=True)
class TestLine:
    """A line of the table of tests; `is_real` where p is below .05."""

    test: str
    systems: str
    metric: str
    difference: str
    p: str
    signature: str
    is_real: bool
    is_chosen: bool


def comparisons(evaluation: Evaluation) -> list[TestLine]:
    """The tests, as lines to be read."""
    return [_test_line(each) for each in evaluation.comparisons]


def _test_line(each: Comparison) -> TestLine:
    is_score = each.metric in KEYS
    return TestLine(
        test={"paired-bs": "paired bootstrap", "paired-ar": "approximate randomisation", "sign": "sign test"}[
            each.test
        ],
        systems=f"{each.system} − {each.baseline}",
        metric=described(each.metric).name if is_score else each.metric,
        difference=_signed(each.difference, 3 if is_score else 0),
        p="< 0.001" if each.p < 0.001 else number(each.p),
        signature=each.signature,
        is_real=each.p < 0.05,
        is_chosen=not is_score or each.metric in CHOSEN,
    )


def _signed(value: float, digits: int) -> str:
    """A difference with its sign, a real minus.

    >>> _signed(-0.0123, 3), _signed(4.0, 0)
    ('−0.012', '+4')
    """
    return UNDEFINED if isnan(value) else f"{value:+.{digits}f}".replace("-", "−")
