"""The same speech cut or written otherwise: "today's" and "to day's", "Q&A" and "q and a", "25" and "twenty five".

Two stretches of words are a join when they read the same without spaces: either letter for letter after
folding, or with their numbers as digits. Hyphens part words here ("twenty-five"), and so does the step from
letters to digits ("Q3", "$5", "25%").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from pausa.alignment.numbers import digits, is_numeric
from pausa.text.normal import fold

#: The longest stretch of words looked at: enough for "one hundred and twenty three thousand four hundred".
LONGEST = 8

_PARTS = re.compile(r"[^\s/\-‐‑–—]+")
_RUNS = re.compile(r"\d+(?:st|nd|rd|th)(?![^\W\d_])|\d+(?:\.\d+)?|\D+")

#: (first reference word, how many, first hypothesis word, how many)
Join = tuple[int, int, int, int]


@lru_cache(maxsize=1 << 16)
def pieces(text: str) -> tuple[str, ...]:
    """A word's folded parts: at hyphens and between letters and digits.

    >>> pieces("twenty-five"), pieces("Q3"), pieces("$5"), pieces("21st"), pieces("Today’s")
    (('twenty', 'five'), ('q', '3'), ('dollar', '5'), ('21st',), ('todays',))
    """
    if text.isascii() and text.isalpha():
        return (text.lower(),)
    return tuple(run for part in _PARTS.findall(text) for run in _RUNS.findall(fold(part)))


def joins(reference: Sequence[str], hypothesis: Sequence[str]) -> list[Join]:
    """Every pair of stretches of two word lists that reads the same without being the same words.

    Stretches that begin or end with the same word are left out: the shorter ones without it are there.

    >>> joins(["so", "today's", "call"], ["so", "to", "day's", "call"])
    [(1, 1, 1, 2)]
    """
    spans: dict[str, list[tuple[int, int]]] = {}
    for form, start, length in _forms(reference):
        spans.setdefault(form, []).append((start, length))
    left, right = [fold(word) for word in reference], [fold(word) for word in hypothesis]
    found = {
        (ref, n_ref, hyp, n_hyp)
        for form, hyp, n_hyp in _forms(hypothesis)
        for ref, n_ref in spans.get(form, ())
        if left[ref] != right[hyp] and left[ref + n_ref - 1] != right[hyp + n_hyp - 1]
    }
    return sorted(found)


def _forms(words: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Every short stretch of words as it reads without spaces, with its start and length."""
    parts = [pieces(word) for word in words]
    numeric = [any(map(is_numeric, each)) for each in parts]
    for start in range(len(words)):
        letters = ""
        for stop in range(start, min(start + LONGEST, len(words))):
            letters += "".join(parts[stop])
            if not letters:
                continue  # a hyphen standing alone reads as nothing
            yield letters, start, stop + 1 - start
            # What the two sides write differently stands at an edge: equal words there are cut off anyway.
            if numeric[start] or numeric[stop]:
                spoken = "".join(digits([part for each in parts[start : stop + 1] for part in each]))
                if spoken != letters:
                    yield spoken, start, stop + 1 - start
