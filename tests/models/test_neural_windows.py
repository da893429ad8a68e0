"""Windows: every word judged once, none near an edge, and cutting a line changes only what is near the cut."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pausa.models.neural.windows import WindowPlan, beginnings, windows

WORDS = [f"{a}{b}" for a in "bdfgklmn" for b in ("a", "e", "ip", "oo", "urt")]
PLAN = WindowPlan(radius=6, longest=20, before=4, after=3)
lines = st.lists(st.sampled_from(WORDS), max_size=120)


def sizes(forms: list[str]) -> np.ndarray:
    return np.array([1 + len(form) % 3 for form in forms], dtype=np.int64)


@given(lines)
def test_each_word_is_judged_once_and_in_order(forms: list[str]) -> None:
    judged = [word for window in windows(forms, sizes(forms), PLAN) for word in range(window.start, window.stop)]
    assert judged == list(range(len(forms)))


@given(lines)
def test_words_around_those_that_are_judged_are_seen(forms: list[str]) -> None:
    room = sizes(forms)
    for window in windows(forms, room, PLAN):
        assert 0 <= window.first <= window.start < window.stop <= window.last <= len(forms)
        before, after = room[window.first : window.start].sum(), room[window.stop : window.last].sum()
        assert before <= PLAN.before
        assert after <= PLAN.after
        # One more word would not have fitted, or there is none.
        assert window.first == 0 or before + room[window.first - 1] > PLAN.before
        assert window.last == len(forms) or after + room[window.last] > PLAN.after


@given(lines)
def test_no_window_is_much_longer_than_asked(forms: list[str]) -> None:
    room = sizes(forms)
    for window in windows(forms, room, PLAN):
        assert room[window.start : window.stop].sum() <= PLAN.longest + room.max()


@given(lines, st.data())
def test_a_cut_changes_only_the_windows_around_it(forms: list[str], data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(forms)))
    whole = {(w.start, w.stop, w.first, w.last) for w in windows(forms, sizes(forms), PLAN)}
    left = {(w.start, w.stop, w.first, w.last) for w in windows(forms[:cut], sizes(forms[:cut]), PLAN)}
    right = {
        (w.start + cut, w.stop + cut, w.first + cut, w.last + cut)
        for w in windows(forms[cut:], sizes(forms[cut:]), PLAN)
    }
    starts = beginnings(forms, PLAN.radius).tolist()
    near = PLAN.radius + 2  # a beginning depends on so many words, the two before each among them
    safe_left = max((start for start in starts if start <= cut - near - PLAN.after), default=0)
    safe_right = min((start for start in starts if start >= cut + near + PLAN.before), default=len(forms))
    for window in whole:
        if window[1] <= safe_left and window[3] <= cut - near:
            assert window in left
        if window[0] >= safe_right:
            assert window in right


def test_in_ordinary_text_the_change_is_near() -> None:
    rng = random.Random(5)
    forms = [rng.choice(WORDS) for _ in range(4000)]
    plan = WindowPlan()
    whole = set(windows(forms, sizes(forms), plan))
    part = windows(forms[2000:], sizes(forms[2000:]), plan)
    moved = [
        window
        for window in part
        if (window.start + 2000, window.stop + 2000) not in {(each.start, each.stop) for each in whole}
    ]
    assert moved
    assert max(window.stop for window in moved) < 6 * plan.radius


def test_a_word_repeated_for_ever_is_cut_evenly() -> None:
    forms = ["no"] * 1000
    found = windows(forms, np.ones(1000, dtype=np.int64), PLAN)
    assert max(window.stop - window.start for window in found) <= PLAN.longest


def test_no_words_no_windows() -> None:
    assert windows([], np.zeros(0, dtype=np.int64), PLAN) == []


def test_windows_are_about_twice_the_radius() -> None:
    rng = random.Random(3)
    forms = [rng.choice(WORDS) + rng.choice(WORDS) for _ in range(20_000)]
    lengths = np.diff(beginnings(forms, 40))
    assert 70 < lengths.mean() < 90
    assert lengths[1:].min() > 40
