"""Probabilities that mean what they say: a line in logits fitted on held-out recordings, and how well it fits.

Of all gaps given 0.7, seven in ten should be ends. Two numbers are fitted by maximum likelihood (Platt), for
gaps with a known pause and for those without, and for questions among ends; the manifest keeps the shares that were
found, for a picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from pausa.core.scores import Floats
from pausa.models.neural.marks import Calibration, Platt, sigmoid
from pausa.training.neural.heldout import Bools, Predictions

_ROUNDS = 30
_TINY = 1e-6
_PRIOR = 1e-3
#: What looks at least so much like an end is one for questions; so many questions make a line.
_LIKELY, _ENOUGH_QUESTIONS = 0.5, 30
#: A language whose held-out text has fewer ends is cut as the others are.
_ENOUGH_ENDS = 100


def fit_line(probability: Floats, ends: Bools) -> Platt:
    """The line that makes these answers most likely; the identity where there is too little to fit."""
    if probability.size < 50 or ends.all() or not ends.any():
        return Platt()
    inside = np.clip(probability, _TINY, 1 - _TINY)
    columns = np.stack([np.log(inside) - np.log1p(-inside), np.ones(inside.size)], axis=1)
    start = line = np.array([1.0, 0.0])
    for _ in range(_ROUNDS):
        said = sigmoid(columns @ line)
        weight = np.maximum(said * (1 - said), 1e-9)
        slope = columns.T @ (ends - said) - _PRIOR * (line - start)
        curve = (columns * weight[:, None]).T @ columns + _PRIOR * np.eye(2)
        step = np.linalg.solve(curve, slope)
        # Far from the best line Newton's step can overshoot; it is halved until it helps.
        while _cost(columns, ends, line + step) > _cost(columns, ends, line) and np.abs(step).max() > 1e-9:
            step = step / 2
        line = line + step
        if np.abs(step).max() < 1e-9:
            break
    # A falling line would turn the model upside down; then it is better left as it is.
    return Platt(round(float(line[0]), 6), round(float(line[1]), 6)) if line[0] > 0 else Platt()


def _cost(columns: Floats, ends: Bools, line: Floats) -> float:
    """How unlikely the line makes the answers: minus their log-likelihood."""
    logits = columns @ line
    return float(np.logaddexp(0, np.where(ends, -logits, logits)).sum())


def calibrate(found: Sequence[Predictions]) -> tuple[Calibration, list[Predictions]]:
    """The calibration for these held-out judgements, and what they are with it."""
    lines = []
    for timed in (True, False):
        chosen = [each.timed if timed else ~each.timed for each in found]
        probability = np.concatenate([np.zeros(0), *(e.probability[at] for e, at in zip(found, chosen, strict=True))])
        ends = np.concatenate([np.zeros(0, bool), *(e.ends[at] for e, at in zip(found, chosen, strict=True))])
        lines.append(fit_line(probability, ends))
    timed_line, untimed_line = lines
    calibration = Calibration(timed_line, untimed_line, fit_questions(found) or Platt())
    return calibration, apply(calibration, found)


def apply(calibration: Calibration, found: Sequence[Predictions]) -> list[Predictions]:
    """Judgements as they are with a calibration."""
    return [
        replace(
            each,
            probability=np.where(
                each.timed, calibration.timed(each.probability), calibration.untimed(each.probability)
            ),
        )
        for each in found
    ]


def fit_questions(found: Sequence[Predictions]) -> Platt | None:
    """The line for questions among likely ends; none where there are too few to tell."""
    looked = [each for each in found if each.asked.size]
    likely = [each.probability >= _LIKELY for each in looked]
    share = np.concatenate([np.zeros(0), *(each.questions[at] for each, at in zip(looked, likely, strict=True))])
    asked = np.concatenate([np.zeros(0, bool), *(each.asked[at] for each, at in zip(looked, likely, strict=True))])
    return fit_line(share, asked) if asked.sum() >= _ENOUGH_QUESTIONS else None


def measure_reliability(found: Sequence[Predictions], *, bins: int = 10) -> list[dict[str, float]]:
    """What was said and what came, for gaps of about the same probability."""
    said = np.concatenate([np.zeros(0), *(each.probability for each in found)])
    came = np.concatenate([np.zeros(0, bool), *(each.ends for each in found)])
    kind = np.minimum((said * bins).astype(int), bins - 1)
    return [
        {"said": round(float(said[at].mean()), 4), "came": round(float(came[at].mean()), 4), "gaps": int(at.sum())}
        for at in (kind == number for number in range(bins))
        if at.any()
    ]


def choose_threshold(found: Sequence[Predictions]) -> float:
    """The threshold from which the best F1 is to be expected, if the probabilities mean what they say.

    What is expected changes smoothly with the threshold. What came about in a few thousand gaps does not: its best
    threshold is as often as not an accident of these recordings.
    """
    thresholds = np.linspace(0.1, 0.9, 81)
    means = np.zeros(thresholds.size)
    for each in found:
        falling = np.sort(each.probability)[::-1]
        chosen = each.probability.size - np.searchsorted(falling[::-1], thresholds)
        hits = np.concatenate([[0.0], np.cumsum(falling)])
        means += 2 * hits[chosen] / np.maximum(chosen + hits[-1], _TINY)
    return float(thresholds[int(np.argmax(means))])


def tune(found: Mapping[str, Sequence[Predictions]]) -> dict[str, dict[str, Any]]:
    """For each language that was held out enough of, its own lines and threshold, by gaps without a pause.

    `usual` is the share of these gaps that are ends.
    """
    made: dict[str, dict[str, Any]] = {}
    for code, own in found.items():
        bare = [_untimed(each) for each in own]
        if sum(int(each.ends.sum()) for each in bare) < _ENOUGH_ENDS:
            continue
        calibration, better = calibrate(bare)
        line = calibration.untimed
        ends = np.concatenate([each.ends for each in bare])
        made[code] = {
            "scale": line.scale,
            "shift": line.shift,
            "threshold": round(choose_threshold(better), 3),
            "usual": round(float(ends.mean()), 4),
        }
        if (question := fit_questions(bare)) is not None:
            made[code]["question"] = _told(question)
    return made


def _untimed(each: Predictions) -> Predictions:
    """The gaps without a pause."""
    at = ~each.timed
    looked = (each.questions[at], each.asked[at]) if each.asked.size else ()
    return Predictions(each.name, each.probability[at], each.ends[at], each.timed[at], *looked)


def fit_calibration(found: Sequence[Predictions]) -> dict[str, Any]:
    """What the manifest says about calibration: the lines, the reliability and the threshold."""
    calibration, better = calibrate(found)
    return {**_settings(calibration, better), "threshold": round(choose_threshold(better), 3)}


def keep_calibration(calibration: Calibration, found: Sequence[Predictions]) -> dict[str, Any]:
    """What the manifest says where there is too little to fit: lines that were fitted before, and how they do here."""
    return _settings(calibration, apply(calibration, found))


def _settings(calibration: Calibration, better: Sequence[Predictions]) -> dict[str, Any]:
    return {
        "calibration": {name: _told(getattr(calibration, name)) for name in ("timed", "untimed", "question")},
        "reliability": measure_reliability(better),
    }


def _told(line: Platt) -> dict[str, float]:
    return {"scale": line.scale, "shift": line.shift}
