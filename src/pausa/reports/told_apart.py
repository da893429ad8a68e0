"""Tables of marks told apart, in the form of the IWSLT literature, and of probabilities beside what came true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pausa.core.table import Table, number
from pausa.workflow.evaluation import Evaluation, Result

#: What the columns are called, three for each.
GROUPS = {"comma": "comma", "period": "period", "question": "question", "marks": "overall"}
PARTS = {"precision": "P", "recall": "R", "f1": "F1"}
#: What a word end may bear, as the counts name it.
LABELS = ("comma", "period", "question", "other", "none")


def mark_tables(evaluation: Evaluation, *, digits: int = 3) -> list[Table]:
    """Precision, recall and F1 of each mark and of all, and which mark was taken for which; none if not asked for."""
    if "marks_f1_mean" not in evaluation.systems[0].scores:
        return []
    return [_marks(evaluation, digits), _confusion(evaluation)]


def _marks(evaluation: Evaluation, digits: int) -> Table:
    keys = [f"{group}_{part}" for group in GROUPS for part in PARTS] + ["marks_f1_macro"]
    rows: list[tuple[str, ...]] = []
    for system in evaluation.systems:
        lines: dict[str, Mapping[str, float]] = {row.name: row.scores for row in system.per_reference}
        if len(lines) > 1:
            lines["mean"] = _means(system)
        rows += [(system.name, who, *_numbers(scores, keys, digits)) for who, scores in lines.items()]
    header = (*(f"{group} {part}" for group in GROUPS.values() for part in PARTS.values()), "macro F1")
    note = "! and ; are periods; overall: hits and marks of all three summed; exact places"
    return Table("marks told apart", ("system", "reference", *header), tuple(rows), note)


def _means(system: Result) -> dict[str, float]:
    return {key.removesuffix("_mean"): score.value for key, score in system.scores.items()}


def _numbers(values: Mapping[str, float], keys: Sequence[str], digits: int) -> list[str]:
    return [number(values[key], digits=digits) if key in values else "" for key in keys]


def _confusion(evaluation: Evaluation) -> Table:
    rows = []
    for system in evaluation.systems:
        counts = system.scores["marks_f1_mean"].counts
        for theirs in LABELS:
            cells = (counts[f"{theirs} as {ours}"] for ours in LABELS)
            summed = (str(round(sum(cell) if isinstance(cell, tuple) else cell)) for cell in cells)
            rows.append((system.name, theirs, *summed))
    note = "how often a reference's mark met a system's, summed over the references; other: another mark, or unknown"
    return Table(
        "which mark for which", ("system", "reference has", *(f"as {one}" for one in LABELS)), tuple(rows), note
    )


def reliability_table(evaluation: Evaluation, *, digits: int = 3) -> Table:
    """Bin by bin, the probability that a system gave and the share of people who end a sentence there."""
    rows = []
    for system in evaluation.systems:
        counts = system.scores["ece_share"].counts
        columns = [counts[name] for name in ("bin_gaps", "bin_probability", "bin_share")]
        for gaps, probability, share in zip(*(one if isinstance(one, tuple) else () for one in columns), strict=True):
            rows.append(
                (system.name, str(round(gaps)), number(probability, digits=digits), number(share, digits=digits))
            )
    note = "bins of equally many gaps, least likely first"
    return Table("reliability", ("system", "gaps", "mean probability", "share of people"), tuple(rows), note)
