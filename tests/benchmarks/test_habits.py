from __future__ import annotations

from benchmarks.habits import Habits, count, page
from tests.builders import parsed


def test_a_habit_is_how_often_a_sentence_ends_before_a_word() -> None:
    (document,) = parsed("text", "And we left. And it rained, and we sang. But not for long.")
    habits = count([document], most=100)
    assert habits.words == 13
    assert habits.ends == 3
    assert habits.share("and") == 0.5  # what nothing stands before tells nothing
    assert habits.share("but") == 1.0
    assert habits.share("so") is None


def test_no_more_recordings_are_read_than_were_asked_for() -> None:
    documents = parsed("text", "One two three.") * 3
    assert count(documents, most=5).words == 6


def test_a_page_shows_what_never_occurs_as_a_dash() -> None:
    assert "| talks | 0 | 0.0 | – | – | – | – |" in page({"talks": Habits()})
