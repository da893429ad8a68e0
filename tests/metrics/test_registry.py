"""The tables of families and keys are complete, true and light."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pausa.core.errors import UnknownName
from pausa.metrics import KEYS, METRICS, PER_REFERENCE, described, families_for
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
    assert not [name for name, key in KEYS.items() if key.family == "calibration" and key.is_usual]
