"""Whisper and its kin: the same words under different names."""

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


def segment(*words: dict[str, Any], **fields: Any) -> str:
    """A file of one segment with these words."""
    return json.dumps({"segments": [{"words": words, **fields}]})


def spellings(text: str) -> list[str]:
    return [str(word) for word in parsed("whisper", text)[0].transcript.words]


def test_pieces_without_a_space_go_on_with_the_word_before() -> None:
    text = segment(
        {"word": " long", "start": 0.0, "end": 0.3, "probability": 0.9},
        {"word": "-term", "start": 0.3, "end": 0.7, "probability": 0.6},
        {"word": " 3", "start": 1.0, "end": 1.1},
        {"word": ".5", "start": 1.1, "end": 1.4},
        {"word": "%", "start": 1.4, "end": 1.6},
    )
    words = parsed("whisper", text)[0].transcript.words
    assert words == (Word("long-term", 0, 700, confidence=0.6), Word("3.5%", 1000, 1600))


def test_words_of_a_script_without_spaces_stay_apart() -> None:
    assert spellings(segment({"word": "你好"}, {"word": "，"}, {"word": "世界"}, {"word": "。"})) == [
        "你好，",
        "世界。",
    ]


def test_words_without_any_leading_space_are_never_joined() -> None:
    assert spellings(segment({"word": "well"}, {"word": "'cause"})) == ["well", "'cause"]


@pytest.mark.parametrize("name", ["probability", "score", "confidence"])
def test_confidence_goes_by_three_names(name: str) -> None:
    words = parsed("whisper", segment({"word": " so", name: 0.5}))[0].transcript.words
    assert words == (Word("so", confidence=0.5),)


def test_words_may_be_called_text() -> None:
    assert spellings(segment({"text": "so", "start": 0.1, "end": 0.2}, {"text": "late."})) == ["so", "late."]


def test_a_number_that_could_not_be_aligned_keeps_its_place_without_times() -> None:
    text = segment(
        {"word": "in", "start": 0.1, "end": 0.2}, {"word": "2019,"}, {"word": "we", "start": 0.9, "end": 1.0}
    )
    words = parsed("whisper", text)[0].transcript.words
    assert [(word.text, word.start) for word in words] == [("in", 100), ("2019", None), ("we", 900)]


def test_a_segment_without_words_gives_its_times_to_its_edges() -> None:
    text = json.dumps([{"start": 1.0, "end": 2.5, "text": " It was late."}])
    words = parsed("whisper", text)[0].transcript.words
    assert words == (Word("It", 1000), Word("was"), Word("late", None, 2500, mark="."))


def test_marks_say_where_sentences_end_because_a_segment_is_often_half_a_sentence() -> None:
    text = json.dumps({"segments": [{"text": "It was", "start": 0}, {"text": "late. So we left.", "start": 1}]})
    assert main_segmentation(parsed("whisper", text)[0]).ends == (2, 5)


def test_without_any_mark_each_segment_is_a_sentence() -> None:
    text = json.dumps({"segments": [{"text": "it was late"}, {"text": ""}, {"text": "we left"}]})
    assert main_segmentation(parsed("whisper", text)[0]).ends == (2, 4)


def test_a_segments_speaker_is_that_of_its_words_unless_they_have_their_own() -> None:
    text = segment({"word": "yes", "speaker": "B"}, {"word": "well"}, speaker="A")
    assert [word.speaker for word in parsed("whisper", text)[0].transcript.words] == ["B", "A"]


def test_bare_words_of_the_web_api_get_their_marks_from_the_text() -> None:
    text = json.dumps(
        {
            "text": "It rained, Ms. Ito. Really?",
            "words": [{"word": word, "start": 0.1} for word in ("It", "rained", "Ms", "Ito", "Really")],
            "segments": [{"text": " It rained, Ms. Ito. Really?", "start": 0.0, "end": 3.0}],
        }
    )
    document = parsed("whisper", text)[0]
    assert document.transcript.texts == ("It", "rained", "Ms", "Ito", "Really")
    assert [word.mark for word in document.transcript.words] == ["", ",", "", ".", "?"]


def test_word_segments_serve_where_segments_hold_no_words() -> None:
    text = json.dumps({"segments": [{"text": "so late"}], "word_segments": [{"word": "so"}, {"word": "late"}]})
    assert spellings(text) == ["so", "late"]


def test_pieces_of_whisper_cpp_make_words_where_they_spell_the_text() -> None:
    def piece(text: str, start: int, end: int) -> dict[str, Any]:
        return {"text": text, "offsets": {"from": start, "to": end}, "p": 0.9}

    tokens = [piece("[_BEG_]", 0, 0), piece(" row", 0, 200), piece("ed", 200, 300), piece(".", 300, 320)]
    text = json.dumps({"result": {"language": "en"}, "transcription": [{"text": " rowed.", "tokens": tokens}]})
    document = parsed("whisper", text)[0]
    assert document.transcript.words == (Word("rowed", 0, 320, confidence=0.9, mark="."),)
    assert document.language == "en"


def test_half_characters_of_whisper_cpp_are_passed_over_for_the_text() -> None:
    text = json.dumps(
        {
            "transcription": [
                {
                    "text": " Hélène left",
                    "offsets": {"from": 0, "to": 900},
                    "tokens": [{"text": " H"}, {"text": "\ufffd", "offsets": {"from": 0, "to": 10}}],
                }
            ]
        }
    )
    assert parsed("whisper", text)[0].transcript.words == (Word("Hélène", 0), Word("left", None, 900))


def test_nan_is_unknown() -> None:
    text = '{"segments": [{"avg_logprob": NaN, "words": [{"word": "so", "start": NaN, "end": 0.5, "score": NaN}]}]}'
    assert parsed("whisper", text)[0].transcript.words == (Word("so", None, 500),)


def test_what_is_wrong_with_a_word_is_told_with_its_place() -> None:
    text = json.dumps({"segments": [{"words": [{"word": "so"}]}, {"words": [{"word": "we", "start": "soon"}, None]}]})
    source = Source(text)
    parse = FORMATS["whisper"].parse
    assert parse is not None
    assert parse(source)[0].transcript.texts == ("so", "we")
    assert [problem for _, problem in source.bad_rows] == [
        "segment 2, word 1: 'soon' is not a time",
        "segment 2, word 2: null",
    ]


@pytest.mark.parametrize("text", ['{"segments": []}', "[]", '{"text": "", "segments": []}', '{"words": []}'])
def test_nothing_said_is_an_empty_document(text: str) -> None:
    assert [document.n_words for document in parsed("whisper", text)] == [0]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"duration": 3}', "no segments, words or text"),
        ('{"segments": [{"text": "so we le', "broken JSON"),
        ('{"segments": {"text": "so"}}', "expected shape"),
        ('{"segments": [{"words": [7]}]}', "expected shape"),
    ],
)
def test_what_is_not_whispers_is_refused_clearly(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        parsed("whisper", text)


def test_a_long_text_before_the_segments_is_recognised() -> None:
    head = ('{"text": "' + 'so \\"we\\" left ' * 100_000)[: 1 << 20]
    assert FORMATS["whisper"].looks_like(head)
    assert not FORMATS["whisper"].looks_like('{"text": "so we left"}')


def test_unknown_times_are_left_out_and_the_rest_is_as_whisper_writes_it() -> None:
    words = (Word("So", 0, 250, "A", 0.9), Word("late", mark="!", speaker="A"))
    stored = json.loads(rendered("whisper", Document(Transcript(words), language="en")))
    assert stored["text"] == " So late!"
    assert stored["language"] == "en"
    assert stored["segments"] == [
        {
            "id": 0,
            "start": 0.0,
            "end": 0.55,  # shared out: the last word's own end is unknown
            "text": " So late!",
            "speaker": "A",
            "words": [
                {"word": " So", "start": 0.0, "end": 0.25, "probability": 0.9, "speaker": "A"},
                {"word": " late!", "speaker": "A"},
            ],
        }
    ]


def test_sentences_are_written_as_segments_and_come_back() -> None:
    document = Document(spoken("A: so we left B: it was late"), (cut("so we left it | was late |"),))
    again = reread("whisper", document)[0]
    assert [str(word) for word in again.transcript.words] == ["so", "we", "left", "it.", "was", "late"]
    assert main_segmentation(again).ends == (3, 5)
    assert [word.speaker for word in again.transcript.words] == ["A", "A", "A", "B", "B", "B"]
