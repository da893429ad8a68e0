"""Who is compared with whom, over what: mistakes in the wiring, which no formula would notice."""

from __future__ import annotations

from math import log

import pytest

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.metrics.base import Options
from pausa.workflow.baselines import make_baselines
from pausa.workflow.evaluate import evaluate, evaluate_trials
from pausa.workflow.evaluation import Comparison, Evaluation, Request
from pausa.workflow.trials import Trial
from tests.builders import cut, words

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
