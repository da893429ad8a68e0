"""A file without words is an error that names what was found instead; a wrong --from is never an empty success."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pausa.cli import main
from pausa.core.errors import InputError, NoWords
from pausa.formats import FORMATS
from pausa.formats.files import parse
from tests.golden.make import cases

READABLE = [name for name in FORMATS if FORMATS[name].parse]


@pytest.mark.parametrize(
    ("content", "name", "says"),
    [
        ('{"text": "", "segments": [], "language": "en"}', "talk.json", "its keys are language, segments, text"),
        ('{"a": {"b": 1}, "c": 2}', "talk.json", "its keys are a, c, a.b"),
        ('{"id": 1}\n{"id": 2}\n', "talk.jsonl", "its keys are id"),
        ("word,start,end\n,1,2\n", "talk.csv", "its columns are word, start, end"),
        ("WEBVTT\nKind: captions\n\n", "talk.vtt", "begins with 'WEBVTT'"),
        ("...\n", "talk.txt", "begins with '...'"),
        ("<tt><body/></tt>", "talk.ttml", "no paragraph"),
    ],
)
def test_a_file_without_words_is_refused_and_says_what_is_there(content: str, name: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(content.encode(), name=name, warn=lambda _: None)
    assert says in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_the_command_ends_with_2(tmp_path: Path) -> None:
    (tmp_path / "talk.json").write_text('{"text": "", "segments": []}')
    run = CliRunner().invoke(main, ["segment", str(tmp_path / "talk.json")])
    assert run.exit_code == 2
    assert "no words" in run.stderr
    assert run.stdout == ""


@pytest.mark.parametrize("case", cases(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_wrong_format_gives_words_or_an_error_and_never_nothing(case: Path) -> None:
    for name in READABLE:
        try:
            found = parse(case.read_bytes(), name=case.name, format=name, warn=lambda _: None)
        except InputError:
            continue
        assert any(document.n_words or document.transcript.events for document in found), name


def test_an_empty_document_of_its_own_is_no_error() -> None:
    (document,) = parse(b'{"pausa": 1, "words": []}', name="talk.json")
    assert document.n_words == 0
    assert issubclass(NoWords, InputError)
