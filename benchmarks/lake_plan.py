"""What a million hours of speech take: cores, hours and money, with slow and failing workers among them.

    python -m benchmarks lake-plan --data DIR

It takes the paces of `python -m benchmarks batch` and the lengths of real recordings (words in those of Earnings-22)
and simulates the driver: every worker that is free gets the next piece. Some workers are slow, some die and lose the
piece they had. It writes benchmarks/results/lake_plan.json. What it says of two workers is compared with the run that
was made on two.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.places import RESULTS
from pausa.core.messages import say_nothing
from pausa.formats.files import read_all
from pausa.formats.folders import files_of

HOURS, WORDS_PER_HOUR = 1_000_000, 9_000
#: Words in a part of the usual size: a megabyte of text.
PART_WORDS = 180_000
WORKERS = (100, 1_000)
#: What a core costs for an hour, in any currency: an assumption, to be replaced by your own price.
PRICE = 0.04
#: Seconds until a worker that died is replaced.
REPLACED = 60.0


@dataclass(frozen=True)
class Trouble:
    """What goes wrong: the share of workers that are slow, how slow, and how many die in an hour."""

    slow: float = 0.0
    pace: float = 1.0
    deaths: float = 0.0


TROUBLES = {
    "none": Trouble(),
    "5 % of the workers at a quarter of the pace": Trouble(slow=0.05, pace=0.25),
    "each worker dies once in ten hours": Trouble(deaths=0.1),
    "each worker dies twice an hour": Trouble(deaths=2.0),
    "slow ones, and two deaths an hour": Trouble(slow=0.05, pace=0.25, deaths=2.0),
}


def simulated(pieces: Sequence[float], n_workers: int, trouble: Trouble, *, seed: int = 3) -> tuple[float, float]:
    """Seconds until all pieces are done, and the share of the work that was done in vain.

    >>> simulated([1.0] * 10, 2, Trouble())
    (5.0, 0.0)
    """
    rng = random.Random(seed)
    paces = [trouble.pace if worker < trouble.slow * n_workers else 1.0 for worker in range(n_workers)]
    free = [(0.0, worker) for worker in range(n_workers)]
    heapq.heapify(free)
    last = lost = 0.0
    waiting = list(reversed(pieces))
    while waiting:
        seconds = waiting.pop()
        now, worker = heapq.heappop(free)
        taken = seconds / paces[worker]
        death = rng.expovariate(trouble.deaths / 3600) if trouble.deaths else float("inf")
        if death < taken:
            lost += death * paces[worker]
            waiting.append(seconds)
            heapq.heappush(free, (now + death + REPLACED, worker))
        else:
            last = max(last, now + taken)
            heapq.heappush(free, (now + taken, worker))
    return last, lost / sum(pieces)


def recordings(data: Path) -> list[int]:
    """Words of each recording of Earnings-22."""
    paths = files_of([str(data / "earnings22")], say=say_nothing)
    return sorted(sum(doc.n_words for doc in read_all(path, warn=say_nothing)) for path in paths)


def pieces_of(lengths: Sequence[int], n_words: int, *, seed: int = 5) -> list[int]:
    """Words of each piece: whole recordings, drawn from these, until a part is full."""
    rng = random.Random(seed)
    made = [0]
    while n_words > 0:
        length = rng.choice(lengths)
        if made[-1] and made[-1] + length > PART_WORDS:
            made.append(0)
        made[-1] += length
        n_words -= length
    return made


def quantiles(values: Sequence[int]) -> dict[str, int]:
    ordered = sorted(values)
    return {f"{share}%": ordered[min(len(ordered) - 1, len(ordered) * share // 100)] for share in (0, 10, 50, 90, 100)}


def plan(pace: float, lengths: Sequence[int]) -> dict[str, Any]:
    """Core-hours and money of a million hours, and how long so many workers take under each trouble."""
    n_words = HOURS * WORDS_PER_HOUR
    pieces = [words / pace for words in pieces_of(lengths, n_words)]
    found: dict[str, Any] = {
        "words_per_core_second": round(pace),
        "core_hours": round(n_words / pace / 3600, 1),
        "money": round(n_words / pace / 3600 * PRICE, 2),
        "seconds_of_the_longest_piece": round(max(pieces), 1),
    }
    for workers in WORKERS:
        rows = {}
        for name, trouble in TROUBLES.items():
            seconds, in_vain = simulated(pieces, workers, trouble)
            rows[name] = {"minutes": round(seconds / 60, 1), "in_vain": round(in_vain, 4)}
        found[f"{workers} workers"] = rows
    return found


def checked(found: dict[str, Any]) -> dict[str, Any]:
    """Processor time of the runs on one and two workers, and what the simulation says of the second from the first."""
    one, two = found["bayes"]["1 workers"], found["bayes"]["2 workers"]
    n_pieces = max(1, found["bayes"]["words"] // PART_WORDS)
    seconds, _ = simulated([one["cpu_seconds"] / n_pieces] * n_pieces, 2, Trouble())
    return {
        "measured_cpu_seconds_on_two_cores": round(two["cpu_seconds"] / 2, 1),
        "simulated_seconds_on_two": round(seconds, 1),
        "measured_seconds_on_one": one["seconds"],
        "measured_seconds_on_two": two["seconds"],
    }


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder that holds the data sets")
    given = asked.parse_args()
    measured = json.loads((RESULTS / "batch.json").read_text())
    lengths = recordings(given.data)
    paces = {
        "bayes": measured["bayes"]["2 workers"]["words_per_second_on_free_cores"] / 2,
        "default": measured["default"]["2 workers"]["words_per_second_on_free_cores"] / 2,
    }
    found = {
        "hours": HOURS,
        "words_per_hour": WORDS_PER_HOUR,
        "price_of_a_core_hour": PRICE,
        "recordings": len(lengths),
        "words_of_a_recording": quantiles(lengths),
        "check": checked(measured),
        "models": {name: plan(pace, lengths) for name, pace in paces.items()},
    }
    print(json.dumps(found, indent=1))
    (RESULTS / "lake_plan.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
