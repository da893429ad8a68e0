"""Train the default: the transformer on a mixture of genres, with capitals, styles and words without what follows.

    python -m benchmarks make-default --data DIR --work FOLDER [--start MODEL] [--max-minutes M]

The checkpoint is in FOLDER: the same command goes on where it was stopped. `--start` is the folder of a model, or a
`.training` folder, whose weights are taken over; the shipped default if none is given. With `--as-it-is` the best
weights so far become a model. It is written to FOLDER; `ship-default` puts one where Pausa looks for it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.known import known_sources
from pausa.models.neural.onnx import available_cores
from pausa.models.storage import BUNDLED
from pausa.training.neural.loop import Progress
from pausa.training.neural.settings import NeuralRecipe, Noise, TransformerSize
from pausa.training.neural.train import train_network

#: Shares of windows. Genres count, not mass; calls and podcasts, where people's files mostly come from, most.
WEIGHTS = {
    "earnings22": 4.0,
    "changelog": 3.5,
    "icsi-mrda": 0.9,
    "ami": 0.7,
    "committee": 0.6,
    "google-talks": 1.0,
    "srccon": 1.1,
    "au-pm-interviews": 1.0,
    "au-pm-speeches": 0.6,
    "audrey-tang": 1.3,
    "us-news-conferences": 0.8,
    "inquiry-postoffice": 1.2,
    "osce": 0.8,
    "fomc": 0.9,
    "ibm-debater": 0.7,
    "ibm-debater-reference": 0.4,
    "europarl-en": 0.9,
}
SIZE = TransformerSize(dropout=0.1, cases=True, styles=True)
RECIPE = NeuralRecipe(
    steps=6000,
    rate=2e-4,
    new_rate=5e-4,
    warm_up=150,
    average=0.998,
    evaluate_every=500,
    held_out_words=2500,
    late_weight=2.0,
    half_precision=True,
    seed=21,
    noise=Noise(no_pauses=0.4, errors=0.25, clean=0.35, fillers_dropped=0.7, repeats_dropped=0.5, no_turns=0.6),
)
LICENCE = "CC BY-SA 4.0"


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--work", type=Path, required=True)
    asked.add_argument("--start", type=Path, default=BUNDLED / "default")
    asked.add_argument("--max-minutes", type=float)
    asked.add_argument("--as-it-is", action="store_true", help="take the best weights so far")
    asked.add_argument("--threads", type=int, default=available_cores())
    given = asked.parse_args()
    for line in train_network(
        "transformer",
        given.work / "default",
        sources=known_sources(given.data, WEIGHTS),
        size=SIZE,
        recipe=RECIPE,
        start=given.start,
        max_minutes=given.max_minutes,
        cache=given.work / "corpora",
        export_only=given.as_it_is,
        licence=LICENCE,
        threads=given.threads,
        watch=_tell,
    ):
        print(line)


def _tell(progress: Progress) -> None:
    if progress.step % 20 == 0:
        print(progress, flush=True)


if __name__ == "__main__":
    main()
