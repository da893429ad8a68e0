"""References drawn at random: Lee & Glass's protocol on a made crowd."""

from __future__ import annotations

import csv
import io
import json
from itertools import combinations
from math import isnan, sqrt
from pathlib import Path

import numpy as np
import pytest

from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.segmentation import Segmentation
from pausa.metrics.bleulike import BleuLike, sampled
from pausa.reports.page import page
from pausa.reports.render import render
from pausa.workflow.evaluate import agree, evaluate
from pausa.workflow.evaluation import Evaluation, Protocol
from tests.workflow.test_crowds import crowd, written

METRICS = ("bleu_like", "p1", "p2", "p3", "brevity", "f1_mean", "wisebe")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Evaluation:
    """The made crowd, a system that cuts every ninth word, two references and a person drawn ten times."""
    folder = written(crowd(), tmp_path_factory.mktemp("crowd") / "refs")
    ninth = [
        Document(
            trial.transcript,
            (Segmentation.of(len(trial.transcript), range(4, len(trial.transcript) - 1, 9)),),
            trial.name,
        )
        for trial in agree(folder).panel
    ]
    return evaluate(
        folder, {"ninth": ninth}, metrics=METRICS, confidence=False, humans=False, protocol="2+1", draws=10, seed=7
    )


def drawn(evaluation: Evaluation) -> Protocol:
    assert evaluation.protocol is not None
    return evaluation.protocol


def test_both_rows_are_those_of_the_metric_with_the_same_seed(found: Evaluation) -> None:
    cases = [trial.case(found.options) for trial in found["ninth"].trials]
    expected = sampled(cases, np.random.default_rng(7), draws=10, references=2)
    for key in BleuLike.keys:
        for ours, theirs in ((drawn(found).systems[0], expected.system), (drawn(found).human, expected.human)):
            assert (ours.scores[key].mean, ours.scores[key].sd, ours.scores[key].n) == (
                theirs[key].mean,
                theirs[key].sd,
                theirs[key].n,
            )


def test_people_beat_a_ruler_and_the_seed_decides(found: Evaluation) -> None:
    human, ruler = drawn(found).human.scores, drawn(found).systems[0].scores
    for key in ("bleu_like", "p1", "f1_mean", "wisebe"):
        assert human[key].mean > ruler[key].mean + 3 * (human[key].sd + ruler[key].sd)
    assert (drawn(found).references, drawn(found).draws, drawn(found).seed) == (2, 10, 7)
    assert "|nrefs:2|draws:10|seed:7|" in human["bleu_like"].signature
    assert "|humans:2+1|" in human["bleu_like"].signature


def plain_p1(person: set[int], references: list[set[int]]) -> float:
    return sum(any(place in one for one in references) for place in person) / len(person)


def plain_f1_mean(person: set[int], references: list[set[int]]) -> float:
    return sum(2 * len(person & one) / (len(person) + len(one)) for one in references) / len(references)


def test_many_draws_come_near_the_mean_over_all_that_could_be_drawn() -> None:
    rng = np.random.default_rng(9)
    people = [Segmentation.of(60, np.flatnonzero(rng.random(59) < 0.2).tolist(), by=f"p{n}") for n in range(5)]
    system = Segmentation.of(60, range(5, 59, 6), by="system")
    protocol = drawn(
        evaluate(people, [system], metrics=["p1", "f1_mean"], confidence=False, protocol="3+1", draws=1500)
    )
    ends = [set(one.ends[:-1]) for one in people]
    for key, plain in (("p1", plain_p1), ("f1_mean", plain_f1_mean)):
        of_person = [
            plain(ends[n], list(references))
            for n in range(5)
            for references in combinations(ends[:n] + ends[n + 1 :], 3)
        ]
        of_system = [plain(set(system.ends[:-1]), list(references)) for references in combinations(ends, 3)]
        for each, values in ((protocol.human, of_person), (protocol.systems[0], of_system)):
            near = 4 * each.scores[key].sd / sqrt(1500) + 1e-12
            assert each.scores[key].mean == pytest.approx(sum(values) / len(values), abs=near)
            assert each.scores[key].sd == pytest.approx(float(np.std(values)), rel=0.15, abs=1e-9)


def test_people_who_agree_have_full_marks_and_no_spread() -> None:
    people = [Segmentation.of(30, [3, 9, 14, 20], by=f"p{n}") for n in range(6)]
    found = evaluate(people, [people[0].named("system")], metrics=METRICS, protocol="5+1", draws=5)
    for each in (drawn(found).human, *drawn(found).systems):
        assert {(score.mean, score.sd, score.n) for score in each.scores.values()} == {(1.0, 0.0, 5)}


def test_with_one_reference_drawn_there_is_no_agreement() -> None:
    people = [Segmentation.of(30, [3, 9, 14 + n], by=f"p{n}") for n in range(3)]
    found = drawn(evaluate(people, [people[0].named("system")], metrics=["wisebe"], protocol="1+1", draws=5))
    assert isnan(found.human.scores["wisebe"].mean)


def test_too_few_people_and_other_protocols_are_refused(tmp_path: Path) -> None:
    people = [Segmentation.of(30, [3, 9], by=f"p{n}") for n in range(5)]
    with pytest.raises(OptionError, match="needs 6 annotations of every document, and one has 5; draw fewer"):
        evaluate(people, people[:1], protocol="5+1")
    for wrong in ("5", "0+1", "5+2", "many"):
        with pytest.raises(OptionError, match="such as 5\\+1"):
            evaluate(people, people[:1], protocol=wrong)
    with pytest.raises(OptionError, match="at least once"):
        evaluate(people, people[:1], protocol="2+1", draws=0)


def test_the_human_row_stands_in_every_format(found: Evaluation) -> None:
    for form in ("text", "md", "latex"):
        assert "human" in render(found, form)
        assert "humans:2+1" in render(found, form).replace("\\", "")
    rows = list(csv.DictReader(io.StringIO(render(found, "csv"))))
    kept = {(row["name"], row["metric"]): row["value"] for row in rows if row["kind"] == "references drawn"}
    assert float(kept["human", "p1"]) == drawn(found).human.scores["p1"].mean
    assert float(kept["ninth", "p1 sd"]) == drawn(found).systems[0].scores["p1"].sd
    told = json.loads(render(found, "json"))["protocol"]
    assert told["human"]["scores"]["bleu_like"]["mean"] == drawn(found).human.scores["bleu_like"].mean
    assert 'id="drawn"' in page(found)
