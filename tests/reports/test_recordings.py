"""Tables of each recording: whole, in every format, and none where nobody asked."""

from __future__ import annotations

import csv
import io
import json
from math import isnan

import pytest

from pausa.core.table import number
from pausa.reports.page import page
from pausa.reports.recordings import recording_tables
from pausa.reports.render import render
from pausa.workflow.evaluation import Evaluation
from tests.reports.examples import corpus, pier


@pytest.fixture(scope="module")
def three() -> Evaluation:
    return corpus(150, 3, n_people=3)


def test_the_tables_have_the_form_of_the_paper(three: Evaluation) -> None:
    boundaries, against, wisebe, agreement = (signed.table for signed in recording_tables(three))
    assert boundaries.header == ("recording", "words", "person 1", "person 2", "person 3", "system 1", "system 2")
    assert [row[0] for row in boundaries.rows] == ["recording 1", "recording 2", "recording 3", "total"]
    for column in range(1, len(boundaries.header)):
        *each, total = (int(row[column]) for row in boundaries.rows)
        assert sum(each) == total > 0
    assert against.header[:5] == ("recording", "system", "person 1 P", "person 1 R", "person 1 F1")
    assert against.header[-3:] == ("mean P", "mean R", "mean F1")
    assert len(against.rows) == 2 * 3 + 2
    assert wisebe.header == ("recording", "system", "F1_mean", "F1_RW", "WiSeBE", "AR")
    assert agreement.header[:4] == ("recording", "people", "AR", "κ")
    assert number(three.agreement.pearson_ar_kappa) in agreement.note


def test_a_mean_row_is_the_mean_over_recordings(three: Evaluation) -> None:
    wisebe = recording_tables(three)[2].table
    [mean] = [row for row in wisebe.rows if row[:2] == ("mean", "system 1")]
    assert mean[2:5] == tuple(number(three["system 1"].scores[key].mean) for key in ("f1_mean", "f1_rw", "wisebe"))


def test_many_people_or_others_elsewhere_get_a_row_each() -> None:
    against = recording_tables(corpus(90, 2, n_people=7))[1].table
    assert against.header == ("recording", "system", "reference", "P", "R", "F1")
    assert len(against.rows) == 2 * 2 * (7 + 1)


@pytest.mark.parametrize("form", ["text", "md", "latex", "csv"])
def test_nothing_changes_unless_asked_for(three: Evaluation, form: str) -> None:
    plain, asked = render(three, form), render(three, form, per_recording=True)
    assert "recording 2" not in plain
    assert "recording 2" in asked


def test_csv_has_every_number_of_every_recording_with_its_signature(three: Evaluation) -> None:
    rows = list(csv.DictReader(io.StringIO(render(three, "csv", per_recording=True))))
    plain = list(csv.DictReader(io.StringIO(render(three, "csv"))))
    assert [{**row, "recording": ""} for row in plain] == rows[: len(plain)]
    assert all(row["signature"].count("|") > 3 for row in rows if row["recording"])
    found = {
        (row["recording"], row["kind"], row["name"], row["reference"], row["metric"]): row["value"] for row in rows
    }
    for one in three.per_recording:
        assert float(found[one.name, "agreement", "", "", "agreement_ratio"]) == one.agreement["agreement_ratio"]
        for system in one.systems:
            assert int(found[one.name, "system", system.name, "", "boundaries"]) == system.boundaries
            for row in system.per_reference:
                assert float(found[one.name, "system", system.name, row.name, "f1"]) == row["f1"]


def test_json_has_them_always(three: Evaluation) -> None:
    found = json.loads(render(three, "json"))["per_recording"]
    assert [one["name"] for one in found] == list(three.documents)
    for one, known in zip(found, three.per_recording, strict=True):
        assert one["boundaries"] == dict(known.boundaries)
        for system, each in zip(one["systems"], known.systems, strict=True):
            expected = {key: None if isnan(value) else value for key, value in each.scores.items()}
            assert system["scores"] == expected
            assert [row["name"] for row in system["per_reference"]] == list(three.references)


def test_the_page_shows_recordings_where_there_are_several(three: Evaluation) -> None:
    assert 'id="recordings"' in page(three)
    assert 'id="recordings"' not in page(pier())
