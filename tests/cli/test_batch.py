"""`pausa batch` on the command line: exit codes, and options that make no sense."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from pausa.batches import driver, sentences
from pausa.cli import main
from pausa.core.document import Document
from pausa.formats.base import Source
from pausa.formats.tables import Row, document_of
from tests.batches.engine import Here
from tests.batches.lakes import words

GOOD, BAD = "So we left. It was late.", "{broken"


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is done in this process."""
    monkeypatch.setattr(driver, "open_engine", lambda name, **_: Here())


def lake(folder: Path, *files: str) -> Path:
    """A folder of files, each called by its number and whether it can be read."""
    folder.mkdir()
    for number, content in enumerate(files):
        (folder / f"{number}.{'json' if content == BAD else 'txt'}").write_text(content)
    return folder


def code(*arguments: str | Path) -> int:
    return CliRunner().invoke(main, ["batch", *map(str, arguments)]).exit_code


@pytest.mark.parametrize(("files", "expected"), [([GOOD], 0), ([GOOD, BAD, BAD], 1), ([BAD, BAD], 2)])
def test_the_code_tells_whether_some_or_all_failed(tmp_path: Path, files: list[str], expected: int) -> None:
    source = lake(tmp_path / "calls", *files)
    assert code(source, tmp_path / "cut", "--model", "bayes") == expected
    assert code("convert", source, tmp_path / "converted", "--to", "json") == expected


@pytest.mark.parametrize(("files", "expected"), [([GOOD], 0), ([GOOD, GOOD, GOOD], 1)])
def test_the_code_of_scores_tells_it_too(tmp_path: Path, files: list[str], expected: int) -> None:
    references, made = lake(tmp_path / "typed", GOOD), lake(tmp_path / "made", *files)
    assert code("score", references, made, tmp_path / "scores", "-m", "f1_mean") == expected


@pytest.mark.parametrize(("bad", "expected"), [({"r0"}, 1), ({"r0", "r1"}, 2)])
def test_so_does_that_of_a_table_of_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bad: set[str], expected: int
) -> None:
    def stumble(rows: Sequence[Row], columns: Iterable[str], source: Source) -> tuple[Document, list[int]]:
        if rows[0][1]["recording"] in bad:
            raise ValueError("a stumble")
        return document_of(rows, columns, source)

    monkeypatch.setattr(sentences, "document_of", stumble)
    assert code(words(tmp_path / "words.parquet", 2), tmp_path / "cut", "--model", "bayes") == expected


@pytest.mark.parametrize("size", ["inf", "nan", "0", "-1", "-inf"])
@pytest.mark.parametrize("verb", [[], ["convert", "--to", "json"]])
def test_a_part_has_a_size(tmp_path: Path, size: str, verb: list[str]) -> None:
    source = lake(tmp_path / "calls", GOOD)
    result = CliRunner().invoke(main, ["batch", *verb, str(source), str(tmp_path / "out"), "--part-mb", size])
    assert (result.exit_code, result.output) == (2, f"pausa: part_mb is a number above 0, not {float(size)}.\n")


def test_a_part_may_be_as_large_as_one_likes(tmp_path: Path) -> None:
    source = words(tmp_path / "words.parquet", 2)
    assert code(source, tmp_path / "out", "--model", "bayes", "--part-mb", "1e300") == 0


@pytest.mark.parametrize("what", ["source", "target"])
@pytest.mark.parametrize("verb", [[], ["convert", "--to", "json"], ["score", "{source}"]])
def test_no_name_is_not_the_current_folder(tmp_path: Path, what: str, verb: list[str]) -> None:
    source = lake(tmp_path / "calls", GOOD)
    places = ["", str(tmp_path / "out")] if what == "source" else [str(source), ""]
    asked = [each.format(source=source) for each in verb]
    result = CliRunner().invoke(main, ["batch", *asked, *places])
    assert result.exit_code == 2
    assert f"The {what} is an empty name; give a folder" in result.output
