"""Signs among the words end nothing: dashes, notes and smileys.

    we won 🎉 so there        no sentence ends between "won" and 🎉

A sign is no sentence by itself. It goes with the word before it, or with what it opens: a line of dialogue, a song.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from pausa.core.scores import Scores
from pausa.text.signs import OPENING, plain_form


def keep_signs_with_words(scores: Scores, texts: Sequence[str]) -> Scores:
    """The scores with no end between words and the signs that go with them.

    What is said of the gaps around a run of signs counts for one of them: the gap before a sign that opens
    something, else the one behind.
    """
    signs = [place for place, text in enumerate(texts) if not plain_form(text)]
    if not signs:
        return scores
    ends, marks = scores.ends.copy(), {mark: column.copy() for mark, column in scores.marks.items()}
    for first, last in _runs(signs):
        gaps = np.arange(max(0, first - 1), last + 1)
        best = int(gaps[np.argmax(ends[gaps])])
        goes = first - 1 if texts[first].startswith(OPENING) else last
        for column in (ends, *marks.values()):
            value = column[best]
            column[gaps] = 0.0
            if first and goes >= 0:
                column[goes] = value
    return Scores(ends, marks, scores.cases)


def _runs(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run of neighbours among rising numbers."""
    breaks = [at for at in range(1, len(places)) if places[at] > places[at - 1] + 1]
    for start, stop in pairwise([0, *breaks, len(places)]):
        yield places[start], places[stop - 1]
