"""A lake in another format: numbered parts or a file for each recording, and what was stopped goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pausa
from pausa.batches.convert import convert_batch
from pausa.core.errors import PausaError
from pausa.formats.files import read_all
from tests.batches.engine import Here
from tests.batches.lakes import contents, lines, texts, words


def convert(source: Path, target: Path, **options: Any) -> Any:
    return convert_batch(source, target, **{"part_mb": 0.001, **options})


def everything(target: Path) -> dict[str, bytes]:
    """Every file of a target and of the folders in it, and which folders there are."""
    found = {path.relative_to(target).as_posix(): path for path in sorted(target.rglob("*"))}
    return {name: b"" if path.is_dir() else path.read_bytes() for name, path in found.items()}


def calls(folder: Path) -> Path:
    (folder / "north").mkdir(parents=True)
    (folder / "a.json").write_text('{"segments": [{"start": 0, "end": 1, "text": "So we left. It was late."}]}')
    (folder / "north" / "b.ctm").write_text("b 1 0.0 0.3 hello\nb 1 0.4 0.3 there\n")
    (folder / "broken.json").write_text('{"segments": [')
    return folder


def test_files_keep_their_places_and_what_fails_is_told(here: Here, tmp_path: Path) -> None:
    report = convert(calls(tmp_path / "calls"), tmp_path / "out", to="srt")
    made = everything(tmp_path / "out")
    assert [name for name in made if name.endswith(".srt")] == ["a.srt", "north/b.srt"]
    for name, given in (("a.srt", "a.json"), ("north/b.srt", "north/b.ctm")):
        assert made[name].decode() == pausa.convert(str(tmp_path / "calls" / given), to="srt").content
    assert (report.n_rows, report.n_failures) == (2, 1)
    assert "word times" in report.lost


def test_a_format_of_several_recordings_gets_numbered_parts(here: Here, tmp_path: Path) -> None:
    source = words(tmp_path / "words.parquet", 12)
    report = convert(source, tmp_path / "out", to="csv")
    parts = sorted((tmp_path / "out").glob("part-*.csv"))
    assert len(parts) == report.n_parts > 1
    found = [document for part in parts for document in read_all(part)]
    given = read_all(source)
    assert [one.name for one in found] == [one.name for one in given]
    assert [one.transcript for one in found] == [one.transcript for one in given]


def test_rows_become_files_by_their_number_and_name(here: Here, tmp_path: Path) -> None:
    rows = [{"id": "../up", "text": "So we left."}, {"text": "It was late."}]
    (tmp_path / "talks.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    convert(tmp_path / "talks.jsonl", tmp_path / "out", to="lines", part_mb=1)
    made = everything(tmp_path / "out")
    assert made["part-000000/000001-_up.txt"] == b"So we left.\n"
    assert made["part-000000/000002-#2.txt"] == b"It was late.\n"
    assert not (tmp_path / "up.txt").exists()


def test_files_that_differ_only_in_format_keep_their_whole_names(here: Here, tmp_path: Path) -> None:
    for name in ("call.txt", "call.text", "other.txt"):
        (tmp_path / "calls").mkdir(exist_ok=True)
        (tmp_path / "calls" / name).write_text("So we left.\n")
    convert(tmp_path / "calls", tmp_path / "out", to="seg")
    assert [name for name in everything(tmp_path / "out") if not name.startswith("_")] == [
        "call.text.seg",
        "call.txt.seg",
        "other.seg",
    ]


def test_what_batch_makes_becomes_subtitles(here: Here, tmp_path: Path) -> None:
    pausa.batch(calls(tmp_path / "calls"), tmp_path / "cut", model="bayes")
    report = convert(tmp_path / "cut", tmp_path / "out", to="srt")
    assert (report.n_rows, report.n_failures) == (2, 1)
    made = [content for name, content in everything(tmp_path / "out").items() if name.endswith(".srt")]
    assert any(b"00:00:00,400 --> 00:00:00,700\nthere" in content for content in made)


def test_a_stopped_run_goes_on_and_gives_the_same_bytes(here: Here, tmp_path: Path) -> None:
    source = lines(tmp_path / "talks.jsonl", 60)
    convert(source, tmp_path / "whole", to="lines")
    n_parts = len(here.done)
    here.done.clear()
    here.stop_after = 3
    with pytest.raises(KeyboardInterrupt):
        convert(source, tmp_path / "out", to="lines")
    here.stop_after = None
    assert convert(source, tmp_path / "out", to="lines").n_reused == 3
    assert len(here.done) == n_parts
    assert everything(tmp_path / "out") == everything(tmp_path / "whole")


def test_files_that_no_longer_belong_to_the_target_go(here: Here, tmp_path: Path) -> None:
    source = lines(tmp_path / "talks.jsonl", 60)
    convert(source, tmp_path / "out", to="lines")
    lines(source, 5)
    convert(source, tmp_path / "out", to="lines")
    convert(source, tmp_path / "new", to="lines")
    assert everything(tmp_path / "out") == everything(tmp_path / "new")
    convert(source, tmp_path / "out", to="jsonl")
    convert(source, tmp_path / "lines", to="jsonl")
    assert everything(tmp_path / "out") == everything(tmp_path / "lines")


def test_a_file_that_was_changed_is_made_anew(here: Here, tmp_path: Path) -> None:
    source = texts(tmp_path / "talks.parquet", 30)
    convert(source, tmp_path / "out", to="csv")
    whole = contents(tmp_path / "out")
    (tmp_path / "out" / "part-000001.csv").write_text("cut o")
    here.done.clear()
    convert(source, tmp_path / "out", to="csv")
    assert here.done == [1]
    assert contents(tmp_path / "out") == whole


def test_formats_that_are_only_read_are_refused_at_once(here: Here, tmp_path: Path) -> None:
    with pytest.raises(PausaError, match="does not write"):
        convert(calls(tmp_path / "calls"), tmp_path / "out", to="watson")
    assert not (tmp_path / "out").exists()
