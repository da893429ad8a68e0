"""What `pausa train` says while it works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pausa.cli import main
from tests.training.examples import written

pytest.importorskip("torch")


def test_where_nobody_watches_each_look_is_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from msgspec.structs import replace

    from pausa.training.neural import train as training

    recipe = replace(training.RECIPES["cnn"], steps=3, evaluate_every=2, batch=2)
    monkeypatch.setitem(training.RECIPES, "cnn", recipe)
    timed = written(tmp_path / "timed", range(3))
    result = CliRunner().invoke(main, ["train", "cnn", str(timed), "-o", str(tmp_path / "model")])
    assert result.exit_code == 0, result.output
    looks = re.findall(r"pausa: step (\d+), \d+\.\d minutes: held-out F1 0\.\d{3}\n", result.output)
    assert looks == ["2", "3"]


@pytest.mark.parametrize("size", ["nan", "inf", "-inf", "1e305"])
def test_a_size_is_a_number_that_one_can_reckon_with(size: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["train", "bayes", "talks", "--max-mb", size, "-o", str(tmp_path / "model")])
    assert result.exit_code == 2
    assert "is not a number that can be used" in result.stderr


@pytest.mark.parametrize("minutes", ["0", "-5"])
def test_a_training_takes_some_time(minutes: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(
        main, ["train", "cnn", "talks", "--max-minutes", minutes, "-o", str(tmp_path / "model")]
    )
    assert result.exit_code == 2
    assert "'--max-minutes'" in result.output
