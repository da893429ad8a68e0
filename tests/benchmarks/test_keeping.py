from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from benchmarks.models import keeping  # noqa: E402
from pausa.training.neural.checkpoint import BEST, State, load, save  # noqa: E402


def test_weights_are_mixed_where_the_start_has_any(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new, old, target = (tmp_path / name for name in ("new", "old", "target"))
    new.mkdir()
    (new / "tokenizer.json").write_text("{}", encoding="utf-8")
    save(new / BEST, {"head.weight": torch.full((3, 2), 4.0)}, State())
    monkeypatch.setattr(keeping, "restore", lambda path: {"head.weight": torch.zeros((2, 2))})
    keeping.keep(new, old, 0.25, target)
    assert load(target / BEST)[0]["head.weight"].tolist() == [[3.0, 3.0], [3.0, 3.0], [4.0, 4.0]]
