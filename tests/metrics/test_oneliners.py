"""One number from segmentations."""

from __future__ import annotations

import pytest

from pausa.core.errors import LengthMismatch
from pausa.metrics.oneliners import boundary_f1, fleiss_kappa, ser, wisebe
from tests.builders import cut, marked
from tests.metrics.examples import ANN, BEN, CID, SYSTEM


def test_wisebe() -> None:
    assert wisebe([ANN, BEN, CID], SYSTEM) == pytest.approx(6 / 7 * 5 / 12)
    assert wisebe([ANN, BEN, CID], SYSTEM, window=0) == pytest.approx(0.5 * 5 / 12)
    assert wisebe([ANN, BEN, CID], SYSTEM, last="count") > wisebe([ANN, BEN, CID], SYSTEM)


def test_boundary_f1() -> None:
    assert boundary_f1(ANN, SYSTEM) == pytest.approx(2 / 7)
    assert boundary_f1(ANN, SYSTEM, tolerance=1) == pytest.approx(4 / 7)
    assert boundary_f1(ANN, SYSTEM, last="count") == pytest.approx(4 / 9)


def test_ser() -> None:
    assert ser(ANN, SYSTEM) == pytest.approx(5 / 3)
    assert ser(marked("yes . no ? go ."), marked("yes . no . go ."), tell_marks_apart=True) == 0.5


def test_fleiss_kappa() -> None:
    assert fleiss_kappa([ANN, ANN]) == 1.0
    assert 0 < fleiss_kappa([ANN, BEN]) < fleiss_kappa([ANN, BEN], last="count") < 1


def test_different_lengths_are_refused() -> None:
    with pytest.raises(LengthMismatch):
        boundary_f1(ANN, cut("a b |"))
