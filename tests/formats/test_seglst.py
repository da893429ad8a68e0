"""SegLST: sessions, segments of a sentence or of a word, numbers in any spelling."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Source, main_segmentation
from tests.builders import cut, marked, parsed, rendered, reread, spoken, words


def segments(*rows: dict[str, Any]) -> str:
    return json.dumps([{"session_id": "s", "speaker": "A", **row} for row in rows])


def test_each_session_is_a_document() -> None:
    one, two = parsed("seglst", segments({"words": "so what"}, {"words": "oh", "session_id": 2}, {"words": "now"}))
    assert (one.name, one.transcript.texts) == ("s", ("so", "what", "now"))
    assert (two.name, two.transcript.texts) == ("2", ("oh",))


@pytest.mark.parametrize("start", [1.5, "1.5", "1.500"])
def test_times_may_be_numbers_or_text(start: float | str) -> None:
    (document,) = parsed("seglst", segments({"words": "so what", "start_time": start, "end_time": 2}))
    assert document.transcript.words == (Word("so", 1500, None, "A"), Word("what", None, 2000, "A"))


def test_segments_of_a_word_each_are_words_not_sentences() -> None:
    (document,) = parsed("seglst", segments({"words": "So"}, {"words": "what."}, {"words": "Now"}))
    assert main_segmentation(document).ends == (1, 2)
    assert parsed("seglst", segments({"words": "so"}, {"words": "what"}))[0].segmentations == ()


def test_segments_of_text_without_marks_are_sentences() -> None:
    (document,) = parsed("seglst", segments({"words": "so what"}, {"words": "oh"}))
    assert main_segmentation(document).ends == (1, 2)


def test_missing_fields_and_nan_are_unknown() -> None:
    (document,) = parsed("seglst", '[{"words": "so what", "start_time": NaN, "end_time": 1.0}]')
    assert document.transcript.words == (Word("so"), Word("what", None, 1000))


def test_odd_segments_are_noted_by_number() -> None:
    source = Source(segments({"words": "so what", "start_time": 3, "end_time": 2}, {"words": None}))
    assert FORMATS["seglst"].parse
    (document,) = FORMATS["seglst"].parse(source)
    assert document.n_words == 2
    assert [problem[:9] for _, problem in source.bad_rows] == ["segment 1", "segment 2"]


@pytest.mark.parametrize("text", ["{}", "null", '["so"]', '[{"words": 5}]', '[{"words": {}}]', '[{"words": "so"'])
def test_other_shapes_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        parsed("seglst", text)


def test_a_sentence_is_a_segment_and_a_change_of_speaker_inside_it_too() -> None:
    document = Document(spoken("A: so we B: left it was late"), (cut("so we left | it was late |"),), name="s")
    assert json.loads(rendered("seglst", document))[:2] == [
        {
            "session_id": "s",
            "speaker": "A",
            "start_time": 0.0,
            "end_time": 0.6,
            "words": "so we",
            "sentence_end": False,
        },
        {"session_id": "s", "speaker": "B", "start_time": 0.6, "end_time": 0.9, "words": "left", "sentence_end": True},
    ]
    (back,) = reread("seglst", document)
    assert main_segmentation(back).ends == (2, 5)


def test_known_marks_are_spelled() -> None:
    document = Document(spoken("so we left was it late"), (marked("so we left . was it late ?"),), name="s")
    assert [row["words"] for row in json.loads(rendered("seglst", document))] == ["so we left.", "was it late?"]


def test_without_times_they_are_left_out() -> None:
    document = Document(Transcript(words("so what")), name="s")
    assert json.loads(rendered("seglst", document)) == [{"session_id": "s", "words": "so what", "sentence_end": True}]


def test_no_words_give_no_segments_and_back_no_words() -> None:
    assert json.loads(rendered("seglst", Document(Transcript(())))) == []
    assert reread("seglst", Document(Transcript(())))[0].n_words == 0
