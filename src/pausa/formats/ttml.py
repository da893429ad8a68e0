"""Timed text markup (TTML, DFXP), the XML of broadcasters and streaming services.

    <tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en">
     <body><div>
      <p begin="00:00:01.000" end="00:00:02.500">So we left<br/>early.</p>
      <p begin="2.9s" dur="1.22s"><span>It was late.</span></p>
     </div></body>
    </tt>

A paragraph is a cue; one without times whose spans have some is a cue for each span. Times are clocks (also with
frames), or numbers of hours, minutes, seconds, milliseconds, frames or ticks, counted from the start of what they
stand in. An agent is the speaker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from pausa.core.cues import Cue
from pausa.core.document import Document
from pausa.core.numbers import exact
from pausa.core.times import Millis, clock, millis
from pausa.formats import xmls
from pausa.formats.base import Format, Layout, Source
from pausa.formats.captions import text_cues
from pausa.formats.cues import as_it_is, document_of_cues

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_OFFSET = re.compile(r"([\d.]{1,30})(h|ms|m|s|f|t)")
_CLOCK = re.compile(r"(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d{1,9})?)(?::(\d{1,4})(?:\.\d{1,4})?)?")
_IN_SECONDS = {"h": Decimal(3600), "m": Decimal(60), "s": Decimal(1), "ms": Decimal("0.001")}
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_ID = "{http://www.w3.org/XML/1998/namespace}id"
_ROOT = re.compile(r"<(?:\w+:)?tt[\s>]")
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<tt xmlns="http://www.w3.org/ns/ttml"{}>\n <body>\n  <div>\n'
_TAIL = "  </div>\n </body>\n</tt>\n"


@dataclass(frozen=True)
class _Rates:
    """How many frames and ticks make a second."""

    frames: Decimal
    ticks: Decimal

    def seconds(self, text: str) -> Decimal:
        """A time in seconds; ValueError for what is none."""
        text = text.strip()
        found = _CLOCK.fullmatch(text)
        if found:
            whole = 3600 * exact(found[1]) + 60 * exact(found[2]) + exact(found[3])
            return whole + exact(found[4] or 0) / self.frames
        found = _OFFSET.fullmatch(text)
        if not found:
            raise ValueError("not a time")
        if found[2] in _IN_SECONDS:
            return exact(found[1]) * _IN_SECONDS[found[2]]
        return exact(found[1]) / (self.frames if found[2] == "f" else self.ticks)


def parse(source: Source) -> list[Document]:
    root = xmls.root(source)
    if _local(root) != "tt":
        raise source.error(1, f"the root element is {root.tag!r}, not tt", "is this timed text?")
    agents = {one.get(_ID): _said(one) for one in root.iter() if _local(one) == "agent"}
    rates = _rates(root, source)
    cues = list(_cues(root, Decimal(0), None, rates, agents, source))
    if not cues:
        raise source.error(None, "no paragraph with text in the body", "is this a subtitle file?")
    return [document_of_cues(cues, as_it_is, source, lang=root.get(_LANGUAGE, ""))]


def _local(element: Element) -> str:
    """The name of an element, without the namespace: there are several, for one thing."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _attribute(element: Element, name: str) -> str | None:
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), None)


def _said(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _rates(root: Element, source: Source) -> _Rates:
    try:
        frames = exact(_attribute(root, "frameRate") or 30)
        up, down = [*(_attribute(root, "frameRateMultiplier") or "1 1").replace(":", " ").split(), "1"][:2]
        frames *= exact(up) / exact(down)
        return _Rates(frames, exact(_attribute(root, "tickRate") or frames))
    except (ValueError, ArithmeticError):
        source.bad_row(1, "the rates of frames and ticks cannot be read, taken for 30 a second")
        return _Rates(Decimal(30), Decimal(30))


def _cues(
    element: Element,
    zero: Decimal,
    speaker: str | None,
    rates: _Rates,
    agents: dict[str | None, str],
    source: Source,
) -> Iterator[Cue]:
    """The cues in an element whose times are counted from `zero`, in seconds."""
    for child in element:
        kind = _local(child)
        if kind in ("head", "metadata", "styling", "layout") or not kind:
            continue
        agent = _attribute(child, "agent")
        who = agents.get(agent) or agent or speaker
        timed = child.get("begin") is not None or child.get("end") is not None
        spans = [span for span in child if span.get("begin") is not None]
        if kind == "p" and not timed and spans:
            yield from _cues(child, zero, who, rates, agents, source)
        elif kind == "p" or (kind == "span" and timed):
            lines = _lines(child)
            if lines:
                start, end = _span(child, zero, rates, source)
                yield Cue(0, start, end, lines, (who,) * len(lines) if who else ())
        else:
            begins = _time(child.get("begin"), rates, source) if kind in ("body", "div") else None
            yield from _cues(child, zero + (begins or 0), who, rates, agents, source)


def _span(element: Element, zero: Decimal, rates: _Rates, source: Source) -> tuple[Millis | None, Millis | None]:
    start, end = (_time(element.get(name), rates, source) for name in ("begin", "end"))
    length = _time(element.get("dur"), rates, source)
    if end is None and length is not None:
        end = (start or 0) + length
    first, last = (None if at is None else _millis(at + zero, source) for at in (start, end))
    return source.span(first, last, None)


def _time(value: str | None, rates: _Rates, source: Source) -> Decimal | None:
    if value is None:
        return None
    try:
        return rates.seconds(value)
    except (ValueError, ArithmeticError):
        source.bad_row(None, f"{value[:40]!r} is not a time")
        return None


def _millis(seconds: Decimal, source: Source) -> Millis | None:
    try:
        return millis(seconds)
    except ValueError:
        source.bad_row(None, f"{str(seconds)[:40]} seconds are outside any recording")
        return None


def _lines(element: Element) -> tuple[str, ...]:
    """The lines of a paragraph, blanks as on the screen."""
    text = "".join(_pieces(element))
    return tuple(line for line in (" ".join(line.split()) for line in text.split("\n")) if line)


def _pieces(element: Element) -> Iterator[str]:
    """The text in an element, a line break for each `br`."""
    yield " ".join((element.text or "").split("\n"))
    for child in element:
        kind = _local(child)
        if kind == "br":
            yield "\n"
        elif kind != "metadata":
            yield from _pieces(child)
        yield " ".join((child.tail or "").split("\n"))


def render(documents: Sequence[Document], layout: Layout) -> str:
    return "".join(_rendered(doc, layout) for doc in documents)


def _rendered(doc: Document, layout: Layout) -> str:
    language = f" xml:lang={quoteattr(doc.language)}"
    cues = text_cues(doc, layout, format_name="ttml")
    paragraphs = [
        f'   <p begin="{clock(cue.start or 0)}" end="{clock(cue.end or 0)}">'
        f"{'<br/>'.join(_escaped(line, layout) for line in cue.lines)}</p>\n"
        for cue in cues
    ]
    return _HEAD.format(language) + "".join(paragraphs) + _TAIL


def _escaped(line: str, layout: Layout) -> str:
    if not xmls.can_hold(line):
        layout.say(f"ttml: a character that XML cannot hold is written as \ufffd: {line[:60]!r}")
        line = xmls.without_illegal(line)
    return escape(line)


def looks_like(head: str) -> bool:
    return _ROOT.search(head[:20_000]) is not None


FORMAT = Format(
    name="ttml",
    title="Timed text (TTML, DFXP)",
    suffixes=(".ttml", ".dfxp", ".xml"),
    keeps=frozenset({"words", "sentence_times", "marks", "ends", "events", "language"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
    running_text=True,
    opens="<",
    media="application/ttml+xml",
    for_people=True,
    takes=frozenset({"cues"}),
)
