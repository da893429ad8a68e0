"""Pausa's own JSON: everything a document holds, nothing lost.

    {"pausa": 1, "name": "call", "language": "en",
     "words": [{"text": "Good", "start": 3.2, "end": 3.4, "speaker": "1"},
               {"text": "morning", "mark": ",", "start": 3.4, "end": 3.7, "speaker": "1"}],
     "segmentations": [{"by": "anna", "ends": [1], "marks": ["."]}],
     "sentences": [{"text": "Good morning,", "start": 3.2, "end": 3.7, "speaker": "1"}]}

Times are seconds. `ends` are word numbers from 0. `sentences` is there for readers of the file and
follows from the first segmentation (else from the marks); it is not read back.
Several documents make a JSON array.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, compress, islice
from typing import Any

import msgspec

from pausa.core.document import Document, Sentence
from pausa.core.segmentation import Segmentation
from pausa.core.times import Millis
from pausa.core.words import EVENT, Event, Transcript, Word
from pausa.formats import unknown_json
from pausa.formats.base import KEEPABLE, MOST_BLANK, Cut, Format, Layout, Source, main_segmentation
from pausa.formats.jsons import decoded

VERSION = 1
_FIRST = f'"pausa": {VERSION}'
#: Words or sentences that are laid out at a time.
_BLOCK = 4096
#: In a list as Pausa writes it: what may follow on a line of the list itself, and on those of its documents.
_OPENING = frozenset({" {\n"})
_INSIDE = frozenset({" },\n", " }\n"})
_NEXT = {"[\n": _OPENING, " {\n": _INSIDE, " },\n": _OPENING, " }\n": frozenset({"]\n"}), "]\n": frozenset[str]()}
#: How its own begins, or all of it where it holds no document.
_START = re.compile(r'\s*+(?:(?:\[\s*+)?+\{\s*+"pausa"\s*+:|\[\s*+\]\s*+\Z)')


class _Word(msgspec.Struct, omit_defaults=True):
    text: str
    start: float | None = None
    end: float | None = None
    speaker: str | None = None
    confidence: float | None = None
    mark: str = ""
    before: str = ""


class _Event(_Word, kw_only=True):
    before_word: int


class _Segmentation(msgspec.Struct, omit_defaults=True):
    ends: list[int]
    by: str = ""
    marks: list[str] = []
    probabilities: list[float] = []


class _Document(msgspec.Struct, omit_defaults=True):
    pausa: int
    words: list[_Word] = []
    n_words: int | None = None
    events: list[_Event] = []
    turns: list[int] = []
    segmentations: list[_Segmentation] = []
    name: str = ""
    language: str = ""
    sentences: list[dict[str, Any]] = []


def parse(source: Source) -> list[Document]:
    if source.inside or not _START.match(source.text):
        return unknown_json.parse(source)
    return parse_own(source)


def parse_own(source: Source) -> list[Document]:
    """The documents of a file in Pausa's own JSON; others are refused."""
    stored = decoded(source, list[_Document] | _Document)
    return [_document(doc, source) for doc in (stored if isinstance(stored, list) else [stored])]


def cut(lines: Iterable[str]) -> Cut | None:
    """A part for each document of a list, where it is laid out as Pausa writes it."""
    starts: list[int] = []
    due = frozenset({"[\n"})
    for number, line in enumerate(lines):
        if number == 2 and not line.startswith('  "pausa":'):
            return None
        if line.startswith("  ") and due == _INSIDE:
            continue
        if line not in due:
            return None
        if line == " {\n":
            starts.append(number)
        due = _NEXT[line]
    return Cut([0, *starts[1:]], len(starts), _parse_part) if not due else None


def _parse_part(source: Source) -> list[Document]:
    """The document in the text between two of the commas of a list, or before the first or behind the last."""
    text = source.text.replace("[", " ", 1) if source.text.startswith("[") else source.text
    one = replace(source, text=text.rstrip("]\n").removesuffix(","))
    documents = parse_own(one)
    source.n_rows, source.n_blank = one.n_rows, one.n_blank
    return documents


def _document(stored: _Document, source: Source) -> Document:
    if stored.pausa > VERSION:
        raise source.error(None, f"written by a newer Pausa (file version {stored.pausa})", "upgrade Pausa to read it")
    if stored.words or stored.n_words is None:
        words = tuple(_word(word, number, source) for number, word in enumerate(stored.words))
        events = tuple(_event(event, len(words), source) for event in stored.events)
        try:
            transcript = Transcript(words, events, tuple(stored.turns))
        except ValueError as problem:
            raise source.error(None, f"the turns do not fit: {problem}") from problem
    elif 0 <= stored.n_words <= MOST_BLANK:
        transcript = source.blank(stored.n_words)
    else:
        raise source.error(None, f"{stored.n_words} is no possible number of words")
    segmentations = []
    for number, one in enumerate(stored.segmentations):
        try:
            segmentations.append(
                Segmentation(len(transcript), tuple(one.ends), tuple(one.marks), one.by, tuple(one.probabilities))
            )
        except ValueError as problem:
            raise source.error(None, f"segmentation number {number + 1} does not fit: {problem}") from problem
    return _sorted_out(Document(transcript, tuple(segmentations), stored.name, stored.language))


def _sorted_out(doc: Document) -> Document:
    """The document with events that stand among its words (`<unk>`) where events stand."""
    is_word = [not word.is_event for word in doc.transcript.words]
    if all(is_word):
        return doc
    transcript = Transcript.of(doc.transcript.tokens())
    before = [-1, *(count - 1 for count in accumulate(is_word))]  # for each place, the last word up to it
    segmentations = []
    for one in doc.segmentations:
        ends = {before[end + 1]: one.mark(place) for place, end in enumerate(one.ends) if before[end + 1] >= 0}
        told = tuple(compress(one.probabilities, is_word))
        marks = tuple(ends.values()) if one.marks else ()
        segmentations.append(Segmentation(len(transcript), tuple(ends), marks, one.by, told))
    return replace(doc, transcript=transcript, segmentations=tuple(segmentations))


def _word(stored: _Word, number: int, source: Source) -> Word:
    start, end = source.time(stored.start, None), source.time(stored.end, None)
    start, end = source.span(start, end, None)
    if not stored.text or any(sign.isspace() for sign in stored.text):
        raise source.error(
            None, f"word number {number} is {stored.text!r}", "a word is not empty and has no space in it"
        )
    if "\n" in stored.mark or "\n" in stored.before:
        raise source.error(None, f"word number {number}, {stored.text!r}, has a line break in its mark")
    confidence = source.confidence(stored.confidence, None)
    return Word(stored.text, start, end, stored.speaker, confidence, stored.mark, stored.before)


def _event(stored: _Event, n_words: int, source: Source) -> Event:
    if not 0 <= stored.before_word <= n_words:
        raise source.error(None, f"event {stored.text!r} stands outside the {n_words} words")
    text = stored.text if EVENT.fullmatch(stored.text) else f"<{stored.text.strip()}>"
    if not EVENT.fullmatch(text):
        raise source.error(None, f"event {stored.text[:40]!r} is not written in pointed brackets")
    start, end = source.time(stored.start, None), source.time(stored.end, None)
    start, end = source.span(start, end, None)
    return Event(stored.before_word, Word(text, start, end, stored.speaker, None, stored.mark, stored.before))


def render(documents: Sequence[Document], layout: Layout) -> str:
    return "".join(pieces(documents, layout))


def pieces(documents: Iterable[Document], layout: Layout) -> Iterator[str]:
    """The file, some thousand words at a time; a document is asked for once those before it are written."""
    documents = iter(documents)
    held = list(islice(documents, 2))
    if len(held) == 1:
        yield from _laid_out(held[0], layout, depth=0)
        yield "\n"
        return
    if not held:
        yield "[]\n"
        return
    opening = "[\n "
    while held:
        yield opening
        yield from _laid_out(held.pop(0), layout, depth=1)
        held = held or list(islice(documents, 1))
        opening = ",\n "
    yield "\n]\n"


def _laid_out(doc: Document, layout: Layout, *, depth: int) -> Iterator[str]:
    """A document as JSON that people can read, that deep in the file."""
    blank = doc.transcript.is_blank
    told = _Document(
        pausa=VERSION,
        name=doc.name,
        language=doc.language,
        n_words=doc.n_words if blank or not doc.n_words else None,
        events=[_Event(*_fields(event.token), before_word=event.before_word) for event in doc.transcript.events],
        turns=list(doc.transcript.turns),
        segmentations=[
            _Segmentation(
                list(one.ends), one.by, list(one.marks), list(one.probabilities) if layout.probabilities else []
            )
            for one in doc.segmentations
        ],
    )
    text, indent = _indented(told, depth), " " * depth
    start = text.index(_FIRST) + len(_FIRST)
    yield text[:start]
    yield from _listed("words", () if blank else (_Word(*_fields(word)) for word in doc.transcript.words), depth + 1)
    yield text[start:].removesuffix(f"\n{indent}}}")
    yield from _listed("sentences", () if blank else _sentences(doc), depth + 1)
    yield f"\n{indent}}}"


def _listed(name: str, values: Iterable[Any], depth: int) -> Iterator[str]:
    """A further field that holds a list, some values at a time; nothing where there are none."""
    values, indent = iter(values), " " * depth
    opening, close = f',\n{indent}"{name}": [', f"\n{indent}]"
    is_empty = True
    while block := list(islice(values, _BLOCK)):
        yield opening + _indented(block, depth)[1 : -len(close)]
        opening, is_empty = ",", False
    if not is_empty:
        yield close


def _indented(value: Any, depth: int) -> str:
    """JSON that people can read, as it stands so deep inside of other JSON."""
    return msgspec.json.format(msgspec.json.encode(value), indent=1).decode().replace("\n", "\n" + " " * depth)


def sentences(doc: Document) -> list[dict[str, Any]]:
    """The sentences of the main segmentation, each with its times, speaker and, if known, confidence."""
    return list(_sentences(doc))


def _sentences(doc: Document) -> Iterator[dict[str, Any]]:
    segmentation = main_segmentation(doc)
    for sentence, end in zip(doc.sentences(segmentation), segmentation.ends, strict=True):
        yield _sentence(sentence, segmentation.probabilities[end] if segmentation.probabilities else None)


def _sentence(sentence: Sentence, confidence: float | None) -> dict[str, Any]:
    fields: dict[str, Any] = {"text": sentence.text, "start": _seconds(sentence.start), "end": _seconds(sentence.end)}
    fields |= {"speaker": sentence.speaker, "n_words": sum(not word.is_event for word in sentence.words)}
    if confidence is not None:
        fields["confidence"] = round(confidence, 4)
    return fields


def _fields(word: Word) -> tuple[str, float | None, float | None, str | None, float | None, str, str]:
    start, end = _seconds(word.start), _seconds(word.end)
    return word.text, start, end, word.speaker, word.confidence, word.mark, word.before


def _seconds(time: Millis | None) -> float | None:
    return None if time is None else time / 1000


def looks_like(head: str) -> bool:
    first, _, rest = head.lstrip().partition("\n")
    is_one_of_many = first.rstrip().endswith("}") and rest.lstrip().startswith("{")  # lines of documents: jsonl
    return not is_one_of_many and _START.match(head) is not None


FORMAT = Format(
    name="json",
    title="Pausa's own JSON, which keeps everything, and JSON of any shape that holds words",
    suffixes=(".pausa.json", ".json"),
    keeps=frozenset(KEEPABLE),
    looks_like=looks_like,
    parse=parse,
    render=render,
    cut=cut,
    pieces=pieces,
    opens="{[",
    media="application/json",
    holds_blank=True,
    takes_path=True,
)
