"""Cues of subtitles to words: what SRT and WebVTT share when they are read.

    00:00:01,000 --> 00:00:02,500
    - So we left.
    - It was late.

A cue has two times and some lines. Its first word gets the start, its last word the end. Lines that open
with a dash or `>>` are turns of their own, and the sign stays with the word behind it; `[ANNA]: ` before a
line names the speaker, as some recognisers write it. Captions that roll up show every line twice or three
times; each word is taken once, when it first appears.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from msgspec.structs import replace

from pausa.core.times import Millis, from_clock
from pausa.core.words import Word
from pausa.formats.base import Source
from pausa.text.tokens import token_words

_TIME = r"(?:\d+:)?\d+:\d+(?:[.,]\d+)?"
_TIMING = re.compile(rf"\s*({_TIME})\s*-->\s*({_TIME})(?!\S)")
_BROKEN_TIMING = re.compile(rf"\s*{_TIME}\s*[-=–—]+>")
_TURN = re.compile(r"\s*+((?:<v[^<>]*>)?+)\s*+(>>+|(?:&gt;){2,}|[-–—](?![-–—\d]))\s*(?=\S)")
_NAMED = re.compile(r"\s*\[([^\[\]]{1,60})\]:\s+(?=\S)")
_SIGN = re.compile(r">>+|[-–—]")
_NAME = re.compile(r"\[[^\[\]]*\]:")
#: Nobody shows a cue for a fiftieth of a second; captions that roll up are full of such.
_FLASH_MS = 20

LOOK = re.compile(rf"^[^\S\n]*+{_TIME}\s*-->\s*{_TIME}(?!\S)", re.MULTILINE)


@dataclass(frozen=True)
class Cue:
    """Lines shown from one time to another, without styling."""

    line: int
    start: Millis | None
    end: Millis | None
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Piece:
    """A stretch of a cue by one speaker; `start` is when its first word is said, where the cue tells."""

    text: str
    speaker: str | None = None
    start: Millis | None = None


#: Cuts a turn into pieces; gets the turn and the speaker so far.
Cut = Callable[[str, str | None], Sequence[Piece]]


def heads(lines: Sequence[str]) -> list[int]:
    """Where cues begin: the numbers of the lines with their times, broken ones too."""
    return [
        place
        for place, line in enumerate(lines)
        if ">" in line
        and (_TIMING.match(line) or _BROKEN_TIMING.match(line) or ("-->" in line and _opens(lines, place)))
    ]


def _opens(lines: Sequence[str], place: int) -> bool:
    """Whether a block of lines begins here, or with the number above."""
    above = lines[place - 1].strip() if place else ""
    return not above or (above.isdigit() and not (lines[place - 2].strip() if place > 1 else ""))


def span(line: str, number: int, source: Source) -> tuple[Millis | None, Millis | None]:
    """The two times of a cue; unknown where they are broken, which is noted."""
    timing = _TIMING.match(line)
    try:
        if timing:
            return source.span(from_clock(timing[1]), from_clock(timing[2]), number)
    except ValueError:
        pass
    source.bad_row(number, f"not the two times of a cue: {line.strip()[:60]!r}")
    return None, None


def is_sign(word: Word) -> bool:
    """Whether a word at the start of a line would be taken for the sign of a turn or a speaker's name."""
    return _SIGN.fullmatch(word.text) is not None or _NAME.fullmatch(str(word)) is not None


def opens_turn(line: str) -> bool:
    """Whether a line would be taken for a new turn in its cue."""
    return (_TURN.match(line) or _NAMED.match(line)) is not None


def words_of_cues(cues: Sequence[Cue], cut: Cut) -> tuple[list[Word], list[int]]:
    """All words and events, not settled yet, and after which words a cue or turn ends.

    Lines of captions that roll up break anywhere, so they tell no ends.
    """
    rolling = is_rolling(cues, cut)
    words: list[Word] = []
    ends: list[int] = []
    n_words = 0
    before = Cue(0, None, None, ())
    for cue in cues:
        lines = _fresh(before, cue, cut) if rolling else cue.lines
        before = cue
        in_cue: list[Word] = []
        for turn in _turns(lines, cut):
            in_cue += turn
            n_words += sum(1 for word in turn if word.text and not word.is_event)
            ends.append(n_words - 1)
        # The last line stays on the screen long after its last word, until the next line pushes it up.
        words += stamped(in_cue, cue.start, None if rolling else cue.end)
    return words, [] if rolling else sorted({end for end in ends if end >= 0})


def is_rolling(cues: Sequence[Cue], cut: Cut) -> bool:
    """Whether these are captions that roll up: a cue repeats the one before it and flashes by, or adds timed words."""
    for before, cue in pairwise(cues):
        repeated, new = _repeated(before, cue, cut), _fresh(before, cue, cut)
        flashes = cue.start is not None and cue.end is not None and cue.end - cue.start <= _FLASH_MS
        if repeated and (any(_has_stamps(line, cut) for line in new) if new else flashes):
            return True
    return False


def _fresh(before: Cue, cue: Cue, cut: Cut) -> tuple[str, ...]:
    """The lines of a cue that were not on the screen before."""
    return _filled(cue, cut)[_repeated(before, cue, cut) :]


def _repeated(before: Cue, cue: Cue, cut: Cut) -> int:
    """How many lines a cue takes over from the one before: the last of the one are the first of the other."""
    if before.end is None or cue.start is None or cue.start > before.end + _FLASH_MS:
        return 0  # the screen was empty in between
    lines = _filled(cue, cut)
    shown = [_plain(line, cut) for line in _filled(before, cut)]
    old = [_plain(line, cut) for line in takewhile(lambda line: not _has_stamps(line, cut), lines)]
    return max(n for n in range(min(len(old), len(shown)) + 1) if shown[len(shown) - n :] == old[:n])


def _filled(cue: Cue, cut: Cut) -> tuple[str, ...]:
    return tuple(line for line in cue.lines if _plain(line, cut))


def _plain(line: str, cut: Cut) -> str:
    """A line as it looks on the screen."""
    return " ".join("".join(piece.text for piece in cut(line, None)).split())


def _has_stamps(line: str, cut: Cut) -> bool:
    return any(piece.start is not None for piece in cut(line, None))


def _turns(lines: Sequence[str], cut: Cut) -> Iterator[list[Word]]:
    """The words of each turn in a cue."""
    speaker: str | None = None
    turn: list[str] = []
    for line in (*lines, None):
        named = _NAMED.match(line) if line else None
        sign = _TURN.match(line) if line and not named else None
        if turn and (line is None or named or sign):
            pieces = cut(" ".join(turn), speaker)
            yield _opened([word for piece in pieces for word in _words(piece)])
            speaker = pieces[-1].speaker if pieces else speaker
            turn = []
        if line is None:
            return
        if named:
            speaker, line = named[1].strip(), line[named.end() :]
        elif sign:
            line = sign[1] + sign[2] + line[sign.end() :]
        turn.append(line)


def _words(piece: Piece) -> list[Word]:
    return stamped(token_words(piece.text, speaker=piece.speaker), piece.start, None)


def _opened(words: list[Word]) -> list[Word]:
    """The words of a turn with `>>` taken from the front of the first word, or for a part of the second."""
    if not words or not words[0].text.startswith(">>"):
        return words
    first, *rest = words
    text = first.text.lstrip(">")
    if text:
        return [replace(first, before=first.text[: -len(text)], text=text), *rest]
    if not rest:
        return words
    return [
        replace(
            rest[0],
            before=first.text + rest[0].before,
            start=rest[0].start if rest[0].start is not None else first.start,
        ),
        *rest[1:],
    ]


def stamped(words: Sequence[Word], start: Millis | None, end: Millis | None) -> list[Word]:
    """Words of a stretch: the first gets the start and the last the end, where they have none of their own.

    Loose punctuation gets no time, since it will be part of a word; an event only if there is no word.
    """
    made = list(words)
    spoken = [place for place, word in enumerate(made) if word.text and not word.is_event]
    places = spoken or [place for place, word in enumerate(made) if word.text]
    if places:
        first, last = places[0], places[-1]
        if made[first].start is None and start is not None:
            made[first] = replace(made[first], start=start)
        began = made[last].start
        if made[last].end is None and end is not None and (began is None or began <= end):
            made[last] = replace(made[last], end=end)
    return made
