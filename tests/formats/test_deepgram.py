"""Deepgram: channels, bare and punctuated words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Source, main_segmentation
from tests.builders import cut, parsed, rendered, reread, spoken


def channel(*words: Any, **fields: Any) -> dict[str, Any]:
    return {"alternatives": [{"transcript": "so late", "words": list(words)}, {"transcript": "sew late"}], **fields}


def file(*channels: dict[str, Any], **fields: Any) -> str:
    return json.dumps({"metadata": {}, "results": {"channels": channels, **fields}})


def word(text: str, start: float, end: float, **fields: Any) -> dict[str, Any]:
    return {"word": text, "start": start, "end": end, **fields}


def test_the_punctuated_word_is_read_where_there_is_one() -> None:
    text = file(channel(word("so", 0.1, 0.2, punctuated_word="So,"), word("late", 0.3, 0.5, confidence=0.5, speaker=0)))
    assert parsed("deepgram", text)[0].transcript.words == (
        Word("So", 100, 200, mark=","),
        Word("late", 300, 500, "0", 0.5),
    )


def test_several_channels_become_one_transcript_with_a_speaker_each() -> None:
    one = channel(word("hello", 0.0, 0.5), word("good", 2.0, 2.4))
    two = channel(word("hi", 1.0, 1.4, speaker=3), word("you", 1.4, 1.6))
    words = parsed("deepgram", file(one, two))[0].transcript.words
    assert [(each.text, each.speaker) for each in words] == [
        ("hello", "0"),
        ("hi", "1.3"),
        ("you", "1"),
        ("good", "0"),
    ]


def test_people_who_talk_at_once_keep_their_words_together() -> None:
    one = channel(word("are", 0.0, 0.4), word("you", 0.4, 0.8), word("there", 0.8, 1.2))
    two = channel(word("yes", 0.5, 0.7), word("hello", 0.7, 1.0))
    assert parsed("deepgram", file(one, two))[0].transcript.texts == ("are", "you", "there", "yes", "hello")


def test_without_words_the_transcript_is_read() -> None:
    assert parsed("deepgram", file(channel()))[0].transcript.texts == ("so", "late")


def test_utterances_are_sentences_where_there_is_no_mark() -> None:
    words = [word("so", 0, 0.1), word("late", 0.1, 0.2), word("yes", 1, 1.1)]
    text = file(channel(*words), utterances=[{"words": words[:2]}, {"words": words[2:]}])
    assert main_segmentation(parsed("deepgram", text)[0]).ends == (1, 2)


def test_utterances_that_hold_other_words_are_passed_over() -> None:
    text = file(channel(word("so", 0, 0.1), word("late", 0.1, 0.2)), utterances=[{"words": [{}]}])
    assert parsed("deepgram", text)[0].segmentations == ()


def test_the_language_is_that_of_the_first_channel_that_has_one() -> None:
    assert parsed("deepgram", file(channel(), channel(detected_language="pl")))[0].language == "pl"


def test_a_bad_word_is_told_with_its_channel() -> None:
    source = Source(file(channel(word("so", 0, 1)), channel(word("we", 2, 1))))
    parse = FORMATS["deepgram"].parse
    assert parse is not None
    assert parse(source)[0].n_words == 2
    assert [problem for _, problem in source.bad_rows] == ["channel 2, word 1: ends before it starts (2000 to 1000 ms)"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"err_code": "Bad Request", "err_msg": "corrupt audio"}', "could not transcribe this: corrupt audio"),
        ('{"results": {}}', "no results.channels"),
        ('{"results": {"channels": [{"alternatives": [{"words": ["so"]}]}]}}', "expected shape"),
    ],
)
def test_what_cannot_be_read_is_refused_clearly(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        parsed("deepgram", text)


def test_words_are_written_bare_and_punctuated_and_sentences_by_paragraph() -> None:
    words = (
        Word("So", 0, 200, "0", 0.5, "."),
        Word("Why", speaker="0", mark="?", before="“"),
        Word("no", 900, 1000, "Ana"),
    )
    stored = json.loads(rendered("deepgram", Document(Transcript(words), language="en")))
    (only,) = stored["results"]["channels"]
    best = only["alternatives"][0]
    assert best["transcript"] == "So. “Why? no"
    assert best["words"] == [
        {"word": "So", "start": 0.0, "end": 0.2, "confidence": 0.5, "speaker": 0, "punctuated_word": "So."},
        {"word": "Why", "speaker": 0, "punctuated_word": "“Why?"},
        {"word": "no", "start": 0.9, "end": 1.0, "speaker": "Ana", "punctuated_word": "no"},
    ]
    assert [[s["text"] for s in p["sentences"]] for p in best["paragraphs"]["paragraphs"]] == [["So.", "“Why?"], ["no"]]
    assert (only["detected_language"], stored["metadata"]["duration"]) == ("en", 1.0)


def test_sentences_come_back() -> None:
    document = Document(spoken("A: so we left B: it was late"), (cut("so we left it | was late |"),))
    again = reread("deepgram", document)[0]
    assert main_segmentation(again).ends == (3, 5)
    assert [(w.start, w.end, w.speaker) for w in again.transcript.words] == [
        (w.start, w.end, w.speaker) for w in document.transcript.words
    ]
