"""Baselines that every number should be seen beside: no boundary, all boundaries, a fixed length, pauses.

They are made on the words of a system's trials and scored like any system.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pausa.core.segmentation import Segmentation
from pausa.decode import decode
from pausa.models.pause import PauseDetector
from pausa.workflow.trials import Trial


def make_baselines(trials: Sequence[Trial]) -> dict[str, tuple[Trial, ...]]:
    """The baselines' trials on these words, by name; `pause` only where every recording has times."""
    length = _mean_length(trials)
    made: dict[str, Callable[[Trial], Sequence[int]]] = {
        "none": lambda trial: (),
        "all": lambda trial: range(len(trial.transcript)),
        f"every {length}": lambda trial: range(length - 1, len(trial.transcript), length),
    }
    if all(trial.transcript.has_times for trial in trials):
        made["pause"] = _ends_by_pause
    return {
        name: tuple(
            replace(trial, hypothesis=Segmentation.of(len(trial.transcript), ends(trial), by=name)) for trial in trials
        )
        for name, ends in made.items()
    }


def _ends_by_pause(trial: Trial) -> Sequence[int]:
    return decode(PauseDetector().score(trial.transcript), trial.transcript).ends


def _mean_length(trials: Sequence[Trial]) -> int:
    """Words per sentence over all references, rounded."""
    sentences = sum(len(reference.ends) for trial in trials for reference in trial.references)
    words = sum(reference.n_words for trial in trials for reference in trial.references)
    return max(1, round(words / sentences)) if sentences else 1
