"""CTM, the time-marked words of NIST's scoring tools and of Kaldi.

    ;; recording channel start duration word confidence
    call 1 3.200 0.200 Good 0.98
    call 1 3.400 0.310 morning, 0.91

One file may hold many recordings; each channel of one is a transcript of its own. Sentence ends are known
by the marks on the words. Where marks would be misread ("the U.S. so"), Pausa puts the comment
`;; sentence` after every sentence, and takes such comments for the ends when it reads them. Later columns
(type and speaker, as in NIST's own files) may be there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.times import seconds
from pausa.core.words import Word
from pausa.formats.base import Cut, Format, Layout, Source, document, main_segmentation, spelled
from pausa.formats.cutting import Runs
from pausa.formats.nist import (
    columns,
    first_rows,
    is_number,
    is_table,
    known,
    known_number,
    names,
    rows,
    timed_cells,
    timed_tokens,
)
from pausa.formats.utterances import is_misread
from pausa.text.tokens import settled, token_words

#: Words that stand for no word at all.
_NOTHING = frozenset({"<eps>", "@"})
#: Words that say where alternatives begin, change and end.
_ALTERNATIVES = frozenset({"<alt_begin>", "<alt>", "<alt_end>"})
_COLUMNS = 5
_SENTENCE = [";;", "sentence"]


@dataclass
class _Channel:
    """What was read of one channel so far: its words, and after which of them a comment says that a sentence ends."""

    words: list[Word] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    n_words: int = 0

    def add(self, words: list[Word]) -> None:
        self.words += words
        self.n_words += sum(1 for word in words if word.text and not word.is_event)

    def close(self) -> None:
        if self.n_words and self.n_words - 1 not in self.ends[-1:]:
            self.ends.append(self.n_words - 1)


def parse(source: Source) -> list[Document]:
    channels: dict[tuple[str, str], _Channel] = {}
    latest = _Channel()
    for number, cells in _first_alternatives(source):
        if cells == _SENTENCE:
            latest.close()
        elif cells[0].startswith(";;"):
            continue
        elif len(cells) < _COLUMNS:
            source.bad_row(number, f"{len(cells)} columns where a CTM row has at least {_COLUMNS}; no word in it")
        else:
            latest = channels.setdefault((cells[0], cells[1]), _Channel())
            latest.add(_words(cells, number, source))
    if not channels:
        if source.bad_rows:
            raise source.error(None, "no row of recording, channel, start, duration and word", "is this a CTM file?")
        return [document([])]
    n_channels = Counter(recording for recording, _ in channels)
    return [
        _document(channel, recording if n_channels[recording] == 1 else f"{recording}-{number}", source)
        for (recording, number), channel in channels.items()
    ]


def cut(lines: Iterable[str]) -> Cut | None:
    """A part for each recording, with all its channels; none where alternatives are given."""
    found = Runs()
    channels: set[tuple[str, str]] = set()
    for number, line in enumerate(lines):
        cells = columns(line)
        if len(cells) < _COLUMNS or cells[0].startswith(";;") or cells[4].lower() in _NOTHING:
            continue
        if cells[4].lower() in _ALTERNATIVES or not found.add(cells[0], number):
            return None
        channels.add((cells[0], cells[1]))
    return found.cut(parse, n_documents=len(channels))


def _document(channel: _Channel, name: str, source: Source) -> Document:
    by_comments = [Segmentation.of(channel.n_words, channel.ends)] if channel.ends else []
    return document(settled(channel.words, lang=source.language), name=name, segmentations=by_comments)


def _first_alternatives(source: Source) -> Iterator[tuple[int, list[str]]]:
    """All rows, and where the file gives alternatives, those of the first one."""
    taken, opened = True, 0
    for number, cells in rows(source, comments=()):
        word = cells[4].lower() if len(cells) >= _COLUMNS else ""
        if word in _ALTERNATIVES:
            taken, opened = word != "<alt>", number
        elif taken and word not in _NOTHING:
            yield number, cells
    if not taken:
        raise source.error(opened, "an <ALT> that no <ALT_END> closes, so all words below it would be alternatives")


def _words(cells: list[str], number: int, source: Source) -> list[Word]:
    start, duration = source.time(cells[2], number), source.time(cells[3], number)
    end = None if start is None or duration is None else start + duration
    start, end = source.span(start, end, number)
    text = cells[4]
    if cells[6:7] == ["non-lex"] and not Word(text).is_event:
        text = f"<{text}>"
    confidence = source.confidence(known_number(cells[5]), number) if len(cells) > _COLUMNS else None
    speaker = known(cells[7]) if len(cells) > 7 else None
    return token_words(text, start=start, end=end, speaker=speaker, confidence=confidence)


def render(documents: Sequence[Document], layout: Layout) -> str:
    named = zip(documents, names(documents), strict=True)
    return "".join(f"{row}\n" for doc, name in named for row in _rows(spelled(doc), name)) or ";; no words\n"


def _rows(doc: Document, name: str) -> Iterator[str]:
    ends = frozenset(main_segmentation(doc).ends) if is_misread(doc, format_name="ctm") else frozenset()
    index = -1
    for token, start, end in timed_tokens(doc, format_name="ctm"):
        sure = "" if token.confidence is None else f" {token.confidence:.4f}"
        for cell, begin, finish in timed_cells(token, start, end, format_name="ctm"):
            yield f"{name} 1 {seconds(begin)} {seconds(finish - begin)} {cell}{sure}"
        index += not token.is_event
        if index in ends and not token.is_event:
            yield " ".join(_SENTENCE)


def looks_like(head: str) -> bool:
    return is_table(first_rows(head), _is_row)


def _is_row(cells: list[str]) -> bool:
    return len(cells) >= _COLUMNS and all(is_number(time) or time == "*" for time in cells[2:4])


FORMAT = Format(
    name="ctm",
    title="CTM, time-marked words of NIST and Kaldi",
    suffixes=(".ctm",),
    keeps=frozenset({"words", "times", "confidence", "marks", "ends", "events", "documents"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
    cut=cut,
)
