"""A mean of what a training has learned and of the weights that it started from."""

from __future__ import annotations

import shutil
from pathlib import Path

from pausa.models.neural.pieces import TOKENIZER
from pausa.training.neural.building import WORDS
from pausa.training.neural.checkpoint import BEST, load, save
from pausa.training.neural.restoring import restore


def keep(training: Path, start: Path, share: float, target: Path) -> None:
    """Make a `.training` folder of a training's best weights, mixed with those of the model that it started from."""
    weights, state = load(training / BEST)
    old = restore(start)
    for name in weights.keys() & old.keys():
        weight, rows = weights[name], len(old[name])  # capitals and styles have rows of their own
        weight[:rows] = (1 - share) * weight[:rows] + share * old[name]
    target.mkdir(parents=True, exist_ok=True)
    save(target / BEST, weights, state)
    for name in (TOKENIZER, WORDS):
        if (training / name).is_file():
            shutil.copy(training / name, target)
