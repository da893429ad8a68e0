"""A teacher's beliefs are asked for once, drawn from as often as wanted, and learned from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from pausa.core.errors import OptionError
from pausa.models import load_folder
from pausa.models.neural.inputs import Line, line_of
from pausa.models.neural.marks import NONE, PERIOD, end_probability
from pausa.models.transformer import TransformerDetector
from pausa.training.neural.samples import bare
from pausa.training.neural.store import Corpus, prepare
from pausa.training.neural.teacher import ask_teacher, mix_in_beliefs
from tests.builders import spoken
from tests.training.neural.examples import TINY_RECIPES, TINY_SIZES, sources_of, talks, tokenizer_folder

pytest.importorskip("torch")

from pausa.training.neural.train import train_network

RECIPE = TINY_RECIPES["transformer"]


def quiet(_: str) -> None:
    """Nothing is said."""


def corpus(place: Path) -> Corpus:
    (source,) = sources_of(timed=[talks(place / "talks", count=5, n_sentences=3)])
    return prepare(source, "train", cache=None, say=quiet)


def test_answers_are_drawn_as_often_as_they_are_believed() -> None:
    n_words = 20_000
    sample = bare(["so"] * n_words, [NONE] * n_words)
    believed = np.tile(np.array([0.5, 0.0, 0.3, 0.2], dtype=np.float16), (n_words, 1))
    found = np.bincount(mix_in_beliefs(sample, believed, 0.6, np.random.default_rng(1)).labels, minlength=4) / n_words
    assert found == pytest.approx([0.4 + 0.6 * 0.5, 0.0, 0.6 * 0.3, 0.6 * 0.2], abs=0.01)
    assert mix_in_beliefs(sample, believed, 0.0, np.random.default_rng(1)).labels == sample.labels


def test_what_is_certain_is_not_changed_by_rounding() -> None:
    sample = bare(["so"] * 4, [NONE] * 4)
    believed = np.eye(4, dtype=np.float16) * np.float16(0.9995)
    for seed in range(50):
        assert mix_in_beliefs(sample, believed, 1.0, np.random.default_rng(seed)).labels == [0, 1, 2, 3]


def test_the_teacher_is_asked_about_each_recording_once_also_after_a_stop(tmp_path: Path) -> None:
    found = corpus(tmp_path)
    asked: list[int] = []

    def logits(line: Line) -> Any:
        asked.append(len(line))
        if len(asked) == 3:
            raise KeyboardInterrupt
        return np.tile(np.array([0.0, -9.0, 2.0, -9.0], dtype=np.float32), (len(line), 1))

    with pytest.raises(KeyboardInterrupt):
        ask_teacher(found, "large", logits, cache=tmp_path / "cache", say=quiet)
    for _ in range(2):
        believed = ask_teacher(found, "large", logits, cache=tmp_path / "cache", say=quiet)
        assert believed.shape == (len(found), 4)
        assert believed[:, PERIOD] == pytest.approx(0.88, abs=0.01)
    assert len(asked) == len(found.starts) - 1 + 1
    ask_teacher(found, "another", logits, cache=tmp_path / "cache", say=quiet)
    assert len(asked) == 2 * (len(found.starts) - 1) + 1


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
    teacher: dict[str, Any] = {"teacher": tmp_path / "teacher", "taught": ["unmarked"]}
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
    for taught, problem in (("talks", "A teacher is a transformer"), ("calls", "No source is called calls")):
        with pytest.raises(OptionError, match=problem):
            train_network("cnn", tmp_path / "other", sources=found, teacher=tmp_path / "cnn", taught=[taught])
