"""Mistakes are small, one at a time, and not in types or docstrings."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from benchmarks import mutation
from benchmarks.mutation import TARGETS, chosen, drawn, mistakes, notices, page, try_all
from benchmarks.places import ROOT
from benchmarks.survivors import REASONS

SOURCE = '''
def share(part: int, whole: int = 3) -> float:
    """One of 2."""
    if part < whole and whole:
        return divide(part, whole) + 1
    return max(0.5, part)
'''


def test_each_mistake_changes_one_thing() -> None:
    found = list(mistakes(SOURCE))
    plain = ast.unparse(ast.parse(SOURCE))
    assert {each.kind for each in found} == {"comparison", "and/or", "sign", "number", "if", "order", "name"}
    assert all(each.source != plain for each in found)
    assert len({each.key for each in found}) == len(found)
    assert '"""One of 2."""' in found[0].source.replace("'''", '"""')


def test_arguments_are_swapped_and_defaults_moved() -> None:
    sources = " ".join(each.source for each in mistakes(SOURCE))
    assert "divide(whole, part)" in sources
    assert "whole: int=4" in sources
    assert "min(0.5, part)" in sources


def test_what_tells_nothing_is_not_tried() -> None:
    source = "@frozen(slots=True)\nclass A:\n    b: int | None\n\nzip(x, y, strict=True)\nisinstance(x, str | int)\n"
    assert [each.change for each in mistakes(source)] == ["zip(x, y, strict=True) → zip(y, x, strict=True)"]
    assert list(mistakes("print(min(x, y))")) == [each for each in mistakes("print(min(x, y))") if each.kind == "name"]


def test_some_are_chosen_the_same_each_time_and_none_twice() -> None:
    found = list(mistakes(SOURCE))
    some = chosen(found, 3, "seed")
    assert len(some) == 3
    assert [each.key for each in some] == [each.key for each in chosen(found, 3, "seed")]
    assert chosen([*found, *found], None, "seed") == found


def test_a_sample_is_drawn_over_all_modules_the_same_each_time() -> None:
    found = {"one.py": list(mistakes(SOURCE)), "other.py": list(mistakes("x = 1 + 2\n")), "none.py": []}
    some = drawn("name", found, 5)
    assert some == drawn("name", found, 5)
    assert sum(map(len, some.values())) == 5
    assert some.keys() == found.keys()
    assert sum(map(len, drawn("name", found, 1000).values())) == sum(map(len, found.values()))


def test_a_sample_says_what_it_speaks_for() -> None:
    tried = {str(number): {"line": 1, "change": "0 → 1", "noticed": True} for number in range(96)}
    tried |= {"late": {"line": 1, "change": "1 → 2", "noticed": True, "at_first": False}}
    tried |= {
        f"never{number}": {"line": 1, "change": "2 → 3", "noticed": False, "at_first": False} for number in range(3)
    }
    shown = page("stats", {"stats/paired.py": {"mistakes": 500, "tried": tried}}, 100)
    assert "mutation stats --sample 100`. Of the 500 small mistakes" in shown
    assert "chosen at random over all modules" in shown
    assert "Tests noticed 97: 97.0%." in shown
    assert "they noticed 96: 96.0%, which of all mistakes is true within 3.8 points." in shown
    known = page("stats", {"stats/paired.py": {"mistakes": 500, "tried": tried}}, 100, is_known=True)
    assert "mutation stats --sample 100 --known`. Of the 500 small mistakes" in known
    assert "the share is that of this sample alone." in known
    assert "which of all mistakes" not in known


def test_a_mistake_is_noticed_by_the_tests_that_go_with_its_module(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own: this one keeps the module as it is."""
    monkeypatch.setattr(mutation, "_EXAMPLES", (2, 2))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setitem(sys.modules, "pausa.stats.signtest", None)
    monkeypatch.delitem(sys.modules, "pausa.stats.signtest")
    monkeypatch.delitem(sys.modules, "tests.stats.test_signtest", raising=False)
    source = (ROOT / "src/pausa/stats/signtest.py").read_text(encoding="utf-8")
    tests = [str(ROOT / "tests/stats/test_signtest.py")]
    assert not notices("stats/signtest.py", source, tests)
    assert notices("stats/signtest.py", source.replace("NORMAL_FROM = 25", "NORMAL_FROM = 24"), tests)


def test_work_is_bounded_by_its_own_time_and_waiting_finds_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A busy machine lets processes wait: what only waited was not found."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setattr(mutation, "_WAITING_SECONDS", 1)
    waits, works = tmp_path / "test_waits.py", tmp_path / "test_works.py"
    waits.write_text("import time\n\ndef test_waits():\n    time.sleep(600)\n")
    works.write_text("def test_works():\n    while True:\n        pass\n")
    source = (ROOT / "src/pausa/stats/signtest.py").read_text(encoding="utf-8")
    assert not notices("stats/signtest.py", source, [str(waits)])
    monkeypatch.setattr(mutation, "_WAITING_SECONDS", 600)
    assert notices("stats/signtest.py", source, [str(works)], seconds=1)


def test_nothing_is_tried_where_tests_fail_before_anything_is_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setattr(mutation, "_make_ready", lambda module, source: None)
    fails, passes = tmp_path / "test_fails.py", tmp_path / "test_passes.py"
    fails.write_text("def test_fails():\n    raise AssertionError\n")
    passes.write_text("def test_passes():\n    pass\n")
    some = list(mistakes(SOURCE))[:2]
    with pytest.raises(SystemExit, match="its tests fail, or need more than 120 s, before anything is changed"):
        list(try_all("stats/signtest.py", [str(fails)], some))
    assert list(try_all("stats/signtest.py", [str(passes)], some)) == [(each, False) for each in some]
    assert list(try_all("stats/signtest.py", [str(fails)], [])) == []


def test_every_target_and_its_tests_are_there() -> None:
    for targets in TARGETS.values():
        for module, tests in targets.items():
            assert (ROOT / "src/pausa" / module).is_file()
            assert all((ROOT / each).is_file() for each in tests), module
    for package in ("stats", "reports"):
        modules = {f"{package}/{path.name}" for path in (ROOT / "src/pausa" / package).glob("[!_]*.py")}
        assert modules <= TARGETS["glue"].keys()
    for name, package in {"metrics": "metrics", "decode": "decode", "align": "alignment", "stats": "stats"}.items():
        modules = {f"{package}/{path.name}" for path in (ROOT / "src/pausa" / package).glob("*.py")}
        assert modules == TARGETS[name].keys()


def test_a_reason_is_about_a_mistake_that_can_be_made() -> None:
    for module in {module for module, _, _ in REASONS}:
        source = (ROOT / "src/pausa" / module).read_text(encoding="utf-8")
        there = {(each.original, each.change) for each in mistakes(source)}
        assert {(line, change) for name, line, change in REASONS if name == module} <= there


def test_survivors_are_listed_with_what_was_changed() -> None:
    found = {"a": {"line": 4, "kind": "sign", "change": "x | 1 → x & 1", "noticed": False},
             "b": {"line": 5, "kind": "sign", "change": "x - 1 → x + 1", "noticed": True}}  # fmt: skip
    shown = page("glue", {"stats/paired.py": {"mistakes": 5, "tried": found}})
    assert "| all | 5 | 2 | 1 | 50.0% |" in shown
    assert "mutation glue --most 2`. Of the 5 small mistakes" in shown
    assert "2 were tried, one at a time, chosen at random" in shown
    assert "of this sample alone" in shown
    assert "| stats/paired.py:4 | `x \\| 1 → x & 1` |" in shown
    assert "x - 1" not in shown
