from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.alignment.base import NOWHERE, Alignment, Edits
from pausa.alignment.blocks import Block, difference, merged


@pytest.mark.parametrize(
    ("n_ref", "n_hyp", "places"),
    [
        (2, 2, [0, 1]),
        (2, 3, [1, 2]),  # 1.5 and 3: halves go up
        (3, 2, [0, 0, 1]),  # 0.67, 1.33, 2
        (4, 1, [0, 0, 0, 0]),  # 0.25 would be no word: the first
        (1, 4, [3]),
        (5, 2, [0, 0, 0, 1, 1]),  # 0.4, 0.8, 1.2, 1.6, 2
    ],
)
def test_ends_in_a_replaced_block_go_to_their_share_of_the_words(n_ref: int, n_hyp: int, places: list[int]) -> None:
    assert Block("replace", 0, n_ref, 0, n_hyp).places().tolist() == places


def test_ends_of_deleted_words_go_to_the_word_before() -> None:
    assert Block("delete", 4, 6, 3, 3).places().tolist() == [2, 2]
    assert Block("delete", 0, 2, 0, 0).places().tolist() == [-1, -1]


@given(n_ref=st.integers(1, 30), n_hyp=st.integers(1, 30))
def test_ends_never_leave_their_block_nor_cross_and_the_last_stays_last(n_ref: int, n_hyp: int) -> None:
    places = Block("replace", 5, 5 + n_ref, 7, 7 + n_hyp).places().tolist()
    assert places == sorted(places)
    assert places[0] >= 7
    assert places[-1] == 7 + n_hyp - 1


@given(n_ref=st.integers(0, 30), n_hyp=st.integers(0, 30))
def test_pairs_are_one_to_one_and_as_many_as_the_shorter_side_has(n_ref: int, n_hyp: int) -> None:
    refs, hyps = difference(0, n_ref, 0, n_hyp).pairs()
    assert len(refs) == len(hyps) == min(n_ref, n_hyp)
    assert len(set(refs.tolist())) == len(set(hyps.tolist())) == len(refs)


def test_differences_side_by_side_make_one_block_and_joins_stay_apart() -> None:
    blocks = [
        Block("delete", 0, 1, 0, 0),
        Block("replace", 1, 2, 0, 1),
        Block("join", 2, 3, 1, 3),
        Block("insert", 3, 3, 3, 4),
        Block("equal", 3, 4, 4, 5),
        Block("equal", 4, 6, 5, 7),
    ]
    assert merged(blocks) == (
        Block("replace", 0, 2, 0, 1),
        Block("join", 2, 3, 1, 3),
        Block("insert", 3, 3, 3, 4),
        Block("equal", 3, 6, 4, 7),
    )


@pytest.mark.parametrize(
    "blocks",
    [
        (Block("equal", 0, 1, 0, 2),),
        (Block("delete", 0, 1, 0, 1),),
        (Block("insert", 0, 0, 0, 0),),
        (Block("equal", 0, 1, 0, 1), Block("equal", 2, 3, 1, 2)),
    ],
)
def test_blocks_with_holes_or_of_the_wrong_kind_make_no_alignment(blocks: tuple[Block, ...]) -> None:
    with pytest.raises(ValueError, match="does not follow"):
        Alignment(blocks, Edits())


def test_an_alignment_turned_twice_is_the_same() -> None:
    alignment = Alignment(
        (
            Block("equal", 0, 2, 0, 2),
            Block("delete", 2, 4, 2, 2),
            Block("equal", 4, 5, 2, 3),
            Block("insert", 5, 5, 3, 4),
        ),
        Edits(),
    )
    assert alignment.partners.tolist() == [0, 1, NOWHERE, NOWHERE, 2]
    assert alignment.flipped().partners.tolist() == [0, 1, 4, NOWHERE]
    assert alignment.flipped().flipped() == alignment


def test_inserted_words_come_from_the_reference_word_before_them() -> None:
    blocks = (Block("insert", 0, 0, 0, 1), Block("equal", 0, 1, 1, 2), Block("insert", 1, 1, 2, 3))
    assert Alignment(blocks, Edits()).origins.tolist() == [-1, 0, 0]
