"""Mistakes are small, one at a time, and not in types or docstrings."""

from __future__ import annotations

import ast

from benchmarks.mutation import chosen, mistakes, page

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


def test_some_are_chosen_the_same_each_time() -> None:
    some = chosen(SOURCE, 3, "seed")
    assert len(some) == 3
    assert [each.key for each in some] == [each.key for each in chosen(SOURCE, 3, "seed")]


def test_survivors_are_listed() -> None:
    found = {"a": {"line": 4, "kind": "sign", "original": "x + 1", "noticed": False},
             "b": {"line": 5, "kind": "sign", "original": "x - 1", "noticed": True}}  # fmt: skip
    shown = page("glue", {"stats/paired.py": found})
    assert "| all | 2 | 1 | 50.0% |" in shown
    assert "- stats/paired.py:4 sign: `x + 1`" in shown
    assert "x - 1" not in shown
