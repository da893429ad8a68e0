"""How fast a neural model is: words per second on every core, and from nothing to the first sentence.

    python benchmarks/neural_speed.py FOLDER [TRANSCRIPT …]      writes benchmarks/results/neural_speed.json

Without a transcript, random words of the tokenizer's kind are scored. Also: the same on one core, per second
of processor time (which says more than the clock on a busy machine), the size of the folder, and the time to
load the model and score one sentence in a fresh process.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from pausa.core.words import Transcript, Word
from pausa.formats.files import read
from pausa.models.neural.inputs import line_of
from pausa.models.neural.onnx import Network, available_cores
from pausa.models.neural.windows import windows
from pausa.models.storage import folder_bytes, open_folder
from pausa.models.transformer import TransformerDetector, in_pieces

RESULTS = Path(__file__).parent / "results"
COMMON = "so we left it was late and they said that the people in our street had no idea what to do about it".split()
COLD = """
import sys, time
begun = time.perf_counter()
from pausa.core.words import Transcript, Word
from pausa.models.storage import open_folder
import importlib
opened = open_folder(sys.argv[1])
detector = importlib.import_module(f"pausa.models.{opened.manifest.model}").from_folder(opened)
detector.score(Transcript(tuple(map(Word, "so we left it was late".split()))))
print(time.perf_counter() - begun)
"""


def loaded(folder: Path) -> Any:
    from importlib import import_module

    opened = open_folder(folder)
    return import_module(f"pausa.models.{opened.manifest.model}").from_folder(opened)


def talk(paths: list[str], n_words: int = 20_000) -> Transcript:
    """The words of the transcripts, or random ones, without marks."""
    words = [word for path in paths for word in read(path).transcript.words]
    if not words:
        rng = random.Random(1)
        words = [Word(rng.choice(COMMON)) for _ in range(n_words)]
    return Transcript(tuple(Word(word.text, word.start, word.end, word.speaker) for word in words[:n_words]))


def speed(detector: Any, words: Transcript) -> dict[str, float]:
    detector.score(words.slice(0, 300))  # load and warm up
    clock, processor = time.perf_counter(), time.process_time()
    detector.score(words)
    seconds, spent = time.perf_counter() - clock, time.process_time() - processor
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


def main() -> None:
    folder, *paths = sys.argv[1:]
    detector, words = loaded(Path(folder)), talk(paths)
    found: dict[str, Any] = {
        "model": detector.name,
        "folder_mb": round(folder_bytes(folder) / 1e6, 1),
        "words": len(words),
        "cores": available_cores(),
        "load_before": round(os.getloadavg()[0], 1),
    }
    found["all cores"] = speed(detector, words)
    one = replace(detector, network=Network(Path(folder) / "model.onnx", threads=1))
    found["one core"] = speed(one, words)
    if isinstance(detector, TransformerDetector):
        found["windows"] = seen(detector, words)
    cold = [
        float(subprocess.run([sys.executable, "-c", COLD, folder], capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    ]
    found["cold_start_seconds"] = round(min(cold), 2)
    found["load_after"] = round(os.getloadavg()[0], 1)
    print(json.dumps(found, indent=1))
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "neural_speed.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
