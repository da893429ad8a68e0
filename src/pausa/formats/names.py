"""Names before what people say: `Anna Berg: So we left.`, in running text and in subtitles.

A name begins and ends with a capital or a number. What looks like a name is one only where names take turns, or stand
nearly everywhere: recipes and letters have colons too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import groupby
from typing import NamedTuple

_LABEL = re.compile(r"\s*+([^\s:：,;!?\[\]()<>|*\"][^:：,;!?\[\]()<>|*\"]{0,39}?)\s?(?::\s++|：\s*+)(?=\S)")
#: A name has at most this many parts.
_MOST_PARTS = 5


class Label(NamedTuple):
    """Who speaks, and what stands behind it in the line."""

    name: str
    text: str


def is_name(parts: Sequence[str]) -> bool:
    """Whether these words begin and end as names do: with a capital or in a script without, or a number in it.

    >>> is_name(["Anna", "van", "Berg"]), is_name(["so", "we"]), is_name(["Speaker", "2"])
    (True, False, True)
    """
    return bool(parts) and len(parts) <= _MOST_PARTS and all(map(_opens_name, (parts[0], parts[-1])))


def _opens_name(part: str) -> bool:
    return (part[0].isalpha() and not part[0].islower()) or any(sign.isdigit() for sign in part)


def label_of(line: str, names: Collection[str] | None = None) -> Label | None:
    """The name at the start of a line, of those names or of any, where something is said behind it.

    >>> label_of("Anna Berg: So we left.")
    Label(name='Anna Berg', text='So we left.')
    """
    found = _LABEL.match(line)
    name = " ".join(found[1].split()) if found else ""
    if not found or (not is_name(name.split()) if names is None else name not in names):
        return None
    return Label(name, line[found.end() :])


def names_in(cues: Sequence[Sequence[str]]) -> frozenset[str]:
    """The names that take turns in the lines of these cues, or stand in half of them or more; else none.

    >>> sorted(names_in([["Anna: So?"], ["Ben: Yes."], ["Anna: Good."]])), names_in([["Note: a"], ["so"], ["we"]])
    (['Anna', 'Ben'], frozenset())
    """
    labels = [label_of(lines[0]) if lines else None for lines in cues]
    named = [label.name for label in labels if label]
    if len(named) < 2:
        return frozenset()
    if 2 * len(named) >= sum(1 for lines in cues if lines):
        return frozenset(named)
    turns = [name for name, _ in groupby(named)]
    if len(set(turns)) == len(turns):
        return frozenset()
    return frozenset(name for name, count in Counter(named).items() if count > 1)
