"""The pause model: longer silences are likelier ends."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.errors import OptionError
from pausa.core.words import Transcript, Word
from pausa.decode import decode
from pausa.models.pause import BASE_RATE, HALF_MS, PauseDetector, curve, half_ms
from tests.builders import cut, spoken
from tests.strategies import transcripts


def scored(talk: Transcript) -> list[float]:
    return [float(probability) for probability in PauseDetector().score(talk).ends]


def test_a_sentence_ends_at_a_long_pause() -> None:
    talk = spoken("so we left / it was late / yes")
    assert decode(PauseDetector().score(talk), talk).ends == cut("so we left | it was late | yes |").ends


def test_it_does_not_end_at_a_short_one() -> None:
    talk = spoken("so we left / it was late / yes", pause_ms=150)
    assert decode(PauseDetector().score(talk), talk).ends == (6,)


def test_an_unknown_pause_gets_the_base_rate() -> None:
    talk = Transcript((Word("so", 0, 100), Word("we"), Word("left", 900, 1000), Word("it", 1000, 1100)))
    first, second, third, _ = scored(talk)
    assert first == second == BASE_RATE
    assert third < BASE_RATE


def test_after_the_last_word_an_end_is_certain() -> None:
    assert scored(spoken("so we left"))[-1] == 1
    assert scored(spoken("so")) == [1]


def test_it_tells_no_marks() -> None:
    assert PauseDetector().score(spoken("so we / left")).marks == {}


def test_a_transcript_without_times_is_refused_with_advice() -> None:
    with pytest.raises(
        OptionError, match=r"this transcript has none; give one with word times, or choose another model"
    ):
        PauseDetector().score(Transcript((Word("so"), Word("we"))))


def test_starts_alone_give_no_pause() -> None:
    with pytest.raises(OptionError, match="has only starts or only ends"):
        PauseDetector().score(Transcript((Word("so", 0), Word("we", 300))))


def test_the_half_way_pause_is_between_four_and_five_tenths_of_a_second_in_ordinary_speech() -> None:
    ordinary = np.array([0.0] * 300 + [60.0, 120.0, 240.0, 350.0, 800.0] * 20)
    assert 400 <= half_ms(ordinary) <= 500
    assert curve(np.array([half_ms(ordinary)]), half=half_ms(ordinary)) == pytest.approx(0.5)


def test_slow_speakers_need_longer_pauses() -> None:
    slow, fast = np.full(500, 900.0), np.full(500, 100.0)
    assert half_ms(fast) < HALF_MS < half_ms(slow)


def test_a_few_pauses_say_little_about_the_speaker() -> None:
    assert HALF_MS < half_ms(np.full(3, 900.0)) < half_ms(np.full(500, 900.0))


@given(transcripts(min_words=3, timed=True))
def test_within_a_recording_a_longer_pause_never_scores_lower(talk: Transcript) -> None:
    pauses = [after.start - word.end for word, after in zip(talk.words, talk.words[1:], strict=False)]  # type: ignore[operator]
    probabilities = scored(talk)[:-1]
    by_pause = [probability for _, probability in sorted(zip(pauses, probabilities, strict=True))]
    assert by_pause == sorted(probabilities)


@given(st.floats(0, 1e6), st.floats(0, 1e6), st.floats(50, 5000))
def test_the_curve_rises(one: float, other: float, half: float) -> None:
    low, high = curve(np.array(sorted((one, other))), half=half)
    assert 0 < low <= high < 1
