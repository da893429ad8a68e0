"""Hesitations left out where that is asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pausa
from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.text.fillers import without_fillers
from pausa.text.marks import boundaries
from pausa.text.tokens import words_of


def spelled(text: str) -> Document:
    transcript = Transcript.of(words_of(text))
    return Document(transcript, (boundaries(transcript.words),), language="en")


def left(text: str) -> str:
    found = without_fillers(spelled(text))
    return " | ".join(sentence.text for sentence in found.sentences(found.segmentations[0]))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("We had um a stall.", "We had a stall."),
        ("So, um, we left uh. It was erm late.", "So, we left. | It was late."),
        ("Did you? Mm-hmm. So.", "Did you? | Mm-hmm. | So."),
        ("Um we left.", "we left."),
        ("well <laugh> uh yes.", "well <laugh> yes."),
        ("no, um? yes", "no? | yes"),
        ("I was, um, going home.", "I was going home."),
        ("I was, um, uh going home.", "I was going home."),
        ("I was, [um], going home.", "I was going home."),
        ("Well, um I left.", "Well, I left."),
        ("Oh well, um, I left.", "Oh well, I left."),
        ("I was, um.", "I was."),
        ("I said, “uh, no.”", "I said, “no.”"),
        ("I said, “no, uh.”", "I said, “no.”"),
        ("I said “um” then.", "I said then."),
        ("She said (uh, twice) no.", "She said (twice) no."),
        ("then [uh] we left", "then we left"),
        ('He said "um" and "uh, no".', 'He said and "no".'),
        ("– um, we left.", "– we left."),
    ],
)
def test_hesitations_go_and_answers_stay(text: str, shown: str) -> None:
    assert left(text) == shown


words = st.lists(st.sampled_from("um we uh left so erm late mhm".split()), min_size=1, max_size=30)


@given(words, st.sets(st.integers(0, 29)))
def test_every_other_word_stays_in_its_sentence(said: list[str], ends: set[int]) -> None:
    n_words = len(said)
    cut = Segmentation.of(n_words, sorted(end for end in ends if end < n_words))
    found = without_fillers(Document(Transcript.of(words_of(" ".join(said))), (cut,), language="en"))
    fillers = {"um", "uh", "erm", "mhm"}
    expected = []
    for start, stop in cut.spans():
        inside = said[start:stop]
        kept = [word for word in inside if word not in fillers]
        expected.append(kept or inside)
    got = found.segmentations[0]
    assert [list(found.transcript.texts[a:b]) for a, b in got.spans()] == expected


def test_what_a_language_opens_a_question_with_goes_to_the_next_word() -> None:
    transcript = Transcript.of(words_of("¿eh, vienes?"))
    found = without_fillers(Document(transcript, (boundaries(transcript.words),), language="es"))
    assert " ".join(map(str, found.transcript.words)) == "¿vienes?"


def test_the_command_leaves_them_out_where_asked() -> None:
    text = "we had um a stall. it was late."
    assert str(pausa.segment(text, drop_fillers=True)) == "We had a stall.\nIt was late."
    assert "um" in str(pausa.segment(text))
