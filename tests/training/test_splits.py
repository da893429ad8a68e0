"""Something is always held out of a corpus, by recording, and never too much."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pausa.core.document import Document
from pausa.training.splits import Division, divide, split_by_name
from tests.builders import spoken

#: Names whose number is the held-out one, and such as are learned from.
HELD, LEARNED = ("talk28", "talk35"), tuple(f"talk{number}" for number in range(5))


def held_out(sizes: Mapping[str, int]) -> set[str] | str:
    found = divide(sizes.items())
    return "tails" if found.parts else set(found.held_out)


def test_a_recording_in_twelve_is_held_out_by_its_name() -> None:
    assert held_out(dict.fromkeys((*LEARNED, *HELD), 100)) == set(HELD)
    assert divide([("talk28.left", 50), ("talk28.right", 50), *((name, 100) for name in LEARNED)]).held_out == {
        "talk28"
    }


@pytest.mark.parametrize("count", range(3, 30))
@pytest.mark.parametrize("stem", ["talk", "interview-", "2024-03-"])
def test_something_is_held_out_of_any_few_recordings(stem: str, count: int) -> None:
    found = held_out({f"{stem}{number}": 1000 for number in range(count)})
    assert isinstance(found, set)
    assert 1 <= len(found) <= count / 3


def test_where_no_name_is_held_out_the_smallest_number_is() -> None:
    assert held_out(dict.fromkeys(LEARNED, 100)) == {"talk3"}


def test_of_two_recordings_the_last_part_of_each_is_held_out() -> None:
    assert held_out({"talk1": 100, "talk2": 100}) == "tails"
    assert held_out({"talk1": 100, "talk28": 20}) == {"talk28"}


def test_no_more_than_a_third_is_held_out() -> None:
    """The recording whose name says so is nearly everything here."""
    assert held_out({"talk28": 5000, **dict.fromkeys(LEARNED, 100)}) == set(LEARNED)
    assert held_out({"talk28": 5000, **dict.fromkeys(LEARNED, 10)}) == "tails"


def test_where_almost_nothing_would_be_held_out_more_is() -> None:
    assert held_out({"talk28": 10, **dict.fromkeys(LEARNED, 1000)}) == {"talk28", "talk3"}


def test_little_material_gives_up_more_so_that_there_is_something_to_judge_by() -> None:
    speeches = [(f"talk{number}", 205) for number in range(15)]  # none has a name that is held out
    assert 600 <= 205 * len(divide(speeches).held_out) <= 205 * 15 / 3
    assert divide([("book", 3000)]).parts == 5
    assert divide([("book", 30_000)]).parts == 12


def test_the_last_part_of_each_piece_of_a_single_recording_is_held_out() -> None:
    pieces = [Document(spoken("so we left / " * 8), name="book") for _ in range(2)]
    train, dev = (list(split_by_name(pieces, split)) for split in ("train", "dev"))
    assert [each.n_words for each in (*train, *dev)] == [16, 16, 8, 8]
    assert list(split_by_name(pieces, "test")) == []


def test_a_division_keeps_the_order() -> None:
    documents = [Document(spoken("so we left"), name=name) for name in ("b", "a", "c")]
    division = Division(frozenset({"a"}))
    assert [each.name for each in division.only(documents, "train")] == ["b", "c"]
    assert [each.name for each in division.only(documents, "dev")] == ["a"]
