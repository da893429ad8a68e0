"""What a network is told: plain words, kinds of pause, turns."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.words import Transcript, Word
from pausa.models.neural.inputs import (
    CHANGED_TURN,
    EDGES_MS,
    PAUSE_VALUES,
    SAME_TURN,
    TURN_VALUES,
    UNKNOWN_PAUSE,
    line_of,
    pause_bins,
)
from pausa.text.signs import plain_form
from tests.builders import spoken
from tests.strategies import transcripts


@pytest.mark.parametrize(
    ("spelled", "form"),
    [
        ("LEFT", "left"),
        ("p.m.", "p.m"),
        ("p.m", "p.m"),
        ("o_k", "ok"),
        ("$3.50", "$3.50"),
        ("50%", "50%"),
        ("Łódź", "łódź"),
    ],
)
def test_spelling_does_not_matter(spelled: str, form: str) -> None:
    assert plain_form(spelled) == form


def test_the_dot_of_an_abbreviation_does_not_tell_whether_the_sentence_ends() -> None:
    goes_on = Transcript((Word("8"), Word("p.m."), Word("on"), Word("friday")))
    ends = Transcript((Word("8"), Word("p.m", mark="."), Word("On"), Word("Friday")))
    assert line_of(goes_on).forms == line_of(ends).forms


def test_marks_are_not_read() -> None:
    assert line_of(Transcript((Word("left", mark="."),))).forms == ["left"]


def test_longer_pauses_are_of_higher_kinds() -> None:
    kinds = pause_bins(np.array([0.0, *EDGES_MS]))
    assert kinds.tolist() == sorted(set(kinds.tolist()))
    assert kinds.max() == PAUSE_VALUES - 1


def test_a_missing_time_is_a_kind_of_its_own() -> None:
    talk = Transcript((Word("so", 0, 100), Word("we"), Word("left", 500, 800), Word("it", 800, 900)))
    first, second, third, last = line_of(talk).pauses.tolist()
    assert first == second == last == UNKNOWN_PAUSE
    assert third != UNKNOWN_PAUSE


def test_a_turn_is_told_after_its_last_word() -> None:
    assert line_of(spoken("A: so we left B: why A: late")).turns.tolist() == [1, 1, CHANGED_TURN, CHANGED_TURN, 1]


def test_unknown_speakers_are_no_change() -> None:
    assert set(line_of(spoken("so we left")).turns.tolist()) == {SAME_TURN}


@given(transcripts())
def test_every_word_is_told_of_once(talk: Transcript) -> None:
    line = line_of(talk)
    assert len(line) == len(line.pauses) == len(line.turns) == len(talk)
    assert ((line.pauses >= UNKNOWN_PAUSE) & (line.pauses < PAUSE_VALUES)).all()
    assert ((line.turns >= SAME_TURN) & (line.turns < TURN_VALUES)).all()


@given(st.text(max_size=20))
def test_forms_are_lower_case_and_bare(text: str) -> None:
    form = plain_form(text)
    assert form == form.strip(" .?!;")
    assert plain_form(text.upper()) == plain_form(text.upper().lower())
