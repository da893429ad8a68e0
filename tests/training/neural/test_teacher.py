"""What teachers believe is a mean, is drawn from as often as wanted, and learned from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from pausa.core.errors import OptionError
from pausa.models import load_folder
from pausa.models.neural.inputs import line_of
from pausa.models.neural.marks import COMMA, NONE, end_probability
from pausa.models.transformer import TransformerDetector
from pausa.training.neural.mixture import Mixture
from pausa.training.neural.samples import Sample, bare
from pausa.training.neural.store import prepare
from tests.builders import spoken
from tests.training.neural.examples import TINY_RECIPES, TINY_SIZES, sources_of, talks, tokenizer_folder

pytest.importorskip("torch")

from pausa.training.neural.teacher import Teachers, answered
from pausa.training.neural.train import train_network

RECIPE = TINY_RECIPES["transformer"]


def quiet(_: str) -> None:
    """Nothing is said."""


def test_answers_are_drawn_as_often_as_they_are_believed() -> None:
    n_words = 20_000
    sample = bare(["so"] * n_words, [NONE] * n_words)
    believed = np.tile(np.array([0.5, 0.0, 0.3, 0.2]), (n_words, 1))
    found = np.bincount(answered(sample, believed, np.random.default_rng(1)).labels, minlength=4) / n_words
    assert found == pytest.approx([0.5, 0.0, 0.3, 0.2], abs=0.01)


def test_what_is_certain_is_not_changed_by_rounding() -> None:
    sample = bare(["so"] * 4, [NONE] * 4)
    believed = np.eye(4, dtype=np.float16) * np.float16(0.9995)
    for seed in range(50):
        assert answered(sample, believed, np.random.default_rng(seed)).labels == [0, 1, 2, 3]


def test_teachers_are_asked_about_some_windows_of_their_pupils(tmp_path: Path) -> None:
    found = sources_of([talks(tmp_path / "talks", count=5, n_sentences=3)])
    corpora = [prepare(source, "train", cache=None, say=quiet) for source in found]
    asked: list[int] = []

    def believe(sample: Sample) -> Any:
        asked.append(len(sample))
        return np.tile(np.array([0.0, 1.0, 0.0, 0.0]), (len(sample), 1))

    rng = np.random.default_rng(3)
    for pupils, fewest, most in (([], 0, 0), (["talks"], 120, 180)):
        asked.clear()
        mixture = Mixture(corpora, seed=1, believe=believe, pupils=pupils, taught=0.5)
        answers = [mixture.draw(rng, 20).labels for _ in range(300)]
        assert fewest <= len(asked) <= most
        assert sum(set(labels) == {COMMA} for labels in answers) == len(asked)


def test_several_teachers_believe_what_they_believe_on_average(tmp_path: Path) -> None:
    tokenizer_folder(tmp_path)
    options: dict[str, Any] = {"pretrained": tmp_path, "from_scratch": True, "size": TINY_SIZES["transformer"]}
    found = sources_of([talks(tmp_path / "talks", count=3, n_sentences=3)])
    for seed, name in enumerate(("one", "other")):
        recipe = replace(RECIPE, steps=1, seed=seed)
        train_network("transformer", tmp_path / name, sources=found, recipe=recipe, say=quiet, **options)
    sample = bare(["so", "we", "left"], [NONE] * 3)
    finished, learning = Teachers([tmp_path / "one"])(sample), Teachers([tmp_path / "other.training"])(sample)
    together = Teachers([tmp_path / "one", tmp_path / "other.training"])(sample)
    assert finished.shape == (3, 4)
    assert finished.sum(axis=1) == pytest.approx([1, 1, 1])
    assert np.abs(finished - learning).max() > 0
    assert together == pytest.approx((finished + learning) / 2)


def test_a_student_learns_what_only_its_teacher_knows(tmp_path: Path) -> None:
    tokenizer_folder(tmp_path)
    marked = talks(tmp_path / "marked")
    unmarked = tmp_path / "unmarked"
    unmarked.mkdir()
    for path in marked.iterdir():
        rows = path.read_text().splitlines()
        (unmarked / path.name).write_text("".join(f"{row.rstrip(',.?')}\n" for row in rows))
    options: dict[str, Any] = {
        "pretrained": tmp_path, "from_scratch": True, "size": TINY_SIZES["transformer"], "say": quiet,
    }  # fmt: skip
    train_network("transformer", tmp_path / "teacher", sources=sources_of([marked]), recipe=RECIPE, **options)
    teacher: dict[str, Any] = {"teachers": [tmp_path / "teacher"], "taught": ["unmarked"]}
    recipe = replace(RECIPE, taught=1.0, patience=1000)
    train_network(
        "transformer", tmp_path / "student", sources=sources_of([unmarked]), recipe=recipe, **teacher, **options
    )
    with pytest.raises(OptionError, match=r"No sentence ends are marked in .*unmarked"):
        train_network("transformer", tmp_path / "alone", sources=sources_of([unmarked]), recipe=recipe, **options)
    line = line_of(spoken("so we left in the morning then they waited by the harbour soon anna sold the boat again"))
    ends = {}
    for name in ("teacher", "student"):
        detector = load_folder(tmp_path / name)
        assert isinstance(detector, TransformerDetector)
        ends[name] = np.flatnonzero(end_probability(detector.logits(line)) > 0.5).tolist()
    assert ends["teacher"] == ends["student"] != []


def test_a_teacher_is_a_transformer_and_its_pupils_have_names(tmp_path: Path) -> None:
    talks(tmp_path / "talks", count=3, n_sentences=3)
    recipe, found = replace(TINY_RECIPES["cnn"], steps=1), sources_of([tmp_path / "talks"])
    train_network("cnn", tmp_path / "cnn", sources=found, size=TINY_SIZES["cnn"], recipe=recipe, say=quiet)
    for taught, problem in (
        ("talks", "A transformer starts from a transformer"),
        ("calls", "No source is called calls"),
    ):
        with pytest.raises(OptionError, match=problem):
            train_network("cnn", tmp_path / "other", sources=found, teachers=[tmp_path / "cnn"], taught=[taught])
