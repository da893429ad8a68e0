"""Silence alone: the longer the pause after a word, the likelier an end.

    p = pause / (pause + half)

`half` is the pause at which the probability is ½: 0.425 s, drawn a quarter of the way (on a log scale)
towards twice the median pause of the recording, so that slow speakers need longer silences and fast ones
shorter. A recording with few pauses draws it less.

The curve is logistic in the logarithm of the pause, with constants from Earnings-22 (docs/models/pause.md
tells how): the odds of an end grow about in proportion to the pause, which makes the formula this short.
The middle is set where cutting gives the best F1, not where every second pause is an end, for that is far
later. So 0.5 is a good threshold, but the values are no calibrated shares.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pausa.core.errors import OptionError
from pausa.core.scores import Floats, Scores
from pausa.core.words import Transcript
from pausa.features.pauses import pauses_ms
from pausa.models.base import Detector

#: The pause with probability ½ where nothing is known about the recording.
HALF_MS = 425.0
#: How far `half` follows the recording (0 not at all, 1 fully), and the number of pauses for half of that.
FOLLOW, FOLLOW_FROM = 0.25, 20
#: Shorter than this is no silence that an aligner could tell from none.
SHORTEST_MS = 10.0
#: The share of words that end a sentence in speech, for gaps whose pause is unknown.
BASE_RATE = 0.06


@dataclass(frozen=True)
class PauseDetector(Detector):
    """Scores each gap by the silence in it; an unknown pause gets the base rate."""

    name = "pause"
    needs = frozenset({"times"})
    history = 400
    least_delay = 1

    def score(self, transcript: Transcript) -> Scores:
        pause_ms = pauses_ms(transcript)
        if len(transcript) > 1 and np.isnan(pause_ms).all():
            raise OptionError(_advice(transcript))
        ends = _ends(pause_ms)
        ends[-1:] = 1  # nothing follows
        return Scores(ends)

    def score_stretch(self, transcript: Transcript, first: int) -> Scores:
        if len(transcript) > 1 and not transcript.has_times:
            raise OptionError(_advice(transcript))
        return Scores(_ends(pauses_ms(transcript))[first:])


def _ends(pause_ms: Floats) -> Floats:
    ends = curve(pause_ms, half=half_ms(pause_ms))
    ends[np.isnan(pause_ms)] = BASE_RATE
    return ends


def half_ms(pause_ms: Floats) -> float:
    """The pause that makes an end as likely as not in a recording with these pauses.

    >>> half_ms(np.array([0.0, 0.0])), round(half_ms(np.full(1000, 425.0)))
    (425.0, 504)
    """
    heard = pause_ms[pause_ms > 0]
    if not heard.size:
        return HALF_MS
    follow = FOLLOW * heard.size / (heard.size + FOLLOW_FROM)
    return float(HALF_MS ** (1 - follow) * (2 * np.median(heard)) ** follow)


def curve(pause_ms: Floats, *, half: float) -> Floats:
    """The probability of an end after a pause, growing with it; NaN where the pause is unknown.

    >>> curve(np.array([0.0, 100.0, 400.0, 1600.0]), half=400).round(2).tolist()
    [0.02, 0.2, 0.5, 0.8]
    """
    audible = np.maximum(pause_ms, SHORTEST_MS)
    return np.asarray(audible / (audible + half))


def _advice(transcript: Transcript) -> str:
    lack = "only starts or only ends" if transcript.has_times else "none"
    return (
        f"The pause model needs the start and end of words, and this transcript has {lack}; "
        "give one with word times, or choose another model (pausa models lists them)."
    )
