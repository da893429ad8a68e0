"""How many characters words take up, where limits count them."""

from __future__ import annotations

import pausa
from pausa.core.words import Transcript, Word
from pausa.text.written import as_given


def test_events_without_a_word_take_up_nothing() -> None:
    transcript = Transcript.of([Word("<laugh>"), Word("<cough>")])
    assert as_given(transcript).inside.tolist() == []
    assert pausa.segment(transcript, "pause", max_chars=20).n_words == 0
