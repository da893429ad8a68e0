"""Weights that go into a model folder and come back, to be trained further."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from torch import Tensor  # noqa: E402

from pausa.training.neural.bert import Transformer  # noqa: E402
from pausa.training.neural.export import Precision, transformer_graph  # noqa: E402
from pausa.training.neural.optimising import copy_weights  # noqa: E402
from pausa.training.neural.restoring import restore_weights  # noqa: E402
from pausa.training.neural.settings import TransformerSize  # noqa: E402

SIZE = TransformerSize(vocabulary=40, width=16, inner=32, heads=2, layers=2, positions=32)


def network() -> Transformer:
    torch.manual_seed(3)
    made = Transformer(SIZE)
    for weight in made.parameters():
        torch.nn.init.normal_(weight, std=0.3)
    return made


def stored(given: Transformer, precision: Precision, folder: Path) -> dict[str, Tensor]:
    path = folder / "model.onnx"
    path.write_bytes(transformer_graph(given, precision))
    return restore_weights(path)


@pytest.mark.parametrize(("precision", "off"), [("full", 0.0), ("half", 0.002), ("int8", 0.02)])
def test_what_is_stored_comes_back_as_near_as_it_was_stored(precision: Precision, off: float, tmp_path: Path) -> None:
    given = network()
    found = stored(given, precision, tmp_path)
    assert set(found) == {name for name, _ in given.named_parameters()}
    for name, weight in given.named_parameters():
        assert (found[name] - weight).abs().max() <= off


def test_small_steps_of_what_started_from_bytes_are_lost_in_bytes_and_kept_in_half_precision(tmp_path: Path) -> None:
    adapted = network()
    start = stored(adapted, "int8", tmp_path)
    step = 1e-3
    copy_weights(adapted, {name: weight + step for name, weight in start.items()})
    name = "blocks.1.outer.weight"
    moved = {
        precision: float((stored(adapted, precision, tmp_path)[name] - start[name]).abs().mean())
        for precision in ("int8", "half")
    }
    assert moved["int8"] < step / 2
    assert moved["half"] == pytest.approx(step, rel=0.1)
