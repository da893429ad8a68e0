"""Detectors: one module each, one line here each; listing them loads none."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pausa.core.registry import Registry, unknown

if TYPE_CHECKING:
    from pausa.models.base import Detector
    from pausa.models.storage import Folder

#: What reads English where `default` is asked for; other languages it leaves to `world`.
DEFAULT = "transformer"

#: Names to what makes a detector when it is called.
MODELS: Registry[Callable[[], Detector]] = Registry(
    "model",
    {
        "transformer": "pausa.models.transformer:bundled",
        "world": "pausa.models.transformer:world",
        "bayes": "pausa.models.bayes:bundled",
        "fst": "pausa.models.fst:bundled",
        "brnn": "pausa.models.brnn:bundled",
        "cnn": "pausa.models.cnn:bundled",
        "pause": "pausa.models.pause:PauseDetector",
        "punctuation": "pausa.models.punctuation:PunctuationDetector",
    },
)

#: Who makes a detector from an opened folder, by the model that its manifest names.
LOADERS: Registry[Callable[[Folder], Detector]] = Registry(
    "kind of model",
    {
        "bayes": "pausa.models.bayes:from_folder",
        "fst": "pausa.models.fst:from_folder",
        "transformer": "pausa.models.transformer:from_folder",
        "world": "pausa.models.transformer:from_folder",
        "cnn": "pausa.models.cnn:from_folder",
        "brnn": "pausa.models.brnn:from_folder",
    },
)

#: One line for each model, for lists.
TITLES = {
    "transformer": "words, pauses and turns, read by a compact network; tells marks; English; the default",
    "world": "as the transformer, for thirty languages; the default uses it for all but English",
    "bayes": "words, and pauses where there are any, under tight resources; English; the fastest",
    "fst": "language models, sentence lengths and prosody, one best path over the recording; English",
    "brnn": "a recurrent network with attention over words, then pauses; tells marks; English",
    "cnn": "convolutions over a few words to either side, and their pauses; tells marks; English",
    "pause": "a sentence ends where the speaker is silent; needs word times",
    "punctuation": "a sentence ends where the marks in the transcript say so; needs marks",
}


def load(name_or_folder: str) -> Detector:
    """The detector of that name or in that folder, ready to score; `default` is a name too."""
    if name_or_folder not in MODELS and _is_folder(name_or_folder):
        return load_folder(name_or_folder)
    if name_or_folder == "default":
        from pausa.models.transformer import by_language  # numpy, which a list does without

        return by_language()
    if name_or_folder not in MODELS:
        raise unknown(MODELS.kind, name_or_folder, ("default", *MODELS))
    return MODELS[name_or_folder]()


def load_folder(path: str | Path) -> Detector:
    """The detector that is stored in a folder."""
    from pausa.models.storage import open_folder  # numpy, which a list does without

    opened = open_folder(path)
    return LOADERS[opened.manifest.model](opened)


def card(name_or_folder: str) -> str:
    """What a person should know about a model before using it."""
    from pausa.models.spoken import spoken
    from pausa.models.storage import card as card_of

    detector = load(name_or_folder)
    if detector.manifest is not None:
        told = card_of(detector.manifest)
        return f"{told}\n{spoken(detector.measured)}" if detector.measured else told
    return f"{detector.name}: {TITLES[detector.name]}\nneeds: {', '.join(('words', *sorted(detector.needs)))}"


def _is_folder(name: str) -> bool:
    try:
        return os.sep in name or "/" in name or Path(name).is_dir()
    except (OSError, ValueError):  # too long, or with a null in it
        return False
