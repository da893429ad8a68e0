"""Broken files: one clear error that names the file; broken rows: the word is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from pausa.core.errors import InputError, InputWarning
from pausa.formats import FORMATS
from pausa.formats.files import parse, read, read_all, save, write

GOLDEN = sorted(
    path
    for path in (Path(__file__).parent.parent / "golden" / "formats").glob("*/*")
    if not path.name.endswith(".expected.json")
)


def refusal_is_clear(content: bytes, name: str, format: str | None) -> None:
    """Read the content; if it is refused, then with one line and no other error."""
    refused = ""
    try:
        parse(content, name=name, format=format, warn=lambda _: None)
    except InputError as error:
        refused = str(error)
    assert len(refused.splitlines()) <= 1
    assert refused.startswith(name) or not refused
    assert len(refused) < 5000


READABLE = [name for name in FORMATS if FORMATS[name].parse]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "empty"),
        (b" \n \n", "empty"),
        (b"\x00\x01\x02\x00binary", "binary"),
        (b"so \xff\xb6\xa7\xff \xb1\xff\xac\xff", "UTF-8"),
        (b"\x1f\x8bnot gzip at all", "unpacked"),
        (b"[" * 100_000, "nested|JSON|recognised"),
        (b'{"a":' * 100_000, "nested|JSON|recognised"),
        (b'{"segments": [{"words": [{"word": "so", "sta', "JSON"),
    ],
)
@pytest.mark.parametrize("suffix", [".json", ".txt"])
def test_a_broken_file_is_named_in_one_line(tmp_path: Path, content: bytes, says: str, suffix: str) -> None:
    path = tmp_path / f"talk{suffix}"
    path.write_bytes(content)
    if suffix == ".txt" and content[:1] in (b"[", b"{"):
        pytest.skip("as plain text this is one odd word")
    with pytest.raises(InputError, match=says) as caught:
        read(path)
    assert str(path) in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("name", READABLE)
@pytest.mark.parametrize(
    "content",
    [b"[" * 100_000, b"<a>" * 100_000, b'{"a": [1, null, {}]}', b"[1, 2]", b"null", b'"x"', b"\xff\xfe\x00", b"12 a|b"],
)
def test_no_format_breaks_down_on_what_is_not_its_own(name: str, content: bytes) -> None:
    refusal_is_clear(content, "talk", name)


@pytest.mark.parametrize("case", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_file_cut_off_anywhere_is_read_or_refused_clearly(case: Path) -> None:
    data = case.read_bytes()
    for cut_at in range(1, len(data), max(1, len(data) // 40)):
        refusal_is_clear(data[:cut_at], case.name, case.parent.name)


@pytest.mark.parametrize("case", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_file_with_broken_characters_is_read_or_refused_clearly(case: Path) -> None:
    data = case.read_bytes()
    for place in range(0, len(data), max(1, len(data) // 60)):
        for junk in (b"\x7f", b'"', b"<", b"-", b"9"):
            refusal_is_clear(data[:place] + junk + data[place + 1 :], case.name, case.parent.name)


def test_missing_files_and_folders_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read(tmp_path / "none.json")
    with pytest.raises(InputError, match="folder"):
        read(tmp_path)


def test_bad_rows_are_kept_and_counted_once(tmp_path: Path) -> None:
    path = tmp_path / "call.nlp"
    path.write_text("token|speaker|ts|endTs|punctuation\nso|1|x|0.2|\nwe|1|0.2\nleft|1|9|3|.\nearly|1|nan|4|\n")
    with pytest.warns(InputWarning, match=r"4 bad rows.*line 2") as caught:
        document = read(path)
    assert len(caught) == 1
    assert document.transcript.texts == ("so", "we", "left", "early")
    assert [word.start for word in document.transcript.words] == [None, 200, None, None]


def test_a_word_that_starts_before_the_one_before_it_loses_its_time() -> None:
    text = "token|speaker|ts|endTs|punctuation\nso|1|5|6|\nwe|1|1|2|\nleft|1|6|7|\nyes|2|1|2|\n"
    said: list[str] = []
    (document,) = parse(text.encode(), name="call.nlp", warn=said.append)
    assert [word.start for word in document.transcript.words] == [5000, None, 6000, 1000]
    assert len(said) == 1
    assert "word 2" in said[0]


def test_one_wild_time_does_not_cost_the_times_after_it() -> None:
    rows = "".join(
        f"call 1 {start} 0.1 {word}\n" for start, word in [(1.0, "so"), (9.0, "we"), (1.6, "left"), (1.9, "ok")]
    )
    said: list[str] = []
    (document,) = parse(rows.encode(), name="call.ctm", warn=said.append)
    assert [word.start for word in document.transcript.words] == [1000, None, 1600, 1900]
    assert "word 2, 'we'" in said[0]


def test_the_place_where_json_is_broken_is_named() -> None:
    with pytest.raises(InputError, match=r"talk\.json, line 2: broken JSON, column 21"):
        parse(b'{"text": "so",\n "segments": [{"x": }]}', name="talk.json")


def test_a_row_with_two_faults_is_one_bad_row() -> None:
    said: list[str] = []
    parse(b"call 1 x y so\ncall 1 1.0 0.1 we\n", name="call.ctm", format="ctm", warn=said.append)
    assert "1 bad row," in said[0]


def test_nothing_half_written_is_left(tmp_path: Path) -> None:
    target = tmp_path / "talk.srt"
    target.write_text("before")
    with pytest.raises(Exception, match="needs times"):
        write(read_all(_lines(tmp_path))[0], target)
    assert target.read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["talk.lines", "talk.srt"]
    with pytest.raises(InputError, match="cannot be written"):
        save("text", tmp_path / "no" / "such" / "folder.txt")


def _lines(folder: Path) -> Path:
    path = folder / "talk.lines"
    path.write_text("so we left\nit was late\n")
    return path


def test_packed_and_marked_files_are_read(tmp_path: Path) -> None:
    import bz2
    import gzip
    import lzma

    text = "\ufeffso we left\r\nit was late\r\n".encode()
    for suffix, pack in ((".gz", gzip.compress), (".xz", lzma.compress), (".bz2", bz2.compress), ("", bytes)):
        path = tmp_path / f"talk.lines{suffix}"
        path.write_bytes(pack(text))
        document = read(path)
        assert (document.name, document.n_words, document.segmentations[0].ends) == ("talk", 6, (2, 5))
    utf16 = tmp_path / "wide.lines"
    utf16.write_bytes("so we left\n".encode("utf-16"))
    assert read(utf16).n_words == 3
