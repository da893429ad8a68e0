"""One sentence per line, as plain text.

    so we left early
    it was late.

Every line end is a sentence end, with or without a mark. Empty lines say nothing. A dash that opens a
line stays with the word behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from pausa.core.document import Document
from pausa.core.joining import join
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.formats.base import Format, Layout, Source, main_segmentation
from pausa.formats.plain import is_running_text
from pausa.text.languages import language
from pausa.text.marks import is_end
from pausa.text.tokens import Splitter, words_of

#: A loose dash would go to the word before, which here is in another sentence.
_OPENING_DASH = re.compile(r"^[ \t]*([–—])[ \t]+(?=\S)", re.MULTILINE)
#: How much of a line to look at, and whose abbreviations to know, when asked whether a text is lines.
_ENOUGH, _ENGLISH = 2000, language("en")


def parse(source: Source) -> list[Document]:
    splitter = Splitter()
    raw: list[Word] = []
    stops: list[int] = []
    for line in _OPENING_DASH.sub(r"\1", source.text).split("\n"):
        raw.extend(splitter.raw(line))
        stops.append(len(raw))
    if splitter.has_loose_marks or splitter.has_events:
        stops = _counted(raw, stops)
    words = splitter.settled(raw, lang=source.language)
    transcript = Transcript.of(words) if splitter.has_events else Transcript(tuple(words))
    ends = sorted({stop - 1 for stop in stops if stop})
    return [Document(transcript, (Segmentation.of(len(transcript), ends),))]


def _counted(raw: list[Word], stops: list[int]) -> list[int]:
    """How many words there are up to each stop, when punctuation alone and events are no words."""
    n_words = [0, *accumulate(bool(word.text) and not word.is_event for word in raw)]
    return [n_words[stop] for stop in stops]


def render(documents: Sequence[Document], layout: Layout) -> str:
    return "".join(f"{line}\n" for doc in documents for line in _lines(doc))


def _lines(doc: Document) -> Iterator[str]:
    if not doc.n_words and doc.transcript.events:
        yield join(doc.transcript.tokens())
    for sentence in doc.sentences(main_segmentation(doc)):
        yield sentence.text


def looks_like(head: str) -> bool:
    """Lines that hold a sentence each: hardly any ends inside a line."""
    if not is_running_text(head):
        return False
    lines = [words_of(line[:_ENOUGH], lang=_ENGLISH) for line in head.split("\n")[:500] if line.strip()]
    inside = sum(1 for words in lines for word in words[:-1] if word.mark and is_end(word.mark))
    return inside <= 0.2 * len(lines)


FORMAT = Format(
    name="lines",
    title="One sentence per line",
    suffixes=(".lines", ".txt"),
    keeps=frozenset({"words", "marks", "ends", "events"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
    running_text=True,
    plain=True,
    for_people=True,
    joins=True,
    in_pieces=True,
)
