"""How fast the models are that come with Pausa: words per second, and from nothing to the first sentence.

    python -m benchmarks model-speed [NAME|FOLDER …] [--transcript FILE …]

Without names it writes benchmarks/results/model_speed.json for all of them.

Without a transcript, random common words with times are scored; by `world`, the examples in three languages, over and
over. For each model: words per second by the clock on
all cores and on one (overlap of windows included), per second of processor time, the size of its folder, the time
of `pausa segment` for the example interview in a fresh process, and for the transformer how much it reads of its
windows' overlap.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.places import ROOT
from pausa.core.words import Transcript, Word
from pausa.formats.files import read
from pausa.models import MODELS, load
from pausa.models.neural.inputs import line_of
from pausa.models.neural.onnx import NETWORK, Network, available_cores
from pausa.models.neural.windows import windows
from pausa.models.storage import BUNDLED, folder_bytes
from pausa.models.transformer import TransformerDetector, in_pieces

FOLDERS = {
    "transformer": "default", "world": "world", "bayes": "bayes-en", "fst": "fst-en", "cnn": "cnn-en",
    "brnn": "brnn-en",
}  # fmt: skip
#: What the model for many languages reads, again and again: words of other languages have more subwords.
ABROAD = ROOT / "examples" / "languages"
COMMON = "so we left it was late and they said that the people in our street had no idea what to do about it".split()


def talk(paths: list[str], n_words: int) -> Transcript:
    """The words of the transcripts, or random ones, without marks."""
    words = [word for path in paths for word in read(path).transcript.words]
    if not words:
        rng, time_ms = random.Random(1), 0
        for _ in range(n_words):
            start = time_ms + (rng.randrange(900) if rng.random() < 0.15 else 0)
            time_ms = start + 120 + rng.randrange(300)
            words.append(Word(rng.choice(COMMON), start, time_ms))
    return Transcript(tuple(Word(word.text, word.start, word.end, word.speaker) for word in words[:n_words]))


def talk_abroad(n_words: int) -> Transcript:
    """The examples in other languages, repeated, without marks."""
    words = [word for path in sorted(ABROAD.glob("*.txt")) for word in read(path).transcript.words]
    again = (words * (n_words // len(words) + 1))[:n_words]
    return Transcript(tuple(Word(word.text) for word in again))


def speed(detector: Any, words: Transcript) -> dict[str, int]:
    """The better of two runs, after a short one to warm up."""
    detector.score(words.slice(0, 300))
    runs = []
    for _ in range(2):
        clock, processor = time.perf_counter(), time.process_time()
        detector.score(words)
        runs.append((time.perf_counter() - clock, time.process_time() - processor))
    seconds, spent = np.min(np.array(runs), axis=0)
    return {"words_per_second": round(len(words) / seconds), "words_per_processor_second": round(len(words) / spent)}


def seen(detector: TransformerDetector, words: Transcript) -> dict[str, float]:
    """How much is read for each word: subwords, and how much of them twice."""
    whole = in_pieces(line_of(words), detector.tokenizer)
    sizes = whole.until[1:] - whole.until[:-1]
    plan = windows(line_of(words).forms, sizes, detector.plan)
    read_in_all = sum(int(whole.until[window.last] - whole.until[window.first]) + 2 for window in plan)
    return {
        "subwords_per_word": round(float(sizes.mean()), 3),
        "read_per_subword_judged": round(read_in_all / int(sizes.sum()), 3),
        "subwords_per_window": round(read_in_all / len(plan), 1),
    }


def cold_start(model: str) -> float:
    """Seconds from the command to its last line, the best of five."""
    example = next(ABROAD.glob("*.de.txt")) if model == "world" else ROOT / "examples" / "interview.json"
    command = [sys.executable, "-m", "pausa", "segment", str(example), "--model", model]
    taken = []
    for _ in range(5):
        begun = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        taken.append(time.perf_counter() - begun)
    return round(min(taken), 2)


def measured(model: str, words: Transcript) -> dict[str, Any]:
    detector: Any = load(model)
    words = talk_abroad(len(words)) if model == "world" else words
    folder = BUNDLED / FOLDERS[model] if model in FOLDERS else Path(model)
    found: dict[str, Any] = {"all cores": speed(detector, words)}
    if folder.is_dir():
        found["megabytes"] = round(folder_bytes(folder) / 1e6, 1)
        if (folder / NETWORK).is_file():
            found["one core"] = speed(replace(detector, network=Network(folder / NETWORK, threads=1)), words)
    if isinstance(detector, TransformerDetector):
        found["windows"] = seen(detector, words)
    return {**found, "cold_start_seconds": cold_start(model)}


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("models", nargs="*")
    asked.add_argument("--transcript", nargs="*", default=[])
    asked.add_argument("--words", type=int, default=20_000)
    given = asked.parse_args()
    words = talk(given.transcript, given.words)
    names = given.models or [name for name in MODELS if "marks" not in load(name).needs]
    found: dict[str, Any] = {
        "words": len(words),
        "cores": available_cores(),
        "load_before": round(os.getloadavg()[0], 1),
    }
    found["models"] = {name: measured(name, words) for name in names}
    found["load_after"] = round(os.getloadavg()[0], 1)
    print(json.dumps(found, indent=1))
    if not given.models:
        (ROOT / "benchmarks" / "results" / "model_speed.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
