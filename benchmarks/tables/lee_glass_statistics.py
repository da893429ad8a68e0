"""Around the ladder: annotation statistics (the paper's table 1), people's agreement (its sect. 2.2), exact kernels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.findings import folder
from pausa.core.document import Document
from pausa.core.scores import Floats
from pausa.decode.quota import best_scored
from pausa.formats.files import read
from pausa.models.fst.prosodic import Preparation
from pausa.models.fst.svm import Size, fit
from pausa.text.marks import is_end
from pausa.training.corpora import read_documents

Bools = NDArray[np.bool_]

#: Sets to count marks in: a name, a folder, the format of its files.
SETS = (
    ("earnings22", "earnings22", "nlp"),
    ("earnings21, references", "earnings21/references", "nlp"),
    ("icsi-mrda", "icsi-mrda", "nlp"),
    ("esic", "esic", "text"),
    ("coraal-multi, coraal", "coraal-multi/coraal", "nlp"),
    ("coraal-multi, rev", "coraal-multi/rev", "nlp"),
    ("coraal-multi, rev-aa", "coraal-multi/rev-aa", "nlp"),
    ("coraal-multi, amberscript", "coraal-multi/amberscript", "nlp"),
)
#: Gaps that the exact machine is fitted on and measured on.
EXACT, MEASURED = 5_000, 12_000
#: C of the exact machine.
COSTS = (1.0, 10.0)


@dataclass(frozen=True)
class Statistics:
    """One row of table 1: recordings, words in them on average, shares of words with a comma and with an end mark."""

    name: str
    recordings: int
    words: float
    commas: float
    ends: float

    @classmethod
    def of(cls, name: str, found: Iterable[Document]) -> Statistics:
        recordings = words = commas = ends = 0
        for each in found:
            recordings += 1
            words += each.n_words
            marks = [word.mark for word in each.transcript.words if word.mark]
            n_ends = sum(map(is_end, marks))
            ends += n_ends
            commas += sum(is_end(mark, ",") and not is_end(mark) for mark in marks)
        return cls(name, recordings, words / max(1, recordings), commas / max(1, words), ends / max(1, words))


def statistics(data: Path, problems: list[str]) -> list[Statistics]:
    """Table 1 for every annotated set that is there."""
    found = []
    for name, place, form in SETS:
        if (data / place).is_dir():
            found.append(Statistics.of(name, _transcripts(folder(data, *place.split("/")), form, problems)))
    return found


def _transcripts(place: Path, form: str, problems: list[str]) -> Iterable[Document]:
    if form == "text":  # there is audio beside the texts
        return (read(path, format=form, warn=problems.append) for path in sorted(place.glob("*.txt")))
    return read_documents([place], format=form, say=problems.append)


@dataclass(frozen=True)
class Kernels:
    """Exact and approximate machines on the same gaps: F1 of as many ends as there are, and mean log loss."""

    trained_on: int
    measured_on: int
    exact: dict[float, tuple[float, float]]
    landmarks: dict[int, tuple[float, float]]


def exact_kernel(values: Floats, ends: Bools) -> Kernels | None:
    """How much the approximation costs; None where scikit-learn is not installed."""
    if find_spec("sklearn") is None:
        return None
    from sklearn.calibration import CalibratedClassifierCV
    from sklearn.svm import SVC

    n_train = min(EXACT, len(ends) // 2)
    train, test = slice(0, n_train), slice(n_train, n_train + MEASURED)
    names = [str(place) for place in range(values.shape[1])]
    groups = np.arange(n_train) // max(1, n_train // 30)
    landmarks, exact, gamma = {}, {}, 1.0
    for count in (100, 300, 600):
        made = fit(values[train], ends[train], groups, names, size=Size(landmarks=count))
        gamma = made.model.gamma
        landmarks[count] = _judged(made.model.probabilities(values[test]), ends[test])
    preparation = Preparation.of(values[train])
    for cost in COSTS:
        machine = CalibratedClassifierCV(SVC(kernel="rbf", gamma=gamma, C=cost), ensemble=False)
        machine.fit(preparation(values[train]), ends[train])
        exact[cost] = _judged(machine.predict_proba(preparation(values[test]))[:, 1], ends[test])
    return Kernels(n_train, len(ends[test]), exact, landmarks)


def _judged(posteriors: Floats, ends: Bools) -> tuple[float, float]:
    found = best_scored(posteriors, count=int(ends.sum()), fixed=np.zeros(ends.size, dtype=bool)).chosen
    both = int(found.sum()) + int(ends.sum())
    inside = np.clip(posteriors, 1e-12, 1 - 1e-12)
    loss = float(-np.where(ends, np.log(inside), np.log1p(-inside)).mean())
    return (2 * int((found & ends).sum()) / both if both else float("nan")), loss
