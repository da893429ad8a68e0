"""Captions that roll up, told from words that are said twice.

Video sites show two rows. A line is painted word by word in the lower row; when it is finished, it is lifted
into the upper one, and the next line is painted under it:

    0.16 – 2.51                             morning<0.48> everyone
    2.51 – 2.52    morning everyone                                   a flash: lifted, the lower row empty
    2.52 – 4.99    morning everyone         opens<2.88> at<3.00> nine
    4.99 – 5.00    opens at nine
    5.00 – 6.00    opens at nine            thank<5.40> you

So every line is there three times and said once. People say things twice as well, and recognisers write cues
of no length. That is why no single cue decides, but a run of cues in which each takes over the last line of
the one before it: it needs signs of rolling for each of two steps, or one step that shows how it was done. A
run that has too few is taken at its word, and every line of it counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from pausa.core.times import Millis

#: Nobody reads a cue of a fiftieth of a second. A cue of no length at all is a recogniser's, not a flash.
_FLASH_MS = 20
#: What a sign weighs, a faint one (lines taken over without a flash or times), and what a run needs.
_SIGN, _FAINT, _ENOUGH = 2, 1, 4
#: No screen has more rows than this, and each number of them is tried.
_MOST_ROWS = 50


class Row(NamedTuple):
    """A line on the screen, as it looks; `stamped` where it has times of its own for words."""

    text: str
    stamped: bool = False


class Screen(NamedTuple):
    """The rows shown from one time to another, empty ones too."""

    start: Millis | None
    end: Millis | None
    rows: tuple[Row, ...]

    @property
    def lines(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.text)

    @property
    def flashes(self) -> bool:
        return 0 < self.length <= _FLASH_MS

    @property
    def length(self) -> Millis:
        return 0 if self.start is None or self.end is None else self.end - self.start

    @property
    def lower_is_empty(self) -> bool:
        return len(self.rows) > 1 and not self.rows[-1].text


def old_lines(screens: Sequence[Screen]) -> list[int | None]:
    """How many lines of each screen were there before, where captions roll up; None where they do not.

    >>> a, b = Row("so we left"), Row("it was late")
    >>> rolling = [Screen(0, 990, (Row(""), a)), Screen(990, 1000, (a, Row(""))), Screen(1000, 2000, (a, b))]
    >>> old_lines([*rolling, Screen(2000, 3000, (b,))])
    [0, 1, 1, None]
    """
    taken: list[int | None] = [None] * len(screens)
    for start, counts in _runs(screens):
        if _weight(screens[start : start + len(counts)], counts) >= _ENOUGH:
            taken[start : start + len(counts)] = counts
    return taken


def _runs(screens: Sequence[Screen]) -> Iterator[tuple[int, list[int]]]:
    """Runs of two screens or more, each taking over lines of the one before: where, and how many lines."""
    start, counts = 0, [0]
    for place in range(1, len(screens) + 1):
        count = _taken_over(screens[place - 1], screens[place]) if place < len(screens) else 0
        if count:
            counts.append(count)
            continue
        if len(counts) > 1:
            yield start, counts
        start, counts = place, [0]


def _taken_over(before: Screen, screen: Screen) -> int:
    """How many lines roll on: the last ones of the one screen are the first of the other, right behind it."""
    if before.start is None or before.end is None or screen.start is None or screen.start < before.start:
        return 0
    if abs(screen.start - before.end) > _FLASH_MS:
        return 0  # the screen was empty in between, or shows both at a time
    lines, shown = screen.lines, [row.text for row in before.lines]
    old = [row.text for row in takewhile(lambda row: not row.stamped, lines)]  # a line with times is painted now
    most = min(len(old), len(shown), _MOST_ROWS)
    count = max(n for n in range(most + 1) if shown[len(shown) - n :] == old[:n])
    if not count or screen.lower_is_empty:
        return count
    finished = screen.flashes and len(lines) == 1 and before.length > _FLASH_MS
    added = count < len(lines) and screen.length > _FLASH_MS
    return count if finished or added else 0


def _weight(run: Sequence[Screen], counts: Sequence[int]) -> int:
    """How much speaks for captions that roll up."""
    weight = 0
    seen = {row.text for row in run[0].lines}
    for place in range(1, len(run)):
        before, screen, count = run[place - 1], run[place], counts[place]
        fresh = {row.text for row in screen.lines[count:]}
        painted = before.lines[-1].stamped
        if fresh:
            lifted = before.flashes and counts[place - 1] == len(before.lines)
            weight += _SIGN if lifted or painted else _FAINT * fresh.isdisjoint(seen)
        elif screen.flashes and before.length > _FLASH_MS:
            rose = not before.rows[0].text or len(before.lines) > 1
            weight += _SIGN * (painted + screen.lower_is_empty + (screen.lower_is_empty and rose))
        seen |= fresh
    return weight
