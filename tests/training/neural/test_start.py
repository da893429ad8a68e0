"""A training that goes on from a model folder, with capitals and styles that the model did not have."""

from __future__ import annotations

from dataclasses import replace as with_values
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.models import load_folder
from pausa.models.brnn import BrnnDetector
from pausa.models.cnn import CnnDetector
from pausa.models.neural.inputs import NO_STYLE, STYLES, line_of
from pausa.models.neural.marks import CLASSES
from pausa.models.transformer import TransformerDetector
from pausa.text.casing import ALL, INITIAL, LOWER, UNKNOWN_CASE
from tests.builders import parsed, spoken
from tests.training.neural.examples import (
    TINY_RECIPES,
    TINY_SIZES,
    TINY_TRANSFORMER,
    sources_of,
    talks,
    tokenizer_folder,
)

torch = pytest.importorskip("torch")

from pausa.training.neural.building import build  # noqa: E402
from pausa.training.neural.heldout import torch_logits  # noqa: E402
from pausa.training.neural.loop import loss_of  # noqa: E402
from pausa.training.neural.mixture import Mixture  # noqa: E402
from pausa.training.neural.samples import Sample, bare  # noqa: E402
from pausa.training.neural.settings import NeuralRecipe, TransformerSize  # noqa: E402
from pausa.training.neural.sources import CorpusSource  # noqa: E402
from pausa.training.neural.store import compact  # noqa: E402
from pausa.training.neural.train import train_network  # noqa: E402

GROWN = replace(TINY_TRANSFORMER, cases=True, styles=True)
SPOKEN = spoken("so we left / did anna wait again by the harbour then she sold the boat in the morning")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("model")
    tokenizer_folder(place)
    recipe = replace(TINY_RECIPES["transformer"], steps=20)
    found = sources_of([talks(place / "talks", count=4, n_sentences=10)])
    train_network(
        "transformer", place / "model", sources=found, recipe=recipe, size=TINY_TRANSFORMER, pretrained=place,
        from_scratch=True, say=lambda _: None,
    )  # fmt: skip
    return place / "model"


@pytest.mark.parametrize("size", [TINY_TRANSFORMER, GROWN], ids=["same", "grown"])
def test_a_network_started_from_a_model_says_what_the_model_says(
    size: TransformerSize, model: Path, tmp_path: Path
) -> None:
    parts = build("transformer", size, {"so": 1}, work=tmp_path, start=model)
    detector = load_folder(model)
    assert isinstance(detector, TransformerDetector)
    line = line_of(SPOKEN)
    assert torch_logits(parts.kind, line) == pytest.approx(detector.logits(line), abs=0.15)
    told = with_values(line, style=1)
    assert size is TINY_TRANSFORMER or torch_logits(parts.kind, told) == pytest.approx(
        torch_logits(parts.kind, line), abs=1e-5
    )


def test_a_model_of_another_shape_is_refused(model: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="another shape"):
        build("transformer", replace(TINY_TRANSFORMER, layers=3), {"so": 1}, work=tmp_path, start=model)


def test_a_network_of_fewer_layers_starts_from_some_of_them(model: Path, tmp_path: Path) -> None:
    small = build("transformer", replace(TINY_TRANSFORMER, layers=1), {"so": 1}, work=tmp_path / "1", start=model)
    whole = build("transformer", TINY_TRANSFORMER, {"so": 1}, work=tmp_path / "2", start=model)
    taken, there = (dict(parts.kind.network.named_parameters()) for parts in (small, whole))
    assert torch.equal(taken["blocks.0.qkv.weight"], there["blocks.1.qkv.weight"])
    assert not torch.equal(taken["blocks.0.qkv.weight"], there["blocks.0.qkv.weight"])
    assert torch.equal(taken["head.weight"], there["head.weight"])
    detector = small.detector(small.export())
    assert isinstance(detector, TransformerDetector)
    assert detector.logits(line_of(SPOKEN)).shape == (len(SPOKEN), len(CLASSES))


def test_a_grown_network_runs_as_a_model(model: Path, tmp_path: Path) -> None:
    parts = build("transformer", GROWN, {"so": 1}, work=tmp_path, start=model)
    detector = parts.detector(parts.export())
    assert isinstance(detector, TransformerDetector)
    for style in range(len(STYLES) + 1):
        assert detector.logits(with_values(line_of(SPOKEN), style=style)).shape == (len(SPOKEN), len(CLASSES))


def cases(text: str) -> list[int]:
    (document,) = parsed("text", text)
    return list(compact(CorpusSource("talks", ()), [document]).cases.tolist())


def test_capitals_are_learned_inside_sentences_and_of_i() -> None:
    found = cases("We met Anna at NASA. I think so. She left.")
    assert found == [UNKNOWN_CASE, LOWER, INITIAL, LOWER, ALL, INITIAL, LOWER, LOWER, UNKNOWN_CASE, LOWER]


def test_where_nobody_wrote_capitals_nothing_is_known_about_them() -> None:
    assert set(cases("we met anna at nasa. i think so.")) == {UNKNOWN_CASE}


def test_a_window_is_told_its_style_now_and_then() -> None:
    corpus = compact(CorpusSource("talks", (), style="prepared"), [Document(SPOKEN)])
    mixture = Mixture([corpus], seed=1, style_known=0.5)
    drawn = [mixture.draw(mixture.rng(step), 5).style for step in range(200)]
    assert set(drawn) == {NO_STYLE, STYLES.index("prepared") + 1}
    assert 60 < sum(map(bool, drawn)) < 140


def losses(samples: list[Sample], recipe: NeuralRecipe, logits: np.ndarray) -> float:
    return float(loss_of(torch.from_numpy(logits).float(), samples, recipe))


def test_the_last_words_count_more_where_asked() -> None:
    sample = bare(["so"] * 20, [0] * 20)
    logits = np.zeros((20, 4))
    logits[-1, 1] = 5.0  # wrong at the last word only
    plain, late = (losses([sample], NeuralRecipe(late_weight=weight), logits) for weight in (1.0, 3.0))
    assert late > plain


def test_capitals_count_beside_marks_where_they_are_known() -> None:
    logits = np.zeros((2, 8))
    logits[:, 5] = 3.0  # an initial capital for both
    right, wrong, unknown = (
        losses([with_values(bare(["anna", "left"], [0, 0]), cases=known)], NeuralRecipe(), logits)
        for known in ([INITIAL, INITIAL], [LOWER, LOWER], [UNKNOWN_CASE, UNKNOWN_CASE])
    )
    assert wrong > right > unknown


@pytest.mark.parametrize("model", ["cnn", "brnn"])
def test_other_networks_start_from_their_models_too(model: str, tmp_path: Path) -> None:
    found = sources_of([talks(tmp_path / "talks", count=4, n_sentences=10)])
    recipe = replace(TINY_RECIPES[model], steps=20)
    size: Any = TINY_SIZES[model]
    train_network(model, tmp_path / "model", sources=found, recipe=recipe, size=size, say=lambda _: None)
    detector = load_folder(tmp_path / "model")
    assert isinstance(detector, CnnDetector | BrnnDetector)
    train_network(model, tmp_path / "next", sources=found, recipe=recipe, start=tmp_path / "model", say=lambda _: None)
    assert (tmp_path / "next" / "model.onnx").is_file()
    parts = build(model, size, {"so": 1}, work=tmp_path / "work", start=tmp_path / "model")
    parts.kind.begin_stage(1.0, 0.0)
    parts.kind.network.eval()
    line = line_of(SPOKEN)
    assert torch_logits(parts.kind, line) == pytest.approx(detector.logits(line), abs=2e-2)
    assert np.abs(detector.logits(line)).max() > 0.2
