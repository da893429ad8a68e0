"""Word documents, as meeting tools export transcripts; and for reading, as `docx_writing` writes them.

    Anna Berg   0:03                 0:0:3.120 --> 0:0:5.300          Anna Berg: So we left early.
    So we left early.                Anna Berg                        Ben: Did you?
                                     So we left early.

The file is a zip archive; its text is in the paragraphs of `word/document.xml`. It is read as a conversation where
names take turns, as lines with times where lines have some, and else as running text. Formatting, comments, headers
and deleted text are passed over.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pausa.core.document import Document
from pausa.core.times import Millis, from_clock
from pausa.core.unpacking import megabytes
from pausa.formats import dialogue, stamped, text, xmls
from pausa.formats.base import Format, Source
from pausa.formats.docx_writing import SPEAKER, TEXT, TIME, TURN, render
from pausa.formats.names import is_name
from pausa.formats.utterances import Utterance, document_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_PART = "word/document.xml"
_SPAN = re.compile(r"\s*(\d{1,3}:\d{1,2}:\d{1,2}(?:[.,]\d{1,6})?)\s*-->\s*(\d{1,3}:\d{1,2}:\d{1,2}(?:[.,]\d{1,6})?)\s*")
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError, MemoryError)
_SIGNS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
#: What is shown in its place, what was deleted, and what belongs to fields.
_PASSED_OVER = frozenset({"Fallback", "del", "instrText", "moveFrom", "pPr", "rPr"})


def parse(source: Source) -> list[Document]:
    xml = _part(source)
    root = xmls.root(replace(source, text=xml))
    if own := list(_own(root)):
        source.check_rows(sum(len(turn.text.split()) for turn in own))
        return [document_of(own, source)]
    source.text = "\n".join(_paragraphs(root))
    source.check_rows(len(source.text.split()))
    lines = source.text.split("\n")
    if sum(1 for line in lines if _SPAN.fullmatch(line)) > 1:
        return [document_of(_spans(lines, source), source)]
    if dialogue.looks_like(source.text):
        return dialogue.parse(source)
    return stamped.parse(source) if stamped.looks_like(source.text) else text.parse(source)


def _part(source: Source) -> str:
    """The XML of the document, bounded as packed files are."""
    most = source.limits.bytes_for(len(source.data))
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
            names = archive.namelist()
            if _PART not in names:
                held = ", ".join(name[:40] for name in names[:5]) or "nothing"
                raise source.error(None, f"a zip archive that is no Word document; it holds {held}", "unpack it first")
            with archive.open(_PART) as file:
                data = file.read(most + 1)
    except _BROKEN as problem:
        told = str(problem) or type(problem).__name__
        raise source.error(None, f"a Word document that cannot be unpacked: {told[:200]}", "is it whole?") from None
    if len(data) > most:
        raise source.limits.too_large(source.name, f"unpacks to more than {megabytes(most)}")
    try:
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        raise source.error(None, "a Word document whose text cannot be decoded", "save it again") from None


def _paragraphs(element: Element) -> Iterator[str]:
    """The paragraphs of the document, in order."""
    for child in element:
        kind = _local(child)
        if kind == "p":
            yield "".join(_pieces(child)).replace("\t", " ")
        elif kind not in _PASSED_OVER:
            yield from _paragraphs(child)


def _pieces(element: Element) -> Iterator[str]:
    for child in element:
        kind = _local(child)
        if kind == "t":
            yield child.text or ""
        elif kind in _SIGNS:
            yield _SIGNS[kind]
        elif kind == "p":  # in a box inside a paragraph
            yield "\n" + "".join(_pieces(child)) + "\n"
        elif kind not in _PASSED_OVER:
            yield from _pieces(child)


def _local(element: Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _own(root: Element) -> Iterator[Utterance]:
    """The paragraphs of a document that Pausa wrote, which styles tell from any other; nothing of others."""
    styles = {_value(each) for each in root.iter() if _local(each) == "pStyle"}
    if styles.isdisjoint({TURN, TEXT}):
        return
    speaker: str | None = None
    start: Millis | None = None
    for paragraph in (each for each in root.iter() if _local(each) == "p"):
        named, timed, said = _parts(paragraph)
        start = _time(timed) if timed else start
        if any(_local(each) == "pStyle" and _value(each) == TURN for each in paragraph.iter()):
            speaker = named.strip() or None
        elif said.strip():
            yield Utterance(said, start, None, speaker)
            start = None


def _parts(paragraph: Element) -> tuple[str, str, str]:
    """What a paragraph has in the styles of names and times, and the rest."""
    named: list[str] = []
    timed: list[str] = []
    said: list[str] = []
    for run in paragraph:
        styles = [_value(each) for each in run.iter() if _local(each) == "rStyle"]
        place = named if SPEAKER in styles else timed if TIME in styles else said
        place += [*_pieces(run)] if _local(run) not in _PASSED_OVER else []
    return "".join(named), "".join(timed), "".join(said)


def _value(element: Element) -> str:
    """What a property is set to."""
    return next((value for name, value in element.items() if name.rpartition("}")[2] == "val"), "")


def _spans(lines: Sequence[str], source: Source) -> Iterator[Utterance]:
    """Stretches under a line with their two times, the first line of which may be a name."""
    filled = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    places = [place for place, (_, line) in enumerate(filled) if _SPAN.fullmatch(line)]
    yield Utterance(" ".join(line for _, line in filled[: places[0]]))
    for place, stop in zip(places, [*places[1:], len(filled)], strict=True):
        number, head = filled[place]
        said = [line for _, line in filled[place + 1 : stop]]
        speaker = said.pop(0).strip() if len(said) > 1 and is_name(said[0].split()) else None
        found = _SPAN.fullmatch(head)
        start, end = source.span(_time(found[1]), _time(found[2]), number) if found else (None, None)
        yield Utterance(" ".join(said), start, end, speaker)


def _time(text: str) -> Millis | None:
    try:
        return from_clock(text)
    except ValueError:
        return None


def looks_like(head: str) -> bool:
    """Text is never a Word document; its first bytes tell."""
    return False


FORMAT = Format(
    name="docx",
    title="Word documents: of meeting tools, and for reading",
    suffixes=(".docx",),
    keeps=frozenset({"words", "speakers", "marks", "ends", "events"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
    running_text=True,
    for_people=True,
    magic=b"PK\x03\x04",
    media="application/vnd.openxmlformats-officedocument.wordprocessingml.document",
)
