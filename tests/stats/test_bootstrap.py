"""Intervals from per-document counts, for every family."""

from __future__ import annotations

from dataclasses import replace
from math import isnan, nan

import numpy as np
import pytest

from pausa.core.errors import OptionError
from pausa.core.segmentation import Segmentation
from pausa.metrics import METRICS
from pausa.metrics.base import Case, Counts, Family, case
from pausa.metrics.slots import EachReference, Slots
from pausa.stats import bootstrap
from pausa.stats.bootstrap import drawn_totals, intervals, table
from tests.metrics.examples import ANN, NOBODY, SYSTEM


def corpus(n_documents: int, seed: int = 5, n_references: int = 3) -> list[Case]:
    """Documents of thirty words with random boundaries and marks, the hypothesis with probabilities."""
    rng, more = np.random.default_rng(seed), np.random.default_rng(seed + 1000)

    def person() -> Segmentation:
        ends = np.flatnonzero(rng.random(29) < 0.3).tolist()
        return Segmentation.of(30, ends, marks=more.choice(list(",.?"), size=len(ends)).tolist())

    def system() -> Segmentation:
        return replace(person(), probabilities=tuple(more.random(30).tolist()))

    return [case([person() for _ in range(n_references)], system()) for _ in range(n_documents)]


def counted(family: Family, documents: list[Case]) -> list[Counts]:
    return [family.count(document) for document in documents]


@pytest.mark.parametrize("name", METRICS)
def test_every_family_has_intervals_around_its_scores(name: str) -> None:
    family = METRICS[name]()
    documents = counted(family, corpus(30))
    found = intervals(family, documents, draws=200)
    pooled = family.score(sum(documents[1:], start=documents[0]))
    assert found.keys() == pooled.keys()
    for key, interval in found.items():
        assert interval.low <= pooled[key] <= interval.high, key


def test_the_same_seed_gives_the_same_interval() -> None:
    documents = counted(Slots(), corpus(10))
    default, again = intervals(Slots(), documents), intervals(Slots(), documents, rng=np.random.default_rng(12345))
    assert default == again
    assert default != intervals(Slots(), documents, rng=np.random.default_rng(1))


def test_identical_documents_leave_no_doubt() -> None:
    documents = counted(Slots(), [case([ANN], SYSTEM)] * 5)
    found = intervals(Slots(), documents, draws=50)["f1_mean"]
    assert found.low == found.high == pytest.approx(2 / 7)


def test_more_confidence_is_a_wider_interval() -> None:
    documents = counted(Slots(), corpus(20))
    narrow, wide = (intervals(Slots(), documents, confidence=level)["f1_mean"] for level in (0.5, 0.99))
    assert wide.low < narrow.low < narrow.high < wide.high


def test_more_documents_are_a_narrower_interval() -> None:
    few, many = (intervals(Slots(), counted(Slots(), corpus(n)))["f1_mean"] for n in (10, 160))
    assert many.high - many.low < (few.high - few.low) / 2


def test_one_document_has_no_interval() -> None:
    found = intervals(Slots(), counted(Slots(), corpus(1)))["f1_mean"]
    assert isnan(found.low)
    assert isnan(found.high)


def test_drawn_corpora_without_a_score_are_left_out() -> None:
    # Half of the corpora of two documents hold both; a quarter holds only the one without any boundary.
    documents = counted(Slots(), [case([ANN], SYSTEM), case([NOBODY], NOBODY)])
    found = intervals(Slots(), documents, draws=400)["f1_mean"]
    assert found.low == found.high == pytest.approx(2 / 7)
    nothing = intervals(Slots(), counted(Slots(), [case([NOBODY], NOBODY)] * 2), draws=7)["f1_mean"]
    assert isnan(nothing.low)
    assert isnan(nothing.high)


def test_drawn_corpora_are_as_large_as_the_real_one_however_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.ones((10, 1))
    whole = drawn_totals(np.arange(10.0)[:, None], np.random.default_rng(1), 50)
    assert drawn_totals(rows, np.random.default_rng(1), 50).tolist() == [[10.0]] * 50
    monkeypatch.setattr(bootstrap, "_BLOCK", 30)
    assert drawn_totals(np.arange(10.0)[:, None], np.random.default_rng(1), 50).tolist() == whole.tolist()


def test_documents_with_different_numbers_of_references_are_refused() -> None:
    documents = [*counted(Slots(), corpus(1)), *counted(Slots(), corpus(1, n_references=2))]
    with pytest.raises(OptionError, match="different numbers of references"):
        table(documents)


@pytest.mark.parametrize("confidence", [0.0, 1.0, 95.0, nan])
def test_a_confidence_is_a_share(confidence: float) -> None:
    with pytest.raises(OptionError, match="between 0 and 1"):
        intervals(Slots(), [EachReference((1,), (1,), (1,), (0,), (5,))] * 2, confidence=confidence)


def test_of_two_documents_a_quarter_of_the_corpora_holds_one_twice() -> None:
    """F1 is then 8/10, of the other 4/10, and of both (8 + 4)/(10 + 10): the middle half of all draws."""
    eight, four = EachReference((4,), (1,), (1,), (0,), (9,)), EachReference((2,), (3,), (3,), (0,), (9,))
    wide = intervals(Slots(), [eight, four], draws=400)["f1_mean"]
    assert [wide.low, wide.high] == pytest.approx([0.4, 0.8])
    narrow = intervals(Slots(), [eight, four], draws=400, confidence=0.4)["f1_mean"]
    assert [narrow.low, narrow.high] == pytest.approx([0.6, 0.6])


def test_unless_asked_a_thousand_corpora_are_drawn_and_95_percent_of_them_held() -> None:
    documents = counted(Slots(), corpus(7))
    assert intervals(Slots(), documents) == intervals(Slots(), documents, draws=1000, confidence=0.95)
    assert drawn_totals(table(documents), np.random.default_rng(1), 37).shape[0] == 37


def test_bounds_are_percentiles_of_the_drawn_scores() -> None:
    values = np.linspace(0, 1, 101)
    found = bootstrap._interval(np.append(values, nan), 0.9)
    assert [found.low, found.high] == pytest.approx([0.05, 0.95])


def test_corpora_are_drawn_some_at_a_time_however_many_documents_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "_BLOCK", 40)

    def sizes(n_documents: int, draws: int) -> list[int]:
        return [len(each) for each in bootstrap._weights(n_documents, np.random.default_rng(1), draws)]

    assert sizes(4, 25) == [10, 10, 5]
    assert sizes(40, 2) == sizes(100, 2) == [1, 1]
