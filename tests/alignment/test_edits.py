from __future__ import annotations

from functools import cache

import jiwer
import pytest
from hypothesis import given

from pausa.alignment.base import Alignment, Edits
from pausa.alignment.blocks import Block
from pausa.alignment.edits import align_words, word_errors
from pausa.core.errors import OptionError
from pausa.core.words import Transcript, Word
from pausa.text.normal import folded
from tests.alignment.wordings import by_speakers, said, wordings


def kinds(alignment: Alignment) -> list[str]:
    return [block.kind for block in alignment.blocks]


def shown(alignment: Alignment, reference: Transcript, hypothesis: Transcript) -> list[str]:
    """Blocks as `kind: reference words / hypothesis words`."""
    return [
        f"{block.kind}: {' '.join(reference.texts[block.ref_start : block.ref_stop])}"
        f" / {' '.join(hypothesis.texts[block.hyp_start : block.hyp_stop])}"
        for block in alignment.blocks
    ]


def distance(left: list[str], right: list[str]) -> int:
    """The edit distance by its definition, for short lists."""

    @cache
    def to(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        return min(to(i - 1, j) + 1, to(i, j - 1) + 1, to(i - 1, j - 1) + (left[i - 1] != right[j - 1]))

    return to(len(left), len(right))


def test_case_and_punctuation_make_no_difference() -> None:
    assert kinds(align_words(said("So we left the U.S."), said("so we LEFT the us"))) == ["equal"]


def test_every_kind_of_edit_is_found() -> None:
    reference, hypothesis = said("it was late so we all left"), said("it was so late then we left")
    alignment = align_words(said("it was late so we all left"), said("it was so late then we left"))
    assert shown(alignment, reference, hypothesis) == [
        "equal: it was / it was",
        "insert:  / so",
        "equal: late / late",
        "replace: so / then",
        "equal: we / we",
        "delete: all / ",
        "equal: left / left",
    ]
    assert alignment.edits == Edits(hits=5, substitutions=1, deletions=1, insertions=1)


def test_among_least_paths_the_one_with_most_equal_words_wins() -> None:
    reference, hypothesis = said("as Steve Rasche will say"), said("Steve rash she will say")
    assert "equal: Steve / Steve" in shown(align_words(reference, hypothesis), reference, hypothesis)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "join"),
    [
        ("so today's call", "so to day's call", "join: today's / to day's"),
        ("so to day's call", "so today's call", "join: to day's / today's"),
        ("our Q&A session", "our q and a session", "join: Q&A / q and a"),
        ("the Q&A and then", "the q and a and then", "join: Q&A / q and a"),
        ("and Q&A now", "and q and a now", "join: Q&A / q and a"),
        ("up 25% this year", "up twenty five percent this year", "join: 25% / twenty five percent"),
        ("in 2019 we grew", "in twenty nineteen we grew", "join: 2019 / twenty nineteen"),
        ("made $1.2 billion there", "made 1.2 billion dollars there", "join: $1.2 billion / 1.2 billion dollars"),
        ("the 3rd quarter", "the third quarter", "join: 3rd / third"),
        ("a mid-single-digit rate", "a mid single digit rate", "join: mid-single-digit / mid single digit"),
    ],
)
def test_words_cut_or_written_otherwise_are_joins(reference: str, hypothesis: str, join: str) -> None:
    left, right = said(reference), said(hypothesis)
    found = shown(align_words(left, right, joins=True), left, right)
    assert join in found
    assert {line.split(":")[0] for line in found} <= {"equal", "join"}


def test_joins_side_by_side_stay_two() -> None:
    reference, hypothesis = said("it was today's Q&A"), said("it was to day's q and a")
    assert shown(align_words(reference, hypothesis, joins=True), reference, hypothesis)[1:] == [
        "join: today's / to day's",
        "join: Q&A / q and a",
    ]


def test_joins_are_found_only_where_asked_for() -> None:
    assert kinds(align_words(said("so today's call"), said("so to day's call"))) == [
        "equal",
        "replace",
        "equal",
    ]


def test_a_joined_word_is_wrong_in_the_word_error_rate() -> None:
    assert align_words(said("so today's call"), said("so to day's call"), joins=True).edits.wer == pytest.approx(2 / 3)


def test_of_two_equal_words_the_one_by_the_same_speaker_is_kept() -> None:
    reference = by_speakers("we/A left/A yeah/A yeah/B it/B was/B late/B")
    hypothesis = by_speakers("we/1 left/1 yeah/2 it/2 was/2 late/2")
    assert align_words(reference, hypothesis).partners.tolist() == [0, 1, -1, 2, 3, 4, 5]
    hypothesis = by_speakers("we/1 left/1 yeah/1 it/2 was/2 late/2")
    assert align_words(reference, hypothesis).partners.tolist() == [0, 1, 2, -1, 3, 4, 5]


def test_speakers_help_only_where_both_sides_tell_two_apart() -> None:
    reference = by_speakers("we/A left/A yeah/A yeah/B it/B was/B late/B")
    one = by_speakers("we/1 left/1 yeah/1 it/1 was/1 late/1")
    none = said("we left yeah it was late")
    assert align_words(reference, one) == align_words(reference, none)


@given(pair=wordings())
def test_edits_are_as_few_as_can_be(pair: tuple[Transcript, Transcript]) -> None:
    reference, hypothesis = pair
    least = distance(folded(reference.words), folded(hypothesis.words))
    alignment = align_words(reference, hypothesis)
    assert Edits.of(alignment.blocks).errors == alignment.edits.errors == least
    assert Edits.of(align_words(reference, hypothesis, joins=True).blocks).errors <= least


@given(pair=wordings())
def test_equal_blocks_hold_equal_words_and_all_words_are_covered(pair: tuple[Transcript, Transcript]) -> None:
    reference, hypothesis = pair
    alignment = align_words(reference, hypothesis)
    assert (alignment.n_reference, alignment.n_hypothesis) == (len(reference), len(hypothesis))
    for block in alignment.blocks:
        left = folded(reference.words[block.ref_start : block.ref_stop])
        right = folded(hypothesis.words[block.hyp_start : block.hyp_stop])
        assert (left == right) == (block.kind == "equal")


@given(pair=wordings())
def test_word_error_rate_and_counts_are_those_of_jiwer(pair: tuple[Transcript, Transcript]) -> None:
    reference, hypothesis = pair
    theirs = jiwer.process_words(" ".join(folded(reference.words)), " ".join(folded(hypothesis.words)))
    ours = align_words(reference, hypothesis).edits
    assert ours.wer == pytest.approx(theirs.wer)
    assert ours == Edits(theirs.hits, theirs.substitutions, theirs.deletions, theirs.insertions)
    assert word_errors(reference, hypothesis) == ours


def test_edits_of_recordings_add_up() -> None:
    total = sum([Edits(hits=8, substitutions=2), Edits(hits=9, deletions=1, insertions=1)], Edits())
    assert total == Edits(17, 2, 1, 1)
    assert total.wer == pytest.approx(4 / 20)


@pytest.mark.parametrize(("hypothesis", "wer"), [("", 0.0), ("so we left", 3.0)])
def test_against_no_words_the_error_rate_is_the_number_put_in(hypothesis: str, wer: float) -> None:
    assert align_words(said(""), said(hypothesis)).edits.wer == wer


def test_long_recordings_with_much_in_common_align_exactly() -> None:
    texts = [f"w{number % 997}" for number in range(6000)]
    reference = Transcript(tuple(map(Word, texts)))
    hypothesis = Transcript(tuple(map(Word, texts[:3000] + texts[3010:])))
    assert align_words(reference, hypothesis).edits == Edits(hits=5990, deletions=10)


def test_a_long_stretch_of_other_speech_is_one_block() -> None:
    reference = Transcript(tuple(Word(f"r{number}") for number in range(500)))
    hypothesis = Transcript(tuple(Word(f"h{number}") for number in range(450)))
    assert align_words(reference, hypothesis).blocks == (Block("replace", 0, 500, 0, 450),)


def test_words_are_needed_to_align_words() -> None:
    with pytest.raises(OptionError, match="number of words"):
        align_words(Transcript.blank(3), said("so we left"))


def test_blank_transcripts_of_one_length_align_word_by_word() -> None:
    assert align_words(Transcript.blank(2), Transcript.blank(2)).blocks == (Block("equal", 0, 2, 0, 2),)


def test_events_are_no_partners() -> None:
    reference = Transcript.of([Word("so"), Word("<laugh>"), Word("yes")])
    assert kinds(align_words(reference, said("so yes"))) == ["equal"]
