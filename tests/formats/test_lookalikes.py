"""Files as other programs write them, in our own words: each is read in full, word for word and mark for mark.

What is in a file is counted here in another way than Pausa reads it: a few lines for each that know where it keeps its
text, and nothing else.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from pausa.core.document import Document
from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.formats.files import parse, read_all, render

FOLDER = Path(__file__).parent.parent / "lookalikes"
MARKS = ",;?!."


def every(key: str) -> Callable[[str], str]:
    """The text of a JSON file: whatever stands under that key, anywhere."""

    def collect(value: Any) -> Iterable[str]:
        if isinstance(value, dict):
            for name, inner in value.items():
                if name == key and isinstance(inner, str):
                    yield inner
                else:
                    yield from collect(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from collect(inner)

    return lambda text: " ".join(piece for line in as_json(text) for piece in collect(line))


def as_json(text: str) -> list[Any]:
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]


def best_guesses(text: str) -> str:
    return " ".join(item["alternatives"][0]["content"] for item in json.loads(text)["results"]["list"])


def finished(text: str) -> str:
    return " ".join(row["text"] for row in json.loads(text) if row["is_final"])


def without(pattern: str, *, keep: str = r".*") -> Callable[[str], str]:
    """The text of a file of lines: those that match one pattern, without what matches the other."""

    def text_of(text: str) -> str:
        lines = [line for line in text.splitlines() if re.fullmatch(keep, line)]
        return " ".join(re.sub(pattern, " ", line) for line in lines)

    return text_of


def word_document(text: str) -> str:
    """The texts of a Word document that are no names and no times."""
    runs = re.findall(r"<w:t[^>]*>([^<]*)</w:t>", text)
    said = [run for run in runs if not re.fullmatch(r"(?:Anna|Ben) Novak(?:\s+\d+:\d\d)?|.*--&gt;.*", run)]
    return " ".join(re.sub("^(?:Anna|Ben):", "", run) for run in said)


def content(name: str) -> str:
    """A file as text."""
    data = (FOLDER / name).read_bytes()
    if name.endswith(".docx"):
        data = zipfile.ZipFile(io.BytesIO(data)).read("word/document.xml")
    return data.decode("cp1252" if name == "older_encoding.txt" else "utf-8")


STAMPS = r"^\[?[\d:]+\]?|(?:Anna|Ben):"
NO_TIMES = r"(?!.*-->|\d+$|WEBVTT|\d:\d\d:).*"

#: How the text of each file is found, apart from Pausa.
TEXT_OF: dict[str, Callable[[str], str]] = {
    "autoedit.json": every("text"),
    "bare_words.json": every("word"),
    "bbc_kaldi.json": lambda text: json.loads(text)["retval"]["punct"],
    "bedrock.json": lambda text: json.loads(text)["audio"]["transcript"]["representation"]["text"],
    "broadcast.dfxp": without(r"<[^>]*>"),
    "by_channel.json": every("text"),
    "call_analytics.json": lambda text: " ".join(turn["Content"] for turn in json.loads(text)["Transcript"]),
    "chunks_in_lines.jsonl": lambda text: " ".join(line["text"] for line in as_json(text)),
    "clock_and_text.json": every("text"),
    "copied_from_a_video_page.txt": without(STAMPS),
    "digital_paper_edit.json": every("text"),
    "iso_times.jsonl": every("message"),
    "meeting_colons.docx": word_document,
    "meeting_names.docx": word_document,
    "meeting_spans.docx": word_document,
    "nested_deep.json": every("content"),
    "older_encoding.txt": without(STAMPS),
    "partial_results.json": finished,
    "punctuation_rows.json": best_guesses,
    "speaker_id_segments.json": every("text"),
    "speaker_text.json": every("text"),
    "speechmatics_v1.json": lambda text: " ".join(row["name"] for row in json.loads(text)["words"]),
    "subtitles.ass": without(r"^(?:[^,]*,){9}|\{[^}]*\}|\\N", keep="Dialogue:.*"),
    "subtitles.sbv": without("^$", keep=NO_TIMES),
    "subtitles.srt": without("^$", keep=NO_TIMES),
    "subtitles.ttml": without(r"<[^>]*>"),
    "teams.vtt": without(r"<[^>]*>", keep="<v .*"),
    "ticks.json": every("display"),
    "times_and_text.txt": without(STAMPS),
    "times_names_text.txt": without(STAMPS),
    "transformers_chunks.json": lambda text: json.loads(text)["text"],
    "transformers_words.json": lambda text: json.loads(text)["text"],
    "utterances_ms.json": every("text"),
    "video_site_rolling.vtt": without(r"<[^>]*>", keep=".*<c>.*"),
    "watson.json": lambda text: " ".join(row["alternatives"][0]["transcript"] for row in json.loads(text)["results"]),
    "words_in_milliseconds.json": every("token"),
    "words_key.json": every("word"),
    "youtube_transcript.json": every("text"),
    "zoom.vtt": without("(?:Anna|Ben) Novak:", keep=NO_TIMES),
}

each_file = pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.iterdir()))


def counted(text: str) -> tuple[int, int]:
    """How many words and how many marks there are, told by letters and signs alone."""
    words = sum(1 for token in text.split() if any(sign.isalnum() for sign in token))
    return words, sum(text.count(mark) for mark in MARKS)


def counts_of(documents: Iterable[Document]) -> tuple[int, int]:
    return counted(" ".join(str(token) for document in documents for token in document.transcript.tokens()))


@each_file
def test_every_word_and_every_mark_is_read(name: str) -> None:
    text = TEXT_OF[name](content(name))
    n_words, n_marks = counted(text)
    assert (n_words, n_marks) == (20, 9)  # the same three turns in every file, so that a broken count shows
    found = read_all(FOLDER / name, warn=lambda _: None)
    assert counts_of(found) == (n_words, n_marks)
    assert sum(document.n_words for document in found) == n_words


@each_file
def test_what_was_read_is_written_and_read_again(name: str) -> None:
    found = read_all(FOLDER / name, warn=lambda _: None)
    content = render(found, FORMATS["json"], layout=Layout())
    again = parse(str(content).encode(), name=name, format="json", warn=lambda _: None)
    assert counts_of(again) == counts_of(found)
    assert [one.transcript for one in again] == [one.transcript for one in found]


def test_no_file_is_left_out() -> None:
    assert sorted(TEXT_OF) == sorted(path.name for path in FOLDER.iterdir())
