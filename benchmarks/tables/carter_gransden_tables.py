"""The tables, figures and verdicts of the Carter & Gransden benchmark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.findings import Findings
from pausa.core.table import UNDEFINED, Table, number
from pausa.metrics.base import Options
from pausa.metrics.signature import signature
from pausa.metrics.slots import slot_scores
from pausa.models.bayes.weights import FACTORS, METHODS
from pausa.training.bayes.folds import Outcome, compare

Outcomes = Mapping[int, Outcome]


@dataclass(frozen=True)
class Measured:
    """One recogniser's outcomes by condition and method, and those of the variants."""

    outcomes: Mapping[str, Outcomes]
    pruned: Mapping[str, Outcomes]
    silent: Mapping[str, Outcome]
    more: Mapping[str, Outcomes]
    own: float | None


def findings(
    found: Mapping[str, Measured],
    sizes: Sequence[Mapping[str, float]],
    domains: Mapping[str, Outcomes],
    problems: Sequence[str],
) -> Findings:
    """All tables, with what they mean."""
    return Findings(
        "Carter & Gransden, methods 0–3, on Earnings-21",
        (
            _table_1(found),
            _domains(domains),
            _weights(found),
            _without_pauses(found),
            _pruned(found),
            _sizes(sizes),
            _more_text(found),
        ),
        {
            "recognisers": {name: _figures(each) for name, each in found.items()},
            "table_sizes": [dict(each) for each in sizes],
            "domains": {
                name: {str(method): _plain(each) for method, each in of.items()} for name, of in domains.items()
            },
        },
        (
            *_verdicts(found),
            *(f"signature: {signature('f1_mean', _options(condition), 1)}" for condition in ("rec", "inc", "ref")),
            f"bad rows in {len(problems)} files" if problems else "no bad rows",
        ),
    )


def _table_1(found: Mapping[str, Measured]) -> Table:
    rows = [
        (condition.upper() if condition == "inc" else condition.title(), name, *_marked(each.outcomes[condition]))
        for condition in ("rec", "inc", "ref")
        for name, each in found.items()
    ]
    rows += [("Rec", f"{name}, its own marks", *[""] * 3, number(each.own)) for name, each in found.items() if each.own]
    return Table(
        "F1 by condition, recogniser and method",
        ("data set", "words of", *(f"method {method}" for method in METHODS)),
        tuple(rows),
        "**bold** significantly better, *italics* significantly worse than method 2 (sign test, p < .05); "
        "own marks stand in the last column",
    )


def _domains(domains: Mapping[str, Outcomes]) -> Table:
    return Table(
        "Corpora whose own words have times: everything from the other four parts",
        ("corpus", *(f"method {method}" for method in METHODS)),
        tuple((name, *_marked(outcomes)) for name, outcomes in domains.items()),
    )


def _marked(outcomes: Outcomes) -> list[str]:
    """F1 of each method, dressed by the sign test against method 2."""
    cells = []
    for outcome in outcomes.values():
        test = compare(outcomes[2], outcome)
        cell = number(outcome.f1)
        if test.significant():
            cell = f"**{cell}**" if test.second_right > test.first_right else f"*{cell}*"
        cells.append(cell)
    return cells


def _weights(found: Mapping[str, Measured]) -> Table:
    rows = []
    for name, each in found.items():
        for condition, outcomes in each.outcomes.items():
            two, three = outcomes[2].mean_weights, outcomes[3].mean_weights
            rows.append((name, condition, number(two[0], digits=2), *(number(value, digits=2) for value in three[:7])))
    header = (
        "words of",
        "data set",
        "method 2: λ",
        *(f"λ{place} {factor}" for place, factor in enumerate(FACTORS[:7], 1)),
    )
    return Table("Weights found, means over the five parts", header, tuple(rows), "λ1 to λ7 are those of method 3")


def _without_pauses(found: Mapping[str, Measured]) -> Table:
    rows = [
        (
            name,
            condition,
            number(outcomes[2].f1),
            number(outcomes[0].f1),
            _change(outcomes[0].f1, outcomes[2].f1),
            number(outcomes[3].f1),
            number(each.silent[condition].f1),
            _change(each.silent[condition].f1, outcomes[3].f1),
        )
        for name, each in found.items()
        for condition, outcomes in each.outcomes.items()
    ]
    header = ("words of", "data set", "method 2", "without pauses", "change", "method 3", "without pauses", "change")
    return Table("Leaving the pauses out", header, tuple(rows), "method 2 without pauses is method 0")


def _pruned(found: Mapping[str, Measured]) -> Table:
    rows = [
        (name, condition, *(_both(outcomes[method].f1, each.pruned[condition][method].f1) for method in METHODS))
        for name, each in found.items()
        for condition, outcomes in each.outcomes.items()
    ]
    header = ("words of", "data set", *(f"method {method}" for method in METHODS))
    return Table(
        "Pruning to twice the vocabulary", header, tuple(rows), "F1 with 2V pairs in each table, and the change"
    )


def _sizes(sizes: Sequence[Mapping[str, float]]) -> Table:
    rows = tuple(
        (number(each["times_vocabulary"], digits=2), f"{int(each['pairs']):,}", number(each["f1"], digits=4))
        for each in sizes
    )
    return Table("F1 by size of the tables: method 3, Rec, google", ("pairs per table / V", "pairs kept", "F1"), rows)


def _more_text(found: Mapping[str, Measured]) -> Table:
    rows = [
        (text, name, *(number(outcomes[method].f1) for method in METHODS))
        for text in next(iter(found.values())).more
        for name, outcomes in ((name, each.more[text]) for name, each in found.items())
    ]
    return Table(
        "More text for the lexical tables: F1 under Rec",
        ("lexical tables from", "words of", *(f"method {method}" for method in METHODS)),
        tuple(rows),
    )


def _both(before: float, after: float) -> str:
    return f"{number(after)} ({_change(after, before)})"


def _change(after: float, before: float) -> str:
    return f"{after - before:+.3f}" if after == after and before == before else UNDEFINED


def _options(condition: str) -> Options:
    if condition == "ref":
        return Options(condition="ref")
    return Options(align="words", pivot="hypothesis", condition=condition)


def _figures(each: Measured) -> dict[str, Any]:
    """Everything about one recogniser as plain numbers."""
    return {
        "own_marks_f1": each.own,
        "conditions": {
            condition: {
                "methods": {str(method): _plain(outcome) for method, outcome in outcomes.items()},
                "pruned_f1": {str(method): outcome.f1 for method, outcome in each.pruned[condition].items()},
                "without_pauses_f1": {"2": outcomes[0].f1, "3": each.silent[condition].f1},
                "sign_tests": {f"{a}-{b}": _sides(outcomes[a], outcomes[b]) for a, b in ((0, 1), (1, 2), (2, 3))},
            }
            for condition, outcomes in each.outcomes.items()
        },
        "more_text_f1": {
            text: {str(method): outcome.f1 for method, outcome in outcomes.items()}
            for text, outcomes in each.more.items()
        },
    }


def _plain(outcome: Outcome) -> dict[str, Any]:
    scores = slot_scores(outcome.matches)
    return {
        **{key: scores[key] for key in ("precision", "recall", "f1", "ser")},
        "weights": list(outcome.mean_weights),
        "weights_by_part": [list(fit.weights.values) for fit in outcome.fits],
        "pause_table": np.mean([fit.pauses.shares for fit in outcome.fits], axis=0).tolist(),
    }


def _sides(first: Outcome, second: Outcome) -> dict[str, float]:
    test = compare(first, second)
    return {"first_right": test.first_right, "second_right": test.second_right, "p": test.p}


def _verdicts(found: Mapping[str, Measured]) -> list[str]:
    """Whether 3 ≥ 2 ≥ 1 > 0 holds wherever the sign test can tell, and what pruning cost at most."""
    cells = [
        (name, condition, outcomes) for name, each in found.items() for condition, outcomes in each.outcomes.items()
    ]
    steps = [
        (name, condition, a, b, compare(of[a], of[b]))
        for name, condition, of in cells
        for a, b in ((0, 1), (1, 2), (2, 3))
    ]
    wrong = [
        f"{name} {condition}: method {a} over {b}"
        for name, condition, a, b, test in steps
        if test.significant() and test.first_right > test.second_right
    ]
    better = sum(test.significant() and test.second_right > test.first_right for *_, test in steps)
    losses = [
        outcomes[method].f1 - each.pruned[condition][method].f1
        for each in found.values()
        for condition, outcomes in each.outcomes.items()
        for method in METHODS
    ]
    return [
        f"3 ≥ 2 ≥ 1 ≥ 0: {better} of {len(steps)} steps are significant gains, {len(wrong)} significant losses"
        + (f" ({'; '.join(wrong)})" if wrong else ""),
        f"pruning to 2V costs {max(losses):.4f} of F1 at most, {sum(losses) / len(losses):.4f} on average",
    ]
