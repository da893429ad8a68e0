"""Baselines that every number should be seen beside: no boundary, all boundaries, a fixed length, pauses.

They are made on the words of a system's trials and scored like any system.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pausa.core.segmentation import Segmentation
from pausa.decode import decode
from pausa.models.pause import PauseDetector
from pausa.workflow.trials import System, Trial


def baselines(trials: Sequence[Trial]) -> list[System]:
    """The baselines on these words; `pause` only where every recording has times."""
    length = _mean_length(trials)
    made = [
        _system("none", trials, lambda trial: ()),
        _system("all", trials, lambda trial: range(len(trial.transcript))),
        _system(f"every {length}", trials, lambda trial: range(length - 1, len(trial.transcript), length)),
    ]
    if all(trial.transcript.has_times for trial in trials):
        made.append(_system("pause", trials, _by_pause))
    return made


def _system(name: str, trials: Sequence[Trial], ends: Callable[[Trial], Sequence[int]]) -> System:
    return System(
        name,
        tuple(
            replace(trial, hypothesis=Segmentation.of(len(trial.transcript), ends(trial), by=name)) for trial in trials
        ),
    )


def _by_pause(trial: Trial) -> Sequence[int]:
    return decode(PauseDetector().score(trial.transcript), trial.transcript).ends


def _mean_length(trials: Sequence[Trial]) -> int:
    """Words per sentence over all references, rounded."""
    sentences = sum(len(reference.ends) for trial in trials for reference in trial.references)
    words = sum(reference.n_words for trial in trials for reference in trial.references)
    return max(1, round(words / sentences)) if sentences else 1
