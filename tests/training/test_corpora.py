"""Corpora are read document by document, in any packing, and split by recording."""

from __future__ import annotations

import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.formats.base import document
from pausa.formats.files import read_all, write
from pausa.text.marks import boundaries
from pausa.text.tokens import words_of
from pausa.training import corpora as corpus
from pausa.training.corpora import divide_evenly, keeps_word_times, list_files, read_documents
from pausa.training.splits import recording_of

TURNS = (
    '{"id": "one", "turns": ['
    '{"speaker": "Ann", "text": "So we left. It was late"}, {"speaker": "Ben", "text": "Yes."}]}\n'
)


def quiet(_: str) -> None:
    """Nothing to say."""


def spelled(document: Document) -> str:
    return " ".join(map(str, document.transcript.words))


def heard(text: str) -> Document:
    """A document whose words have times."""
    timed = (replace(word, start=300 * place, end=300 * place + 200) for place, word in enumerate(words_of(text)))
    return document(timed, name="heard")


@pytest.mark.parametrize("packing", ["plain", "gz", "xz"])
def test_json_lines_are_read_line_by_line(tmp_path: Path, packing: str) -> None:
    content = f'{TURNS}\n{{"id": "two", "text": "Who knows?"}}\n'.encode()
    path = tmp_path / f"talks.jsonl{'' if packing == 'plain' else '.' + packing}"
    pack: dict[str, Callable[[bytes], bytes]] = {"plain": bytes, "gz": gzip.compress, "xz": lzma.compress}
    path.write_bytes(pack[packing](content))
    one, two = read_documents([path], say=quiet)
    assert (one.name, spelled(one)) == ("one", "So we left. It was late Yes.")
    assert [word.speaker for word in one.transcript.words] == ["Ann"] * 6 + ["Ben"]
    assert (two.name, spelled(two)) == ("two", "Who knows?")


def test_nothing_is_read_ahead(tmp_path: Path) -> None:
    path = tmp_path / "talks.jsonl"
    path.write_text(TURNS + "not json at all\n")
    found = read_documents([path], say=quiet)
    assert next(found).name == "one"
    with pytest.raises(InputError, match="line 2: broken JSON"):
        next(found)


def test_a_line_without_an_id_is_named_by_its_number(tmp_path: Path) -> None:
    (tmp_path / "talks.jsonl").write_text('{"text": "Yes."}\n')
    assert [each.name for each in read_documents([tmp_path], say=quiet)] == ["talks-1"]


def test_json_lines_are_read_as_everything_else_reads_them(tmp_path: Path) -> None:
    path = tmp_path / "both.jsonl"
    write([document(words_of("So we left. Yes."), name="typed"), heard("So we left. It was late.")], path)
    assert list(read_documents([path], say=quiet)) == read_all(path)


@pytest.mark.parametrize(
    "line",
    [
        {"id": 7, "text": "Good morning. Is Ben there?"},
        {"id": 7, "turns": [{"speaker": 1, "text": "Good morning."}, {"speaker": 2, "text": "Is Ben there?"}]},
        {"id": 7, "turns": [{"who": "Ann", "utterance": "Good morning. Is Ben there?"}]},
        {"id": 7, "turns": [{"start": 1, "end": 3, "text": "Good morning. Is Ben there?"}]},
        {"id": 7, "words": [{"word": word} for word in "Good morning. Is Ben there?".split()]},
        {"id": 7, "annotator": "ann", "text": "Good morning. Is Ben there?"},
    ],
)
def test_every_shape_of_a_line_is_a_recording(tmp_path: Path, line: dict[str, object]) -> None:
    path = tmp_path / "talks.jsonl"
    path.write_text(f"{json.dumps(line)}\n{TURNS}")
    seven, one = read_documents([path], say=quiet)
    assert (seven.name, one.name) == ("7", "one")
    alone = tmp_path / "alone.jsonl"
    alone.write_text(json.dumps(line))
    (whole,) = read_all(alone)
    assert seven.transcript == whole.transcript


def test_words_without_a_name_are_one_recording_that_comes_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus, "ROWS", 4)
    rows = [{"word": word, "mark": "."} for word in "so we left it was late yes".split()]
    (tmp_path / "talk.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    found = list(read_documents([tmp_path], say=quiet))
    assert {each.name for each in found} == {"talk"}
    assert [spelled(each) for each in found] == ["so. we. left. it.", "was. late. yes."]


@pytest.mark.parametrize("name", ["iso_times", "chunks_in_lines"])
def test_lines_of_any_shape_give_their_words(name: str) -> None:
    path = Path(__file__).parents[1] / "lookalikes" / f"{name}.jsonl"
    line_by_line = [str(word) for each in read_documents([path], say=quiet) for word in each.transcript.words]
    assert line_by_line == [str(word) for each in read_all(path, warn=quiet) for word in each.transcript.words]


def test_lines_may_be_in_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_bytes('{"text": "Où est Zoé?"}\n'.encode("cp1252"))
    (found,) = read_documents([path], encoding="cp1252", say=quiet)
    assert spelled(found) == "Où est Zoé?"
    with pytest.raises(InputError, match="line 1: not UTF-8; name its encoding"):
        list(read_documents([path], say=quiet))


def test_a_folder_gives_its_files_by_name(tmp_path: Path) -> None:
    for name in ("b", "a", ".hidden"):
        (tmp_path / f"{name}.nlp").write_text("token|punctuation\nyes|.\n")
    assert [each.name for each in read_documents([tmp_path], format="nlp", say=quiet)] == ["a", "b"]


def test_a_folder_gives_the_transcripts_in_its_folders_too(tmp_path: Path) -> None:
    said: list[str] = []
    for place in ("b/talk.txt", "a.txt", "b/c/talk.txt", "market.ogg", "b/.git/x.txt", "b/notes"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text("So we left. It was late.\n")
    found = [path.relative_to(tmp_path).as_posix() for path in list_files([tmp_path], say=said.append)]
    assert found == ["a.txt", "b/c/talk.txt", "b/talk.txt"]
    assert said == [f"{tmp_path}: left out, not named like transcripts: b/notes, market.ogg"]


def test_where_a_format_is_named_names_of_files_do_not_matter(tmp_path: Path) -> None:
    (tmp_path / "talk").write_text("So we left.\n")
    assert [each.name for each in read_documents([tmp_path], format="text", say=quiet)] == ["talk"]
    with pytest.raises(InputError, match="holds no transcript among its 1 files"):
        list(read_documents([tmp_path], say=quiet))


def test_large_text_comes_in_pieces_that_lose_no_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus, "PIECE", 100)
    text = "".join(f"Sentence number {number} is here. And this is another one.\n" for number in range(50))
    (tmp_path / "book.txt").write_text(text)
    pieces = list(read_documents([tmp_path / "book.txt"], format="text", say=quiet))
    assert len(pieces) > 10
    assert {each.name for each in pieces} == {"book"}
    assert " ".join(map(spelled, pieces)) == " ".join(text.split())
    assert sum(len(boundaries(each.transcript.words).ends) for each in pieces) == 100


def test_a_large_file_of_another_format_is_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus, "PIECE", 60)
    (tmp_path / "talk.nlp").write_text("token|speaker|ts|endTs|punctuation\n" + "yes||||.\nno||||,\n" * 9)
    (whole,) = read_documents([tmp_path / "talk.nlp"], say=quiet)
    assert spelled(whole) == " ".join(["yes. no,"] * 9)


@pytest.mark.parametrize(("name", "has_times"), [("talk.parquet", True), ("talk.csv", True), ("talk.txt", False)])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_whether_words_have_times_is_seen_in_any_file(tmp_path: Path, name: str, has_times: bool, end: str) -> None:
    write(heard("So we left. It was late."), tmp_path / name)
    if name != "talk.parquet":
        (tmp_path / name).write_text((tmp_path / name).read_text().replace("\n", end), newline="")
    assert keeps_word_times(tmp_path / name) == has_times
    (found,) = read_documents([tmp_path / name], say=quiet)
    assert spelled(found) == "So we left. It was late."


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_a_place_without_files_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=name):
        list(read_documents([tmp_path / name], say=quiet))


def test_a_broken_archive_is_named(tmp_path: Path) -> None:
    (tmp_path / "talks.jsonl.xz").write_bytes(lzma.compress(TURNS.encode() * 500)[:-40])
    with pytest.raises(InputError, match=r"talks\.jsonl\.xz: packed, but cannot be unpacked"):
        list(read_documents([tmp_path], say=quiet))


def test_parts_are_successive_and_of_about_one_size() -> None:
    assert divide_evenly([5] * 10, [str(number) for number in range(10)], 5) == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_one_large_recording_is_one_part() -> None:
    parts = divide_evenly([100, 1, 1], ["a", "b", "c"], 5)
    assert len(set(parts)) == 2
    assert recording_of("a.left") == recording_of("a.right") == "a"
