"""Cues of subtitles to words: what the subtitle formats share when they are read.

    00:00:01,000 --> 00:00:02,500
    - So we left.
    - It was late.

A cue has two times and some lines. Its first word gets the start, its last word the end. Lines that open
with a dash or `>>` are turns of their own, and the sign stays with the word behind it; `[ANNA]: ` before a
line names the speaker, as some recognisers write it, and so does `Anna: ` where names take turns, or stand in
most cues, as meeting tools write them. Captions that roll up (see `rolling`) show every line twice or three
times; each word is taken once, when it first appears.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import replace as with_doc

from msgspec.structs import replace

from pausa.core.cues import Cue, Shown
from pausa.core.document import Document
from pausa.core.times import Millis, from_clock
from pausa.core.words import Word
from pausa.formats.base import Source, by_marks_or_segments, document
from pausa.formats.names import label_of, names_in
from pausa.formats.rolling import Row, Screen, old_lines
from pausa.text.languages import language
from pausa.text.tokens import settled, token_words

_TIME = r"(?:\d+:)?\d+:\d+(?:[.,]\d+)?"
_TIMING = re.compile(rf"\s*({_TIME})\s*-->\s*({_TIME})(?!\S)")
#: Times that cannot be read, and what stands for the arrow.
_BROKEN_TIMING = re.compile(r"\s*+(\S{0,24}\d\S{0,24}?)?\s*+([-=–—]{1,4}>)\s*(\S{0,24}\d\S{0,24})?(?!\S)")
#: Where to show the cue.
_SETTINGS = re.compile(r"(?:\s+(?:vertical|line|position|size|align|region|[xy][12]|[adlst]):\S*)*", re.IGNORECASE)
_TURN = re.compile(r"\s*+((?:<v[^<>]*>)?+)\s*+(>>+|(?:&gt;){2,}|[-–—](?![-–—\d]))\s*(?=\S)")
_NAMED = re.compile(r"\s*\[([^\[\]]{1,60})\]:\s+(?=\S)")
_SIGN = re.compile(r">>+|[-–—]")
_NAME = re.compile(r"\[[^\[\]]*\]:")

LOOK = re.compile(rf"^[^\S\n]*+{_TIME}\s*-->\s*{_TIME}(?!\S)", re.MULTILINE)


@dataclass(frozen=True)
class Piece:
    """A stretch of a cue by one speaker; `start` is when its first word is said, where the cue tells."""

    text: str
    speaker: str | None = None
    start: Millis | None = None


@dataclass(frozen=True)
class Said:
    """The words of cues, after which of them a cue or turn ends, and after which a sign tells that another speaks."""

    words: list[Word]
    ends: list[int]
    turns: list[int]
    rolls: bool


#: Cuts a turn into pieces; gets the turn and the speaker so far.
Cut = Callable[[str, str | None], Sequence[Piece]]


def as_it_is(turn: str, speaker: str | None) -> list[Piece]:
    """A cut for formats that tell nothing inside a line."""
    return [Piece(turn, speaker)]


def heads(lines: Sequence[str]) -> list[int]:
    """Where cues begin: the numbers of the lines with their times, broken ones too."""
    places: list[int] = []
    exact = False
    for place, line in enumerate(lines):
        if ">" not in line:
            continue
        timing = _TIMING.match(line)
        if timing and not places:
            exact = _is_exact(timing)
        if (timing and _is_exact(timing) == exact) or (places[-1:] != [place - 1] and _is_odd_head(lines, place)):
            places.append(place)
    return places


def _is_exact(timing: re.Match[str]) -> bool:
    """Whether both times have parts of a second: "10:30 --> 11:00" can be said, and then is no head."""
    return all("." in time or "," in time for time in timing.groups())


def _is_odd_head(lines: Sequence[str], place: int) -> bool:
    """Whether a line was meant for the times of a cue, though it is not like others: it opens a block of lines."""
    broken = _BROKEN_TIMING.match(lines[place])
    if not broken:
        return False
    clocks = sum(":" in (time or "") for time in (broken[1], broken[3]))
    if "-->" in broken[2] and clocks == 2 and not _TIMING.match(lines[place]):
        return True
    above = lines[place - 1].strip() if place else ""
    if above.isdecimal():
        return bool(broken[1] or broken[3])
    opens = not above or place < 2 or not lines[place - 2].strip()
    return opens and clocks > 0 and not behind_times(lines[place])


def behind_times(line: str) -> str:
    """What stands behind the times of a cue and is not about where to show it."""
    timing = _TIMING.match(line) or _BROKEN_TIMING.match(line)
    rest = line[timing.end() :] if timing else ""
    settings = _SETTINGS.match(rest)
    return rest[settings.end() :].strip() if settings else ""


def cue_of(line: str, number: int, shown: Sequence[str], source: Source) -> Cue:
    """A cue from the line with its times and the lines below; broken times are noted and unknown."""
    start, end = span_of(_TIMING.match(line), line, number, source)
    said = behind_times(line)
    if said:
        source.bad_row(number, f"text behind the times of a cue, kept: {said[:60]!r}")
    lines = [said, *shown] if said else list(shown)
    while lines and not lines[-1]:  # but a line of spaces is a row that is shown empty
        lines.pop()
    return Cue(number, start, end, tuple(lines))


def span_of(
    timing: re.Match[str] | None, line: str, number: int, source: Source
) -> tuple[Millis | None, Millis | None]:
    """The two times that were found in a line; where there are none the cue has none, which is noted."""
    try:
        if timing:
            return source.span(from_clock(timing[1]), from_clock(timing[2]), number)
    except ValueError:
        pass
    source.bad_row(number, f"not the two times of a cue, whose words are kept: {line.strip()[:60]!r}")
    return None, None


def is_sign(word: Word) -> bool:
    """Whether a word at the start of a line would be taken for the sign of a turn or a speaker's name."""
    return _SIGN.fullmatch(word.text) is not None or _NAME.fullmatch(str(word)) is not None


def opens_turn(line: str) -> bool:
    """Whether a line would be taken for a new turn in its cue."""
    return (_TURN.match(line) or _NAMED.match(line)) is not None


def document_of_cues(cues: Sequence[Cue], cut: Cut, source: Source, *, lang: str = "") -> Document:
    """The document that the cues of a file are; it keeps them, unless they roll up or lack their times."""
    said = words_of_cues(cues, cut)
    words = settled(said.words, lang=language(lang) if lang else source.language)
    made = document(words, segmentations=by_marks_or_segments(words, said.ends), lang=lang)
    made = with_doc(made, transcript=with_doc(made.transcript, turns=tuple(said.turns)))
    kept = None if said.rolls else _kept(cues, cut)
    return made if kept is None else with_doc(made, shown=Shown(kept, made.transcript, made.segmentations))


def _kept(cues: Sequence[Cue], cut: Cut) -> tuple[Cue, ...] | None:
    """The cues with lines as they look; None where that would not be all of it."""
    kept = []
    for cue in cues:
        lines, voices = [], []
        voice: str | None = None
        for place, line in enumerate(cue.lines):
            voice = cue.voices[place] if cue.voices else voice
            pieces = cut(line, voice)
            spoken = {piece.speaker for piece in pieces if piece.text.strip()}
            if len(spoken) > 1 or any(piece.start is not None for piece in pieces):
                return None
            voice = pieces[-1].speaker if pieces else voice
            text = "".join(piece.text for piece in pieces).strip()
            if text:
                lines.append(text)
                voices.append(next(iter(spoken), voice))
        if lines and not cue.is_timed:
            return None
        if lines:
            told = tuple(voices) if any(voices) else ()
            kept.append(Cue(cue.line, cue.start, cue.end, tuple(lines), told))
    return tuple(kept)


def words_of_cues(cues: Sequence[Cue], cut: Cut) -> Said:
    """All words and events, not settled yet, and where cues and turns end.

    Lines of captions that roll up break anywhere, so a file that has some tells no ends.
    """
    taken = old_lines([_screen(cue, cut) for cue in cues])
    names = names_in([[line for line in cue.lines if line.strip()] for cue in cues])
    words: list[Word] = []
    ends: list[int] = []
    turns: list[int] = []
    n_words = 0
    for cue, old in zip(cues, taken, strict=True):
        in_cue: list[Word] = []
        for turn, is_signed in _turns(_rows(cue, cut)[old or 0 :], cut, names):
            in_cue += turn
            n_in_turn = sum(1 for word in turn if word.text and not word.is_event)
            if is_signed and n_in_turn and n_words:
                turns.append(n_words - 1)
            n_words += n_in_turn
            ends.append(n_words - 1)
        # A line that rolls stays on the screen long after its last word, until the next line pushes it up.
        words += stamped(in_cue, cue.start, cue.end if old is None else None)
    rolls = any(old is not None for old in taken)
    return Said(words, [] if rolls else sorted({end for end in ends if end >= 0}), turns, rolls)


def _screen(cue: Cue, cut: Cut) -> Screen:
    return Screen(cue.start, cue.end, tuple(Row(_plain(line, cut), _has_stamps(line, cut)) for line in cue.lines))


def _plain(line: str, cut: Cut) -> str:
    """A line as it looks on the screen."""
    return " ".join("".join(piece.text for piece in cut(line, None)).split())


def _has_stamps(line: str, cut: Cut) -> bool:
    return any(piece.start is not None for piece in cut(line, None))


def _rows(cue: Cue, cut: Cut) -> list[tuple[str, str | None]]:
    """The lines of a cue that show something, with who speaks where the cue says so."""
    voices = cue.voices or (None,) * len(cue.lines)
    return [(line, voice) for line, voice in zip(cue.lines, voices, strict=True) if _plain(line, cut)]


def _turns(
    rows: Sequence[tuple[str, str | None]], cut: Cut, names: Collection[str]
) -> Iterator[tuple[list[Word], bool]]:
    """The words of each turn in a cue, and whether a sign opens it."""
    speaker: str | None = rows[0][1] if rows else None
    turn: list[str] = []
    is_signed = False
    for line, voice in (*rows, (None, speaker)):
        named = _NAMED.match(line) if line else None
        sign = _TURN.match(line) if line and not named else None
        called = label_of(line[sign.end() if sign else 0 :], names) if line and names and not named else None
        other = voice is not None and voice != speaker
        if turn and (line is None or named or sign or called or other):
            pieces = cut(" ".join(turn), speaker)
            yield _opened([word for piece in pieces for word in _words(piece)]), is_signed
            speaker = pieces[-1].speaker if pieces else speaker
            turn = []
        if line is None:
            return
        is_signed = sign is not None if not turn else is_signed
        if named:
            speaker, line = named[1].strip(), line[named.end() :]
        elif called:
            speaker, line = called.name, (sign[1] + _close_to(sign[2], called.text) if sign else called.text)
        elif other:
            speaker = voice
        elif sign:
            line = sign[1] + _close_to(sign[2], line[sign.end() :])
        turn.append(line)


def _close_to(sign: str, text: str) -> str:
    """The text with the sign of a turn right before it; a dash before a number is a long one, lest it is a minus."""
    return ("—" if text[:1].isdigit() and sign in "-–" else sign) + text


def _words(piece: Piece) -> list[Word]:
    return stamped(token_words(piece.text, speaker=piece.speaker, is_text=True), piece.start, None)


def _opened(words: list[Word]) -> list[Word]:
    """The words of a turn with `>>` taken from the front of the first word, or for a part of the next.

    An event is not what the sign belongs to: close to it, it would be read as a word.
    """
    if not words or not words[0].text.startswith(">>"):
        return words
    first, *rest = words
    text = first.text.lstrip(">")
    sign = first.text[: len(first.text) - len(text)]
    bare = replace(first, text=text)
    if text and not bare.is_event:
        return [replace(bare, before=sign), *rest]
    events = [bare] if text else []
    while rest and rest[0].is_event:
        events.append(rest.pop(0))
    if not rest:
        return events or words
    start = rest[0].start if rest[0].start is not None else first.start
    return [*events, replace(rest[0], before=sign + rest[0].before, start=start), *rest[1:]]


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
