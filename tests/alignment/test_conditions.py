from __future__ import annotations

import pytest
from hypothesis import given

from pausa.alignment.conditions import inc, judged_gaps, on_reference_words, rec
from pausa.alignment.edits import align_words
from pausa.core.errors import LengthMismatch, OptionError
from pausa.core.words import Transcript, Word
from tests.alignment.wordings import at, said, wordings
from tests.builders import spoken


def gaps(reference: str, hypothesis: str, *, consecutive: bool = False) -> str:
    """The hypothesis with `|` at the gaps that INC judges."""
    mask = inc(align_words(said(reference), said(hypothesis), joins=True), consecutive=consecutive)
    return " ".join(f"{word} |" if judged else word for word, judged in zip(hypothesis.split(), mask, strict=True))


def test_rec_judges_every_gap() -> None:
    assert rec(align_words(said("so we left"), said("so he had left"))).tolist() == [True] * 4


@pytest.mark.parametrize(
    ("reference", "hypothesis", "judged"),
    [
        ("so we left it", "so we left it", "so | we | left | it"),
        ("so we left it", "so he left it", "so he left | it"),
        ("so we left it", "so we just left it", "so | we just left | it"),
        ("so we just left it", "so we left it", "so | we | left | it"),
        ("so today's call", "so to day's call", "so | to day's | call"),
        ("so to day's call", "so today's call", "so | today's | call"),
        ("so we left", "", ""),
    ],
)
def test_inc_judges_gaps_between_words_recognised_right(reference: str, hypothesis: str, judged: str) -> None:
    assert gaps(reference, hypothesis) == judged


def test_inc_can_ask_that_nothing_was_passed_over() -> None:
    assert gaps("so we just left it", "so we left it", consecutive=True) == "so | we left | it"
    assert gaps("so today's call", "so to day's call", consecutive=True) == "so | to day's | call"
    assert gaps("oh so we left", "so we left", consecutive=True) == "so | we | left"


@given(pair=wordings())
def test_inc_gaps_are_rec_gaps_and_the_stricter_ones_are_inc_gaps(pair: tuple[Transcript, Transcript]) -> None:
    alignment = align_words(*pair)
    strict, usual = inc(alignment, consecutive=True), inc(alignment)
    assert not (strict & ~usual).any()
    assert not usual[-1:].any()
    assert len(usual) == len(rec(alignment)) == len(pair[1])


def test_conditions_go_by_name() -> None:
    alignment = align_words(said("so we left"), said("so he left"))
    assert judged_gaps(alignment, "rec").tolist() == [True, True, True]
    assert judged_gaps(alignment, "inc").tolist() == [False, False, False]
    with pytest.raises(OptionError, match="reference's own words"):
        judged_gaps(alignment, "ref")
    with pytest.raises(OptionError, match="rec, inc, ref"):
        judged_gaps(alignment, "all")


def on_reference(reference: Transcript, hypothesis: Transcript) -> list[tuple[str, int | None, int | None]]:
    made = on_reference_words(reference, hypothesis, align_words(reference, hypothesis, joins=True))
    return [(word.text, word.start, word.end) for word in made.words]


def test_reference_words_get_times_from_equal_and_replaced_words_only() -> None:
    assert on_reference(said("so we all left"), at("so:0-200 he:200-400 left:900-999 uh:1000-1200")) == [
        ("so", 0, 200),
        ("we", 200, 400),  # "he" is more alike "we" than "all"
        ("all", None, None),
        ("left", 900, 999),
    ]


def test_a_joined_word_spans_its_parts_and_parts_share_its_edges() -> None:
    assert on_reference(said("so today's call"), at("so:0-200 to:200-300 day's:300-600 call:600-900"))[1] == (
        "today's",
        200,
        600,
    )
    assert on_reference(said("so to day's call"), at("so:0-200 today's:200-600 call:600-900"))[1:3] == [
        ("to", 200, None),
        ("day's", None, 600),
    ]


def test_marks_and_own_times_of_the_reference_are_out_of_sight() -> None:
    reference = Transcript.of([Word("so", 5, 6, "A", 0.9, mark="."), Word("<laugh>", 6, 7), Word("yes", mark="?")])
    hypothesis = spoken("so no")
    made = on_reference_words(reference, hypothesis, align_words(reference, hypothesis, joins=True))
    assert made.words == (Word("so", 0, 300, "A"), Word("yes", 300, 600))
    assert [event.token for event in made.events] == [Word("<laugh>")]


def test_an_alignment_of_other_words_is_refused() -> None:
    alignment = align_words(said("so we left"), said("so he left"))
    with pytest.raises(LengthMismatch):
        on_reference_words(said("so we left"), said("so he"), alignment)
