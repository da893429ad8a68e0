"""Who reads what others have written, each as one function from bytes to the words that it found.

A target makes inputs from a random generator and takes any bytes. Where the words of an input are known, they are part
of it; a target that finds others has lost or made up words. What cannot be read is refused with an error of ours.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
import tempfile
import wave
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import numpy as np

from benchmarks.fuzz.live import MESSAGES, messages
from benchmarks.fuzz.mutations import bytes_mutated, evil_text, mutated
from benchmarks.fuzz.talks import WORDS, talk
from benchmarks.fuzz.writers import WRITERS, written
from benchmarks.places import ROOT
from pausa.core.document import Document
from pausa.core.errors import CannotWrite, NoWords, PausaError
from pausa.core.unpacking import unpacked
from pausa.features.audio import open_audio
from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.formats.files import parse, render
from pausa.formats.live.messages import Messages
from pausa.lm import parse_grammar, read_arpa
from pausa.models.pause import PauseDetector
from pausa.workflow.live.sentences import LiveEvent, LiveSentence
from pausa.workflow.stream import stream

EXAMPLES = ROOT / "tests" / "golden" / "formats"
#: Interesting inputs that we have written, by target.
CORPUS = ROOT / "tests" / "fuzz" / "corpus"
#: Scripts from here on (Thai, Khmer, Chinese …) mostly do without blanks between words.
_NO_BLANKS = "\u0e00"
_PARTS = re.compile(rf"[{_NO_BLANKS}-\U0010ffff]|[^{_NO_BLANKS}-\U0010ffff]+")
#: One input in so many that could be read is written in another format and read again.
_ROUND_TRIPS = 8


class WordsLost(Exception):
    """A reader found other words than there are: a finding."""


@dataclass(frozen=True)
class Made:
    """An input, and its words where they are known."""

    data: bytes
    words: tuple[str, ...] | None = None


class Target(ABC):
    """Something that reads; `weight` says how many inputs it gets beside the others."""

    name: str
    weight: float = 1.0

    @abstractmethod
    def make(self, random: Random) -> Made:
        """An input."""

    @abstractmethod
    def run(self, data: bytes) -> Sequence[str] | None:
        """The words read; None where there are none to compare."""

    def examples(self) -> Sequence[bytes]:
        """Good inputs, and interesting ones, to begin with."""
        return stored(self.name)


@cache
def stored(name: str) -> tuple[bytes, ...]:
    """The examples of a format and the corpus of a target."""
    paths = [path for path in EXAMPLES.glob(f"{name}/*") if not path.name.endswith(".expected.json")]
    paths += (CORPUS / name).glob("*")
    return tuple(path.read_bytes() for path in sorted(paths))


def checked(made: Made, found: Sequence[str] | None) -> None:
    """Compare what was found with what is there."""
    if made.words is not None and found is not None and [_bare(word) for word in found] != list(made.words):
        raise WordsLost(f"{len(made.words)} words are there, {len(found)} were read: {' '.join(found)[:200]!r}")


def _bare(word: str) -> str:
    """A word without the dot that may belong to it or be its mark."""
    return word.rstrip(".")


class FormatTarget(Target):
    """The reader of one format."""

    def __init__(self, name: str, format: str) -> None:
        self.name, self._format = name, format
        self._counts = "words" not in FORMATS[format].keeps

    def make(self, random: Random) -> Made:
        kind = random.random()
        if kind < 0.4 or not self.examples():
            # Where speakers take turns word by word, a reader of RTTM keeps the words of each together.
            said = talk(random, speakers=1 if self.name == "rttm" else 3)
            data = written(self.name, said, random)
            if kind < 0.15:
                return Made(data, ("",) * len(said.words) if self._counts else said.words)
        else:
            data = random.choice(self.examples())
        return Made(mutated(data, random))

    def run(self, data: bytes) -> Sequence[str] | None:
        documents = parse(data, name="talk", format=self._format, warn=_say_nothing)
        return words_of(documents, data)


class DetectedTarget(Target):
    """Any file by any name, packed or not: the name stands in the first line."""

    name = "detect"
    weight = 3.0
    _PACKED: tuple[Callable[[bytes], bytes], ...] = (gzip.compress, lzma.compress, bz2.compress)

    def make(self, random: Random) -> Made:
        format = random.choice(list(WRITERS))
        data = written(format, talk(random), random)
        if random.random() < 0.8:
            data = mutated(data, random)
        if random.random() < 0.1:
            data = random.choice(self._PACKED)(data)
            if random.random() < 0.5:
                data = bytes_mutated(data, random)
        suffixes = [suffix for each in FORMATS for suffix in FORMATS[each].suffixes]
        return Made(f"talk{random.choice(['', *suffixes])}\n".encode() + data)

    def run(self, data: bytes) -> Sequence[str] | None:
        name, _, content = data.partition(b"\n")
        plain = unpacked(content, name="talk")
        stored = len(content) if plain is not content else None
        spelled = name.decode("utf-8", "replace")[:80] or "talk"
        return words_of(parse(plain, name=spelled, warn=_say_nothing, stored=stored), data)


def words_of(documents: Sequence[Document], data: bytes) -> list[str]:
    """The words in order; now and then they are written in another format and read again."""
    chosen = zlib.crc32(data)
    if chosen % _ROUND_TRIPS == 0:
        for document in documents[:2]:
            _written_again(document, chosen // _ROUND_TRIPS)
    return [word.text for document in documents for word in document.transcript.words]


def _written_again(document: Document, chosen: int) -> None:
    both_ways = [form for name in FORMATS if (form := FORMATS[name]).parse and form.render and "words" in form.keeps]
    form = both_ways[chosen % len(both_ways)]
    words = document.transcript.words
    tokens = document.transcript.tokens()
    if document.transcript.is_blank or any(sign.isalnum() for token in tokens for sign in token.mark + token.before):
        return  # letters where a file has its marks stay marks, which some formats cannot tell from the word
    try:
        content = render([document], form, layout=Layout())
    except CannotWrite:
        return
    data = content.encode() if isinstance(content, str) else content
    back = parse(data, name="again", format=form.name, warn=_say_nothing)
    found = [word.text for each in back for word in each.transcript.words]
    asked = _lettered([word.text for word in words])
    if _lettered(found) != asked:
        raise WordsLost(f"written as {form.name}: {' '.join(asked)[:150]!r} is read as {' '.join(found)[:150]!r}")


def _lettered(words: Sequence[str]) -> list[str]:
    """The letters and digits of words that have any; signs may be put in or left out to keep a word a word.

    In scripts without blanks running text cannot tell words, so each letter counts by itself.

    >>> _lettered(["so", "per\\\\宲们s", "–"])
    ['so', 'per', '宲', '们', 's']
    """
    bare = ("".join(sign for sign in word if sign.isalnum()) for word in words)
    return [part for word in bare for part in _PARTS.findall(word)]


def _say_nothing(told: str) -> None:
    return None


class LiveTarget(Target):
    """The reader of one recogniser's live messages, and the stream behind it."""

    def __init__(self, format: str) -> None:
        self.name, self._format = f"live-{format}", format

    def make(self, random: Random) -> Made:
        said = talk(random)
        data = random.choice([b"\n", b"\n", b" ", b""]).join(messages(self._format, said))
        kind = random.random()
        if kind < 0.2:
            return Made(data, said.words)
        if kind < 0.3 and self.examples():
            data = random.choice(self.examples())
        return Made(mutated(data, random))

    def run(self, data: bytes) -> Sequence[str] | None:
        ticks = iter(range(1_000_000))
        live = stream(PauseDetector(), format=self._format, marks="auto", clock=lambda: next(ticks) / 10)
        coming = Messages("talk")
        text = data.decode("utf-8", "replace")
        told: list[str] = []
        given: list[LiveEvent] = []
        pending: dict[str, int] = {}
        half = len(text) // 2
        for message in [*coming.feed(text[:half]), *coming.feed(text[half:]), *coming.end()]:
            for update in live.updates(message):
                told += [word.text for word in update.final if word.text and not word.is_event]
                if update.partial is not None:
                    pending[update.channel] = sum(1 for word in update.partial if word.text and not word.is_event)
                given += live.push(update)
        given += live.close()
        n_told = len(told) + sum(pending.values())  # what may still change at the end stays as it is
        n_given = sum(each.n_words for each in given if isinstance(each, LiveSentence))
        if n_given != n_told:
            raise WordsLost(f"{n_told} words were told, {n_given} are in sentences")
        return told


class AudioTarget(Target):
    """Sound files."""

    name = "wav"

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="pausa-fuzz-", dir=room())
        self._path = Path(self._folder.name) / "talk.wav"

    def make(self, random: Random) -> Made:
        with wave.open(str(self._path), "wb") as file:
            file.setnchannels(random.choice([1, 1, 2]))
            file.setsampwidth(random.choice([1, 2, 3, 4]))
            file.setframerate(random.choice([8000, 16000, 44100, 1]))
            file.writeframes(random.randbytes(24 * random.randint(1, 60)))
        data = self._path.read_bytes()
        return Made(
            bytes_mutated(data[:60], random) + data[60:] if random.random() < 0.8 else bytes_mutated(data, random)
        )

    def run(self, data: bytes) -> None:
        self._path.write_bytes(data)
        audio = open_audio(self._path, converter="no-such-program")
        for block in audio.blocks(5.0):
            if not np.isfinite(block).all():
                raise ValueError("a sample is no number")
        audio.read(0.0, 0.1, rate=16000)


class ArpaTarget(Target):
    """Language models as text."""

    name = "arpa"

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="pausa-fuzz-", dir=room())
        self._path = Path(self._folder.name) / "model.arpa"

    def make(self, random: Random) -> Made:
        words = ["<s>", "</s>", *random.sample(WORDS, random.randint(1, 6))]
        pairs = sorted({(random.choice(words), random.choice(words)) for _ in range(5)})
        rows = ["\\data\\", f"ngram 1={len(words)}", f"ngram 2={len(pairs)}", "", "\\1-grams:"]
        rows += [f"-{random.random():.4f}\t{word}\t-0.3" for word in words]
        rows += ["", "\\2-grams:", *(f"-0.5\t{one} {other}" for one, other in pairs), "", "\\end\\", ""]
        data = "\n".join(rows).encode()
        return Made(data) if random.random() < 0.1 else Made(mutated(data, random))

    def run(self, data: bytes) -> None:
        self._path.write_bytes(data)
        read_arpa(self._path)


class GrammarTarget(Target):
    """Grammars of sentences."""

    name = "grammar"

    def make(self, random: Random) -> Made:
        symbols = ["S", "Who", "Does", "Where"]
        rows = []
        for symbol in symbols:
            choices = [
                " ".join(
                    random.choice([*symbols, *(f"'{word}'" for word in WORDS)]) for _ in range(random.randint(0, 3))
                )
                for _ in range(random.randint(1, 3))
            ]
            rows.append(f"{symbol} -> {' | '.join(choices)}")
        data = "\n".join(rows).encode()
        return Made(data) if random.random() < 0.4 else Made(mutated(data, random))

    def run(self, data: bytes) -> None:
        grammar = parse_grammar(data.decode("utf-8", "replace"), source="talk.cfg")
        grammar.preterminals(["so", "we", "left", evil_text(Random(len(data)))])


def room() -> str | None:
    """Where files are written that nobody keeps: in memory, where there is such a place."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def warm() -> None:
    """Import what targets import when they are first used, so that each process of theirs need not."""
    said = talk(Random(0))
    for name in WRITERS:
        form = FORMATS["json" if name == "any_json" else name]
        documents = parse(written(name, said, Random(0)), name="talk", format=form.name, warn=_say_nothing)
        if form.render is not None and form.holds_blank is False:
            render(documents, form, layout=Layout())
    for name in MESSAGES:
        LiveTarget(name).run(b"\n".join(messages(name, said)))


def targets() -> Iterator[Target]:
    """Everything that is tried."""
    from benchmarks.fuzz.folders import MODEL_KINDS, FolderTarget
    from benchmarks.fuzz.serving import RequestTarget, SocketTarget

    for name in WRITERS:
        yield FormatTarget(name, "json" if name == "any_json" else name)
    yield DetectedTarget()
    for name in MESSAGES:
        yield LiveTarget(name)
    yield AudioTarget()
    yield ArpaTarget()
    yield GrammarTarget()
    for path in ("segment", "convert", "score"):
        yield RequestTarget(path)
    yield SocketTarget()
    for kind in MODEL_KINDS:
        yield FolderTarget(kind)


def target_named(name: str) -> Target:
    """The target of that name."""
    return next(each for each in targets() if each.name == name)


#: Errors that tell a person what is wrong.
OURS = (PausaError,)
__all__ = ["OURS", "Made", "NoWords", "Target", "WordsLost", "checked", "target_named", "targets"]
