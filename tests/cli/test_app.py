"""What the program says where it was asked for something that it has not."""

from __future__ import annotations

import pytest

from tests.cli.test_convert_and_segment import pausa


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["segment"], "Missing argument 'INPUT...'; see pausa segment --help"),
        (["--nope"], "No such option"),
        (["segment", "a.txt", "--max-words", "x"], "Invalid value for '--max-words': 'x' is not a valid integer; see "),
        (["segment", "a.txt", "--turns", "x"], "Invalid value for '--turns': 'x' is not one of "),
        (["convert", "a.txt"], "Give the input and the output: pausa convert IN OUT; see pausa convert --help"),
        (["segmnt"], "No command named 'segmnt'. Did you mean 'segment'? Known: "),
        (["train", "bays", "a.txt"], "No model to train named 'bays'. Did you mean 'bayes'? Known: "),
        (["train", "bayes", "a.txt"], "Missing option '-o' / '--output'; see pausa train bayes --help"),
        (["batch", "score", "a"], "Missing argument 'HYPOTHESES'; see pausa batch score --help"),
        (["batch", "convert", "a", "b"], "Missing option '--to'; see pausa batch convert --help"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else "",
)
def test_a_wrong_use_is_one_line(command: list[str], told: str) -> None:
    result = pausa(*command)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"pausa: {told}")
    assert result.stderr.endswith(" --help\n")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("command", [[], ["train"]])
def test_who_asks_for_nothing_is_shown_what_there_is(command: list[str]) -> None:
    result = pausa(*command)
    assert result.output.startswith("Usage: ")
    assert "Commands:" in result.output


def test_help_version_and_citation_are_no_errors() -> None:
    for asked in (["--help"], ["--version"], ["--cite"], ["segment", "--help"]):
        result = pausa(*asked)
        assert (result.exit_code, result.stderr) == (0, "")
