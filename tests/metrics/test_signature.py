"""The string that says under which conditions a number was made."""

from __future__ import annotations

import pytest

from pausa import __version__
from pausa.core.errors import OptionError, UnknownName
from pausa.metrics import KEYS, METRICS, PER_REFERENCE
from pausa.metrics.base import Options, case
from pausa.metrics.signature import signature
from tests.builders import cut
from tests.metrics.examples import ANN

EVERYTHING = Options(
    window=3,
    last="count",
    level="clause",
    marks=".?!;:|",
    align="words",
    pivot="a: b|c%",
    condition="inc",
    tolerance=2,
    consensus=2,
    tell_marks_apart=True,
)


def test_the_default_signature_of_wisebe() -> None:
    assert signature("wisebe", Options(), 3, version="0.1.0") == (
        "WiSeBE|nrefs:3|window:2|last:skip|level:sentence|marks:.?!;|align:none|version:0.1.0"
    )


def test_the_version_is_pausas_own() -> None:
    assert signature("wisebe", Options(), 3).endswith(f"|version:{__version__}")


@pytest.mark.parametrize(
    ("key", "options", "part"),
    [
        ("f1_mean", Options(), "F1_mean|nrefs:3|last:skip|"),
        ("f1_mean", Options(tolerance=2), "|tolerance:2|"),
        ("f1", Options(collar_ms=250), "|collar:250ms|"),
        ("f1_rw", Options(window=4), "|window:4|"),
        ("consensus_f1", Options(), "|consensus:2|"),
        ("consensus_f1", Options(consensus=3), "|consensus:3|"),
        ("consensus_f1", Options(tolerance=1), "|tolerance:1|"),
        ("ser_mean", Options(tell_marks_apart=True), "|substitutions:marks|"),
        ("pk_mean", Options(last="count"), "|k:half-mean|last:skip|"),
        ("boundary_similarity_mean", Options(last="count"), "B_mean|nrefs:3|n:2|last:count|"),
        ("f1_mean", Options(pivot="ref1"), "|align:none|pivot:ref1|"),
        ("f1_mean", Options(condition="rec"), "|condition:rec|"),
        ("f1_mean", Options(level="clause"), "|level:clause|marks:.?!;,|"),
    ],
)
def test_what_changes_a_number_stands_in_its_signature(key: str, options: Options, part: str) -> None:
    assert part in signature(key, options, 3)


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("f1_mean", "window"),
        ("f1_mean", "consensus"),
        ("f1_mean", "substitutions"),
        ("wisebe", "tolerance"),
        ("bleu_like", "tolerance"),
        ("ser_lenient", "window"),
        ("consensus_ser", "substitutions"),
    ],
)
def test_what_does_not_concern_a_metric_is_left_out(key: str, name: str) -> None:
    assert f"|{name}:" not in signature(key, EVERYTHING, 3)


@pytest.mark.parametrize("key", [*KEYS, *PER_REFERENCE])
def test_every_signature_splits_into_names_and_values(key: str) -> None:
    name, *pairs = signature(key, EVERYTHING, 3).split("|")
    assert name == {**KEYS, **PER_REFERENCE}[key].name
    assert ":" not in name
    assert all(len(pair.split(":")) == 2 for pair in pairs)
    assert not any(sign.isspace() for sign in "".join(pairs))


def test_signs_of_the_grammar_are_escaped_in_values() -> None:
    found = signature("wisebe", EVERYTHING, 3)
    assert "|marks:.?!;%3A%7C,|" in found
    assert "|pivot:a%3A%20b%7Cc%25|" in found


def test_letters_of_any_script_stay_readable() -> None:
    assert "|pivot:Zoë|" in signature("f1", Options(pivot="Zoë"), 1)


def test_orders_left_out_are_named() -> None:
    family = METRICS["bleulike"]()
    counts = family.count(case([ANN], cut("so we left | it was late | nobody came and then he called |")))
    assert "|orders:1+2|" in signature("bleu_like", Options(), 1, conditions=family.conditions(counts))


def test_a_consensus_out_of_reach_has_no_signature() -> None:
    with pytest.raises(OptionError, match="cannot be reached"):
        signature("consensus_f1", Options(consensus=4), 3)


def test_an_unknown_metric_is_told_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'wisebe'"):
        signature("wisbe", Options(), 3)
