"""Corpora in a compact form: numbers of words, pauses, turns and answers in arrays, kept on disk if asked.

Reading twenty million words takes minutes; the arrays are made once and mapped into memory afterwards. They
are made anew when a file of the corpus has changed.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pausa.core.document import Document
from pausa.core.messages import Say
from pausa.models.neural.inputs import line_of
from pausa.models.neural.marks import NONE, PERIOD, QUESTION
from pausa.text.casing import cases_of
from pausa.training.neural.samples import NO_END, Sample, label_of, stronger
from pausa.training.neural.sources import CorpusSource, read_source, stamps
from pausa.training.splits import Split

#: The version of this form, and that of the rule by which recordings are held out.
_VERSION, _DIVIDED = 2, 3
_ARRAYS = ("words", "pauses", "turns", "labels", "cases", "starts")


@dataclass(frozen=True)
class Corpus:
    """The recordings of one source, one after the other; `starts` has one more entry than there are recordings.

    `pauses` are milliseconds, NaN where unknown; `words` are places in `lexicon`.
    """

    source: CorpusSource
    lexicon: tuple[str, ...]
    words: NDArray[Any]
    pauses: NDArray[Any]
    turns: NDArray[Any]
    labels: NDArray[Any]
    cases: NDArray[Any]
    starts: NDArray[Any]

    def __len__(self) -> int:
        return len(self.words)

    def cut(self, start: int, stop: int) -> Sample:
        """The words `start` to `stop` with their answers."""
        return Sample(
            [self.lexicon[word] for word in self.words[start:stop].tolist()],
            self.pauses[start:stop].astype(np.float64).tolist(),
            self.turns[start:stop].tolist(),
            self.labels[start:stop].tolist(),
            self.cases[start:stop].tolist(),
            language=self.source.language,
        )

    def counts(self) -> dict[str, int]:
        """How often each word occurs."""
        found = np.bincount(self.words, minlength=len(self.lexicon))
        return dict(zip(self.lexicon, found.tolist(), strict=True))


def prepare(source: CorpusSource, split: Split, *, cache: Path | None, say: Say) -> Corpus:
    """A source in compact form; from the cache where it is there."""
    if cache is None:
        return compact(source, read_source(source, split, say=say))
    place = cache / f"{source.name}-{split}-{_fingerprint(source):08x}"
    if not place.is_dir():
        say(f"reading {source.name} ({split})")
        _save(compact(source, read_source(source, split, say=say)), place)
    arrays = {name: _map(place / f"{name}.npy") for name in _ARRAYS}
    text = (place / "lexicon.txt").read_bytes().decode("utf-8", "surrogatepass")
    return Corpus(source, tuple(text.split("\n")[:-1]), **arrays)


def compact(source: CorpusSource, found: Iterable[Document]) -> Corpus:
    """Documents as arrays; words in which nothing can be said are left out, their marks go to the word before."""
    numbers: dict[str, int] = {}
    columns: list[list[NDArray[Any]]] = [[], [], [], [], []]
    starts = [0]
    for each in found:
        arrays = _arrays(source, each, numbers)
        if arrays[0].size:
            for column, array in zip(columns, arrays, strict=True):
                column.append(array)
            starts.append(starts[-1] + arrays[0].size)
    kinds = (np.int32, np.float32, np.int8, np.int8, np.int8)
    words, pauses, turns, labels, cases = (
        np.concatenate([np.zeros(0, kind), *column]) for kind, column in zip(kinds, columns, strict=True)
    )
    return Corpus(source, tuple(numbers), words, pauses, turns, labels, cases, np.array(starts, dtype=np.int64))


def _arrays(source: CorpusSource, document: Document, numbers: dict[str, int]) -> tuple[NDArray[Any], ...]:
    line = line_of(document.transcript)
    labels = [label_of(word.mark, commas=source.commas) for word in document.transcript.words]
    kept = [place for place, form in enumerate(line.forms) if form]
    if len(kept) < len(labels):
        for place, form in enumerate(line.forms):
            if not form and place and labels[place] not in (NONE, NO_END):
                labels[place - 1] = stronger(labels[place - 1], labels[place])
    pauses = line.pause_ms if source.pauses else np.full(len(line), np.nan)
    cases = _cases(document, labels)
    return (
        np.array([numbers.setdefault(line.forms[place], len(numbers)) for place in kept], dtype=np.int32),
        pauses[kept].astype(np.float32),
        line.turns[kept].astype(np.int8),
        np.array(labels, dtype=np.int8)[kept],
        cases[kept],
    )


def _cases(document: Document, labels: list[int]) -> NDArray[Any]:
    """How people wrote each word; not known of the first of a sentence, whose capital says nothing about it."""
    ends = [place for place, label in enumerate(labels) if label in (PERIOD, QUESTION)]
    return cases_of(document.transcript.words, {*ends, *document.transcript.turn_ends})


def _map(path: Path) -> NDArray[Any]:
    large = path.stat().st_size > 1 << 16  # an empty array cannot be mapped, a small one need not be
    return np.asarray(np.load(path, mmap_mode="r" if large else None, allow_pickle=False))


def _fingerprint(source: CorpusSource) -> int:
    """Changes when a file of the source, or the way it is read, does; its weight in a mixture does not matter."""
    how = () if source.reader is not None else (_DIVIDED,)
    told = (_VERSION, replace(source, weight=0.0, paths=(), reader=None), list(stamps(source)), *how)
    return zlib.crc32(repr(told).encode())


def _save(corpus: Corpus, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(dir=place.parent, prefix=f".{place.name}."))
    try:
        for name in _ARRAYS:
            np.save(part / f"{name}.npy", getattr(corpus, name), allow_pickle=False)
        text = "".join(f"{form}\n" for form in corpus.lexicon)
        (part / "lexicon.txt").write_bytes(text.encode("utf-8", "surrogatepass"))
        try:
            os.replace(part, place)
        except OSError:
            if not place.is_dir():  # else another training has made the same meanwhile
                raise
    finally:
        shutil.rmtree(part, ignore_errors=True)
