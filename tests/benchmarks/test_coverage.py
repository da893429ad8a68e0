"""Coverage of intervals and of verdicts: what is made up, what is counted, what was found."""

from __future__ import annotations

import json

import numpy as np
import pytest

from benchmarks import coverage, verdicts
from benchmarks.flags import Rates, draw_annotation, draw_transcript
from benchmarks.places import RESULTS
from pausa.stats.jackknife import ENOUGH


def test_a_copy_of_everybody_is_within_and_a_bad_system_is_below() -> None:
    rng = np.random.default_rng(1)
    truths = [draw_transcript(rng, 40) for _ in range(6)]
    people = [[draw_annotation(rng, truth, verdicts.AVERAGE) for _ in range(3)] for truth in truths]
    assert verdicts.judge(people, truths)[0] == "above", "who knows the truth agrees best with everybody"
    bad = [draw_annotation(rng, truth, Rates(found=0.2, added=1.0)) for truth in truths]
    verdict, difference = verdicts.judge(people, bad)
    assert verdict == "below"
    assert difference < -0.3


def test_people_of_one_mind_and_the_system_too_are_within() -> None:
    truth = draw_transcript(np.random.default_rng(2), 20)
    assert verdicts.judge([[truth] * 3] * 4, [truth] * 4) == ("within", 0.0)


@pytest.mark.parametrize("kind", verdicts.KINDS)
def test_shares_of_verdicts_sum_to_one(kind: str) -> None:
    found = verdicts.count_verdicts(4, 3, kind, 6, np.random.default_rng(3))
    assert found["above"] + found["within"] + found["below"] == pytest.approx(1)


def test_people_keep_their_rates_only_where_they_are_various() -> None:
    """With rates of their own, who marks most in one recording marks most in the others, too."""

    def spread(kind: str) -> float:
        rng = np.random.default_rng(4)
        found = []
        for _ in range(30):
            people, _ = verdicts.draw_panel(rng, 12, 3, kind)
            shares = np.array([[len(one.ends) / len(each[0].ends) for one in each] for each in people])
            found.append(float(shares.mean(axis=0).std()))
        return float(np.mean(found))

    assert spread("various") > 1.5 * spread("alike")


def test_what_was_found_holds_what_is_said() -> None:
    found = json.loads((RESULTS / "coverage.json").read_text())["figures"]
    for size in coverage.SIZES:
        here = found[str(size)]
        if size >= ENOUGH:
            assert all(0.93 <= here["coverage"][key]["after"] <= 0.97 for key in coverage.KEYS)
        for row in here.get("verdicts", {}).values():
            assert abs(row["alike"]["difference"]) < 0.01
            assert row["worse"]["above"] <= 0.05
