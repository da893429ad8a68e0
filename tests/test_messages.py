"""What Python is told speaks of its own names; the command line puts its options in their place."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import pausa
from pausa.cli import main
from pausa.cli.wording import OPTIONS, for_command_line
from pausa.core.errors import PausaError
from pausa.core.words import Word

SOURCE = Path(pausa.__file__).parent
#: Commands that are named whole, and those of others.
_COMMANDS = re.compile(r"(?:pausa [a-z]+|pip install|fstprint)[^;,)]*")
_OPTION = re.compile(r"(?<![\w-])--[a-z]")
#: A limit that is named in both ways.
_BOTH = re.compile(r"\(--max-expanded MB, or limits=ReadLimits")


def _told(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every string of a module but docstrings."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def test_no_message_outside_the_command_line_speaks_of_its_options() -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {text}"
        for path in sorted(SOURCE.rglob("*.py"))
        if path.relative_to(SOURCE).parts[0] != "cli"
        for line, text in _told(ast.parse(path.read_text(encoding="utf-8")))
        if _OPTION.search(_COMMANDS.sub("", _BOTH.sub("", text)))
    ]
    assert not found


def test_errors_in_python_speak_python(tmp_path: Path) -> None:
    odd = tmp_path / "odd.json"
    odd.write_text('<odd thing="known"/>')
    bare = pausa.Document(pausa.Transcript((Word("so"),)))
    attempts: list[Callable[[], object]] = [
        lambda: pausa.read(odd),
        lambda: pausa.write(bare, tmp_path / "talk.unheard-of"),
        lambda: pausa.write(bare, tmp_path / "talk.srt"),
        lambda: pausa.evaluate([], ["so we left"]),
        lambda: pausa.align("so we left", "so we left", by="characters", joins=True),
        lambda: pausa.train("fst", output=tmp_path / "model", reference=[odd], text=[odd]),
    ]
    for attempt in attempts:
        with pytest.raises(PausaError) as told:
            attempt()
        assert not _OPTION.search(str(told.value)), told.value
        assert "(-r)" not in str(told.value)


def test_the_command_line_names_its_options(tmp_path: Path) -> None:
    odd = tmp_path / "odd.json"
    odd.write_text('<odd thing="known"/>')
    assert "name the format (--from; " in CliRunner().invoke(main, ["segment", str(odd)]).stderr
    into = CliRunner().invoke(main, ["convert", "-", str(tmp_path / "talk.odd")], input="so we left")
    assert "name the format to write (--to; " in into.stderr
    assert for_command_line("nothing to see") == "nothing to see"


@pytest.mark.parametrize("said", OPTIONS)
def test_what_is_put_in_the_place_of_something_is_said_somewhere(said: str) -> None:
    assert any(said in path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py") if path.name != "wording.py")
