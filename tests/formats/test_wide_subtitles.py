"""Subtitles of wide characters: columns count, no line opens with a mark, nothing is turned around."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.text.columns import columns
from pausa.text.languages import language
from pausa.text.tokens import words_of
from tests.builders import reread

CHINESE = "我們今天先談河水的高度，然後再看橋什麼時候可以重新開放，因為很多人每天都要用Python寫報告，也要過河去上班。"
HEBREW = "היום נדבר על הגשר, ועל הנהר שעלה אתמול בלילה עד שהמשטרה סגרה את הדרך."


def document(text: str, code: str, word_ms: int = 260) -> Document:
    words = tuple(
        Word(word.text, word_ms * place, word_ms * (place + 1) - 20, None, None, word.mark, word.before)
        for place, word in enumerate(words_of(text, lang=language(code)))
    )
    cut = Segmentation(len(words), (len(words) - 1,), (".",))
    return Document(Transcript(words), (cut,), name="talk", language=code)


def lines(rendered: str) -> list[str]:
    return [line for line in rendered.splitlines() if line and "-->" not in line and not line.isdecimal()]


@pytest.mark.parametrize("profile", ["netflix", "bbc", "plain"])
@pytest.mark.parametrize("width", [16, 20, 42])
def test_lines_are_no_wider_than_the_screen_and_open_with_no_mark(profile: str, width: int) -> None:
    form = FORMATS["srt"]
    assert form.render is not None
    made = lines(str(form.render([document(CHINESE, "zh")], Layout.of(profile=profile, line_width=width))))
    assert all(columns(line) <= width for line in made)
    assert not any(line[0] in "。，、？！」" for line in made)
    assert "".join(made).replace(" ", "") == CHINESE


def test_lines_are_filled() -> None:
    form = FORMATS["srt"]
    assert form.render is not None
    made = lines(str(form.render([document(CHINESE, "zh")], Layout.of(profile="plain", line_width=42))))
    assert len(made) <= 4


def test_reading_speed_goes_by_width() -> None:
    said: list[str] = []
    form = FORMATS["srt"]
    assert form.render is not None
    layout = Layout.of(profile="netflix", say=said.append)
    form.render([document(CHINESE, "zh", word_ms=60)], layout)
    assert "too fast to read" in said[0]
    form.render([document(CHINESE, "zh", word_ms=260)], layout)
    assert len(said) == 1


@pytest.mark.parametrize("name", ["srt", "vtt", "ass", "ttml", "sbv"])
def test_words_from_right_to_left_stay_in_the_order_in_which_they_are_said(name: str) -> None:
    given = document(HEBREW, "he")
    (back,) = reread(name, given)
    assert back.transcript.texts == given.transcript.texts
