"""Turns end where a known speaker gives way to another known one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from pausa.core.scores import Scores
from pausa.core.words import Transcript, Word
from pausa.decode import decode
from pausa.features.turns import turn_ends
from tests.builders import spoken
from tests.strategies import transcripts


def test_a_turn_ends_before_another_speaker() -> None:
    assert turn_ends(spoken("A: so we B: left A: it was A: late")).tolist() == [1, 2]


def test_an_unknown_speaker_changes_nothing() -> None:
    talk = Transcript((Word("so", speaker="A"), Word("we"), Word("left", speaker="B"), Word("it", speaker="A")))
    assert turn_ends(talk).tolist() == [2]


def test_two_arrows_open_a_turn_of_nobody_known() -> None:
    assert turn_ends(Transcript((Word(">>so"), Word("we"), Word("left", before=">>")))).tolist() == [1]
    assert turn_ends(Transcript((Word("so"), Word(">>"), Word("we")))).tolist() == [0]


def test_turns_of_nobody_known_are_told_beside_the_words() -> None:
    talk = Transcript((Word("so"), Word("we"), Word("left"), Word("early")), turns=(0, 2))
    assert turn_ends(talk).tolist() == [0, 2]
    assert talk.slice(1, 4).turn_ends == (1,)
    with pytest.raises(ValueError, match="outside"):
        Transcript((Word("so"), Word("we")), turns=(1,))


def test_one_speaker_or_none_has_no_turn_ends() -> None:
    assert turn_ends(spoken("A: so we left")).tolist() == []
    assert turn_ends(spoken("so we left")).tolist() == []
    assert turn_ends(Transcript(())).tolist() == []


@given(transcripts())
def test_the_decoder_forces_ends_at_the_same_places(talk: Transcript) -> None:
    assert decode(Scores(np.zeros(len(talk))), talk).ends == (*turn_ends(talk).tolist(), len(talk) - 1)
