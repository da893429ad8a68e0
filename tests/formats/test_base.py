"""What the formats share: marks that spell where sentences end, and how output may be laid out."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan

import pytest
from msgspec.structs import replace as word_with

import pausa
from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.formats import FORMATS
from pausa.formats.base import Layout, spelled
from pausa.formats.files import render
from pausa.text.tokens import words_of
from tests.builders import cut, marked

FOR_READING = [name for name, form in FORMATS.items() if form.render and form.for_people and not form.magic]


def told(text: str, segmentation: Segmentation) -> str:
    document = Document(Transcript.of(words_of(text)), (segmentation,))
    return " ".join(map(str, spelled(document).transcript.words))


def test_ends_without_any_mark_get_full_stops_but_the_last() -> None:
    assert told("so we left it was late", cut("so we left | it was late |")) == "so we left. it was late"


def test_an_end_without_a_mark_among_others_is_a_mere_cut() -> None:
    half = Segmentation(6, (2, 5), ("", "."))
    assert told("so we left it was late", half) == "so we left it was late."
    assert told("so we left, it was late", half) == "so we left, it was late."
    assert told("so we left? it was late", half) == "so we left? it was late."  # a mark that is there stays


@pytest.mark.parametrize("note", ["[music]", "(music plays)", "- [music]", "[music (loud)]", "[music] (applause)"])
def test_a_note_gets_no_full_stop(note: str) -> None:
    assert told(note, marked(f"{' '.join('so' for word in words_of(note))} .")) == note


def test_what_only_ends_in_brackets_gets_its_full_stop() -> None:
    assert told("(so) we left (early)", marked("so we left early .")) == "(so) we left (early.)"


@pytest.mark.parametrize("name", FOR_READING)
def test_no_format_for_reading_puts_a_full_stop_where_a_limit_cut(name: str) -> None:
    found = pausa.segment("I went to the shop, and I bought milk.", marks="keep", max_words=6)
    document = found.document_in(FORMATS[name])
    timed = (word_with(word, start=100 * n, end=100 * n + 90) for n, word in enumerate(document.transcript.words))
    timed_document = replace(document, transcript=Transcript(tuple(timed)))
    written = str(render([timed_document], FORMATS[name], layout=Layout()))
    assert "shop," in written
    assert "shop." not in written
    assert "milk." in written


@pytest.mark.parametrize("seconds", [inf, -inf, nan, 1e306])
@pytest.mark.parametrize("profile", ["netflix", "plain"])
def test_a_cue_lasts_a_number_of_seconds(profile: str, seconds: float) -> None:
    with pytest.raises(OptionError, match=r"No cue lasts \S+ seconds"):
        Layout.of(profile, min_duration=seconds)
    with pytest.raises(OptionError, match=r"No cue lasts \S+ seconds"):
        Layout.of(profile, max_duration=seconds)


def test_durations_are_kept_in_milliseconds() -> None:
    rules = Layout.of(min_duration=1.5, max_duration=6).rules
    assert rules is not None
    assert (rules.shortest_ms, rules.longest_ms) == (1500, 6000)
