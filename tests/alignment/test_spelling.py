"""Among equally cheap alignments, the one whose replaced words are most alike in spelling."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.alignment.base import Alignment
from pausa.alignment.blocks import Block, difference, merged
from pausa.alignment.conditions import on_reference_words
from pausa.alignment.edits import align_words, numbered, plain_blocks
from pausa.alignment.spelling import pairs_by_spelling, unlikeness
from pausa.core.words import Transcript, Word
from tests.alignment.wordings import said

WORDS = st.sampled_from(["patient", "patients", "is", "his", "the", "then", "exam", "exams", "a"])


def paired(reference: str, hypothesis: str) -> list[tuple[str, str]]:
    alignment = align_words(said(reference), said(hypothesis))
    left, right = reference.split(), hypothesis.split()
    return [(left[ref], right[hyp]) for ref, hyp in enumerate(alignment.partners) if hyp >= 0]


def test_patients_stands_for_patient_and_not_for_is() -> None:
    assert paired("the patient is here", "the patients here") == [
        ("the", "the"),
        ("patient", "patients"),
        ("here", "here"),
    ]
    assert paired("the patients here", "the patient is here")[1] == ("patients", "patient")
    assert paired("so exams showed it", "so many patient exam showed it")[1] == ("exams", "exam")


def test_where_nothing_is_alike_the_rule_for_ends_decides() -> None:
    assert not align_words(said("we xx yy left"), said("we q left")).spelled
    assert paired("we xx yy left", "we q left")[1] == ("yy", "q")


def test_times_go_to_the_word_that_was_said() -> None:
    heard = Transcript((Word("the", 0, 100), Word("patients", 100, 700), Word("here", 700, 900)))
    reference = said("the patient is here")
    timed = on_reference_words(reference, heard, align_words(reference, heard))
    assert [word.start for word in timed.words] == [0, 100, None, 700]


def test_of_equal_words_the_one_beside_the_better_spelling_is_kept() -> None:
    """As many edits either way; with the third "noon" every replaced word is alike, with the second one is not."""
    reference, hypothesis = "was noon noon noon late", "noons noon note late"
    plain = merged(plain_blocks(*numbered(reference.split(), hypothesis.split())))
    assert [block.kind for block in plain if block.ref_start == 1] == ["equal"]
    assert align_words(said(reference), said(hypothesis)).partners.tolist() == [-1, 0, 1, 2, 3]


def test_where_spelling_says_nothing_the_path_stays_as_it_was() -> None:
    for reference, hypothesis in (("xx was yy was", "q was"), ("was xx was yy", "was q"), ("was q", "was xx was yy")):
        plain = merged(plain_blocks(*numbered(reference.split(), hypothesis.split())))
        assert align_words(said(reference), said(hypothesis)).blocks == plain


@given(left=st.lists(WORDS, min_size=1, max_size=5), right=st.lists(WORDS, min_size=1, max_size=5))
def test_the_pairing_is_the_best_of_all(left: list[str], right: list[str]) -> None:
    block = difference(0, len(left), 0, len(right))
    found = pairs_by_spelling([block], left, right).get(block, block.pairs())
    refs, hyps = (column.tolist() for column in found)
    assert (refs, hyps) == (sorted(set(refs)), sorted(set(hyps)))
    assert len(refs) == min(len(left), len(right))
    if len(left) == len(right):
        assert refs == hyps
        return
    cost = sum(unlikeness(left[ref], right[hyp]) for ref, hyp in zip(refs, hyps, strict=True))
    n = len(refs)
    best = min(
        sum(unlikeness(left[ref], right[hyp]) for ref, hyp in zip(some, others, strict=True))
        for some in combinations(range(len(left)), n)
        for others in combinations(range(len(right)), n)
    )
    assert cost == best


@given(left=st.lists(WORDS, max_size=12), right=st.lists(WORDS, max_size=12))
def test_spelling_costs_no_edit_and_moves_no_end_of_an_equal_word(left: list[str], right: list[str]) -> None:
    alignment = align_words(said(" ".join(left)), said(" ".join(right)))
    plain = plain_blocks(*numbered(left, right))
    equal = sum(block.n_ref for block in alignment.blocks if block.kind == "equal")
    changed = sum(max(block.n_ref, block.n_hyp) for block in alignment.blocks if block.kind != "equal")
    assert (
        changed
        == alignment.edits.errors
        == sum(max(block.n_ref, block.n_hyp) for block in plain if block.kind != "equal")
    )
    assert equal >= alignment.edits.hits


def test_the_other_side_sees_the_same_pairs() -> None:
    alignment = align_words(said("the patient is here"), said("the patients here"))
    back = alignment.flipped()
    assert back.partners.tolist() == [0, 1, 3]
    assert back.flipped().partners.tolist() == alignment.partners.tolist()


@pytest.mark.parametrize("n", [1, 3])
def test_an_alignment_without_spelling_pairs_by_the_rule(n: int) -> None:
    block = Block("replace", 0, 2, 0, n)
    pairs = Alignment((block,), align_words(said("a b"), said("a b")).edits).pairs(block)
    assert [column.tolist() for column in pairs] == [column.tolist() for column in block.pairs()]


def test_of_words_equally_alike_the_first_is_paired() -> None:
    block = Block("replace", 0, 1, 0, 3)
    (refs, hyps) = pairs_by_spelling([block], ["cat"], ["cap", "cap", "dog"])[block]
    assert (refs.tolist(), hyps.tolist()) == ([0], [0])
