"""Scores become sentences: thresholds, turns, marks, probabilities."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.scores import Scores
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.decode import Kept, SentenceLimits, complete, decode
from pausa.features.turns import turn_ends
from tests.builders import cut, spoken
from tests.strategies import transcripts

PROBABILITIES = st.floats(0, 1) | st.sampled_from([0.0, 0.25, 0.5, 1.0])


def scores(*ends: float, **marks: list[float]) -> Scores:
    """Scores with marks by name: `scores(0.1, 0.9, stop=[0.0, 0.7])`."""
    signs = {"stop": ".", "question": "?", "shout": "!", "comma": ","}
    return Scores(np.array(ends, dtype=float), {signs[name]: np.array(column) for name, column in marks.items()})


@st.composite
def scored(draw: st.DrawFn) -> tuple[Scores, Transcript]:
    transcript = draw(transcripts())
    return scores(*(draw(PROBABILITIES) for _ in range(len(transcript)))), transcript


def test_a_sentence_ends_where_the_probability_reaches_the_threshold() -> None:
    talk = spoken("so we left it was late")
    found = decode(scores(0.1, 0.5, 0.9, 0.2, 0.49, 0.0), talk)
    assert found.ends == cut("so we | left | it was late |").ends


def test_the_threshold_can_be_moved() -> None:
    talk = spoken("so we left")
    assert decode(scores(0.2, 0.4, 0.0), talk, SentenceLimits(threshold=0.3)).ends == (1, 2)
    assert decode(scores(0.2, 0.4, 0.0), talk, SentenceLimits(threshold=0)).ends == (0, 1, 2)
    assert decode(scores(1.0, 0.999, 0.0), talk, SentenceLimits(threshold=1)).ends == (0, 2)


def test_no_words_make_no_sentences() -> None:
    nothing = SentenceLimits(rate=5, max_words=3, max_seconds=1)
    assert decode(scores(), Transcript(()), nothing) == Segmentation(0, ())


def test_scores_of_other_words_are_refused() -> None:
    with pytest.raises(ValueError, match="Scores for 2 words do not fit 3 words"):
        decode(scores(0.1, 0.2), spoken("so we left"))


def test_probabilities_are_kept() -> None:
    assert decode(scores(0.25, 0.75, 0.0), spoken("so we left")).probabilities == (0.25, 0.75, 0.0)


def test_a_change_of_speaker_ends_a_sentence() -> None:
    talk = spoken("A: so we B: left A: it")
    assert decode(scores(0, 0, 0, 0), talk).ends == (1, 2, 3)
    assert decode(scores(0, 0, 0, 0), talk, SentenceLimits(turns="ignore")).ends == (3,)


def test_an_unknown_speaker_ends_nothing() -> None:
    talk = Transcript((Word("so", speaker="A"), Word("we"), Word("left", speaker="B")))
    assert decode(scores(0, 0, 0), talk).ends == (2,)


def test_each_end_gets_its_most_likely_mark() -> None:
    talk = spoken("so we left why")
    found = decode(scores(0.9, 0.1, 0.8, 0.9, stop=[0.6, 0, 0.3, 0.5], question=[0.3, 0, 0.95, 0.5]), talk)
    assert found.ends == (0, 2, 3)
    assert found.marks == (".", "?", ".")


def test_other_end_marks_are_passed_on_too() -> None:
    assert decode(scores(0.9, 0, stop=[0.0, 1.0], shout=[1.0, 0.0]), spoken("no yes")).marks == ("!", ".")


def test_a_comma_is_the_mark_of_a_clause_only() -> None:
    told = scores(0.9, 0.9, stop=[0.2, 0.8], comma=[0.7, 0.1])
    assert decode(told, spoken("well yes")).marks == (".", ".")
    assert decode(told, spoken("well yes"), level="clause").marks == (",", ".")


def test_an_end_where_no_mark_is_possible_has_none() -> None:
    told = scores(0, 1, 0, stop=[0.0, 1.0, 0.0], comma=[1.0, 0.0, 0.0])
    found = decode(told, spoken("A: well B: yes so"))
    assert found.ends == (0, 1, 2)
    assert found.marks == ("", ".", "")


def test_without_marks_in_the_scores_there_are_none_in_the_segmentation() -> None:
    assert decode(scores(0.9, 0.9), spoken("well yes")).marks == ()
    assert decode(scores(0.9, 0.9, comma=[1.0, 1.0]), spoken("well yes")).marks == ()


@given(
    scored(),
    st.sampled_from(
        [
            SentenceLimits(),
            SentenceLimits(rate=30),
            SentenceLimits(max_words=3),
            SentenceLimits(min_words=3, max_chars=20),
        ]
    ),
)
def test_every_turn_ends_a_sentence(one: tuple[Scores, Transcript], limits: SentenceLimits) -> None:
    probabilities, talk = one
    assert set(turn_ends(talk)) <= set(decode(probabilities, talk, limits).ends)


@given(transcripts(), st.sampled_from([SentenceLimits(turns="ignore"), SentenceLimits(turns="ignore", max_words=99)]))
def test_turns_that_are_ignored_end_nothing(talk: Transcript, limits: SentenceLimits) -> None:
    assert decode(Scores(np.zeros(len(talk))), talk, limits).ends == (len(talk) - 1,)


@given(scored(), st.floats(0, 1), st.floats(0, 1))
def test_a_higher_threshold_never_gives_more_ends(one: tuple[Scores, Transcript], a: float, b: float) -> None:
    probabilities, talk = one
    low, high = (decode(probabilities, talk, SentenceLimits(threshold=at)).ends for at in sorted((a, b)))
    assert set(high) <= set(low)


@given(
    scored(), st.sampled_from([{"threshold": 0.5}, {"threshold": 0.25}, {"rate": 20}, {"rate": 60}, {"mean_length": 4}])
)
def test_limits_that_do_not_bind_change_nothing(one: tuple[Scores, Transcript], how_many: dict[str, float]) -> None:
    probabilities, talk = one
    free = decode(probabilities, talk, SentenceLimits(**how_many))  # type: ignore[arg-type]
    assert decode(probabilities, talk, SentenceLimits(**how_many, max_words=99, max_chars=9999)) == free  # type: ignore[arg-type]


def test_a_question_has_to_be_twice_as_likely_as_a_statement() -> None:
    told = scores(0.9, 0.9, stop=[0.35, 0.25], question=[0.55, 0.65])
    assert decode(told, spoken("really yes")).marks == (".", "?")


def test_ends_that_are_kept_and_ends_that_are_chosen_stand_beside_each_other() -> None:
    talk = spoken("so we left it was late")
    kept, chosen = Kept(("", "!", "", "", "", "")), np.array([False, False, False, True, False, False])
    told = scores(0.1, 0.1, 0.9, 0.8, 0.1, 0.0, stop=[0.1, 0.1, 0.9, 0.8, 0.1, 0.2])
    found = complete(told, talk, kept, chosen)
    assert found.ends == (1, 3, 5)
    assert found.marks == ("!", ".", ".")
    alone = complete(told, talk, Kept(kept.marks, alone=True), chosen)
    assert (alone.ends, alone.marks) == ((1, 3, 5), ("!", "", ""))


def test_turns_and_limits_hold_beside_ends_that_are_kept() -> None:
    talk, kept = spoken("A: so we left B: it was late"), Kept(("!", "", "", "", "", ""))
    nothing = np.zeros(6, dtype=bool)
    told = scores(0.1, 0.1, 0.1, 0.1, 0.4, 0.1)
    assert complete(told, talk, kept, nothing).ends == (0, 2, 5)
    assert complete(told, talk, kept, nothing, SentenceLimits(turns="ignore")).ends == (0, 5)
    assert complete(told, talk, kept, nothing, SentenceLimits(max_words=2)).ends == (0, 2, 4, 5)
