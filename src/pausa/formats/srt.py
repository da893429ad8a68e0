"""SubRip subtitles.

    1
    00:00:01,000 --> 00:00:02,500
    So we left early.

    2
    00:00:02,900 --> 00:00:04,120
    It was late.

Read with what is found in the wild: numbers missing or doubled, blank lines anywhere, `.` for `,` in times,
styling, captions that roll up. `cues` and `captions` tell how cues become words and sentences cues.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pausa.core.document import Document
from pausa.core.errors import CannotWrite
from pausa.core.times import clock
from pausa.formats.base import Format, Layout, Source, by_marks_or_segments, document
from pausa.formats.captions import Caption, captions
from pausa.formats.cues import LOOK, Cue, Piece, cue_of, heads, words_of_cues
from pausa.text.tokens import settled

#: Only what is known to be styling: `<laugh>` is an event.
STYLING = re.compile(
    r"</?(?:i|b|u|s|em|strong|font|span|ruby|rt)(?:\s+[\w-]+\s*=[^<>]*)?\s*/?>|\{\\[^{}]*\}|\{/?[ibus]\}",
    re.IGNORECASE,
)
#: Fewer cues than this are taken out of a file in one place, with the numbers of the others left as they were.
_LEFT_OUT = 10


def parse(source: Source) -> list[Document]:
    cues = _cues(source)
    if not cues and source.text.strip():
        raise source.error(None, "no cue with its two times in it", "is this a subtitle file?")
    raw, ends = words_of_cues(cues, _cut)
    words = settled(raw, lang=source.language)
    return [document(words, segmentations=by_marks_or_segments(words, ends))]


def _cues(source: Source) -> list[Cue]:
    lines = source.text.split("\n")
    places = heads(lines)
    if not places:
        return []
    tops = _tops(lines, places)
    cues = []
    stray = [STYLING.sub("", line) for line in lines[: tops[0]] if line.strip()]
    if stray:
        source.bad_row(1, f"text before the first cue, kept without times: {stray[0].strip()[:60]!r}")
        cues.append(Cue(1, None, None, tuple(stray)))
    for place, stop in zip(places, [*tops[1:], len(lines)], strict=True):
        shown = [STYLING.sub("", line) for line in lines[place + 1 : stop]]
        cues.append(cue_of(lines[place], place + 1, shown, source))
    return cues


def _tops(lines: Sequence[str], places: Sequence[int]) -> list[int]:
    """Where each cue begins whose times are in these lines: at its number, where it has one."""
    tops: list[int] = []
    expected: int | None = None
    before = -1
    for place in places:
        above = place - 1
        while above > before and not lines[above].strip():
            above -= 1
        if above > before and _counts(lines, above, place, before, expected):
            tops.append(above)
            expected = int(lines[above]) + 1
        else:
            tops.append(place)
            expected = None if expected is None else expected + 1
        before = place
    return tops


def _counts(lines: Sequence[str], line: int, place: int, before: int, expected: int | None) -> bool:
    """Whether a line counts the cue with its times in line `place`, the last one above with anything in it.

    A number can be said as well. It counts where it opens a block of lines with the times right below. With a
    blank line too few it has to go on from the number before (repeat it, or leave some out), with one too
    many to be the very next. In the line right below the times of the cue before it is said.
    """
    number = lines[line].strip()
    if not number.isdecimal() or len(number) > 9:
        return False
    opens, touches = line == 0 or not lines[line - 1].strip(), line == place - 1
    if opens and touches:
        return True
    if before < 0:
        return int(number) <= 1
    if expected is None or line == before + 1:
        return False
    return int(number) == expected if opens else touches and 0 <= int(number) - expected + 1 < _LEFT_OUT


def _cut(turn: str, speaker: str | None) -> list[Piece]:
    return [Piece(turn, speaker)]


def render(documents: Sequence[Document], layout: Layout) -> str:
    return "\n".join(
        block(number, cue)
        for doc in documents
        for number, cue in enumerate(captions(_writable(doc), layout, format_name="srt"), start=1)
    )


def block(number: int, cue: Caption) -> str:
    """One cue as it stands in a file."""
    return f"{number}\n{clock(cue.start, decimal=',')} --> {clock(cue.end, decimal=',')}\n{_text(cue.lines)}\n"


def _text(lines: Sequence[Sequence[object]]) -> str:
    return "\n".join(" ".join(map(str, line)) for line in lines)


def _writable(doc: Document) -> Document:
    """The document itself, if none of its words would be read as styling or times."""
    for token in doc.transcript.tokens():
        if STYLING.search(str(token)) or "-->" in str(token):
            problem = f"{str(token)!r} would be read as styling or as the times of a cue"
            raise CannotWrite("srt", problem, "write --to vtt or json instead")
    return doc


def looks_like(head: str) -> bool:
    return LOOK.search(head[:50_000]) is not None and not head.lstrip().startswith(("WEBVTT", "{", "["))


FORMAT = Format(
    name="srt",
    title="SubRip subtitles",
    suffixes=(".srt",),
    keeps=frozenset({"words", "sentence_times", "marks", "ends", "events"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
    media="application/x-subrip",
    for_people=True,
)
