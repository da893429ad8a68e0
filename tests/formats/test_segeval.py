"""segeval's JSON of sentence lengths."""

from __future__ import annotations

import json

import pytest

from pausa.core.document import Document
from pausa.core.errors import CannotWrite, InputError
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.formats import FORMATS
from pausa.formats.base import Source
from pausa.formats.segeval import parse
from tests.builders import parsed, rendered, reread

TWO = '{"items": {"ferry": {"anna": [2, 3], "ben": [5]}, "pier": {"anna": [1, 1]}}, "segmentation_type": "linear"}'


def test_texts_and_coders_are_kept() -> None:
    ferry, pier = parsed("segeval", TWO)
    assert (ferry.name, ferry.n_words, ferry.transcript.is_blank) == ("ferry", 5, True)
    assert ferry.segmentations == (Segmentation(5, (1, 4), by="anna"), Segmentation(5, (4,), by="ben"))
    assert (pier.name, pier.n_words) == ("pier", 2)


def test_reading_back_gives_the_same_documents() -> None:
    documents = parsed("segeval", TWO)
    assert reread("segeval", *documents) == documents


def test_segeval_itself_understands_what_is_written() -> None:
    segeval = pytest.importorskip("segeval")
    written = json.loads(rendered("segeval", *parsed("segeval", TWO)))
    dataset = segeval.Dataset(written["items"])
    assert dataset["ferry"]["anna"] == [2, 3]
    assert segeval.convert_masses_to_positions(tuple(dataset["ferry"]["anna"])) == (1, 1, 2, 2, 2)


@pytest.mark.parametrize(
    ("items", "says"),
    [
        ('{"a": {"x": [2, 3], "y": [4]}}', "different numbers of words"),
        ('{"a": {"x": [2, 0, 3]}}', "no possible length"),
        ('{"a": {"x": [-2]}}', "no possible length"),
        ('{"a": {"x": [10000000000000]}}', "no possible length"),
        ('{"a": {"x": ["2"]}}', "expected shape"),
        ('{"a": [2, 3]}', "expected shape"),
        ("null", "expected shape"),
    ],
)
def test_masses_that_cannot_be_are_refused(items: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        parsed("segeval", f'{{"items": {items}, "segmentation_type": "linear"}}')


def test_other_kinds_of_segmentation_are_refused() -> None:
    with pytest.raises(InputError, match="sets"):
        parsed("segeval", '{"items": {}, "segmentation_type": "linear", "boundary_format": "sets"}')


def test_a_text_that_nobody_segmented_is_noted() -> None:
    source = Source('{"items": {"a": {}}}')
    (document,) = parse(source)
    assert (document.n_words, document.segmentations) == (0, ())
    assert "nobody" in source.bad_rows[0][1]


def test_two_texts_or_annotators_of_one_name_cannot_be_written() -> None:
    one = Document(Transcript.blank(2), (Segmentation(2, (1,)),), name="a")
    with pytest.raises(CannotWrite, match="two recordings"):
        rendered("segeval", one, one)
    twice = Document(Transcript.blank(2), (Segmentation(2, (1,), by="x"), Segmentation(2, (0, 1), by="x")), name="a")
    with pytest.raises(CannotWrite, match="by 'x'"):
        rendered("segeval", twice)


def test_it_is_known_though_its_type_comes_late() -> None:
    looks_like = FORMATS["segeval"].looks_like
    assert looks_like(TWO)
    assert looks_like('{\n "items": {\n  "a": {\n   "x": [\n    2,')
    assert not looks_like('{"results": {"items": [{"type": "pronunciation"}]}}')
