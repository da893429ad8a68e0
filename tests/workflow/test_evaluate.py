from __future__ import annotations

from math import isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.document import Document
from pausa.core.errors import LengthMismatch, OptionError
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.metrics import KEYS
from pausa.metrics.base import Options
from pausa.workflow.evaluate import evaluate, evaluate_trials
from pausa.workflow.evaluation import Request
from pausa.workflow.trials import Trial
from tests.builders import cut, words
from tests.strategies import segmentations

PEOPLE = [
    cut("so we left | it was late | yes it was |", by="anna"),
    cut("so we left | it was late yes | it was |", by="ben"),
    cut("so we left it | was late | yes it was |", by="carla"),
]
SYSTEM = cut("so we left | it was | late yes it was |", by="system")


def test_every_score_is_there_with_its_signature() -> None:
    usual = evaluate(PEOPLE, [SYSTEM])["system"].scores
    assert set(usual) == {key for key, about in KEYS.items() if about.is_usual}
    scores = evaluate(PEOPLE, [SYSTEM], metrics=tuple(KEYS))["system"].scores
    assert set(scores) == set(KEYS)
    for score in scores.values():
        assert "|nrefs:3|" in score.signature
        assert score.signature.endswith("version:0.1.0")


def test_scores_against_each_reference_have_their_mean() -> None:
    system = evaluate(PEOPLE, [SYSTEM])["system"]
    f1 = [row["f1"] for row in system.per_reference]
    assert [row.name for row in system.per_reference] == ["anna", "ben", "carla"]
    assert system.scores["f1_mean"].value == pytest.approx(sum(f1) / 3)


def test_each_person_is_measured_against_the_others() -> None:
    found = evaluate(PEOPLE, [SYSTEM])
    assert [person.name for person in found.humans] == ["anna", "ben", "carla"]
    assert [row.name for row in found["ben"].per_reference] == ["anna", "carla"]
    assert found["anna"].scores["f1_mean"].value == pytest.approx(
        evaluate(PEOPLE[1:], PEOPLE[:1])["anna"].scores["f1_mean"].value
    )


def test_one_reference_is_enough_but_says_so() -> None:
    found = evaluate(PEOPLE[:1], [SYSTEM])
    assert found["system"].scores["f1_mean"].value > 0
    assert found.humans == ()
    assert any("one reference" in remark.lower() for remark in found.remarks)


def test_no_reference_is_an_error() -> None:
    with pytest.raises(OptionError, match="no reference"):
        evaluate_trials([], {}, options=Options())


def test_segmentations_without_words_cannot_be_aligned() -> None:
    with pytest.raises(LengthMismatch, match="pausa align"):
        evaluate([cut("a b c")], [cut("a b")])


def test_other_words_are_aligned_with_a_remark_and_a_signature() -> None:
    reference = Document(Transcript(words("so we really left it was late")), (Segmentation(7, (3, 6), by="anna"),))
    hypothesis = Document(Transcript(words("so we left it was late")), (Segmentation(6, (2, 5), by="system"),))
    found = evaluate([reference], [hypothesis])
    score = found["system"].scores["f1_mean"]
    assert score.value == 1
    assert "align:words|pivot:hypothesis" in score.signature
    assert any("words differ" in remark for remark in found.remarks)


@pytest.mark.parametrize("n_words", [0, 1, 2])
@pytest.mark.parametrize("last", ["skip", "count"])
def test_tiny_transcripts_do_not_break_anything(n_words: int, last: str) -> None:
    people = [Segmentation.of(n_words, [], by="anna"), Segmentation.of(n_words, [], by="ben")]
    found = evaluate(people, [Segmentation.of(n_words, range(n_words), by="system")], last=last)
    assert set(found["system"].scores) == set(KEYS)


@given(st.data())
def test_pooled_counts_add_up_over_recordings(data: st.DataObject) -> None:
    trials = []
    for name in ("one", "two"):
        n_words = data.draw(st.integers(2, 12))
        people = tuple(data.draw(segmentations(n_words, by=by)) for by in ("anna", "ben"))
        system = data.draw(segmentations(n_words, by="system"))
        trials.append(Trial(name, Transcript.blank(n_words), people, system))
    options = Options()
    both = evaluate_trials(trials, {"system": trials}, options=options)["system"]
    parts = [evaluate_trials([one], {"system": [one]}, options=options)["system"] for one in trials]
    for key, score in both.scores.items():
        for name, value in score.counts.items():
            first, second = (np.asarray(part.scores[key].counts[name]) for part in parts)
            assert np.array_equal(np.asarray(value), first + second)


@given(st.data())
def test_the_order_of_references_does_not_matter(data: st.DataObject) -> None:
    n_words = data.draw(st.integers(2, 15))
    people = [data.draw(segmentations(n_words, by=by)) for by in ("anna", "ben", "carla")]
    system = data.draw(segmentations(n_words, by="system"))
    forth = evaluate(people, [system])["system"].scores
    back = evaluate(people[::-1], [system])["system"].scores
    for key in KEYS:
        assert forth[key].value == pytest.approx(back[key].value, nan_ok=True), key


def trials_of(n_documents: int) -> list[Trial]:
    """Recordings on which a system is right and wrong by turns."""
    people = (
        cut("a b c | d e f g h i | j k l | m n o p q r | s t", by="anna"),
        cut("a b c | d e f g h i | j k l | m n o | p q r s t", by="ben"),
    )
    good, bad = (
        cut("a b c | d e f g h i | j k l | m n o | p q r s t"),
        cut("a b c | d e f | g h i | j k l m n o p | q r s t"),
    )
    return [
        Trial(f"doc{number}", Transcript.blank(20), people, (bad if number % 2 else good).named("system"))
        for number in range(n_documents)
    ]


def test_intervals_hold_the_value_and_need_two_recordings() -> None:
    trials = trials_of(6)
    found = evaluate_trials(trials, {"system": trials}, options=Options(), request=Request(confidence=True))
    for key, score in found["system"].scores.items():
        assert score.low <= score.value <= score.high, key
    one = evaluate_trials(trials[:1], {"s": trials[:1]}, options=Options(), request=Request(confidence=True))
    assert isnan(one["s"].scores["f1_mean"].low)
    assert any("one recording" in remark for remark in one.remarks)


def test_a_system_compared_with_itself_is_not_different() -> None:
    trials = tuple(trials_of(6))
    request = Request(tests=("paired-bs", "paired-ar", "sign"), test_draws=200)
    found = evaluate_trials(trials, {"a": trials, "b": trials}, options=Options(), request=request)
    assert {comparison.test for comparison in found.comparisons} == {"paired-bs", "paired-ar", "sign"}
    assert all(comparison.p == 1 for comparison in found.comparisons)
    assert all(comparison.difference == 0 for comparison in found.comparisons)


def test_correlation_of_mean_and_wisebe_needs_three_recordings() -> None:
    trials = trials_of(4)
    found = evaluate_trials(trials, {"system": trials}, options=Options())
    assert found.mean_against_wisebe[0].pearson == pytest.approx(1)
    assert evaluate_trials(trials[:2], {"s": trials[:2]}, options=Options()).mean_against_wisebe == ()
