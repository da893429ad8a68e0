"""Tables of marks and of probabilities: there where asked for, and as the scores are."""

from __future__ import annotations

import json

from pausa.core.table import number
from pausa.reports.page import page
from pausa.reports.render import render
from pausa.reports.tables import tables
from pausa.workflow.evaluate import evaluate
from pausa.workflow.evaluation import Evaluation, Request
from tests.builders import marked
from tests.reports.examples import corpus, pier

ANNA = marked("so we left , it was late . did nobody come ? and then he called .", by="anna")
BEN = marked("so we left . it was late . did nobody come ? and then , he called .", by="ben")
SYSTEM = marked("so we left . it was late . did , nobody come ? and then he called .", by="system")


def told_apart() -> Evaluation:
    return evaluate([ANNA, BEN], [SYSTEM], metrics=["marks"], level="clause")


def test_marks_stand_in_the_form_of_the_literature() -> None:
    found = told_apart()
    (marks, confusion) = (
        table for table in tables(found) if table.title in ("marks told apart", "which mark for which")
    )
    assert [row[:2] for row in marks.rows] == [("system", "anna"), ("system", "ben"), ("system", "mean")]
    assert marks.header[2:5] == ("comma P", "comma R", "comma F1")
    overall = marks.header.index("overall F1")
    assert marks.rows[-1][overall] == number(found["system"].scores["marks_f1_mean"].value)
    assert marks.rows[0][overall] == number(found["system"].per_reference[0]["marks_f1"])
    [commas] = [row for row in confusion.rows if row[1] == "comma"]
    assert dict(zip(confusion.header[2:], commas[2:], strict=True)) == {
        "as comma": "0", "as period": "1", "as question": "0", "as other": "0", "as none": "1",
    }  # fmt: skip


def test_json_says_which_mark_was_taken_for_which() -> None:
    scores = json.loads(render(told_apart(), "json"))["systems"][0]["scores"]
    assert scores["marks_f1_mean"]["counts"]["comma as period"] == [1, 0]
    assert "classes:comma+period+question" in scores["comma_f1_mean"]["signature"]
    assert len(scores) == 13


def test_probabilities_have_a_table_and_a_picture() -> None:
    found = corpus(300, 2, request=Request(metrics=("calibration",)))
    (reliability,) = (table for table in tables(found) if table.title == "reliability")
    for name in ("system 1", "system 2"):
        bins = [row for row in reliability.rows if row[0] == name]
        assert sum(int(row[1]) for row in bins) == 2 * 299
        assert [float(row[2]) for row in bins] == sorted(float(row[2]) for row in bins)
    assert "Do probabilities come true?" in page(found)
    assert "Do probabilities come true?" not in page(pier())


def test_nothing_of_it_stands_where_it_was_not_asked_for() -> None:
    titles = {table.title for table in tables(corpus(120, 2))}
    assert not titles & {"marks told apart", "which mark for which", "reliability"}
