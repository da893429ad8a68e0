"""Transcript files, read and written: unpacking, decoding, times in order, whole or not at all.

`-` is standard input or output. `.gz`, `.xz` and `.bz2` are unpacked on the way in, within limits.
"""

from __future__ import annotations

import sys
import warnings
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path, PurePath

from msgspec.structs import replace as word_with

from pausa.core.document import Document
from pausa.core.errors import CannotSpell, CannotWrite, InputError, InputWarning, NoWords
from pausa.core.naming import as_text
from pausa.core.saving import put
from pausa.core.times import Millis
from pausa.core.unpacking import USUAL, ReadLimits, check_pieces, unpacked
from pausa.core.words import Event, Word
from pausa.formats import FORMATS
from pausa.formats.base import KEEPABLE, Format, Layout, Render, Source
from pausa.formats.contents import found_in
from pausa.formats.detection import PACKED_SUFFIXES, asked_for, detect, detect_binary, for_writing
from pausa.formats.encodings import decode
from pausa.text.identify import identify_turns, tell
from pausa.text.languages import AUTO
from pausa.text.languages import language as language_of

#: No more spellings than this are tried until a format takes the words.
_MOST_SPELLINGS = 100

Warn = Callable[[str], None]


def _warn(message: str) -> None:
    warnings.warn(message, InputWarning, stacklevel=4)


def read(
    path: str | Path,
    *,
    format: str | None = None,
    language: str = "en",
    warn: Warn = _warn,
    limits: ReadLimits = USUAL,
    encoding: str | None = None,
) -> Document:
    """The one document in a file; the format is found by its content and name."""
    documents = read_all(path, format=format, language=language, warn=warn, limits=limits, encoding=encoding)
    if len(documents) != 1:
        held = f"holds {len(documents)} recordings" if documents else "holds no recording"
        raise InputError(str(path), None, held, "read them with pausa.formats.files.read_all")
    return documents[0]


def read_all(
    path: str | Path,
    *,
    format: str | None = None,
    language: str = "en",
    warn: Warn = _warn,
    limits: ReadLimits = USUAL,
    encoding: str | None = None,
) -> list[Document]:
    """Every document in a file, in order."""
    name, stored = str(path), _bytes(path)
    data = unpacked(stored, name=name, limits=limits)
    n_stored = len(stored) if data is not stored else None
    del stored
    return parse(
        data,
        name=name,
        format=format,
        language=language,
        warn=warn,
        limits=limits,
        encoding=encoding,
        stored=n_stored,
    )


def parse(
    data: bytes,
    *,
    name: str,
    format: str | None = None,
    language: str = "en",
    warn: Warn = _warn,
    limits: ReadLimits = USUAL,
    encoding: str | None = None,
    stored: int | None = None,
) -> list[Document]:
    """Documents from the bytes of a file called `name`; `stored` is how many they were before they were unpacked.

    A file in which there are no words is refused, whatever its format. With the language "auto" each document is in the
    one that the file names, else in the one that its words tell.
    """
    if not data.strip():
        raise InputError(name, None, "the file is empty", "nothing to read")
    chosen, inside = asked_for(format) if format else (detect_binary(data), "")
    binary = chosen is not None and chosen.binary
    usual = "en" if language == AUTO else language
    if stored is not None and not binary:
        check_pieces(data, stored, name=name, limits=limits)
    text, told = ("", "") if binary else decode(data, name=name, encoding=encoding, language=language)
    if told:
        warn(f"{name}: {told}")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    chosen = chosen or detect(text, name)
    source = Source(text, name, data if chosen.binary else b"", language_of(usual), limits=limits, stored=stored)
    source.inside = inside
    whole = named(parsed(chosen, source), chosen, source)
    if not any(map(holds_something, whole)) and not (whole and chosen.holds_blank):
        advice = "is it silent, or of another format (pausa formats lists them)?"
        raise NoWords(name, None, f"no words in it, read as {chosen.name}; {found_in(text)}", advice)
    tell_problems(source, warn)
    if language != AUTO:
        return [said_to_be_in(doc, language) for doc in whole]

    def read_again(other: Source) -> list[Document]:
        return named(parsed(chosen, other), chosen, other)

    return in_own_languages(whole, source, read_again, warn)


def holds_something(doc: Document) -> bool:
    """Whether anything is said or heard in it."""
    return bool(doc.n_words or doc.transcript.events)


def tell_problems(source: Source, warn: Warn) -> None:
    """Say what was found when a file was read."""
    for told in source.notes:
        warn(f"{source.name}: {told}")
    if source.bad_rows:
        line, problem = source.bad_rows[0]
        where = "" if line is None else f" (line {line})"
        count = len({row if row is not None else problem for row, problem in source.bad_rows})
        rows = f"{count} bad row{'s' if count > 1 else ''}"
        warn(f"{source.name}: {rows}, kept with what could be read; first{where}: {problem}")


def parsed(chosen: Format, source: Source) -> list[Document]:
    """What the format reads in the source."""
    if chosen.parse is None:
        raise InputError(source.name, None, f"Pausa writes {chosen.name} but does not read it")
    try:
        return chosen.parse(source)
    except RecursionError:
        raise InputError(source.name, None, "nested too deep to be a transcript") from None


def named(
    documents: Sequence[Document], chosen: Format, source: Source, *, first: int = 1, alone: bool | None = None
) -> list[Document]:
    """The documents with times in order and names: their own, else that of the file, numbered where there are several.

    `first` is the number of the first of them; `alone` says whether the file holds no others.
    """
    stem = _stem(source.name)
    alone = len(documents) == 1 if alone is None else alone
    return [
        replace(
            in_order(doc, source),
            name=doc.name or (stem if alone else f"{stem}-{number}"),
            recognised=chosen.by_recogniser,
        )
        for number, doc in enumerate(documents, start=first)
    ]


def in_own_languages(
    documents: Sequence[Document], source: Source, read_again: Callable[[Source], list[Document]], warn: Warn
) -> list[Document]:
    """The documents as each is read in its own language; the source is read again once for each that is not English."""
    found = list(documents)
    others: dict[str, list[tuple[int, str]]] = {}
    for place, doc in enumerate(documents):
        told = {} if doc.language else identify_turns(doc.transcript)
        code = doc.language or next(iter(told), "")
        if said := tell(told):
            warn(f"{source.name}: {said}")
        spoken = language_of(code or "en")
        if spoken != source.language:
            others.setdefault(spoken.code, []).append((place, code))
    for spoken_code, places in others.items():
        again = replace(source, language=language_of(spoken_code), bad_rows=[], notes=[], n_rows=0, n_blank=0)
        read = read_again(again)
        for place, code in places:
            found[place] = spoken_in(read[place], code)
    return found


def spoken_in(doc: Document, code: str) -> Document:
    """The document in that language, where the file names none; English goes without saying."""
    return doc if doc.language else said_to_be_in(doc, code)


def said_to_be_in(doc: Document, code: str) -> Document:
    """The document in the language that somebody names, whatever the file says; English is what readers assume."""
    return doc if code.lower().startswith("en") else replace(doc, language=code)


def write(
    documents: Document | Sequence[Document],
    path: str | Path,
    *,
    format: str | None = None,
    layout: Layout | None = None,
) -> None:
    """Write documents whole or not at all; the format follows from the name unless given."""
    several = [documents] if isinstance(documents, Document) else list(documents)
    chosen = FORMATS[format] if format else for_writing(str(path))
    store(several, chosen, path, layout=layout or Layout())


def store(documents: Sequence[Document], format: Format, path: str | Path, *, layout: Layout) -> None:
    """Write documents in that format, and what the format keeps in files beside it; `-` has no files beside it."""
    save(render(documents, format, layout=layout), path)
    if format.beside is not None and str(path) != "-":
        for suffix, content in format.beside(documents).items():
            save(content, f"{path}{suffix}")


def render(documents: Sequence[Document], format: Format, *, layout: Layout) -> str | bytes:
    """Documents as text (or bytes, for a binary format)."""
    if format.render is None:
        raise CannotWrite(format.name, "Pausa reads this format but does not write it", "see pausa formats")
    if len(documents) > 1 and not format.holds_many:
        raise CannotWrite(
            format.name, f"holds one recording, and there are {len(documents)}", "write them to a folder, or as json"
        )
    blank = [doc.name for doc in documents if doc.transcript.is_blank]
    if blank and not format.holds_blank:
        raise CannotWrite(
            format.name, f"{blank[0]!r} has boundaries but no words", "write seg, segeval or json, or give the words"
        )
    for _ in range(_MOST_SPELLINGS):
        try:
            return _spelled(documents, format, format.render, layout)
        except CannotSpell as problem:
            respelled = [_respelled(doc, problem) for doc in documents]
            if not problem.old or respelled == list(documents):
                raise
            documents = respelled
            layout.say(f"{format.name}: {problem.old!r} is written as {problem.new!r}, since {problem.problem}")
    return _spelled(documents, format, format.render, layout)


def _spelled(documents: Sequence[Document], format: Format, render: Render, layout: Layout) -> str | bytes:
    if format.running_text:
        _check_brackets(documents, format.name)
    return render(documents, layout)


def _check_brackets(documents: Sequence[Document], name: str) -> None:
    """In running text two words ("<a" and "b>") would make an event; signs with a blank inside ("< a >") make none."""
    for doc in documents:
        opened = ""
        for word in doc.transcript.words:
            text = word.text
            if text[:1] == "<":
                opened = text if text.rfind("<") > text.rfind(">") and text[-1] != "<" else ""
            elif text[:1] == ">":
                opened = ""
            elif opened and ">" in text:
                problem = f"{opened!r} up to {text!r} would be read as an event"
                raise CannotSpell(name, problem, "write csv or json", opened, opened.replace("<", "﹤"), whole=True)


def _respelled(doc: Document, problem: CannotSpell) -> Document:
    """The document with words spelled as the format can hold them."""
    old, new = problem.old, problem.new

    def spell(text: str) -> str:
        return text.replace(old, new) if not problem.whole else new if text == old else text

    def word(given: Word) -> Word:
        speaker = None if given.speaker is None else spell(given.speaker)
        return word_with(
            given, text=spell(given.text), mark=spell(given.mark), before=spell(given.before), speaker=speaker
        )

    events = tuple(Event(event.before_word, word(event.token)) for event in doc.transcript.events)
    transcript = replace(doc.transcript, words=tuple(map(word, doc.transcript.words)), events=events)
    return replace(doc, transcript=transcript)


def losses(documents: Sequence[Document], format: Format) -> list[str]:
    """What these documents hold that the format cannot keep, in words for a person."""
    held = set().union(*(_held(doc) for doc in documents)) if documents else set()
    if len(documents) > 1:
        held.add("documents")
    if "times" in held and "times" not in format.keeps and "sentence_times" not in format.keeps:
        held.add("sentence_times")
    return [meaning for thing, meaning in KEEPABLE.items() if thing in held - format.keeps]


def save(content: str | bytes, path: str | Path) -> None:
    """Put content in a file all at once, or on standard output for `-`; devices and pipes are written to."""
    data = content.encode() if isinstance(content, str) else content
    if str(path) == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    put(data, path)


def _stem(name: str) -> str:
    base = as_text(PurePath(name).name)
    for suffix in PACKED_SUFFIXES:
        base = base.removesuffix(suffix)
    return base.removesuffix(".pausa.json").rsplit(".", 1)[0] if "." in base.lstrip(".") else base


def _bytes(path: str | Path) -> bytes:
    name = str(path)
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(path).read_bytes()
    except FileNotFoundError:
        raise InputError(name, None, "no such file", "check the path") from None
    except IsADirectoryError:
        raise InputError(name, None, "this is a folder", "give the files in it") from None
    except OSError as problem:
        raise InputError(name, None, f"cannot be read: {problem.strerror}") from problem


def in_order(doc: Document, source: Source) -> Document:
    """The document without times that go back: as few as possible are taken for unknown, speaker by speaker."""
    if not doc.transcript.has_times:
        return doc
    starts: dict[str | None, list[tuple[int, Millis]]] = {}
    for index, word in enumerate(doc.transcript.words):
        if word.start is not None:
            starts.setdefault(word.speaker, []).append((index, word.start))
    wrong = sorted(index for each in starts.values() for index in _out_of_order(each))
    if not wrong:
        return doc
    words = list(doc.transcript.words)
    for index in wrong:
        source.bad_row(None, f"the time of word {index + 1}, {words[index].text!r}, is out of order")
        words[index] = word_with(words[index], start=None, end=None)
    transcript = replace(doc.transcript, words=tuple(words))
    shown = None if doc.shown is None else replace(doc.shown, transcript=transcript)
    return replace(doc, transcript=transcript, shown=shown)


def _out_of_order(starts: Sequence[tuple[int, Millis]]) -> set[int]:
    """Who must leave for the rest to be in order, as few as possible: all but a longest row; of two, the later one.

    >>> _out_of_order([(0, 10), (1, 13), (2, 90), (3, 16), (4, 16), (5, 22)]), _out_of_order([(0, 5), (1, 2)])
    ({2}, {1})
    """
    if all(one[1] <= other[1] for one, other in pairwise(starts)):
        return set()
    # Backwards: the latest time (negated) at which a row of each length can begin, who begins it, who follows each.
    latest: list[Millis] = []
    first: list[int] = []
    follows: dict[int, int] = {}
    for index, start in reversed(starts):
        length = bisect_right(latest, -start)
        if length:
            follows[index] = first[length - 1]
        latest[length : length + 1], first[length : length + 1] = [-start], [index]
    kept = {first[-1]}
    index = first[-1]
    while index in follows:
        index = follows[index]
        kept.add(index)
    return {index for index, _ in starts} - kept


def _held(doc: Document) -> set[str]:
    words = doc.transcript.words
    held = {
        "words": not doc.transcript.is_blank,
        "times": doc.transcript.has_times,
        "speakers": any(word.speaker is not None for word in words),
        "confidence": any(word.confidence is not None for word in words),
        "marks": any(word.mark or word.before for word in words) or any(s.marks for s in doc.segmentations),
        "ends": bool(doc.segmentations),
        "annotators": len(doc.segmentations) > 1,
        "probabilities": any(s.probabilities for s in doc.segmentations),
        "events": bool(doc.transcript.events),
        "language": bool(doc.language),
        "graph": doc.graph is not None and len(doc.graph.arcs) > len(doc.graph.cheapest),
    }
    return {thing for thing, is_held in held.items() if is_held}
