"""A rate or a mean length gives the wanted number of ends, at the best-scored gaps."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.scores import Scores
from pausa.core.words import Transcript
from pausa.decode import SentenceLimits, decode
from pausa.decode.quota import wanted
from pausa.features.turns import turn_ends
from tests.builders import spoken
from tests.strategies import transcripts

PROBABILITIES = st.floats(0, 1) | st.sampled_from([0.0, 0.5])


def ends(probabilities: list[float], limits: SentenceLimits) -> tuple[int, ...]:
    words = Transcript.blank(len(probabilities))
    return decode(Scores(np.array(probabilities)), words, limits).ends


def test_the_best_scored_gaps_are_taken_however_low_they_are() -> None:
    assert ends([0.01, 0.03, 0.02, 0.0, 0.0, 0.0], SentenceLimits(mean_length=2)) == (1, 2, 5)


def test_and_no_more_of_them_however_high_they_are() -> None:
    assert ends([0.97, 0.99, 0.98, 0.9, 0.9, 0.9], SentenceLimits(mean_length=3)) == (1, 5)


def test_a_rate_counts_ends_per_hundred_words() -> None:
    assert len(ends([0.5] * 200, SentenceLimits(rate=4))) == 8


def test_turns_count_towards_the_rate() -> None:
    talk = spoken("A: so we B: left it was late")
    scores = Scores(np.array([0.9, 0.0, 0.8, 0.0, 0.0, 0.0]))
    assert decode(scores, talk, SentenceLimits(mean_length=3)).ends == (1, 5)
    assert decode(scores, talk, SentenceLimits(mean_length=2)).ends == (0, 1, 5)


def test_equal_scores_are_taken_evenly_spread() -> None:
    assert ends([0.0] * 12, SentenceLimits(mean_length=3)) == (1, 5, 9, 11)


@pytest.mark.parametrize(
    ("n_words", "words_per_end", "count"), [(10, 3, 3), (10, 4, 3), (10, 4.1, 2), (5, 100, 1), (5, 1, 5), (1, 1, 1)]
)
def test_the_count_is_the_nearest_one_to_the_mean_length(n_words: int, words_per_end: float, count: int) -> None:
    assert wanted(n_words, words_per_end) == count


@given(transcripts(), st.data(), st.floats(1, 20))
def test_the_wanted_number_is_met_exactly_unless_turns_alone_are_more(
    talk: Transcript, data: st.DataObject, mean_length: float
) -> None:
    n_words = len(talk)
    scores = Scores(np.array([data.draw(PROBABILITIES) for _ in range(n_words)]))
    found = decode(scores, talk, SentenceLimits(mean_length=mean_length)).ends
    assert len(found) == max(wanted(n_words, mean_length), len(turn_ends(talk)) + 1)


@given(st.lists(PROBABILITIES, min_size=1, max_size=30), st.floats(1, 20))
def test_no_gap_left_out_beats_one_taken(probabilities: list[float], mean_length: float) -> None:
    *found, last = ends(probabilities, SentenceLimits(mean_length=mean_length))
    left_out = set(range(last)) - set(found)
    assert max((probabilities[gap] for gap in left_out), default=0) <= min(
        (probabilities[gap] for gap in found), default=1
    )


def test_with_limits_the_quota_sets_the_threshold() -> None:
    """Without a limit the two best gaps would be cut; the limit adds the best gap of the long rest."""
    probabilities = [0.5, 0.9, 0.1, 0.2, 0.3, 0.1, 0.2, 0.0]
    assert ends(probabilities, SentenceLimits(mean_length=3)) == (0, 1, 7)
    assert ends(probabilities, SentenceLimits(mean_length=3, max_words=4)) == (0, 1, 4, 7)


def test_the_threshold_of_a_quota_lies_between_the_last_gap_in_and_the_first_one_out() -> None:
    """Keeping the one gap inside the quota (0.9) is worth an extra end; cutting once, at 0.6, would lose it."""
    probabilities = [0.01, 0.9, 0.6, 0.55, 0.01, 0.01, 0.0]
    assert ends(probabilities, SentenceLimits(mean_length=4)) == (1, 6)
    assert ends(probabilities, SentenceLimits(mean_length=4, min_words=2, max_words=4)) == (1, 3, 6)


def test_a_quota_that_turns_fill_still_weighs_its_gaps_against_each_other() -> None:
    """The threshold lies half-way between certainty and the best gap: two good cuts are worth more than a poor one."""
    probabilities = [0.001, 0.999, 0.001, 0.999, 0.001, 0.0]
    assert ends(probabilities, SentenceLimits(mean_length=6, max_words=3)) == (1, 3, 5)
