"""Do intervals hold the truth as often as they say, and do tests cry wolf no more often than they say?

    python -m benchmarks coverage                 writes benchmarks/results/coverage.json and coverage.md

Recordings are made up: their sentences vary in number (log-normal), how many of them a system finds (beta) and how many
it makes up (gamma) vary from recording to recording. The truth is the pooled score of very many. Two equal systems
share a recording's difficulty and differ by chance. `before` is what Pausa did at first: percentiles of drawn corpora,
and the plain paired bootstrap. The last table (`benchmarks.verdicts`) is about the verdict above, within or below
people.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import verdicts
from benchmarks.findings import Findings, render
from benchmarks.places import RESULTS
from pausa.core.table import Table
from pausa.formats.files import save
from pausa.metrics.slots import EachReference, Slots
from pausa.stats import jackknife
from pausa.stats.paired import approximate_randomisation, paired_bootstrap

SIZES = (4, 7, 12, 22)
KEYS = {"f1_mean": "F1", "ser_mean": "SER"}
WHEN = ("before", "after")
TESTS = ("paired-bs before", "paired-bs", "paired-ar")
DRAWS = 1000
#: Swaps are drawn where there are too many to go through; fewer than usual, to be done today.
SWAPS = {4: 10_000, 7: 10_000, 12: 10_000, 22: 999}
Rows = NDArray[np.int64]


def draw_pair(rng: np.random.Generator, size: int) -> tuple[Rows, Rows]:
    """Hits, misses and extras of two equal systems in so many recordings."""
    sentences = np.maximum(5, np.exp(rng.normal(np.log(60), 0.5, size))).astype(np.int64)
    found, made_up = rng.beta(9, 3, size), rng.gamma(3, 0.1, size)
    first, second = (_draw_system(rng, sentences, found, made_up) for _ in range(2))
    return first, second


def _draw_system(
    rng: np.random.Generator, sentences: Rows, found: NDArray[np.float64], made_up: NDArray[np.float64]
) -> Rows:
    share = np.clip(found + rng.normal(0, 0.05, found.size), 0.01, 0.99)
    rate = made_up * np.exp(rng.normal(0, 0.3, found.size))
    hits = rng.binomial(sentences, share)
    return np.stack([hits, sentences - hits, rng.poisson(sentences * rate)], axis=-1)


def f1(rows: NDArray[Any]) -> NDArray[np.float64]:
    """F1 of hits, misses and extras."""
    return np.asarray(2 * rows[..., 0] / (2 * rows[..., 0] + rows[..., 1] + rows[..., 2]))


def ser(rows: NDArray[Any]) -> NDArray[np.float64]:
    """The slot error rate of hits, misses and extras."""
    return np.asarray((rows[..., 1] + rows[..., 2]) / (rows[..., 0] + rows[..., 1]))


SCORES: dict[str, Callable[[NDArray[Any]], NDArray[np.float64]]] = {"f1_mean": f1, "ser_mean": ser}


def counted(rows: Rows) -> list[EachReference]:
    """The same as a metric counts it, recording by recording."""
    return [EachReference((h,), (m,), (x,), (0,), (10 * (h + m),)) for h, m, x in rows.tolist()]


def cover(size: int, repeats: int, truth: dict[str, float], rng: np.random.Generator) -> dict[str, dict[str, float]]:
    """How often 95 % intervals over so many recordings hold the truth."""
    held: dict[str, dict[str, int]] = {key: {"before": 0, "after": 0} for key in KEYS}
    for _ in range(repeats):
        rows, _ = draw_pair(rng, size)
        drawn = rng.multinomial(size, np.full(size, 1 / size), size=DRAWS) @ rows
        found = jackknife.intervals(Slots(), counted(rows))
        for key, score in SCORES.items():
            low, high = np.quantile(score(drawn), [0.025, 0.975])
            held[key]["before"] += bool(low <= truth[key] <= high)
            held[key]["after"] += bool(found[key].low <= truth[key] <= found[key].high)
    return {key: {when: count / repeats for when, count in each.items()} for key, each in held.items()}


def false_alarms(size: int, repeats: int, rng: np.random.Generator) -> dict[str, float]:
    """How often two equal systems differ with p < .05."""
    found = dict.fromkeys(TESTS, 0)
    for _ in range(repeats):
        first, second = draw_pair(rng, size)
        weights = rng.multinomial(size, np.full(size, 1 / size), size=DRAWS)
        apart = f1(weights @ second) - f1(weights @ first)
        seen = abs(f1(second.sum(axis=0)) - f1(first.sum(axis=0)))
        plain = (int(np.count_nonzero(np.abs(apart - apart.mean()) >= seen)) + 1) / (DRAWS + 1)
        ours, theirs = counted(first), counted(second)
        found["paired-bs before"] += bool(plain < 0.05)
        found["paired-bs"] += bool(paired_bootstrap(Slots(), ours, theirs, rng=rng, draws=DRAWS)["f1_mean"].p < 0.05)
        swapped = approximate_randomisation(Slots(), ours, theirs, rng=rng, draws=SWAPS[size])
        found["paired-ar"] += bool(swapped["f1_mean"].p < 0.05)
    return {test: count / repeats for test, count in found.items()}


def smallest(size: int) -> float:
    """The smallest p that swapping can reach."""
    rows, others = draw_pair(np.random.default_rng(size), size)
    found = approximate_randomisation(Slots(), counted(rows), counted(others), draws=max(10_000, 2 ** min(size, 13)))
    return found["f1_mean"].smallest


def tabulate(figures: dict[str, Any], repeats: int, test_repeats: int, verdict_repeats: int) -> Findings:
    """The figures as tables, and whether intervals keep their promise."""
    coverage = tuple(
        (
            str(size),
            *(f"{figures[str(size)]['coverage'][key][when]:.3f}" for key in KEYS for when in ("before", "after")),
        )
        for size in SIZES
    )
    alarms = tuple(
        (
            str(size),
            *(
                f"{figures[str(size)]['false_alarms'][test]:.3f}"
                for test in ("paired-bs before", "paired-bs", "paired-ar")
            ),
            f"{figures[str(size)]['smallest_p']:.4f}",
        )
        for size in SIZES
    )
    kept = all(
        0.93 <= figures[str(size)]["coverage"][key]["after"] <= 0.97 for size in SIZES if size >= 7 for key in KEYS
    )
    header = ("recordings", *(f"{name} {when}" for name in KEYS.values() for when in WHEN))
    return Findings(
        "Coverage of intervals and false alarms of tests",
        (
            Table("how often a 95 % interval holds the truth", header, coverage, f"{repeats} made corpora each"),
            Table(
                "how often two equal systems differ with p < .05",
                ("recordings", *TESTS, "smallest p of paired-ar"),
                alarms,
                f"{test_repeats} made pairs each, by F1",
            ),
            verdicts.tabulate({str(size): figures[str(size)]["verdicts"] for size in SIZES}, verdict_repeats),
        ),
        figures,
        (f"from seven recordings on, 95 % intervals cover 93 to 97 %: {'yes' if kept else 'no'}",),
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--repeats", type=int, default=4000, help="made corpora for each number of recordings")
    asked.add_argument("--test-repeats", type=int, default=1000, help="made pairs of systems")
    asked.add_argument("--verdict-repeats", type=int, default=500, help="made panels of people and a system")
    asked.add_argument("--seed", type=int, default=12345)
    given = asked.parse_args()
    rng, other = np.random.default_rng(given.seed), np.random.default_rng(given.seed + 1)
    many = draw_pair(rng, 500_000)[0].sum(axis=0)
    truth = {key: float(score(many)) for key, score in SCORES.items()}
    figures: dict[str, Any] = {"truth": truth}
    for size in SIZES:
        figures[str(size)] = {
            "coverage": cover(size, given.repeats, truth, rng),
            "false_alarms": false_alarms(size, given.test_repeats, rng),
            "smallest_p": smallest(size),
            "verdicts": {
                str(people): {
                    kind: verdicts.count_verdicts(size, people, kind, given.verdict_repeats, other)
                    for kind in verdicts.KINDS
                }
                for people in verdicts.PEOPLE
            },
        }
        print(size, json.dumps(figures[str(size)]), flush=True)
    found = tabulate(figures, given.repeats, given.test_repeats, given.verdict_repeats)
    for form in ("json", "md"):
        save(render(found, form), RESULTS / f"coverage.{form}")


if __name__ == "__main__":
    main()
