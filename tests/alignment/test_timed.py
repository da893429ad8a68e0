from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.alignment.blocks import Block
from pausa.alignment.overlaps import heaviest_chain, overlaps
from pausa.alignment.project import project
from pausa.alignment.timed import align_times
from pausa.core.errors import OptionError
from pausa.core.words import Transcript, Word
from tests.alignment.wordings import at, said
from tests.builders import cut, spoken
from tests.strategies import transcripts


def test_words_spoken_at_the_same_time_belong_together() -> None:
    reference = at("so:0-300 we:300-500 went:500-900 home:1500-1900")
    hypothesis = at("so:0-280 he:310-500 when:520-880 foam:1480-1900")
    assert align_times(reference, hypothesis).partners.tolist() == [0, 1, 2, 3]


def test_time_decides_where_words_alone_would_go_wrong() -> None:
    reference = at("yes:0-300 yes:2000-2300 yes:4000-4300")
    assert align_times(reference, at("yes:2010-2290")).partners.tolist() == [-1, 0, -1]


def test_a_word_heard_as_two_is_paired_with_both() -> None:
    alignment = align_times(
        at("so:0-300 today's:300-900 call:900-1200"), at("so:0-300 to:300-650 day's:650-900 call:900-1200")
    )
    assert [block.kind for block in alignment.blocks] == ["equal", "join", "equal"]
    assert project(cut("so today's | call |"), alignment).segmentation.ends == (2, 3)


def test_two_words_heard_as_one_are_paired_with_it() -> None:
    alignment = align_times(at("so:0-300 it:300-500 is:500-900"), at("so:0-300 exit:300-900"))
    assert alignment.blocks == (Block("equal", 0, 1, 0, 1), Block("replace", 1, 3, 1, 2))


def test_what_was_heard_as_two_before_leaves_the_next_words_free() -> None:
    alignment = align_times(at("today's:0-600 it:600-800 is:800-1300"), at("to:0-300 day's:300-600 exit:600-1300"))
    assert alignment.blocks == (Block("join", 0, 1, 0, 2), Block("replace", 1, 3, 2, 3))


def test_words_that_share_no_time_stay_unaligned_in_order_of_time() -> None:
    alignment = align_times(at("so:0-300 late:2000-2300"), at("so:0-300 well:1000-1300 hm:4000-4300"))
    assert alignment.blocks == (
        Block("equal", 0, 1, 0, 1),
        Block("insert", 1, 1, 1, 2),
        Block("delete", 1, 2, 2, 2),
        Block("insert", 2, 2, 2, 3),
    )


def test_the_same_word_wins_over_a_slightly_longer_overlap() -> None:
    reference, hypothesis = at("we:0-300 left:300-600"), at("left:140-560")
    assert align_times(reference, hypothesis).partners.tolist() == [-1, 0]
    # "we" shares 160 ms with it and "left" 260; shift it until "we" has more, and the word still decides.
    assert align_times(reference, at("left:90-480")).partners.tolist() == [-1, 0]


def test_words_without_times_are_aligned_by_words() -> None:
    reference = at("so:0-300 we left home:1500-1900")
    hypothesis = at("so:0-300 we:310-500 left:500-800 foam:1500-1900")
    assert align_times(reference, hypothesis).partners.tolist() == [0, 1, 2, 3]


def test_speakers_talking_at_once_are_kept_apart() -> None:
    reference = Transcript(
        (
            Word("go", 0, 400, "A"),
            Word("now", 1000, 1400, "A"),
            Word("hm", 1010, 1390, "B"),
            Word("fine", 2000, 2400, "B"),
        )
    )
    hypothesis = Transcript((Word("go", 0, 400, "1"), Word("ham", 1010, 1390, "2"), Word("fine", 2000, 2400, "2")))
    assert align_times(reference, hypothesis).partners.tolist() == [0, -1, 1, 2]


def test_a_word_with_a_broken_time_does_not_take_the_place_of_others() -> None:
    reference = at("so:0-300 uh:0-900000 we:300-600 left:600-900")
    assert align_times(reference, at("so:0-300 we:300-600 left:600-900")).partners.tolist() == [0, -1, 1, 2]


def test_times_are_needed_to_align_by_time() -> None:
    with pytest.raises(OptionError, match="hypothesis has no word"):
        align_times(spoken("so we left"), said("so we left"))


def test_the_method_is_named() -> None:
    assert align_times(spoken("so"), spoken("so")).method == "times"


@given(transcript=transcripts(timed=True))
def test_a_transcript_aligns_with_itself(transcript: Transcript) -> None:
    assert align_times(transcript, transcript).partners.tolist() == list(range(len(transcript)))


@given(reference=transcripts(timed=True), hypothesis=transcripts())
def test_every_word_is_in_one_block(reference: Transcript, hypothesis: Transcript) -> None:
    try:
        alignment = align_times(reference, hypothesis)
    except OptionError:
        assert all(word.start is None for word in hypothesis.words)
        return
    assert (alignment.n_reference, alignment.n_hypothesis) == (len(reference), len(hypothesis))
    assert (np.diff(alignment.places) >= 0).all()


SPANS = st.lists(
    st.none() | st.tuples(st.integers(0, 40), st.integers(1, 12)).map(lambda s: (s[0], s[0] + s[1])), max_size=6
)


@given(left=SPANS, right=SPANS)
def test_overlaps_are_all_that_share_time(
    left: list[tuple[int, int] | None], right: list[tuple[int, int] | None]
) -> None:
    found = {(i, j): shared for i, j, shared in zip(*map(np.ndarray.tolist, overlaps(left, right)), strict=True)}
    expected = {}
    for i, one in enumerate(left):
        for j, other in enumerate(right):
            if one is not None and other is not None and min(one[1], other[1]) > max(one[0], other[0]):
                expected[i, j] = min(one[1], other[1]) - max(one[0], other[0])
    assert found == expected


@given(st.dictionaries(st.tuples(st.integers(0, 4), st.integers(0, 4)), st.integers(1, 9), max_size=8))
def test_no_chain_is_heavier(weights: dict[tuple[int, int], int]) -> None:
    pairs = list(weights)
    left, right = (np.asarray([pair[side] for pair in pairs], dtype=np.int64) for side in (0, 1))
    chain = heaviest_chain(left, right, np.asarray(list(weights.values()), dtype=np.int64))
    heaviest = max(
        sum(weights[pair] for pair in chosen)
        for size in range(len(pairs) + 1)
        for chosen in combinations(sorted(pairs), size)
        if all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(chosen))
    )
    assert sum(weights[pair] for pair in chain) == heaviest
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(chain))


def test_the_same_speaker_wins_over_a_slightly_longer_overlap_unless_speakers_do_not_count() -> None:
    reference = Transcript(
        (
            Word("go", 0, 400, "A"),
            Word("now", 1000, 1400, "A"),
            Word("well", 1100, 2000, "B"),
            Word("fine", 2400, 2800, "B"),
        )
    )
    hypothesis = Transcript((Word("go", 0, 400, "1"), Word("knew", 1000, 1400, "2"), Word("fine", 2400, 2800, "2")))
    assert align_times(reference, hypothesis).partners.tolist() == [0, -1, 1, 2]
    assert align_times(reference, hypothesis, speakers=False).partners.tolist() == [0, 1, -1, 2]
    alone = Transcript(tuple(Word(word.text, word.start, word.end, "1") for word in hypothesis.words))
    assert align_times(reference, alone).partners.tolist() == [0, 1, -1, 2], "one speaker tells nothing apart"


@pytest.mark.parametrize(
    ("left", "right", "first"), [([0, 1], [0, 0], (0, 0)), ([0, 1], [2, 0], (0, 2)), ([0, 1, 2], [1, 0, 0], (0, 1))]
)
def test_of_chains_of_one_weight_the_first_stays(left: list[int], right: list[int], first: tuple[int, int]) -> None:
    weights = np.full(len(left), 5)
    assert heaviest_chain(np.array(left), np.array(right), weights) == [first]
