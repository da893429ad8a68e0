"""An `fst` model as a folder, and back.

manifest.json        weights, the length model, what the prosodic models look at
words.txt  lm-*.npy  the word LM
classes-*            the class LM, where there is one
times-*.npy          the prosodic model of pauses and durations; audio-*.npy that of everything
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import InputError, OptionError
from pausa.features.durations import PhoneNorms
from pausa.lm import ClassModel, class_arrays, class_from_arrays, from_arrays, to_arrays
from pausa.models.fst.detector import FstDetector
from pausa.models.fst.evidence import Weights
from pausa.models.fst.length import Gamma
from pausa.models.fst.prosodic import Prosodic
from pausa.models.storage import Content, Folder, open_bundled

_PARTS = ("landmarks", "strengths", "preparation", "sigmoid")


def content(detector: FstDetector) -> Content:
    """What `storage.save_folder` needs."""
    arrays: dict[str, NDArray[Any]] = dict(to_arrays(detector.words))
    lists: dict[str, tuple[str, ...]] = {"words": detector.words.vocabulary.words}
    if detector.classes is not None:
        arrays |= class_arrays(detector.classes)
        lists["classes-words"] = detector.classes.words
        lists["classes-names"] = detector.classes.vocabulary.words
    for sight, model in detector.prosody.items():
        arrays |= {f"{sight}-{name}": array for name, array in model.arrays().items()}
    if detector.norms is not None:
        arrays["phone-norms"] = np.stack([detector.norms.mean_ms, detector.norms.deviation_ms])
        lists["phones"] = detector.norms.names
    gamma = detector.gamma
    settings: dict[str, Any] = {
        "gamma": None if gamma is None else {"shape": gamma.shape, "scale": gamma.scale},
        "normalised": detector.normalised,
        "classes": detector.classes is not None,
        "norms": detector.norms is not None,
        "prosody": {sight: list(model.columns) for sight, model in detector.prosody.items()},
        "weights": {sight: weights.as_dict() for sight, weights in detector.weights.items()},
    }
    if detector.tells_clauses:
        settings["level"] = "clause"
    uses = tuple(sight for sight in ("times", "audio") if sight in detector.prosody)
    manifest = msgspec.structs.replace(detector.manifest, model="fst", uses=uses, settings=settings)
    return Content(manifest, arrays, lists)


def from_folder(folder: Folder) -> FstDetector:
    """The detector of an opened folder."""
    settings = folder.manifest.settings
    try:
        return FstDetector(
            words=from_arrays(folder.array, folder.lines("words")),
            classes=_classes(folder) if settings["classes"] else None,
            gamma=None if settings["gamma"] is None else Gamma(**settings["gamma"]),
            normalised=bool(settings["normalised"]),
            prosody={sight: _prosodic(folder, sight, columns) for sight, columns in settings["prosody"].items()},
            weights={sight: Weights(**weights) for sight, weights in settings["weights"].items()},
            norms=_norms(folder) if settings["norms"] else None,
            tells_clauses=settings.get("level") == "clause",
            manifest=folder.manifest,
        )
    except InputError as problem:
        raise problem if problem.source == str(folder.path) else folder.damaged(problem.problem) from problem
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError, OptionError) as problem:
        raise folder.damaged(f"its settings make no sense ({problem})") from problem


def bundled() -> FstDetector:
    """The English model that comes with Pausa."""
    return from_folder(open_bundled("fst-en"))


def _classes(folder: Folder) -> ClassModel:
    return class_from_arrays(folder.array, folder.lines("classes-words"), folder.lines("classes-names"))


def _norms(folder: Folder) -> PhoneNorms:
    mean_ms, deviation_ms = np.asarray(folder.array("phone-norms"), dtype=np.float64)
    names = folder.lines("phones")
    if not len(names) == len(mean_ms) == len(deviation_ms):
        raise folder.damaged("the norms do not fit the phones")
    return PhoneNorms(names, mean_ms, deviation_ms)


def _prosodic(folder: Folder, sight: str, columns: list[str]) -> Prosodic:
    arrays = {name: np.asarray(folder.array(f"{sight}-{name}")) for name in _PARTS}
    return Prosodic.from_arrays(tuple(columns), arrays)
