"""Transcripts in several languages: runs of turns, each by the detector that knows its language."""

from __future__ import annotations

import numpy as np
import pytest

from pausa.core.scores import Scores
from pausa.core.words import Transcript, Word
from pausa.models.base import Detector
from pausa.models.by_turn import ByTurn, Run, joined, moved
from pausa.text.identify import language_runs
from pausa.workflow.segment import segment

ENGLISH = "so we talked about the bridge and you said that it would be open soon because they have the papers now"
SPANISH = "la verdad es que todavía no sabemos nada porque el alcalde dijo que iba a mandar los papeles y nadie llegó"


class Sure(Detector):
    """Says one probability everywhere."""

    name = "sure"

    def __init__(self, says: float, threshold: float | None = None) -> None:
        self.says, self.threshold = says, threshold

    def score(self, transcript: Transcript) -> Scores:
        ends = np.full(len(transcript), self.says)
        return Scores(ends, {".": 0.75 * ends, "?": 0.25 * ends, ",": 0.5 * (1 - ends)})


def talk(*turns: str) -> Transcript:
    return Transcript(
        tuple(Word(word, speaker=str(number % 2)) for number, turn in enumerate(turns) for word in turn.split())
    )


def test_runs_are_turns_in_one_language() -> None:
    first, second = len(ENGLISH.split()), len(SPANISH.split())
    runs = language_runs(talk(ENGLISH, SPANISH, SPANISH, ENGLISH))
    assert runs == [
        (0, first, "en"),
        (first, first + 2 * second, "es"),
        (first + 2 * second, 2 * first + 2 * second, "en"),
    ]


def test_one_language_is_one_run() -> None:
    assert [code for _, _, code in language_runs(talk(SPANISH, "sí", SPANISH))] == ["es"]
    assert language_runs(talk("well", "so")) == []


def test_a_turn_or_two_in_a_long_talk_are_taken_for_the_rest() -> None:
    assert [code for _, _, code in language_runs(talk(*[ENGLISH] * 80, SPANISH))] == ["en"]


@pytest.mark.parametrize(("own", "cut"), [(0.4, True), (0.6, False)])
def test_each_run_is_cut_by_its_own_threshold(own: float, cut: bool) -> None:
    mixed = ByTurn(Sure(0.1, 0.3), [Run(0, 2, Sure(0.1, 0.3)), Run(2, 5, Sure(0.5, own))])
    ends = mixed.score(talk("one two three four five")).ends
    assert ends[:2].tolist() == [0.1, 0.1]
    assert ((ends[2:] >= 0.3) == cut).all()


def test_other_words_than_those_whose_languages_are_known_are_read_by_the_chief() -> None:
    mixed = ByTurn(Sure(0.2), [Run(0, 3, Sure(0.9))])
    assert mixed.score(talk("one two")).ends.tolist() == [0.2, 0.2]


def test_marks_keep_their_shares_when_scores_are_moved() -> None:
    scores = Sure(0.5).score(talk("a b"))
    made = moved(scores, 1.0)
    assert made.ends == pytest.approx(1 / (1 + np.exp(-1.0)))
    assert made.marks["."] / made.ends == pytest.approx(0.75)
    assert made.marks[","] / (1 - made.ends) == pytest.approx(0.5)
    assert moved(scores, 0.0).ends == pytest.approx(scores.ends)


def test_marks_that_not_all_tell_are_left_out() -> None:
    half = np.full(1, 0.5)
    made = joined([Scores(half, {".": half, ",": half}), Scores(half, {".": half})])
    assert set(made.marks) == {"."}
    assert made.cases is None
    assert len(made) == 2


def test_each_turn_is_cut_as_if_it_stood_alone() -> None:
    both = segment(talk(ENGLISH, SPANISH, ENGLISH))
    english, spanish = segment(talk(ENGLISH)), segment(talk(SPANISH), language="es")
    first, second = len(english.scores), len(spanish.scores)
    assert both.scores.ends[:first] == pytest.approx(english.scores.ends, abs=1e-6)
    assert [end - first for end in both.ends if first <= end < first + second] == list(spanish.ends)
    assert any("mixed" in line for line in both.warnings)


def test_whoever_names_a_language_gets_that_one() -> None:
    named = segment(talk(ENGLISH, SPANISH, ENGLISH), language="en")
    mixed = segment(talk(ENGLISH, SPANISH, ENGLISH))
    first, second = len(ENGLISH.split()), len(SPANISH.split())
    there = slice(first, first + second)
    assert not np.allclose(named.scores.ends[there], mixed.scores.ends[there])
