"""What held-out recordings share with training, on made texts."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.near_duplicates import Kept, known_speakers, overlaps, report, row
from benchmarks.ngrams import Spellings, runs_of
from tests.benchmarks.test_ngrams import words

SPELLINGS = Spellings()


def kept(source: str, name: str, side: str, said: list[str], **speakers: int) -> Kept:
    return Kept(source, name, side, "en", len(said), runs_of(said, SPELLINGS), speakers)


def test_shares_by_source_and_over_all() -> None:
    talk, call = words(1, 112), words(2, 112)
    held = [
        kept("talks", "t1", "test", talk),
        kept("talks", "t2", "dev", words(4, 50) + talk[:62]),
        kept("calls", "c1", "dev", call),
    ]
    training = [
        ("talks", runs_of(words(5, 300) + talk[:37], SPELLINGS)),
        ("calls", runs_of(talk[40:62] + words(6, 100), SPELLINGS)),
        ("podcasts", runs_of(words(7, 100) + call, SPELLINGS)),
    ]
    first, second, third = overlaps(held, training)
    assert (first.own, first.any, first.test) == (0.25, 0.35, 0.0)
    assert (second.own, second.any, second.test) == (0.25, 0.35, 0.5)
    assert (third.own, third.any, third.test) == (0.0, 1.0, 0.0)


def test_a_source_in_figures() -> None:
    found = overlaps([kept("talks", "t1", "test", words(1, 112))], [("talks", runs_of(words(1, 32), SPELLINGS))])
    made = row("talks", found, Counter({"train": 9, "train words": 900, "test": 1, "test words": 112}), None)
    assert (made.recordings, made.words, made.test_words, made.most_own, made.over) == (10, 1012, 112, 0.2, 1)
    page = report([made], found)
    assert "| talks | 10 | 1,012 |" in page
    assert "20.0%" in page


def test_known_speakers_are_counted_by_their_words() -> None:
    held = [kept("fomc", "a", "test", [], Ann=30, Ben=10), kept("fomc", "b", "dev", [], Ann=50, Cem=10)]
    trained = {"fomc": Counter(Ben=500, Cem=3)}
    assert known_speakers(held, trained, "fomc") == pytest.approx(0.2)
    assert known_speakers(held, trained, "osce") is None
