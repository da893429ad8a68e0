"""Azure: ticks, ISO durations and milliseconds; marks that have to find their words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Source, main_segmentation
from tests.builders import parsed, rendered, reread


def phrase(best: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"recognitionStatus": "Success", "nBest": [best, {"display": "Something else."}], **fields}


def file(*phrases: Any) -> str:
    return json.dumps({"combinedRecognizedPhrases": [], "recognizedPhrases": phrases})


@pytest.mark.parametrize(
    "times",
    [
        {"offsetInTicks": 12000000.0, "durationInTicks": 3000000},
        {"offset": "PT1.2S", "duration": "PT0.3S"},
        {"offset": "PT0M1.2S", "duration": "PT.3S"},
        {"offsetMilliseconds": 1200, "durationMilliseconds": 300},
        {"offset": 1200, "duration": 300},
        {"offset": "nonsense", "offsetInTicks": "12000000", "duration": "PT0.3S"},
    ],
)
def test_times_come_in_many_units(times: dict[str, Any]) -> None:
    words = parsed("azure", file(phrase({"displayWords": [{"displayText": "So.", **times}]})))[0].transcript.words
    assert words == (Word("So", 1200, 1500, mark="."),)


def test_hours_minutes_and_seconds_add_up() -> None:
    text = file(phrase({"display": "So."}, offset="PT1H2M3.004S", duration="PT1M"))
    assert parsed("azure", text)[0].transcript.words == (Word("So", 3_723_004, 3_783_004, mark="."),)


def test_an_end_is_worked_out_before_it_is_rounded() -> None:
    times = {"offsetInTicks": 4000, "durationInTicks": 4000}
    words = parsed("azure", file(phrase({"displayWords": [{"displayText": "So", **times}]})))[0].transcript.words
    assert (words[0].start, words[0].end) == (0, 1)


def test_display_words_are_read_where_there_are_any() -> None:
    best = {
        "display": "It's 5.",
        "words": [{"word": "it's", "confidence": 0.8}, {"word": "five", "confidence": 0.6}],
        "displayWords": [{"displayText": "It's"}, {"displayText": "5."}],
    }
    words = parsed("azure", file(phrase(best, speaker=1)))[0].transcript.words
    assert words == (Word("It's", speaker="1", confidence=0.8), Word("5", speaker="1", confidence=0.6, mark="."))


def lexical(words: str, display: str) -> tuple[list[str], list[tuple[int | None, str]]]:
    source = Source(file(phrase({"display": display, "words": [{"word": word} for word in words.split()]})))
    parse = FORMATS["azure"].parse
    assert parse is not None
    return [str(word) for word in parse(source)[0].transcript.words], source.bad_rows


def test_marks_of_the_display_text_come_onto_words_that_stay_as_they_are() -> None:
    assert lexical("hello tom are you in", "Hello, Tom! Are you in?") == (["hello,", "tom!", "are", "you", "in?"], [])


def test_a_number_written_in_figures_keeps_its_mark() -> None:
    assert lexical("it was five then we left", "It was 5. Then we left.")[0] == [
        "it",
        "was",
        "five.",
        "then",
        "we",
        "left.",
    ]


def test_words_run_together_get_the_last_mark_of_the_stretch() -> None:
    spelled, noted = lexical("at five p m we left", "At 5 PM. We left.")
    assert spelled == ["at", "five", "p", "m.", "we", "left."]
    assert not noted


def test_a_mark_inside_such_a_stretch_is_left_out_and_told() -> None:
    spelled, noted = lexical("in nineteen ninety nine we met", "In 19, 99. We met.")
    assert spelled == ["in", "nineteen", "ninety", "nine.", "we", "met."]
    assert [problem for _, problem in noted] == ["phrase 1: no word for the mark of '19,', which is left out"]


def test_a_phrase_without_words_gives_its_text_and_times() -> None:
    text = file(phrase({"lexical": "so late", "display": "So late."}, offset="PT1S", duration="PT2S", locale="en-GB"))
    document = parsed("azure", text)[0]
    assert document.transcript.words == (Word("So", 1000), Word("late", None, 3000, mark="."))
    assert document.language == "en-GB"


def test_a_phrase_that_was_not_understood_says_nothing() -> None:
    text = file({"recognitionStatus": "Failure"}, phrase({"display": ""}), phrase({"display": "So."}))
    assert parsed("azure", text)[0].transcript.texts == ("So",)


def test_without_marks_each_phrase_is_a_sentence() -> None:
    text = file(phrase({"lexical": "so late"}), phrase({"lexical": "we left"}))
    assert main_segmentation(parsed("azure", text)[0]).ends == (1, 3)


def test_the_fast_answer_has_phrases_by_channel() -> None:
    def said(channel: int, offset: int, text: str) -> dict[str, Any]:
        word = {"text": text, "offsetMilliseconds": offset, "durationMilliseconds": 200}
        return {"channel": channel, "text": text, "words": [word], "locale": "en-US"}

    text = json.dumps(
        {"combinedPhrases": [], "phrases": [said(0, 0, "Hi."), said(0, 900, "Bye."), said(1, 400, "Yes?")]}
    )
    words = parsed("azure", text)[0].transcript.words
    assert [(str(word), word.start, word.speaker) for word in words] == [
        ("Hi.", 0, "0"),
        ("Yes?", 400, "1"),
        ("Bye.", 900, "0"),
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"duration": 3}', "neither recognizedPhrases nor phrases"),
        ('{"recognizedPhrases": 3}', "expected shape"),
        ('{"recognizedPhrases": [{"nBest"', "broken JSON"),
    ],
)
def test_what_is_not_azures_is_refused_clearly(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        parsed("azure", text)


def test_a_sentence_is_written_as_a_phrase() -> None:
    words = (Word("So", 1200, 1500, "1", 0.5), Word("late", 3_723_004, 3_724_004, "1", mark="!"))
    stored = json.loads(rendered("azure", Document(Transcript(words), language="en-GB")))
    (said,) = stored["recognizedPhrases"]
    assert (said["speaker"], said["locale"], said["offset"], said["offsetInTicks"]) == (
        1,
        "en-GB",
        "PT1.2S",
        12_000_000,
    )
    best = said["nBest"][0]
    assert (best["lexical"], best["display"]) == ("So late", "So late!")
    assert best["words"][0]["confidence"] == 0.5
    assert best["displayWords"][1]["displayText"] == "late!"
    assert best["displayWords"][1]["offset"] == "PT1H2M3.004S"
    assert best["displayWords"][1]["duration"] == "PT1S"


@pytest.mark.parametrize("times", [(None, None), (100, None), (None, 400), (100, 400)])
def test_half_known_times_come_back(times: tuple[int | None, int | None]) -> None:
    document = Document(Transcript((Word("so", *times, "Ana"), Word("we", speaker="2"), Word("left"))))
    assert reread("azure", document)[0].transcript == document.transcript
