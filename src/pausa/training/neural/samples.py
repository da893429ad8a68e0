"""A stretch of words with its answers, as it is cut from a recording and before a network reads it.

forms     so    we   left   it    was   late
pauses    0     30   640    20    0     unknown
labels    none  none period none  none  period
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from pausa.models.neural.inputs import NO_STYLE, SAME_TURN, Line
from pausa.models.neural.marks import COMMA, NONE, PERIOD, QUESTION
from pausa.text.casing import UNKNOWN_CASE
from pausa.text.marks import chief, is_end

#: No end, but whether there is a comma is not known: the source marks none.
NO_END = 4
UNKNOWN_MS = float("nan")
#: Which answer remains when two gaps become one.
_STRENGTH = {NONE: 0, NO_END: 1, COMMA: 2, PERIOD: 3, QUESTION: 4}


@dataclass
class Sample:
    """Words in their plain form, silence after each in milliseconds, turns and answers; lists of one length.

    `cases` tell how people write each word, `style` what kind of text it is, `language` whose hesitations may be in it.
    """

    forms: list[str] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)
    cases: list[int] = field(default_factory=list)
    style: int = NO_STYLE
    language: str = ""

    def __post_init__(self) -> None:
        self.cases = self.cases or [UNKNOWN_CASE] * len(self.forms)

    def __len__(self) -> int:
        return len(self.forms)

    def add(self, form: str, pause: float, turn: int, label: int, case: int = UNKNOWN_CASE) -> None:
        self.forms.append(form)
        self.pauses.append(pause)
        self.turns.append(turn)
        self.labels.append(label)
        self.cases.append(case)

    def add_from(self, other: Sample, place: int) -> None:
        """Add a word of another sample as it is."""
        self.add(other.forms[place], other.pauses[place], other.turns[place], other.labels[place], other.cases[place])

    def merge_into_last(self, pause: float, turn: int, label: int) -> None:
        """A gap whose word is gone becomes part of the gap before it."""
        if not self.forms:
            return
        self.pauses[-1] += pause
        self.turns[-1] = max(self.turns[-1], turn)
        self.labels[-1] = stronger(self.labels[-1], label)

    def first(self, count: int) -> Sample:
        return Sample(
            self.forms[:count],
            self.pauses[:count],
            self.turns[:count],
            self.labels[:count],
            self.cases[:count],
            self.style,
        )

    def line(self) -> Line:
        """What a network is told of it."""
        return Line(
            self.forms, np.array(self.pauses, dtype=np.float64), np.array(self.turns, dtype=np.int64), self.style
        )


#: Something that makes one sample from another, at random.
Change = Callable[[Sample, np.random.Generator], Sample]


def stronger(one: int, other: int) -> int:
    """The answer for a gap that two gaps were merged into."""
    return max(one, other, key=_STRENGTH.__getitem__)


def label_of(mark: str, *, commas: bool = True) -> int:
    """The class that a mark amounts to; `! ;` count as a period, dashes, dots and broken-off units as nothing.

    >>> [label_of(mark) for mark in (".", "!", "?", ",", "…", "—", "==", "")]
    [2, 2, 3, 1, 0, 0, 0, 0]
    """
    if mark and is_end(mark):
        return QUESTION if chief(mark) == "?" else PERIOD
    if not commas:
        return NO_END
    return COMMA if mark and chief(mark) == "," else NONE


def bare(forms: list[str], labels: list[int]) -> Sample:
    """A sample without times and turns."""
    return Sample(forms, [UNKNOWN_MS] * len(forms), [SAME_TURN] * len(forms), labels)
