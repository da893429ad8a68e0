"""TextGrid, the annotation files of Praat; forced aligners write them too.

    File type = "ooTextFile"
    Object class = "TextGrid"

    xmin = 0
    xmax = 1.2
    tiers? <exists>
    size = 1
    item []:
        item [1]:
            class = "IntervalTier"
            name = "words"
            …

The short form has the same values without their names, a line each: as Praat itself does, everything that
is no free-standing number, quoted text or flag is passed over, so one reader serves both. `tiers` tells what
the tiers mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pausa.core.document import Document
from pausa.core.numbers import shown
from pausa.core.times import Millis
from pausa.formats.base import Format, Layout, Source
from pausa.formats.tier_writing import tiers_of
from pausa.formats.tiers import Interval, Tier, document_of

_VALUE = re.compile(
    r'"(?P<text>[^"]*(?:""[^"]*)*)"|(?<!\S)(?:(?P<number>[-+]?\d++(?:\.\d*+)?+(?:[eE][-+]?\d++)?+)|<(?P<flag>\w+)>|!.*)(?!\S)'
)
_CLASSES = ("IntervalTier", "TextTier")


class _Value(NamedTuple):
    kind: str
    content: str
    line: int


class _Values:
    """The values of the file in order, with a look at the next one."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._values = self._found()
        self.next = next(self._values, None)

    def _found(self) -> Iterator[_Value]:
        line, place = 1, 0
        for match in _VALUE.finditer(self.source.text):
            if match.lastgroup is not None:  # else a comment
                line += self.source.text.count("\n", place, match.start())
                place = match.start()
                yield _Value(match.lastgroup, match[match.lastgroup], line)

    def take(self, kind: str, what: str) -> _Value:
        """The next value, which must be of that kind."""
        value = self.next
        if value is None:
            raise self.source.error(None, f"the TextGrid breaks off where {what} should be", "is the file whole?")
        if value.kind != kind:
            raise self.source.error(value.line, f"{value.content[:40]!r} where {what} should be", "is it a TextGrid?")
        self.next = next(self._values, None)
        return value

    def text(self, what: str) -> str:
        return self.take("text", what).content.replace('""', '"')

    def time(self, what: str) -> Millis | None:
        value = self.take("number", what)
        return self.source.time(value.content, value.line)


def parse(source: Source) -> list[Document]:
    values = _Values(source)
    if not values.text("the file type").startswith("ooTextFile") or values.text("the class") != "TextGrid":
        raise source.error(1, "not a TextGrid in Praat's text format", "save it from Praat as a text file")
    values.take("number", "the start")
    values.take("number", "the end")
    if values.take("flag", "<exists>").content != "exists":
        return [document_of([Tier("words", [])], source)]
    n_tiers = _count(values, "the number of tiers")
    tiers = [_tier(values) for _ in range(n_tiers)]
    return [document_of(tiers, source)]


def _count(values: _Values, what: str) -> int:
    value = values.take("number", what)
    if not value.content.isdecimal() or len(value.content) > 9:
        raise values.source.error(value.line, f"{shown(value.content)} where {what} should be")
    return int(value.content)


def _tier(values: _Values) -> Tier:
    kind, name = values.text("the class of a tier"), values.text("the name of a tier")
    if kind not in _CLASSES:
        raise values.source.error(None, f"a tier of class {kind[:40]!r}", f"known are {' and '.join(_CLASSES)}")
    values.take("number", "the start of a tier")
    values.take("number", "the end of a tier")
    n_intervals = _count(values, f"the size of tier {name!r}")
    intervals: list[Interval] = []
    latest: Millis | None = 0
    for _ in range(n_intervals):
        start, line = values.time("a time"), values.next.line if values.next else None
        # A point closes what lies between it and the point before.
        begin, end = (start, values.time("a time")) if kind == "IntervalTier" else (latest, start)
        latest = end
        intervals.append(Interval(*values.source.span(begin, end, line), values.text("a label")))
    return Tier(name, intervals)


def render(documents: Sequence[Document], layout: Layout) -> str:
    # Takes 50 ms to import.
    from praatio.utilities.textgrid_io import getTextgridAsStr

    tiers = [tier for doc in documents for tier in tiers_of(doc, format_name="textgrid")]
    last = max((interval.end or 0 for tier in tiers for interval in tier.intervals), default=0) / 1000 or 1.0
    grid = {
        "xmin": 0.0,
        "xmax": last,
        "tiers": [
            {
                "class": "IntervalTier",
                "name": tier.name,
                "xmin": 0.0,
                "xmax": last,
                "entries": [((each.start or 0) / 1000, (each.end or 0) / 1000, each.label) for each in tier.intervals],
            }
            for tier in tiers
        ],
    }
    return str(getTextgridAsStr(grid, "long_textgrid", includeBlankSpaces=True, minimumIntervalLength=None))


def looks_like(head: str) -> bool:
    start = head[:300]
    return "ooTextFile" in start and '"TextGrid"' in start


FORMAT = Format(
    name="textgrid",
    title="Praat TextGrid",
    suffixes=(".textgrid",),
    keeps=frozenset({"words", "times", "sentence_times", "speakers", "marks", "ends", "annotators", "events"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
)
