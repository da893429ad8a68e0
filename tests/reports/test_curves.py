"""The numbers behind the pictures."""

from __future__ import annotations

from dataclasses import replace
from math import isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.segmentation import Segmentation
from pausa.reports.curves import (
    MOST_POINTS,
    Bins,
    Tradeoff,
    people_by_limit,
    places_by_votes,
    precision_recall,
    sentence_lengths,
    wisebe_by_limit,
)
from pausa.reports.figures import figures, length_figures
from pausa.workflow.evaluate import evaluate
from tests.reports.examples import PEOPLE, compared, corpus, pier


def test_places_are_counted_by_how_many_people_mark_them() -> None:
    people = [Segmentation.of(10, ends) for ends in ([1, 4], [1, 5], [1, 4, 7])]
    named = [replace(each, by=name) for each, name in zip(people, "abc", strict=True)]
    assert places_by_votes(evaluate(named, [])) == [2, 1, 1]
    apart = [Segmentation.of(10, [place], by=name) for place, name in enumerate("abc")]
    assert places_by_votes(evaluate(apart, [])) == [3, 0, 0]


def test_the_curve_over_window_limits_passes_through_the_score() -> None:
    evaluation = corpus(200, 3)
    for system in evaluation.systems:
        points = dict(wisebe_by_limit([trial.case(evaluation.options) for trial in system.trials]))
        assert points[evaluation.options.window] == pytest.approx(system.scores["wisebe"].value)
        assert list(points) == list(range(11))


def test_the_people_s_curve_is_the_mean_of_their_scores() -> None:
    evaluation = corpus(200, 2)
    points = dict(
        people_by_limit(
            [trial.case(evaluation.options) for trial in evaluation.panel], [trial.people for trial in evaluation.panel]
        )
    )
    scores = [person.scores["wisebe"].value for person in evaluation.humans]
    assert points[evaluation.options.window] == pytest.approx(sum(scores) / len(scores))


def test_one_person_has_no_people_s_curve() -> None:
    evaluation = compared({"anna": PEOPLE["anna"]}, {})
    assert (
        people_by_limit(
            [trial.case(evaluation.options) for trial in evaluation.panel], [trial.people for trial in evaluation.panel]
        )
        == []
    )


def test_precision_and_recall_follow_the_threshold() -> None:
    reference = Segmentation.of(5, [0, 2], by="anna")
    system = replace(Segmentation.of(5, [0, 1], by="system"), probabilities=(0.9, 0.6, 0.6, 0.1, 1.0))
    evaluation = evaluate([reference], [system])
    curve = precision_recall(evaluation.systems[0], evaluation)
    assert curve is not None
    # Word 0 first; words 1 and 2 pass together; word 3 last. The last word is not judged.
    assert curve.points == [(0.5, 1.0), (1.0, pytest.approx(2 / 3)), (1.0, 0.5)]
    assert curve.chosen == (0.5, 0.5)


def test_the_chosen_point_is_the_system_s_own_mean_precision_and_recall() -> None:
    evaluation = corpus(400, 2)
    for system in evaluation.systems:
        curve = precision_recall(system, evaluation)
        assert curve is not None
        assert curve.chosen[1] == pytest.approx(system.scores["precision_mean"].value)
        assert curve.chosen[0] == pytest.approx(system.scores["recall_mean"].value)
        assert len(curve.points) <= MOST_POINTS
        assert curve.points[-1][0] == pytest.approx(1)


def test_without_probabilities_there_is_no_curve_but_a_note() -> None:
    evaluation = pier()
    assert precision_recall(evaluation.systems[0], evaluation) is None
    figure = figures(evaluation)[2]
    assert figure.chart is None
    assert "No probabilities of an end in alpha and beta" in figure.note


@given(lengths=st.lists(st.integers(1, 500), min_size=1, max_size=80))
def test_every_length_falls_into_one_bin(lengths: list[int]) -> None:
    bins = Bins.over(lengths)
    shares = bins.shares(lengths)
    assert len(shares) == bins.count <= 42
    assert sum(shares) == pytest.approx(1)


def test_every_person_and_system_has_a_length_picture_with_its_fit() -> None:
    made = length_figures(corpus(300))
    assert [figure.title for figure in made] == [*(f"person {n}" for n in range(1, 6)), "system 1", "system 2"]
    assert all("gamma: shape" in figure.note and 'class="curve fit"' in str(figure.chart) for figure in made)


def test_lengths_that_do_not_differ_have_no_gamma() -> None:
    alike = [Segmentation.of(6, [2], by=name) for name in "ab"]
    made = length_figures(evaluate(alike, [Segmentation.of(6, [2], by="system")]))
    assert len(made) == 3
    assert all("no gamma fits" in figure.note for figure in made)


def test_undefined_points_are_left_out_of_a_curve() -> None:
    empty = [Segmentation.of(6, [], by=name) for name in "ab"]
    evaluation = evaluate(empty, [Segmentation.of(6, [2], by="system")])
    points = wisebe_by_limit([evaluation.systems[0].trials[0].case(evaluation.options)])
    assert all(isnan(value) for _, value in points)
    assert "nan" not in str(figures(evaluation)[1].chart)


def test_one_reference_has_no_pictures_about_agreement() -> None:
    evaluation = compared({"anna": PEOPLE["anna"]}, {"ben": PEOPLE["ben"]})
    assert [figure.title for figure in figures(evaluation)] == ["Precision and recall as the threshold falls"]


def told(reference: list[int], system: list[int], probabilities: tuple[float, ...], **asked: object) -> Tradeoff | None:
    """The trade-off of one system against one reference."""
    n = len(probabilities)
    made = replace(Segmentation.of(n, system, by="system"), probabilities=probabilities)
    evaluation = evaluate([Segmentation.of(n, reference, by="anna")], [made], **asked)  # type: ignore[arg-type]
    return precision_recall(evaluation.systems[0], evaluation)


def test_the_last_word_is_judged_where_it_counts() -> None:
    curve = told([0], [0], (0.9, 0.1, 0.5), last="count")
    assert curve is not None
    # Word 0, then the last, which ends a sentence too, then word 1.
    assert curve.points == [(0.5, 1.0), (1.0, 1.0), (1.0, pytest.approx(2 / 3))]
    assert curve.chosen == (1.0, 1.0)


def test_where_nobody_marks_anything_or_nothing_is_judged_there_is_no_curve() -> None:
    assert told([], [0], (0.9, 0.1, 0.5)) is None
    assert told([], [], (0.5,)) is None
    one = told([0], [0], (0.9, 0.5))
    assert one is not None
    assert one.points == [(1.0, 1.0)]


def test_a_system_that_marks_nothing_has_no_precision() -> None:
    curve = told([0], [], (0.9, 0.1, 0.5))
    assert curve is not None
    assert curve.chosen[0] == 0
    assert isnan(curve.chosen[1])


def test_people_without_a_boundary_have_no_recall_but_count_for_precision() -> None:
    people = [Segmentation.of(5, ends, by=by) for ends, by in (([0, 2], "anna"), ([], "ben"))]
    system = replace(Segmentation.of(5, [0], by="system"), probabilities=(0.9, 0.2, 0.6, 0.1, 1.0))
    evaluation = evaluate(people, [system])
    curve = precision_recall(evaluation.systems[0], evaluation)
    assert curve is not None
    assert curve.points == [(0.5, 0.5), (1.0, 0.5), (1.0, pytest.approx(2 / 6)), (1.0, 0.25)]
    assert curve.chosen == (0.5, 0.5)


def test_gaps_that_are_not_judged_are_not_on_the_curve() -> None:
    evaluation = corpus(60, n_systems=1)
    (system,) = evaluation.systems
    judged = np.zeros(60, dtype=bool)
    judged[:20] = True
    some = replace(system, trials=(replace(system.trials[0], judged=judged),))
    curve = precision_recall(some, evaluation)
    assert curve is not None
    assert len(curve.points) <= 20
    assert judged[19]


def test_of_many_points_two_hundred_are_drawn_the_first_and_the_last_among_them() -> None:
    n, ends = 500, list(range(0, 480, 8))
    exact = told(ends, ends, tuple(1 - place / n for place in range(n)))
    assert exact is not None
    assert len(exact.points) == MOST_POINTS == 200
    assert list(exact.points[-1]) == pytest.approx([1, 60 / 499])
    assert list(exact.points[0]) == pytest.approx([1 / 60, 1])


@pytest.mark.parametrize(
    ("lengths", "width", "count"),
    [([], 1, 10), ([1, 5, 9], 1, 10), ([10] * 5, 1, 11), ([40] * 5, 1, 41), ([41] * 5, 2, 22), ([100] * 5, 3, 35)],
)
def test_bins_are_of_one_word_unless_sentences_are_long(lengths: list[int], width: int, count: int) -> None:
    assert Bins.over(lengths) == Bins(width, count)


def test_a_hundredth_of_very_long_sentences_goes_into_the_last_bin() -> None:
    lengths = [5] * 999 + [400]
    assert Bins.over(lengths) == Bins(1, 10)
    shares = Bins.over(lengths).shares(lengths)
    assert (shares[4], shares[9]) == (0.999, 0.001)
    assert Bins(3, 4).shares([1, 3, 4, 6, 7, 100]) == pytest.approx([2 / 6, 2 / 6, 1 / 6, 1 / 6])
    assert Bins(1, 10).shares([]) == [0.0] * 10
    assert sentence_lengths([Segmentation(6, (1, 5)), Segmentation(3, (2,))]) == [2, 4, 3]
