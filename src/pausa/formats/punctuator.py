"""The training text of punctuator2: words, pauses and marks as tokens.

    so <sil=0.000> we <sil=0.000> left <sil=0.310> ,COMMA was <sil=0.000> it <sil=0.020> late <sil=1.200> ?QUESTIONMARK

A pause stands after its word and before its mark; line ends say nothing. The file knows how long the pauses
are, but not how long the words are. So times here run on a clock that stands still while a word is spoken:
every word begins and ends where the silence before it adds up to. Pauses between words are then exact, and
nothing about the words is made up; a word's own time is not what a real clock would show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from pausa.core.document import Document
from pausa.core.times import LATEST, Millis, seconds
from pausa.core.words import EVENT, Word, joined
from pausa.formats.base import Format, Layout, Source, document, main_segmentation, spelled
from pausa.formats.labels import labelled, whole, with_label
from pausa.formats.plain import is_data
from pausa.text.tokens import token_words

LABELS = {
    ".": ".PERIOD",
    "?": "?QUESTIONMARK",
    "!": "!EXCLAMATIONMARK",
    ",": ",COMMA",
    ";": ";SEMICOLON",
    ":": ":COLON",
    " –": "-DASH",
    "": "",
}
_MARKS = {label: mark for mark, label in LABELS.items() if label}
_WRITTEN = frozenset(LABELS)
_TOKEN = re.compile(rf"<sil=[^\s>]*>?|{EVENT.pattern}|\S+")
_SIGN = re.compile(rf"(?<!\S)(?:{'|'.join(map(re.escape, _MARKS))}|<sil=[\d.]+>)(?!\S)")


@dataclass
class _Row:
    """A word as it comes in: its tokens, the marks of its labels, the pause after it."""

    tokens: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    pause: Millis | None = None
    has_word: bool = False


def parse(source: Source) -> list[Document]:
    rows = list(_rows(source))
    words: list[Word] = []
    has_pauses = any(row.pause is not None for row in rows)
    clock = 0
    for row in rows:
        made = labelled(" ".join(row.tokens), joined(*row.marks))
        if made and has_pauses and clock <= LATEST:
            made[0] = replace(made[0], start=clock)
            if row.pause is not None:  # else the pause is unknown, and so is the end
                made[-1] = replace(made[-1], end=clock)
        clock += row.pause or 0
        words += made
    return [document(word for word in whole(words) if word.text)]


def _rows(source: Source) -> Iterator[_Row]:
    """A word each; before the first there may be a row with a silence alone."""
    row = _Row()
    for number, line in enumerate(source.text.split("\n"), start=1):
        for token in _TOKEN.findall(line):
            if token.startswith("<sil="):
                pause = source.time(token[len("<sil=") :].rstrip(">"), number)
                row.pause = pause if row.pause is None else row.pause + (pause or 0)
            elif token in _MARKS:
                if not row.has_word:
                    source.bad_row(number, f"{token} stands before any word and is left out")
                else:
                    row.marks.append(_MARKS[token])
            elif token_words(token)[0].text:
                if row.has_word or row.pause is not None:
                    yield row
                    row = _Row()
                row.tokens.append(token)
                row.has_word = True
            else:
                row.tokens.append(token)  # loose punctuation belongs to the word before
    if row.has_word:
        yield row


def render(documents: Sequence[Document], layout: Layout) -> str:
    return "".join(f"{line}\n" for doc in documents for line in _lines(doc))


def _lines(doc: Document) -> Iterator[str]:
    """Tokens, a line to a sentence, which says nothing but reads well."""
    ends = set(main_segmentation(doc).ends)
    words = doc.transcript.words
    parts: list[str] = []
    index = -1
    for word in spelled(doc).transcript.tokens():
        token, mark = with_label(word, _WRITTEN, format_name="punctuator")
        if word.is_event:
            parts += [token, LABELS[mark]]
            continue
        index += 1
        parts += [token, _pause(word, words[index + 1] if index + 1 < len(words) else None), LABELS[mark]]
        if index in ends:
            yield " ".join(filter(None, parts))
            parts = []
    if parts:
        yield " ".join(filter(None, parts))


def _pause(word: Word, after: Word | None) -> str:
    """The pause after a word as a token, empty where it is unknown; speech that overlaps has none."""
    if after is None or word.end is None or after.start is None:
        return ""
    return f"<sil={seconds(max(0, after.start - word.end))}>"


def looks_like(head: str) -> bool:
    return _SIGN.search(head) is not None and not is_data(head)


FORMAT = Format(
    name="punctuator",
    title="punctuator2 text, with pauses",
    suffixes=(".pun",),
    keeps=frozenset({"words", "marks", "ends", "events"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
)
