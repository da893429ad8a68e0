"""Model folders of strangers: whatever is in them, one error says that they are damaged, and nothing hangs."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("onnx")
pytest.importorskip("fastapi")

import onnx

from benchmarks.fuzz.folders import MODEL_KINDS, files
from pausa.core.errors import InputError
from pausa.models import card, load_folder
from tests.builders import spoken

TALK = spoken("so we left / it was late nobody was there")


def folder(place: Path, kind: str) -> Path:
    place.mkdir(exist_ok=True)
    for name, content in files(kind).items():
        (place / name).write_bytes(content)
    return place


def refused(place: Path) -> str:
    """What is said of a folder that is loaded and asked for scores."""
    with pytest.raises(InputError) as caught:
        load_folder(place).score(TALK)
    told = str(caught.value)
    assert "\n" not in told
    return told


def changed(place: Path, name: str, change: Callable[[Any], object]) -> None:
    """An array of the folder, changed."""
    array = change(np.load(io.BytesIO((place / name).read_bytes())))
    np.save(place / name, np.asarray(array))


def told_anew(place: Path, **settings: object) -> None:
    """Other settings in the manifest."""
    manifest = json.loads((place / "manifest.json").read_text())
    manifest["settings"] |= settings
    (place / "manifest.json").write_text(json.dumps(manifest))


@pytest.mark.parametrize("kind", MODEL_KINDS)
def test_the_folders_are_good_before_anything_is_done_to_them(tmp_path: Path, kind: str) -> None:
    scores = load_folder(folder(tmp_path, kind)).score(TALK)
    assert len(scores) == len(TALK)


ARRAYS = [(kind, name) for kind in MODEL_KINDS for name in sorted(files(kind)) if name.endswith(".npy")]


@pytest.mark.parametrize(("kind", "name"), ARRAYS)
def test_a_damaged_header_is_told(tmp_path: Path, kind: str, name: str) -> None:
    data = files(kind)[name]
    for header in (b"{'descr': ('<f4', 'fort", b"(((", b"{'descr': 'O', 'shape': ()}", b"\xff" * 20):
        place = folder(tmp_path / "model", kind)
        (place / name).write_bytes(data[:10] + header + data[10 + len(header) :])
        assert f"damaged: {name}" in refused(place)


@pytest.mark.parametrize(("kind", "name"), ARRAYS)
@pytest.mark.parametrize("shape", [(1, -1), (-1, 1), (1, 1, -1)])
def test_wrong_shapes_are_told(tmp_path: Path, kind: str, name: str, shape: tuple[int, ...]) -> None:
    place = folder(tmp_path, kind)
    changed(place, name, lambda array: array.reshape(shape))
    refused(place)


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, name in ARRAYS if "lm-order" not in name])
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1j])
def test_weights_that_are_no_numbers_are_told(tmp_path: Path, kind: str, name: str, value: complex) -> None:
    place = folder(tmp_path, kind)
    changed(place, name, lambda array: np.full(array.shape, value))
    if name.startswith("pair_") and np.isnan(value):
        load_folder(place)  # a pair that was pruned away
    else:
        assert "is damaged" in refused(place)


@pytest.mark.parametrize("order", [0, -1, 21, 2**31 - 1])
def test_a_language_model_of_no_length_is_told(tmp_path: Path, order: int) -> None:
    place = folder(tmp_path, "fst")
    changed(place, "lm-order.npy", lambda array: np.array([order]))
    assert "order makes no sense" in refused(place)


@pytest.mark.parametrize("kind", MODEL_KINDS)
def test_a_manifest_may_be_a_folder_or_nested_deeply(tmp_path: Path, kind: str) -> None:
    place = folder(tmp_path / "one", kind)
    (place / "manifest.json").write_text('{"layout": 1, "model": "bayes", "settings": ' + '{"a":' * 50_000)
    assert "is no manifest" in refused(place)
    (place / "manifest.json").unlink()
    (place / "manifest.json").mkdir()
    assert "manifest.json is no file" in refused(place)


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in MODEL_KINDS for name in sorted(files(kind))])
def test_a_pipe_in_place_of_a_file_is_not_waited_for(tmp_path: Path, kind: str, name: str) -> None:
    place = folder(tmp_path, kind)
    (place / name).unlink()
    os.mkfifo(place / name)
    assert f"{name} is no file" in refused(place)


def networks(change: Callable[[Any], Any]) -> bytes:
    """The network of the transformer with other weights."""
    model = onnx.load_from_string(files("transformer")["model.onnx"])
    (tensor,) = model.graph.initializer
    array = change(np.array(onnx.numpy_helper.to_array(tensor)))
    tensor.CopyFrom(onnx.numpy_helper.from_array(array, tensor.name))
    made: bytes = model.SerializeToString()
    return made


@pytest.mark.parametrize(
    ("network", "says"),
    [
        (lambda: files("cnn")["model.onnx"], "Required inputs"),
        (lambda: networks(lambda array: np.full_like(array, np.nan)), "are no numbers"),
        (lambda: networks(lambda array: array[:, :3]), "3"),
        (lambda: networks(lambda array: array[:1]), "out of data bounds"),
    ],
)
def test_a_network_of_another_model_is_told(tmp_path: Path, network: Callable[[], bytes], says: str) -> None:
    place = folder(tmp_path, "transformer")
    (place / "model.onnx").write_bytes(network())
    told = refused(place)
    assert "does not fit the model around it" in told
    assert says in told


@pytest.mark.parametrize("vocabulary", [{}, {"so": 0}, {"[UNK]": 0}])
def test_a_tokenizer_without_vocabulary_is_told(tmp_path: Path, vocabulary: dict[str, int]) -> None:
    place = folder(tmp_path, "transformer")
    tokenizer = json.loads((place / "tokenizer.json").read_text())
    tokenizer["model"]["vocab"] = vocabulary
    (place / "tokenizer.json").write_text(json.dumps(tokenizer))
    assert "tokenizer" in refused(place)


@pytest.mark.parametrize("windows", [{"radius": 10**18}, {"radius": 0}, {"longest": -5}, {"before": -1}])
def test_windows_of_no_sensible_size_are_told(tmp_path: Path, windows: dict[str, int]) -> None:
    place = folder(tmp_path, "cnn")
    told_anew(place, windows=windows)
    assert "windows" in refused(place)


@pytest.mark.parametrize("weights", [{"words": 1e300}, {"words": "much"}, {"words": None}, {"length": -1e9}])
def test_weights_beyond_all_bounds_are_told(tmp_path: Path, weights: dict[str, Any]) -> None:
    place = folder(tmp_path, "fst")
    told_anew(place, weights={"words": weights})
    assert "Weights are numbers" in refused(place)


def test_a_card_is_shown_whatever_it_says_of_reliability(tmp_path: Path) -> None:
    place = folder(tmp_path, "cnn")
    for reliability in ([{"said": "much"}], [{"said": 0.5, "came": 1e300}], [1, 2]):
        told_anew(place, reliability=reliability)
        assert "cannot be read" in card(str(place))


@pytest.mark.parametrize(
    ("kind", "setting", "value"),
    [
        ("bayes", "rate", ".."),
        ("bayes", "rate", -1),
        ("bayes", "weights", "x"),
        ("bayes", "mean_length", 10**400),
        ("fst", "prosody", "-1e-999999999"),
        ("fst", "gamma", {"shape": 10**400, "scale": 1.0}),
    ],
)
def test_settings_of_another_kind_are_told(tmp_path: Path, kind: str, setting: str, value: object) -> None:
    place = folder(tmp_path, kind)
    told = json.loads((place / "manifest.json").read_text())
    told["settings"][setting] = value
    (place / "manifest.json").write_text(json.dumps(told))
    assert "settings make no sense" in refused(place)
