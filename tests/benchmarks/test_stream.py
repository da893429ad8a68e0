"""What the benchmark of live use measures, on a stream that can be worked out by hand."""

from __future__ import annotations

from benchmarks.stream import Stretch, f1, pace, percentiles, played, pushes
from pausa.core.words import Transcript, Word
from pausa.models import load
from pausa.workflow.live.segmenter import MAX_WAIT

#: Ten words of 0.4 s, one every half second; a full stop after the third and the seventh.
TALK = Transcript(
    tuple(Word(f"w{place}", 500 * place, 500 * place + 400, mark="." if place in (2, 6) else "") for place in range(10))
)


def test_a_sentence_is_late_by_the_words_that_it_waits_for() -> None:
    found = played(load("punctuation"), TALK.words, 2)
    assert [(sentence.first, sentence.n_words, round(late, 3)) for sentence, late in found] == [
        (0, 3, 1.0),
        (3, 4, 1.0),
    ]


def test_silence_ends_the_wait() -> None:
    words = [*TALK.words[:3], *(Word("later", start, start + 400) for start in (20_000, 20_500, 21_000))]
    (first, late), *_ = played(load("punctuation"), words, 3)
    assert (first.n_words, late) == (3, MAX_WAIT)


def test_f1_leaves_the_last_word_out() -> None:
    stretch = Stretch(TALK, frozenset({2, 6}))
    assert f1([stretch], [[2, 6, 9]]) == 1.0
    assert f1([stretch], [[2, 9]]) == 0.6667
    assert pace([stretch]) == 10 / 4.9


def test_costs_are_told_for_every_push() -> None:
    stretch = Stretch(Transcript(TALK.words * 12), frozenset())
    told = pushes(load("punctuation"), [stretch])
    assert told["words_per_cpu_second"] > 0
    assert told["cpu_ms"]["p50"] <= told["cpu_ms"]["p99"]
    assert percentiles([1.0, 2.0, 3.0])["p50"] == 2.0
