"""Stretches of text with a start, an end and a speaker: what STM, SegLST and tables of turns hold.

Reading: the first word of a stretch gets its start, the last its end. Marks say where sentences end, and
where there are none at all each stretch is a sentence; stretches that Pausa wrote say it themselves.
Writing: a stretch is a sentence, or the part of one that one speaker says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from msgspec.structs import replace as word_with

from pausa.core.document import Document
from pausa.core.errors import CannotWrite
from pausa.core.joining import join
from pausa.core.segmentation import Segmentation
from pausa.core.times import Millis
from pausa.core.words import Word
from pausa.formats.base import Source, by_marks_or_segments, document, main_segmentation, spelled
from pausa.text.languages import language
from pausa.text.marks import boundaries
from pausa.text.tokens import Splitter, settled, split, token_words


@dataclass(frozen=True)
class Utterance:
    """A stretch of text by one speaker; `ends` says whether a sentence ends with it, where that is known."""

    text: str
    start: Millis | None = None
    end: Millis | None = None
    speaker: str | None = None
    ends: bool | None = None


def document_of(utterances: Iterable[Utterance], source: Source, *, name: str = "") -> Document:
    """A document from stretches in order; a dot at the end of one ends a sentence, unless the stretch says no."""
    splitters: dict[str | None, Splitter] = {}
    words: list[Word] = []
    open_words: list[Word] = []
    ends: list[int] = []
    n_words, told, has_text = 0, False, False
    for utterance in utterances:
        splitter = splitters.setdefault(utterance.speaker, Splitter(utterance.speaker))
        found = spanned(list(splitter.raw(utterance.text)), utterance.start, utterance.end)
        has_text = has_text or any(word.text for word in found)
        open_words += found
        told |= utterance.ends is not None
        if utterance.ends is False or not has_text:
            continue
        closed = settled(open_words, lang=source.language)
        open_words, has_text = [], False
        words += closed
        n_words += sum(1 for word in closed if not word.is_event)
        if n_words and n_words - 1 not in ends[-1:]:
            ends.append(n_words - 1)
    words += settled(open_words, lang=source.language)
    made = document(words, name=name)
    if told:
        return made.only(Segmentation.of(made.n_words, ends))
    return replace(made, segmentations=by_marks_or_segments(words, ends))


def is_misread(doc: Document, *, format_name: str) -> bool:
    """Whether the marks on the words, read again, would tell other ends ("the U.S." in the middle of a sentence)."""
    spelled_out = (checked(word, format_name=format_name) for word in doc.transcript.words)
    tokens = [part for text in spelled_out for part in token_words(text)]
    read = boundaries(settled(tokens, lang=language(doc.language or "en")))
    return read.ends != main_segmentation(doc).ends


def spanned(words: list[Word], start: Millis | None, end: Millis | None) -> list[Word]:
    """Words with the start on the first and the end on the last of them; an event gets them if there is no word."""
    if start is None and end is None:
        return words
    spoken = [place for place, word in enumerate(words) if word.text and not word.is_event]
    places = spoken or [place for place, word in enumerate(words) if word.text]  # a loose mark gets no time
    if places:
        words[places[0]] = word_with(words[places[0]], start=start)
        words[places[-1]] = word_with(words[places[-1]], end=end)
    return words


def to_write(doc: Document) -> Document:
    """The document with the marks of its main segmentation spelled, where it has any; none are made up."""
    return spelled(doc) if main_segmentation(doc).marks else doc


def stretches(doc: Document) -> Iterator[tuple[int, int, bool]]:
    """First word and the one after the last of each stretch to write, and whether a sentence ends with it."""
    words = doc.transcript.words
    for start, stop in main_segmentation(doc).spans():
        place = start
        for _, run in groupby(words[start:stop], key=lambda word: word.speaker):
            place += sum(1 for _ in run)
            yield start, place, place == stop
            start = place


def text_of(doc: Document, start: int, stop: int, *, format_name: str) -> str:
    """Words `start` to `stop` and the events among them as text that reads back as these words."""
    return join(checked(token, format_name=format_name) for token in doc.transcript.tokens(start, stop))


def checked(token: Word, *, format_name: str) -> str:
    """The token as spelled, so that it is read as this one word; an error where that cannot be."""
    return " ".join(pieces(token, format_name=format_name))


def pieces(token: Word, *, format_name: str) -> list[str]:
    """The token without blanks: the word with what stands close to it, then marks that stand apart ("Well –").

    Punctuation before a word comes close to it, since it would else be read with the word before.
    """
    text = str(token)
    if text.isalnum() or token.is_event:
        return [text]
    before = "".join(token.before.split())
    alone = before and split(before + token.text)[1] != split(token.text)[1]  # a dash and "5" would make "-5"
    found = f"{before}{' ' if alone else ''}{token.text}{token.mark}".split()
    if [bool(split(piece)[1]) for piece in found].count(True) != 1:
        raise CannotWrite(format_name, f"{text!r} would not be read as one word", "write csv or json instead")
    return found
