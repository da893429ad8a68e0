"""Limits say at once what cannot be asked for."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pausa.core.errors import OptionError
from pausa.decode import SentenceLimits


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ({"threshold": 0.5, "rate": 7}, "threshold and rate each say how many"),
        ({"threshold": 0.4, "mean_length": 12}, "threshold and mean-length each say how many"),
        ({"rate": 7, "mean_length": 12}, "rate and mean-length each say how many"),
        ({"threshold": 1.1}, "between 0 and 1, not 1.1"),
        ({"threshold": -0.1}, "between 0 and 1, not -0.1"),
        ({"threshold": float("nan")}, "between 0 and 1, not nan"),
        ({"rate": 0}, "above 0 and at most 100, not 0"),
        ({"rate": 101}, "above 0 and at most 100, not 101"),
        ({"mean_length": 0.5}, "a number of words from 1, not 0.5"),
        ({"mean_length": float("inf")}, "a number of words from 1, not inf"),
        ({"min_words": 0}, "min-words is a number from 1, not 0"),
        ({"max_words": -3}, "max-words is a number from 1, not -3"),
        ({"max_chars": 0}, "max-chars is a number from 1, not 0"),
        ({"max_seconds": 0}, "max-seconds is a number above 0, not 0"),
        ({"max_seconds": float("nan")}, "max-seconds is a number above 0, not nan"),
        ({"min_words": 9, "max_words": 8}, "at least 9 and at most 8 words"),
        ({"turns": "maybe"}, "'respect' or 'ignore', not 'maybe'"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(asked: dict[str, Any], problem: str) -> None:
    with pytest.raises(OptionError, match=re.escape(problem)):
        SentenceLimits(**asked)


@pytest.mark.parametrize(
    "asked",
    [
        {"threshold": 0},
        {"threshold": 1},
        {"rate": 100},
        {"rate": 0.5},
        {"mean_length": 1},
        {"min_words": 8, "max_words": 8},
        {"max_seconds": 0.1},
    ],
)
def test_the_edges_are_allowed(asked: dict[str, Any]) -> None:
    SentenceLimits(**asked)


def test_a_rate_is_a_mean_length_said_otherwise() -> None:
    assert SentenceLimits(rate=5).words_per_end == SentenceLimits(mean_length=20).words_per_end == 20
    assert SentenceLimits(threshold=0.3).words_per_end is None


def test_only_limits_on_length_bound_lengths() -> None:
    assert not SentenceLimits(rate=5, turns="ignore", min_words=1).bound_lengths
    assert all(
        limits.bound_lengths
        for limits in (
            SentenceLimits(min_words=2),
            SentenceLimits(max_words=5),
            SentenceLimits(max_chars=40),
            SentenceLimits(max_seconds=3),
        )
    )


def test_how_many_sentences_there_are_is_free_unless_said() -> None:
    assert SentenceLimits(max_words=5, min_words=2, turns="ignore").is_free
    assert not any(
        limits.is_free
        for limits in (SentenceLimits(threshold=0), SentenceLimits(rate=5), SentenceLimits(mean_length=20))
    )
