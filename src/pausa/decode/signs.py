"""Signs among the words end nothing: dashes, notes and smileys.

    we won 🎉 so there        no sentence ends between "won" and 🎉
    ♪ la la ♪ so there        nor before the second ♪

A sign is no sentence by itself. It goes with the word before it, or with what it opens: a line of dialogue, a song.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from pausa.core.scores import Scores
from pausa.text.signs import NOTES, OPENING, plain_form

#: A note closes no song that was opened more words ago than this: some are never closed.
_LONGEST_SONG = 60


def keep_signs_with_words(scores: Scores, texts: Sequence[str]) -> Scores:
    """The scores with no end between words and the signs that go with them.

    What is said of the gaps around a run of signs counts for one of them: the gap before the first sign that opens
    something, else the one behind.
    """
    signs = [place for place, text in enumerate(texts) if not plain_form(text)]
    if not signs:
        return scores
    opening = set(_opening(signs, texts))
    ends, marks = scores.ends.copy(), {mark: column.copy() for mark, column in scores.marks.items()}
    for first, last in _runs(signs):
        gaps = np.arange(max(0, first - 1), last + 1)
        best = int(gaps[np.argmax(ends[gaps])])
        goes = next((place - 1 for place in range(first, last + 1) if place in opening), last)
        for column in (ends, *marks.values()):
            value = column[best]
            column[gaps] = 0.0
            if first and goes >= 0:
                column[goes] = value
    return Scores(ends, marks, scores.cases)


def _opening(signs: Sequence[int], texts: Sequence[str]) -> Iterator[int]:
    """The places of those signs with which something begins; of notes, every second one ends what the first began."""
    sung: int | None = None
    for place in signs:
        if not texts[place].startswith(NOTES):
            if texts[place].startswith(OPENING):
                yield place
        elif sung is None or place - sung > _LONGEST_SONG:
            sung = place
            yield place
        else:
            sung = None


def _runs(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run of neighbours among rising numbers."""
    breaks = [at for at in range(1, len(places)) if places[at] > places[at - 1] + 1]
    for start, stop in pairwise([0, *breaks, len(places)]):
        yield places[start], places[stop - 1]
