r"""Advanced SubStation Alpha subtitles, and the older SubStation Alpha.

    [Script Info]
    ScriptType: v4.00+

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
    Dialogue: 0,0:00:01.00,0:00:02.50,Default,Anna,0,0,0,,So we left\Nearly.

Only `Dialogue` is said. `\N` breaks a line, `{…}` is styling, drawings are no words; the name is the speaker. Events
are taken in the order of their times. Times are hundredths of a second.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pausa.core.cues import Cue
from pausa.core.document import Document
from pausa.core.times import Millis, from_clock
from pausa.formats.base import JOINER, Format, Layout, Source
from pausa.formats.captions import text_cues
from pausa.formats.cues import as_it_is, document_of_cues

_COLUMNS = ("layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text")
_DIALOGUE = re.compile(r"\s*Dialogue\s*:", re.IGNORECASE)
_FORMAT = re.compile(r"\s*Format\s*:(.*)", re.IGNORECASE)
#: Styling, with what is drawn between `\p1` and `\p0`; a brace that was escaped is none.
_DRAWING = re.compile(r"(?<!\\)\{[^{}]*\\p[1-9][^{}]*\}[^{]*")
_STYLING = re.compile(r"(?<!\\)\{[^{}]*\}")
_BREAK = re.compile(r"\\[Nn]")
_ESCAPE = re.compile(r"\\([{}])")
_HEAD = """[Script Info]
ScriptType: v4.00+
WrapStyle: 0
PlayResX: 384
PlayResY: 288

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, \
StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,16,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
"""


def parse(source: Source) -> list[Document]:
    columns: Sequence[str] = _COLUMNS
    section = ""
    cues: list[Cue] = []
    for number, line in enumerate(source.text.split("\n"), start=1):
        if line.lstrip().startswith("["):
            section = line.strip().lower()
            continue
        named = _FORMAT.match(line) if section in ("", "[events]") else None
        if named:
            columns = [name.strip().lower() for name in named[1].split(",")]
        elif _DIALOGUE.match(line):
            cue = _cue(line.partition(":")[2], columns, number, source)
            cues += [cue] if cue.lines else []
    if not cues:
        raise source.error(None, "no Dialogue in the events of this file", "is it a SubStation Alpha file?")
    return [document_of_cues(_in_order(cues), as_it_is, source)]


def _in_order(cues: Sequence[Cue]) -> list[Cue]:
    """The cues by their times; one without stays behind the one before it."""
    starts: list[Millis] = []
    for cue in cues:
        starts.append(cue.start if cue.start is not None else starts[-1] if starts else 0)
    return [cue for _, cue in sorted(zip(starts, cues, strict=True), key=lambda pair: pair[0])]


def _cue(event: str, columns: Sequence[str], number: int, source: Source) -> Cue:
    cells = dict(zip(columns, event.split(",", max(0, len(columns) - 1)), strict=False))
    try:
        start, end = source.span(from_clock(cells["start"]), from_clock(cells["end"]), number)
    except (ValueError, KeyError):
        source.bad_row(number, f"not the times of an event, whose words are kept: {event.strip()[:60]!r}")
        start = end = None
    text = _STYLING.sub("", _DRAWING.sub("", cells.get("text", "")))
    lines = [_plain(line) for line in _BREAK.split(text)]
    lines = [line for line in lines if line.strip()]
    name = cells.get("name", cells.get("actor", "")).strip() or None
    return Cue(number, start, end, tuple(lines), (name,) * len(lines) if name else ())


def _plain(line: str) -> str:
    text = _ESCAPE.sub(r"\1", line.replace("\\h", " "))
    return text.replace("\\" + JOINER, "\\")


def render(documents: Sequence[Document], layout: Layout) -> str:
    return "".join(_HEAD + "".join(_events(doc, layout)) for doc in documents)


def _events(doc: Document, layout: Layout) -> Iterator[str]:
    for cue in text_cues(doc, layout, format_name="ass", by_time=True):
        voices = set(cue.voices)
        name = next(iter(voices)) if len(voices) == 1 else None
        text = "\\N".join(_escaped(line) for line in cue.lines)
        yield f"Dialogue: 0,{_clock(cue.start)},{_clock(cue.end)},Default,{_name(name)},0,0,0,,{text}\n"


def _clock(time: Millis | None) -> str:
    hundredths = ((time or 0) + 5) // 10
    seconds = hundredths // 100
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{hundredths % 100:02d}"


def _name(name: str | None) -> str:
    return " ".join((name or "").replace(",", " ").split())


def _escaped(line: str) -> str:
    """A line in which nothing is styling or a line break."""
    line = line.replace("\\", "\\" + JOINER)
    return line.replace("{", "\\{").replace("}", "\\}")


def looks_like(head: str) -> bool:
    begins = head[:2000].lower()
    return "[script info]" in begins or ("[events]" in begins and "dialogue:" in head.lower())


FORMAT = Format(
    name="ass",
    title="SubStation Alpha subtitles (ASS, SSA)",
    suffixes=(".ass", ".ssa"),
    keeps=frozenset({"words", "sentence_times", "marks", "ends", "events"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
    running_text=True,
    media="text/x-ssa",
    for_people=True,
    takes=frozenset({"cues"}),
)
