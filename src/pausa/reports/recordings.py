"""Tables of each recording by itself, in the form of tables 2 to 6 of the WiSeBE paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import isnan

from pausa.core.table import UNDEFINED, Table, number
from pausa.metrics import PER_REFERENCE, described
from pausa.metrics.base import mean
from pausa.metrics.signature import signature
from pausa.reports.tables import agreement_signature
from pausa.workflow.evaluation import Evaluation, RecordingFigures, SystemInRecording

#: Against each reference: what table 4 has.
AGAINST = ("precision", "recall", "f1")
#: As many people have columns of their own in a table of scores against each.
WIDEST = 5
#: How far people agree: what table 6 has, and more.
AGREEMENT = {
    "agreement_ratio": "AR",
    "fleiss_kappa": "κ",
    "fleiss_kappa_candidates": "κ, candidates",
    "krippendorff_alpha": "α",
    "pairwise_f1": "pairwise F1",
}


@dataclass(frozen=True)
class Signed:
    """A table, and for each of its columns the signature of the numbers in it; empty where a column holds names."""

    table: Table
    signatures: tuple[str, ...]


def recording_tables(evaluation: Evaluation, *, digits: int = 3, widest: int = WIDEST) -> list[Signed]:
    """Boundaries, scores against each reference, WiSeBE and agreement, recording by recording.

    Where more than `widest` people, or others elsewhere, are the references, each gets a row instead of columns.
    """
    made = [_boundaries(evaluation)]
    if evaluation.systems:
        made.append(_against(evaluation, digits, widest))
    if evaluation.systems and _scores_shown(evaluation):
        made.append(_scores(evaluation, digits))
    if len(evaluation.references) > 1:
        made.append(_agreement(evaluation, digits))
    return made


def _boundaries(evaluation: Evaluation) -> Signed:
    """How many boundaries everybody has in each recording, and in all."""
    people, systems = evaluation.references, [system.name for system in evaluation.systems]
    each = evaluation.per_recording
    rows = []
    for one in each:
        own = [str(one.boundaries[name]) if name in one.boundaries else UNDEFINED for name in people]
        rows.append((one.name, str(one.n_words), *own, *(str(system.boundaries) for system in one.systems)))
    if len(rows) > 1:
        totals = [sum(one.boundaries.get(name, 0) for one in each) for name in people]
        totals += [sum(one.systems[place].boundaries for one in each) for place in range(len(systems))]
        rows.append(("total", str(sum(one.n_words for one in each)), *map(str, totals)))
    last = "not counted" if evaluation.options.last == "skip" else "counted"
    header = ("recording", "words", *people, *systems)
    table = Table("boundaries in each recording", header, tuple(rows), f"the last word's end is {last}")
    signed = agreement_signature(evaluation)
    own_words = "boundaries|" + signature("f1_mean", evaluation.options, 1).partition("|")[2]
    return Signed(table, ("", signed, *[signed] * len(people), *[own_words] * len(systems)))


def _against(evaluation: Evaluation, digits: int, widest: int) -> Signed:
    """Precision, recall and F1 against each reference, and their means."""
    everywhere = all(set(one.boundaries) == set(evaluation.references) for one in evaluation.per_recording)
    is_wide = everywhere and len(evaluation.references) <= widest
    rows = _wide_rows(evaluation, digits) if is_wide else _long_rows(evaluation, digits)
    names = [PER_REFERENCE[key].name for key in AGAINST]
    whose = [f"{who} " for who in (*evaluation.references, "mean")] if is_wide else [""]
    labels = ["recording", "system", *([] if is_wide else ["reference"])]
    header = (*labels, *(f"{who}{name}" for who in whose for name in names))
    note = "a mean F1 is the mean of the F1s; means over recordings leave out what is undefined"
    signed = [signature(key, evaluation.options, 1) for key in AGAINST]
    if is_wide:
        people = len(evaluation.references)
        signed = signed * people + [signature(f"{key}_mean", evaluation.options, people) for key in AGAINST]
    return Signed(
        Table("against each reference, in each recording", header, tuple(rows), note),
        (*[""] * len(labels), *signed),
    )


def _wide_rows(evaluation: Evaluation, digits: int) -> list[tuple[str, ...]]:
    rows = []
    numbers: dict[str, list[list[float]]] = {system.name: [] for system in evaluation.systems}
    for one in evaluation.per_recording:
        for system in one.systems:
            values = list(chain.from_iterable(_in_order(system, evaluation.references)))
            values += _mean_of([[row[key] for key in AGAINST] for row in system.per_reference])
            numbers[system.name].append(values)
            rows.append((one.name, system.name, *(number(value, digits=digits) for value in values)))
    if len(evaluation.per_recording) > 1:
        for name, lines in numbers.items():
            rows.append(("mean", name, *(number(value, digits=digits) for value in _mean_of(lines))))
    return rows


def _in_order(system: SystemInRecording, people: Sequence[str]) -> list[list[float]]:
    known = {row.name: row for row in system.per_reference}
    return [[known[name][key] for key in AGAINST] for name in people]


def _long_rows(evaluation: Evaluation, digits: int) -> list[tuple[str, ...]]:
    rows = []
    for one in evaluation.per_recording:
        for system in one.systems:
            lines = [(row.name, [row[key] for key in AGAINST]) for row in system.per_reference]
            lines.append(("mean", _mean_of([values for _, values in lines])))
            for who, values in lines:
                rows.append((one.name, system.name, who, *(number(value, digits=digits) for value in values)))
    return rows


def _mean_of(rows: Sequence[Sequence[float]]) -> list[float]:
    return [mean(column) for column in zip(*rows, strict=True)]


def _scores_shown(evaluation: Evaluation) -> list[str]:
    return [key for key in ("f1_mean", "f1_rw", "wisebe") if key in evaluation.systems[0].scores]


def _scores(evaluation: Evaluation, digits: int) -> Signed:
    """F1_mean, F1_RW, WiSeBE and the agreement ratio, and their means over recordings."""
    shown = _scores_shown(evaluation)

    def values(system: SystemInRecording) -> list[float]:
        return [*(system.scores[key] for key in shown), system.agreement_ratio]

    rows = [
        (one.name, system.name, *(number(value, digits=digits) for value in values(system)))
        for one in evaluation.per_recording
        for system in one.systems
    ]
    if len(evaluation.per_recording) > 1:
        for place, system in enumerate(evaluation.systems):
            means = _mean_of([values(one.systems[place]) for one in evaluation.per_recording])
            rows.append(("mean", system.name, *(number(value, digits=digits) for value in means)))
    note = "AR: the agreement ratio of the references there; WiSeBE is F1_RW times AR"
    header = ("recording", "system", *(described(key).name for key in shown), "AR")
    scores = evaluation.systems[0].scores
    ratio = "AR|" + evaluation.signature.partition("|")[2]
    return Signed(
        Table("WiSeBE in each recording", header, tuple(rows), note),
        ("", "", *(scores[key].signature for key in shown), ratio),
    )


def _agreement(evaluation: Evaluation, digits: int) -> Signed:
    """How far people agree in each recording."""
    rows = tuple(_agreement_row(one, digits) for one in evaluation.per_recording)
    together = evaluation.agreement.pearson_ar_kappa
    note = (
        ""
        if isnan(together)
        else f"Pearson's correlation of AR and κ over recordings: {number(together, digits=digits)}"
    )
    header = ("recording", "people", *AGREEMENT.values())
    signed = agreement_signature(evaluation)
    return Signed(Table("agreement in each recording", header, rows, note), ("", *[signed] * (len(header) - 1)))


def _agreement_row(one: RecordingFigures, digits: int) -> tuple[str, ...]:
    return (one.name, str(len(one.boundaries)), *(number(one.agreement[key], digits=digits) for key in AGREEMENT))
