"""Words as the language models see them: case-free, numbers alike, `<break>` at every sentence end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from sys import intern

import numpy as np
from numpy.typing import NDArray

from pausa.lm import BREAK
from pausa.models.bayes.counts import form


@lru_cache(maxsize=1 << 18)
def _form(text: str) -> str:
    return intern(form(text))  # one object for each form, however many million words there are


def forms(texts: Sequence[str]) -> list[str]:
    """The form of each word.

    >>> forms(["We’re", "P.M.", "$3.5"])
    ["we're", 'p.m', '$0']
    """
    return [_form(text) for text in texts]


def stream(texts: Sequence[str], ends: NDArray[np.bool_]) -> list[str]:
    """A text as a language model counts it.

    >>> stream(["So", "we", "left", "Good"], np.array([False, False, True, True]))
    ['so', 'we', 'left', '<break>', 'good', '<break>']
    """
    tokens: list[str] = []
    start = 0
    known = forms(texts)
    for end in np.flatnonzero(ends).tolist():
        tokens += known[start : end + 1]
        tokens.append(BREAK)
        start = end + 1
    return tokens + known[start:]
