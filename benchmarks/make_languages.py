"""The table by which Pausa finds the language of words: how likely each piece of a word is in each language.

    python -m benchmarks make-languages --data DIR [--words N]

Learned from the training side of parliaments' sittings, and for English of every genre; lower case, no marks. The table
is written into the package (`pausa.text.identify` reads it).
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.sources import SOURCES, read
from benchmarks.split_lists import Side
from pausa.text.identify import LEARNED, LOWEST, N_PIECES, PARTS, TABLE, pieces
from pausa.text.signs import plain_form

#: Words of each language that are learned from.
WORDS = 400_000
#: What is added to every count, as if each piece had been seen so often.
_SEEN = 0.3


def said_in(lang: str, data: Path, split: Side) -> Iterator[tuple[str, list[str]]]:
    """Name and words (lower case, no marks) of the recordings in a language: one of each source in turn."""
    sources = [iter(read(source, data, split=split)) for source in SOURCES.values() if source.lang == lang]
    while sources:
        for source in list(sources):
            recording = next(source, None)
            if recording is None:
                sources.remove(source)
                continue
            yield recording.id, [word for token in recording.tokens for word in plain_form(token).split()]


def learn(words: Iterator[str]) -> NDArray[np.uint8]:
    """How likely each piece is, as a column of the table."""
    counts = np.full(N_PIECES, _SEEN)
    for word, count in Counter(words).items():
        if not word.isdecimal():
            np.add.at(counts, list(pieces(word)), count)
    logs = np.log(counts / counts.sum())
    column: NDArray[np.uint8] = np.clip(np.round((logs - LOWEST) * PARTS), 0, 255).astype(np.uint8)
    return column


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder that holds the data sets")
    asked.add_argument("--words", type=int, default=WORDS, metavar="N", help="words of each language to learn from")
    given = asked.parse_args()
    columns = []
    for lang in LEARNED:
        words = chain.from_iterable(words for _, words in said_in(lang, given.data, "train"))
        columns.append(learn(islice(words, given.words)))
        print(lang, flush=True)
    np.save(TABLE, np.stack(columns, axis=1), allow_pickle=False)
    print(f"{TABLE.name}: {TABLE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
