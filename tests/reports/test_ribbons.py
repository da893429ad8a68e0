"""What the ribbons are drawn from says the same as the scores."""

from __future__ import annotations

from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.metrics.base import Options, case
from pausa.metrics.wisebe import WiSeBE
from pausa.reports.ribbons import kinds, missed, packed, steps, views
from pausa.workflow.evaluate import evaluate
from tests.builders import cut
from tests.reports.examples import PEOPLE, SYSTEMS, compared, corpus, document, pier


@st.composite
def some_ends(draw: st.DrawFn) -> list[Segmentation]:
    n_words = draw(st.integers(1, 40))
    ends = st.sets(st.integers(0, n_words - 1))
    return [Segmentation.of(n_words, sorted(draw(ends)), by=name) for name in ("a", "b", "c", "system")]


@given(segmentations=some_ends(), window=st.integers(0, 5), last=st.sampled_from(["skip", "count"]))
def test_kinds_add_up_to_what_wisebe_counts(segmentations: list[Segmentation], window: int, last: str) -> None:
    *people, system = segmentations
    counts = WiSeBE().count(case(people, system, options=Options(window=window, last=last)))
    evaluation = evaluate(people, [system], window=window, last=last)
    [view] = views(evaluation)
    row = packed(view, evaluation.options)["systems"][0]
    assert len(row["kinds"]) == counts.boundaries
    assert row["kinds"].count("a") + row["kinds"].count("h") == counts.inside
    assert len(row["missed"]) == counts.windows - counts.hit


@given(rising=st.sets(st.integers(0, 10**6)))
def test_steps_add_up_to_the_places(rising: set[int]) -> None:
    places = sorted(rising)
    assert list(accumulate(steps(np.array(places, dtype=np.int64)))) == places


def test_a_boundary_is_agreed_where_enough_people_mark_it_hit_elsewhere_in_a_window_and_extra_outside() -> None:
    boundaries, agreed = np.array([3, 5, 9]), np.array([5])
    starts, stops = np.array([3, 20]), np.array([5, 20])
    assert kinds(boundaries, agreed, starts, stops) == "hax"
    assert missed(boundaries, starts, stops).tolist() == [1]


def test_everyone_with_the_same_words_shares_one_view() -> None:
    [view] = views(pier())
    data = packed(view, pier().options)
    assert data["words"].split("\n")[:3] == ["the", "ferry", "was"]
    assert (len(data["references"]), [row["system"] for row in data["systems"]]) == (3, [0, 1])
    assert data["wording"] == ""


def test_a_system_with_words_of_its_own_has_a_view_of_its_own() -> None:
    evaluation = compared(PEOPLE, {**SYSTEMS, "gamma": SYSTEMS["alpha"].replace("ferry", "fairy boat")})
    shared, own = views(evaluation)
    assert [place for place, _ in shared.systems] == [0, 1]
    assert (own.wording, [place for place, _ in own.systems]) == ("gamma", [2])
    assert len(own.transcript) == len(shared.transcript) + 1


def test_without_systems_the_view_shows_the_people() -> None:
    [view] = views(compared(PEOPLE, {}))
    assert (len(view.references), view.systems) == (3, ())


def test_words_come_from_whoever_has_them() -> None:
    bare = [cut(text, by=name) for name, text in PEOPLE.items()]
    evaluation = evaluate(bare, [pier().systems[0].trials[0].hypothesis or bare[0]])
    [blank] = views(evaluation)
    assert packed(blank, evaluation.options)["words"] is None
    [known] = views(evaluate(bare, [document(SYSTEMS["alpha"], "alpha")]))
    assert known.transcript.texts[0] == "the"


def test_marks_go_along_where_they_are_known() -> None:
    people = [Segmentation(4, (0, 2, 3), ("?", "", "."), by="a"), Segmentation(4, (0, 3), by="b")]
    evaluation = evaluate(people, [])
    [view] = views(evaluation)
    assert [row["marks"] for row in packed(view, evaluation.options)["references"]] == ["? ", ""]


@pytest.mark.parametrize("n_documents", [1, 3])
def test_every_recording_has_its_view_in_order(n_documents: int) -> None:
    names = [view.document for view in views(corpus(60, n_documents))]
    assert names == [f"recording {number + 1}" for number in range(n_documents)]


def test_a_view_is_packed_into_steps_votes_windows_and_kinds() -> None:
    """Everything by hand: three people, a window of two words, a consensus of two."""
    people = [Segmentation.of(20, ends, by=by) for ends, by in (([3, 10], "a"), ([5, 10], "b"), ([10, 15], "c"))]
    system = Segmentation.of(20, [4, 8, 10], by="s")
    evaluation = evaluate(people, [system])
    (view,) = views(evaluation)
    data = packed(view, evaluation.options)
    assert (data["n"], data["people"], data["words"]) == (20, ["a", "b", "c"], None)
    assert [row["ends"] for row in data["references"]] == [[3, 7], [5, 5], [10, 5]]
    assert (data["marked"], data["votes"]) == ([3, 2, 5, 5], [1, 1, 3, 1])
    assert (data["windows"], data["widths"]) == ([3, 7, 5], [2, 0, 0])
    (row,) = data["systems"]
    # 4 lies in the window from 3 to 5, 8 in none, 10 is agreed on; nothing lies in the window at 15.
    assert (row["system"], row["ends"], row["kinds"], row["missed"]) == (0, [4, 4, 2], "hxa", [2])
    assert row["marks"] == ""


def test_without_windows_everything_is_extra_and_a_place_before_the_first_is_in_none() -> None:
    nothing = np.array([], dtype=np.int64)
    assert kinds(np.array([1, 2]), nothing, nothing, nothing) == "xx"
    assert missed(np.array([1]), nothing, nothing).tolist() == []
    starts, stops = np.array([5, 9]), np.array([6, 9])
    assert kinds(np.array([4, 5, 6, 7, 9, 10]), nothing, starts, stops) == "xhhxhx"
    assert missed(nothing, starts, stops).tolist() == [0, 1]


def test_words_with_line_breaks_stay_on_one_line() -> None:
    said = Document(Transcript((Word("so\nwe"), Word("left"))), (Segmentation(2, (1,), by="anna"),))
    evaluation = evaluate([said], [])
    (view,) = views(evaluation)
    assert packed(view, evaluation.options)["words"] == "so we\nleft"


def test_only_judged_boundaries_are_shown() -> None:
    said, heard = (Transcript(tuple(map(Word, f"so we {w} it was late yes it was".split()))) for w in ("left", "loft"))
    evaluation = evaluate(
        [Document(said, (Segmentation(9, (2, 5, 8), by="anna"),))],
        [Document(heard, (Segmentation(9, (2, 5, 8), by="system"),))],
        condition="inc",
    )
    (view,) = views(evaluation)
    assert [each.at.tolist() for each in view.references] == [[5]]
    assert [(place, each.at.tolist()) for place, each in view.systems] == [(0, [5])]
    assert view.transcript.texts[2] == "loft"
    assert view.wording == "system"


def test_two_systems_that_heard_the_same_share_a_view() -> None:
    other = SYSTEMS["alpha"].replace("ferry", "fairy boat")
    evaluation = compared(PEOPLE, {"gamma": other, "beta": SYSTEMS["beta"], "delta": other})
    names = [(view.wording, [place for place, _ in view.systems]) for view in views(evaluation)]
    assert names == [("gamma, delta", [0, 2]), ("", [1])]


def test_systems_that_heard_otherwise_each_have_a_view() -> None:
    heard = {
        name: SYSTEMS["alpha"].replace("ferry", word) for name, word in (("gamma", "fairy boat"), ("delta", "very"))
    }
    evaluation = compared(PEOPLE, heard)
    assert [(view.wording, view.transcript.texts[1]) for view in views(evaluation)] == [
        ("gamma", "fairy"),
        ("delta", "very"),
    ]


def test_what_just_enough_people_mark_is_agreed() -> None:
    people = [Segmentation.of(9, ends, by=by) for ends, by in (([3], "a"), ([3], "b"), ([6], "c"))]
    evaluation = evaluate(people, [Segmentation.of(9, [3, 6], by="s")])
    (view,) = views(evaluation)
    assert packed(view, evaluation.options)["systems"][0]["kinds"] == "ah"
