"""Train the default: the transformer on a mixture of genres, with capitals, styles and words without what follows.

    python -m benchmarks make-default --data DIR --work FOLDER [--start MODEL] [--max-minutes M] [--keep SHARE]
                                     [--layers N] [--seed N] [--teacher FOLDER]…

The checkpoint is in FOLDER: the same command goes on where it was stopped. `--start` is the folder of a model, or a
`.training` folder, whose weights are taken over; the shipped default if none is given. With `--as-it-is` the best
weights so far become a model, with `--keep` their mean with those of the start, which has that share. It is written to
FOLDER; `ship-default` puts one where Pausa looks for it. Another `--seed` draws other windows: a mean of several
trainings does better than a longer one. In half of the windows the answers are
what the networks in `--teacher` believe.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

import msgspec

from benchmarks.known import MIXTURE, known_sources
from benchmarks.models.keeping import keep
from benchmarks.models.make_neural_en import ENCODER
from pausa.models.neural.onnx import available_cores
from pausa.models.storage import BUNDLED, folder_bytes, open_folder, save_manifest
from pausa.training.neural.loop import Progress
from pausa.training.neural.settings import NeuralRecipe, Noise, TransformerSize
from pausa.training.neural.train import train_network

SIZE = TransformerSize(dropout=0.05, cases=True, styles=True)
RECIPE = NeuralRecipe(
    steps=6000,
    rate=2e-4,
    new_rate=5e-4,
    warm_up=150,
    average=0.998,
    evaluate_every=500,
    held_out_words=2500,
    late_weight=2.0,
    style_known=0.0,
    half_precision=True,
    seed=37,
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
    asked.add_argument("--keep", type=float, default=0.0, help="the share of the start's weights in the best so far")
    asked.add_argument("--layers", type=int, default=SIZE.layers, help="fewer make `fast`")
    asked.add_argument("--seed", type=int, default=RECIPE.seed)
    asked.add_argument("--teacher", type=Path, action="append", default=[], help="a network to learn from, too")
    asked.add_argument("--threads", type=int, default=available_cores())
    given = asked.parse_args()
    folder = given.work / ("default" if given.layers == SIZE.layers else f"layers-{given.layers}")
    if given.keep:
        folder = given.work / "default-kept"
        keep(given.work / "default.training", given.start, given.keep, Path(f"{folder}.training"))
    for line in train_network(
        "transformer",
        folder,
        sources=known_sources(given.data, MIXTURE),
        size=msgspec.structs.replace(SIZE, layers=given.layers),
        recipe=msgspec.structs.replace(RECIPE, seed=given.seed),
        start=given.start,
        teachers=given.teacher,
        max_minutes=given.max_minutes,
        cache=given.work / "corpora",
        export_only=given.as_it_is or bool(given.keep),
        licence=LICENCE,
        threads=given.threads,
        watch=tell,
    ):
        print(line)


def ship() -> None:
    """`ship-default`: put a model where Pausa looks for its default."""
    asked = argparse.ArgumentParser()
    asked.add_argument("folder", type=Path)
    asked.add_argument("--note", action="append", default=[], help="a line for the card")
    given = asked.parse_args()
    manifest = open_folder(given.folder).manifest
    target = BUNDLED / "default"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(given.folder, target)
    save_manifest(target, msgspec.structs.replace(manifest, scores=(), notes=(*manifest.notes, *given.note, ENCODER)))
    print(f"{target}: {folder_bytes(target) / 1e6:.2f} MB; `python -m benchmarks cards` tells its scores")


def tell(progress: Progress) -> None:
    """One line for every twenty steps."""
    if progress.step % 20 == 0:
        print(progress, flush=True)


if __name__ == "__main__":
    main()
