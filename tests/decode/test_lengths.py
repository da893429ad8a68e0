"""Limits on length: never broken, and cuts where they score best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import log

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.scores import Scores
from pausa.core.segmentation import Segmentation
from pausa.core.timeline import timeline
from pausa.core.words import Event, Transcript, Word
from pausa.decode import SentenceLimits, decode
from pausa.decode.lengths import best_path, so_far
from pausa.decode.threshold import reaching
from pausa.features.turns import turn_ends
from tests.builders import spoken
from tests.strategies import transcripts


@dataclass(frozen=True)
class Puzzle:
    """A transcript with a probability after each word, and limits to keep."""

    transcript: Transcript
    probabilities: tuple[float, ...]
    limits: SentenceLimits

    def decoded(self) -> Segmentation:
        return decode(Scores(np.array(self.probabilities)), self.transcript, self.limits)

    def is_allowed(self, segmentation: Segmentation) -> bool:
        """Whether all hard limits hold; a single word may be too long."""
        document, times = Document(self.transcript), timeline(self.transcript)
        for sentence, (start, stop) in zip(document.sentences(segmentation), segmentation.spans(), strict=True):
            if stop - start == 1:
                continue
            if self.limits.max_words is not None and stop - start > self.limits.max_words:
                return False
            if self.limits.max_chars is not None and len(sentence.text) > self.limits.max_chars:
                return False
            if self.limits.max_seconds is not None and times is not None:
                lasts_ms = times[stop - 1][1] - times[start][0]
                if lasts_ms > 1000 * self.limits.max_seconds:
                    return False
        return self.limits.turns == "ignore" or set(turn_ends(self.transcript)) <= set(segmentation.ends)

    def price(self, segmentation: Segmentation) -> tuple[int, float]:
        """Sentences that are too short, then the score lost; the smaller the better."""
        short = sum(length < (self.limits.min_words or 1) for length in segmentation.lengths)
        forced = {len(self.transcript) - 1}
        if self.limits.turns == "respect":
            forced.update(turn_ends(self.transcript).tolist())
        at = 0.5 if self.limits.threshold is None else self.limits.threshold
        earned = sum(_logit(self.probabilities[end]) - _logit(at) for end in segmentation.ends if end not in forced)
        return short, -earned

    def all_allowed(self) -> Iterator[Segmentation]:
        n_words = len(self.transcript)
        for count in range(n_words):
            for inner in combinations(range(n_words - 1), count):
                segmentation = Segmentation.of(n_words, inner)
                if self.is_allowed(segmentation):
                    yield segmentation


def _logit(p: float) -> float:
    return log(p / (1 - p))


@st.composite
def puzzles(draw: st.DrawFn, *, max_words: int) -> Puzzle:
    transcript = draw(transcripts(max_words=max_words))
    probability = st.floats(0.01, 0.99) | st.sampled_from([0.1, 0.5, 0.9])
    longest = draw(st.none() | st.integers(1, 6))
    shortest = draw(st.none() | st.integers(1, longest or 5))
    limits = SentenceLimits(
        threshold=draw(st.none() | st.floats(0.05, 0.95)),
        min_words=shortest,
        max_words=longest,
        max_chars=draw(st.none() | st.integers(1, 40)),
        max_seconds=draw(st.none() | st.floats(0.1, 4)) if transcript.has_times else None,
        turns=draw(st.sampled_from(["respect", "ignore"])),
    )
    return Puzzle(transcript, tuple(draw(probability) for _ in range(len(transcript))), limits)


@given(puzzles(max_words=10))
def test_no_allowed_segmentation_is_better(puzzle: Puzzle) -> None:
    found = puzzle.decoded()
    assert puzzle.is_allowed(found)
    short, lost = puzzle.price(found)
    fewest, least = min(map(puzzle.price, puzzle.all_allowed()))
    assert short == fewest
    assert lost == pytest.approx(least, abs=1e-6)


@given(puzzles(max_words=80))
def test_hard_limits_are_never_broken(puzzle: Puzzle) -> None:
    assert puzzle.is_allowed(puzzle.decoded())


@given(st.lists(st.floats(0, 1), min_size=1, max_size=200), st.integers(1, 9), st.integers(0, 30))
@example([0.0] * 50, 3, 7)
@example([1.0] * 50, 3, 7)
def test_where_nothing_forbids_it_no_sentence_is_too_short(probabilities: list[float], least: int, more: int) -> None:
    """With a maximum of at least twice the minimum, any text of enough words can be cut into full sentences."""
    limits = SentenceLimits(min_words=least, max_words=2 * least + more)
    found = decode(Scores(np.array(probabilities)), Transcript.blank(len(probabilities)), limits)
    assert max(found.lengths) <= 2 * least + more
    assert min(found.lengths) >= min(least, len(probabilities))


def ends(probabilities: list[float], limits: SentenceLimits, talk: Transcript | None = None) -> tuple[int, ...]:
    return decode(Scores(np.array(probabilities)), talk or Transcript.blank(len(probabilities)), limits).ends


def test_a_long_sentence_is_cut_at_its_best_gap_not_at_the_limit() -> None:
    assert ends([0.1, 0.1, 0.4, 0.1, 0.1, 0.1], SentenceLimits(max_words=5)) == (2, 5)


def test_one_good_cut_is_not_traded_for_two_poor_ones() -> None:
    assert ends([0.1, 0.3, 0.1, 0.3, 0.1, 0.1, 0.0], SentenceLimits(max_words=5)) in {(1, 6), (3, 6)}


def test_of_two_ends_too_near_to_each_other_the_better_stays() -> None:
    assert ends([0.1, 0.6, 0.9, 0.1, 0.1], SentenceLimits(min_words=2)) == (2, 4)
    assert ends([0.1, 0.9, 0.6, 0.1, 0.1], SentenceLimits(min_words=2)) == (1, 4)


def test_the_last_sentence_is_not_too_short_either() -> None:
    assert ends([0.1, 0.8, 0.1, 0.9, 0.0], SentenceLimits(min_words=2)) == (1, 4)


def test_a_turn_may_be_shorter_than_the_minimum() -> None:
    talk = spoken("A: so we left B: yes A: it was late")
    assert ends([0.0] * 7, SentenceLimits(min_words=3), talk) == (2, 3, 6)


def test_a_text_shorter_than_the_minimum_is_one_sentence() -> None:
    assert ends([0.9, 0.9], SentenceLimits(min_words=5)) == (1,)


def test_the_maximum_goes_before_the_minimum() -> None:
    """Seven words in sentences of at most three: one of them is short, and only one."""
    scores = Scores(np.full(7, 0.3))
    assert sorted(decode(scores, Transcript.blank(7), SentenceLimits(min_words=3, max_words=3)).lengths) == [1, 3, 3]


def test_characters_are_counted_as_the_sentence_is_written() -> None:
    talk = Transcript((Word("so", mark=","), Word("we", before='"'), Word("left", mark="."), Word("late")))
    assert len('so, "we left.') == 13
    assert ends([0.1, 0.2, 0.3, 0.0], SentenceLimits(max_chars=13), talk) == (2, 3)
    assert ends([0.1, 0.2, 0.3, 0.0], SentenceLimits(max_chars=12), talk) == (1, 3)


def test_events_are_written_too() -> None:
    talk = Transcript((Word("so"), Word("we")), (Event(1, Word("<laugh>")),))
    assert ends([0.1, 0.0], SentenceLimits(max_chars=len("so <laugh> we")), talk) == (1,)
    assert ends([0.1, 0.0], SentenceLimits(max_chars=len("so <laugh> we") - 1), talk) == (0, 1)


def test_events_at_the_start_belong_to_the_first_sentence() -> None:
    talk = Transcript((Word("so"), Word("we"), Word("go")), (Event(0, Word("<laugh>")),))
    assert ends([0.1, 0.2, 0.0], SentenceLimits(max_chars=len("<laugh> so")), talk) == (0, 2)


def test_a_word_longer_than_the_limit_stands_alone() -> None:
    talk = spoken("a Donaudampfschiff b c")
    assert ends([0.0] * 4, SentenceLimits(max_chars=5), talk) == (0, 1, 3)


@pytest.mark.parametrize("huge", [2**31, 2**63 - 1, 2**63, 10**400], ids=lambda huge: f"{huge.bit_length()} bits")
def test_a_limit_beyond_all_that_is_said_is_one_that_nothing_reaches(huge: int) -> None:
    probabilities = [0.9, 0.1, 0.8, 0.2]
    free = ends(probabilities, SentenceLimits())
    for limits in (
        SentenceLimits(max_words=huge),
        SentenceLimits(max_chars=huge),
        SentenceLimits(max_words=huge, max_chars=huge),
    ):
        assert ends(probabilities, limits, spoken("so we left early")) == free
        assert ends([], limits, Transcript(())) == ()


def test_seconds_run_from_the_first_start_to_the_last_end() -> None:
    talk = spoken("so we / left")
    assert talk.words[2].end == 1500
    assert ends([0.1, 0.3, 0.0], SentenceLimits(max_seconds=1.5), talk) == (2,)
    assert ends([0.1, 0.3, 0.0], SentenceLimits(max_seconds=1.499), talk) == (1, 2)


def test_unknown_times_between_known_ones_are_shared_out() -> None:
    talk = Transcript((Word("so", 0), Word("we"), Word("go"), Word("on", None, 4000)))
    assert ends([0.1, 0.2, 0.1, 0.0], SentenceLimits(max_seconds=2), talk) == (1, 3)


def test_seconds_without_times_are_refused_with_advice() -> None:
    with pytest.raises(OptionError, match="max-seconds needs times, and this transcript has none; give"):
        ends([0.1, 0.2], SentenceLimits(max_seconds=2))


def test_certain_scores_still_yield_to_limits() -> None:
    assert ends([1.0, 1.0, 1.0, 0.0], SentenceLimits(min_words=2)) == (1, 3)
    assert ends([0.0, 0.0, 0.0, 0.0], SentenceLimits(max_words=3, min_words=2)) == (1, 3)


def test_speech_that_goes_on_is_cut_where_a_limit_makes_it() -> None:
    talk = Transcript(tuple(Word("so") for _ in range(6)))
    limits = SentenceLimits(max_words=3)
    ends = np.array([0.1, 0.2, 0.1, 0.3, 0.1, 0.1])
    point, none = reaching(ends, at=0.5), np.zeros(6, dtype=bool)
    # Without the last word as an end, two cuts are needed for six words in threes: one has to come by word 2.
    assert so_far(ends, point, none, talk, limits, judged=0, may_end=False) == [2]
    # The next word is to have room too.
    assert len(so_far(ends, point, none, talk, limits, judged=0, may_end=True)) == 2


def test_a_gap_that_was_judged_is_cut_at_only_where_there_is_no_other_way() -> None:
    talk = Transcript(tuple(Word("so") for _ in range(4)))
    ends = np.array([0.9, 0.9, 0.1, 0.1])
    point, none = reaching(ends, at=0.5), np.zeros(4, dtype=bool)
    assert so_far(ends, point, none, talk, SentenceLimits(max_words=3), judged=2, may_end=False) == [2]
    assert so_far(ends, point, none, talk, SentenceLimits(max_words=2), judged=2, may_end=False) == [1]


def test_a_start_that_is_too_short_is_no_fault_while_the_speech_goes_on() -> None:
    assert best_path([-1, 5, -1], [0, 0, 0], min_words=2) != [1, 2]
    assert best_path([-1, 5, -1], [0, 0, 0], min_words=2, goes_on=True) == [1, 2]


def test_speech_that_goes_on_has_the_ends_it_would_have_without_limits_where_none_binds() -> None:
    talk = Transcript.blank(4)
    none, last = np.zeros(4, dtype=bool), np.array([False, False, False, True])
    for probabilities, expected in (([0.1, 0.1, 0.1, 0.1], []), ([0.9, 0.9, 0.1, 0.1], [0, 1])):
        ends = np.array(probabilities)
        point = reaching(ends, at=0.5)
        for limits in (SentenceLimits(max_words=9), SentenceLimits(max_words=9, min_words=1)):
            assert so_far(ends, point, none, talk, limits, judged=0, may_end=False) == expected
            assert so_far(ends, point, last, talk, limits, judged=0, may_end=True) == [*expected, 3]


def test_an_end_with_nothing_to_gain_or_lose_is_there() -> None:
    assert best_path([0, 0, 0, -1], [0, 0, 0, 0]) == [0, 1, 2, 3]
    assert best_path([0, 0, 0, 0, -1], [0, 0, 0, 0, 0], min_words=2) == [2, 4]
