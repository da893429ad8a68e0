"""Amazon Transcribe: items, marks in rows of their own, numbers as strings."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Source
from tests.builders import parsed, rendered, reread


def item(content: str, start: str | None = None, end: str | None = None, **fields: Any) -> dict[str, Any]:
    times = {} if start is None else {"start_time": start, "end_time": end}
    return {"type": "pronunciation", "alternatives": [{"content": content, "confidence": "0.5"}], **times, **fields}


def mark(content: str) -> dict[str, Any]:
    return {"type": "punctuation", "alternatives": [{"content": content, "confidence": "0.0"}]}


def results(*items: Any, **fields: Any) -> str:
    return json.dumps({"jobName": "call", "results": {"transcripts": [], "items": items, **fields}})


def test_strings_are_numbers_and_punctuation_goes_to_the_word_before() -> None:
    document = parsed("aws", results(item("Hello", "0.1", "0.45"), mark("."), language_code="en-GB"))[0]
    assert document.transcript.words == (Word("Hello", 100, 450, confidence=0.5, mark="."),)
    assert (document.name, document.language) == ("call", "en-GB")


def test_a_sign_inside_an_item_is_part_of_the_word() -> None:
    document = parsed("aws", results(item("Yahoo!"), item("'em"), item("A.I."), mark(".")))[0]
    assert document.transcript.words == (
        Word("Yahoo!", confidence=0.5),
        Word("em", confidence=0.5, before="'"),
        Word("A.I", confidence=0.5, mark="."),
    )


def test_the_dot_of_an_abbreviation_goes_back_to_it_where_the_sentence_goes_on() -> None:
    document = parsed("aws", results(item("U.S"), mark("."), item("troops"), mark(".")))[0]
    assert [(word.text, word.mark) for word in document.transcript.words] == [("U.S.", ""), ("troops", ".")]


def test_a_custom_word_with_a_space_is_two_words() -> None:
    words = parsed("aws", results(item("Los Angeles", "1", "2"), mark("?")))[0].transcript.words
    assert [(str(word), word.start, word.end) for word in words] == [("Los", 1000, None), ("Angeles?", None, 2000)]


def test_speakers_of_older_files_are_found_by_time() -> None:
    labels = {"segments": [{"items": [{"start_time": "0.1", "end_time": "0.4", "speaker_label": "spk_3"}]}]}
    document = parsed("aws", results(item("yes", "0.1", "0.4"), item("no", "0.5", "0.6"), speaker_labels=labels))[0]
    assert [word.speaker for word in document.transcript.words] == ["spk_3", None]


def test_an_items_own_speaker_wins() -> None:
    labels = {"segments": [{"items": [{"start_time": "0.1", "end_time": "0.4", "speaker_label": "spk_3"}]}]}
    text = results(item("yes", "0.1", "0.4", speaker_label="spk_0"), speaker_labels=labels)
    assert parsed("aws", text)[0].transcript.words[0].speaker == "spk_0"


def test_channels_are_put_together_without_tearing_sentences_apart() -> None:
    one = [item("are", "0.0", "0.4"), item("you", "0.4", "0.8"), item("there", "0.8", "1.2"), mark("?")]
    two = [item("yes", "0.5", "0.7"), mark("."), item("hello", "2.0", "2.5"), mark(".")]
    labels = {"channels": [{"channel_label": "ch_0", "items": one}, {"channel_label": "ch_1", "items": two}]}
    words = parsed("aws", results(*one, *two, channel_labels=labels))[0].transcript.words
    assert [str(word) for word in words] == ["are", "you", "there?", "yes.", "hello."]
    assert [word.speaker for word in words] == ["ch_0", "ch_0", "ch_0", "ch_1", "ch_1"]


def test_without_items_the_transcript_is_read() -> None:
    text = json.dumps({"results": {"transcripts": [{"transcript": "So late. Yes."}]}})
    assert [str(word) for word in parsed("aws", text)[0].transcript.words] == ["So", "late.", "Yes."]


def test_a_bad_item_is_told_with_its_number_and_the_word_kept() -> None:
    source = Source(results(item("so", "1.0", "0.5"), None, {"type": "pronunciation"}))
    parse = FORMATS["aws"].parse
    assert parse is not None
    assert parse(source)[0].transcript.words == (Word("so", confidence=0.5),)
    assert [problem for _, problem in source.bad_rows] == [
        "item 1: ends before it starts (1000 to 500 ms)",
        "item 2: null",
        "item 3: no word here",
    ]


@pytest.mark.parametrize("text", ['{"results": []}', '{"status": "FAILED"}', '{"results": {"items": 3}}', "[]"])
def test_what_is_not_amazons_is_refused_clearly(text: str) -> None:
    with pytest.raises(InputError, match="expected shape"):
        parsed("aws", text)


def test_words_and_marks_are_written_as_items() -> None:
    words = (Word("So", 40, 300, "spk_0", 0.75, ","), Word("late", speaker="spk_1", mark="."))
    stored = json.loads(rendered("aws", Document(Transcript(words), name="call", language="en-US")))
    items = stored["results"]["items"]
    assert [(each["type"], each["alternatives"][0]["content"]) for each in items] == [
        ("pronunciation", "So"),
        ("punctuation", ","),
        ("pronunciation", "late"),
        ("punctuation", "."),
    ]
    assert (items[0]["start_time"], items[0]["end_time"]) == ("0.040", "0.300")
    assert items[0]["alternatives"][0]["confidence"] == "0.75"
    assert "start_time" not in items[2]
    assert stored["results"]["transcripts"] == [{"transcript": "So, late."}]
    assert stored["results"]["audio_segments"][0]["items"] == [0, 1, 2, 3]
    assert stored["jobName"] == "call"


@pytest.mark.parametrize("signs", [".", "—", " –", ", –", '."', "...", ""])
@pytest.mark.parametrize("before", ["", '"', "¿"])
def test_every_mark_comes_back_as_it_was(signs: str, before: str) -> None:
    document = Document(Transcript((Word("well", mark=signs, before=before), Word("no", mark="."))))
    assert reread("aws", document)[0].transcript == document.transcript
