"""Systems beside people: like with like."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.metrics import KEYS
from pausa.metrics.base import Options
from pausa.reports.render import render
from pausa.workflow.evaluate import evaluate, evaluate_trials
from pausa.workflow.evaluation import Evaluation, Request, Standing
from pausa.workflow.trials import Trial
from tests.builders import cut
from tests.strategies import segmentations
from tests.workflow.test_evaluate import PEOPLE, SYSTEM


@settings(max_examples=30)
@given(st.data())
def test_a_copy_of_a_person_has_that_persons_figures_where_the_person_is_left_out(data: st.DataObject) -> None:
    """Also where not everybody is in every recording."""
    panel: list[Trial] = []
    for name, people in (("one", "abc"), ("two", "abcd"), ("three", "bcd")):
        n_words = data.draw(st.integers(2, 12))
        references = tuple(data.draw(segmentations(n_words, by=by)) for by in people)
        panel.append(Trial(name, Transcript.blank(n_words), references))
    copies = [
        Trial(trial.name, trial.transcript, trial.references, trial.references[trial.people.index("b")])
        for trial in panel
    ]
    found = evaluate_trials(panel, {"copy": copies}, options=Options(), request=Request(metrics=tuple(KEYS)))
    place = [person.name for person in found.humans].index("b")
    for key in KEYS:
        standing = found["copy"].loo[key]
        assert standing.folds[place] == pytest.approx(found["b"].scores[key].value, nan_ok=True, abs=0), key


def test_each_fold_is_an_evaluation_without_that_person() -> None:
    found = evaluate(PEOPLE, [SYSTEM])
    for place, person in enumerate(PEOPLE):
        others = [other for other in PEOPLE if other is not person]
        alone = evaluate(others, [SYSTEM], consensus=2)["system"].scores
        for key, standing in found["system"].loo.items():
            assert standing.folds[place] == pytest.approx(alone[key].value, nan_ok=True), key


def test_what_stands_side_by_side_are_means_over_the_same_folds() -> None:
    found = evaluate(PEOPLE, [SYSTEM])
    for key, standing in found["system"].loo.items():
        if not any(map(isnan, standing.folds)):
            people = [person.scores[key].value for person in found.humans]
            assert standing.people == pytest.approx(sum(people) / 3), key
            assert standing.value == pytest.approx(sum(standing.folds) / 3), key
            assert standing.difference == pytest.approx(standing.value - standing.people), key
        assert "|nrefs:2|" in standing.signature
        assert "|humans:loo|" in standing.signature
        assert standing.signature == found["anna"].scores[key].signature
    assert "humans" not in found["system"].scores["f1_mean"].signature


def test_thresholds_are_those_of_the_whole_panel() -> None:
    found = evaluate(PEOPLE, [SYSTEM])
    assert "|consensus:2|" in found["system"].scores["consensus_f1"].signature
    assert "|consensus:2|" in found["system"].loo["consensus_f1"].signature


def talks(system: str, *, n: int = 6) -> Evaluation:
    """Recordings in which people differ in one place; the system is what they agree on, or something else."""
    people = (
        cut("a b c | d e f g | h i j k l m | n o p q r | s t", by="anna"),
        cut("a b c | d e f g | h i j k l m | n o p | q r s t", by="ben"),
        cut("a b c | d e f g | h i j k | l m | n o p q r s t", by="cleo"),
    )
    made = [Trial(f"talk{k}", Transcript.blank(20), people, cut(system, by="system")) for k in range(n)]
    return evaluate_trials(made, {"system": made}, options=Options())


def test_the_verdict_is_about_better_and_worse_not_higher_and_lower() -> None:
    good = talks("a b c | d e f g | h i j k l m | n o p q r s t")["system"].loo
    bad = talks("a b | c d e f | g h i | j k l m n o p q r s | t")["system"].loo
    for key in ("f1_mean", "ser_mean", "boundary_similarity_mean"):
        assert good[key].verdict == "above", key
        assert bad[key].verdict == "below", key
    assert good["ser_mean"].difference < 0 < bad["ser_mean"].difference
    for standing in (*good.values(), *bad.values()):
        if standing.verdict:
            assert standing.low <= standing.difference <= standing.high


def test_a_person_among_people_is_within() -> None:
    assert talks("a b c | d e f g | h i j k l m | n o p q r | s t")["system"].loo["f1_mean"].verdict == "within"


def test_the_interval_over_one_recording_is_students_over_the_folds() -> None:
    standing = evaluate(PEOPLE, [SYSTEM])["system"].loo["f1_mean"]
    people = evaluate(PEOPLE, [SYSTEM])
    apart = [own - person.scores["f1_mean"].value for own, person in zip(standing.folds, people.humans, strict=True)]
    centre = sum(apart) / 3
    error = (sum((one - centre) ** 2 for one in apart) / 2 / 3) ** 0.5
    assert standing.high - standing.difference == pytest.approx(4.302653 * error, rel=1e-6)


def test_of_two_people_what_needs_two_references_is_undefined_for_all_and_said() -> None:
    found = evaluate(PEOPLE[:2], [SYSTEM])
    assert isnan(found["system"].loo["wisebe"].value)
    assert isnan(found["anna"].scores["wisebe"].value)
    assert found["system"].loo["wisebe"].verdict == ""
    assert found["system"].scores["wisebe"].value >= 0
    assert not isnan(found["system"].loo["f1_mean"].value)
    assert any("WiSeBE needs two references" in remark for remark in found.remarks)
    row = next(line for line in render(found, "text").splitlines() if line.startswith("  WiSeBE "))
    assert row.split()[2:] == ["–", "–", "–"]


def test_one_reference_has_nobody_to_stand_beside() -> None:
    assert evaluate(PEOPLE[:1], [SYSTEM])["system"].loo == {}


def test_people_in_another_order_are_still_the_same_people() -> None:
    n_words = 9
    anna, ben = Segmentation.of(n_words, [2, 5], by="anna"), Segmentation.of(n_words, [1], by="ben")
    system = Segmentation.of(n_words, [2, 5], by="system")
    made = [
        Trial("one", Transcript.blank(n_words), (anna, ben), system),
        Trial("two", Transcript.blank(n_words), (ben, anna), system),
    ]
    found = evaluate_trials(made, {"system": made}, options=Options())
    assert {row.name: row["f1"] for row in found["system"].per_reference} == {"anna": 1.0, "ben": 0.0}


@pytest.mark.parametrize("n", [2, 4])
def test_the_interval_over_several_recordings_has_both_variances_and_satterthwaites_freedom(n: int) -> None:
    """Worked out here from evaluations without each recording in turn, with another's Student's t."""
    people = (
        cut("a b c | d e f g | h i j k l m | n o p q r | s t", by="anna"),
        cut("a b c | d e f g | h i j k l m | n o p | q r s t", by="ben"),
        cut("a b c | d e f g | h i j k | l m | n o p q r s t", by="cleo"),
    )
    systems = (
        cut("a b c | d e f g | h i j k l m | n o p q r s t"),
        cut("a b | c d e f | g h i j k l m | n o p q r s | t"),
        cut("a b c d e f g | h i j k l m | n o p q r | s t"),
        cut("a b c | d e f g h i j k l m n o p q r | s t"),
    )
    trials = []
    for k, each in enumerate(systems[:n]):
        # Each says in one recording what another says in the next, so that people's own scores differ, too.
        turned = tuple(people[(place + k * place) % 3].named(one.by) for place, one in enumerate(people))
        trials.append(Trial(f"talk{k}", Transcript.blank(20), turned, each))

    def stood(some: list[Trial]) -> tuple[Standing, list[float]]:
        found = evaluate_trials(some, {"system": some}, options=Options())
        loo = found["system"].loo["f1_mean"]
        return loo, [own - each.scores["f1_mean"].value for own, each in zip(loo.folds, found.humans, strict=True)]

    standing, apart = stood(trials)
    swings = [stood([each for each in trials if each is not out])[0].difference for out in trials]
    between = float(np.var(apart, ddof=1)) / 3
    within = (n - 1) / n * float(np.sum((np.array(swings) - np.mean(swings)) ** 2))
    freedom = (between + within) ** 2 / (between**2 / 2 + within**2 / (n - 1))
    half = float(stats.t.ppf(0.975, freedom)) * (between + within) ** 0.5
    assert standing.difference == pytest.approx(sum(apart) / 3)
    assert standing.high - standing.difference == pytest.approx(half)
    assert standing.difference - standing.low == pytest.approx(half)


def test_where_nothing_varies_the_difference_is_the_interval() -> None:
    alike = [PEOPLE[0].named(name) for name in ("anna", "ben", "cid")]
    standing = evaluate(alike, [PEOPLE[0].named("system")])["system"].loo["f1_mean"]
    assert (standing.low, standing.difference, standing.high, standing.verdict) == (0, 0, 0, "within")
