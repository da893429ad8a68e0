"""Which words are shown together and how long, so that people can read them: the rules of subtitling.

    arrange(pieces, rules)      stretches of pieces, one for each cue
    show(pieces, cues, rules)   from when to when each is on the screen

A cue never runs over a long silence, never has more text than its lines hold, and lasts no longer than it may. Within
that the cheapest arrangement wins: a cue is best a sentence, else it ends with a phrase, and parts of a sentence are of
even length. Short sentences share a cue where each alone would flash by, those of two speakers with a dash and a line
for each, where rules allow it. A cue stays on the screen after its last word where silence allows it, until it can be
read; it never reaches into the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import ceil, inf
from typing import NamedTuple

from pausa.core.errors import OptionError, UnknownName
from pausa.core.joining import join
from pausa.core.times import Millis
from pausa.text.columns import columns


@dataclass(frozen=True)
class Rules:
    """What a cue may be: columns and lines, milliseconds on the screen, characters (columns) a second."""

    line_width: int = 42
    line_count: int = 2
    shortest_ms: Millis = 833
    longest_ms: Millis = 7000
    speed: float = 20.0
    #: Between the end of a cue and the start of the next.
    gap_ms: Millis = 83
    #: No cue runs over a silence as long as this.
    silence_ms: Millis = 1500
    #: How speakers are told: not at all, by their names, or by dashes where two share a cue.
    speakers: str = "none"

    def check(self) -> None:
        """An error where no cue could be like this."""
        if not 0 < self.shortest_ms < self.longest_ms or not self.speed > 0 or self.gap_ms < 0:
            raise OptionError(
                f"No cue lasts between {self.shortest_ms} and {self.longest_ms} ms, at {self.speed:g} characters a "
                f"second and {self.gap_ms} ms apart; the shortest is above 0 and below the longest, the speed above 0."
            )

    def wanted_ms(self, width: int) -> float:
        """How long that much text wants to be on the screen."""
        return max(self.shortest_ms, 1000 * width / self.speed)


#: Houses' rules for subtitles, as far as they are numbers.
PROFILES = {
    "netflix": Rules(speakers="dashes"),
    "bbc": Rules(line_width=37, shortest_ms=1000, speed=17.0, gap_ms=0, speakers="dashes"),
    "broadcast": Rules(line_width=37, shortest_ms=1000, longest_ms=6000, speed=15.0, gap_ms=160, speakers="dashes"),
}
#: The ways to tell speakers, and what stands before a line of one of two.
SPEAKERS = ("none", "labels", "dashes")
DASH = "- "


def rules_of(name: str) -> Rules:
    """The rules of that name."""
    if name not in PROFILES:
        raise UnknownName("profile", name, (), (*PROFILES, "plain"))
    return PROFILES[name]


class Piece(NamedTuple):
    """Something shown in one line, nearly always a word: its width, when it is said, by whom, and what ends with it."""

    width: int
    start: Millis
    end: Millis
    speaker: str | None = None
    ends_sentence: bool = False
    ends_phrase: bool = False


#: What makes a cue worse, in the measure of one another.
_CUE = 0.3
_TWO_SENTENCES, _TWO_SPEAKERS = 0.6, 0.4
_PARTED_AT_PHRASE, _PARTED = 0.7, 1.7
_ONE_WORD_OF_MORE = 2.0
_SCANT = 0.6
_TOO_FAST, _TOO_SHORT = 1.2, 1.2
#: "of", "the", "le", "und" belong to what follows.
_LITTLE_WORD, _LITTLE = 0.6, 3
#: A part of a sentence should not be shorter than this.
_SCANT_WIDTH = 16
#: A part of a sentence, by the square of how full its cue is: of as many parts, even ones are cheapest. It only decides
#: where nothing else does: no rule is broken for it, and no phrase.
_FULL = 0.05


def arrange(pieces: Sequence[Piece], rules: Rules) -> list[tuple[int, int]]:
    """Which pieces go into one cue: first and one after the last, for each cue.

    >>> said = [Piece(5, 0, 400), Piece(5, 400, 900, ends_sentence=True), Piece(4, 4000, 4500, ends_sentence=True)]
    >>> arrange(said, Rules())
    [(0, 2), (2, 3)]
    """
    n_pieces = len(pieces)
    upto = [0, *accumulate(piece.width + 1 for piece in pieces)]
    changes = [0, 0, *accumulate(int(one.speaker != other.speaker) for one, other in pairwise(pieces))]
    sentences = [0, *accumulate(int(piece.ends_sentence) for piece in pieces)]
    walls = [_is_wall(before, after, rules) for before, after in pairwise(pieces)]
    best = [0.0] + [inf] * n_pieces
    came = [0] * (n_pieces + 1)
    for first in range(n_pieces):
        opens = first == 0 or pieces[first - 1].ends_sentence
        for last in range(first + 1, _reach(pieces, first, walls, rules) + 1):
            n_changes = changes[last] - changes[first + 1]
            if n_changes and not (opens and pieces[last - 1].ends_sentence):
                continue  # who shares a cue says all of a sentence there
            width = upto[last] - upto[first] - 1 + _dashes(n_changes)
            inside = sentences[last - 1] - sentences[first]
            cost = best[first] + _cost(pieces, first, last, width, inside, rules, opens=opens)
            cost += _TWO_SPEAKERS * n_changes
            if cost < best[last]:
                best[last], came[last] = cost, first
    cues: list[tuple[int, int]] = []
    last = n_pieces
    while last:
        cues.append((came[last], last))
        last = came[last]
    return cues[::-1]


def show(pieces: Sequence[Piece], cues: Sequence[tuple[int, int]], rules: Rules) -> list[tuple[Millis, Millis]]:
    """From when to when each cue is on the screen."""
    return [_span(pieces, first, last, _width(pieces[first:last]), rules) for first, last in cues]


def _width(pieces: Sequence[Piece]) -> int:
    """How many characters a cue of these has."""
    n_changes = sum(one.speaker != other.speaker for one, other in pairwise(pieces))
    return sum(piece.width + 1 for piece in pieces) - 1 + _dashes(n_changes)


def _dashes(n_changes: int) -> int:
    """The width of the dashes in a cue with so many changes of speaker."""
    return len(DASH) * (n_changes + 1) if n_changes else 0


def _is_wall(before: Piece, after: Piece, rules: Rules) -> bool:
    """Whether no cue may hold both."""
    if before.speaker != after.speaker and not (
        rules.speakers == "dashes" and before.ends_sentence and before.speaker and after.speaker
    ):
        return True
    return after.start - before.end >= rules.silence_ms


def _reach(pieces: Sequence[Piece], first: int, walls: Sequence[bool], rules: Rules) -> int:
    """How far a cue from `first` on may go; one piece is always allowed."""
    line, filled, turn = 1, -1, 1
    for place in range(first, len(pieces)):
        if place > first and (walls[place - 1] or pieces[place].end - pieces[first].start > rules.longest_ms):
            return place
        if place > first and max(pieces[first].width, pieces[place].width) > rules.line_width:
            return place  # too wide for a line, so by itself
        if place > first and pieces[place].speaker != pieces[place - 1].speaker:
            # Each turn has a line of its own, with a dash before it.
            if line > turn or filled + (len(DASH) if turn == 1 else 0) > rules.line_width or line == rules.line_count:
                return place
            line, turn, filled = line + 1, turn + 1, len(DASH) - 1
        if turn > 1 and filled + 1 + pieces[place].width > rules.line_width:
            return place
        if filled >= 0 and filled + 1 + pieces[place].width > rules.line_width:
            line, filled = line + 1, -1
            if line > rules.line_count:
                return place
        filled += 1 + pieces[place].width
    return len(pieces)


def _cost(
    pieces: Sequence[Piece], first: int, last: int, width: int, inside: int, rules: Rules, *, opens: bool
) -> float:
    start, end = _span(pieces, first, last, width, rules)
    lasts = max(1, end - start)
    closing = pieces[last - 1]
    cost = _CUE + _TWO_SENTENCES * inside
    if not closing.ends_sentence and last < len(pieces):
        cost += _PARTED_AT_PHRASE if closing.ends_phrase else _PARTED
        if closing.width <= _LITTLE and not closing.ends_phrase:
            cost += _LITTLE_WORD
    if not (opens and closing.ends_sentence):
        if last - first == 1:
            cost += _ONE_WORD_OF_MORE
        cost += _SCANT * max(0.0, 1 - width / _SCANT_WIDTH)
        cost += _FULL * (width / (rules.line_width * rules.line_count)) ** 2
    fast = 1000 * width / (rules.speed * lasts) - 1
    if fast > 0:
        cost += _TOO_FAST * (1 + 2 * min(fast, 2.0))
    if lasts < rules.shortest_ms:
        cost += _TOO_SHORT * (2 - lasts / rules.shortest_ms)
    return cost


def _span(pieces: Sequence[Piece], first: int, last: int, width: int, rules: Rules) -> tuple[Millis, Millis]:
    start, said = pieces[first].start, pieces[last - 1].end
    end = max(said, start + min(ceil(rules.wanted_ms(width)), rules.longest_ms))
    if last < len(pieces):
        following = pieces[last].start
        end = min(end, max(following - rules.gap_ms, min(said, following)) if following > start else said)
    return start, max(end, start)


@dataclass(frozen=True)
class Faults:
    """How many of some cues break the rules: too short, too long, too fast to read, too wide, one word left over."""

    cues: int = 0
    short: int = 0
    long: int = 0
    fast: int = 0
    wide: int = 0
    orphans: int = 0

    def __add__(self, other: Faults) -> Faults:
        return Faults(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))

    @property
    def any(self) -> bool:
        return bool(self.short or self.long or self.fast or self.wide)

    def __str__(self) -> str:
        """What could not be obeyed, in words."""
        named = {
            "on the screen too short": self.short,
            "too long": self.long,
            "too fast to read": self.fast,
            "too wide": self.wide,
        }
        return f"of {self.cues:,} cues " + ", ".join(f"{count:,} {name}" for name, count in named.items() if count)


def faults_of(start: Millis, end: Millis, lines: Sequence[Sequence[object]], rules: Rules, *, alone: bool) -> Faults:
    """What is wrong with one cue; `alone` says whether a single word in it is a whole sentence."""
    widths = [columns(join(line)) for line in lines]
    lasts = end - start
    words = sum(len(line) for line in lines)
    return Faults(
        1,
        int(lasts < rules.shortest_ms),
        int(lasts > rules.longest_ms),
        int(1000 * (sum(widths) + len(widths) - 1) > rules.speed * lasts),
        int(max(widths, default=0) > rules.line_width or len(lines) > rules.line_count),
        int((words == 1 and not alone) or (len(lines) > 1 and len(lines[-1]) == 1)),
    )
