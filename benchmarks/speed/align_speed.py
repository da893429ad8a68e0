"""How long it takes to align long recordings: 10,000 and 40,000 words with one word in six wrong.

python -m benchmarks align-speed                 writes benchmarks/results/align_speed.json
"""

from __future__ import annotations

import json
import random
import resource
import time
from collections.abc import Callable
from functools import partial

from benchmarks.places import RESULTS
from pausa.alignment.characters import gap_data
from pausa.alignment.edits import align_words
from pausa.alignment.timed import align_times
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word

VOCABULARY = [f"{a}{b}{c}" for a in "bdfgklmnprst" for b in "aeiou" for c in ("", "n", "rt", "s", "l")]


def pair(n_words: int) -> tuple[Transcript, Transcript]:
    """A reference and what a recogniser with some errors heard, both with times."""
    rng = random.Random(n_words)
    said = [Word(text, 300 * place, 300 * place + 250) for place, text in enumerate(rng.choices(VOCABULARY, k=n_words))]
    heard = []
    for word in said:
        chance = rng.random()
        if chance < 0.05:
            continue
        heard.append(word if chance < 0.87 else Word(rng.choice(VOCABULARY), word.start, word.end))
        if chance > 0.97:
            heard.append(Word(rng.choice(VOCABULARY), word.end, word.end))
    return Transcript(tuple(said)), Transcript(tuple(heard))


def main() -> None:
    found = {}
    for n_words in (10_000, 40_000):
        reference, hypothesis = pair(n_words)
        ends = Segmentation.of(n_words, range(14, n_words, 15))
        ways: dict[str, Callable[[], object]] = {
            "words": partial(align_words, reference, hypothesis),
            "words with joins": partial(align_words, reference, hypothesis, joins=True),
            "times": partial(align_times, reference, hypothesis),
            "characters": partial(gap_data, reference, ends, hypothesis),
        }
        for name, work in ways.items():
            before, cpu = time.perf_counter(), time.process_time()
            work()
            found[f"{n_words} words by {name}"] = {
                "seconds": round(time.perf_counter() - before, 3),
                "cpu_seconds": round(time.process_time() - cpu, 3),
                "peak_mb_so_far": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            }
            print(n_words, name, found[f"{n_words} words by {name}"], flush=True)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "align_speed.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
