"""Marks told apart: is a comma a comma, a period a period, a question a question?

Every judged word end bears one of three marks, another or unknown mark (`other`), or none. `!` and `;` are periods, as
the IWSLT literature has it. Against each reference, with hits where both sides have the same of the three:

    P = hits / marks of the hypothesis,   R = hits / marks of the reference,   F1 = 2 hits / both

for each mark by itself and over all three (micro: hits and marks are summed, not averaged); the macro F1 is the mean
of the three F1s that are defined. Places are compared exactly, whatever tolerance other scores allow.

Edge cases: commas are judged only where they end a unit (`--level clause`), and undefined elsewhere. A side that has
ends but no mark at any of them (one sentence a line, say) does not tell marks: all is undefined against it. The mark
at one end being unknown is no hit there, and counts for none of the three.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from pausa.metrics.base import Boundaries, Case, Counts, Family, Options, mean, ratio

#: The marks that are told apart.
CLASSES = ("comma", "period", "question")
#: What a word end may bear; the last is nothing.
LABELS = (*CLASSES, "other", "none")
_OTHER, _NONE = 3, 4
_CLASS = {",": 0, ".": 1, "!": 1, ";": 1, "?": 2}
_CELLS = len(LABELS) ** 2


@dataclass(frozen=True)
class Confusion(Counts):
    """How often each mark of a reference met each mark of the hypothesis.

    `cells` has twenty-five numbers for each reference, by rows: the reference's mark, then the hypothesis'.
    """

    cells: tuple[int, ...]

    def table(self, reference: int) -> NDArray[np.float64]:
        """The numbers of one reference: a row for each mark of its own, a column for each of the hypothesis."""
        part = self.cells[reference * _CELLS : (reference + 1) * _CELLS]
        return np.asarray(part, dtype=np.float64).reshape(len(LABELS), len(LABELS))

    def __len__(self) -> int:
        return len(self.cells) // _CELLS

    def without(self, place: int) -> Self:
        """The same without one reference."""
        return type(self)(self.cells[: place * _CELLS] + self.cells[(place + 1) * _CELLS :])

    def as_dict(self) -> dict[str, float | tuple[float, ...]]:
        """The numbers by name, `comma as period` for a reference's comma where the hypothesis has a period."""
        return {
            f"{theirs} as {ours}": tuple(self.cells[reference * _CELLS + place] for reference in range(len(self)))
            for place, (theirs, ours) in enumerate((theirs, ours) for theirs in LABELS for ours in LABELS)
        }


class Marks(Family):
    """Precision, recall and F1 of comma, period and question, each by itself and together."""

    name = "marks"
    keys = (
        *(f"{mark}_{part}_mean" for mark in CLASSES for part in ("precision", "recall", "f1")),
        "marks_precision_mean",
        "marks_recall_mean",
        "marks_f1_mean",
        "marks_f1_macro_mean",
    )
    is_per_reference = True

    def count(self, case: Case) -> Confusion:
        ours = _labelled(case.hypothesis, case.n_words) if _tells(case.hypothesis) else None
        found = [_confusion(reference, ours, case) for reference in case.references]
        columns = [case.seat([each[place] for each in found]) for place in range(_CELLS)]
        return Confusion(tuple(int(count) for reference in zip(*columns, strict=True) for count in reference))

    def score(self, counts: Confusion) -> dict[str, float]:
        each = self.per_reference(counts)
        return {key: mean([scores[key.removesuffix("_mean")] for scores in each]) for key in self.keys}

    def per_reference(self, counts: Confusion) -> list[dict[str, float]]:
        """The scores against each reference, in their order."""
        return [mark_scores(counts.table(reference)) for reference in range(len(counts))]

    def signature_parts(self, key: str, options: Options, fewest: int, most: int) -> dict[str, str]:
        """Which marks are told apart."""
        return {"classes": "+".join(CLASSES)}

    def remarks(self, counts: Confusion) -> tuple[str, ...]:
        """What is undefined, and why."""
        if not any(counts.cells):
            return ("Marks are not told on both sides, so scores of marks are undefined (–).",)
        if not any(counts.table(reference)[[0], :].any() for reference in range(len(counts))):
            return ("No reference has a comma that was judged; at level clause commas are judged.",)
        return ()


def mark_scores(table: NDArray[np.float64]) -> dict[str, float]:
    """The scores of one table of marks.

    >>> table = np.zeros((5, 5))
    >>> table[0, 0], table[0, 1], table[1, 1], table[4, 1] = 3, 1, 5, 2
    >>> {key: round(value, 3) for key, value in mark_scores(table).items() if key.endswith("f1")}
    {'comma_f1': 0.857, 'period_f1': 0.769, 'question_f1': nan, 'marks_f1': 0.8}
    """
    hits = [float(table[mark, mark]) for mark in range(len(CLASSES))]
    theirs, ours = ([float(table.sum(axis=side)[mark]) for mark in range(len(CLASSES))] for side in (1, 0))
    scores: dict[str, float] = {}
    for name, hit, reference, hypothesis in zip(CLASSES, hits, theirs, ours, strict=True):
        scores |= _three(name, hit, reference, hypothesis)
    scores |= _three("marks", sum(hits), sum(theirs), sum(ours))
    scores["marks_f1_macro"] = mean([scores[f"{name}_f1"] for name in CLASSES])
    return scores


def _three(name: str, hits: float, theirs: float, ours: float) -> dict[str, float]:
    return {
        f"{name}_precision": ratio(hits, ours),
        f"{name}_recall": ratio(hits, theirs),
        f"{name}_f1": ratio(2 * hits, theirs + ours),
    }


def _tells(boundaries: Boundaries) -> bool:
    """Whether somebody's marks are known: where there are ends, one at least bears a mark."""
    return not len(boundaries) or any(boundaries.marks)


def _labelled(boundaries: Boundaries, n_words: int) -> NDArray[np.int8]:
    """For each word, which of the labels its end bears."""
    labels = np.full(n_words, _NONE, dtype=np.int8)
    marks: Sequence[str] = boundaries.marks or ("",) * len(boundaries)
    labels[boundaries.at] = np.fromiter((_CLASS.get(mark, _OTHER) for mark in marks), dtype=np.int8, count=len(marks))
    return labels


def _confusion(reference: Boundaries, ours: NDArray[np.int8] | None, case: Case) -> list[int]:
    """The cells against one reference; nothing where either side does not tell marks."""
    if ours is None or not _tells(reference):
        return [0] * _CELLS
    theirs = _labelled(reference, case.n_words).astype(np.int64)
    cells = np.bincount(theirs * len(LABELS) + ours, minlength=_CELLS)
    # Word ends that are not judged bear nothing on either side.
    cells[-1] -= case.n_words - case.n_gaps
    return [int(count) for count in cells]
