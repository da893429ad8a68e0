"""What is measured about the code is what is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.house import checked_out, packages, run, twin_classes, twin_functions
from benchmarks.places import ROOT
from benchmarks.unread import REASONS, reason_for
from pausa.core.errors import OptionError


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


LONG = """
def {name}({argument}: int) -> int:
    \"\"\"{told}\"\"\"
    total: int = 0
    for each in range({argument}):
        if each:
            total += each
    return total
"""


def test_code_stands_twice_whatever_its_variables_are_called(tmp_path: Path) -> None:
    put(tmp_path / "one.py", LONG.format(name="add", argument="n", told="One.") + "\ndef short():\n    return 1\n")
    put(
        tmp_path / "two.py", LONG.format(name="sum_up", argument="most", told="Two.") + "\ndef brief():\n    return 1\n"
    )
    put(tmp_path / "three.py", LONG.format(name="other", argument="n", told="").replace("+=", "-="))
    assert twin_functions(tmp_path) == ["one.py:add", "two.py:sum_up"]


def test_classes_share_a_name_where_two_are_called_so(tmp_path: Path) -> None:
    put(tmp_path / "one.py", "class Limits: ...\nclass _Own: ...\nclass Row: ...\n")
    put(tmp_path / "two.py", "class Limits: ...\nclass _Own: ...\n")
    assert twin_classes(tmp_path) == ["Limits"]


def test_modules_and_lines_are_counted_by_package(tmp_path: Path) -> None:
    put(tmp_path / "src/pausa/__init__.py", "a = 1\n")
    put(tmp_path / "src/pausa/core/one.py", "a = 1\nb = 2\n")
    put(tmp_path / "src/pausa/core/deep/two.py", "a = 1\n")
    put(tmp_path / "benchmarks/three.py", "a = 1\n")
    assert packages(tmp_path) == {"pausa": [1, 1], "pausa.core": [2, 3], "benchmarks": [1, 1]}


def test_files_on_a_flow_are_those_of_which_something_is_called(tmp_path: Path) -> None:
    put(tmp_path / "src/pausa/__init__.py", "")
    put(tmp_path / "src/pausa/used.py", "class Body:\n    a = 1\n\ndef call():\n    return 1\n")
    put(tmp_path / "src/pausa/idle.py", "class Body:\n    a = 1\n\ndef never():\n    return 1\n")
    put(tmp_path / "src/pausa/__main__.py", "import pausa.idle\nfrom pausa.used import call\ncall()\n")
    found = run(tmp_path, ["segment"])
    assert [Path(each).name for each in found["files"]] == ["used.py"]
    assert found["ours"] == 3
    put(tmp_path / "src/pausa/__main__.py", "raise ValueError('broken')\n")
    with pytest.raises(OptionError, match="broken"):
        run(tmp_path, ["segment"])


def test_a_commit_that_is_not_there_is_an_error() -> None:
    with pytest.raises(OptionError, match="no-such-commit cannot be checked out"), checked_out("no-such-commit"):
        pass


def test_nothing_is_without_a_reader_or_a_reason() -> None:
    vulture = pytest.importorskip("vulture")
    looked = vulture.Vulture()
    looked.scavenge([str(ROOT / part) for part in ("src", "benchmarks", "docs", "tasks.py")])
    places = {
        f"{Path(each.filename).relative_to(ROOT)}:{each.name}" for each in looked.get_unused_code(min_confidence=60)
    }
    unexplained = sorted(place for place in places if reason_for(place) is None)
    assert unexplained == [], "read them somewhere, leave them out, or say in benchmarks/unread.py why they are there"
    assert reason_for("src/pausa/core/words.py:unheard_of") is None
    for entry in ("formats/new.py:FORMAT", "models/new.py:NewDetector", "metrics/new.py:New"):
        assert reason_for(f"src/pausa/{entry}"), "a line in the registry's table is enough"
    assert all(REASONS.values())
