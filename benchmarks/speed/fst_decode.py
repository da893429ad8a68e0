"""How fast the best path and the posteriors are: random costs for 10,000, 100,000 and 1,000,000 words.

python -m benchmarks fst-decode                  writes benchmarks/results/fst_decode.json

Seconds depend on what else the machine does, which the load average tells; processor seconds hardly do.
"""

from __future__ import annotations

import json
import os
import resource
import time
from collections.abc import Callable
from itertools import pairwise

import numpy as np

from benchmarks.places import RESULTS
from pausa.decode.path import LengthCosts, PathCosts, best_path, posteriors

SIZES = (10_000, 100_000, 1_000_000)
LONGEST = 80


def random_costs(n_words: int) -> PathCosts:
    """Costs of the size that n-gram models, prosody and a length model give; some eight words to a sentence."""
    rng = np.random.default_rng(n_words)
    lengths = np.arange(1.0, LONGEST + 1)
    chances = lengths * np.exp(-lengths / 6.0)
    chances /= chances.sum()
    left = np.maximum(1.0 - np.cumsum(chances)[:-1], 1e-12)
    length = LengthCosts(-np.log(chances), -np.log(left))
    word, end, go = rng.gamma(4.0, 1.5, (n_words, 5)), rng.gamma(4.0, 1.2, (n_words, 3)), rng.gamma(1.0, 0.3, n_words)
    return PathCosts(word, end, go, length)


def measured(work: Callable[[PathCosts], object], costs: PathCosts) -> dict[str, float]:
    before, cpu = time.perf_counter(), time.process_time()
    work(costs)
    seconds, cpu = time.perf_counter() - before, time.process_time() - cpu
    return {
        "seconds": round(seconds, 3),
        "cpu_seconds": round(cpu, 3),
        "words_per_cpu_second": round(len(costs) / cpu),
        "load_average": round(os.getloadavg()[0], 1),
        "peak_mb_so_far": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def main() -> None:
    found: dict[str, dict[str, dict[str, float]]] = {}
    for n_words in SIZES:
        costs = random_costs(n_words)
        for name, work in {"best path": best_path, "posteriors": posteriors}.items():
            figures = measured(work, costs)
            found.setdefault(name, {})[str(n_words)] = figures
            print(n_words, name, figures, flush=True)
    growth = {
        name: [
            round(sizes[str(large)]["cpu_seconds"] / sizes[str(small)]["cpu_seconds"], 2)
            for small, large in pairwise(SIZES)
        ]
        for name, sizes in found.items()
    }
    print("time for ten times the words:", growth)
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps({"figures": found, "time_for_ten_times_the_words": growth}, indent=1)
    (RESULTS / "fst_decode.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
