"""The lists of sides: readable, whole, and no recording on two sides."""

from __future__ import annotations

import pytest

from benchmarks.sources import SOURCES, SPLITS
from benchmarks.split_lists import FOLDER, LISTED, listed, parse, render, side_of
from pausa.core.errors import InputError


def test_a_list_reads_back() -> None:
    sides = parse("# by talk\ntest Talk with blanks\ndev b\n\nout c\n")
    assert sides == {"Talk with blanks": "test", "b": "dev", "c": "out"}
    assert parse(render(sides, notes=["by talk"])) == sides


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("test a\ndev a\n", "listed twice"),
        ("train a\n", "not a line"),
        ("test\n", "not a line"),
        ("test  \n", "not a line"),
    ],
)
def test_what_is_wrong_with_a_list_is_said(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        parse(text)


def test_there_is_a_list_for_every_source_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SPLITS)
    assert {source.sides for source in SOURCES.values()} == set(SPLITS)


@pytest.mark.parametrize("split", SPLITS)
def test_every_list_has_dev_and_test(split: str) -> None:
    sides = listed(split)  # which refuses a recording on two sides
    assert {"dev", "test"} <= set(sides.values()) <= set(LISTED)


def test_a_recording_that_is_not_listed_is_for_training() -> None:
    assert side_of("ami", "ES2011a") == "test"
    assert side_of("ami", "no such meeting") == "train"


def test_the_four_meetings_of_a_group_are_on_one_side() -> None:
    sides = listed("ami")
    scenario = [name for name in sides if name[:2] in ("ES", "TS")]
    assert len(scenario) >= 16
    assert all(sides.get(f"{name[:-1]}{letter}") == sides[name] for name in scenario for letter in "abcd")
    assert {sides[name] for name in sides if name.startswith("IB")} == {"test"}


def test_a_sitting_is_on_one_side_in_all_languages() -> None:
    dates: dict[str, set[str]] = {}
    for name, side in listed("europarl").items():
        dates.setdefault(name.split("-", 1)[1], set()).add(side)
    assert all(len(sides) == 1 for sides in dates.values())


def test_a_debater_and_a_member_of_parliament_are_on_one_side() -> None:
    for split, part in (("ibm-debater", 0), ("esic", -1)):
        sides: dict[str, set[str]] = {}
        for name, side in listed(split).items():
            sides.setdefault(name.split("_")[part], set()).add(side)
        assert all(len(each) == 1 for each in sides.values())
