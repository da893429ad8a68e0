"""A transcript as a network sees it: words in a plain form, the silence after each, changes of speaker.

    text      Well,  we  LEFT  at  8 p.m.   It ...
    form      well   we  left  at  8 p.m    it
    pause     2      2   3     2   2 19     1          0 is kept for "no gap here", 1 is "unknown"
    turn      1      1   1     1   1 2      1          2 where the speaker is known to change

Forms are lower case and bare, so that neither spelling nor the dot of an abbreviation gives away an end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pausa.core.scores import Floats
from pausa.core.words import Transcript
from pausa.features.pauses import pauses_ms
from pausa.features.turns import turn_ends
from pausa.text.signs import plain_form

Ints: TypeAlias = NDArray[np.int64]

#: Where one kind of pause ends and the next begins, in milliseconds: about equal steps to the ear.
EDGES_MS = (10, 30, 60, 90, 120, 160, 200, 250, 300, 360, 430, 510, 600, 720, 860, 1000, 1250, 1500, 2000, 3000, 5000)
NO_GAP, UNKNOWN_PAUSE, FIRST_PAUSE = 0, 1, 2
PAUSE_VALUES = FIRST_PAUSE + len(EDGES_MS) + 1
SAME_TURN, CHANGED_TURN = 1, 2
TURN_VALUES = 3
#: Kinds of text that differ in where people end sentences; which one it is may be told at the start of each window.
STYLES = ("conversation", "prepared", "verbatim", "edited")
NO_STYLE = 0


@dataclass(frozen=True)
class Line:
    """Words in their plain form, with the milliseconds of silence after each (NaN unknown) and the turns.

    `style` is a place in `STYLES` counted from 1, 0 where it is not known.
    """

    forms: Sequence[str]
    pause_ms: Floats
    turns: Ints
    style: int = NO_STYLE

    def __len__(self) -> int:
        return len(self.forms)

    @property
    def pauses(self) -> Ints:
        """The kind of pause after each word."""
        return pause_bins(self.pause_ms)


def line_of(transcript: Transcript) -> Line:
    """What a network is told about a transcript."""
    turns = np.full(len(transcript), SAME_TURN, dtype=np.int64)
    turns[turn_ends(transcript)] = CHANGED_TURN
    return Line([plain_form(text) for text in transcript.texts], pauses_ms(transcript), turns)


def pause_bins(pause_ms: Floats) -> Ints:
    """The kind of each pause.

    >>> pause_bins(np.array([np.nan, 0.0, 9.0, 10.0, 1e6])).tolist()
    [1, 2, 2, 3, 23]
    """
    unknown = np.isnan(pause_ms)
    bins = FIRST_PAUSE + np.searchsorted(EDGES_MS, np.where(unknown, 0, pause_ms), side="right")
    return np.where(unknown, UNKNOWN_PAUSE, bins).astype(np.int64)
