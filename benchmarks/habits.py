"""Where people who write speech down begin sentences: how often one ends before "and", "but", "so", source by source.

    python -m benchmarks habits --data DIR [--most-words N]

One transcriber begins a sentence at every other "and", another at none. It is the largest difference between sources
that says nothing about the speech itself, so the shares of sources in a mixture decide what a network takes for usual.
Counted on recordings that are learned from; of ESIC, which nothing is learned from, on the development speeches.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.genres import english
from benchmarks.known import BEGINNINGS, MIXTURE
from benchmarks.reports import saved, table
from benchmarks.sources import Source, documents, read
from benchmarks.split_lists import Side
from pausa.core.document import Document
from pausa.core.words import Word
from pausa.text.marks import is_end


@dataclass
class Habits:
    """Words and ends, and of each word that may begin a sentence how often it stands and how often it does."""

    words: int = 0
    ends: int = 0
    seen: dict[str, int] = field(default_factory=lambda: dict.fromkeys(BEGINNINGS, 0))
    begun: dict[str, int] = field(default_factory=lambda: dict.fromkeys(BEGINNINGS, 0))

    def add(self, words: Iterable[Word]) -> None:
        """Count the words of one recording; before its first one nothing ends."""
        ended: bool | None = None
        for word in words:
            form = word.text.casefold()
            if form in self.seen and ended is not None:
                self.seen[form] += 1
                self.begun[form] += ended
            ended = is_end(word.mark)
            self.words += 1
            self.ends += ended

    def share(self, form: str) -> float | None:
        """How often a sentence ends before this word."""
        return self.begun[form] / self.seen[form] if self.seen[form] else None


def count(found: Iterable[Document], most: int) -> Habits:
    """The habits of some recordings, until there are so many words."""
    habits = Habits()
    for each in found:
        habits.add(each.transcript.words)
        if habits.words >= most:
            break
    return habits


def page(found: dict[str, Habits]) -> str:
    """The table as Markdown."""
    rows = [
        [
            name,
            each.words,
            f"{100 * each.ends / max(1, each.words):.1f}",
            *("–" if (share := each.share(form)) is None else f"{share:.2f}" for form in BEGINNINGS),
        ]
        for name, each in found.items()
    ]
    head = ["source", "words", "ends in 100 words", *(f"before “{form}”" for form in BEGINNINGS)]
    title = (
        "# Where sentences begin\n\nHow often a sentence ends before these words; `python -m benchmarks habits`.\n\n"
    )
    return title + table(head, rows)


def _recordings(source: Source, data: Path) -> Iterable[Document]:
    side: Side = "train" if source.name in MIXTURE else "dev"
    return (each for recording in read(source, data, split=side) for each in documents(recording))


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--most-words", type=int, default=1_000_000, help="so many words of each source")
    given = asked.parse_args()
    found: dict[str, Habits] = {}
    for source in english():
        found[source.name] = count(_recordings(source, given.data), given.most_words)
        print(source.name, found[source.name], flush=True)
    told = {
        name: {"words": each.words, "ends": each.ends, "seen": each.seen, "begun": each.begun}
        for name, each in found.items()
    }
    saved("habits", told, page(found))


if __name__ == "__main__":
    main()
