"""Google Speech-to-Text: many spellings of one thing, and words told twice."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import main_segmentation
from tests.builders import parsed, rendered, reread


def result(*words: dict[str, Any], **fields: Any) -> dict[str, Any]:
    transcript = {"transcript": " ".join(word["word"] for word in words)}
    return {"alternatives": [{**transcript, "words": list(words)}], **fields}


def word(text: str, start: str, end: str, **fields: Any) -> dict[str, Any]:
    return {"word": text, "startTime": start, "endTime": end, **fields}


def file(*results: dict[str, Any]) -> str:
    return json.dumps({"results": results})


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ({"startTime": "1.200s"}, {"endTime": "2s"}),
        ({"start_time": "1.2s"}, {"end_time": "2.000s"}),
        ({"startOffset": "1.200s"}, {"endOffset": "2s"}),
        ({"start_offset": "1.200s"}, {"end_offset": "2s"}),
        ({"startTime": {"seconds": "1", "nanos": 200000000}}, {"endTime": {"seconds": 2}}),
        ({"startTime": {"seconds": 1, "nanos": 200499999}}, {"endTime": {"nanos": 2000000000}}),
        ({"startTime": 1.2}, {"endTime": 2}),
    ],
)
def test_times_come_in_many_spellings(start: dict[str, Any], end: dict[str, Any]) -> None:
    assert parsed("google", file(result({"word": "so", **start, **end})))[0].transcript.words == (
        Word("so", 1200, 2000),
    )


@pytest.mark.parametrize(
    ("fields", "who"),
    [
        ({"speakerTag": 2}, "2"),
        ({"speaker_tag": 2}, "2"),
        ({"speakerLabel": "patient", "speakerTag": 1}, "patient"),
        ({"speaker_label": "1"}, "1"),
        ({"speakerTag": 0}, None),
    ],
)
def test_speakers_have_tags_or_labels(fields: dict[str, Any], who: str | None) -> None:
    assert parsed("google", file(result({"word": "so", **fields})))[0].transcript.words[0].speaker == who


def test_a_confidence_of_zero_was_never_given() -> None:
    words = parsed("google", file(result({"word": "so", "confidence": 0.0}, {"word": "we", "confidence": 0.4})))
    assert [word.confidence for word in words[0].transcript.words] == [None, 0.4]


A, B, C = word("Where?", "0.1s", "0.5s"), word("Home,", "1s", "1.5s"), word("Tom.", "1.5s", "2s")


def tagged(*words: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**each, "speakerTag": number} for number, each in enumerate(words, start=1)]


def test_a_last_result_that_tells_all_words_again_gives_them_their_speakers() -> None:
    text = file(result(A), result(B, C), {"alternatives": [{"words": tagged(A, B, C)}]})
    words = parsed("google", text)[0].transcript.words
    assert [(str(each), each.speaker) for each in words] == [("Where?", "1"), ("Home,", "2"), ("Tom.", "3")]


def test_a_telling_again_without_the_one_channels_tag_is_still_one() -> None:
    text = file(result(A, channelTag=1), result(B, C, channelTag=1), {"alternatives": [{"words": tagged(A, B, C)}]})
    assert parsed("google", text)[0].transcript.texts == ("Where", "Home", "Tom")


def test_results_that_each_begin_at_the_beginning_are_read_once() -> None:
    text = file(result(*tagged(A)), result(*tagged(A, B)), result(*tagged(A, B, C)))
    assert parsed("google", text)[0].transcript.texts == ("Where", "Home", "Tom")


def test_the_cuts_between_results_outlive_the_telling_again() -> None:
    bare = [word("where", "0.1s", "0.5s"), word("at", "1s", "1.2s"), word("home", "1.2s", "2s")]
    text = file(result(bare[0]), result(*bare[1:]), {"alternatives": [{"words": tagged(*bare)}]})
    assert main_segmentation(parsed("google", text)[0]).ends == (0, 2)


def test_a_word_said_twice_is_two_words() -> None:
    yes = {"word": "yes"}
    assert parsed("google", file(result(yes), result({**yes, "speakerTag": 1})))[0].transcript.texts == ("yes", "yes")
    timed = word("yes", "0s", "1s"), word("yes", "1s", "2s")
    assert parsed("google", file(result(timed[0]), result(timed[1])))[0].n_words == 2


def test_a_result_without_words_gives_its_text_and_its_end() -> None:
    text = file({"alternatives": [{"transcript": " So late."}], "resultEndTime": "2.5s", "languageCode": "en-us"})
    document = parsed("google", text)[0]
    assert document.transcript.words == (Word("So"), Word("late", None, 2500, mark="."))
    assert document.language == "en-us"


def test_channels_become_speakers() -> None:
    text = file(
        result(word("Hi.", "0s", "0.5s"), channelTag=1),
        result(word("Bye.", "3s", "3.5s"), channelTag=1),
        result(word("Yes?", "1s", "1.5s"), channelTag=2),
    )
    words = parsed("google", text)[0].transcript.words
    assert [(each.text, each.speaker) for each in words] == [("Hi", "1"), ("Yes", "2"), ("Bye", "1")]


def test_the_answer_to_a_long_job_is_found_inside_it() -> None:
    text = json.dumps({"name": "7", "done": True, "response": {"results": [result(A)]}})
    assert parsed("google", text)[0].transcript.texts == ("Where",)
    assert FORMATS["google"].looks_like(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"done": true, "error": {"code": 3, "message": "bad audio"}}', "could not transcribe this: bad audio"),
        ('{"name": "7"}', "no results"),
        ('{"results": {"a": 1}}', "expected shape"),
        ('{"results": [{"alternatives": [{"words": [', "broken JSON"),
    ],
)
def test_what_cannot_be_read_is_refused_clearly(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        parsed("google", text)


@pytest.mark.parametrize("text", ['{"results": []}', '{"results": [{}, null, {"alternatives": []}]}'])
def test_nothing_said_is_an_empty_document(text: str) -> None:
    assert parsed("google", text)[0].n_words == 0


def test_another_makers_alternatives_are_left_alone() -> None:
    text = (
        '{"results": [{"alternatives": [{"transcript": "so", "timestamps": [["so", 0.1, 0.2]]}]}], "result_index": 0}'
    )
    assert not FORMATS["google"].looks_like(text)


def test_a_sentence_is_written_as_a_result() -> None:
    words = (Word("So", 1200, 1400, "2", 0.5, "."), Word("late", speaker="Ana"))
    stored = json.loads(rendered("google", Document(Transcript(words), language="en-GB")))
    assert [each["alternatives"][0]["transcript"] for each in stored["results"]] == ["So.", "late"]
    assert stored["results"][0]["alternatives"][0]["words"] == [
        {
            "startTime": "1.200s",
            "endTime": "1.400s",
            "word": "So.",
            "confidence": 0.5,
            "speakerTag": 2,
            "speakerLabel": "2",
        }
    ]
    assert stored["results"][1]["alternatives"][0]["words"] == [{"word": "late", "speakerLabel": "Ana"}]
    assert {each["languageCode"] for each in stored["results"]} == {"en-GB"}


def test_the_language_outlives_silence_and_zero_confidence_comes_back() -> None:
    assert reread("google", Document(Transcript(()), language="pl"))[0].language == "pl"
    words = (Word("so", confidence=0.0), Word("we"))
    assert reread("google", Document(Transcript(words)))[0].transcript.words == words


def test_a_sentence_that_is_said_twice_at_one_time_is_written_and_read_twice() -> None:
    twice = Transcript(tuple(Word("yes", 0, 300, mark=".") for _ in range(2)))
    (back,) = reread("google", Document(twice, name="talk"))
    assert back.transcript.texts == ("yes", "yes")
