"""Who is compared with whom, over what: mistakes in the wiring, which no formula would notice."""

from __future__ import annotations

from math import isnan, log
from typing import Any

import pytest

from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.metrics.base import Options
from pausa.workflow.baselines import make_baselines
from pausa.workflow.evaluate import evaluate, evaluate_trials
from pausa.workflow.evaluation import Comparison, Evaluation, Request
from pausa.workflow.trials import Trial
from tests.builders import cut, spoken, words

TRUTH = cut("a b c | d e f g | h i j k l m | n o p q r | s t", by="anna")
GOOD = cut("a b c | d e f g | h i j k l m | n o p q r | s t")
POOR = cut("a b c | d e f | g h i j k l m n | o p q r s t")


def compared(first: Segmentation, second: Segmentation, *, n: int = 8, **asked: object) -> Evaluation:
    """Two systems, the first of which is the baseline."""

    def trials(made: Segmentation) -> list[Trial]:
        return [Trial(f"talk{k}", Transcript.blank(20), (TRUTH,), made if k else GOOD) for k in range(n)]

    request = Request(**asked)  # type: ignore[arg-type]
    panel = trials(first)
    return evaluate_trials(
        panel, {"baseline": trials(first), "system": trials(second)}, options=Options(), request=request
    )


def only(found: Evaluation, test: str, metric: str) -> Comparison:
    (one,) = [each for each in found.comparisons if each.test == test and each.metric == metric]
    return one


@pytest.mark.parametrize("test", ["paired-bs", "paired-ar"])
def test_a_better_system_is_better_than_the_baseline_not_the_other_way_round(test: str) -> None:
    better = only(compared(POOR, GOOD, tests=(test,)), test, "f1_mean")
    assert (better.baseline, better.system) == ("baseline", "system")
    assert better.difference > 0
    assert only(compared(GOOD, POOR, tests=(test,)), test, "f1_mean").difference < 0
    found = compared(POOR, GOOD, tests=(test,))
    apart = found["system"].scores["f1_mean"].value - found["baseline"].scores["f1_mean"].value
    assert better.difference == pytest.approx(apart)


def test_the_sign_test_counts_for_the_system_what_the_system_has_right() -> None:
    better = only(compared(POOR, GOOD, tests=("sign",)), "sign", "boundaries right (anna)")
    assert (better.baseline, better.system) == ("baseline", "system")
    # In seven of the talks the two differ, and the system is right wherever they do.
    only_one_has = set(GOOD.ends) ^ set(POOR.ends)
    assert better.difference == 7 * len(only_one_has)
    assert only(compared(GOOD, POOR, tests=("sign",)), "sign", "boundaries right (anna)").difference < 0


def test_under_inc_only_gaps_between_words_recognised_right_are_judged() -> None:
    said, understood = (Transcript(words(f"so we {word} it was late yes it was")) for word in ("left", "loft"))
    reference = Document(said, (Segmentation(9, (2, 5, 8), by="anna"),))
    heard = Document(understood, (Segmentation(9, (5, 7, 8), by="system"),))
    rec, inc = (evaluate([reference], [heard], condition=each)["system"].scores["f1_mean"] for each in ("rec", "inc"))
    # Rec: one hit, one missed (after the word that was misheard), one extra. INC does not look at that gap.
    assert rec.counts["missed"] == (1,)
    assert inc.counts["missed"] == (0,)
    assert rec.value == pytest.approx(2 / 4)
    assert inc.value == pytest.approx(2 / 3)
    assert rec.counts["gaps"] == (8,)
    assert inc.counts["gaps"] == (6,)
    assert "condition:inc" in inc.signature


def test_every_n_words_is_after_the_nth_word() -> None:
    made = make_baselines([Trial("talk", Transcript.blank(12), (cut("a b c | d e f | g h i | j k l"),))])
    hypothesis = made["every 3"][0].hypothesis
    assert hypothesis is not None
    assert hypothesis.ends == (2, 5, 8, 11)


def test_an_interval_is_one_of_95_percent() -> None:
    """Student's t with 7 degrees of freedom holds 95 % within 2.365 standard errors."""
    found = compared(POOR, GOOD, confidence=True)["baseline"].scores["f1_mean"]

    def odds(f1: float) -> float:
        return log(f1 / (1 - f1))

    hits, poor = len(GOOD.ends) - 1, set(POOR.ends[:-1])
    poor_hits, poor_wrong = len(poor & set(GOOD.ends)), len(poor ^ set(GOOD.ends[:-1]))

    def f1(n_poor: int, n_good: int) -> float:
        right = n_poor * poor_hits + n_good * hits
        return 2 * right / (2 * right + n_poor * poor_wrong)

    without = [odds(f1(6, 1))] * 7 + [odds(f1(7, 0))]
    centre = sum(without) / 8
    half = 2.365 * (7 / 8 * sum((each - centre) ** 2 for each in without)) ** 0.5
    assert odds(found.high) - odds(found.value) == pytest.approx(half, rel=1e-3)
    assert odds(found.value) - odds(found.low) == pytest.approx(half, rel=1e-3)


def test_few_recordings_are_said_to_be_few_with_the_smallest_p() -> None:
    found = compared(POOR, GOOD, n=4, confidence=True, tests=("paired-ar", "paired-bs"))
    assert any("4 recordings are few" in remark for remark in found.remarks)
    assert any("smallest p that swapping can reach is 0.125" in remark for remark in found.remarks)
    swapped = only(found, "paired-ar", "f1_mean")
    assert swapped.smallest_p == 0.125
    assert swapped.p >= 0.125
    assert "|ar:exact|" in swapped.signature
    assert only(found, "paired-bs", "f1_mean").p > 0.05
    many = compared(POOR, GOOD, n=8, confidence=True, tests=("paired-ar",))
    assert not any("few" in remark for remark in many.remarks)


def test_draws_and_seed_stand_in_the_signature_of_a_test() -> None:
    def signed(test: str, **asked: object) -> str:
        metrics = ("f1_mean",)
        return only(compared(POOR, GOOD, n=9, metrics=metrics, tests=(test,), **asked), test, "f1_mean").signature

    assert "|bs:1000|seed:12345|" in signed("paired-bs")
    assert "|bs:60|seed:7|" in signed("paired-bs", test_draws=60, seed=7)
    assert "|ar:60|seed:7|" in signed("paired-ar", test_draws=60, seed=7)
    assert "|ar:exact|" in signed("paired-ar", test_draws=512)
    assert "seed" not in signed("paired-ar")


def test_only_what_is_asked_for_is_compared_and_the_first_with_nobody() -> None:
    asked: dict[str, Any] = {"metrics": ("f1_mean", "wisebe"), "tests": ("paired-bs", "sign"), "test_draws": 40}
    found = compared(POOR, GOOD, **asked)
    assert [(each.test, each.metric) for each in found.comparisons] == [
        ("paired-bs", "f1_mean"),
        ("paired-bs", "wisebe"),
        ("sign", "boundaries right (anna)"),
    ]
    assert {(each.baseline, each.system) for each in found.comparisons} == {("baseline", "system")}
    assert compared(POOR, GOOD).comparisons == ()


def test_the_sign_test_is_signed_with_how_many_and_how() -> None:
    differ = len(set(GOOD.ends) ^ set(POOR.ends))
    few, many = (only(compared(POOR, GOOD, n=n, tests=("sign",)), "sign", "boundaries right (anna)") for n in (3, 8))
    assert few.signature == f"sign|n:{2 * differ}|test:binomial|last:skip"
    assert many.signature == f"sign|n:{7 * differ}|test:normal|last:skip"


def test_the_sign_test_asks_each_person_about_the_recordings_they_annotated() -> None:
    ben = cut("a b c | d e f | g h i j k l m n | o p q r s t", by="ben")
    first = [
        Trial("one", Transcript.blank(20), (TRUTH, ben), POOR),
        Trial("two", Transcript.blank(20), (ben,), POOR),
    ]
    second = [Trial(each.name, each.transcript, each.references, GOOD) for each in first]
    found = evaluate_trials(first, {"poor": first, "good": second}, options=Options(), request=Request(tests=("sign",)))
    differ = len(set(GOOD.ends) ^ set(POOR.ends))
    told = {each.metric: each.difference for each in found.comparisons}
    # Anna is for the good one, once; Ben would have it as the poor one has it, twice.
    assert told == {"boundaries right (anna)": differ, "boundaries right (ben)": -2 * differ}


def test_the_sign_test_needs_the_same_words() -> None:
    said = Document(Transcript(words("so we left it was late")), (Segmentation(6, (2, 5), by="anna"),))
    same = said.only(Segmentation(6, (2, 5), by="same"))
    other = Document(Transcript(words("so we really left it was late")), (Segmentation(7, (3, 6), by="other"),))
    with pytest.raises(OptionError, match=r"same and other have different words; use paired-bs or paired-ar"):
        evaluate([said], [same, other], tests=["sign"])
    trials = [Trial(f"talk{k}", Transcript.blank(20), (TRUTH,), GOOD) for k in range(2)]
    longer = cut("a b c | d e f g | h i j k l m | n o p q r | s t u", by="anna")
    mixed = [trials[0], Trial("talk1", Transcript.blank(21), (longer,), longer)]
    with pytest.raises(OptionError, match="one and other have different words"):
        evaluate_trials(
            trials, {"one": trials, "other": mixed}, options=Options(), request=Request(tests=("sign",), humans=False)
        )


def test_word_error_rates_are_those_against_each_reference_over_all_recordings() -> None:
    def document(name: str, text: str, by: str) -> Document:
        said = Transcript(words(text))
        return Document(said, (Segmentation.of(len(said), [2], by=by),), name=name)

    anna = [document("one", "so we left it was late", "anna"), document("two", "it was late so we left", "anna")]
    ben = [document("one", "so we left it is late", "ben"), document("two", "it was late so we left", "ben")]
    heard = [document("one", "so we left it was late", "s"), document("two", "it was late so he loft", "s")]
    found = evaluate({"anna": anna, "ben": ben}, {"s": heard})
    assert {row.name: row["wer"] for row in found["s"].per_reference} == {"anna": 2 / 12, "ben": 3 / 12}
    exact = evaluate({"anna": anna[:1]}, {"s": heard[:1]})
    assert "wer" not in exact["s"].per_reference[0].scores


def test_a_score_that_a_recording_does_not_have_is_left_out_of_the_mean_and_counted() -> None:
    empty = Segmentation.of(20, (), by="anna")
    trials = [
        Trial("some", Transcript.blank(20), (TRUTH,), POOR),
        Trial("nothing", Transcript.blank(20), (empty,), Segmentation.of(20, ())),
    ]
    score = evaluate_trials(trials, {"s": trials}, options=Options())["s"].scores["f1_mean"]
    alone = evaluate_trials(trials[:1], {"s": trials[:1]}, options=Options())["s"].scores["f1_mean"]
    assert (score.mean, score.left_out) == (alone.value, 1)
    assert alone.left_out == 0


def test_each_recording_has_the_scores_that_were_asked_for() -> None:
    found = compared(POOR, GOOD, n=2, metrics=("wisebe", "f1_mean"))
    assert list(found["baseline"].scores) == ["wisebe", "f1_mean"]
    assert [set(each) for each in found["baseline"].per_document] == [{"wisebe", "f1_mean"}] * 2
    assert found["baseline"].per_document[0]["f1_mean"] == 1 > found["baseline"].per_document[1]["f1_mean"]
    assert isnan(found["baseline"].scores["f1_mean"].low)


def test_a_consensus_of_half_of_unlike_panels_is_signed_so() -> None:
    ben, cid = TRUTH.named("ben"), TRUTH.named("cid")
    trials = [
        Trial("one", Transcript.blank(20), (TRUTH,), GOOD),
        Trial("two", Transcript.blank(20), (TRUTH, ben, cid), GOOD),
    ]
    found = evaluate_trials(trials, {"s": trials}, options=Options())
    assert "|nrefs:1-3|consensus:half|" in found["s"].scores["consensus_f1"].signature


def test_with_more_sentences_than_words_or_none_a_fixed_length_is_one() -> None:
    none = make_baselines([Trial("talk", Transcript.blank(0), (Segmentation(0, ()),))])
    assert "every 1" in none
    short = make_baselines([Trial("talk", Transcript.blank(5), (cut("a | b | c | d | e"), cut("a | b | c | d | e")))])
    assert [name for name in short if name.startswith("every")] == ["every 1"]
    mixed = make_baselines([Trial("talk", Transcript.blank(6), (cut("a b | c d | e f"), cut("a b c d e f")))])
    assert [name for name in mixed if name.startswith("every")] == ["every 3"]


def test_baselines_are_none_all_a_length_and_pauses_where_there_are_times() -> None:
    trial = Trial("talk", Transcript.blank(6), (cut("a b c | d e f"),))
    made = {name: trials[0].hypothesis for name, trials in make_baselines([trial]).items()}
    assert {name: each.ends for name, each in made.items() if each} == {
        "none": (5,), "all": (0, 1, 2, 3, 4, 5), "every 3": (2, 5),
    }  # fmt: skip
    assert {each.by for each in made.values() if each} == {"none", "all", "every 3"}
    timed = Trial("talk", spoken("a b c / d e f"), (cut("a b c | d e f"),))
    assert "pause" in make_baselines([timed])
    assert "pause" not in make_baselines([timed, trial])
    pause = make_baselines([timed])["pause"][0].hypothesis
    assert pause is not None
    assert pause.ends == (2, 5)
