"""Silence alone: the longer the pause after a word, the likelier an end.

    p = 1 / (1 + (half / pause) ** 1.4)

`half` is the pause at which the probability is ½: 0.4 s, drawn a quarter of the way (on a log scale)
towards twice the median pause of the recording, so that slow speakers need longer silences and fast ones
shorter. A recording with few pauses is drawn less.

The shape is a logistic curve in the logarithm of the pause. Its steepness is how fast the share of ends
grows with the pause in real calls; its middle is set where cutting gives the best F1, not where every
second pause is an end (that would be beyond a second). So 0.5 is a good threshold, but the values are no
calibrated shares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pausa.core.errors import OptionError
from pausa.core.scores import Floats, Scores
from pausa.core.words import Transcript
from pausa.features.pauses import pauses_ms

#: The pause with probability ½ where nothing is known about the recording.
HALF_MS = 400.0
#: By how many logits the probability grows when the pause grows by a factor of e.
STEEPNESS = 1.4
#: How far `half` follows the recording (0 not at all, 1 fully), and the number of pauses for half of that.
FOLLOW, FOLLOW_FROM = 0.25, 20
#: Shorter than this is no silence that an aligner could tell from none.
SHORTEST_MS = 10.0
#: The share of words that end a sentence in speech, for gaps whose pause is unknown.
BASE_RATE = 0.06


@dataclass(frozen=True)
class PauseDetector:
    """Scores each gap by the silence in it; an unknown pause gets the base rate."""

    name: ClassVar[str] = "pause"
    needs: ClassVar[frozenset[str]] = frozenset({"times"})

    def score(self, transcript: Transcript) -> Scores:
        pause_ms = pauses_ms(transcript)
        if len(transcript) > 1 and np.isnan(pause_ms).all():
            raise OptionError(_advice(transcript))
        ends = curve(pause_ms, half_ms=half_ms(pause_ms))
        ends[np.isnan(pause_ms)] = BASE_RATE
        ends[-1:] = 1  # nothing follows
        return Scores(ends)


def half_ms(pause_ms: Floats) -> float:
    """The pause that makes an end as likely as not in a recording with these pauses.

    >>> half_ms(np.array([0.0, 0.0])), round(half_ms(np.full(1000, 400.0)))
    (400.0, 474)
    """
    heard = pause_ms[pause_ms > 0]
    if not heard.size:
        return HALF_MS
    follow = FOLLOW * heard.size / (heard.size + FOLLOW_FROM)
    return float(HALF_MS ** (1 - follow) * (2 * np.median(heard)) ** follow)


def curve(pause_ms: Floats, *, half_ms: float) -> Floats:
    """The probability of an end after a pause, growing with it; NaN where the pause is unknown.

    >>> curve(np.array([0.0, 100.0, 400.0, 1600.0]), half_ms=400).round(2).tolist()
    [0.01, 0.13, 0.5, 0.87]
    """
    return np.asarray(1 / (1 + (half_ms / np.maximum(pause_ms, SHORTEST_MS)) ** STEEPNESS))


def _advice(transcript: Transcript) -> str:
    lack = "only starts or only ends" if transcript.has_times else "none"
    return (
        f"The pause model needs the start and end of words, and this transcript has {lack}; "
        "give one with word times, or choose another model (pausa models lists them)."
    )
