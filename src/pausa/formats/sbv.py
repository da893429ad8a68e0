"""SubViewer subtitles, as YouTube gives and takes them.

    0:00:01.000,0:00:02.500
    So we left early.

    0:00:02.900,0:00:04.120
    It was late.

A line with two times opens a cue, at the start of the file or behind a blank line. `[br]` is a line break.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pausa.core.cues import Cue
from pausa.core.document import Document
from pausa.core.times import Millis, clock
from pausa.formats.base import JOINER, Format, Layout, Source
from pausa.formats.captions import text_cues
from pausa.formats.cues import as_it_is, document_of_cues, span_of

_TIME = r"\d{1,3}:\d{1,2}:\d{1,2}[.,]\d{1,3}"
_HEAD = re.compile(rf"\s*({_TIME}),({_TIME})\s*")
_LOOK = re.compile(rf"^{_TIME},{_TIME}[^\S\n]*$", re.MULTILINE)
_BREAK = re.compile(r"\[br\]", re.IGNORECASE)


def parse(source: Source) -> list[Document]:
    lines = source.text.split("\n")
    heads = [place for place, line in enumerate(lines) if _opens(lines, place, line)]
    if not heads:
        raise source.error(None, "no cue with its two times in it", "is this a SubViewer file?")
    stray = [line for line in lines[: heads[0]] if line.strip()]
    cues = [Cue(1, None, None, tuple(stray))] if stray else []
    if stray:
        source.bad_row(1, f"text before the first cue, kept without times: {stray[0].strip()[:60]!r}")
    for place, stop in zip(heads, [*heads[1:], len(lines)], strict=True):
        shown = [piece for line in lines[place + 1 : stop] for piece in _BREAK.split(line)]
        shown = [line.replace(f"[{JOINER}", "[") for line in shown]
        start, end = span_of(_HEAD.fullmatch(lines[place]), lines[place], place + 1, source)
        cues.append(Cue(place + 1, start, end, tuple(line for line in shown if line.strip())))
    return [document_of_cues(cues, as_it_is, source)]


def _opens(lines: Sequence[str], place: int, line: str) -> bool:
    return (place == 0 or not lines[place - 1].strip()) and _HEAD.fullmatch(line) is not None


def render(documents: Sequence[Document], layout: Layout) -> str:
    return "\n".join(
        f"{_clock(cue.start)},{_clock(cue.end)}\n{_text(cue, layout)}\n"
        for doc in documents
        for cue in text_cues(doc, layout, format_name="sbv")
    )


def _clock(time: Millis | None) -> str:
    return clock(time or 0).removeprefix("0")


def _text(cue: Cue, layout: Layout) -> str:
    lines = []
    for line in cue.lines:
        if _BREAK.search(line):
            layout.say(f"sbv: escaped, since it would be read as a line break: {line[:60]!r}")
            line = _BREAK.sub(lambda found: f"[{JOINER}{found[0][1:]}", line)
        lines.append(line)
    return "\n".join(lines)


def looks_like(head: str) -> bool:
    return _LOOK.search(head[:50_000]) is not None


FORMAT = Format(
    name="sbv",
    title="SubViewer subtitles (YouTube)",
    suffixes=(".sbv",),
    keeps=frozenset({"words", "sentence_times", "marks", "ends", "events"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
    running_text=True,
    for_people=True,
    takes=frozenset({"cues"}),
)
