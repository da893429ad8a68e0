"""Sentences to paragraphs, for people who read a transcript from top to bottom.

A paragraph is by one speaker. A new one begins where the speaker is silent for long, once the last has some sentences,
and where it would grow too long for the eye.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pausa.core.document import Document, Sentence
from pausa.core.joining import join
from pausa.core.segmentation import Segmentation
from pausa.core.times import Millis
from pausa.core.words import Word
from pausa.formats.utterances import stretches

#: A silence this long between sentences begins a paragraph, if the last has so many words.
_PAUSE_MS, _ENOUGH_WORDS = 1500, 30
#: No sentence is added to a paragraph of this many words.
_MOST_WORDS = 120


@dataclass(frozen=True)
class Paragraph:
    """Sentences by one speaker that belong together, or parts of such; `start` is when they begin, in milliseconds."""

    speaker: str | None
    start: Millis | None
    words: tuple[Word, ...]
    #: Whether somebody else spoke before, or nobody.
    opens_turn: bool

    @property
    def text(self) -> str:
        return join(self.words)


def paragraphs(doc: Document) -> list[Paragraph]:
    """The paragraphs of a document, by its first segmentation."""
    if not doc.n_words:
        events = tuple(doc.transcript.tokens())
        return [Paragraph(None, None, events, opens_turn=True)] if events else []
    made: list[Paragraph] = []
    for group in _groups(doc):
        speaker = group[0].speaker
        opens_turn = not made or made[-1].speaker != speaker
        words = tuple(word for each in group for word in each.words)
        made.append(Paragraph(speaker, group[0].start, words, opens_turn))
    return made


def _groups(doc: Document) -> Iterator[list[Sentence]]:
    group: list[Sentence] = []
    n_words = 0
    by_one = Segmentation(doc.n_words, tuple(stop - 1 for _, stop, _ in stretches(doc)))
    for sentence in doc.sentences(by_one):
        if group and (sentence.speaker != group[0].speaker or _parts(group[-1], sentence, n_words)):
            yield group
            group, n_words = [], 0
        group.append(sentence)
        n_words += len(sentence.words)
    if group:
        yield group


def _parts(before: Sentence, after: Sentence, n_words: int) -> bool:
    if n_words >= _MOST_WORDS:
        return True
    silence = 0 if before.end is None or after.start is None else after.start - before.end
    return n_words >= _ENOUGH_WORDS and silence >= _PAUSE_MS


def short_clock(time: Millis) -> str:
    """A time as people write it.

    >>> short_clock(66_400), short_clock(3_723_004)
    ('1:06', '1:02:03')
    """
    seconds = time // 1000
    hours = f"{seconds // 3600}:{seconds // 60 % 60:02d}" if seconds >= 3600 else str(seconds // 60)
    return f"{hours}:{seconds % 60:02d}"


def heading(paragraph: Paragraph) -> str:
    """Who speaks and since when, as far as known; only where a turn begins."""
    if not paragraph.opens_turn:
        return ""
    since = "" if paragraph.start is None else short_clock(paragraph.start)
    return " ".join(filter(None, [paragraph.speaker or "", since]))
