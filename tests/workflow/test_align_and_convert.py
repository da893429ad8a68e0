"""`pausa.align` and `pausa.convert`, as their commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import pausa
from pausa.cli import main
from pausa.core.errors import OptionError, UnknownName
from tests.builders import spoken

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
MARIA, INTERVIEW = EXAMPLES / "references" / "maria.txt", EXAMPLES / "interview.json"


@pytest.mark.parametrize(
    "options", [{}, {"condition": "inc"}, {"condition": "ref", "joins": True}, {"by": "characters"}]
)
def test_align_gives_what_its_command_gives(options: dict[str, Any], tmp_path: Path) -> None:
    result = pausa.align(MARIA, INTERVIEW, **options)
    result.write(tmp_path / "ours.json")
    asked = [f"--{key}" if value is True else f"--{key}={value}" for key, value in options.items()]
    shown = CliRunner().invoke(main, ["align", str(MARIA), str(INTERVIEW), *asked, "-o", str(tmp_path / "theirs.json")])
    assert (tmp_path / "ours.json").read_bytes() == (tmp_path / "theirs.json").read_bytes()
    assert shown.stderr.splitlines() == [f"pausa: {line}" for line in result.report]


def test_align_takes_words_as_they_are() -> None:
    result = pausa.align("So we left. It was late.", spoken("so he left it was late"))
    assert result.document.segmentations[0].ends == (2, 5)
    assert result.report[0].startswith("word error rate 16.7%")


def test_what_cannot_be_aligned_by_is_said() -> None:
    with pytest.raises(OptionError, match="No condition 'near'"):
        pausa.align("so we left", "so we left", condition="near")
    with pytest.raises(OptionError, match="words, characters or times"):
        pausa.align("so we left", "so we left", by="letters")


def test_convert_gives_what_its_command_gives(tmp_path: Path) -> None:
    made = pausa.convert(INTERVIEW, tmp_path / "ours.ctm")
    shown = CliRunner().invoke(main, ["convert", str(INTERVIEW), str(tmp_path / "theirs.ctm")])
    assert (tmp_path / "ours.ctm").read_bytes() == (tmp_path / "theirs.ctm").read_bytes()
    assert made.format == "ctm"
    assert shown.stderr == f"pausa: ctm cannot keep: {', '.join(sorted(made.lost))}\n"


def test_convert_gives_the_content_where_no_file_is_asked_for() -> None:
    made = pausa.convert("So we left. It was late.", to="slashes")
    assert made.content == "So we left. // It was late. //\n"
    assert made.lost == ()


def test_several_become_one_file_where_the_format_allows() -> None:
    several: list[str | pausa.Transcript] = ["so we left", spoken("it was late")]
    assert str(pausa.convert(several, to="json").content).count('"pausa": 1') == 2


def test_convert_must_know_a_format() -> None:
    with pytest.raises(OptionError, match="format as `to`"):
        pausa.convert("so we left")
    with pytest.raises(UnknownName, match="slashes"):
        pausa.convert("so we left", to="slash")


def test_letter_by_letter_an_end_stays_at_its_gap() -> None:
    """No word is the same on either side of the end: words count, letters tell."""
    typed, heard = "we were seen. exams showed nothing", "we were been seeing exam show nothing"
    assert pausa.align(typed, heard).document.segmentations[0].ends == (2, 6)
    assert pausa.align(typed, heard, by="characters").document.segmentations[0].ends == (3, 6)
    with pytest.raises(OptionError, match="leave out joins"):
        pausa.align(typed, heard, by="characters", joins=True)
