"""The best segmentation whose sentences keep within limits, found as a best path.

A path is a choice of cuts; each cut earns logit(p) − logit(threshold), so without limits the best path
cuts exactly where the threshold would. Limits on words, characters and seconds, and the turns that no
sentence may run over, say for each possible end which starts are allowed: a window that only moves
forward. The best start in a moving window is kept in a monotone queue, so the cost is linear.

Each sentence shorter than `min_words` costs more than all cuts together could earn. So there are as few
of them as the other limits allow, and among those segmentations the best-scored one wins.
"""

from __future__ import annotations

from collections import deque
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import OptionError
from pausa.core.scores import Floats
from pausa.core.timeline import timeline
from pausa.core.words import Transcript
from pausa.decode.limits import SentenceLimits
from pausa.decode.threshold import Bools, OperatingPoint, logit
from pausa.text.written import Written, as_given

#: Gains are whole numbers of this part of a logit: sums are exact, and ties are ties.
_UNIT = 2.0**-32


def within(
    ends: Floats,
    point: OperatingPoint,
    fixed: Bools,
    transcript: Transcript,
    limits: SentenceLimits,
    written: Written | None = None,
) -> list[int]:
    """The ends of the best segmentation within the limits; `fixed` ends are always among them.

    `written` are the characters that count; if none are given, those of the words as they are.
    """
    starts = earliest_starts(transcript, limits, fixed, written)
    return best_path(_gains(ends, point), starts.tolist(), limits.min_words or 1)


def so_far(
    ends: Floats,
    point: OperatingPoint,
    fixed: Bools,
    transcript: Transcript,
    limits: SentenceLimits,
    *,
    judged: int,
    may_end: bool,
    written: Written | None = None,
) -> list[int]:
    """The ends of the best segmentation within the limits of speech that goes on.

    Gaps before `judged` were judged before and are ends only where a limit leaves no other way, the latest rather
    than an earlier one. With `may_end` the last word may end a sentence too, so there has to be room for a next one.
    """
    starts = earliest_starts(transcript, limits, fixed, written).tolist()
    gains = _gains(ends, point)
    worst = sum(map(abs, gains)) + 1
    gains[:judged] = [-worst * (judged - place) for place in range(judged)]
    # What comes next stands as one word more, of which nothing is known.
    following = starts[-1] if limits.max_words is None or not may_end else len(gains) + 1 - limits.max_words
    following = max(following, starts[-1], len(gains) if fixed[-1] else 0)
    return best_path([*gains, 0], [*starts, following], limits.min_words or 1, goes_on=True)[:-1]


def earliest_starts(
    transcript: Transcript, limits: SentenceLimits, fixed: Bools, written: Written | None = None
) -> NDArray[np.int64]:
    """For a sentence that ends after each word, the first word it may start with.

    It never decreases. It is the word itself where that alone is too long already. A limit beyond all that is said
    is one that nothing reaches, however large its number.
    """
    n_words = len(transcript)
    words = np.arange(n_words)
    # A sentence starts after the last fixed end before its own.
    after_fixed = np.zeros(n_words, dtype=np.int64)
    after_fixed[1:] = np.maximum.accumulate(np.where(fixed, words + 1, 0))[:-1]
    bounds = [after_fixed]
    if limits.max_words is not None:
        bounds.append(words + 1 - min(limits.max_words, n_words))
    if limits.max_chars is not None:
        written = as_given(transcript) if written is None else written
        before = np.concatenate([[0], np.cumsum(written.inside)])
        most = min(limits.max_chars, int((before[:-1] + written.last).max(initial=0)))
        firsts = np.searchsorted(before, before[:-1] + written.last - most)
        bounds.append(np.maximum.accumulate(firsts))  # a word that gets long at an end might else be passed over
    if limits.max_seconds is not None:
        starts, stops = _times(transcript)
        bounds.append(np.searchsorted(starts, stops - 1000 * limits.max_seconds))
    return np.minimum(np.maximum.reduce(bounds), words)


def best_path(gains: list[int], earliest: list[int], min_words: int = 1, *, goes_on: bool = False) -> list[int]:
    """The ends on the best path, the last word's among them.

    Where the speech `goes_on`, what stands behind the last end before is no sentence yet: its end earns nothing, and
    it is never too short.

    `gains[i]` is earned by an end after word i; a sentence that ends there starts at `earliest[i]` or later.
    Ties go to the later start: an end with nothing to gain or lose is there, as with a plain threshold.

    >>> best_path([-5, -1, -5, 0], [0, 0, 0, 1])
    [1, 3]
    """
    too_short = sum(map(abs, gains)) + 1
    # total[i] is the best that can be earned before word i by ending a sentence there; came[i] is where that starts.
    total, came = [0], [0]
    any_start: deque[int] = deque()
    full_start: deque[int] = deque()
    for word, (gain, first) in enumerate(zip(gains, earliest, strict=True)):
        _enter(any_start, word, total)
        while any_start[0] < first:
            any_start.popleft()
        start = any_start[0]
        best = total[start]
        if goes_on and word == len(gains) - 1:
            gain = 0
        elif min_words > 1:
            best -= too_short
            if word + 1 >= min_words:
                _enter(full_start, word + 1 - min_words, total)
                while full_start and full_start[0] < first:
                    full_start.popleft()
                # Every full sentence is also among those of any length, there at the price of a short one.
                if full_start and total[full_start[0]] >= best:
                    start = full_start[0]
                    best = total[start]
        total.append(best + gain)
        came.append(start)
    return _traced(came)


def _enter(queue: deque[int], start: int, total: list[int]) -> None:
    """Let a start into the window; those no better and leaving sooner will never be needed again."""
    value = total[start]
    while queue and total[queue[-1]] <= value:
        queue.pop()
    queue.append(start)


def _traced(came: list[int]) -> list[int]:
    ends = []
    stop = len(came) - 1
    while stop:
        ends.append(stop - 1)
        stop = came[stop]
    return ends[::-1]


def _gains(ends: Floats, point: OperatingPoint) -> list[int]:
    """What each end earns, in units; below zero exactly where the operating point has no end."""
    units = np.floor((logit(ends) - point.logit) / _UNIT)
    units = np.where(point.chosen, np.maximum(units, 0), np.minimum(units, -1))
    gains: list[int] = units.astype(np.int64).tolist()
    return gains


def _times(transcript: Transcript) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    times = timeline(transcript)
    if times is None:
        raise OptionError(
            "max-seconds needs times, and this transcript has none; give one with times, or max-words or max-chars."
        )
    flat = np.fromiter(chain.from_iterable(times), dtype=np.int64, count=2 * len(times))
    return flat[::2], flat[1::2]
