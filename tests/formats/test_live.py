"""Live messages of every recogniser come to the same final words, each given once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.errors import InputError
from pausa.core.updates import Update
from pausa.core.words import Word
from pausa.formats.live import READERS, reader, recognised
from pausa.formats.live.messages import LONGEST, Messages


def times(start: float, end: float) -> dict[str, Any]:
    return {"start": start, "end": end}


def results(words: list[tuple[str, float, float]], **more: Any) -> dict[str, Any]:
    return {
        "type": "Results",
        "start": 0.0,
        "duration": 2.0,
        **more,
        "channel": {
            "alternatives": [{"transcript": "", "words": [{"word": text, **times(a, b)} for text, a, b in words]}]
        },
    }


def transcribed(items: list[dict[str, Any]], *, partial: bool, **more: Any) -> dict[str, Any]:
    result = {"ResultId": "r", "IsPartial": partial, "EndTime": 2.0, "Alternatives": [{"Items": items}], **more}
    return {"Transcript": {"Results": [result]}}


def item(text: str, start: float, end: float, **more: Any) -> dict[str, Any]:
    return {"Type": "pronunciation", "Content": text, "StartTime": start, "EndTime": end, **more}


def guessed(text: str) -> dict[str, Any]:
    return {"alternatives": [{"transcript": text}], "stability": 0.5}


def google_final(*rows: tuple[str, str, str]) -> dict[str, Any]:
    words = [{"word": text, "startTime": start, "endTime": end} for text, start, end in rows]
    return {"results": [{"alternatives": [{"transcript": "", "words": words}], "isFinal": True}]}


def turn(order: int, *rows: tuple[str, int, int, bool], formatted: bool = False) -> dict[str, Any]:
    words = [{"text": text, "start": start, "end": end, "word_is_final": sure} for text, start, end, sure in rows]
    return {"type": "Turn", "turn_order": order, "turn_is_formatted": formatted, "words": words}


def spoken(text: str, start: float, end: float, *, kind: str = "word") -> dict[str, Any]:
    return {"type": kind, "start_time": start, "end_time": end, "alternatives": [{"content": text}]}


def added(*found: dict[str, Any], message: str = "AddTranscript") -> dict[str, Any]:
    return {"message": message, "metadata": {"end_time": 2.0}, "results": list(found)}


#: Messages as each recogniser sends them while somebody says "so we left", and then "yes".
CONVERSATIONS: dict[str, list[dict[str, Any]]] = {
    "words": [
        {"word": "so", "start": 0.1, "end": 0.3},
        {"words": [{"word": "we", "start": 0.3, "end": 0.4}, {"word": "lefd"}], "final": False},
        {"words": [{"word": "we", "start": 0.3, "end": 0.4}, {"word": "left.", "start": 0.4, "end": 0.8}]},
        {"heard": 1.9},
        {"word": "yes", "start": 2.1, "end": 2.5},
    ],
    "vosk": [
        {"partial": ""},
        {"partial": "so we"},
        {"partial": "so we lefd", "partial_result": [{"word": "so", **times(0.1, 0.3), "conf": 1.0}]},
        {
            "result": [
                {"word": "so", **times(0.1, 0.3), "conf": 0.9},
                {"word": "we", **times(0.3, 0.4), "conf": 0.9},
                {"word": "left", **times(0.4, 0.8), "conf": 0.9},
            ],
            "text": "so we left",
        },
        {"result": [{"word": "yes", **times(2.1, 2.5), "conf": 0.9}], "text": "yes"},
        {"text": ""},
    ],
    "deepgram": [
        {"type": "SpeechStarted"},
        results([("so", 0.1, 0.3), ("wee", 0.3, 0.4)], is_final=False),
        results([("so", 0.1, 0.3), ("we", 0.3, 0.4), ("left", 0.4, 0.8)], is_final=True),
        {"type": "UtteranceEnd", "channel": [0, 1], "last_word_end": 0.8},
        results([("yes", 2.1, 2.5)], is_final=True, speech_final=True),
    ],
    "aws": [
        transcribed([item("So", 0.1, 0.3), item("wee", 0.3, 0.4)], partial=True),
        transcribed(
            [
                item("So", 0.1, 0.3),
                item("we", 0.3, 0.4),
                item("left", 0.4, 0.8),
                {"Type": "punctuation", "Content": "."},
            ],
            partial=False,
        ),
        {"TranscriptEvent": transcribed([item("yes", 2.1, 2.5)], partial=False)},
    ],
    "google": [
        {"results": [guessed("so")]},
        {"results": [guessed("so we"), guessed(" lefd")]},
        google_final(("so", "0.1s", "0.3s"), ("we", "0.3s", "0.4s"), ("left", "0.4s", "0.8s")),
        # With speakers asked for, all is told again.
        google_final(("so", "0.1s", "0.3s"), ("we", "0.3s", "0.4s"), ("left", "0.4s", "0.8s"), ("yes", "2.1s", "2.5s")),
    ],
    "azure": [
        {"Text": "so wee", "Offset": 1_000_000, "Duration": 3_000_000},
        {
            "RecognitionStatus": "Success",
            "Offset": 1_000_000,
            "Duration": 7_000_000,
            "NBest": [
                {
                    "Lexical": "so we left",
                    "Display": "So we left.",
                    "Words": [
                        {"Word": "so", "Offset": 1_000_000, "Duration": 2_000_000},
                        {"Word": "we", "Offset": 3_000_000, "Duration": 1_000_000},
                        {"Word": "left", "Offset": 4_000_000, "Duration": 4_000_000},
                    ],
                }
            ],
        },
        {"RecognitionStatus": "InitialSilenceTimeout", "Offset": 9_000_000, "Duration": 0},
        {"RecognitionStatus": "Success", "DisplayText": "Yes.", "Offset": 21_000_000, "Duration": 4_000_000},
    ],
    "assemblyai": [
        {"type": "Begin", "id": "x"},
        turn(0, ("so", 100, 300, True), ("we", 300, 400, False)),
        turn(0, ("so", 100, 300, True), ("we", 300, 400, True), ("left", 400, 800, False)),
        turn(0, ("so", 100, 300, True), ("we", 300, 400, True), ("left", 400, 800, True)),
        turn(0, ("So", 100, 300, True), ("we", 300, 400, True), ("left.", 400, 800, True), formatted=True),
        turn(1, ("yes", 2100, 2500, True)),
    ],
    "speechmatics": [
        {"message": "RecognitionStarted"},
        added(spoken("So", 0.1, 0.3), spoken("wee", 0.3, 0.4), message="AddPartialTranscript"),
        added(spoken("So", 0.1, 0.3), spoken("we", 0.3, 0.4), spoken("left", 0.4, 0.8)),
        added(spoken(".", 0.8, 0.8, kind="punctuation"), spoken("yes", 2.1, 2.5)),
    ],
}


def updates(name: str, messages: list[dict[str, Any]]) -> list[Update]:
    read = reader(name)
    return [update for message in messages for update in read.read(message)]


def final(told: list[Update]) -> list[Word]:
    return [word for update in told for word in update.final]


def test_every_reader_has_a_conversation() -> None:
    assert set(CONVERSATIONS) == set(READERS)


@pytest.mark.parametrize("name", READERS)
def test_final_words_are_given_once_with_their_times(name: str) -> None:
    told = final(updates(name, CONVERSATIONS[name]))
    said = [word for word in told if word.text]
    assert [word.text.lower() for word in said] == ["so", "we", "left", "yes"]
    assert (said[0].start, said[2].end, said[3].start, said[3].end) == (100, 800, 2100, 2500)


@pytest.mark.parametrize("name", READERS)
def test_partial_words_go_when_final_ones_come(name: str) -> None:
    told = updates(name, CONVERSATIONS[name])
    partial: tuple[Word, ...] = ()
    was_seen = False
    for update in told:
        if update.partial is not None or update.final:
            partial = update.partial or ()
        was_seen |= bool(partial)
    assert was_seen
    assert partial == ()


@pytest.mark.parametrize("name", READERS)
def test_messages_tell_whose_they_are(name: str) -> None:
    assert final(updates("auto", CONVERSATIONS[name])) == final(updates(name, CONVERSATIONS[name]))
    assert name in {recognised(message) for message in CONVERSATIONS[name]}


def test_a_message_of_nobody_is_refused() -> None:
    with pytest.raises(InputError, match="neither words nor"):
        updates("auto", [{"colour": "red"}])


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ({"nothing": 1}, "neither words nor heard"),
        ({"value": "so"}, "neither words nor heard"),
        ({"words": [{"value": "so"}]}, "neither words nor heard"),
        ({"heard": "x"}, "heard is 'x', not a time"),
        ({"heard": -1}, "heard is '-1', not a time"),
        ({"word": "so", "heard": "x"}, "heard is 'x', not a time"),
    ],
)
def test_a_message_of_ours_that_tells_nothing_is_refused(message: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        updates("words", [message])


@pytest.mark.parametrize(
    "message", [{}, {"word": ""}, {"words": []}, {"text": ""}, {"word": "?"}, {"type": "ping"}, {"heard": None}]
)
def test_a_message_may_hold_no_word(message: dict[str, Any]) -> None:
    assert not [word for word in final(updates("words", [message])) if word.text]


@pytest.mark.parametrize("name", READERS)
def test_messages_of_others_are_counted(name: str) -> None:
    own = reader(name)
    for message in CONVERSATIONS[name]:
        own.read(message)
    assert (own.n_strange, own.n_read > 0) == (0, True)


@pytest.mark.parametrize(
    ("name", "by"), [("vosk", "deepgram"), ("deepgram", "vosk"), ("deepgram", "google"), ("google", "aws")]
)
def test_messages_of_another_are_strange(name: str, by: str) -> None:
    wrong = reader(name)
    for message in CONVERSATIONS[by]:
        wrong.read(message)
    assert wrong.n_read == 0
    assert wrong.n_strange > 0


def test_channels_keep_their_partial_words_apart() -> None:
    told = updates(
        "deepgram",
        [
            results([("so", 0.1, 0.3)], is_final=False, channel_index=[0, 2]),
            results([("yes", 0.2, 0.4)], is_final=True, channel_index=[1, 2]),
        ],
    )
    assert [(update.channel, len(update.final)) for update in told] == [("0", 0), ("1", 1)]
    assert told[1].final[0].speaker == "1"


def test_a_mark_may_come_after_its_word() -> None:
    told = updates("speechmatics", CONVERSATIONS["speechmatics"])
    assert told[-1].final[0] == Word("", mark=".")


def test_what_was_heard_is_told() -> None:
    assert [update.heard for update in updates("words", CONVERSATIONS["words"])][3] == 1900
    assert updates("deepgram", CONVERSATIONS["deepgram"])[1].heard == 2000


@given(
    st.lists(st.sampled_from(['{"partial": "so {we} \\"left\\\\"}', '{\n "text" : "so"\n}', '{"a": {"b": []}}'])),
    st.data(),
)
def test_messages_are_whole_wherever_the_text_is_cut(messages: list[str], data: st.DataObject) -> None:
    text = "\n".join(messages)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    coming = Messages()
    found = [one for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True) for one in coming.feed(text[a:b])]
    assert found + coming.end() == Messages().feed(text)
    assert len(found) == len(messages)


@given(st.lists(st.sampled_from(["so", "we", "left,", "źdźbło"])), st.data())
def test_words_are_whole_wherever_the_text_is_cut(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    coming = Messages()
    found = [one for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True) for one in coming.feed(text[a:b])]
    assert found + coming.end() == words


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"a": 1} nonsense {', "breaks off"),
        ('{"a": nonsense}', "broken JSON"),
        ('{"a": "' + "x" * LONGEST + '"', "characters"),
        ('{"text": "so"', "breaks off"),
    ],
)
def test_broken_messages_are_refused_with_a_reason(text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        read_all(text)


def read_all(text: str) -> None:
    coming = Messages("live")
    coming.feed(text)
    coming.end()


def test_half_a_character_in_a_message_is_refused_in_words() -> None:
    with pytest.raises(InputError, match="half a character"):
        READERS["words"]().read(json.loads('{"word": "\\ud800", "start": 1.0, "end": 2.0}'))


def test_a_segment_with_times_is_no_message_of_vosk() -> None:
    """Whisper's segments, one by one; read as Vosk's their times would be lost."""
    (update,) = reader("auto").read({"text": "so we left", "start": 0.1, "end": 0.9})
    assert [(word.text, word.start, word.end) for word in update.final] == [
        ("so", 100, None),
        ("we", None, None),
        ("left", None, 900),
    ]
