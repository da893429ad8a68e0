"""JSON lines: words, texts, turns, whole documents; what the keys mean is in test_tables."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Source, main_segmentation
from tests.builders import parsed, rendered, spoken


def lines(*rows: Any) -> str:
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def noted(text: str) -> list[int | None]:
    source = Source(text)
    parse = FORMATS["jsonl"].parse
    assert parse
    parse(source)
    return [line for line, _ in source.bad_rows]


def test_a_row_is_a_word() -> None:
    rows = [{"word": "So", "start": 1, "end": 1.5, "speaker": 2, "confidence": 0.5, "id": 7}, {"text": "what?"}]
    (document,) = parsed("jsonl", lines(*rows))
    assert document.transcript.words == (Word("So", 1000, 1500, "2", 0.5), Word("what", mark="?"))


def test_rows_of_several_recordings_may_be_mixed() -> None:
    rows = [{"word": "a", "recording": "x"}, {"word": "b", "recording": "y"}, {"word": "c", "recording": "x"}]
    assert {d.name: d.transcript.texts for d in parsed("jsonl", lines(*rows))} == {"x": ("a", "c"), "y": ("b",)}


def test_a_row_of_turns_is_a_document() -> None:
    row = {
        "id": "t/1",
        "turns": [{"speaker": "A", "text": "so what"}, {"speaker": "B", "text": "oh no"}, {"speaker": "C"}],
    }
    (document,) = parsed("jsonl", lines(row))
    assert (document.name, [word.speaker for word in document.transcript.words]) == ("t/1", ["A", "A", "B", "B"])
    assert main_segmentation(document).ends == (1, 3)
    assert noted(lines(row)) == [1]


def test_a_text_with_an_id_is_a_document_and_texts_without_are_stretches_of_one() -> None:
    with_ids = parsed("jsonl", lines({"id": 1, "text": "So what. Oh."}, {"id": 2, "text": "No no."}))
    assert [(document.name, document.n_words) for document in with_ids] == [("1", 3), ("2", 2)]
    (without,) = parsed("jsonl", lines({"text": "so what"}, {"text": "oh no"}))
    assert main_segmentation(without).ends == (1, 3)


def test_timed_texts_with_row_numbers_are_one_document() -> None:
    rows = [{"id": 0, "text": "so what", "start": 0, "end": 1}, {"id": 1, "text": "oh no", "start": 1, "end": 2}]
    (document,) = parsed("jsonl", lines(*rows))
    assert document.n_words == 4


def test_words_inside_a_row_are_its_document() -> None:
    row = {"id": "t", "speaker": "A", "words": [{"word": "so", "start": 1}, {"word": "what", "speaker": "B"}]}
    (document,) = parsed("jsonl", lines(row))
    assert (document.name, document.transcript.words) == ("t", (Word("so", 1000, None, "A"), Word("what", speaker="B")))


def test_a_document_in_the_own_format_is_read_as_such() -> None:
    own = json.loads(rendered("json", Document(spoken("so what"), name="t")))
    assert parsed("jsonl", lines(own, own)) == [Document(spoken("so what"), name="t")] * 2


@pytest.mark.parametrize("row", ["null", "5", "true", "[]", '""', '{"start": 1}', '{"word": null, "start": 1}'])
def test_a_row_without_a_word_is_noted_and_passed_over(row: str) -> None:
    text = f'{{"word": "so"}}\n{row}\n'
    assert parsed("jsonl", text)[0].transcript.texts == ("so",)
    assert noted(text) == [2]


@pytest.mark.parametrize(
    "row", ['{"word": "wh', '["what"]', '"what"', '{"word": ["what"]}', '{"word": {"a": 1}}', "what"]
)
def test_a_row_that_may_hold_a_word_is_never_passed_over(row: str) -> None:
    with pytest.raises(InputError, match="line 2"):
        parsed("jsonl", f'{{"word": "so"}}\n{row}\n')


def test_nan_is_unknown() -> None:
    assert parsed("jsonl", '{"word": "so", "start": NaN, "end": 2}\n')[0].transcript.words == (Word("so", None, 2000),)


def test_empty_lines_and_numbers_as_words_are_fine() -> None:
    assert parsed("jsonl", '{"word": 5}\n\n{"word": 2.5}\n')[0].transcript.texts == ("5", "2.5")


def test_what_is_unknown_is_left_out() -> None:
    written = rendered("jsonl", Document(Transcript((Word("so", 100), Word("what", mark="?")))))
    assert [json.loads(row) for row in written.splitlines()] == [
        {"word": "so", "start": 0.1, "mark": ""},
        {"word": "what", "mark": "?"},
    ]


@pytest.mark.parametrize(
    ("head", "is_jsonl"),
    [
        ('{"word": "so"}\n{"word": "what"}\n', True),
        ('{"id": "t", "turns": []}\n', True),
        ('{"pausa": 1}\n{"pausa": 1}\n', True),
        ('{\n "word": "so"\n}\n', False),
        ('{"text": "so", "segments": []}', False),
        ('[{"word": "so"}]\n', False),
        ("so what\n", False),
    ],
)
def test_json_lines_are_told_by_their_first_lines(head: str, is_jsonl: bool) -> None:
    assert FORMATS["jsonl"].looks_like(head) is is_jsonl
