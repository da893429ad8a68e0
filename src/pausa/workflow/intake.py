"""Whatever a person has, as documents: files, text, words, what a recogniser gave.

    Path("talk.json"), "talk.json"              a file: a string without a blank that names one, or ends like one
    "talk.wav"                                  a recording, for a recogniser to hear
    "so we left it was late"                    any other string is running text
    ["so", "we", "left"], [Word("so"), …]       words, as many as there are items
    ["So we left.", "It was late."]             sentences: at least one item has a blank in it
    {"segments": […]}                           what is in a recogniser's JSON, or in any other that holds words
    [{"word": "so", "start": 0.1}, …]           words or utterances as records with times or speakers
    Document, Transcript                        as they are

Anything else that can be gone through is several of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypeAlias, TypeGuard, cast

import msgspec

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.messages import Say
from pausa.core.segmentation import Segmentation
from pausa.core.unpacking import USUAL, ReadLimits
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.files import parse, read_all
from pausa.formats.flow import read_each
from pausa.formats.keys import keys_of, text_key
from pausa.recognisers import Watch, hear, is_recording, watch_nothing
from pausa.text.identify import identify_turns, tell
from pausa.text.languages import AUTO, FOUND, Language
from pausa.text.languages import language as language_of
from pausa.text.tokens import settled, split, words_of

Given: TypeAlias = (
    str
    | PathLike[str]
    | Document
    | Transcript
    | Mapping[str, Any]
    | Sequence[str]
    | Sequence[Word]
    | Sequence[Mapping[str, Any]]
)

_ONE = (str, PathLike, Document, Transcript, Mapping)
#: What words are called that came without a name.
_NAME = "transcript"


def is_several(given: Given | Iterable[Given]) -> TypeGuard[Iterable[Given]]:
    """Whether this is several transcripts: neither one of the kinds above, nor a list of words or sentences."""
    if isinstance(given, _ONE):
        return False
    if not isinstance(given, list | tuple):
        return True
    if _is_records(given):
        return False
    if all(isinstance(item, str | Word) for item in given):
        return bool(given) and all(isinstance(item, str) and _is_path(item) for item in given)
    return True


def _is_records(given: object) -> TypeGuard[Sequence[Mapping[str, Any]]]:
    """Whether this is a list of records, each a word or an utterance with times or a speaker: one transcript."""
    if not isinstance(given, list | tuple) or not given or not all(isinstance(item, Mapping) for item in given):
        return False
    keys = keys_of(dict.fromkeys(given[0], 1), {})
    flat = not any(isinstance(value, list | dict) and len(value) > 2 for value in given[0].values())
    return flat and bool(text_key(given[0])) and bool(keys.start or keys.speaker)


@dataclass(frozen=True)
class Ears:
    """Which recogniser hears recordings, where its weights are, and who is told how far it is."""

    recogniser: str | None = None
    folder: str | PathLike[str] | None = None
    watch: Watch = watch_nothing


DEAF = Ears()


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How files are read: the options of `pausa.read`."""

    format: str | None = None
    language: str = AUTO
    limits: ReadLimits = USUAL
    encoding: str | None = None

    def file(self, path: str, *, warn: Say) -> list[Document]:
        """The documents in a file."""
        return read_all(
            path, format=self.format, language=self.language, warn=warn, limits=self.limits, encoding=self.encoding
        )

    def each(self, path: str, *, warn: Say) -> Iterator[Document]:
        """The same one by one, each read when it is asked for where the file allows it."""
        return read_each(
            path, format=self.format, language=self.language, warn=warn, limits=self.limits, encoding=self.encoding
        )

    def content(self, data: bytes, *, warn: Say) -> list[Document]:
        """The documents in what was given as a value, not as a file: its text is UTF-8."""
        return parse(data, name=_NAME, format=self.format, language=self.language, warn=warn, limits=self.limits)


def read_or_hear(path: str | PathLike[str], reading: Reading, ears: Ears = DEAF, *, warn: Say) -> list[Document]:
    """The transcripts in a file; of a recording, what a recogniser hears."""
    if reading.format is None and is_recording(path):
        return hear(path, ears.recogniser, ears.folder, language=reading.language, warn=warn, watch=ears.watch)
    return reading.file(fspath(path), warn=warn)


def each_read_or_heard(
    path: str | PathLike[str], reading: Reading, ears: Ears = DEAF, *, warn: Say
) -> Iterator[Document]:
    """The same one by one, so that not all of a large file is in memory."""
    if reading.format is None and is_recording(path):
        return iter(read_or_hear(path, reading, ears, warn=warn))
    return reading.each(fspath(path), warn=warn)


def documents_of(given: Given, reading: Reading, ears: Ears = DEAF, *, warn: Say) -> list[Document]:
    """The recordings in what was given: one, but for files and JSON that hold several."""
    if isinstance(given, Document | Transcript):
        made = given if isinstance(given, Document) else Document(given)
        is_known = reading.language == FOUND or (reading.language == AUTO and made.language)
        return [made if is_known else in_own_language(lambda _: made, reading.language, warn)]
    if isinstance(given, Mapping) or _is_records(given):
        return reading.content(msgspec.json.encode(given, enc_hook=_plain), warn=warn)
    if isinstance(given, PathLike) or (isinstance(given, str) and _is_path(given)):
        return read_or_hear(given, reading, ears, warn=warn)
    if isinstance(given, str):
        if reading.format is not None:
            return reading.content(given.encode(), warn=warn)
        return [
            in_own_language(lambda lang: Document(Transcript.of(words_of(given, lang=lang))), reading.language, warn)
        ]
    listed = cast(Sequence[str | Word], given)
    return [in_own_language(lambda lang: _listed(listed, lang), reading.language, warn)]


def in_own_language(make: Callable[[Language], Document], asked: str, warn: Say) -> Document:
    """What is made of the input in the language that was asked for; if none was, in the one that its words tell."""
    if asked != AUTO:
        return replace(make(language_of(asked)), language="" if asked.lower().startswith("en") else asked)
    made = make(language_of("en"))
    found = identify_turns(made.transcript)
    code = next(iter(found), "en")
    if told := tell(found):
        warn(told)
    return made if code == "en" else replace(make(language_of(code)), language=code)


def document_of(given: Given, reading: Reading, ears: Ears = DEAF, *, warn: Say) -> Document:
    """The one recording in what was given."""
    found = documents_of(given, reading, ears, warn=warn)
    if len(found) != 1:
        held = f"holds {len(found)} recordings" if found else "holds no recording"
        name = fspath(given) if isinstance(given, str | PathLike) else _NAME
        raise InputError(name, None, held, "read them with pausa.formats.files.read_all, and give that list")
    return found[0]


def _is_path(text: str) -> bool:
    """Whether a string is meant as a file: no blank in it, and it names one, or ends as files do."""
    if text == "-":
        return True
    if not text or any(map(str.isspace, text)):
        return False
    try:
        is_file = Path(text).is_file()
    except (OSError, ValueError):  # too long, or with a null in it
        return False
    return (
        is_file
        or is_recording(text)
        or ("." in text[1:] and any(text.lower().endswith(FORMATS[name].suffixes) for name in FORMATS))
    )


def _plain(value: Any) -> Any:
    """A number of a library that JSON does not know, such as numpy's, as a number; anything else as text."""
    try:
        return float(value)
    except (TypeError, ValueError):
        return str(value)


def _listed(items: Sequence[str | Word], lang: Language) -> Document:
    if not any(isinstance(item, str) and any(map(str.isspace, item.strip())) for item in items):
        return Document(Transcript.of(settled((_word(item, place) for place, item in enumerate(items)), lang=lang)))
    words: list[Word] = []
    ends: list[int] = []
    n_words = 0
    for item in items:
        found = words_of(item, lang=lang) if isinstance(item, str) else [item]
        words += found
        n_words += sum(not word.is_event for word in found)
        if n_words and (not ends or ends[-1] != n_words - 1):
            ends.append(n_words - 1)
    return Document(Transcript.of(words), (Segmentation.of(n_words, ends),))


def _word(item: str | Word, place: int) -> Word:
    """One item, one word: its marks are taken off it, unless nothing but marks is there."""
    if isinstance(item, Word):
        return item
    token = item.strip()
    if not token:
        raise InputError(_NAME, None, f"word number {place} is {item!r}", "a word is not empty")
    before, text, mark = split(token) if token[0] != "<" else ("", token, "")
    return Word(text, mark=mark, before=before) if text else Word(token)
