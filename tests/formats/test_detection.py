"""Which format a file is in, what is imported to find out, and that a new format is one line in one table."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import pausa
from pausa.cli import main
from pausa.core.document import Document
from pausa.core.errors import UnknownFormat
from pausa.formats import ENTRIES, FORMATS, Entry
from pausa.formats.base import Format, Layout, Source, document
from pausa.formats.detection import detect, for_writing
from pausa.text.tokens import words_of
from pausa.training import corpora
from tests.golden.make import cases

ROOT = Path(pausa.__file__).parent
EXAMPLES = ROOT.parent.parent / "examples"
#: Prosodic features are no transcripts, and recognisers no formats; these kinds only share the names. What a stream can
#: be written as while it grows, and what a batch is made of, are choices of their own.
TABLES_OF_OTHERS = {
    *("cli/features.py", "workflow/prosody.py", "recognisers/__init__.py"),
    *("cli/stream.py", "workflow/live/writing.py", "cli/batch.py", "batches/parts.py"),
}


@pytest.mark.parametrize("name", ENTRIES)
def test_the_table_says_what_the_record_says(name: str) -> None:
    form, entry = FORMATS[name], ENTRIES[name]
    told = form.suffixes, form.opens, form.magic, form.plain
    assert told == (entry.suffixes, entry.opens, entry.magic, entry.plain)


def imported_by(*arguments: str, cwd: Path) -> set[str]:
    """The modules that hold a format, of those that a command imports."""
    code = f"""
import sys
from click.testing import CliRunner
from pausa.cli import main
result = CliRunner().invoke(main, {list(arguments)})
assert result.exit_code == 0, result.output
print(*(name for name in sys.modules if name.startswith("pausa.formats.")))
"""
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=cwd)
    modules = {entry.module for entry in ENTRIES.values()}
    return {name.rpartition(".")[2] for name in finished.stdout.split()} & modules


def test_only_formats_that_can_be_meant_are_imported(tmp_path: Path) -> None:
    interview = str(EXAMPLES / "interview.json")
    (tmp_path / "talk.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nSo we left.\n")
    assert imported_by("segment", interview, "--model", "pause", cwd=tmp_path) == {"native", "whisper", "lines"}
    assert imported_by("convert", "talk.srt", "talk.vtt", cwd=tmp_path) == {"srt", "vtt"}
    assert imported_by("convert", "talk.srt", "talk.json", cwd=tmp_path) == {"srt", "native"}


def test_text_that_begins_like_no_json_is_not_taken_to_the_readers_of_json(tmp_path: Path) -> None:
    (tmp_path / "talk.txt").write_text("So we left.\nIt was late.\n")
    asked = imported_by("convert", "talk.txt", "talk.seg", cwd=tmp_path)
    assert not asked & {entry.module for entry in ENTRIES.values() if entry.opens}


@pytest.mark.parametrize("name", [name for name in ENTRIES if ENTRIES[name].opens])
def test_formats_that_open_with_a_sign_do_not_recognise_what_opens_otherwise(name: str) -> None:
    for case in cases():
        if not FORMATS[case.parent.name].binary:
            text = case.read_text(encoding="utf-8-sig")
            if text.lstrip()[:1] not in ENTRIES[name].opens:
                assert not FORMATS[name].looks_like(text), case


@given(st.text(st.sampled_from('{}[]<>":,. \n/01aW'), min_size=1))
def test_a_format_is_found_by_asking_some_as_by_asking_all(text: str) -> None:
    asked = [name for name in ENTRIES if not ENTRIES[name].plain and not ENTRIES[name].magic]
    everyone = [name for name in asked if FORMATS[name].looks_like(text)]
    if everyone:
        assert detect(text, "stdin").name == everyone[0]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("talk.json", "json"),
        ("TALK.SEGLST.JSON", "seglst"),
        ("talk.xml.json", "json"),
        ("talk.txt", "lines"),
        ("talk.vtt.gz", "vtt"),
    ],
)
def test_the_longest_suffix_tells_the_format_to_write(path: str, name: str) -> None:
    assert for_writing(path).name == name


def _parse(source: Source) -> list[Document]:
    return [document(words_of(source.text.removeprefix("toy:"), lang=source.language))]


def _render(documents: Sequence[Document], layout: Layout) -> str:
    return "toy: " + " ".join(map(str, documents[0].transcript.words)) + "\n"


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Format:
    """A format in a module of its own and one line in the table, as CONTRIBUTING has it."""
    form = Format(
        name="toy",
        title="A toy",
        suffixes=(".toy",),
        keeps=frozenset({"words", "marks", "ends"}),
        looks_like=lambda head: head.startswith("toy:"),
        parse=_parse,
        render=_render,
        media="text/x-toy",
        for_people=True,
        joins=True,
        in_pieces=True,
    )
    module = ModuleType("pausa.formats.toy")
    module.FORMAT = form  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(ENTRIES, "toy", Entry("toy", (".toy",)))
    monkeypatch.setitem(FORMATS._addresses, "toy", "pausa.formats.toy:FORMAT")
    return form


def test_a_new_format_is_taken_up_everywhere_from_its_record(
    toy: Format, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        Path(f"{name}.txt").write_text(f"we left. it was {name}.\n")
    run = CliRunner().invoke
    assert run(main, ["convert", "one.txt", "one.toy"]).exit_code == 0  # found by its suffix
    assert Path("one.toy").read_text() == "toy: we left. it was one.\n"
    Path("unnamed").write_text(Path("one.toy").read_text())
    assert run(main, ["convert", "unnamed", "-", "--to", "seg"]).stdout == "01001\n"  # recognised by its content
    assert "reads and writes A toy" in run(main, ["formats"]).output
    both = run(main, ["segment", "one.txt", "two.txt", "--to", "toy", "--model", "punctuation"])
    assert both.stdout == "toy: We left. It was one.\n\ntoy: We left. It was two.\n"  # for people, and it joins
    monkeypatch.setattr(corpora, "PIECE", 8)
    pieces = list(corpora.read_documents([Path("one.toy")], format="toy", say=lambda _: None))
    assert pieces
    many = Path("many.toy")
    many.write_text("toy: we left.\nit was late.\nyes.\n")
    assert len(list(corpora.read_documents([many], format="toy", say=lambda _: None))) > 1  # read in pieces


def test_the_web_interface_labels_a_new_format_from_its_record(toy: Format) -> None:
    from pausa.web import api_tasks

    assert api_tasks.media_of(toy) == "text/x-toy"


def lists_of_formats(path: Path) -> list[str]:
    """Literals in a module that hold several names of formats and nothing else."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        parts = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
        names = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
        if len(names) == len(parts) > 1 and set(names) <= set(FORMATS):
            found.append(f"{path.name}:{node.lineno}: {', '.join(names)}")  # type: ignore[attr-defined]
    return found


def test_the_table_is_the_only_list_of_formats() -> None:
    sources = [path for path in ROOT.rglob("*.py") if path.relative_to(ROOT).as_posix() not in TABLES_OF_OTHERS]
    sources.remove(ROOT / "formats" / "__init__.py")
    assert [line for path in sources for line in lists_of_formats(path)] == []
    assert lists_of_formats(ROOT / "formats" / "__init__.py")


def test_a_format_that_is_not_recognised_can_be_named() -> None:
    with pytest.raises(
        UnknownFormat, match=r"odd\.json: the format could not be recognised; .*name the format \(pausa formats"
    ):
        detect("so we left", "odd.json")


@pytest.mark.parametrize(
    "text",
    [
        "we sold 20 30 boxes and went home",
        "on 1 may 2020 1 hundred people came",
        "from nine to 23 14 people came",
    ],
)
def test_a_sentence_with_numbers_is_no_table_of_one_row(text: str, tmp_path: Path) -> None:
    (tmp_path / "said.txt").write_text(text)
    assert pausa.read(tmp_path / "said.txt").transcript.texts == tuple(text.split()), "no word is taken for a time"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("call 1 0.00 0.43 hello", "ctm"),
        ("call A anna 1.5 3.0 so we left", "stm"),
        ("call left 0.00 0.43 hello\ncall left 0.43 0.60 there", "ctm"),
    ],
)
def test_a_table_of_one_row_is_one_where_its_channel_says_so(text: str, name: str) -> None:
    assert detect(text, "said.txt").name == name
