"""What options that several commands share refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_convert_and_segment import pausa


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("talk.txt").write_text("So we left. It was late.\n")
    return tmp_path


@pytest.mark.parametrize(
    "command",
    [
        ["segment", ""],
        ["segment", "talk.txt", ""],
        ["segment", "talk.txt", "-o", ""],
        ["convert", "", "out"],
        ["convert", "talk.txt", ""],
        ["stream", ""],
        ["align", "", "talk.txt"],
        ["score", "-r", "", "talk.txt"],
        ["score", "-r", "talk.txt", ""],
        ["score", "-r", "talk.txt", "talk.txt", "--html", ""],
        ["agree", "talk.txt", ""],
        ["features", "", "talk.txt"],
        ["train", "bayes", "", "-o", "model"],
        ["train", "bayes", "talk.txt", "-o", ""],
        ["annotate", "", "talk.txt", "--prepare"],
        ["annotate", "project", "", "--prepare"],
    ],
    ids=" ".join,
)
def test_an_empty_path_is_not_the_folder_one_is_in(folder: Path, command: list[str]) -> None:
    result = pausa(*command)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "an empty path leads nowhere; give a file or a folder" in result.stderr
    assert [path.name for path in folder.iterdir()] == ["talk.txt"]
