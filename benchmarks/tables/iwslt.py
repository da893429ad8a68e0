"""Punctuation of TED talks, the IWSLT 2011 test: words of people (Ref) and of a recogniser (ASR), no times.

Contractions stand there in two pieces ("i 'm"). Detectors get them as one word; the last piece has the gap,
and between the pieces nothing is predicted. Scores are over the pieces, so they compare with published ones.
A mark is a comma, a period or a question; a sentence ends at either of the last two, whichever it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.contractions import joined_words, pieces_joined
from benchmarks.findings import Advance, Findings, folder
from pausa.core.errors import InputError, PausaError
from pausa.core.scores import Scores
from pausa.core.table import Table, number
from pausa.core.words import Transcript, Word
from pausa.decode.limits import THRESHOLD
from pausa.formats.files import read
from pausa.metrics.base import Options, ratio
from pausa.metrics.signature import signature
from pausa.models import MODELS, load
from pausa.models.base import Detector
from pausa.text.marks import chief, is_end

TESTS = {"Ref": "test2011.tsv", "ASR": "test2011asr.tsv"}
MARKS = {",": "comma", ".": "period", "?": "question"}
Marks = NDArray[np.str_]


@dataclass(frozen=True)
class Count:
    """How often a mark was right, wrong and missed."""

    hit: int
    extra: int
    missed: int

    @property
    def scores(self) -> dict[str, float]:
        """Precision, recall and F1; NaN where there is nothing to divide by."""
        return {
            "precision": ratio(self.hit, self.hit + self.extra),
            "recall": ratio(self.hit, self.hit + self.missed),
            "f1": ratio(2 * self.hit, 2 * self.hit + self.extra + self.missed),
        }


def run(data: Path, advance: Advance, *, models: Sequence[str] | None = None) -> Findings:
    """Each detector that can work on words alone, or those given by name or folder."""
    place = folder(data, "iwslt2011")
    names = tuple(MODELS) if models is None else tuple(models)
    rows: list[tuple[str, ...]] = []
    figures: dict[str, Any] = {}
    for name in names:
        detector = load(name)
        for test, file in TESTS.items():
            found = judged(detector, _pieces(place / file))
            advance(len(names) * len(TESTS))
            if found is None:
                continue
            label = name if name in MODELS else Path(name).name
            figures.setdefault(label, {"learned from": _learned_from(detector)})[test] = found
            rows.append((test, f"pausa {label}", *_cells(found), _learned_from(detector)))
    header = ("words", "marks by", "end P", "end R", "end F1", *(f"{mark} F1" for mark in MARKS.values()),
              "micro F1", "macro F1", "learned from")  # fmt: skip
    table = Table(
        "Punctuation of TED talks, IWSLT 2011",
        header,
        tuple(rows),
        "end: period or question, whichever of the two; micro and macro over comma, period and question",
    )
    verdict = f"signature: {signature('f1_mean', Options(), 1)}"
    return Findings("IWSLT 2011", (table,), figures, (verdict, "nothing was tuned on the test files"))


def predicted(scores: Scores, *, threshold: float = THRESHOLD) -> Marks:
    """The mark after each word: an end where that is likely enough, else a comma where one is more likely than not."""
    question, comma = (scores.marks.get(mark, np.zeros(len(scores))) for mark in "?,")
    ending = np.where(question > scores.ends - question, "?", ".")
    return np.where(scores.ends >= threshold, ending, np.where(comma >= 0.5, ",", ""))


def _pieces(path: Path) -> tuple[Word, ...]:
    if not path.is_file():
        raise InputError(str(path), None, "this benchmark needs this file", "give its folder's parent with --data")
    return read(path, format="iwslt").transcript.words


def judged(detector: Detector, pieces: tuple[Word, ...]) -> dict[str, Any] | None:
    """Scores of a detector on a test; None where it cannot work on words alone."""
    belongs = np.array(pieces_joined([piece.text for piece in pieces]), dtype=np.int64)
    bare = Transcript(tuple(Word(word.text) for word in joined_words(pieces)))
    try:
        scores = detector.score(bare)
    except PausaError:
        return None
    words = predicted(scores, threshold=THRESHOLD if detector.threshold is None else detector.threshold)
    last_piece = np.append(belongs[1:] != belongs[:-1], True)
    said = np.where(last_piece, words[belongs], "")[:-1]
    true = np.array([_label(piece.mark) for piece in pieces])[:-1]  # after the last word an end is no news
    return figures_of(true, said, marked=bool(scores.marks))


def figures_of(true: Marks, said: Marks, *, marked: bool = True) -> dict[str, Any]:
    """Scores of marks that were said against the true ones; without marks only the ends are judged."""
    found: dict[str, Any] = {"end": _count(np.isin(true, (".", "?")), np.isin(said, (".", "?"))).scores}
    if not marked:
        return found
    each = {name: _count(true == mark, said == mark) for mark, name in MARKS.items()}
    total = Count(*(sum(getattr(count, part) for count in each.values()) for part in ("hit", "extra", "missed")))
    found |= {name: count.scores for name, count in each.items()}
    f1 = [count.scores["f1"] for count in each.values()]
    return found | {"micro": total.scores, "macro": {"f1": float(np.mean(f1))}}


def _count(true: NDArray[np.bool_], said: NDArray[np.bool_]) -> Count:
    return Count(int((true & said).sum()), int((said & ~true).sum()), int((true & ~said).sum()))


def _label(mark: str) -> str:
    """The class of a mark: `!` and `;` are periods."""
    if mark and is_end(mark):
        return "?" if chief(mark) == "?" else "."
    return "," if mark and chief(mark) == "," else ""


def _cells(found: dict[str, Any]) -> list[str]:
    cells = [number(found["end"][key]) for key in ("precision", "recall", "f1")]
    return cells + [
        number(found[name]["f1"] if name in found else np.nan) for name in (*MARKS.values(), "micro", "macro")
    ]


def _learned_from(detector: Detector) -> str:
    return ", ".join(each.name for each in detector.manifest.data) if detector.manifest is not None else ""
