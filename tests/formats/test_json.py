"""Pausa's own JSON: nothing is lost, and nothing broken gets in."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.segmentation import Segmentation
from pausa.core.words import Event, Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Layout, Source
from pausa.formats.native import parse, render
from tests.builders import cut, parsed, rendered, reread, spoken
from tests.strategies import documents


@given(document=documents())
def test_everything_survives(document: Document) -> None:
    assert reread("json", document) == [document]


def test_names_languages_probabilities_and_several_people_survive() -> None:
    people = (
        Segmentation(3, (0, 2), ("?", ""), "anna"),
        Segmentation(3, (2,), by="pause", probabilities=(0.25, 0.5, 1.0)),
    )
    events = (Event(0, Word("<music>", 0, 90, "A")), Event(3, Word("<door slams>")))
    document = Document(Transcript(spoken("A: so we left").words, events), people, "talk", "pl")
    assert reread("json", document) == [document]


def test_turns_of_nobody_known_survive() -> None:
    document = Document(Transcript((Word("so"), Word("we"), Word("left")), turns=(0,)))
    assert reread("json", document) == [document]


def test_boundaries_without_words_survive() -> None:
    document = Document(Transcript.blank(4), (Segmentation(4, (1, 3)),), "counted")
    assert reread("json", document) == [document]


def test_several_documents_are_a_list() -> None:
    several = [Document(spoken("so we left"), name="a"), Document(spoken("yes"), name="b")]
    assert reread("json", *several) == several


def test_the_sentences_are_there_to_be_read_by_others() -> None:
    document = Document(spoken("A: so we left / B: it was late"), (cut("so we left | it was late |"),))
    stored = json.loads(rendered("json", document))
    assert [(s["text"], s["start"], s["end"], s["speaker"], s["n_words"]) for s in stored["sentences"]] == [
        ("so we left", 0.0, 0.9, "A", 3),
        ("it was late", 1.5, 2.4, "B", 3),
    ]


def test_probabilities_may_be_left_out() -> None:
    document = Document(spoken("so we"), (Segmentation(2, (1,), probabilities=(0.1, 0.9)),))
    assert '"probabilities"' in str(render([document], Layout()))
    assert '"probabilities"' not in str(render([document], Layout(probabilities=False)))


def test_files_made_by_hand_need_only_words() -> None:
    (document,) = parsed("json", '{"pausa": 1, "words": [{"text": "so"}, {"text": "we", "mine": 1}], "yours": {}}')
    assert document == Document(Transcript((Word("so"), Word("we"))))


def test_events_among_the_words_are_events_and_sentences_end_where_they_did() -> None:
    words = [{"text": text} for text in ("<noise>", "so", "<unk>", "we", "left")]
    told = [{"ends": [0, 2, 4], "marks": ["", "?", "."], "probabilities": [0.1, 0.2, 0.3, 0.4, 1.0]}]
    (document,) = parsed("json", json.dumps({"pausa": 1, "words": words, "segmentations": told}))
    assert document.transcript.texts == ("so", "we", "left")
    assert [(event.before_word, event.token.text) for event in document.transcript.events] == [
        (0, "<noise>"),
        (1, "<unk>"),
    ]
    assert document.segmentations == (Segmentation(3, (0, 2), ("?", "."), probabilities=(0.2, 0.4, 1.0)),)


def test_bad_times_and_confidences_are_noted_and_unknown() -> None:
    source = Source(
        '{"pausa": 1, "words": [{"text": "so", "start": 2, "end": 1}, {"text": "we", "start": -1, "confidence": 7}],'
        ' "events": [{"text": "<laugh>", "before_word": 1, "start": 3, "end": 1}]}'
    )
    (document,) = parse(source)
    assert document == Document(Transcript((Word("so"), Word("we")), (Event(1, Word("<laugh>")),)))
    assert len(source.bad_rows) == 4


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ('{"pausa": 99, "words": []}', "newer Pausa"),
        ('{"pausa": 1, "words": [{"text": "so we"}]}', "word number 0"),
        ('{"pausa": 1, "words": [{"text": ""}]}', "word number 0"),
        ('{"pausa": 1, "words": [{"text": "so", "mark": ".\\n"}]}', "line break"),
        ('{"pausa": 1, "words": [{"text": 7}]}', "expected shape"),
        ('{"pausa": 1, "words": {"text": "so"}}', "expected shape"),
        ('{"pausa": 1, "words": [{"text": "so"}', "broken JSON"),
        ('{"pausa": 1, "words": [{"text": "so"}], "segmentations": [{"ends": [3]}]}', "does not fit"),
        (
            '{"pausa": 1, "words": [{"text": "so"}], "segmentations": [{"ends": [0], "marks": [".", "?"]}]}',
            "does not fit",
        ),
        ('{"pausa": 1, "words": [{"text": "so"}], "events": [{"text": "<x>", "before_word": 9}]}', "outside"),
        ('{"pausa": 1, "words": [{"text": "so"}], "turns": [0]}', "turns do not fit"),
        ('{"pausa": 1, "n_words": 123456789012345}', "no possible number"),
        ('{"pausa": 1, "n_words": -1}', "no possible number"),
    ],
)
def test_what_cannot_be_is_refused(content: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        parsed("json", content)


def test_other_json_is_something_else() -> None:
    looks_like = FORMATS["json"].looks_like
    assert looks_like('{\n "pausa": 1,')
    assert looks_like('[{"pausa": 1,')
    assert not looks_like('{"segments": [{"text": "pausa"}]}')


@pytest.mark.parametrize(
    ("text", "found"), [("laughs", "<laughs>"), ("<laughs>", "<laughs>"), ("a<b", None), (" ", None)]
)
def test_an_event_is_told_from_words_by_its_brackets(text: str, found: str | None) -> None:
    file = {"pausa": 1, "words": [{"text": "so"}], "events": [{"text": text, "before_word": 1}]}
    if found is None:
        with pytest.raises(InputError, match="pointed brackets"):
            parse(Source(json.dumps(file)))
    else:
        (document,) = parse(Source(json.dumps(file)))
        assert [event.token.text for event in document.transcript.events] == [found]
