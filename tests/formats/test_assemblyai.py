"""AssemblyAI: milliseconds, turns and sentences."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import main_segmentation
from tests.builders import cut, parsed, rendered, reread, spoken


def file(**fields: Any) -> str:
    return json.dumps({"id": "1", "status": "completed", "audio_url": "", **fields})


SO = {"text": "So,", "start": 100, "end": 250, "confidence": 0.5, "speaker": "A"}
LATE = {"text": "late.", "start": 300, "end": 600, "confidence": 0.75, "speaker": "B"}
BOTH = (Word("So", 100, 250, "A", 0.5, ","), Word("late", 300, 600, "B", 0.75, "."))


def test_times_are_milliseconds() -> None:
    document = parsed("assemblyai", file(words=[SO, LATE], language_code="en_uk"))[0]
    assert (document.transcript.words, document.language) == (BOTH, "en_uk")


def test_turns_serve_where_there_are_no_words() -> None:
    turns = [{"speaker": "A", "words": [SO]}, {"speaker": "B", "words": [{**LATE, "speaker": None}]}]
    assert parsed("assemblyai", file(words=None, utterances=turns))[0].transcript.words == BOTH


def test_a_turn_without_words_gives_its_text_and_times_but_not_its_confidence() -> None:
    turn = {"speaker": "A", "text": "So late.", "start": 100, "end": 900, "confidence": 0.9}
    assert parsed("assemblyai", file(words=[], utterances=[turn]))[0].transcript.words == (
        Word("So", 100, None, "A"),
        Word("late", None, 900, "A", mark="."),
    )


def test_turns_say_nothing_about_sentences() -> None:
    words = [{"text": "so", "speaker": "A"}, {"text": "late", "speaker": "B"}]
    turns = [{"speaker": each["speaker"], "words": [each]} for each in words]
    assert parsed("assemblyai", file(words=words, utterances=turns))[0].segmentations == ()


def test_sentences_are_read_as_sentences() -> None:
    text = json.dumps({"id": "1", "audio_duration": 4, "sentences": [{"words": [SO]}, {"words": [LATE]}]})
    document = parsed("assemblyai", text)[0]
    assert document.transcript.words == BOTH
    assert main_segmentation(document).ends == (0, 1)
    assert FORMATS["assemblyai"].looks_like(text)


def test_text_alone_is_read() -> None:
    assert parsed("assemblyai", file(words=None, text="So late."))[0].transcript.texts == ("So", "late")
    assert parsed("assemblyai", file(words=[], text=""))[0].n_words == 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (file(status="error", error="no spoken audio", words=None), "could not transcribe this: no spoken audio"),
        (file(status="error"), "no reason given"),
        (file(status="processing", words=None), "not ready.*fetch it again"),
        (file(status="queued"), "not ready"),
        (file(), "no words and no text"),
        (file(words={"text": "so"}), "expected shape"),
    ],
)
def test_what_cannot_be_read_is_refused_clearly(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        parsed("assemblyai", text)


def test_a_transcript_that_failed_is_recognised_so_that_the_reason_can_be_told() -> None:
    assert FORMATS["assemblyai"].looks_like(file(status="error", error="no spoken audio", words=None))


def test_words_turns_and_sentences_are_written() -> None:
    words = (*BOTH, Word("Yes", speaker="B"))
    stored = json.loads(rendered("assemblyai", Document(Transcript(words), language="en")))
    assert stored["words"] == [SO, LATE, {"text": "Yes", "speaker": "B"}]
    assert [(turn["speaker"], turn["text"]) for turn in stored["utterances"]] == [("A", "So,"), ("B", "late. Yes")]
    assert [sentence["text"] for sentence in stored["sentences"]] == ["So, late.", "Yes"]
    assert (stored["status"], stored["text"]) == ("completed", "So, late. Yes")


def test_without_speakers_there_are_no_turns() -> None:
    assert json.loads(rendered("assemblyai", Document(Transcript((Word("so"),)))))["utterances"] is None


def test_sentences_come_back() -> None:
    document = Document(spoken("A: so we left B: it was late"), (cut("so we left it | was late |"),))
    assert main_segmentation(reread("assemblyai", document)[0]).ends == (3, 5)
