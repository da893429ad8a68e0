from __future__ import annotations

from pausa.alignment.speakers import corresponding, several
from tests.alignment.wordings import by_speakers, said


def test_labels_are_matched_by_what_they_share_not_by_name() -> None:
    assert corresponding([("A", "B", 9.0), ("B", "A", 7.0), ("A", "A", 1.0)]) == {("A", "B"), ("B", "A")}


def test_two_people_taken_for_one_both_correspond_to_that_one() -> None:
    assert corresponding([("ann", "1", 9.0), ("ben", "1", 4.0)]) == {("ann", "1"), ("ben", "1")}


def test_unknown_speakers_correspond_to_nobody() -> None:
    assert corresponding([(None, "1", 9.0), ("ann", None, 4.0)]) == frozenset()


def test_two_speakers_are_several() -> None:
    assert several(by_speakers("yes/A no/B"))
    assert not several(by_speakers("yes/A no/A"))
    assert not several(said("yes no"))
