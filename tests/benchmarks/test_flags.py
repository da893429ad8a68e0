"""The rule for flags: chosen by simulation, and the committed results are of the rule that runs."""

from __future__ import annotations

import json

import numpy as np
import pytest

from benchmarks import flags
from benchmarks.places import RESULTS
from pausa.core.segmentation import Segmentation


def test_the_mean_accuses_the_careful_beside_a_careless_one_and_the_best_does_not() -> None:
    truth = Segmentation.of(40, range(3, 40, 4))
    careful = [Segmentation.of(40, [end for end in truth.ends if end != missed]) for missed in (7, 19)]
    found = flags.judge([*careful, Segmentation.of(40, [0, 8, 16, 24])])
    assert max(found["mean"][:2]) < 0.5 < min(found["best"][:2])
    assert found["best"][2] == 0


def test_the_threshold_is_the_highest_that_leaves_careful_pairs_in_peace() -> None:
    def row(careful: int, *scores: float) -> dict[str, object]:
        return {"careful": careful, "scores": {"best": {"careful": list(scores), "careless": [0.1]}}}

    assert flags.choose([row(2, 0.6, 0.7), row(3, 0.55)], "best") == 0.55
    assert flags.choose([row(2, 0.6, 0.7), row(1, 0.1)], "best") == 0.6


def test_careful_people_agree_as_people_do() -> None:
    rng = np.random.default_rng(7)
    scores = []
    for _ in range(40):
        truth = flags.draw_transcript(rng, 100)
        scores.append(flags.judge([flags.draw_careful(rng, truth) for _ in range(2)])["best"][0])
    assert 0.7 < sum(scores) / len(scores) < 0.82


def test_the_results_are_of_the_rule_that_runs() -> None:
    project = pytest.importorskip("pausa.store.project")
    found = json.loads((RESULTS / "flags.json").read_text())["figures"]
    assert found["now"] == project.FLAG_BELOW <= found["thresholds"]["best"]
    assert found["thresholds"]["mean"] < found["thresholds"]["best"]
