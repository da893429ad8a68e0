"""Words that a recogniser's file has in one place only: none is lost in silence."""

from __future__ import annotations

import pytest

from pausa.core.errors import InputError
from pausa.core.words import Word
from pausa.formats import FORMATS
from pausa.formats.base import Source
from pausa.formats.display import with_unlisted

NITE = 'xmlns:nite="http://nite.sourceforge.net/"'


def read(name: str, text: str) -> tuple[list[str], list[str]]:
    """The words, and what was noted."""
    source, parse = Source(text), FORMATS[name].parse
    assert parse is not None
    said = [str(word) for document in parse(source) for word in document.transcript.words]
    return said, [problem for _, problem in source.bad_rows]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("whisper", '{"segments": [{"text": "so we left", "words": [{"word": "so"}, {"word": " left"}]}]}'),
        ("whisper", '{"segments": [{"text": "so we"}, {"text": "left"}], "words": [{"word": "so"}]}'),
        ("vosk", '{"text": "so we left", "result": [{"word": "we"}]}'),
        ("vosk", '{"text": "so"}\n{"partial": "we left"}\n'),
        ("assemblyai", '{"text": "so we left", "words": [{"text": "so"}, {"text": "we"}]}'),
    ],
)  # fmt: skip
def test_words_that_no_row_has_are_kept_and_noted(name: str, text: str) -> None:
    said, noted = read(name, text)
    assert said == ["so", "we", "left"]
    assert len(noted) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("whisper", '{"text": "so we left", "segments": []}'),
        ("whisper", '{"text": "so we left", "segments": [{"text": ""}], "words": []}'),
        ("azure", '{"combinedPhrases": [{"text": "so we left"}], "phrases": []}'),
        ("azure", '{"phrases": [{"text": "so we left", "nBest": [{"confidence": 0.5}]}]}'),
        ("aws", '{"results": {"items": [{"type": "punctuation", "alternatives": [{"content": "so we left"}]}]}}'),
        ("ami", f'<nite:root {NITE}><w>so we l<sic/>eft</w></nite:root>'),
    ],
)  # fmt: skip
def test_words_in_an_unusual_place_are_read(name: str, text: str) -> None:
    assert read(name, text) == (["so", "we", "left"], [])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("whisper", '{"segments": [{"text": "so"}, {"text": ["left"]}]}'),
        ("labelstudio", '[{"data": {"dialogue": [{"text": "so"}, {"phrase": "left"}]}}]'),
        ("ami", f"<nite:root {NITE}><w>so</w> left </nite:root>"),
    ],
)
def test_what_cannot_be_read_is_noted(name: str, text: str) -> None:
    said, noted = read(name, text)
    assert said == ["so"]
    assert len(noted) == 1


def test_an_alternative_that_nothing_closes_is_an_error_that_names_its_line() -> None:
    rows = ["so", "<ALT_BEGIN>", "we", "<ALT>", "you", "left"]
    with pytest.raises(InputError, match=r"line 4.*<ALT_END>"):
        read("ctm", "".join(f"call 1 {place} 0.1 {word}\n" for place, word in enumerate(rows)))


def test_rows_that_spell_other_words_than_the_text_are_left_alone() -> None:
    rows = [Word("apartment", 0, 10, "A"), Word("five"), Word("b")]
    source = Source("")
    assert with_unlisted(rows, "Oh, well, apartment 5B.", source) == rows
    assert with_unlisted(rows, "apartment five - b", source) == rows
    assert not source.bad_rows
    assert with_unlisted(rows[:1], "the apartment", source) == [Word("the", speaker="A"), rows[0]]
