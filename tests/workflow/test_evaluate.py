from __future__ import annotations

from math import isnan
from typing import Any

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
from pausa.workflow.evaluate import agree, evaluate, evaluate_trials
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
    found = evaluate(people, [Segmentation.of(n_words, range(n_words), by="system")], last=last, metrics=tuple(KEYS))
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
    forth = evaluate(people, [system], metrics=tuple(KEYS))["system"].scores
    back = evaluate(people[::-1], [system], metrics=tuple(KEYS))["system"].scores
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


def alike(*names: str, n_documents: int) -> list[Trial]:
    """Recordings that these people mark alike, and a system too."""
    cuts = cut("a b c | d e f | g h")
    return [
        Trial(f"doc{number}", Transcript.blank(8), tuple(cuts.named(name) for name in names), cuts.named("system"))
        for number in range(n_documents)
    ]


def remarks(trials: list[Trial], **asked: object) -> list[str]:
    request = Request(**{"metrics": ("f1_mean",), **asked})  # type: ignore[arg-type]
    return list(evaluate_trials(trials, {"a": trials, "b": trials}, options=Options(), request=request).remarks)


@pytest.mark.parametrize(
    ("n", "said"), [(1, "one recording gives none"), (2, "2 recordings are few"), (6, "6 record"), (7, "")]
)
def test_intervals_over_few_recordings_come_with_a_warning(n: int, said: str) -> None:
    told = remarks(alike("anna", "ben", "cid", n_documents=n), confidence=True)
    assert [said in each for each in told] == ([True] if said else [])
    assert remarks(alike("anna", "ben", "cid", n_documents=n)) == []


def test_what_swapping_can_reach_is_said_where_it_is_not_much() -> None:
    def told(n: int) -> list[str]:
        return remarks(alike("anna", "ben", "cid", n_documents=n), tests=("paired-ar",), test_draws=50)

    assert told(5) == [
        "With 5 recordings the smallest p that swapping can reach is 0.0625; no difference can pass .05."
    ]
    assert told(6) == ["With 6 recordings the smallest p that swapping can reach is 0.0312."]
    assert told(7) == []
    assert told(1) == ["Paired tests are drawn over recordings; one recording gives none (the sign test works)."]
    assert told(2) == ["With 2 recordings the smallest p that swapping can reach is 0.5; no difference can pass .05."]
    assert remarks(alike("anna", "ben", "cid", n_documents=1), tests=("sign",)) == []
    assert remarks(alike("anna", "ben", "cid", n_documents=3), tests=("paired-bs",), test_draws=50) == []


def test_two_people_are_told_what_each_of_them_is_judged_by() -> None:
    two, three = alike("anna", "ben", n_documents=1), alike("anna", "ben", "cid", n_documents=1)
    asked = {"metrics": ("wisebe",)}
    assert ["two people" in each for each in remarks(two, **asked)] == [True]
    assert remarks(two, humans=False, **asked) == []
    assert remarks(two) == []
    assert remarks(three, **asked) == []
    assert not any("two people" in each for each in remarks([*two, *three], **asked))


def test_unlike_numbers_of_people_are_told_with_the_most_usual_that_can_agree() -> None:
    mixed = [
        *alike("anna", "ben", n_documents=1),
        *alike("anna", "ben", "cid", n_documents=2),
        *alike("anna", n_documents=3),
    ]
    named = [Trial(f"t{k}", each.transcript, each.references, each.hypothesis) for k, each in enumerate(mixed)]
    told = remarks(named)
    assert told == [
        "Recordings have 1 to 3 people. Fleiss' κ is over the 2 of 6 with 3; everything else is over all, "
        "with those who are there.",
        "In 3 recordings there is one person only, which tells nothing about agreement.",
    ]
    even = remarks([*named[:1], *named[2:3]])
    assert even[0].startswith("Recordings have 2 to 3 people. Fleiss' κ is over the 1 of 2 with 3;")
    assert len(even) == 1
    assert remarks(alike("anna", n_documents=2)) == []


@pytest.mark.parametrize(
    ("n", "asked", "how"),
    [
        (2, {"confidence": True}, "jackknife-t"),
        (2, {"confidence": True, "draws": 40}, "percentile:40"),
        (2, {}, ""),
        (1, {"confidence": True}, ""),
    ],
)
def test_how_intervals_were_made_is_said(n: int, asked: dict[str, object], how: str) -> None:
    trials = trials_of(n)
    request = Request(metrics=("f1_mean",), **asked)  # type: ignore[arg-type]
    assert evaluate_trials(trials, {"s": trials}, options=Options(), request=request).interval == how


def test_drawn_intervals_hang_on_the_seed_and_others_do_not() -> None:
    trials = trials_of(9)

    def bounds(seed: int, draws: int | None) -> tuple[float, float]:
        request = Request(metrics=("f1_mean",), confidence=True, draws=draws, seed=seed)
        score = evaluate_trials(trials, {"s": trials}, options=Options(), request=request)["s"].scores["f1_mean"]
        return score.low, score.high

    assert bounds(1, 5) != bounds(2, 5)
    assert bounds(1, 5) == bounds(1, 5)
    assert bounds(1, None) == bounds(2, None)


def test_ranks_are_told_where_they_change_from_one_score_to_the_other() -> None:
    """In the first recording `near` is never right by F1, but lies in the window of two people who differ a little."""
    anna, ben = Segmentation.of(14, (2, 7), by="anna"), Segmentation.of(14, (4, 7), by="ben")
    exact, none = Segmentation.of(14, (2, 4, 7)), Segmentation.of(14, ())
    near, many = Segmentation.of(14, (3,)), Segmentation.of(14, (7, 9, 11))

    def trials(*made: Segmentation) -> list[Trial]:
        return [Trial(f"t{k}", Transcript.blank(14), (anna, ben), each) for k, each in enumerate(made)]

    systems = {"near": trials(near, exact, exact), "many": trials(many, exact, none)}
    found = evaluate_trials(systems["near"], systems, options=Options())
    assert [(told.system, told.rank_changes) for told in found.mean_against_wisebe] == [
        ("near", ("t0",)),
        ("many", ("t0",)),
    ]
    for told in found.mean_against_wisebe:
        rows = [(each["f1_mean"], each["wisebe"]) for each in found[told.system].per_document]
        assert told.pearson == pytest.approx(np.corrcoef(np.array(rows).T)[0, 1])
    only_one = Request(metrics=("f1_mean",))
    assert evaluate_trials(systems["near"], systems, options=Options(), request=only_one).mean_against_wisebe == ()


def test_kappa_is_over_recordings_with_the_same_number_of_people() -> None:
    whole = trials_of(4)
    fewer = [Trial("fewer", each.transcript, each.references[:1], each.hypothesis) for each in whole[:1]]
    together = evaluate_trials([*whole, *fewer], {}, options=Options()).agreement
    apart = evaluate_trials(whole, {}, options=Options()).agreement
    assert together.fleiss_kappa == pytest.approx(apart.fleiss_kappa)
    assert together.fleiss_kappa_candidates == pytest.approx(apart.fleiss_kappa_candidates)
    assert together.fleiss_kappa != pytest.approx(together.fleiss_kappa_candidates)


def test_a_correlation_of_agreement_and_kappa_needs_three_recordings() -> None:
    people = [
        ("a b | c d e | f", "a b | c d e | f"),
        ("a b | c d e f", "a b c | d e f"),
        ("a b | c | d e f", "a b | c d e f"),
    ]
    trials = [
        Trial(f"t{k}", Transcript.blank(6), (cut(one, by="anna"), cut(other, by="ben")))
        for k, (one, other) in enumerate(people)
    ]
    assert not isnan(evaluate_trials(trials, {}, options=Options()).agreement.pearson_ar_kappa)
    assert isnan(evaluate_trials(trials[:2], {}, options=Options()).agreement.pearson_ar_kappa)


def test_every_annotation_has_its_f1_and_every_person_theirs() -> None:
    found = evaluate_trials(trials_of(2), {}, options=Options())
    assert [(each.recording, each.name) for each in found.agreement.annotations] == [
        ("doc0", "anna"), ("doc0", "ben"), ("doc1", "anna"), ("doc1", "ben"),
    ]  # fmt: skip
    # Four ends each, the last apart; they share three.
    assert {each.mean_f1 for each in found.agreement.annotations} == {0.75}
    assert [(each.name, each.mean_f1) for each in found.agreement.jack_knife] == [("anna", 0.75), ("ben", 0.75)]


def test_without_people_s_turns_there_is_nobody_beside_the_systems() -> None:
    found = evaluate(PEOPLE, [SYSTEM], humans=False)
    assert (found.humans, found["system"].loo) == ((), {})
    assert evaluate(PEOPLE, [SYSTEM])["system"].loo


def test_agree_is_an_evaluation_of_people_alone_and_draws_nothing() -> None:
    found = agree(PEOPLE)
    assert found.systems == ()
    assert [person.name for person in found.humans] == ["anna", "ben", "carla"]
    assert found.remarks == ()
    assert found.agreement == evaluate(PEOPLE, ()).agreement
    assert "|window:2|" in found.signature
    assert "|window:5|" in agree(PEOPLE, window=5).signature


def test_what_is_usual_need_not_be_said() -> None:
    usual: dict[str, Any] = {
        "window": 2,
        "last": "skip",
        "level": "sentence",
        "joins": False,
        "tolerance": 0,
        "tell_marks_apart": False,
    }
    whole = evaluate(PEOPLE, [SYSTEM])
    more: dict[str, Any] = {"baselines": False, "confidence": True, "seed": 12345, "humans": True, "condition": "rec"}
    said = evaluate(PEOPLE, [SYSTEM], **usual, **more)
    assert repr(said) == repr(whole)
    assert repr(agree(PEOPLE, **usual)) == repr(agree(PEOPLE))
    for other in ({"window": 3}, {"last": "count"}, {"tolerance": 1}, {"baselines": True}, {"tell_marks_apart": True}):
        assert repr(evaluate(PEOPLE, [SYSTEM], **other)) != repr(whole), other


def test_words_are_counted_once_and_those_are_the_systems() -> None:
    reference = Document(Transcript(words("so we really left it was late")), (Segmentation(7, (3, 6), by="anna"),))
    hypothesis = Document(Transcript(words("so we left it was late")), (Segmentation(6, (2, 5), by="system"),))
    assert evaluate([reference], [hypothesis]).n_words == 6
    assert evaluate([reference], []).n_words == 7
    assert evaluate([reference], [hypothesis, hypothesis.only(Segmentation(6, (5,), by="other"))]).n_words == 6


def test_people_with_other_words_are_compared_on_the_first_ones() -> None:
    anna = Document(Transcript(words("so we really left it was late")), (Segmentation(7, (3, 6), by="anna"),))
    ben = Document(Transcript(words("so we left it was late")), (Segmentation(6, (2, 5), by="ben"),))
    found = evaluate([anna, ben], [])
    assert (found.people_options.align, found.people_options.pivot) == ("words", "first-reference")
    assert found.agreement.pairwise_f1 == 1
    system = evaluate([anna], [ben.only(Segmentation(6, (2, 5), by="system"))])
    assert (system.options.align, system.options.pivot) == ("words", "hypothesis")
    assert (system.people_options.align, system.people_options.pivot) == ("none", "")


def test_a_remark_is_made_once_and_what_was_said_on_the_way_comes_first() -> None:
    reference = Document(Transcript(words("so we really left it was late")), (Segmentation(7, (3, 6), by="anna"),))
    hypothesis = Document(Transcript(words("so we left it was late")), (Segmentation(6, (2, 5), by="system"),))
    found = evaluate([reference], [hypothesis])
    assert "words differ" in found.remarks[0]
    assert len(set(found.remarks)) == len(found.remarks) > 1
    said: list[str] = []
    assert not any("words differ" in remark for remark in evaluate([reference], [hypothesis], say=said.append).remarks)
    assert said == [found.remarks[0]]
