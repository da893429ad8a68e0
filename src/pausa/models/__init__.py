"""Detectors: one module each, one line here each; listing them loads none."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from pausa.core.errors import InputError
from pausa.core.registry import Registry

if TYPE_CHECKING:
    from pausa.models.base import Detector

#: What `default` stands for.
DEFAULT = "pause"

MODELS: Registry[type[Detector]] = Registry(
    "model",
    {
        "pause": "pausa.models.pause:PauseDetector",
        "punctuation": "pausa.models.punctuation:PunctuationDetector",
    },
)

#: One line for each model, for lists.
TITLES = {
    "pause": "a sentence ends where the speaker is silent; needs word times",
    "punctuation": "a sentence ends where the marks in the transcript say so; needs marks",
}


def load(name_or_folder: str) -> Detector:
    """The detector of that name, ready to score; `default` is a name too."""
    if name_or_folder not in MODELS and _is_folder(name_or_folder):
        return _from_folder(name_or_folder)
    return MODELS[_meant(name_or_folder)]()


def card(name_or_folder: str) -> str:
    """What a person should know about a model before using it."""
    detector = load(name_or_folder)
    return f"{detector.name}: {TITLES[detector.name]}\nneeds: {', '.join(('words', *sorted(detector.needs)))}"


def _meant(name: str) -> str:
    return DEFAULT if name == "default" else name


def _is_folder(name: str) -> bool:
    return os.sep in name or "/" in name or Path(name).is_dir()


def _from_folder(folder: str) -> Detector:
    """The model stored in a folder. None can be stored yet, so every folder is a wrong one."""
    if not Path(folder).is_dir():
        raise InputError(folder, None, "there is no such model folder", "pausa models lists the models by name")
    raise InputError(folder, None, "this folder holds no model", "pausa models lists the models by name")
