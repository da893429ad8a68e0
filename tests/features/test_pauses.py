"""Pauses after words, in milliseconds and as ranks within a recording."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pausa.core.words import Transcript, Word
from pausa.features.pauses import pauses_ms, relative_pauses
from tests.builders import spoken

PAUSES = arrays(np.float64, st.integers(0, 30), elements=st.sampled_from([np.nan, 0, 0, 20, 20, 150, 400, 1200.5]))


def shown(pauses: np.ndarray) -> list[float | None]:
    return [None if np.isnan(pause) else round(float(pause), 4) for pause in pauses]


def test_a_pause_is_the_silence_until_the_next_word() -> None:
    assert shown(pauses_ms(spoken("so we / left / / it", pause_ms=250))) == [0, 250, 500, None]


def test_a_pause_counts_across_a_change_of_speaker() -> None:
    assert shown(pauses_ms(spoken("A: so / B: yes"))) == [600, None]


def test_overlapping_words_have_no_pause() -> None:
    assert shown(pauses_ms(Transcript((Word("so", 0, 900), Word("yes", 500, 700))))) == [0, None]


def test_a_pause_without_both_its_times_is_unknown() -> None:
    talk = Transcript((Word("so", 0), Word("we", 100, 200), Word("left", None, 900), Word("it", 1000, 1100)))
    assert shown(pauses_ms(talk)) == [None, None, 100, None]


def test_no_words_have_no_pauses() -> None:
    assert shown(pauses_ms(Transcript(()))) == []
    assert shown(pauses_ms(Transcript((Word("so", 0, 1),)))) == [None]


def test_the_relative_pause_is_a_rank_among_the_pauses_that_are_some() -> None:
    pauses = np.array([0, 500, 100, np.nan, 200, 0, 900])
    assert shown(relative_pauses(pauses)) == [0, 0.625, 0.125, None, 0.375, 0, 0.875]


def test_equal_pauses_share_their_mean_rank() -> None:
    assert shown(relative_pauses(np.array([100, 300, 300, 300]))) == [0.125, 0.625, 0.625, 0.625]


def test_a_recording_without_pauses_has_none_that_are_relatively_long() -> None:
    assert shown(relative_pauses(np.array([0, np.nan, 0]))) == [0, None, 0]


@given(PAUSES)
def test_ranks_follow_their_definition(pauses: np.ndarray) -> None:
    """(K − ½)/N with K the mean place in sorted order, worked out one by one."""
    heard = sorted(pause for pause in pauses if pause > 0)
    expected: list[float | None] = []
    for pause in pauses:
        places = [place for place, other in enumerate(heard, start=1) if other == pause]
        known = (sum(places) / len(places) - 0.5) / len(heard) if places else 0
        expected.append(None if np.isnan(pause) else round(known, 4))
    assert shown(relative_pauses(pauses)) == expected


@given(PAUSES, st.sampled_from([0.5, 3.0, 10.0]))
def test_speaking_slower_changes_no_relative_pause(pauses: np.ndarray, slower: float) -> None:
    assert shown(relative_pauses(pauses * slower)) == shown(relative_pauses(pauses))
