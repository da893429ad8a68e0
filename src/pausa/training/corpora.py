"""Corpora for training: documents one after the other, however large the files.

A folder gives the transcripts in it, and in its folders, in the order of their names. JSON lines are read line by line,
in every shape that the format knows; turns, which large corpora have, with a short cut:

    {"id": "episode-7", "turns": [{"speaker": "Ann", "text": "So we left. It was late."}, …]}
    {"id": "talk-1", "text": "So we left. It was late."}
    {"word": "so", "start": 1.2, "end": 1.37, "mark": ""}

Large files of plain text are read in pieces that end at line ends. Everything else is read as `pausa.read` reads it.
Packed files (`.gz`, `.xz`, `.bz2`) are unpacked on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec

from pausa.core.document import Document
from pausa.core.errors import InputError, OptionError
from pausa.core.messages import Say, say_nothing
from pausa.core.unpacking import opened
from pausa.core.words import Word
from pausa.formats import ENTRIES, FORMATS, jsonl
from pausa.formats.base import Format, Source, document
from pausa.formats.detection import HEAD, PACKED_SUFFIXES, asked_for, detect, detect_binary, has_suffix
from pausa.formats.files import in_order, parse, read_all, tell_problems
from pausa.text.languages import Language, language
from pausa.text.tokens import Splitter

#: Bytes of text that make a piece; files up to this size are read whole.
PIECE = 1 << 24
#: Rows of one recording that make a piece of it.
ROWS = 50_000
#: Names that a message shows.
_SHOWN = 5
#: Tokens that are kept worked out.
_TOKENS = 300_000


def read_documents(
    paths: Iterable[str | Path],
    *,
    format: str | None = None,
    lang: str = "en",
    encoding: str | None = None,
    say: Say = print,
) -> Iterator[Document]:
    """The documents of files and folders, in order, one at a time."""
    for path in list_files(paths, format=format, say=say):
        if format is None and has_suffix(path.name, "jsonl"):
            yield from _read_json_lines(path, lang, encoding, say)
        elif _is_large(path) and (format is None or asked_for(format)[0].in_pieces):
            yield from _read_pieces(path, format, lang, encoding, say)
        else:
            yield from read_all(path, format=format, language=lang, warn=say, encoding=encoding)


def keeps_word_times(path: Path, *, format: str | None = None) -> bool:
    """Whether a file is in a format that can tell when each word was said; its beginning shows that."""
    if format is None and has_suffix(path.name, "jsonl"):
        format = "jsonl"
    if format is None:
        with closing(opened(path)) as file:
            head = file.read(HEAD)
        try:
            format = _detected(head, path).name
        except InputError:  # a beginning may be too little; the whole file will tell
            return True
    return "times" in asked_for(format)[0].keeps


def _detected(head: bytes, path: Path) -> Format:
    """The format of a file that begins like this."""
    text = head.decode("utf-8-sig", errors="replace")
    return detect_binary(head) or detect(text.replace("\r\n", "\n").replace("\r", "\n"), str(path))


def list_files(paths: Iterable[str | Path], *, format: str | None = None, say: Say = say_nothing) -> Iterator[Path]:
    """The files that paths stand for: a folder for the transcripts in it, and in its folders, in the order of names.

    What is not named like a transcript is left out, and that is said; where a format is named, everything is taken.
    """
    for path in map(Path, paths):
        if path.is_dir():
            yield from _files_in(path, is_named=format is None, say=say)
        elif path.is_file():
            yield path
        else:
            raise InputError(str(path), None, "no such file or folder", "check the path")


def _files_in(folder: Path, *, is_named: bool, say: Say) -> list[Path]:
    inside = sorted(each for each in folder.rglob("*") if each.is_file() and not _is_hidden(each, folder))
    found = [each for each in inside if not is_named or any(has_suffix(each.name, name) for name in ENTRIES)]
    if not found:
        held = f"holds no transcript among its {len(inside)} files" if inside else "is empty"
        raise InputError(str(folder), None, f"this folder {held}", "give the files themselves" if inside else "")
    if len(found) < len(inside):
        say(f"{folder}: left out, not named like transcripts: {_names(set(inside) - set(found), folder)}")
    return found


def _is_hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def _names(files: Iterable[Path], folder: Path) -> str:
    """The first names of files in a folder, and how many others there are."""
    names = sorted(each.relative_to(folder).as_posix() for each in files)
    return ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} others" if len(names) > _SHOWN else "")


def unmarked(paths: Sequence[str | Path]) -> OptionError:
    """An error for the caller to raise: nothing in these files tells where sentences end."""
    where = str(paths[0]) if len(paths) == 1 else f"{len(paths)} files ({paths[0]} …)"
    return OptionError(
        f"No sentence ends are marked in {where}; give transcripts with full stops and question marks, for these tell "
        "where sentences end."
    )


def _is_large(path: Path) -> bool:
    """Whether a file is too large to be read at once; packed text takes about a fifth of its room."""
    return path.stat().st_size > (PIECE // 5 if path.name.lower().endswith(PACKED_SUFFIXES) else PIECE)


class _Turn(msgspec.Struct):
    text: str
    speaker: str | int | None = None
    start: None = None
    end: None = None


class _Turns(msgspec.Struct):
    """A line of turns without times; any other is for the format to read."""

    turns: list[_Turn]
    id: str | int | None = None
    annotator: None = None
    pausa: None = None


def _read_json_lines(path: Path, lang: str, encoding: str | None, say: Say) -> Iterator[Document]:
    turns = msgspec.json.Decoder(_Turns)
    source = Source("", str(path), language=language(lang))
    name = path.name.split(".")[0]
    reader = jsonl.Reader(source, name, ROWS)
    # One splitter for each speaker, kept while its speaker may come again: equal tokens are worked out once.
    splitters: dict[str | None, Splitter] = {}
    with closing(opened(path)) as lines:
        for number, line in enumerate(_read_lines(lines, path, encoding), start=1):
            try:
                held = turns.decode(line)
            except (msgspec.DecodeError, RecursionError):
                yield from (in_order(each, source) for each in reader.take(number, line))
            else:
                yield from (in_order(each, source) for each in reader.rest())
                yield _from_turns(held, source.language, f"{name}-{number}", splitters)
    yield from (in_order(each, source) for each in reader.rest())
    tell_problems(source, say)


def _read_lines(lines: Iterable[bytes], path: Path, encoding: str | None) -> Iterator[str]:
    try:
        for number, line in enumerate(lines, start=1):
            yield _decoded(line, number, path, encoding)
    except OSError as problem:
        raise InputError(str(path), None, f"cannot be read: {problem}") from problem


def _decoded(line: bytes, number: int, path: Path, encoding: str | None) -> str:
    try:
        return line.decode(encoding or "utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise InputError(str(path), number, f"not {encoding or 'UTF-8'}", "name its encoding") from None


def _from_turns(line: _Turns, lang: Language, name: str, splitters: dict[str | None, Splitter]) -> Document:
    if sum(map(len, splitters.values())) > _TOKENS:
        splitters.clear()
    words: list[Word] = []
    for turn in line.turns:
        speaker = None if turn.speaker is None else str(turn.speaker)
        splitter = splitters.setdefault(speaker, Splitter(speaker))
        words += splitter.settled(splitter.raw(turn.text), lang=lang)
    return document(words, name=name if line.id in (None, "") else str(line.id))


def _read_pieces(path: Path, format: str | None, lang: str, encoding: str | None, say: Say) -> Iterator[Document]:
    """A large plain text in pieces, each a document of the same name; another format is read whole."""
    with closing(opened(path)) as file:
        chunk = file.read(PIECE)
        if format is None:
            format = _detected(chunk, path).name
            if not FORMATS[format].in_pieces:
                yield from read_all(path, format=format, language=lang, warn=say, encoding=encoding)
                return
        name = path.name.split(".")[0]
        while chunk:
            chunk += file.readline()
            if chunk.strip():
                for each in parse(chunk, name=str(path), format=format, language=lang, warn=say, encoding=encoding):
                    yield replace(each, name=name)
            chunk = file.read(PIECE)


def divide_evenly(sizes: Sequence[int], groups: Sequence[str], parts: int) -> list[int]:
    """A part for each document: successive, of about the same size, and one part for each group.

    >>> divide_evenly([10, 10, 10, 10], ["a", "b", "b", "c"], 2)
    [0, 0, 0, 1]
    """
    whole = sum(sizes)
    part_of: dict[str, int] = {}
    before = 0
    for size, group in zip(sizes, groups, strict=True):
        part_of.setdefault(group, min(parts - 1, (2 * before + size) * parts // max(1, 2 * whole)))
        before += size
    return [part_of[group] for group in groups]
