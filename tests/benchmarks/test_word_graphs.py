"""Graphs of confusable words: what was said is in them, and errors are counted as said."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.sound_alikes import sound_alikes
from benchmarks.word_graphs import STRETCH, Tally, confusable, findings, measure, stretches, without_sentences
from pausa.core.document import Document
from pausa.core.words import Transcript, Word
from tests.builders import cut
from tests.models.test_fst_graphs import text_model


def said(text: str) -> Transcript:
    return Transcript(tuple(Word(word, 400 * place, 400 * place + 300) for place, word in enumerate(text.split())))


def test_sound_alikes_go_both_ways_and_nothing_sounds_like_itself() -> None:
    table = sound_alikes()
    assert "hour" in table["our"]
    for word, others in table.items():
        assert word not in others
        assert all(word in table[other] for other in others)


def test_what_was_said_is_always_in_the_graph() -> None:
    transcript = said("so we waited an hour")
    graph, ambiguous = confusable(transcript, 2.0, np.random.default_rng(3))
    by_source: dict[int, set[str]] = {}
    for arc in graph.arcs:
        by_source.setdefault(arc.source, set()).add(arc.word)
    words = [words for words in by_source.values() if words != {"<eps>"}]
    assert all(text in here for text, here in zip(transcript.texts, words, strict=True))
    assert ambiguous == sum(len(here) > 1 for here in words) == 4
    quiet, _ = confusable(transcript, 0.0, np.random.default_rng(3))
    assert [quiet.arcs[place].word for place in quiet.cheapest if quiet.is_word(quiet.arcs[place])] == [
        *transcript.texts
    ]


def test_stretches_are_the_whole_graph_in_pieces() -> None:
    graph, _ = confusable(said("so it was late we left " * 25), 1.0, np.random.default_rng(1))
    parts = list(stretches(graph))
    assert [arc for part in parts for arc in part.arcs] == list(graph.arcs)
    places = [len({arc.source for arc in part.arcs if part.is_word(arc)}) for part in parts]
    assert places == [STRETCH, STRETCH, 150 - 2 * STRETCH]
    assert len(without_sentences(graph, text_model())) == 150


def test_errors_are_counted_by_hand() -> None:
    tally = Tally()
    tally.add(("so", "we", "left", "late"), (1, 3), ("sew", "we", "left", "late"), (1, 2, 3))
    assert tally.word_error_rate == 0.25
    assert tally.f1 == pytest.approx(2 / 3)
    with pytest.raises(ValueError, match="1 words for 2"):
        tally.add(("so", "we"), (1,), ("so",), (0,))


def test_every_way_is_measured_on_the_same_words() -> None:
    transcript = said("so we left it was late we left it")
    document = Document(transcript, (cut("so we left | it was late | we left it |"),), name="talk")
    found = measure([replace(document, name="talk")], text_model())
    tables = findings(found, "a test").tables
    assert [table.title for table in tables] == ["clear", "noisy"]
    for condition in found.values():
        assert {tally.words for tally in condition.tallies.values()} == {9}
        assert condition.tallies["words as said"].wrong == 0
