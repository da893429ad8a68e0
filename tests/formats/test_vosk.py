"""Vosk: utterances one after the other."""

from __future__ import annotations

import json

import pytest

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import main_segmentation
from tests.builders import cut, parsed, rendered, reread, spoken

FIRST = {"result": [{"conf": 0.5, "start": 0.1, "end": 0.4, "word": "so"}], "text": "so"}
SECOND = {"result": [{"conf": 1.0, "start": 0.9, "end": 1.4, "word": "late"}], "text": "late"}
BOTH = (Word("so", 100, 400, confidence=0.5), Word("late", 900, 1400, confidence=1.0))


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(FIRST) + "\n" + json.dumps(SECOND) + "\n",
        json.dumps(FIRST, indent=2) + json.dumps(SECOND, indent=2),
        json.dumps([FIRST, SECOND]),
    ],
    ids=["lines", "in a row", "a list"],
)
def test_each_utterance_is_a_sentence_however_they_were_saved(text: str) -> None:
    document = parsed("vosk", text)[0]
    assert document.transcript.words == BOTH
    assert main_segmentation(document).ends == (0, 1)
    assert FORMATS["vosk"].looks_like(text)


def test_one_utterance_alone() -> None:
    assert parsed("vosk", json.dumps(FIRST))[0].transcript.words == BOTH[:1]


def test_silence_and_partial_results_say_nothing() -> None:
    rows = [{"text": ""}, {"partial": "la"}, SECOND, {"partial": ""}, {"text": ""}]
    assert parsed("vosk", "\n".join(map(json.dumps, rows)))[0].transcript.words == BOTH[1:]


def test_of_several_alternatives_the_first_counts_with_or_without_times() -> None:
    with_times = {"alternatives": [{"confidence": 210.5, **FIRST}, {"text": "sew"}]}
    text_only = {"alternatives": [{"confidence": 99.0, "text": "late again"}]}
    document = parsed("vosk", json.dumps(with_times) + "\n" + json.dumps(text_only))[0]
    assert document.transcript.words == (BOTH[0], Word("late"), Word("again"))


def test_the_command_line_tools_monologues_are_read() -> None:
    term = {"confidence": 0.5, "start": 0.1, "end": 0.4, "text": "so", "type": "WORD"}
    text = json.dumps({"schemaVersion": "2.0", "monologues": [{"terms": [term]}], "text": ["so"]})
    assert parsed("vosk", text)[0].transcript.words == BOTH[:1]
    assert FORMATS["vosk"].looks_like(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (json.dumps(FIRST) + '\n{"result": [{"conf"', "line 2.*broken JSON"),
        ('{"result": [{"conf"', "broken JSON"),
        ('{"score": 1}', "neither 'result' nor 'text'"),
        ("1 2 3", "expected shape"),
    ],
)
def test_what_is_not_vosks_is_refused_clearly(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        parsed("vosk", text)


def test_each_sentence_is_written_on_a_line_of_its_own() -> None:
    document = Document(Transcript((Word("So", 0, 200, mark="."), Word("late"))))
    lines = [json.loads(line) for line in rendered("vosk", document).splitlines()]
    assert [line["text"] for line in lines] == ["So.", "late"]
    assert [line["result"] for line in lines] == [[{"end": 0.2, "start": 0.0, "word": "So."}], [{"word": "late"}]]


def test_an_empty_document_is_written_as_silence() -> None:
    assert rendered("vosk", Document(Transcript(()))) == '{"text":""}\n'
    assert FORMATS["vosk"].looks_like('{"text":""}\n')
    assert reread("vosk", Document(Transcript(())))[0].n_words == 0


def test_sentence_ends_come_back_and_speakers_are_lost() -> None:
    again = reread("vosk", Document(spoken("A: so we left"), (cut("so we | left |"),)))[0]
    assert main_segmentation(again).ends == (1, 2)
    assert {word.speaker for word in again.transcript.words} == {None}
