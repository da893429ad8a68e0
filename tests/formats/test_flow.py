"""Files of several recordings go through one recording at a time, and come out as if they had been read whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pausa.cli import main
from pausa.core.document import Document
from pausa.core.errors import PausaError
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS, files, flow
from pausa.formats.base import Layout
from pausa.formats.files import read_all, render
from pausa.formats.flow import read_each, write_each

CUT = [name for name in FORMATS if FORMATS[name].cut is not None]


def talk(number: int, *, by: str = "") -> Document:
    """A recording of two sentences; its last word has a mark of its own."""
    texts = f"so we left then number {number} came, and it was late".split()
    words = [
        Word(text.rstrip(","), 500 * place, 500 * place + 400, "anna", 0.5, "," * text.endswith(","))
        for place, text in enumerate(texts)
    ]
    return Document(Transcript.of(words), (Segmentation.of(len(words), (2, len(words) - 1), by=by),), f"talk{number}")


def stored(name: str, place: Path, documents: list[Document]) -> Path:
    path = place / f"talks{FORMATS[name].suffixes[0]}"
    content = render(documents, FORMATS[name], layout=Layout())
    path.write_text(content if isinstance(content, str) else content.decode())
    return path


def both_ways(path: Path, language: str = "auto") -> tuple[list[Document], list[Document], list[str], list[str]]:
    whole_told: list[str] = []
    told: list[str] = []
    whole = read_all(path, language=language, warn=whole_told.append)
    return whole, list(read_each(path, language=language, warn=told.append)), sorted(whole_told), sorted(told)


def test_there_are_formats_that_can_be_cut() -> None:
    assert {"json", "jsonl", "csv", "tsv", "ctm", "stm", "rttm"} <= set(CUT)


@pytest.mark.parametrize("name", CUT)
@pytest.mark.parametrize("n_documents", [1, 2, 5])
def test_the_same_documents_come_one_by_one(name: str, n_documents: int, tmp_path: Path) -> None:
    path = stored(name, tmp_path, [talk(number) for number in range(n_documents)])
    whole, each, whole_told, told = both_ways(path)
    assert each == whole
    assert len(each) == n_documents
    assert told == whole_told


@pytest.mark.parametrize("name", CUT)
def test_none_is_read_before_the_one_before_it_is_given(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = stored(name, tmp_path, [talk(number) for number in range(4)])
    monkeypatch.setattr("pausa.formats.flow.read_all", lambda *_, **__: pytest.fail("the file was read whole"))
    parsed: list[str] = []
    parse = files.parsed

    def noted(*given: Any) -> list[Document]:
        found = parse(*given)
        parsed.extend(one.name for one in found)
        return found

    monkeypatch.setattr(flow, "parsed", noted)
    documents = read_each(path, warn=lambda _: None)
    for number in range(4):
        assert next(documents).name == f"talk{number}"
        assert parsed == [f"talk{one}" for one in range(number + 1)]


@pytest.mark.parametrize("name", ["json", "lines"])
def test_the_first_is_written_before_the_last_is_read(name: str, tmp_path: Path) -> None:
    target = tmp_path / "talks.out"
    sizes: list[int] = []

    def documents() -> Iterator[Document]:
        for number in range(40):
            sizes.append(sum(each.stat().st_size for each in tmp_path.iterdir()))
            yield long_talk(number)

    write_each(documents(), FORMATS[name], target, layout=Layout())
    assert 0 < sizes[20] < sizes[39] < target.stat().st_size
    talks = [long_talk(number) for number in range(40)]
    groups = [talks] if FORMATS[name].holds_many else [[one] for one in talks]
    assert target.read_text() == "\n".join(str(render(group, FORMATS[name], layout=Layout())) for group in groups)


def long_talk(number: int) -> Document:
    return Document(Transcript.of(Word("so") for _ in range(5000)), name=f"talk{number}")


@pytest.mark.parametrize("n_documents", [0, 1, 3])
@pytest.mark.parametrize("n_words", [0, 1, 4096, 4097, 9000])
def test_own_json_in_blocks_is_laid_out_as_at_once(n_documents: int, n_words: int) -> None:
    words = [Word("so", mark="." if place % 7 == 6 else "") for place in range(n_words)]
    documents = [Document(Transcript.of(words), name=f"talk{number}") for number in range(n_documents)]
    text = str(render(documents, FORMATS["json"], layout=Layout()))
    held = json.loads(text)
    assert text == json.dumps(held, indent=1) + "\n"
    listed = [held] if n_documents == 1 else held
    assert [len(one.get("words", [])) for one in listed] == [n_words] * n_documents
    assert [len(one.get("sentences", [])) for one in listed] == [-(-n_words // 7)] * n_documents


@pytest.mark.parametrize("to", ["json", "lines", "csv", "jsonl"])
@pytest.mark.parametrize("name", CUT)
def test_convert_writes_the_bytes_of_a_file_read_whole(name: str, to: str, tmp_path: Path) -> None:
    path = stored(name, tmp_path, [talk(number) for number in range(3)])
    target = tmp_path / "out.bin"
    done = CliRunner().invoke(main, ["convert", str(path), str(target), "--to", to])
    assert done.exit_code == 0, done.output
    whole = read_all(path, language="auto", warn=lambda _: None)
    form = FORMATS[to]
    groups = [whole] if form.holds_many else [[one] for one in whole]
    assert target.read_text() == "\n".join(str(render(group, form, layout=Layout())) for group in groups)


def test_segment_writes_each_talk_as_if_it_were_alone(tmp_path: Path) -> None:
    path = stored("jsonl", tmp_path, [talk(number) for number in range(3)])
    arguments = ["--model", "pause", "--to", "json"]
    done = CliRunner().invoke(main, ["segment", str(path), *arguments, "-o", str(tmp_path / "all.json")])
    assert done.exit_code == 0, done.output
    for number in range(3):
        alone = stored("jsonl", tmp_path, [talk(number)])
        done = CliRunner().invoke(main, ["segment", str(alone), *arguments, "-o", str(tmp_path / "one.json")])
        assert done.exit_code == 0, done.output
        one = json.loads((tmp_path / "one.json").read_text()) | {"name": f"talk{number}"}
        assert json.loads((tmp_path / "all.json").read_text())[number] == one


def test_a_language_that_is_named_is_not_guessed_again(tmp_path: Path) -> None:
    path = tmp_path / "gespraech.txt"
    path.write_text("wir haben das gestern nicht gesehen und sind dann nach hause gegangen\n" * 5)
    told = CliRunner().invoke(main, ["segment", str(path), "--model", "bayes", "--language", "en"])
    assert told.exit_code == 0, told.output
    assert "German" not in told.stderr


ROWS = {
    "interleaved": [("a", "so"), ("b", "we"), ("a", "left")],
    "in runs": [("a", "so"), ("a", "we"), ("b", "left.")],
    "without a name": [("", "so"), ("b", "we"), ("b", "left")],
}


@pytest.mark.parametrize("rows", ROWS.values(), ids=list(ROWS))
@pytest.mark.parametrize("suffix", ["jsonl", "csv", "tsv", "ctm", "stm", "rttm"])
def test_rows_of_a_recording_belong_together_wherever_they_stand(
    suffix: str, rows: list[tuple[str, str]], tmp_path: Path
) -> None:
    lines = {
        "jsonl": [json.dumps({"recording": name, "word": word}) for name, word in rows],
        "csv": ["recording,word", *(f"{name},{word}" for name, word in rows)],
        "tsv": ["recording\tword", *(f"{name}\t{word}" for name, word in rows)],
        "ctm": [f"{name or '-'} 1 {place} 0.5 {word}" for place, (name, word) in enumerate(rows)],
        "stm": [f"{name or '-'} 1 anna {place} {place}.5 {word}" for place, (name, word) in enumerate(rows)],
        "rttm": [f"LEXEME {name or '-'} 1 {place} 0.5 {word} lex anna <NA>" for place, (name, word) in enumerate(rows)],
    }
    path = tmp_path / f"talks.{suffix}"
    path.write_text("\n".join(lines[suffix]) + "\n")
    whole, each, *_ = both_ways(path)
    assert each == whole
    assert len(each) == 2


@pytest.mark.parametrize(
    "content",
    [
        '{"recording": "a", "word": "so", "start": "x"}\n{"recording": "b", "word": "we"}\n'
        '{"recording": "b", "word": "go", "confidence": 7}\n',
        '{"recording": "a", "word": "so"}\n\n{"recording": "b", "word": "we", "mark": "."}\n',
        '{"recording": "a", "word": "so."}\n{"recording": "b", "word": "we", "ends": true}\n{"recording": "c"}\n',
        '{"recording": "a", "word": "so", "ends (x)": 1}\n{"recording": "b", "word": "we", "ends (y)": 1}\n'
        '{"recording": "b", "word": "go", "ends (x)": 1}\n',
        '{"recording": "a", "text": "So we left. It was late."}\n{"recording": "b", "text": "So it was."}\n',
        '{"id": "a", "words": [{"word": "so"}, {"word": "we"}]}\n{"id": "b", "words": [{"word": "go"}]}\n',
        '{"id": "a", "turns": [{"speaker": "x", "text": "So."}]}\n{"id": "b", "turns": [{"text": "We left."}]}\n',
        '{"id": "a", "turns": [{"text": "So."}]}\n{"recording": "b", "word": "we"}\n',
        '{"id": "a", "annotator": "x", "text": "So. We left."}\n{"id": "a", "annotator": "y", "text": "So we left."}\n',
        '{"pausa": 1, "name": "a", "words": [{"text": "so"}]}\n{"pausa": 1, "words": [{"text": "we"}]}\n',
        '{"recording": "a", "word": "so"}\n7\n{"recording": "b", "word": "we"}\n',
    ],
)  # fmt: skip
def test_json_lines_of_any_kind_are_read_as_a_whole(content: str, tmp_path: Path) -> None:
    path = tmp_path / "talks.jsonl"
    path.write_text(content)
    whole, each, whole_told, told = both_ways(path)
    assert each == whole
    assert told == whole_told


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", 'recording,word\na,"so\nwe"\nb,left\n'),
        ("a.csv", 'recording,word\na,"so"\nb,"left, then"\n,,\nb,x,y\n'),
        ("a.csv", 'recording,word\na,so"\nb,"left\n'),
        ("a.csv", "\nrecording;word\na;so\nb;we\n"),
        ("a.tsv", "word\trecording\nso\ta\n\nwe\nleft\tb\n"),
        ("a.ctm", "a 1 0 1 so\n;; sentence\na 2 0 1 we\nb 1 0 1 left\nb 1 x 1 <eps>\nc 1\n"),
        ("a.ctm", "a 1 0 1 so\nb 1 * * <ALT_BEGIN>\nb 1 0 1 we\nb 1 * * <ALT>\nb 1 0 1 he\nb 1 * * <ALT_END>\n"),
        ("a.stm", ";; x\na 1 x 0 1 so\nb 1 x 0 1 ignore_time_segment_in_scoring\nb 1 x 1 y we\nc 1\n"),
        ("a.rttm", "SPEAKER a 1 0 1 <NA> <NA> x -\nLEXEME a 1 0 1 so lex x <NA>\nSPEAKER b 1 0 1 - - y -\n"),
        ("a.rttm", "LEXEME a 1 0 1 so lex x <NA>\n;; b\nLEXEME b 1 z 1 we lex y <NA>\nSU b 1 0 1 - statement y -\n"),
        ("a.csv", "recording,word\r\na,so\r\nb,we\r\n"),
        ("a.csv", "\ufeffrecording,word\na,so\nb,we\n"),
        ("a.json", '[\n {\n  "pausa": 1\n },\n {\n  "pausa": 1, "words": [{"text": "so"}]\n }\n]\n'),
        ("a.json", '[\n {\n  "pausa": 1\n },\n {\n  "pausa": 1\n }\n]'),
        ("a.json", '[\n {\n  "id": 1, "text": "so we left"\n },\n {\n  "id": 2, "text": "it was late"\n }\n]\n'),
    ],
)  # fmt: skip
def test_odd_files_are_read_as_a_whole(name: str, content: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(content, newline="")
    whole, each, whole_told, told = both_ways(path)
    assert each == whole
    assert told == whole_told


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", '{"recording": "a", "word": "so"}\n{"recording": "b", "word": "we"}\n{"recording": \n'),
        ("a.jsonl", '{"recording": "a", "word": "so"}\n{"recording": "b", "word": true}\n'),
        ("a.jsonl", '{"recording": "a"}\n{"recording": "b"}\n'),
        ("a.json", '[\n {\n  "pausa": 1, "n_words": 2\n },\n {\n  "pausa": 1, "words": [{"text": 7}]\n }\n]\n'),
        ("a.json", '[\n {\n  "pausa": 1, "words": [{"text": "so"}]\n },\n {\n  "pausa": 9\n }\n]\n'),
        ("a.csv", "recording,word\na,\nb,\n"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_as_of_the_whole(name: str, content: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(PausaError) as whole:
        read_all(path, language="auto", warn=lambda _: None)
    with pytest.raises(PausaError) as each:
        list(read_each(path, warn=lambda _: None))
    assert str(each.value) == str(whole.value)
    assert type(each.value) is type(whole.value)


def test_nothing_is_left_of_a_file_that_breaks_in_the_middle(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(
        "".join(
            f'{{"recording": "{name}", "word": {word}}}\n'
            for name, word in zip("abcd", ['"so"', '"we"', '"go"', "true"], strict=True)
        )
    )
    done = CliRunner().invoke(main, ["convert", str(path), str(tmp_path / "out.json")])
    assert done.exit_code == 2
    assert [each.name for each in tmp_path.iterdir()] == ["a.jsonl"]
