"""What the cleaning rules do to each source: turns dropped and changed and words lost, rule by rule.

python -m benchmarks cleaning --data DIR          writes benchmarks/results/cleaning.json and cleaning.md
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.cleaning_rules import Tally, counted, rules_of
from benchmarks.reports import saved, table
from benchmarks.sources import SOURCES, Recording, Source, read


@dataclass(frozen=True)
class Outcome:
    """A source before and after, and what each rule did."""

    source: str
    turns: int
    words: int
    turns_after: int
    words_after: int
    rules: dict[str, Tally]


def outcome(source: Source, recordings: Iterable[Recording]) -> Outcome:
    """The rules of a source applied to recordings as they stand."""
    tallies = {rule.name: Tally() for rule in rules_of(source.name)}
    turns = words = turns_after = words_after = 0
    for recording in recordings:
        kept, found = counted(source.name, recording.turns)
        for name, tally in found.items():
            tallies[name] += tally
        turns += len(recording.turns)
        words += sum(turn.n_words for turn in recording.turns)
        turns_after += len(kept)
        words_after += sum(turn.n_words for turn in kept)
    return Outcome(source.name, turns, words, turns_after, words_after, tallies)


def report(outcomes: Sequence[Outcome]) -> str:
    """The outcomes as a page: sources, then every rule that did something."""
    whole = table(
        ["source", "turns", "words", "turns after", "words after", "words lost"],
        [[each.source, each.turns, each.words, each.turns_after, each.words_after, _share(each)] for each in outcomes],
    )
    what = {(each.source, rule.name): rule.what for each in outcomes for rule in rules_of(each.source)}
    rules = table(
        ["source", "rule", "what", "turns changed", "turns dropped", "words lost"],
        [
            [each.source, name, what[each.source, name], tally.changed, tally.dropped, tally.words_lost]
            for each in outcomes
            for name, tally in each.rules.items()
            if tally.changed or tally.dropped
        ],
    )
    return (
        "# Cleaning\n\nWhat `benchmarks/cleaning_rules.py` does to the text of each source. Words are tokens with a "
        "letter or a digit; a negative loss means that words stuck together were parted. Chinese is counted in "
        f"stretches between blanks.\n\n{whole}\n## Rules\n\n{rules}"
    )


def _share(each: Outcome) -> str:
    return f"{(each.words - each.words_after) / each.words:.2%}" if each.words else "–"


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="What cleaning drops and changes, source by source.")
    parser.add_argument("--data", type=Path, required=True, help="the folder with the sources")
    options = parser.parse_args(argv)
    outcomes = []
    for source in SOURCES.values():
        if rules_of(source.name):
            outcomes.append(outcome(source, read(source, options.data, clean=False)))
            print(f"{source.name}: {_share(outcomes[-1])} of the words lost", flush=True)
    saved("cleaning", [asdict(each) for each in outcomes], report(outcomes))


if __name__ == "__main__":
    main()
