r"""ARPA files: back-off models as text, as other tools write and read them.

    \data\
    ngram 1=4
    ngram 2=3

    \1-grams:
    -0.9031    so    -0.301
    ...
    \2-grams:
    -0.4771    so we
    \end\

Each line has the logarithm (base 10) of a probability, the words and, where longer n-grams begin with them, that
of a back-off weight. Readers for other tools want `<s>` and `</s>` in the list; they are written with
probability 0 (-99) where the model has none, and left out again in reading. `.gz` files are read as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NoReturn

import numpy as np

from pausa.core.errors import InputError
from pausa.core.saving import replacing
from pausa.core.unpacking import opened
from pausa.lm.ngram import Level, Logs, NgramModel, Rows, pack, unigrams, unpack
from pausa.lm.vocabulary import BREAK, UNKNOWN, Ids, Vocabulary

#: The logarithm that stands for "never".
NEVER = -99.0
_SENTENCE_MARKS = ("<s>", "</s>")
_COUNT = re.compile(rb"ngram\s+(\d{1,3})\s*=\s*(\d{1,15})(?!\d)")
_CHUNK = 200_000


def read_arpa(path: str | Path) -> NgramModel:
    """The model in an ARPA file."""
    name = str(path)
    try:
        with opened(path) as lines:
            return _Reader(lines, name).model()
    except (OSError, EOFError) as problem:
        raise InputError(name, None, f"cannot be read: {problem}") from problem


def write_arpa(model: NgramModel, path: str | Path) -> None:
    """Write a model as ARPA, whole or not at all; reading it gives the same numbers."""
    with replacing(path) as file:
        for text in _rendered(model):
            file.write(text.encode())


class _Reader:
    """Goes through the lines of one file."""

    def __init__(self, lines: BinaryIO, name: str) -> None:
        self.lines, self.name, self.number = lines, name, 0

    def model(self) -> NgramModel:
        sizes = self.sizes()
        words, log_probs, back_offs = self.words(sizes[0])
        numbers = {word: number for number, word in enumerate(words)}
        try:
            vocabulary = Vocabulary(tuple(word.decode() for word in words))
        except (UnicodeDecodeError, InputError) as problem:
            raise InputError(self.name, None, f"its words cannot be used ({problem})") from problem
        model = NgramModel(vocabulary, (unigrams(log_probs, back_offs),))
        for length, size in enumerate(sizes[1:], start=2):
            level = self.level(model, numbers, length, size, top=length == len(sizes))
            model = NgramModel(vocabulary, (*model.levels, level))
        if self.heading() != b"\\end\\":
            self.fail(r"\end\ is missing", "is the file whole?")
        return model

    def heading(self) -> bytes:
        """The next line that is not blank."""
        for line in self.lines:
            self.number += 1
            if line.strip():
                return line.strip()
        return b""

    def sizes(self) -> list[int]:
        """How many n-grams of each length the head promises."""
        for line in self.lines:
            self.number += 1
            if line.strip() == b"\\data\\":
                break
        else:
            raise InputError(self.name, None, r"this is no ARPA file: there is no \data\ line")
        sizes: list[int] = []
        for line in self.lines:
            self.number += 1
            told = _COUNT.match(line.strip())
            if told and int(told[1]) == len(sizes) + 1:
                sizes.append(int(told[2]))
            elif sizes or line.strip():
                break
        if not sizes or line.strip():
            self.fail(r"after \data\ there should be lines like 'ngram 1=5000', then a blank one")
        return sizes

    def words(self, size: int) -> tuple[list[bytes], Logs, Logs]:
        """Single words with their logs; those that only other readers need are left out, `<unk>` is put in."""
        rows = [row for chunk, _ in self.section(1, size) for row in chunk]
        spelled = {row[1] for row in rows}
        # `<UNK>` is what some tools call it.
        rows = [[row[0], UNKNOWN.encode(), *row[2:]] if row[1] == b"<UNK>" else row for row in rows]
        if BREAK.encode() in spelled:
            marks = {mark.encode() for mark in _SENTENCE_MARKS}
            rows = [row for row in rows if not (row[1] in marks and len(row) == 2 and float(row[0]) <= NEVER)]
        if not {UNKNOWN.encode(), b"<UNK>"} & spelled:
            rows.append([str(NEVER).encode(), UNKNOWN.encode()])
        log_probs = np.array([float(row[0]) for row in rows], dtype=np.float32)
        back_offs = np.array([float(row[2]) if len(row) == 3 else 0.0 for row in rows], dtype=np.float32)
        return [row[1] for row in rows], log_probs, back_offs

    def level(self, shorter: NgramModel, numbers: dict[bytes, int], length: int, size: int, *, top: bool) -> Level:
        """The n-grams of one length above 1, sorted."""
        grams = np.empty((size, length), dtype=np.int32)
        logs = np.zeros((size, 2), dtype=np.float32)
        done = 0
        for chunk, first in self.section(length, size):
            part = slice(done, done + len(chunk))
            try:
                for column in range(length):
                    grams[part, column] = [numbers[row[column + 1]] for row in chunk]
            except KeyError as problem:
                word = problem.args[0]
                bad = next(number for number, row in enumerate(chunk) if word in row[1:])
                self.fail(f"the word {word.decode(errors='replace')!r} is not among the 1-grams", at=first + bad)
            logs[part, 0] = [float(row[0]) for row in chunk]
            logs[part, 1] = [float(row[-1]) if len(row) == length + 2 else 0.0 for row in chunk]
            done += len(chunk)
        keys = pack(self.contexts(shorter, grams), grams[:, -1])
        order = np.argsort(keys)
        keys, logs = keys[order], logs[order]
        if (keys[1:] == keys[:-1]).any():
            raise InputError(self.name, None, f"a {length}-gram is there twice")
        return Level(keys, logs[:, 0].copy(), np.empty(0, dtype=np.float32) if top else logs[:, 1].copy())

    def contexts(self, shorter: NgramModel, grams: Ids) -> Rows:
        rows = shorter.rows(grams[:, :-1])
        if (rows < 0).any():
            words = [shorter.vocabulary.words[number] for number in grams[np.argmax(rows < 0)]]
            raise InputError(
                self.name,
                None,
                f"the n-gram {' '.join(words)!r} is there, but not {' '.join(words[:-1])!r}",
                "every n-gram needs the one that it begins with",
            )
        return rows

    def section(self, length: int, size: int) -> Iterator[tuple[list[list[bytes]], int]]:
        """The split lines of one section, in chunks, each with the number of its first line."""
        if self.heading() != b"\\%d-grams:" % length:
            self.fail(f"here should be \\{length}-grams:")
        for start in range(0, size, _CHUNK):
            lines = list(islice(self.lines, min(_CHUNK, size - start)))
            chunk = [line.split() for line in lines]
            first, self.number = self.number + 1, self.number + len(lines)
            if len(lines) < min(_CHUNK, size - start):
                self.fail(f"the file ends in the middle of the {length}-grams")
            for number, row in enumerate(chunk, start=first):
                if not (length + 1 <= len(row) <= length + 2 and _is_log(row[0]) and _is_log(row[length + 1 :])):
                    self.fail(f"this is no {length}-gram with its logarithms", at=number)
            yield chunk, first

    def fail(self, problem: str, advice: str = "", *, at: int = 0) -> NoReturn:
        raise InputError(self.name, at or self.number, problem, advice)


def _is_log(text: bytes | list[bytes]) -> bool:
    try:
        return all(float(each) < 1e9 for each in text) if isinstance(text, list) else float(text) <= 0
    except ValueError:
        return False


def _rendered(model: NgramModel) -> Iterator[str]:
    words = model.vocabulary.words
    spaced = next((word for word in words if not word or len(word.encode().split()) != 1), None)
    if spaced is not None:
        raise InputError("ARPA", None, f"the word {spaced!r} cannot be written", "words have no spaces in them")
    added = [mark for mark in _SENTENCE_MARKS if mark not in model.vocabulary and BREAK in model.vocabulary]
    sizes = [len(words) + len(added), *model.sizes[1:]]
    yield "\\data\\\n" + "".join(f"ngram {length}={size}\n" for length, size in enumerate(sizes, start=1))
    grams: list[str] = list(words)
    for length, level in enumerate(model.levels, start=1):
        yield f"\n\\{length}-grams:\n"
        if length == 1:
            yield "".join(f"{NEVER:g}\t{mark}\n" for mark in added)
        else:
            context, word = (part.tolist() for part in unpack(level.keys))
            grams = [f"{grams[before]} {words[last]}" for before, last in zip(context, word, strict=True)]
        yield from _lines(level, grams)
    yield "\n\\end\\\n"


def _lines(level: Level, grams: list[str]) -> Iterator[str]:
    # Nine digits are enough to get the same single-precision number back.
    for start in range(0, len(grams), _CHUNK):
        part = slice(start, start + _CHUNK)
        log_probs, back_offs = level.log_probs[part].tolist(), level.back_offs[part].tolist()
        if back_offs:
            rows = zip(log_probs, grams[part], back_offs, strict=True)
            yield "".join([f"{log_prob:.9g}\t{gram}\t{back_off:.9g}\n" for log_prob, gram, back_off in rows])
        else:
            pairs = zip(log_probs, grams[part], strict=True)
            yield "".join([f"{log_prob:.9g}\t{gram}\n" for log_prob, gram in pairs])
