"""Silence after each word: how long, and how long for this recording.

    word      so    we    left         it     was
    times   0–200 200–300 300–600   1200–1300 1300–1500
    pause ms    0      0       600         0    unknown (nothing follows)
    relative    0      0       0.5         0    unknown

The relative pause is a rank, so it is the same for slow and fast speakers: 0 for no pause, (K − ½)/N for
the K-th shortest of the N pauses of a recording. Equal pauses share their mean rank (Carter & Gransden).
"""

from __future__ import annotations

import numpy as np

from pausa.core.scores import Floats
from pausa.core.words import Transcript


def pauses_ms(transcript: Transcript) -> Floats:
    """Milliseconds from the end of each word to the start of the next; NaN where unknown, 0 where they overlap.

    A change of speaker makes no difference. The last word has no next one: NaN.
    """
    words = transcript.words
    pause_ms = np.full(len(words), np.nan)
    if len(words) > 1:
        ends = np.array([word.end for word in words[:-1]], dtype=np.float64)  # None becomes NaN
        starts = np.array([word.start for word in words[1:]], dtype=np.float64)
        pause_ms[:-1] = np.maximum(starts - ends, 0)
    return pause_ms


def relative_pauses(pause_ms: Floats) -> Floats:
    """The rank of each pause among those of its recording, above 0 and below 1; 0 for no pause, NaN where unknown.

    >>> relative_pauses(np.array([0.0, 300.0, 100.0, 300.0, np.nan])).round(3).tolist()
    [0.0, 0.667, 0.167, 0.667, nan]
    """
    relative = np.where(np.isnan(pause_ms), np.nan, 0.0)
    heard = pause_ms > 0
    _, kind, counts = np.unique(pause_ms[heard], return_inverse=True, return_counts=True)
    # Ranks of c equal pauses that end at rank r have the mean r − (c − 1)/2; minus ½, that is r − c/2.
    relative[heard] = ((np.cumsum(counts) - counts / 2) / max(1, counts.sum()))[kind]
    return relative
