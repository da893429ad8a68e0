"""STM, the segment-marked text of NIST's scoring tools.

    ;; recording channel speaker start end <label> text
    call 1 Anna 3.200 4.710 <o,f0,female> Good morning, is Ben there?
    call 1 Ben 4.900 5.300 <o,f0,male> Yes.

A row is a stretch of one speaker's talk. Rows that only say "do not score this" hold no words. Of
alternatives, `{ gonna / going to }`, the first is read. Pausa writes a row for each sentence, labelled
`<sentence>`; where the speaker changes inside one, the rows before the last are labelled `<goes-on>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pausa.core.document import Document
from pausa.core.times import Millis, seconds
from pausa.formats.base import Format, Layout, Source, document
from pausa.formats.cutting import cut_rows
from pausa.formats.nist import cell, first_rows, is_number, is_table, known, names, rows
from pausa.formats.timing import own_or_filled
from pausa.formats.utterances import Utterance, document_of, stretches, text_of, to_write

_IGNORED = "ignore_time_segment_in_scoring"
_ENDS = {"<sentence>": True, "<goes-on>": False}
_LABELS = {ends: label for label, ends in _ENDS.items()}
#: What stands in angle brackets before the text: conditions, not an event.
_LABEL = re.compile(r"<(?:[^<>,]*+,[^<>]*+|o|na|f\d\w*|sentence|goes-on)>", re.IGNORECASE)
_ALTERNATIVES = re.compile(r"\{([^{}/]*)/[^{}]*\}")
_COLUMNS = 5


@dataclass(frozen=True)
class _Row:
    channel: str
    utterance: Utterance


def parse(source: Source) -> list[Document]:
    recordings: dict[str, list[_Row]] = {}
    for number, cells in rows(source):
        if len(cells) < _COLUMNS:
            source.bad_row(number, f"{len(cells)} columns where an STM row has at least {_COLUMNS}; no word in it")
        elif _recording(cells) is not None:
            recordings.setdefault(cells[0], []).append(_row(cells, number, source))
    if not recordings:
        if source.bad_rows:
            raise source.error(None, "no row of recording, channel, speaker, start and end", "is this an STM file?")
        return [document([])]
    return [document_of(_in_order(found), source, name=name) for name, found in recordings.items()]


def _recording(cells: list[str]) -> str | None:
    """Which recording a row is of, where it holds words."""
    ignored = (part.lower() for part in cells[_COLUMNS : _COLUMNS + 2])
    return cells[0] if len(cells) >= _COLUMNS and not cells[0].startswith(";;") and _IGNORED not in ignored else None


def _row(cells: list[str], number: int, source: Source) -> _Row:
    _, channel, speaker, begin, finish, *text = cells
    start, end = source.span(source.time(begin, number), source.time(finish, number), number)
    label = text.pop(0).lower() if text and _LABEL.fullmatch(text[0]) else ""
    said = _ALTERNATIVES.sub(lambda found: found[1].replace("@", " "), " ".join(text))
    return _Row(channel, Utterance(said, start, end, known(speaker), _ENDS.get(label)))


def _in_order(found: list[_Row]) -> list[Utterance]:
    """The rows of a recording as they stand, or by time where each channel is listed by itself."""
    if len({row.channel for row in found}) == 1:
        return [row.utterance for row in found]
    latest: dict[str, Millis] = {}
    timed: list[tuple[Millis, Utterance]] = []
    for row in found:
        start = latest.get(row.channel, 0) if row.utterance.start is None else row.utterance.start
        latest[row.channel] = start
        timed.append((start, row.utterance))
    return [utterance for _, utterance in sorted(timed, key=lambda pair: pair[0])]


def render(documents: Sequence[Document], layout: Layout) -> str:
    named = zip(documents, names(documents), strict=True)
    return "".join(f"{row}\n" for doc, name in named for row in _rows(to_write(doc), name)) or ";; no words\n"


def _rows(doc: Document, name: str) -> Iterator[str]:
    spans = own_or_filled(doc.transcript, format_name="stm")
    for start, stop, ends in stretches(doc):
        speaker = cell(doc.transcript.words[start].speaker, "unknown")
        begin, finish = spans[start][0], max(end for _, end in spans[start:stop])
        text = text_of(doc, start, stop, format_name="stm")
        yield f"{name} 1 {speaker} {seconds(begin)} {seconds(max(begin, finish))} {_LABELS[ends]} {text}"


def looks_like(head: str) -> bool:
    return is_table(first_rows(head), _is_row)


def _is_row(cells: list[str]) -> bool:
    times = cells[3:5] if len(cells) >= _COLUMNS else []
    return bool(times) and all(map(is_number, times)) and float(times[0]) <= float(times[1])


FORMAT = Format(
    name="stm",
    title="STM, segment-marked text of NIST",
    suffixes=(".stm",),
    keeps=frozenset({"words", "sentence_times", "speakers", "marks", "ends", "events", "documents"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
    cut=cut_rows(parse, _recording),
    running_text=True,
)
