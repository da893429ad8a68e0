"""What a recogniser makes of words: learned from speeches that people wrote down and a recogniser heard.

    python -m benchmarks mishearings --data DIR

The training speeches of `ibm-debater` (Watson's words beside people's) are aligned; counted are wrong words, how they
come in runs, which are lost and how many are put in, and what is heard for what. Pairs that occur once are left out, so
that nothing of the texts can be told from the table. It is written to `pausa/training/neural/mishearings.json`, which
trainings read.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from benchmarks.sources import SOURCES, documents, read
from pausa.alignment.blocks import Block
from pausa.alignment.edits import align_words
from pausa.core.words import Transcript
from pausa.text.signs import plain_form
from pausa.training.neural.mishearings import LONG, TABLE, Mishearings

HEARD, WRITTEN = "ibm-debater", "ibm-debater-reference"
#: What is heard for a word only now and then says more about the speech than about the word.
_TWICE = 2
#: Words that are wrong in more than this share of a speech were not written down word for word.
_LOOSELY = 0.4


@dataclass
class Counts:
    """What was counted over all speeches."""

    words: int = 0
    wrong: int = 0
    after_wrong: int = 0
    lost: Counter[bool] = field(default_factory=Counter)
    replaced: Counter[bool] = field(default_factory=Counter)
    added: int = 0
    pairs: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, written: Sequence[str], heard: Sequence[str], blocks: Iterable[Block]) -> None:
        """Count one speech."""
        self.words += len(written)
        before = False
        for block in blocks:
            if block.is_match or not block.n_ref:
                self.added += 0 if block.is_match else block.n_hyp
                before = before and not block.n_ref
                continue
            self.wrong += block.n_ref
            self.after_wrong += block.n_ref - 1 + before
            before = True
            self._add_wrong(written[block.ref_start : block.ref_stop], heard[block.hyp_start : block.hyp_stop])

    def _add_wrong(self, said: Sequence[str], instead: Sequence[str]) -> None:
        """Words that became others; where these are fewer, some are lost."""
        for word in said[: len(instead)]:
            self.replaced[len(word) >= LONG] += 1
        for word in said[len(instead) :]:
            self.lost[len(word) >= LONG] += 1
        if len(said) == len(instead):
            self._pair(zip(said, instead, strict=True))
        elif len(said) == 1 and len(instead) == 2:
            self._pair([(said[0], " ".join(instead))])

    def _pair(self, pairs: Iterable[tuple[str, str]]) -> None:
        for word, other in pairs:
            self.pairs[word][other] += word != other  # else the same but for how it is written

    def table(self) -> Mishearings:
        """The shares, and the pairs that were met more than once."""
        kept = {
            word: {other: count for other, count in heard.most_common() if count >= _TWICE}
            for word, heard in sorted(self.pairs.items())
        }
        return Mishearings(
            words=self.words,
            wrong=_share(self.wrong, self.words),
            goes_on=_share(self.after_wrong, self.wrong),
            short_lost=_share(self.lost[False], self.lost[False] + self.replaced[False]),
            long_lost=_share(self.lost[True], self.lost[True] + self.replaced[True]),
            added=_share(self.added, self.wrong + self.added),
            pairs={word: heard for word, heard in kept.items() if heard},
        )


def speeches(data: Path) -> Iterator[tuple[Transcript, Transcript]]:
    """The training speeches as people wrote them and as they were heard."""
    written = {each.id: each for each in read(SOURCES[WRITTEN], data, split="train")}
    for recording in read(SOURCES[HEARD], data, split="train"):
        if recording.id in written:
            yield documents(written[recording.id])[0].transcript, documents(recording)[0].transcript


def main() -> None:
    asked = argparse.ArgumentParser(description="what a recogniser makes of words")
    asked.add_argument("--data", type=Path, required=True)
    counts, left_out = Counts(), 0
    for written, heard in speeches(asked.parse_args().data):
        found = align_words(written, heard)
        if found.edits.errors > _LOOSELY * len(written):
            left_out += 1
            continue
        counts.add(
            [plain_form(text) for text in written.texts], [plain_form(text) for text in heard.texts], found.blocks
        )
    table = counts.table()
    TABLE.write_bytes(msgspec.json.format(msgspec.json.encode(table), indent=1) + b"\n")
    shares = {name: value for name, value in msgspec.to_builtins(table).items() if name != "pairs"}
    print(f"{shares}, {len(table.pairs)} words with pairs, {left_out} speeches left out")


def _share(part: int, whole: int) -> float:
    return round(part / max(1, whole), 4)


if __name__ == "__main__":
    main()
