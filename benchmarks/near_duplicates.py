"""How much of each held-out recording can be read in what models learn from.

    python -m benchmarks near-duplicates --data DIR     writes benchmarks/results/near-duplicates.json and .md

For every recording in dev and test: the share of its runs of thirteen folded words (`benchmarks.ngrams`) that is in
the training part of its own source, and in that of all sources of its language; for dev also the share that is in
test. What is there to measure with only (Earnings-21, CORAAL, IWSLT, WiSeBE) is compared with all English training
parts. Beside it, where speakers have names: the share of held-out words said by someone who is in training too.
Formulas count: the adverts of a podcast, the safe-harbour statement of a call, an oath.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.ngrams import Held, Numbers, Spellings, runs_of
from benchmarks.reports import saved, table
from benchmarks.sources import SOURCES, Recording, Source, read
from benchmarks.split_lists import Side, side_of
from pausa.core.errors import InputError
from pausa.formats.files import read_all

#: No held-out recording may share this much.
LIMIT = 0.20
#: Files to measure with, by folder.
MEASURED = {
    "earnings21": "references/*",
    "coraal-multi": "coraal/*",
    "iwslt2011": "test2011*.tsv",
    "wisebe-sample": "references/*",
}


@dataclass(frozen=True, eq=False)
class Kept:
    """A held-out recording: its runs and who says how much of it."""

    source: str
    id: str
    side: str
    lang: str
    n_words: int
    runs: Numbers
    by_speaker: Mapping[str, int]


@dataclass(frozen=True)
class Overlap:
    """What a held-out recording shares with training (of its source, of its language) and with test."""

    source: str
    id: str
    side: str
    words: int
    own: float
    any: float
    test: float = 0.0


@dataclass(frozen=True)
class Row:
    """A source in figures."""

    source: str
    recordings: int
    words: int
    dev: int
    dev_words: int
    test: int
    test_words: int
    out: int
    out_words: int
    known_speakers: float | None
    most_own: float
    most_any: float
    most_test: float
    over: int


def overlaps(kept: Sequence[Kept], training: Iterable[tuple[str, Numbers]]) -> list[Overlap]:
    """The shares of each, as the training recordings (source, runs) of one language go by."""
    everywhere = Held([each.runs for each in kept])
    by_source = {
        name: Held([each.runs for each in kept if each.source == name]) for name in {each.source for each in kept}
    }
    for name, runs in training:
        everywhere.see(runs)
        if name in by_source:
            by_source[name].see(runs)
    dev = Held([each.runs for each in kept if each.side == "dev"])
    for each in kept:
        if each.side == "test":
            dev.see(each.runs)
    own = {name: iter(held.shares()) for name, held in by_source.items()}
    against_test = iter(dev.shares())
    return [
        Overlap(
            each.source,
            each.id,
            each.side,
            each.n_words,
            next(own[each.source]),
            share,
            next(against_test) if each.side == "dev" else 0.0,
        )
        for each, share in zip(kept, everywhere.shares(), strict=True)
    ]


def speakers(recording: Recording) -> Counter[str]:
    """Words by each named speaker; channels of a meeting bear the speaker's name in their own."""
    found: Counter[str] = Counter()
    for turn in recording.turns:
        found[turn.speaker] += turn.size(recording.lang)
    for channel in recording.channels:
        for word in channel.transcript.words:
            found[word.speaker or ""] += 1
    return found


#: Sources in which a speaker's name is the same person everywhere, or nearly so.
NAMED = frozenset(
    "icsi-mrda changelog committee esic google-talks audrey-tang inquiry-postoffice fomc ibm-debater archive-tw".split()
    + [name for name in SOURCES if name.startswith(("europarl", "parlamint"))]
)


def known_speakers(kept: Sequence[Kept], trained: Mapping[str, Counter[str]], source: str) -> float | None:
    """The share of held-out words with a speaker's name by someone who is in training."""
    if source not in NAMED:
        return None
    words: Counter[str] = Counter()
    for each in kept:
        if each.source == source:
            words.update(each.by_speaker)
    words.pop("", None)
    total = sum(words.values())
    return sum(count for name, count in words.items() if name in trained[source]) / total if total else None


class Reading:
    """One pass over all sources, source by source: what is held out is kept, the rest goes by."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.spellings: dict[str, Spellings] = defaultdict(Spellings)
        self.sizes: dict[str, Counter[str]] = defaultdict(Counter)
        self.trained: dict[str, Counter[str]] = defaultdict(Counter)

    def kept(self, sources: Iterable[Source]) -> list[Kept]:
        """Held-out recordings of these sources; sizes of all sides are counted on the way."""
        found = []
        for source in sources:
            for recording in read(source, self.data):
                side: Side = side_of(source.sides, recording.id)
                words = speakers(recording)
                self.sizes[source.name].update({side: 1, f"{side} words": sum(words.values())})
                if side == "train":
                    self.trained[source.name].update(words)
                elif side != "out":
                    runs = self._runs(recording, source)
                    found.append(Kept(source.name, recording.id, side, source.lang, sum(words.values()), runs, words))
        return found

    def training(self, sources: Iterable[Source]) -> Iterator[tuple[str, Numbers]]:
        """Source and runs of every training recording."""
        for source in sources:
            for recording in read(source, self.data, split="train"):
                yield source.name, self._runs(recording, source)

    def measured(self) -> list[Kept]:
        """What is there to measure with only."""
        found = []
        for name, pattern in MEASURED.items():
            for path in sorted((self.data / name).glob(pattern)):
                try:
                    documents = read_all(path, warn=lambda _: None)
                except InputError:
                    continue
                tokens = [word.text for document in documents for word in document.transcript.words]
                runs = runs_of(tokens, self.spellings["en"])
                found.append(Kept(name, path.name, "measure", "en", len(tokens), runs, {}))
        return found

    def _runs(self, recording: Recording, source: Source) -> Numbers:
        return runs_of(recording.tokens, self.spellings[source.lang], lang=source.lang)


def row(source: str, found: Sequence[Overlap], sizes: Mapping[str, int], known: float | None) -> Row:
    """The figures of a source."""
    own = [each for each in found if each.source == source]
    sides = ("train", "dev", "test", "out")
    return Row(
        source,
        sum(sizes.get(side, 0) for side in sides),
        sum(sizes.get(f"{side} words", 0) for side in sides),
        sizes.get("dev", 0),
        sizes.get("dev words", 0),
        sizes.get("test", 0),
        sizes.get("test words", 0),
        sizes.get("out", 0),
        sizes.get("out words", 0),
        known,
        max((each.own for each in own), default=0.0),
        max((each.any for each in own), default=0.0),
        max((each.test for each in own), default=0.0),
        sum(max(each.own, each.any, each.test) >= LIMIT for each in own),
    )


def report(rows: Sequence[Row], found: Sequence[Overlap]) -> str:
    """The figures as a page."""
    percent = "{:.1%}".format
    whole = table(
        [
            "source",
            "recordings",
            "words",
            "dev",
            "dev words",
            "test",
            "test words",
            "left out",
            "known speakers",
            "most: own training",
            "most: all training",
            "most: dev in test",
            f"≥ {LIMIT:.0%}",
        ],
        [
            [
                each.source,
                each.recordings,
                each.words,
                each.dev,
                each.dev_words,
                each.test,
                each.test_words,
                each.out,
                "–" if each.known_speakers is None else percent(each.known_speakers),
                percent(each.most_own),
                percent(each.most_any),
                percent(each.most_test),
                each.over,
            ]
            for each in rows
        ],
    )
    highest = sorted(found, key=lambda each: -max(each.own, each.any, each.test))[:30]
    worst = table(
        ["source", "recording", "side", "words", "own training", "all training", "test"],
        [
            [
                e.source,
                e.id,
                e.side,
                e.words,
                percent(e.own),
                percent(e.any),
                percent(e.test) if e.side == "dev" else "–",
            ]
            for e in highest
        ],
    )
    return (
        "# Near-duplicates across the splits\n\n"
        "The share of a held-out recording's runs of thirteen folded words that is in training (of its source; of all "
        "sources of its language), and of a dev recording's in test: the highest of each source. *Known speakers*: "
        "held-out words with a speaker's name by someone who is in training too, where names tell persons apart. "
        "Measured with only: `earnings21`, `coraal-multi`, `iwslt2011`, `wisebe-sample`. Chinese is counted in "
        f"characters.\n\n{whole}\n## The highest\n\n{worst}"
    )


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="What held-out recordings share with training.")
    parser.add_argument("--data", type=Path, required=True, help="the folder with the sources")
    options = parser.parse_args(argv)
    reading = Reading(options.data)
    rows: list[Row] = []
    found: list[Overlap] = []
    for lang in dict.fromkeys(source.lang for source in SOURCES.values()):
        sources = [source for source in SOURCES.values() if source.lang == lang]
        kept = reading.kept(sources) + (reading.measured() if lang == "en" else [])
        shared = overlaps(kept, reading.training(sources))
        names = [source.name for source in sources] + [name for name in MEASURED if lang == "en"]
        for name in names:
            sizes = reading.sizes.get(name) or _measured_sizes(kept, name)
            rows.append(row(name, shared, sizes, known_speakers(kept, reading.trained, name)))
            print(f"{name}: {rows[-1].over} of {sizes.get('dev', 0) + sizes.get('test', 0)} over", flush=True)
        found += shared
    figures = {
        "limit": LIMIT,
        "sources": [asdict(each) for each in rows],
        "recordings": [asdict(each) for each in found],
    }
    saved("near-duplicates", figures, report(rows, found))


def _measured_sizes(kept: Sequence[Kept], name: str) -> Counter[str]:
    own = [each for each in kept if each.source == name]
    return Counter({"test": len(own), "test words": sum(each.n_words for each in own)})


if __name__ == "__main__":
    main()
