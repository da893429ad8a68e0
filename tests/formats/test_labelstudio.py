"""Label Studio: spans over text and paragraphs, annotators and models, long and short export."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Source, main_segmentation
from tests.builders import cut, marked, parsed, rendered, reread, words

TEXT = "so we left it was late"


def span(end: Any, label: str = "Sentence", **more: Any) -> dict[str, Any]:
    return {"type": "labels", "value": {"start": 0, "end": end, "labels": [label]}, **more}


def task(*annotations: dict[str, Any], text: Any = TEXT, **more: Any) -> str:
    return json.dumps([{"id": 1, "data": {"text": text}, "annotations": annotations, **more}])


def noted(text: str) -> list[str]:
    source = Source(text)
    assert FORMATS["labelstudio"].parse
    FORMATS["labelstudio"].parse(source)
    return [problem for _, problem in source.bad_rows]


@pytest.mark.parametrize("end", [10, 11, 9, "10"])
def test_a_sentence_ends_after_the_word_that_its_span_ends_in(end: int | str) -> None:
    (document,) = parsed("labelstudio", task({"completed_by": 1, "result": [span(end)]}))
    assert document.segmentation("1").ends == (2, 5)


@pytest.mark.parametrize(
    ("who", "by"),
    [({"email": "anna@lab.example", "id": 3}, "anna@lab.example"), ({"id": 3}, "3"), (3, "3"), (None, "")],
)
def test_annotators_go_by_address_or_number(who: Any, by: str) -> None:
    (document,) = parsed("labelstudio", task({"completed_by": who, "result": [span(10)]}))
    assert [segmentation.by for segmentation in document.segmentations] == [by]


def test_several_people_and_models_are_segmentations_of_one_document() -> None:
    people = [{"completed_by": 1, "result": [span(10)]}, {"completed_by": 1, "result": [span(5)]}]
    (document,) = parsed("labelstudio", task(*people, predictions=[{"model_version": "m", "result": [span(13)]}]))
    assert {s.by: s.ends for s in document.segmentations} == {"1": (2, 5), "1-2": (1, 5), "m": (3, 5)}


def test_skipped_tasks_and_other_labels_say_nothing_about_sentences() -> None:
    skipped = {"completed_by": 1, "result": [span(10)], "was_cancelled": True}
    other = {"completed_by": 2, "result": [span(10, "Person"), {"type": "choices", "value": {"choices": ["x"]}}]}
    assert parsed("labelstudio", task(skipped, other))[0].segmentations == ()
    assert len(noted(task(other))) == 1


def test_every_space_counts() -> None:
    (document,) = parsed("labelstudio", task({"result": [span(14)]}, text="so \n\n we   left it"))
    assert document.segmentations[0].ends == (2, 3)


def test_loose_punctuation_and_events_do_not_shift_the_words() -> None:
    text = "so – we <long laugh> left it"
    (document,) = parsed("labelstudio", task({"result": [span(text.index("left") + 4)]}, text=text))
    assert document.transcript.texts == ("so", "we", "left", "it")
    assert document.segmentations[0].ends == (2, 3)


def test_paragraphs_have_speakers_times_and_offsets_of_their_own() -> None:
    paragraphs = [{"author": "anna", "text": "so what", "start": 1, "end": 2}, {"author": "ben", "text": "yes I know"}]
    value = {"start": "0", "end": "1", "startOffset": 0, "endOffset": 3, "paragraphlabels": ["Sentence"]}
    (document,) = parsed("labelstudio", task({"result": [{"value": value}]}, text=paragraphs))
    assert document.transcript.words[:3] == (
        Word("so", 1000, None, "anna"),
        Word("what", None, 2000, "anna"),
        Word("yes", speaker="ben"),
    )
    assert document.segmentations[0].ends == (2, 4)


def test_the_short_export_has_a_row_for_each_annotation() -> None:
    rows = [
        {"id": 1, "text": TEXT, "annotator": 1, "label": [{"start": 0, "end": 10, "labels": ["Sentence"]}]},
        {"id": 1, "text": TEXT, "annotator": 2, "label": [{"start": 0, "end": 5, "labels": ["Sentence"]}]},
    ]
    (document,) = parsed("labelstudio", json.dumps(rows))
    assert {s.by: s.ends for s in document.segmentations} == {"1": (2, 5), "2": (1, 5)}


@pytest.mark.parametrize("end", [None, "x", 0, -4, [], 1e400])
def test_a_span_without_an_end_is_noted(end: Any) -> None:
    text = task({"result": [span(end), span(10)]}).replace("Infinity", "null")
    assert parsed("labelstudio", text)[0].segmentations[0].ends == (2, 5)
    assert len(noted(text)) == 1


@pytest.mark.parametrize(
    "text", ["{}", "null", "[1]", '[{"data": null}]', '[{"data": {"image": 5}}]', '[{"data": {"text": "so"}', '"so"']
)
def test_what_holds_no_text_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parsed("labelstudio", text)


def test_odd_shapes_inside_a_task_are_passed_over() -> None:
    text = task({"result": [5, None, {"value": 3}, {"value": {"labels": "Sentence"}}]}, predictions={"a": 1})
    assert parsed("labelstudio", text)[0].n_words == 6


def test_people_with_addresses_are_written_as_annotators() -> None:
    document = Document(Transcript(words(TEXT)), (cut("so we left | it was late |", by="anna@lab.example"),), name="c")
    (written,) = json.loads(rendered("labelstudio", document))
    assert written["annotations"][0]["completed_by"] == {"email": "anna@lab.example"}
    assert [one["value"]["text"] for one in written["annotations"][0]["result"]] == ["so we left", "it was late"]
    assert reread("labelstudio", document) == [document]


def test_other_names_are_written_as_predictions() -> None:
    document = Document(Transcript(words(TEXT)), (cut("so we left | it was late |", by="pause model"),), name="c")
    (written,) = json.loads(rendered("labelstudio", document))
    assert written["predictions"][0]["model_version"] == "pause model"
    assert reread("labelstudio", document) == [document]


def test_the_marks_of_an_annotator_are_kept_as_notes() -> None:
    document = Document(Transcript(words(TEXT)), (marked("so we left . it was late ?", by="7"),), name="c")
    assert reread("labelstudio", document) == [document]


def test_a_text_nobody_has_cut_yet_is_a_task_without_annotations() -> None:
    document = Document(Transcript(words(TEXT)), name="c")
    assert json.loads(rendered("labelstudio", document))[0]["annotations"] == []
    assert reread("labelstudio", document) == [document]


def test_marks_that_would_be_misread_are_spelled_out_as_sentences() -> None:
    document = Document(Transcript((Word("U.S."), Word("I"), Word("go", mark="."))), name="c")
    assert main_segmentation(reread("labelstudio", document)[0]).ends == (2,)


def test_tasks_are_told_from_other_json() -> None:
    looks_like = FORMATS["labelstudio"].looks_like
    assert looks_like(task({"result": [span(10)]}))
    assert not looks_like('[{"session_id": "s", "words": "annotations data labels"}]')
    assert not looks_like('{"images": [], "annotations": [{"bbox": []}]}')
