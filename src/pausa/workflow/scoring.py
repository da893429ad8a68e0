"""From the arguments of a command to the trials it scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pausa.core.errors import OptionError
from pausa.core.messages import Say
from pausa.models import load
from pausa.models.base import Detector
from pausa.workflow.baselines import baselines as baseline_systems
from pausa.workflow.gather import Bundle, Reading, annotators_in, bundle, distinct, recordings
from pausa.workflow.trials import System, Trial, panels, systems


def gathered(
    references: Sequence[str],
    hypotheses: Sequence[str],
    *,
    reading: Reading,
    condition: str = "rec",
    model: str | None = None,
    baselines: bool = False,
    say: Say,
) -> tuple[tuple[Trial, ...], tuple[System, ...]]:
    """The references among themselves, and every system against them."""
    made = _labelled([bundle(path, reading=reading, say=say) for path in hypotheses], hypotheses)
    folders = any(Path(path).is_dir() for path in hypotheses)
    people = _references(references, made, by_name=folders, reading=reading, say=say)
    detector = None if model is None else load(model)
    return compared(people, made, reading=reading, condition=condition, detector=detector, baselines=baselines, say=say)


def compared(
    people: Sequence[Bundle],
    made: Sequence[Bundle],
    *,
    reading: Reading,
    condition: str = "rec",
    detector: Detector | None = None,
    baselines: bool = False,
    say: Say,
) -> tuple[tuple[Trial, ...], tuple[System, ...]]:
    """Bundles that were read, matched by recording; a system named like a person is called a system."""
    matched = recordings(people, made, say=say)
    panel = panels(matched, reading=reading, say=say if not made else lambda _: None)
    scored = systems(matched, reading=reading, condition=condition, detector=detector, say=say)
    if baselines and scored:
        scored += tuple(baseline_systems(scored[0].trials))
    clash = {system.name for system in scored} & {reference.by for reference in panel[0].references}
    return panel, tuple(replace(one, name=f"{one.name} (system)") if one.name in clash else one for one in scored)


def _references(
    paths: Sequence[str], systems: Sequence[Bundle], *, by_name: bool, reading: Reading, say: Say
) -> list[Bundle]:
    """Bundles of references; beside a single recording that is no folder, a folder holds one file per annotator."""
    one_recording = not by_name and all(system.is_single for system in systems)
    found: list[Bundle] = []
    sources: list[str] = []
    for path in paths:
        if Path(path).is_dir() and one_recording and (systems or len(paths) == 1):
            people = annotators_in(path, reading=reading, say=say)
        else:
            people = [bundle(path, reading=reading, say=say)]
        found += people
        sources += [path] * len(people)
    if not found:
        raise OptionError("There is no reference to score against; give at least one (-r).")
    return _labelled(found, sources)


def _labelled(bundles: Sequence[Bundle], paths: Sequence[str]) -> list[Bundle]:
    labels = distinct([one.label for one in bundles], list(paths))
    return [replace(one, label=label) for one, label in zip(bundles, labels, strict=True)]
