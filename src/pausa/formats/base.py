"""What a format is: two pure functions and a record of what survives.

`parse` takes a `Source` (the text, where it came from, where to report bad rows) and gives documents;
`render` takes documents and gives text. Neither opens a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from typing import TypeAlias, TypedDict

from msgspec.structs import replace as word_with

from pausa.core.document import Document
from pausa.core.errors import InputError, OptionError
from pausa.core.messages import Say, say_nothing
from pausa.core.numbers import real, shown
from pausa.core.segmentation import Segmentation
from pausa.core.times import LATEST, Millis, millis
from pausa.core.unpacking import USUAL, ReadLimits
from pausa.core.words import Transcript, Word, sane
from pausa.formats.subtitling import SPEAKERS, Rules, rules_of
from pausa.text.languages import Language, language
from pausa.text.marks import any_end, boundaries, chief, is_end, kinds, may_go_on
from pausa.text.signs import after_notes

#: Everything a format may keep beside the words, in the order in which a loss is reported.
KEEPABLE = {
    "words": "the words themselves",
    "times": "word times",
    "sentence_times": "sentence times",
    "speakers": "speakers",
    "confidence": "confidence",
    "marks": "punctuation",
    "ends": "sentence ends",
    "annotators": "more than one segmentation",
    "probabilities": "probabilities",
    "events": "events such as <laugh>",
    "documents": "more than one recording",
    "language": "the language",
    "graph": "the other wordings of a word graph",
}


#: A sign that nobody sees: it keeps a word from being taken for something else.
JOINER = "\u2060"

#: A number is quickly written: more words than this of which only the number is told are a slip of the pen.
MOST_BLANK = 10_000_000


class SubtitleOptions(TypedDict, total=False):
    """How `Layout.of` is asked for subtitles, as keywords of whoever writes them."""

    profile: str
    line_width: int | None
    line_count: int | None
    min_duration: float | None
    max_duration: float | None
    reading_speed: float | None
    min_gap: int | None
    speakers: str | None
    karaoke: bool


@dataclass(frozen=True)
class Layout:
    """How a person wants the output to look; formats take what concerns them."""

    line_width: int = 42
    line_count: int = 2
    probabilities: bool = True
    #: Who is told what had to be moved or spelled otherwise.
    say: Say = field(default=say_nothing, compare=False, repr=False)
    #: How subtitles are cut and timed; None is a cue for each sentence, as long as it is spoken.
    rules: Rules | None = None
    #: In WebVTT: the time of every word.
    karaoke: bool = False
    #: How subtitles tell who speaks: `none`, `labels` or `dashes`.
    speakers: str = "none"

    @property
    def is_usual(self) -> bool:
        """Whether nobody asked for lines of their own."""
        asked = (self.line_width, self.line_count, self.rules, self.speakers)
        return asked == (Layout.line_width, Layout.line_count, None, Layout.speakers)

    @classmethod
    def of(
        cls,
        profile: str = "netflix",
        *,
        line_width: int | None = None,
        line_count: int | None = None,
        min_duration: float | None = None,
        max_duration: float | None = None,
        reading_speed: float | None = None,
        min_gap: int | None = None,
        speakers: str | None = None,
        karaoke: bool = False,
        probabilities: bool = False,
        say: Say = say_nothing,
    ) -> Layout:
        """Subtitles by the rules of a house, with what is asked for otherwise.

        Durations are seconds, the reading speed characters a second, the gap milliseconds. `plain` has no rules but
        the width and number of lines.
        """
        if speakers not in (None, *SPEAKERS):
            raise OptionError(f"speakers is {', '.join(SPEAKERS[:-1])} or {SPEAKERS[-1]}, not {speakers!r}.")
        asked: dict[str, float | str | None] = {"line_width": line_width, "line_count": line_count}
        asked |= {"speed": reading_speed, "gap_ms": min_gap, "speakers": speakers}
        asked |= {"shortest_ms": _in_ms(min_duration), "longest_ms": _in_ms(max_duration)}
        given = {name: value for name, value in asked.items() if value is not None}
        if profile == "plain":
            rules, lines = None, Rules(line_width=line_width or cls.line_width, line_count=line_count or cls.line_count)
            lines = replace(lines, speakers=speakers or "none")
            if speakers == "dashes" or not given.keys() <= {"line_width", "line_count", "speakers"}:
                raise OptionError(
                    "The plain profile cuts subtitles by width only; choose another for times, speed and dashes."
                )
        else:
            rules = lines = replace(rules_of(profile), **given)  # type: ignore[arg-type]
            rules.check()
        return cls(lines.line_width, lines.line_count, probabilities, say, rules, karaoke, lines.speakers)


def _in_ms(seconds: float | None) -> int | None:
    """The duration in whole milliseconds; an error where it is none that anything could last."""
    if seconds is None:
        return None
    if not abs(seconds) <= LATEST / 1000:
        raise OptionError(f"No cue lasts {seconds:g} seconds; durations are numbers of seconds above 0.")
    return round(1000 * seconds)


@dataclass
class Source:
    """One file's content and the place to say what was wrong with it."""

    text: str
    name: str = "<text>"
    data: bytes = b""
    language: Language = field(default_factory=lambda: language("en"))
    bad_rows: list[tuple[int | None, str]] = field(default_factory=list)
    limits: ReadLimits = USUAL
    #: Bytes on the disk, where what was read has grown from them.
    stored: int | None = None
    #: A path into the file, where one was asked for (`--from json:PATH`).
    inside: str = ""
    #: What a person should know about how the file was read.
    notes: list[str] = field(default_factory=list)
    n_rows: int = 0
    n_blank: int = 0

    def error(self, line: int | None, problem: str, advice: str = "") -> InputError:
        """An error for the caller to raise: the file as a whole cannot be read."""
        return InputError(self.name, line, problem, advice)

    def note(self, told: str) -> None:
        """Tell the person who reads this file something, in one line."""
        self.notes.append(told)

    def bad_row(self, line: int | None, problem: str) -> None:
        """Note a row that could not be read in full; the word is kept, what is broken becomes unknown."""
        self.bad_rows.append((line, problem))

    def time(self, value: str | float | None, line: int | None) -> Millis | None:
        """Seconds as milliseconds; empty is unknown, nonsense is noted and unknown."""
        if value is None or value == "":
            return None
        try:
            return millis(value)
        except (ValueError, TypeError):
            self.bad_row(line, f"{shown(value)} is not a time in seconds")
            return None

    @cached_property
    def most_rows(self) -> float:
        """How many words or rows there may be: any number, where nothing has grown and nothing else is said."""
        most = self.limits.words if self.stored is None else self.limits.words_for(self.stored)
        return inf if most is None else most

    def check_rows(self, n_rows: int) -> None:
        """Refuse more words or rows than there may be."""
        if n_rows > self.most_rows:
            raise self.limits.too_large(self.name, f"holds more than {self.most_rows:,} words")

    def blank(self, n_words: int) -> Transcript:
        """Words of which only the number is known."""
        self.n_blank += n_words
        if self.n_blank > MOST_BLANK:
            raise self.error(None, f"more than {MOST_BLANK:,} words of which only the number is told", "is it right?")
        return Transcript.blank(n_words)

    def span(self, start: Millis | None, end: Millis | None, line: int | None) -> tuple[Millis | None, Millis | None]:
        """A word's times, unknown where they run backwards (which is noted); words are counted here."""
        self.n_rows += 1
        if self.n_rows > self.most_rows:
            self.check_rows(self.n_rows)
        checked = sane(start, end)
        if checked != (start, end):
            self.bad_row(line, f"ends before it starts ({start} to {end} ms)")
        return checked

    def confidence(self, value: object, line: int | None) -> float | None:
        """A confidence between 0 and 1, or None; nonsense is noted."""
        if value is None or value == "":
            return None
        try:
            number = real(value)
        except ValueError:
            number = -1
        if 0 <= number <= 1:
            return number
        self.bad_row(line, f"{shown(value)} is not a confidence between 0 and 1")
        return None


Parse: TypeAlias = Callable[[Source], list[Document]]
Render: TypeAlias = Callable[[Sequence[Document], Layout], str | bytes]
#: The documents of a file, as the text of the file piece by piece.
Pieces: TypeAlias = Callable[[Iterable[Document], Layout], Iterator[str]]


@dataclass(frozen=True)
class Cut:
    """How a file of several recordings can be read one after the other.

    A part begins at each of the `starts`, lines counted from 0, the first of which is 0 or follows the `head`; it is
    what `parse` takes, behind the head. All parts hold `n_documents`.
    """

    starts: Sequence[int]
    n_documents: int
    parse: Parse
    head: str = ""


#: Where the lines of a file can be cut; None where its recordings must be read together.
CutLines: TypeAlias = Callable[[Iterable[str]], Cut | None]
#: Further files, by what is added to the name of the one that is asked for.
Beside: TypeAlias = Callable[[Sequence[Document]], Mapping[str, str]]


@dataclass(frozen=True)
class Format:
    """A transcript format: how it is recognised, read and written, what it keeps, and how others may treat it.

    Whoever must tell formats apart asks the record, never the name.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    keeps: frozenset[str]
    looks_like: Callable[[str], bool]
    parse: Parse | None = None
    render: Render | None = None
    #: Recordings that stand one after the other, read and written one by one.
    cut: CutLines | None = None
    pieces: Pieces | None = None
    #: What is kept in files beside it, by the suffix that their names get.
    beside: Beside | None = None
    #: The signs one of which its text begins with; empty where it may begin with any.
    opens: str = ""
    #: The first bytes of a binary format; empty for text.
    magic: bytes = b""
    #: Plain sentences, which fit almost any text: asked after everything particular.
    plain: bool = False
    #: What programs are told about a file of this kind.
    media: str = "text/plain"
    #: Read by people, who like capitals where a sentence begins.
    for_people: bool = False
    #: What of a layout concerns it: how `cues` are cut and shown, and `karaoke`.
    takes: frozenset[str] = frozenset()
    #: Words stand one behind the other in one text, where "<" and a later ">" hold an event.
    running_text: bool = False
    #: Several recordings may follow one another, an empty line between, though none can be told from the next.
    joins: bool = False
    #: May be cut at any end of a line, and the pieces read apart.
    in_pieces: bool = False
    #: Written by recognisers, which made words and marks.
    by_recogniser: bool = False
    #: Can hold words of which only the number is known.
    holds_blank: bool = False
    #: A path may say which part of a file to read.
    takes_path: bool = False

    def __post_init__(self) -> None:
        unknown = self.keeps - set(KEEPABLE)
        if unknown:
            raise ValueError(f"Format {self.name} keeps unknown things: {sorted(unknown)}")

    @property
    def binary(self) -> bool:
        """Whether files of this kind are bytes, not text."""
        return bool(self.magic)

    @property
    def holds_many(self) -> bool:
        """Whether a file may hold more than one recording."""
        return "documents" in self.keeps


def document(
    words: Iterable[Word], *, name: str = "", segmentations: Sequence[Segmentation] = (), lang: str = ""
) -> Document:
    """A document from words and events in order."""
    return Document(Transcript.of(words), tuple(segmentations), name, lang)


def main_segmentation(doc: Document) -> Segmentation:
    """The segmentation to write where a format holds one: the first there is, else what the marks spell."""
    return doc.segmentations[0] if doc.segmentations else boundaries(doc.transcript.words)


def by_marks_or_segments(words: Sequence[Word], segment_ends: Sequence[int]) -> tuple[Segmentation, ...]:
    """What a format of segments (cues, utterances) says about sentences.

    Where the text has marks they decide, because a segment is often half a sentence; without any mark
    each segment is taken for a sentence. The result goes into a document as its segmentations.
    """
    bare = [word for word in words if not word.is_event]
    if any_end(bare) or len(segment_ends) < 2:
        return ()
    return (Segmentation.of(len(bare), sorted(set(segment_ends))),)


def spelled(doc: Document) -> Document:
    """The same document with marks that spell its main segmentation, for formats that know ends by marks.

    A missing mark is added where a sentence ends (`.` where none is known), though not to a note in brackets; an end
    that has none among others that do is a mere cut, and gets none. A delimiter inside a sentence is left out, unless
    the ends are those of marks and it is known not to be one ('"Ready?" she asked'). Words are untouched.
    """
    if not doc.segmentations:
        return doc
    segmentation, lang = main_segmentation(doc), language(doc.language)
    last, unknown = doc.n_words - 1, "" if segmentation.marks else "."
    words, by_marks = list(doc.transcript.words), segmentation.by.startswith("punctuation")
    for place, (start, stop) in enumerate(segmentation.spans()):
        for index in range(start, stop - 1):
            if is_end(words[index].mark) and not (by_marks and may_go_on(words[index], words[index + 1])):
                words[index] = _without_end(words[index])
        end = stop - 1
        mark = segmentation.mark(place) or (unknown if end < last else "")
        if mark and not is_end(words[end].mark) and after_notes(words, start, stop) < stop:
            words[end] = _with_end(words[end], mark, lang)
    return replace(doc, transcript=Transcript(tuple(words), doc.transcript.events))


def closed(doc: Document) -> Document:
    """A document without any mark, as one sentence that ends with a full stop."""
    last = doc.n_words - 1
    return spelled(doc.only(Segmentation(doc.n_words, (last,), (".",))))


def _without_end(word: Word) -> Word:
    return word_with(word, mark="".join(sign for sign in word.mark if not is_end(sign)).rstrip())


def _with_end(word: Word, mark: str, lang: Language) -> Word:
    """The word with that end mark in place of what plain mark it has; quotes and brackets stay."""
    kept = "".join(sign for sign in word.mark if not kinds(sign)).strip()
    if mark == "." and word.text.endswith(".") and len(word.text) > 1:
        return word_with(word, text=word.text[:-1], mark="." + kept)  # the dot of "p.m." now ends the sentence
    return word_with(word, mark=lang.write_mark(mark) + kept)


def end_marks(doc: Document, segmentation: Segmentation) -> list[str]:
    """One mark per end: the segmentation's own, else what the word there is spelled with."""
    words = doc.transcript.words
    return [segmentation.mark(place) or chief(words[end].mark) for place, end in enumerate(segmentation.ends)]
