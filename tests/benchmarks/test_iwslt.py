"""The IWSLT benchmark on a few words of our own."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from pathlib import Path

import numpy as np
import pytest

from benchmarks.tables.iwslt import figures_of, judged, predicted, run
from pausa.core.errors import InputError
from pausa.core.scores import Scores
from pausa.core.words import Transcript, Word
from pausa.models.base import Detector

ROWS = """so O
we O
did COMMA
n't O
ask PERIOD
are O
you O
sure QUESTION
i O
'm O
late PERIOD
"""


def pieces() -> tuple[Word, ...]:
    marks = {"O": "", "COMMA": ",", "PERIOD": ".", "QUESTION": "?"}
    rows = [row.split() for row in ROWS.splitlines()]
    return tuple(Word(text, mark=marks[label]) for text, label in rows)


@dataclass(frozen=True)
class After(Detector):
    """A detector that is sure of a mark after certain words."""

    marks: dict[str, str]
    name: str = "after"
    needs: frozenset[str] = frozenset()

    def score(self, transcript: Transcript) -> Scores:
        said = np.array([self.marks.get(text, "") for text in transcript.texts])
        columns = {mark: (said == mark).astype(np.float64) for mark in (",", ".", "?")}
        return Scores(columns["."] + columns["?"], columns)


def test_a_detector_reads_contractions_as_one_word() -> None:
    found = judged(After({"ask": ".", "sure": "?", "didn't": ","}), pieces())
    assert found is not None
    assert found["end"]["f1"] == found["question"]["f1"] == 1
    # The comma after "did" stands between two pieces, where none can be said; the one said is after "n't".
    assert found["comma"] == {"precision": 0, "recall": 0, "f1": 0}


def test_a_period_for_a_question_is_a_right_end_with_a_wrong_mark() -> None:
    found = judged(After({"ask": ".", "sure": "."}), pieces())
    assert found is not None
    assert found["end"]["f1"] == 1
    assert found["question"]["recall"] == 0
    assert found["period"]["precision"] == 0.5


def test_micro_counts_marks_and_macro_kinds_of_marks() -> None:
    true = np.array([".", ".", ".", "?", ","])
    said = np.array([".", ".", ".", ".", ","])
    found = figures_of(true, said)
    assert found["micro"]["f1"] == pytest.approx(4 / 5)
    assert found["macro"]["f1"] == pytest.approx((6 / 7 + 0 + 1) / 3)


def test_a_detector_without_marks_is_judged_by_its_ends() -> None:
    assert figures_of(np.array([".", ""]), np.array([".", ""]), marked=False).keys() == {"end"}


def test_the_likelier_of_two_marks_is_predicted() -> None:
    columns = {".": np.array([0.5, 0.2, 0.1]), "?": np.array([0.2, 0.4, 0.0]), ",": np.array([0.2, 0.3, 0.8])}
    scores = Scores(columns["."] + columns["?"], columns)
    assert predicted(scores).tolist() == [".", "?", ","]
    assert predicted(scores, threshold=0.65).tolist() == [".", "", ","]


def test_detectors_that_need_more_than_words_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "iwslt2011").mkdir()
    for name in ("test2011.tsv", "test2011asr.tsv"):
        (tmp_path / "iwslt2011" / name).write_text(ROWS.replace(" ", "\t"))
    steps: list[int] = []
    found = run(tmp_path, steps.append, models=("pause", "punctuation"))
    assert found.tables[0].rows == ()
    assert steps == [4] * 4


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "iwslt2011").mkdir()
    with pytest.raises(InputError, match=r"test2011\.tsv"):
        run(tmp_path, lambda total: None, models=("pause",))


def test_a_mark_that_never_comes_has_no_score() -> None:
    assert isnan(figures_of(np.array(["", "."]), np.array(["", "."]))["comma"]["f1"])
