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

import html
import re
from collections.abc import Sequence

from pausa.core.cues import Cue
from pausa.core.document import Document
from pausa.core.times import clock
from pausa.formats.base import Format, Layout, Source
from pausa.formats.captions import text_cues
from pausa.formats.cues import LOOK, as_it_is, cue_of, document_of_cues, heads

#: Only what is known to be styling: `<laugh>` is an event.
STYLING = re.compile(
    r"</?(?:i|b|u|s|em|strong|font|span|ruby|rt)(?:\s+[\w-]+\s*=[^<>]*)?\s*/?>|\{\\[^{}]*\}|\{/?[ibus]\}",
    re.IGNORECASE,
)
_ESCAPED = re.compile(r"&(?:lt|gt|amp|#123);")
#: Fewer cues than this are taken out of a file in one place, with the numbers of the others left as they were.
_LEFT_OUT = 10


def parse(source: Source) -> list[Document]:
    cues = _cues(source)
    if not cues and source.text.strip():
        raise source.error(None, "no cue with its two times in it", "is this a subtitle file?")
    return [document_of_cues(cues, as_it_is, source)]


def _cues(source: Source) -> list[Cue]:
    lines = source.text.split("\n")
    places = heads(lines)
    if not places:
        return []
    tops = _tops(lines, places)
    cues = []
    stray = [_plain(line) for line in lines[: tops[0]] if line.strip()]
    if stray:
        source.bad_row(1, f"text before the first cue, kept without times: {stray[0].strip()[:60]!r}")
        cues.append(Cue(1, None, None, tuple(stray)))
    for place, stop in zip(places, [*tops[1:], len(lines)], strict=True):
        shown = [_plain(line) for line in lines[place + 1 : stop]]
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


def _plain(line: str) -> str:
    """A line without styling; the few signs that have to be escaped are themselves again."""
    line = STYLING.sub("", line)
    return _ESCAPED.sub(lambda found: html.unescape(found[0]), line) if "&" in line else line


def render(documents: Sequence[Document], layout: Layout) -> str:
    return "\n".join(
        f"{number}\n{_times(cue)}\n{_text(cue, layout)}\n"
        for doc in documents
        for number, cue in enumerate(text_cues(doc, layout, format_name="srt"), start=1)
    )


def _times(cue: Cue) -> str:
    return f"{clock(cue.start or 0, decimal=',')} --> {clock(cue.end or 0, decimal=',')}"


def _text(cue: Cue, layout: Layout) -> str:
    """The lines; what would be read as styling or times is escaped, which is said."""
    lines = []
    for line in cue.lines:
        if STYLING.search(line) or "-->" in line or _ESCAPED.search(line):
            layout.say(f"srt: escaped, since it would be read as styling or times: {line[:60]!r}")
            line = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("{", "&#123;")
        lines.append(line)
    return "\n".join(lines)


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
    running_text=True,
    media="application/x-subrip",
    for_people=True,
    takes=frozenset({"cues"}),
)
