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
from pausa.formats.captions import captions
from pausa.formats.cues import LOOK, Cue, Piece, heads, span, words_of_cues
from pausa.text.tokens import settled

#: Only what is known to be styling: `<laugh>` is an event.
STYLING = re.compile(
    r"</?(?:i|b|u|s|em|strong|font|span|ruby|rt)(?:\s[^<>]*)?/?>|\{\\[^{}]*\}|\{/?[ibus]\}", re.IGNORECASE
)


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
    tops = [_top(lines, place) for place in places]
    cues = []
    stray = [STYLING.sub("", line) for line in lines[: tops[0]] if line.strip()]
    if stray:
        source.bad_row(1, f"text before the first cue, kept without times: {stray[0].strip()[:60]!r}")
        cues.append(Cue(1, None, None, tuple(stray)))
    for place, stop in zip(places, [*tops[1:], len(lines)], strict=True):
        start, end = span(lines[place], place + 1, source)
        shown = tuple(STYLING.sub("", line) for line in lines[place + 1 : stop] if line.strip())
        cues.append(Cue(place + 1, start, end, shown))
    return cues


def _top(lines: Sequence[str], place: int) -> int:
    """Where the cue begins whose times are in line `place`: at its number, where it has one."""
    above = place - 1
    while above > 0 and not lines[above].strip():
        above -= 1
    return above if above >= 0 and lines[above].strip().isdigit() else place


def _cut(turn: str, speaker: str | None) -> list[Piece]:
    return [Piece(turn, speaker)]


def render(documents: Sequence[Document], layout: Layout) -> str:
    return "\n".join(
        f"{number}\n{clock(cue.start, decimal=',')} --> {clock(cue.end, decimal=',')}\n{_text(cue.lines)}\n"
        for doc in documents
        for number, cue in enumerate(captions(_writable(doc), layout, format_name="srt"), start=1)
    )


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
)
