"""How fast `bayes` trains and scores, and how much room it takes.

    python -m benchmarks bayes-speed                         30 million made-up words
    python -m benchmarks bayes-speed --text talks.jsonl.xz   text of your own instead

Both write benchmarks/results/bayes_speed.json. Each step runs in a process of its own, so that its
peak memory is its own. Made-up text is a chain in which every word has a few dozen likely successors, about
as many different pairs as English of that size has.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.places import RESULTS

WORDS, VOCABULARY, SUCCESSORS, CHAINS = 30_000_000, 60_000, 24, 1000


def made_up(path: Path, n_words: int) -> None:
    """A text file of chained words with a full stop about every fifteen."""
    import numpy as np

    rng = np.random.default_rng(2001)
    rank = 1 / np.arange(1, VOCABULARY + 1)
    spelled = np.array([_spelled(number) for number in range(VOCABULARY)])
    ended = np.array([f"{word}." for word in spelled])
    followers = rng.choice(VOCABULARY, size=(VOCABULARY, SUCCESSORS), p=rank / rank.sum())
    word = rng.choice(VOCABULARY, size=CHAINS, p=rank / rank.sum())
    block = 1000
    with path.open("w") as out:
        for _ in range(n_words // (CHAINS * block)):
            rows = np.empty((block, CHAINS), dtype=ended.dtype)
            for step in range(block):
                chained = followers[word, rng.integers(0, SUCCESSORS, CHAINS)]
                fresh = rng.choice(VOCABULARY, size=CHAINS, p=rank / rank.sum())
                word = np.where(rng.random(CHAINS) < 0.9, chained, fresh)
                # Words end sentences unequally often, so that there is something to learn.
                is_end = rng.random(CHAINS) < np.where(word % 11 == 3, 0.4, 0.03)
                rows[step] = np.where(is_end, ended[word], spelled[word])
            for chain in rows.T:
                out.write(" ".join(chain.tolist()) + "\n")


def _spelled(number: int) -> str:
    letters = "etaoinshrdlu"
    text = ""
    while True:
        number, place = divmod(number, len(letters))
        text += letters[place]
        if not number:
            return text


def train(paths: list[str], folder: str) -> dict[str, Any]:
    from pausa.training.bayes.files import make_bayes_model
    from pausa.training.bayes.recipe import BayesRecipe
    from pausa.training.paths import CorpusPaths

    before, cpu = time.perf_counter(), time.process_time()
    # A one-line chain looks like a sentence per line; the marks are what counts.
    form = "text" if paths[0].endswith(".txt") else None
    report = make_bayes_model(
        CorpusPaths(text=paths, format=form), BayesRecipe(max_pairs="2v"), folder, say=lambda _: None
    )
    return {
        "seconds": round(time.perf_counter() - before, 1),
        "cpu_seconds": round(time.process_time() - cpu, 1),
        "peak_mb": _peak_mb(),
        "report": report[:-1],
    }


def score(folder: str, path: str) -> dict[str, Any]:
    from pausa.core.words import Transcript, Word
    from pausa.models import load_folder
    from pausa.models.storage import folder_bytes

    loads = []
    for _ in range(5):
        before = time.perf_counter()
        model = load_folder(folder)
        model.score(Transcript((Word("so"),)))  # the first score makes the word list ready
        loads.append(time.perf_counter() - before)
    at_rest = _peak_mb()
    texts = []
    with open(path) as lines:
        for line in lines:
            texts += line.replace(".", "").split()
            if len(texts) >= 1_000_000:
                break
    now, words = 0, []
    for place, text in enumerate(texts):
        words.append(Word(text, now, now + 300))
        now += 300 + (place % 7 == 0) * (40 + place % 900)
    recordings = [words[start : start + 10_000] for start in range(0, len(words), 10_000)]
    runs = []
    for _ in range(5):
        talks = [Transcript(tuple(each)) for each in recordings]  # anew, so that nothing is remembered
        before, cpu = time.perf_counter(), time.process_time()
        for talk in talks:
            model.score(talk)
        runs.append((time.process_time() - cpu, time.perf_counter() - before))
    best = min(runs)
    return {
        "words": len(words),
        "words_per_cpu_second": round(len(words) / best[0]),
        "words_per_second": round(len(words) / best[1]),
        "load_ms": round(1000 * min(loads), 1),
        "model_mb": round(folder_bytes(folder) / 1e6, 2),
        "resident_mb_after_loading": at_rest,
        "peak_mb_with_a_million_words_in_memory": _peak_mb(),
    }


def _peak_mb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def apart(*arguments: str) -> Any:
    """A step in a process of its own, on one core."""
    one_core = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, __file__, *arguments]
    return json.loads(subprocess.run(command, env=one_core, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--text", nargs="*")
    asked.add_argument("--words", type=int, default=WORDS)
    asked.add_argument("--step", nargs="*")
    given = asked.parse_args()
    if given.step:
        name, *rest = given.step
        print(json.dumps(train(rest[1:], rest[0]) if name == "train" else score(rest[0], rest[1])))
        return
    with tempfile.TemporaryDirectory() as temporary:
        made = Path(temporary) / "made-up.txt"
        made_up(made, given.words if not given.text else 1_000_000)
        texts = given.text or [str(made)]
        folder = str(Path(temporary) / "model")
        found = {
            "train": apart("--step", "train", folder, *texts),
            "score": apart("--step", "score", folder, str(made)),
        }
    print(json.dumps(found, indent=1))
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "bayes_speed.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
