"""From a network's output to scores: four classes, made probabilities that mean what they say.

    none 2.0   comma 0.1   period 1.4   question -3.0     →  P(end) = P(period) + P(question), then calibrated

Calibration is Platt's: logit P' = scale · logit P + shift, for gaps with a known pause and for those without
apart, since the network is surer with pauses. What it moves is shared out in proportion, so the marks still
add up. Of what speaks for an end, the share of a question has a line of its own: networks see few questions, and are
as often too sure of one as not sure enough.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pausa.core.scores import Floats, Scores

CLASSES = ("none", "comma", "period", "question")
NONE, COMMA, PERIOD, QUESTION = range(4)
_TINY = 1e-9


class Platt(msgspec.Struct, frozen=True):
    """A straight line in logits."""

    scale: float = 1.0
    shift: float = 0.0

    def __call__(self, probability: Floats) -> Floats:
        inside = np.clip(probability, _TINY, 1 - _TINY)
        return sigmoid(self.scale * (np.log(inside) - np.log1p(-inside)) + self.shift)


class Calibration(msgspec.Struct, frozen=True):
    """One line for gaps with a known pause, one for those without, one for questions among ends."""

    timed: Platt = Platt()
    untimed: Platt = Platt()
    question: Platt = Platt()

    @classmethod
    def of(cls, settings: dict[str, Any]) -> Calibration:
        """The calibration that a manifest's settings hold; none where they hold none."""
        return msgspec.convert(settings.get("calibration", {}), cls)

    def moved_to(self, untimed: Platt, question: Platt | None = None) -> Calibration:
        """With another line for gaps without a pause; the one for gaps with a pause is moved as far."""
        moved = Platt(self.timed.scale, self.timed.shift + untimed.shift - self.untimed.shift)
        return Calibration(moved, untimed, question or self.question)


#: Probabilities as the network gives them.
AS_IS = Calibration()


def softmax(logits: NDArray[Any]) -> Floats:
    """Probabilities of the classes, in double precision."""
    wide = np.asarray(logits, dtype=np.float64)
    powers = np.exp(wide - wide.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


def sigmoid(value: Floats) -> Floats:
    """1 / (1 + e^-x), without overflow."""
    return np.asarray(0.5 * (1 + np.tanh(0.5 * value)))


def end_probability(logits: NDArray[Any]) -> Floats:
    """How likely an end is after each word, before calibration."""
    shares = softmax(logits)
    return np.asarray(shares[:, PERIOD] + shares[:, QUESTION])


def question_share(logits: NDArray[Any]) -> Floats:
    """How much of what speaks for an end speaks for a question, before calibration."""
    shares = softmax(logits)
    return np.asarray(shares[:, QUESTION] / np.maximum(shares[:, PERIOD] + shares[:, QUESTION], _TINY))


def scores_of(logits: NDArray[Any], timed: NDArray[np.bool_], calibration: Calibration) -> Scores:
    """Scores from a row of logits per word: four for the marks, then those for capitals where the network tells them.

    `timed` tells which pauses were known.
    """
    if not len(logits):
        return Scores(np.zeros(0))
    shares = softmax(logits[:, : len(CLASSES)])
    raw = shares[:, PERIOD] + shares[:, QUESTION]
    ends = np.clip(np.where(timed, calibration.timed(raw), calibration.untimed(raw)), 0, 1)
    question = calibration.question(shares[:, QUESTION] / np.maximum(raw, _TINY))
    comma = shares[:, COMMA] / np.maximum(1 - raw, _TINY)
    columns = {".": ends * (1 - question), "?": ends * question, ",": (1 - ends) * comma}
    told = logits[:, len(CLASSES) :]
    cases = told.argmax(axis=1).astype(np.int8) if told.shape[1] else None
    return Scores(ends, {mark: np.clip(column, 0, 1) for mark, column in columns.items()}, cases)
