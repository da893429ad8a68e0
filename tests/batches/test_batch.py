"""A lake in, the same with sentences out: every kind of source, failures aside, stopped and gone on with."""

from __future__ import annotations

import json
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import pausa
from pausa.batches.driver import BatchReport
from pausa.batches.job import Job
from pausa.batches.parts import Receipt, make_part
from pausa.batches.pieces import Piece, pieces_of
from pausa.batches.places import files_in
from pausa.core.errors import InputError, OptionError
from pausa.core.messages import say_nothing
from pausa.formats.files import read_all
from tests.batches.engine import Here
from tests.batches.lakes import contents, lines, said, texts, words

SMALL = 0.01  # megabytes of a part, so that there are some


def cut(source: Path | str, target: Path | str, **options: Any) -> BatchReport:
    return pausa.batch(source, target, **{"model": "bayes", "part_mb": SMALL, **options})


def rows(target: Path) -> list[dict[str, Any]]:
    parts = sorted(target.glob("part-*.parquet"))
    return [row for part in parts for row in pq.read_table(part).to_pylist()]


def failures(target: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(target / "_failures.parquet").to_pylist()
    return found


def joined(sentences: list[dict[str, Any]]) -> str:
    return " ".join(sentence["text"] for sentence in sentences)


def test_a_table_of_transcripts_keeps_its_rows_and_columns(here: Here, tmp_path: Path) -> None:
    source = texts(tmp_path / "talks.parquet", 90, group=40)
    report = cut(source, tmp_path / "out")
    made = rows(tmp_path / "out")
    assert [{key: row[key] for key in ("id", "text", "year")} for row in made] == pq.read_table(source).to_pylist()
    assert all(joined(row["sentences"]) == row["text"] for row in made)
    assert all(sum(one["n_words"] for one in row["sentences"]) == row["n_words"] for row in made)
    assert report.n_parts == len(here.done) > 2
    assert (report.n_rows, report.n_failures) == (90, 0)
    assert report.n_words == sum(len(row["text"].split()) for row in made)


def test_sentences_are_those_of_segment(here: Here, tmp_path: Path) -> None:
    cut(texts(tmp_path / "talks.parquet", 5), tmp_path / "out", max_words=9)
    for row in rows(tmp_path / "out"):
        found = pausa.segment(row["text"], "bayes", max_words=9)
        assert [one["text"] for one in row["sentences"]] == [one.text for one in found]
        assert [one["probability"] for one in row["sentences"]] == [one.probability for one in found]


def test_a_row_without_words_has_no_sentences_and_is_no_failure(here: Here, tmp_path: Path) -> None:
    pq.write_table(pa.table({"text": ["so we left", "", None]}), tmp_path / "t.parquet")
    cut(tmp_path / "t.parquet", tmp_path / "out")
    assert [row["sentences"] == [] for row in rows(tmp_path / "out")] == [False, True, True]
    assert failures(tmp_path / "out") == []


def test_neither_is_such_a_line(here: Here, tmp_path: Path) -> None:
    texts = '{"id": 1, "text": "So we left."}', '{"id": 2, "text": ""}', '{"id": 3, "text": null}'
    others = '{"id": 4, "turns": []}', '{"id": 5, "turns": [{"speaker": "Ann", "text": " "}]}', '{"id": 6, "words": []}'
    (tmp_path / "t.jsonl").write_text("\n".join([*texts, *others, '{"id": 7, "what": "?"}']))
    cut(tmp_path / "t.jsonl", tmp_path / "out")
    made = [(row["recording"], row["n_words"], row["sentences"] == []) for row in rows(tmp_path / "out")]
    assert made == [("1", 3, False), *((str(name), 0, True) for name in range(2, 7)), (None, None, False)]
    assert [failure["row"] for failure in failures(tmp_path / "out")] == [7]  # its words may be elsewhere


def test_another_column_can_hold_the_transcripts(here: Here, tmp_path: Path) -> None:
    pq.write_table(pa.table({"text": ["title"], "body": ["so we left"], "start": [1]}), tmp_path / "t.parquet")
    cut(tmp_path / "t.parquet", tmp_path / "out", text_column="body")
    assert joined(rows(tmp_path / "out")[0]["sentences"]) == "so we left"


def test_a_table_of_words_gets_columns_that_pausa_reads_again(here: Here, tmp_path: Path) -> None:
    source = words(tmp_path / "words.parquet", 12)
    report = cut(source, tmp_path / "out", part_mb=0.001)
    made = rows(tmp_path / "out")
    assert report.n_parts > 1
    assert [{key: row[key] for key in ("recording", "word", "start", "end", "room")} for row in made] == pq.read_table(
        source
    ).to_pylist()
    of_first = [row for row in made if row["recording"] == "r0"]
    assert of_first[0]["sentence"] == 0
    assert of_first[-1]["ends (pausa)"] == "1"
    part = sorted((tmp_path / "out").glob("part-*.parquet"))[0]
    for document in read_all(part):
        (found,) = document.segmentations
        assert found.by == "pausa"
        assert found.ends == pausa.segment(document, "bayes").ends


def test_rows_of_a_recording_must_stand_together(here: Here, tmp_path: Path) -> None:
    pq.write_table(
        pa.table({"recording": ["a", "b", "a"], "word": ["so", "we", "left"], "speaker": ["x"] * 3}),
        tmp_path / "w.parquet",
    )
    cut(tmp_path / "w.parquet", tmp_path / "out")
    (failure,) = failures(tmp_path / "out")
    assert "sort the table by recording" in failure["problem"]


@pytest.mark.parametrize("to", ["parquet", "jsonl"])
def test_lines_keep_what_they_hold(here: Here, tmp_path: Path, to: str) -> None:
    source = lines(tmp_path / "talks.jsonl", 120)
    report = cut(source, tmp_path / "out", to=to)
    assert report.n_parts > 1
    if to == "parquet":
        made = [{**json.loads(row["content"]), **row} for row in rows(tmp_path / "out")]
        assert [row["row"] for row in made] == list(range(1, 121))
    else:
        parts = sorted((tmp_path / "out").glob("part-*.jsonl"))
        made = [json.loads(line) for part in parts for line in part.read_text().splitlines()]
    given = [json.loads(line) for line in source.read_text().splitlines()]
    assert [{key: row[key] for key in given[0]} for row in made] == given
    assert all(joined(row["sentences"]) == row["text"] for row in made)


def test_lines_are_called_as_they_call_themselves_and_never_guessed_at(here: Here, tmp_path: Path) -> None:
    source = tmp_path / "talks.jsonl"
    good = b'{"id": "t", "text": "so we left"}\n{"text": "it was late"}\n'
    source.write_bytes(good + b'{"id": "u", "text": "caf\xe9 at noon"}\n')
    cut(source, tmp_path / "out")
    assert [row["recording"] for row in rows(tmp_path / "out")] == ["t", "", None]
    assert [(each["row"], "not UTF-8" in each["problem"]) for each in failures(tmp_path / "out")] == [(3, True)]
    cut(source, tmp_path / "named", encoding="cp1252")
    assert joined(rows(tmp_path / "named")[2]["sentences"]) == "café at noon"


def test_parts_of_another_format_go(here: Here, tmp_path: Path) -> None:
    source = lines(tmp_path / "talks.jsonl", 20)
    cut(source, tmp_path / "out", to="jsonl")
    cut(source, tmp_path / "out")
    assert {path.suffix for path in (tmp_path / "out").glob("part-*")} == {".parquet"}


def test_folders_are_gone_through_and_what_fails_is_told(here: Here, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    (lake / "deep" / "er").mkdir(parents=True)
    (lake / "_hidden").mkdir()
    (lake / "_hidden" / "x.txt").write_text("not this one")
    (lake / "a.json").write_text('{"segments": [{"start": 0, "end": 1, "text": "so we left"}]}')
    (lake / "broken.json").write_text('{"segments": [')
    (lake / "deep" / "er" / "b.ctm").write_text("b 1 0.0 0.3 hello\nb 1 0.4 0.3 there\n")
    (lake / "empty.srt").write_text("")
    report = cut(lake, tmp_path / "out")
    made = {row["source"]: row for row in rows(tmp_path / "out")}
    assert list(made) == ["a.json", "broken.json", "deep/er/b.ctm", "empty.srt"]
    assert made["deep/er/b.ctm"]["sentences"][0]["start_ms"] == 0
    assert made["broken.json"]["sentences"] is None
    assert [(each["source"], bool(each["problem"])) for each in failures(tmp_path / "out")] == [
        ("broken.json", True),
        ("empty.srt", True),
    ]
    assert report.n_failures == 2


def test_patterns_choose_files(here: Here, tmp_path: Path) -> None:
    for name in ("a/one.txt", "a/b/two.txt", "a/three.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("so we left it was late")
    names = [file.name for file in files_in(f"{tmp_path}/**/*.txt", say=say_nothing)]
    assert names == ["a/b/two.txt", "a/one.txt"]
    assert [file.name for file in files_in(f"{tmp_path}/a/*.txt", say=say_nothing)] == ["one.txt"]


def test_addresses_are_opened_by_plugins_of_fsspec(tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    with fsspec.open("memory://lake/a/talk.txt", "w") as file:
        file.write("so we left it was late")
    files = files_in("memory://lake", say=say_nothing)
    job = Job(target=str(tmp_path), model="bayes")
    (piece,) = pieces_of(files, job)
    assert make_part(piece, job).n_words == 6
    assert rows(tmp_path)[0]["source"] == "a/talk.txt"


def test_an_address_that_nobody_opens_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="plug-in for nowhere://"):
        pausa.batch("nowhere://lake/calls", tmp_path / "out", model="bayes")


def test_a_run_that_was_stopped_goes_on_and_nothing_is_done_twice(
    here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = texts(tmp_path / "talks.parquet", 200, group=50)
    cut(source, tmp_path / "whole")
    n_parts = len(here.done)
    here.done.clear()
    here.stop_after = 3
    with pytest.raises(KeyboardInterrupt):
        cut(source, tmp_path / "out")
    before = list(here.done)
    here.done.clear()
    here.stop_after = None
    report = cut(source, tmp_path / "out")
    assert report.n_reused == 3
    assert [*before, *here.done] == list(range(n_parts))
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")


def test_a_line_cut_off_by_a_crash_is_passed_over(here: Here, tmp_path: Path) -> None:
    source = texts(tmp_path / "talks.parquet", 100, group=50)
    cut(source, tmp_path / "out")
    whole = contents(tmp_path / "out")
    ledger = tmp_path / "out" / "_ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes()[:-20])
    here.done.clear()
    cut(source, tmp_path / "out")
    assert here.done == [len(whole) - 3]
    assert contents(tmp_path / "out") == whole


@pytest.mark.parametrize("change", ["content", "settings", "part"])
def test_what_changed_is_made_anew(here: Here, tmp_path: Path, change: str) -> None:
    source = lines(tmp_path / "talks.jsonl", 200)
    cut(source, tmp_path / "out")
    n_parts = len(here.done)
    here.done.clear()
    if change == "content":
        source.write_text(source.read_text()[:-20] + 'and then it "}\n')
    elif change == "part":
        (tmp_path / "out" / "part-000001.parquet").unlink()
    cut(source, tmp_path / "out", max_words=20 if change == "settings" else None)
    assert here.done == {"content": [n_parts - 1], "settings": list(range(n_parts)), "part": [1]}[change]


def test_parts_of_a_source_that_became_smaller_go(here: Here, tmp_path: Path) -> None:
    source = lines(tmp_path / "talks.jsonl", 200)
    cut(source, tmp_path / "out")
    lines(source, 20)
    cut(source, tmp_path / "out")
    cut(source, tmp_path / "new")
    assert contents(tmp_path / "out") == contents(tmp_path / "new")


def test_a_folder_with_other_things_is_left_alone(here: Here, tmp_path: Path) -> None:
    source = lines(tmp_path / "talks.jsonl", 2)
    with pytest.raises(OptionError, match="holds other files"):
        cut(source, tmp_path)


def test_options_that_do_not_go_together_stop_a_run_before_it_begins(here: Here, tmp_path: Path) -> None:
    source = lines(tmp_path / "talks.jsonl", 2)
    with pytest.raises(OptionError):
        cut(source, tmp_path / "out", threshold=0.5, rate=5.0)
    assert not here.done


def test_never_more_pieces_are_looked_for_than_there_are_hands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pausa.batches import running

    waiting: list[Future[Receipt]] = []
    looked_for: list[int] = []
    source = lines(tmp_path / "talks.jsonl", 400)
    job = Job(target=str(tmp_path / "out"), model="bayes", part_bytes=2000)
    pieces = list(pieces_of(files_in(str(source), say=say_nothing), job))

    class Slow:
        capacity = 3

        def submit(self, work: Any, piece: Piece, job: Job) -> Future[Receipt]:
            future: Future[Receipt] = Future()
            waiting.append(future)
            if len(waiting) == 3:  # all hands are full
                assert len(looked_for) - n_done <= 3
                waiting.pop(1).set_result(Receipt(n_rows=1))
            return future

    def lazily() -> Any:
        for piece in pieces:
            looked_for.append(piece.number)
            yield piece

    n_done = 0
    for _ in running.run(lazily(), make_part, job, Slow()):
        n_done += 1
        if n_done == len(pieces) - 2:
            for future in waiting:
                future.set_result(Receipt(n_rows=1))
            waiting.clear()
    assert n_done == len(pieces) > 10


def test_words_are_never_lost_whatever_the_size_of_a_part(here: Here, tmp_path: Path) -> None:
    source = lines(tmp_path / "talks.jsonl", 57)
    made = []
    for number, size in enumerate((0.0005, 0.003, 1.0)):
        cut(source, tmp_path / f"out{number}", part_mb=size)
        made.append([row["content"] for row in rows(tmp_path / f"out{number}")])
    assert made[0] == made[1] == made[2] == source.read_text().splitlines()
    assert json.loads(made[0][5])["text"] == said(30, 5)


MARKED = "So um we left, Anna said. It was late! did they come nobody came"


@pytest.mark.parametrize("kind", ["texts", "lines", "files"])
@pytest.mark.parametrize(
    "options",
    [{}, {"marks": "keep"}, {"marks": "ignore"}, {"case": "sentence"}, {"commas": True}, {"drop_fillers": True}],
)
def test_marks_capitals_commas_and_hesitations_are_those_of_segment(
    here: Here, tmp_path: Path, kind: str, options: dict[str, Any]
) -> None:
    if kind == "texts":
        pq.write_table(pa.table({"text": [MARKED]}), source := tmp_path / "talks.parquet")
    elif kind == "lines":
        (source := tmp_path / "talks.jsonl").write_text(json.dumps({"id": "t", "text": MARKED}) + "\n")
    else:
        (source := tmp_path / "talks").mkdir()
        (source / "talk.txt").write_text(MARKED)
    cut(source, tmp_path / "out", model="default", **options)
    found = pausa.segment(MARKED, **options)
    (row,) = rows(tmp_path / "out")
    assert row["n_words"] == found.n_words
    for one, sentence, length in zip(row["sentences"], found, found.written_lengths, strict=True):
        assert (one["text"], one["mark"], one["n_words"]) == (sentence.text, sentence.mark, length)


def test_marks_in_a_table_of_words_are_kept_as_segment_keeps_them(here: Here, tmp_path: Path) -> None:
    said = MARKED.replace(",", "").replace(".", " .").replace("!", " !").split()
    spoken = [
        (word, said[place + 1] if said[place + 1 : place + 2] in (["."], ["!"]) else "")
        for place, word in enumerate(said)
    ]
    table = [{"recording": "r", "word": word, "mark": mark} for word, mark in spoken if word not in (".", "!")]
    pq.write_table(pa.Table.from_pylist(table), tmp_path / "words.parquet")
    cut(tmp_path / "words.parquet", tmp_path / "out", model="default", drop_fillers=True)
    made = rows(tmp_path / "out")
    assert [row["word"] for row in made] == [row["word"] for row in table]  # rows are never lost
    (document,) = read_all(tmp_path / "words.parquet")
    assert [place for place, row in enumerate(made) if row["ends (pausa)"]] == list(pausa.segment(document).ends)
