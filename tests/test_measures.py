"""The measures of the architecture page count what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.measures import ROOMS, cycles, measures, modules


def test_lines_functions_and_imports_are_counted(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "__init__.py").write_text("from made.one import two\n")
    (tmp_path / "one.py").write_text("import made.sub.three\n\ndef two():\n    return 2\n")
    (tmp_path / "sub" / "three.py").write_text("def four():\n    from made.one import two\n    return two\n")
    found = {each.name: each for each in modules("made", tmp_path)}
    assert set(found) == {"made", "made.one", "made.sub.three"}
    assert [found["made.one"].n_lines, found["made.one"].functions] == [4, (2,)]
    assert cycles({name: sorted(each.imports) for name, each in found.items()}) == [["made.one", "made.sub.three"]]


@pytest.mark.parametrize("imports", [{"a": ["b"], "b": []}, {"a": ["a"]}, {"a": ["elsewhere"]}, {}])
def test_no_circle_is_seen_where_there_is_none(imports: dict[str, list[str]]) -> None:
    assert cycles(imports) == []


def test_every_package_is_measured() -> None:
    source = ROOMS["pausa.core"].parent
    packages = {f"pausa.{path.parent.name}" for path in source.glob("*/__init__.py")}
    assert packages | {"benchmarks"} == set(ROOMS)
    assert measures().count("\n") == len(ROOMS) + 3
