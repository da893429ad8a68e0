"""Times in whatever way JSON records spell them: numbers in any unit, clocks, dates.

    3.2, "3.2", "3.2s"                 seconds
    3200, 32000000                     milliseconds, ticks: which, the pace of speech tells
    "00:03", "0:00:03,200", "PT3.2S"   clocks and durations
    "2026-05-04T10:00:03.2Z", 1777888803.2    dates, counted from the first one

A unit holds for a whole list of records. Nobody says a word in a thousandth of a second, nor takes minutes for each: so
how much of the counted time there is for a word tells what is counted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from functools import cached_property
from typing import Any

from pausa.core.numbers import exact, shown
from pausa.core.times import LATEST, Millis, from_clock, millis
from pausa.formats.base import Source
from pausa.formats.keys import Keys, with_unit

_DATE = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
_DURATION = re.compile(r"PT(?:([\d.]{1,12})H)?(?:([\d.]{1,12})M)?(?:([\d.]{1,20})S)?", re.IGNORECASE)
_CLOCK = re.compile(r"\d{1,4}:\d{1,2}(?::\d{1,2})?(?:[.,;]\d{1,9})?")
_SPELLED_UNIT = re.compile(r"(-?[\d.]{1,30}) ?(ms|s|sec|secs|seconds?)", re.IGNORECASE)
#: The most of each unit that a word can take on average, by how many make a second. Seconds come whole, too.
_PACES = ((Decimal(20), 1), (Decimal(50_000), 1000), (Decimal(1_200_000), 1_000_000), (Decimal(40_000_000), 10_000_000))
_NANOS = 1_000_000_000
_NAMES = {1: "seconds", 1000: "milliseconds", 1_000_000: "microseconds", 10_000_000: "ticks", _NANOS: "nanoseconds"}
#: A time after this many seconds since 1970 (the year 1998) and before that many (2096) is a date.
_DATES = (Decimal(900_000_000), Decimal(4_000_000_000))
#: Looking at this many records is enough to know the unit.
_ENOUGH = 20_000


@dataclass(frozen=True)
class _Read:
    """A time as spelled: a number in a unit that is still open, or in seconds; dates are seconds since 1970."""

    value: Decimal
    in_seconds: bool = False
    is_date: bool = False


def _read(value: Any) -> _Read | None:
    """A time in any spelling; None for what is none."""
    if isinstance(value, Mapping):
        seconds, nanos = value.get("seconds", 0), value.get("nanos", 0)
        try:
            return _Read(exact(seconds or 0) + exact(nanos or 0) / _NANOS, in_seconds=True)
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return _spelled(value.strip()) if isinstance(value, str) else _Read(exact(value))
    except (ValueError, OverflowError):
        return None


def _spelled(text: str) -> _Read:
    if len(text) > 60:
        raise ValueError("not a time")
    if _DATE.match(text):
        moment = datetime.fromisoformat(text)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return _Read(exact(repr(moment.timestamp())), in_seconds=True, is_date=True)
    duration = _DURATION.fullmatch(text) if text[:1] in "pP" else None
    if duration:
        hours, minutes, seconds = (exact(part or 0) for part in duration.groups())
        return _Read(3600 * hours + 60 * minutes + seconds, in_seconds=True)
    if _CLOCK.fullmatch(text):
        return _Read(Decimal(from_clock(text.replace(";", "."))) / 1000, in_seconds=True)
    unit = _SPELLED_UNIT.fullmatch(text)
    if unit:
        return _Read(exact(unit[1]) / (1000 if unit[2].lower() == "ms" else 1), in_seconds=True)
    return _Read(exact(text))


@dataclass(frozen=True)
class Times:
    """How the times of a list of records are read."""

    keys: Keys
    per_second: int = 1
    zero: Decimal = Decimal(0)
    #: What is told about it.
    told: str = ""

    @cached_property
    def _is_plain(self) -> bool:
        """Whether numbers are seconds from the start."""
        return self.per_second == 1 and not self.zero and all(with_unit(key)[1] in (None, 1) for key in self.keys.times)

    def span(self, record: Mapping[str, Any], source: Source) -> tuple[Millis | None, Millis | None]:
        """Start and end of a record; nonsense is noted and unknown."""
        start, end = edges(record, self.keys)
        first, last = self._time(start, self.keys.start, source), self._time(end, self.keys.end, source)
        if last is None and first is not None and self.keys.duration:
            length = self._time(record.get(self.keys.duration), self.keys.duration, source, is_length=True)
            last = None if length is None else first + length
        return first, last

    def _time(self, value: Any, key: str, source: Source, *, is_length: bool = False) -> Millis | None:
        if value is None or value == "":
            return None
        if type(value) is float and self._is_plain and 0 <= value <= LATEST // 1000:  # the common case, kept fast
            return millis(value)
        read = _read(value)
        if read is not None:
            seconds = read.value / (1 if read.in_seconds else with_unit(key)[1] or self.per_second)
            seconds -= 0 if is_length else self.zero
            if 0 <= seconds <= LATEST:
                try:
                    return millis(seconds)
                except ValueError:
                    pass
        source.bad_row(None, f"{shown(value)} is not a time")
        return None


def edges(record: Mapping[str, Any], keys: Keys) -> tuple[Any, Any]:
    """What a record says about its start and end; one key may hold both, as a pair or as an object."""
    start, end = record.get(keys.start) if keys.start else None, record.get(keys.end) if keys.end else None
    if isinstance(start, list) and len(start) == 2:
        return start[0], start[1]
    if isinstance(start, Mapping) and not {"seconds", "nanos"} & start.keys():
        inner = {with_unit(key)[0]: value for key, value in start.items()}
        first = next((inner[name] for name in ("start", "from", "begin") if name in inner), None)
        last = next((inner[name] for name in ("end", "to", "stop") if name in inner), None)
        return first, last
    return start, end


def times_of(records: Sequence[Mapping[str, Any]], keys: Keys, n_words: int) -> Times:
    """How to read the times of these records, which hold that many words."""
    if not keys.times:
        return Times(keys)
    open_values: list[Decimal] = []
    dates: list[Decimal] = []
    for record in records[:_ENOUGH]:
        for value, key in zip(edges(record, keys), (keys.start, keys.end), strict=True):
            read = _read(value)
            if read is not None and read.is_date:
                dates.append(read.value)
            elif read is not None and not read.in_seconds and with_unit(key)[1] is None:
                open_values.append(read.value)
    if dates:
        return Times(keys, zero=min(dates), told="dates, counted from the first")
    named = next((unit for unit in (with_unit(key)[1] for key in keys.times) if unit), None)
    if not open_values:
        return Times(keys, named or 1, told=_NAMES[named] if named else "as clocks" if keys.start else "")
    share = min(1.0, _ENOUGH / max(1, len(records)))
    unit = named or _unit(open_values, records[:_ENOUGH], keys, max(1, round(n_words * share)))
    first = min(open_values)
    if _DATES[0] <= first / unit <= _DATES[1]:
        return Times(keys, unit, first / unit, f"{_NAMES[unit]} since 1970, counted from the first")
    return Times(keys, unit, told=_NAMES[unit])


def _unit(values: Sequence[Decimal], records: Sequence[Mapping[str, Any]], keys: Keys, n_words: int) -> int:
    """How many of what is counted make a second."""
    span = max(values) - min(values)
    if keys.duration:
        lengths = [read.value for record in records if (read := _read(record.get(keys.duration)))]
        span = max(span, sum(lengths, Decimal(0)))
    if any(value != value.to_integral_value() for value in values) and span / n_words < 100:
        return 1
    pace = span / n_words
    return next((unit for most, unit in _PACES if pace < most), _NANOS)
