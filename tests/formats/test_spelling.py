"""No word stops a format from being written: what it would take for something else is spelled otherwise, and said."""

from __future__ import annotations

import pickle

import pytest

from pausa.core.document import Document
from pausa.core.errors import CannotSpell
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.formats.files import parse, render


@pytest.mark.parametrize(
    ("name", "word", "spelling"),
    [
        ("slashes", "//", "∕∕"),
        ("slashes", "http://", "http:∕∕"),
        ("nlp", "a|b", "a¦b"),
        ("eaf", "so\x01", "so\ufffd"),
        ("textgrid", "sil", "sil\u2060"),
        ("slf", "!NULL", "!NULL\u2060"),
        ("srt", "-->", "-->"),
        ("ttml", "so\x01", "so\ufffd"),
    ],
)
def test_a_word_is_spelled_so_that_the_format_takes_it(name: str, word: str, spelling: str) -> None:
    words = [Word(text, 500 * n, 500 * n + 400) for n, text in enumerate(["well", word, "then"])]
    told: list[str] = []
    content = render([Document(Transcript.of(words))], FORMATS[name], layout=Layout(say=told.append))
    data = content if isinstance(content, bytes) else content.encode()
    (back,) = parse(data, name=f"talk.{name}", format=name, warn=lambda _: None)
    assert [str(token) for token in back.transcript.tokens()] == ["well", spelling, "then"]
    assert bool(told) is (spelling != word or word == "-->")


def test_what_is_said_names_both_spellings() -> None:
    told: list[str] = []
    render([Document(Transcript((Word("a|b"), Word("c|d"))))], FORMATS["nlp"], layout=Layout(say=told.append))
    assert len(told) == 1
    assert "'|' is written as '¦'" in told[0]


def test_the_error_crosses_process_pools() -> None:
    error = CannotSpell("nlp", "a bar", "choose csv", "|", "¦", whole=True)
    back = pickle.loads(pickle.dumps(error))
    assert (str(back), back.old, back.new, back.whole) == (str(error), "|", "¦", True)
