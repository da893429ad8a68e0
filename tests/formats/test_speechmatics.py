"""Speechmatics: marks that attach, entities, ends of sentences."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pausa.core.errors import InputError
from pausa.core.words import Word
from pausa.formats import FORMATS
from pausa.formats.base import Source, main_segmentation
from tests.builders import parsed


def word(content: str, start: float | None = None, end: float | None = None, **fields: Any) -> dict[str, Any]:
    speaker = fields.pop("speaker", None)
    best = {"content": content, "confidence": 0.5, "speaker": speaker}
    return {"type": "word", "start_time": start, "end_time": end, "alternatives": [best], **fields}


def mark(content: str, attaches_to: str = "previous", **fields: Any) -> dict[str, Any]:
    return {"type": "punctuation", "attaches_to": attaches_to, "alternatives": [{"content": content}], **fields}


def file(*results: Any) -> str:
    metadata = {"transcription_config": {"language": "en"}}
    return json.dumps({"format": "2.9", "metadata": metadata, "results": results})


def spellings(*results: Any) -> list[str]:
    return [str(word) for word in parsed("speechmatics", file(*results))[0].transcript.words]


def test_words_have_times_speakers_and_confidence() -> None:
    document = parsed("speechmatics", file(word("So", 0.1, 0.3, speaker="S1"), mark(","), word("late", speaker="UU")))[
        0
    ]
    assert document.transcript.words == (Word("So", 100, 300, "S1", 0.5, ","), Word("late", confidence=0.5))
    assert document.language == "en"


def test_marks_go_where_they_attach() -> None:
    assert spellings(mark("¿", "next"), word("qué"), mark("?"), word("well"), mark("–", "none"), word("no")) == [
        "¿qué?",
        "well –",
        "no",
    ]


def test_a_quote_after_the_end_belongs_to_the_sentence_that_ended() -> None:
    assert spellings(word("Really"), mark("?", is_eos=True), mark('"'), word("Yes")) == ['Really?"', "Yes"]


def test_a_sign_inside_a_word_is_part_of_it() -> None:
    words = parsed("speechmatics", file(word("Yahoo!"), word("a.m."), mark(".", is_eos=True)))[0].transcript.words
    assert [(each.text, each.mark) for each in words] == [("Yahoo!", ""), ("a.m", ".")]


def test_an_entity_is_read_as_it_is_written() -> None:
    entity = {
        "type": "entity",
        "alternatives": [{"content": "3rd of May", "speaker": "S1"}],
        "spoken_form": [word("third"), word("of"), word("May")],
        "written_form": [word("3rd", 1, 2), word("of", 2, 3), word("May", 3, 4)],
    }
    words = parsed("speechmatics", file(entity))[0].transcript.words
    assert [(each.text, each.start, each.speaker) for each in words] == [
        ("3rd", 1000, "S1"),
        ("of", 2000, "S1"),
        ("May", 3000, "S1"),
    ]


def test_an_entity_without_its_words_is_cut_at_spaces() -> None:
    entity = {"type": "entity", "start_time": 1, "end_time": 2, "alternatives": [{"content": "3rd May"}]}
    assert parsed("speechmatics", file(entity))[0].transcript.words == (Word("3rd", 1000), Word("May", None, 2000))


def test_ends_of_sentences_count_where_no_mark_tells_them() -> None:
    document = parsed("speechmatics", file(word("so"), word("late", is_eos=True), word("yes")))[0]
    assert main_segmentation(document).ends == (1, 2)


def test_channels_become_speakers() -> None:
    results = [word("hi", 0, 0.2, channel="c1"), word("bye", 3, 3.2, channel="c1"), word("yes", 1, 1.2, channel="c2")]
    words = parsed("speechmatics", file(*results))[0].transcript.words
    assert [(each.text, each.speaker) for each in words] == [("hi", "c1"), ("yes", "c2"), ("bye", "c1")]


def test_a_bad_result_is_told_with_its_number() -> None:
    source = Source(file(None, word("so", -1, 0.5), {"type": "speaker_change"}))
    parse = FORMATS["speechmatics"].parse
    assert parse is not None
    assert parse(source)[0].transcript.words == (Word("so", None, 500, confidence=0.5),)
    assert [problem for _, problem in source.bad_rows] == ["result 1: null", "result 2: '-1' is not a time"]


@pytest.mark.parametrize(
    ("text", "says"), [('{"format": "2.9"}', "no results"), ('{"results": [7]}', "shape"), ('{"results": [{', "broken")]
)
def test_what_is_not_speechmatics_is_refused_clearly(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        parsed("speechmatics", text)


def test_nothing_said_is_an_empty_document_and_recognised() -> None:
    assert parsed("speechmatics", file())[0].n_words == 0
    assert FORMATS["speechmatics"].looks_like(file())


def test_it_is_read_only() -> None:
    assert FORMATS["speechmatics"].render is None
