from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.timeline import timeline
from pausa.core.times import clock, from_clock, millis, seconds
from pausa.core.words import Transcript, Word
from tests.strategies import transcripts


@given(st.integers(0, 360_000_000))
def test_times_survive_seconds_and_clock(time: int) -> None:
    assert millis(seconds(time)) == time
    assert millis(time / 1000) == time
    assert from_clock(clock(time)) == time
    assert from_clock(clock(time, decimal=",")) == time


@pytest.mark.parametrize("nonsense", ["", "x", "nan", "inf", "-1", "1e99", "1:2:3:4"])
def test_what_is_no_time_is_refused(nonsense: str) -> None:
    with pytest.raises(ValueError, match=r"time|seconds|recording"):
        from_clock(nonsense)


def test_unknown_times_are_shared_out_by_length() -> None:
    transcript = Transcript((Word("a", 0, 100), Word("long"), Word("b", 500, 600)))
    assert timeline(transcript) == [(0, 100), (100, 500), (500, 600)]


def test_times_that_run_backwards_are_pulled_up() -> None:
    transcript = Transcript((Word("a", 500, 600), Word("b", 100, 200), Word("c", 700, 800)))
    assert timeline(transcript) == [(500, 600), (600, 600), (700, 800)]


def test_no_times_at_all_have_no_timeline() -> None:
    assert timeline(Transcript((Word("a"), Word("b")))) is None


@given(transcripts(max_words=30))
def test_a_timeline_never_runs_backwards_and_keeps_what_is_known(transcript: Transcript) -> None:
    times = timeline(transcript)
    if times is None:
        assert not transcript.has_times
        return
    edges = [edge for span in times for edge in span]
    assert edges == sorted(edges)
    for word, (start, end) in zip(transcript.words, times, strict=True):
        assert word.start is None or start == word.start
        assert word.end is None or end == word.end
