"""The tables of families and keys are complete, true and light."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from pausa.core.errors import UnknownName
from pausa.core.segmentation import Segmentation
from pausa.metrics import KEYS, METRICS, PER_REFERENCE, described, families_for, keys_for
from pausa.metrics.base import Case, case
from tests.metrics.examples import example


@pytest.mark.parametrize("name", METRICS)
def test_a_family_is_called_what_the_registry_says(name: str) -> None:
    assert METRICS[name]().name == name


def test_the_keys_are_those_of_the_families() -> None:
    offered = {key: name for name in METRICS for key in METRICS[name]().keys}
    assert offered == {key: about.family for key, about in KEYS.items()}


def test_the_names_per_reference_are_those_of_the_families() -> None:
    offered = {}
    for name in METRICS:
        family = METRICS[name]()
        for row in family.per_reference(family.count(example())):
            offered.update(dict.fromkeys(row, name))
    assert offered == {key: about.family for key, about in PER_REFERENCE.items()}


def test_names_are_unique_and_every_key_says_what_it_is() -> None:
    everything = [*KEYS.values(), *PER_REFERENCE.values()]
    assert len({about.name for about in everything}) == len(everything)
    assert all(about.about for about in everything)


def test_families_are_counted_once_in_the_order_of_the_registry() -> None:
    assert families_for(["f1_rw", "wisebe", "precision_mean"]) == ["slots", "wisebe"]
    assert families_for(KEYS) == list(METRICS)


def test_scores_are_found_by_their_names_and_those_of_their_families() -> None:
    assert keys_for("F1_mean") == keys_for("f1") == ("f1_mean",)
    assert keys_for("lenient") == ("ser_lenient",)
    assert keys_for("wisebe") == ("wisebe",)
    assert keys_for("Consensus") == tuple(METRICS["consensus"]().keys)
    with pytest.raises(UnknownName, match="Did you mean 'wisebe'"):
        keys_for("wiseby")


def test_an_unknown_key_is_told_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'f1_mean'"):
        families_for(["f1_maen"])
    with pytest.raises(UnknownName, match="No metric named"):
        described("")


def test_listing_the_metrics_loads_no_numpy() -> None:
    code = "import sys, pausa.metrics as m; print(len(m.KEYS), 'numpy' in sys.modules)"
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert finished.stdout.split() == [str(len(KEYS)), "False"]


def test_what_needs_probabilities_is_not_among_the_usual_scores() -> None:
    for keys in (KEYS, PER_REFERENCE):
        assert {key.family for key in keys.values() if not key.is_usual} == {"calibration", "marks"}
        assert not {key.family for key in keys.values() if key.is_usual} & {"calibration", "marks"}


def every_score(one: Case) -> dict[str, float]:
    """What every family says, pooled and against its first reference."""
    found: dict[str, float] = {}
    for name in METRICS:
        family = METRICS[name]()
        counts = family.count(one)
        found |= family.score(counts)
        for row in family.per_reference(counts)[:1]:
            found |= row
    return found


def test_a_perfect_hypothesis_has_the_better_of_every_score() -> None:
    person = Segmentation.of(12, [2, 5, 8, 10], marks=[",", ".", "?", "."])
    told = [float(word in person.ends) for word in range(12)]
    perfect = every_score(case([person] * 3, replace(person, probabilities=tuple(told))))
    wrong = Segmentation.of(12, [0, 3, 9], marks=["?", ",", "."])
    poor = every_score(case([person] * 3, replace(wrong, probabilities=tuple(1 - chance for chance in told))))
    assert perfect.keys() == KEYS.keys() | PER_REFERENCE.keys()
    for key, value in perfect.items():
        better, worse = (value, poor[key]) if described(key).higher_is_better else (poor[key], value)
        assert better > worse, key


def test_what_is_no_share_can_be_above_one_and_nothing_else() -> None:
    one = Segmentation.of(12, [5], marks=["."])
    everywhere = Segmentation.of(12, range(11), marks=["."] * 11)
    found = every_score(case([one, one], replace(everywhere, probabilities=(1.0,) * 12)))
    assert {key for key, value in found.items() if value > 1} == {key for key in found if not described(key).is_share}
