from __future__ import annotations

import pytest
from hypothesis import given

from pausa.alignment.base import Alignment
from pausa.alignment.edits import align_words
from pausa.alignment.project import Carried, Projection, project
from pausa.core.errors import LengthMismatch
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from tests.alignment.wordings import said, wordings_with_ends
from tests.builders import cut, marked

Annotated = tuple[Transcript, Transcript, Segmentation]


def carried(reference: str, hypothesis: str) -> Projection:
    """Ends written as marks in the reference, on the hypothesis' words."""
    bare = " ".join(token for token in reference.split() if token not in ".?!;,")
    return project(marked(reference), align_words(said(bare), said(hypothesis)))


def test_an_end_goes_where_its_word_went() -> None:
    found = carried("so we left . it was late .", "so we had left it was late")
    assert found.segmentation == marked("so we had left . it was late .")
    assert not found.moved
    assert [each.to for each in found.placed] == [3, 6]


def test_the_end_after_a_deleted_word_goes_to_the_word_before() -> None:
    found = carried("we left you know . it was late .", "we left it was late")
    assert found.segmentation == marked("we left . it was late .")
    assert found.moved == (Carried(end=3, to=1, by=2, mark="."),)


def test_an_end_with_no_word_before_it_is_dropped_and_reported() -> None:
    found = carried("right ? so we left .", "so we left")
    assert found.segmentation.ends == (2,)
    assert found.dropped == (Carried(end=0, to=-1, by=0, mark="?"),)


def test_two_ends_on_one_word_count_once_and_the_nearer_one_keeps_its_mark() -> None:
    found = carried("we left ? okay . it was late .", "we left it was late")
    assert found.segmentation == marked("we left ? it was late .")
    assert found.merged == (Carried(end=2, to=1, by=1, mark="."),)


def test_ends_in_a_replaced_stretch_keep_their_share() -> None:
    found = carried("we saw him . her . them . then", "we hid in it then")
    # Four words against three: "saw him her them" over against "hid in it".
    assert found.segmentation.ends == (2, 3, 4)
    assert found.n_ends == 4


def test_an_end_after_a_joined_word_stands_after_its_last_part() -> None:
    assert carried("the end of Q&A . so", "the end of q and a so").segmentation.ends == (5, 6)
    assert carried("up twenty five . so", "up 25 so").segmentation.ends == (1, 2)


def test_words_put_in_at_the_end_close_by_themselves() -> None:
    found = carried("so we left .", "so we left uh")
    assert found.segmentation.ends == (2, 3)
    assert [each.to for each in found.placed] == [2]


def test_nothing_to_go_to_drops_everything() -> None:
    found = carried("so . we left .", "")
    assert found.segmentation == Segmentation(0, ())
    assert len(found.dropped) == found.n_ends == 2


def test_a_segmentation_of_other_words_is_refused() -> None:
    with pytest.raises(LengthMismatch):
        project(cut("so we left |"), Alignment.identity(2))


@given(annotated=wordings_with_ends())
def test_projecting_onto_the_same_words_is_the_identity(annotated: Annotated) -> None:
    reference, _, segmentation = annotated
    found = project(segmentation, align_words(reference, reference))
    assert found.segmentation == segmentation
    assert not found.moved
    assert not found.merged
    assert not found.dropped


@given(annotated=wordings_with_ends())
def test_there_and_back_keeps_every_end_between_equal_words(annotated: Annotated) -> None:
    reference, hypothesis, segmentation = annotated
    alignment = align_words(reference, hypothesis)
    back = project(project(segmentation, alignment).segmentation, alignment.flipped()).segmentation
    for block in alignment.blocks:
        if block.kind == "equal":
            inner = range(block.ref_start, block.ref_stop)
            assert set(segmentation.ends) & set(inner) <= set(back.ends)
            # Nor does any appear there, except at the edge, where ends of deleted words gather.
            assert set(back.ends) & set(inner[:-1]) <= set(segmentation.ends)


@given(annotated=wordings_with_ends())
def test_no_end_is_invented_and_none_vanishes(annotated: Annotated) -> None:
    reference, hypothesis, segmentation = annotated
    alignment = align_words(reference, hypothesis)
    found = project(segmentation, alignment)
    assert found.n_ends == len(segmentation.ends)
    all_ends = sorted(each.end for each in (*found.placed, *found.merged, *found.dropped))
    assert tuple(all_ends) == segmentation.ends
    last = set(range(len(hypothesis))[-1:])  # always ends a sentence
    assert set(found.segmentation.ends) == {each.to for each in found.placed} | last
    assert all(each.to == alignment.places[each.end] for each in (*found.placed, *found.merged))
    assert {each.to for each in found.merged} <= {each.to for each in found.placed}


@given(annotated=wordings_with_ends())
def test_marks_go_along(annotated: Annotated) -> None:
    reference, hypothesis, segmentation = annotated
    own = {end: segmentation.mark(number) for number, end in enumerate(segmentation.ends)}
    found = project(segmentation, align_words(reference, hypothesis))
    assert found.segmentation.by == "maria"
    kept = dict(zip(found.segmentation.ends, found.segmentation.marks, strict=False))
    assert all(each.mark == own[each.end] == kept.get(each.to, "") for each in found.placed)
