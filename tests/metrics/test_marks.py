"""Marks told apart, worked out once more from labels word by word."""

from __future__ import annotations

from dataclasses import replace
from math import isnan

import numpy as np
import pytest
from hypothesis import given

from benchmarks.tables.iwslt import figures_of
from pausa.core.segmentation import Segmentation
from pausa.metrics.base import Case, Options, case
from pausa.metrics.marks import CLASSES, LABELS, Marks
from tests.builders import cut, marked
from tests.metrics.strategies import cases

CLASS = {",": "comma", ".": "period", "!": "period", ";": "period", "?": "question"}


def labels(at: list[int], marks: tuple[str, ...], n_words: int) -> list[str]:
    found = ["none"] * n_words
    for place, mark in zip(at, marks or ("",) * len(at), strict=True):
        found[place] = CLASS.get(mark, "other")
    return found


def tells(at: list[int], marks: tuple[str, ...]) -> bool:
    return not at or any(marks)


def plain(true: list[str], said: list[str], wanted: tuple[str, ...]) -> tuple[float, float, float]:
    """Precision, recall and F1 of some labels, micro, as a list of labels gives them."""
    hits = sum(a == b for a, b in zip(true, said, strict=True) if a in wanted)
    ours, theirs = sum(b in wanted for b in said), sum(a in wanted for a in true)
    return (
        hits / ours if ours else float("nan"),
        hits / theirs if theirs else float("nan"),
        2 * hits / (ours + theirs) if ours + theirs else float("nan"),
    )


@given(one=cases())
def test_scores_are_those_of_labels_word_by_word(one: Case) -> None:
    family = Marks()
    found = family.per_reference(family.count(one))
    assert len(found) == one.n_references
    hypothesis = one.hypothesis.at.tolist()
    said = labels(hypothesis, one.hypothesis.marks, one.n_words)
    for reference, scores in zip(one.references, found, strict=True):
        at = reference.at.tolist()
        if not tells(at, reference.marks) or not tells(hypothesis, one.hypothesis.marks):
            assert all(isnan(value) for value in scores.values())
            continue
        true = labels(at, reference.marks, one.n_words)
        for name, wanted in {**{name: (name,) for name in CLASSES}, "marks": CLASSES}.items():
            parts = [scores[f"{name}_{part}"] for part in ("precision", "recall", "f1")]
            assert parts == pytest.approx(plain(true, said, wanted), nan_ok=True)


@given(one=cases(n_references=2))
def test_the_table_holds_every_gap_once(one: Case) -> None:
    counts = Marks().count(one)
    for place, reference in enumerate(one.references):
        told = tells(reference.at.tolist(), reference.marks) and tells(one.hypothesis.at.tolist(), one.hypothesis.marks)
        assert counts.table(place).sum() == (one.n_gaps if told else 0)
        assert (counts.table(place) >= 0).all()


@pytest.mark.parametrize("seed", range(5))
def test_the_family_agrees_with_the_iwslt_benchmark(seed: int) -> None:
    """Another implementation, over arrays of marks: the one behind the published tables."""
    rng = np.random.default_rng(seed)
    signs = np.array(["", ",", ".", "?"])
    true, said = (rng.choice(signs, size=400, p=[0.8, 0.1, 0.07, 0.03]) for _ in range(2))
    said = np.where(rng.random(400) < 0.5, true, said)
    reference, hypothesis = (
        Segmentation.of(401, np.flatnonzero(one != "").tolist(), marks=one[one != ""].tolist()) for one in (true, said)
    )
    ours = Marks().score(Marks().count(case([reference], hypothesis, options=Options(level="clause"))))
    theirs = figures_of(true, said)
    for name in CLASSES:
        for part in ("precision", "recall", "f1"):
            assert ours[f"{name}_{part}_mean"] == pytest.approx(theirs[name][part])


def test_which_mark_was_taken_for_which() -> None:
    reference = marked("so we left , it was late . did nobody come ? and then he called .")
    hypothesis = marked("so we left . it was late ! did , nobody come ? and then he called .")
    counts = Marks().count(case([reference], hypothesis, options=Options(level="clause"))).as_dict()
    met = {name: number for name, (number,) in counts.items() if number}  # type: ignore[misc]
    assert met == {
        "comma as period": 1,
        "period as period": 1,
        "question as question": 1,
        "none as comma": 1,
        "none as none": 8,
    }
    assert len(counts) == len(LABELS) ** 2


def test_who_does_not_tell_marks_is_left_out_of_the_mean() -> None:
    told = marked("so we left , it was late . and then")
    silent = cut("so we left | it was late | and then |")
    both = Marks().score(Marks().count(case([told, silent], told)))
    assert both["marks_f1_mean"] == 1
    assert all(isnan(value) for value in Marks().score(Marks().count(case([told], silent))).values())
    (remark,) = Marks().remarks(Marks().count(case([told], silent)))
    assert "not told on both sides" in remark


def test_people_have_seats() -> None:
    told = marked("so we left , it was late . and then")
    other = marked("so we left . it was late . and then")
    one = replace(case([other], told), seats=(2,), n_seats=3)
    found = Marks().per_reference(Marks().count(one))
    assert [row["marks_f1"] for row in found] == pytest.approx([float("nan"), float("nan"), 0.5], nan_ok=True)
    assert len(Marks().count(one).without(0)) == 2


def test_commas_are_missed_only_where_no_reference_has_one() -> None:
    with_comma, without = marked("so we left , it was late . and then"), marked("so we left . it was late . and then")
    assert Marks().remarks(Marks().count(case([without, with_comma], without))) == ()
    (remark,) = Marks().remarks(Marks().count(case([without, without], with_comma)))
    assert remark.startswith("No reference has a comma")
