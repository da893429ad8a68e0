"""A transcript is words in the order they were spoken, with whatever is known about each.

A word is bare: the punctuation that the source spelled around it stands beside it in `before` and
`mark`, so that nothing is lost and nothing gets in the way. Tokens in angle brackets (`<laugh>`) are
events: they keep their place but are no words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from pausa.core.errors import WordsChanged
from pausa.core.times import LATEST, Millis

EVENT = re.compile(r"<[^<>\s](?:[^<>]*[^<>\s])?>")


class Word(Struct, frozen=True, gc=False, omit_defaults=True):
    """One spoken word; unknown times, speaker and confidence are None. Times are whole milliseconds.

    >>> str(Word("world", mark="."))
    'world.'
    """

    text: str
    start: Millis | None = None
    end: Millis | None = None
    speaker: str | None = None
    confidence: float | None = None
    mark: str = ""
    before: str = ""

    def __str__(self) -> str:
        return f"{self.before}{self.text}{self.mark}"

    @property
    def is_event(self) -> bool:
        return self.text[:1] == "<" and EVENT.fullmatch(self.text) is not None


class Event(Struct, frozen=True, gc=False):
    """Something heard that is no word, standing before word number `before_word`."""

    before_word: int
    token: Word


@dataclass(frozen=True)
class Transcript:
    """Words in order, the events between them, and nothing about sentences.

    Make it with `Transcript.of(tokens)`, which sorts events from words. `turns` are the words after which somebody else
    speaks though nobody says who, rising; the last word is not among them.
    """

    words: tuple[Word, ...]
    events: tuple[Event, ...] = ()
    turns: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if any(one >= other for one, other in pairwise((-1, *self.turns, len(self.words) - 1))) and self.turns:
            raise ValueError(f"A turn ends outside the {len(self.words)} words, or before the turn it follows")
        if any(not 0 <= event.before_word <= len(self.words) for event in self.events):
            raise ValueError(f"An event stands outside the {len(self.words)} words")

    @classmethod
    def of(cls, tokens: Iterable[Word]) -> Transcript:
        """A transcript from words and events mixed; a mark on an event goes to the word before it."""
        words: list[Word] = []
        events: list[Event] = []
        marks: list[str] = []  # of events since the last word
        for token in tokens:
            if not token.is_event:
                if marks:
                    words[-1] = _marked(words[-1], marks)
                    marks = []
                words.append(token)
                continue
            if token.mark and words:
                marks.append(token.mark)
                token = replace(token, mark="")
            events.append(Event(len(words), token))
        if marks:
            words[-1] = _marked(words[-1], marks)
        return cls(tuple(words), tuple(events))

    @classmethod
    def blank(cls, n_words: int) -> Transcript:
        """A transcript that says how many words there are but not which (0/1 strings, masses)."""
        return cls((Word(""),) * n_words)

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        return tuple(map(attrgetter("text"), self.words))

    @cached_property
    def is_blank(self) -> bool:
        """True where only the number of words is known."""
        return bool(self.words) and not any(word.text for word in self.words)

    @cached_property
    def has_times(self) -> bool:
        return any(word.start is not None or word.end is not None for word in self.words)

    @cached_property
    def turn_ends(self) -> tuple[int, ...]:
        """The words after which somebody else speaks, as names, signs or `turns` tell; the last is not among them."""
        told = [index for index, pair in enumerate(pairwise(self.words)) if changes_turn(*pair)]
        return tuple(sorted({*told, *self.turns})) if self.turns else tuple(told)

    def tokens(self, start: int = 0, stop: int | None = None) -> Iterator[Word]:
        """Words `start` to `stop` with the events among them, in order.

        An event belongs to the stretch of the word before it; those at the very start, to the first.
        """
        stop = len(self.words) if stop is None else stop
        if not self.events:
            yield from self.words[start:stop]
            return
        first = 0 if start == 0 else start + 1
        place = _first_event_at(self.events, first)
        for index in range(start, stop):
            while place < len(self.events) and self.events[place].before_word <= index:
                yield self.events[place].token
                place += 1
            yield self.words[index]
        while place < len(self.events) and self.events[place].before_word <= stop:
            yield self.events[place].token
            place += 1

    def slice(self, start: int, stop: int) -> Transcript:
        made = Transcript.of(self.tokens(start, stop))
        turns = tuple(turn - start for turn in self.turns if start <= turn < stop - 1)
        return Transcript(made.words, made.events, turns) if turns else made


def changes_turn(word: Word, following: Word) -> bool:
    """Whether a known speaker gives way to another known one, or `>>` says that somebody does.

    >>> changes_turn(Word("so", speaker="A"), Word("we")), changes_turn(Word("so"), Word("we", before=">>"))
    (False, True)
    """
    if word.speaker != following.speaker and word.speaker is not None and following.speaker is not None:
        return True
    return (following.before or following.text).startswith(">>")


def _marked(word: Word, marks: Iterable[str]) -> Word:
    """The word with the marks of the events after it; "yes. <laugh>." is one end, not two."""
    kept, length = [word.mark], len(word.mark)
    for mark in marks:
        if len(mark) < length or mark != joined(*kept):
            kept.append(mark)
            length += len(mark)
    return replace(word, mark=joined(*kept))


def joined(*marks: str) -> str:
    """Marks after one word, in order; kept apart where they would read as an ellipsis.

    All at once, where there are several: put on one by one, a million of them would take for ever.

    >>> joined(".", ".", '"')
    '. ."'
    """
    made: list[str] = []
    for mark in filter(None, marks):
        made.append(f" {mark}" if made and made[-1][-1] == "." == mark[0] else mark)
    return "".join(made)


def _first_event_at(events: Sequence[Event], before_word: int) -> int:
    low, high = 0, len(events)
    while low < high:
        middle = (low + high) // 2
        if events[middle].before_word < before_word:
            low = middle + 1
        else:
            high = middle
    return low


def check_words(before: Sequence[Word], after: Sequence[Word], *, step: str) -> None:
    """Words in = words out: the same texts in the same order, letter case aside."""
    if len(before) != len(after):
        raise WordsChanged(step, f"{len(before)} words became {len(after)}")
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        if old is not new and caseless(old.text) != caseless(new.text):
            raise WordsChanged(step, f"word {number}: {old.text!r} became {new.text!r}")


def caseless(text: str) -> str:
    """A text without letter case, whichever i Turkish has.

    >>> caseless("İzmir") == caseless("izmir"), caseless("Isı") == caseless("ısı")
    (True, True)
    """
    return text.casefold().replace("i\u0307", "i").replace("ı", "i") if not text.isascii() else text.lower()


def sane(start: Millis | None, end: Millis | None) -> tuple[Millis | None, Millis | None]:
    """Times a word can have: in the recording, not ending before it starts; unknown where not."""
    if start is not None and not 0 <= start <= LATEST:
        start = None
    if end is not None and not 0 <= end <= LATEST:
        end = None
    if start is not None and end is not None and end < start:
        return None, None
    return start, end
