"""The end of a training: the best weights exported, calibrated as they were exported, judged and written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from msgspec.structs import replace as with_values

from pausa import __version__
from pausa.metrics.base import Options
from pausa.metrics.signature import signature
from pausa.models.storage import Content, Manifest, Score, folder_bytes, save_folder
from pausa.training.neural import checkpoint
from pausa.training.neural.adapting import CALIBRATED_ENDS, Start
from pausa.training.neural.building import Parts
from pausa.training.neural.calibration import fit_calibration, tune
from pausa.training.neural.checkpoint import BEST, State
from pausa.training.neural.export import Precision
from pausa.training.neural.heldout import (
    Amount,
    Predictions,
    amount_of,
    make_conditions,
    predict,
    score_predictions,
    torch_logits,
)
from pausa.training.neural.loop import Job
from pausa.training.neural.material import Material
from pausa.training.neural.optimising import copy_weights

#: How many words of each held-out source the probabilities of a finished model are fitted on, and of all together.
CALIBRATION_WORDS, CALIBRATION_TOTAL = 40_000, 600_000
#: How far a training was and where its second stage begins, to have a network export one stage or both.
_WITHOUT_SECOND_STAGE, _WITH_SECOND_STAGE = (0.0, 1.0), (1.0, 0.0)


def finish(
    job: Job,
    parts: Parts,
    state: State,
    material: Material,
    folder: Path,
    about: Manifest,
    precision: Precision = "int8",
    *,
    begun_with: Start | None = None,
) -> tuple[str, ...]:
    """Export the best weights, calibrate what was exported, and write the model folder.

    Where the model is given that is adapted (`begun_with`), one that is no better is not written.
    """
    kind = parts.kind
    best, at_best = checkpoint.load(job.work / BEST)
    kind.begin_stage(*_WITHOUT_SECOND_STAGE if at_best.stage else _WITH_SECOND_STAGE)
    copy_weights(kind.network, best)
    kind.network.eval()
    exported = parts.export(precision)
    detector = parts.detector(exported)
    before = score_predictions([predict(each, lambda line: torch_logits(kind, line)) for each in job.held_out])
    after = score_predictions([predict(each, detector.logits) for each in job.held_out])
    judged = amount_of(job.held_out)
    adapted = () if begun_with is None else (begun_with.compare(after, job.held_out, judged),)
    n_words = min(CALIBRATION_WORDS, CALIBRATION_TOTAL // len(material.held_out))
    more = make_conditions(material.held_out, job.corruption, n_words=max(n_words, job.recipe.held_out_words))
    found = [predict(each, detector.logits) for each in more]
    calibration, notes = _calibrate(found, amount_of(more), material, begun_with, about.language)
    manifest = with_values(
        about,
        made_with=f"pausa {__version__}, torch {torch.__version__}",
        uses=("times", "speakers"),
        data=material.data(),
        scores=_list_scores(score_predictions(found).f1),
        notes=(
            f"{state.best_step:,} steps; held-out F1 {before.mean:.4f} before export, {after.mean:.4f} after",
            *adapted,
            *notes,
        ),
        settings={
            **parts.settings,
            "windows": {name: getattr(kind.plan, name) for name in ("radius", "longest", "before", "after")},
            **calibration,
            "log": state.log,
        },
    )
    if begun_with is not None:
        manifest = begun_with.add_to(manifest)
    save_folder(folder, Content(manifest, exported.arrays, exported.lists, exported.files))
    return (
        *adapted,
        f"{state.step:,} steps in {state.minutes:.1f} minutes; the best were the first {state.best_step:,}",
        *(f"held out, {name}: F1 {value:.4f}" for name, value in after.f1.items()),
        f"mean held-out F1 {before.mean:.4f} as learned, {after.mean:.4f} as exported",
        f"{folder}: {folder_bytes(folder) / 1e6:.1f} MB",
    )


def _calibrate(
    found: Sequence[Predictions], amount: Amount, material: Material, begun_with: Start | None, language: str
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The settings that make probabilities mean what they say, and a note where they were not fitted here."""
    if begun_with is None or amount.ends >= CALIBRATED_ENDS:
        return fit_calibration(found) | _list_languages(material, found), ()
    note = f"calibration and threshold are those of {begun_with.name}: {amount} are too few to fit them"
    return begun_with.keep_calibration(found, language), (note,)


def _list_languages(material: Material, found: Sequence[Predictions]) -> dict[str, Any]:
    """The languages of what was learned from, where there are several, and what tunes the model to each."""
    learned = sorted({corpus.source.language for corpus in material.train if len(corpus)})
    if len(learned) < 2:
        return {}
    spoken = {corpus.source.name: corpus.source.language for corpus in material.held_out}
    by_language: dict[str, list[Predictions]] = {code: [] for code in learned}
    for each in found:
        by_language[spoken[each.name.rsplit(" ", 1)[0]]].append(each)
    return {"languages": learned, "tuned": tune(by_language)}


def _list_scores(f1: Mapping[str, float]) -> tuple[Score, ...]:
    how = signature("f1_mean", Options(), 1)
    return tuple(
        Score(on=f"{name} (held out)", value=round(value, 4), signature=how, note="one threshold for all")
        for name, value in f1.items()
    )
