from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from pausa.alignment.characters import Gap, align_characters, gap_data
from pausa.alignment.edits import align_words
from pausa.core.errors import LengthMismatch
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from tests.alignment.wordings import said, wordings_with_ends
from tests.builders import cut, marked


def shown(reference: str, hypothesis: str, *, letters: int = 2, strict: bool = False) -> str:
    """The hypothesis with `|` at gaps known to be ends and `-` at gaps known not to be."""
    bare = said(" ".join(token for token in reference.split() if token != "|"))
    data = gap_data(bare, cut(reference), said(hypothesis), letters=letters, strict=strict)
    signs = {gap.hyp: " |" if gap.is_end else " -" for gap in data}
    return " ".join(word + signs.get(number, "") for number, word in enumerate(hypothesis.split()))


def test_the_same_words_tell_about_every_gap() -> None:
    assert shown("so we left | it was late |", "so we left it was late") == "so - we - left | it - was - late"


def test_words_heard_wrong_still_have_gaps_that_match() -> None:
    assert shown("the patient was seen | exam showed", "the patients was seen exam shows") == (
        "the - patients - was - seen | exam - shows"
    )


def test_nothing_is_said_where_the_texts_have_nothing_in_common() -> None:
    assert shown("we met | thank you |", "we met xqzv kjwp thank you") == "we - met | xqzv kjwp thank - you"


def test_a_split_word_has_no_gap_in_the_reference() -> None:
    assert shown("so today's call |", "so to day's call") == "so - to day's - call"


def test_an_end_among_words_left_out_counts_for_the_gap_they_left() -> None:
    assert shown("it was late | uh we left |", "it was late we left") == "it - was - late | we - left"


def test_strict_data_need_equal_letters_on_both_sides() -> None:
    assert shown("the patient was seen", "the patients was seen", strict=True) == "the - patients was - seen"


def test_marks_and_reference_gaps_are_told() -> None:
    data = gap_data(
        said("uh so we left was it late"), marked("uh so we left . was it late ?"), said("so we left was it late")
    )
    assert Gap(hyp=2, ref=3, is_end=True, mark=".") in data


def test_a_gap_beside_other_letters_is_not_vouched_for() -> None:
    assert gap_data(said("abc def ghi jkl"), cut("abc | def ghi | jkl |"), said("abc xyzzyq jkl")) == (
        Gap(hyp=0, ref=0, is_end=True),
        Gap(hyp=1, ref=2, is_end=True),
    )


def test_a_segmentation_of_other_words_is_refused() -> None:
    with pytest.raises(LengthMismatch):
        gap_data(said("so we left"), cut("so we |"), said("so we left"))


@given(annotated=wordings_with_ends())
def test_gaps_rise_on_both_sides_and_are_gaps(annotated: tuple[Transcript, Transcript, Segmentation]) -> None:
    reference, hypothesis, segmentation = annotated
    data = gap_data(reference, segmentation, hypothesis)
    for before, after in pairwise(data):
        assert before.hyp < after.hyp
        assert before.ref < after.ref
    assert all(gap.hyp < len(hypothesis) - 1 and gap.ref < len(reference) - 1 for gap in data)
    strict = gap_data(reference, segmentation, hypothesis, strict=True)
    assert set(strict) <= set(data)


@given(annotated=wordings_with_ends())
def test_the_same_words_lose_nothing(annotated: tuple[Transcript, Transcript, Segmentation]) -> None:
    reference, _, segmentation = annotated
    data = gap_data(reference, segmentation, reference, strict=True)
    assert {gap.hyp for gap in data if gap.is_end} == set(segmentation.ends[:-1])
    assert [gap.hyp for gap in data] == list(range(len(reference) - 1))


@given(three=wordings_with_ends())
def test_an_end_at_a_gap_that_aligns_letter_by_letter_stays_there(
    three: tuple[Transcript, Transcript, Segmentation],
) -> None:
    reference, hypothesis, segmentation = three
    alignment = align_characters(reference, hypothesis)
    assert (alignment.n_reference, alignment.n_hypothesis) == (len(reference), len(hypothesis))
    assert alignment.edits == align_words(reference, hypothesis).edits
    before = -1
    for gap in gap_data(reference, segmentation, hypothesis):
        place = alignment.places[gap.ref]
        # Words that were put in before the gap come after an equal word and its end.
        put_in = (
            next(block for block in alignment.blocks if block.hyp_start <= gap.hyp < block.hyp_stop).kind == "insert"
        )
        assert place == gap.hyp or (put_in and before < place < gap.hyp)
        before = gap.hyp


@given(three=wordings_with_ends())
def test_equal_words_of_the_letters_are_equal(three: tuple[Transcript, Transcript, Segmentation]) -> None:
    reference, hypothesis, _ = three
    for block in align_characters(reference, hypothesis).blocks:
        if block.kind == "equal":
            ours, theirs = reference.words[block.ref_start : block.ref_stop], hypothesis.words[block.hyp_start :]
            assert [word.text for word in ours] == [word.text for word, _ in zip(theirs, ours, strict=False)]


def test_the_same_words_are_the_same_letter_by_letter() -> None:
    assert align_characters(said("so we left"), said("so we left")).partners.tolist() == [0, 1, 2]
    assert align_characters(said(""), said("so we")).n_hypothesis == 2
    assert align_characters(said("so we"), said("")).places.tolist() == [-1, -1]


@pytest.mark.parametrize(
    ("reference", "hypothesis", "expected"),
    [
        ("we met uh | thank you |", "we met thank you", "we - met | thank - you"),
        ("we met | uh thank you |", "we met thank you", "we - met | thank - you"),
        ("we met uh uh | thank you |", "we met thank you", "we - met | thank - you"),
        ("we met | uh uh thank you |", "we met thank you", "we - met | thank - you"),
        ("we met uh | uh thank you |", "we met thank you", "we - met | thank - you"),
        ("we | met uh thank you |", "we met thank you", "we | met - thank - you"),
        ("we met uh thank | you |", "we met thank you", "we - met - thank | you"),
        ("we met | a uh am in |", "we met am in", "we - met | am - in"),
        ("we wanted | uh then |", "we want then", "we - want | then"),
    ],
)
def test_an_end_anywhere_among_words_left_out_counts_for_their_gap(
    reference: str, hypothesis: str, expected: str
) -> None:
    assert shown(reference, hypothesis) == expected
