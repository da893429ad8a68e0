"""Train models for `python -m benchmarks iwslt` on TED talks, and measure them beside those that come with Pausa.

    python -m benchmarks iwslt-models transformer --data DIR --work FOLDER      then brnn
    python -m benchmarks iwslt-models mpnet --data DIR --work FOLDER --encoder MPNET

A training starts from what `make-neural` left in FOLDER, and goes on with `iwslt2011/dev2012.tsv` and the
Changelog text; `mpnet` starts from the encoder itself (`mpnet-files` gets it) and has the talks alone. The test
files are never read before the end. TED's licence lets nobody ship such a model, so it stays in FOLDER. The table with
all models is written to benchmarks/results/iwslt.md and .json.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from benchmarks.findings import render
from benchmarks.known import known_sources
from benchmarks.models.make_neural_en import SIZES as ENGLISH_SIZES
from benchmarks.places import RESULTS
from benchmarks.tables.iwslt import run
from pausa.models import MODELS, load
from pausa.models.neural.onnx import available_cores
from pausa.training.neural.pretrained import MPNET
from pausa.training.neural.settings import NeuralRecipe, Noise
from pausa.training.neural.train import train_network

#: TED talks are heard through a good recogniser, or typed by people: little noise, and no times.
NOISE = Noise(errors=0.15, clean=0.5, no_pauses=1.0, fillers_added=0.0)
RECIPES = {
    "transformer": NeuralRecipe(
        steps=1000,
        rate=1.5e-4,
        new_rate=5e-4,
        warm_up=40,
        average=0.995,
        evaluate_every=120,
        held_out_words=24_000,
        noise=NOISE,
    ),
    "mpnet": NeuralRecipe(
        batch=8,
        steps=600,
        rate=6e-5,
        new_rate=5e-4,
        warm_up=40,
        average=0.99,
        freeze_words=True,
        evaluate_every=150,
        held_out_words=12_000,
        checkpoint_minutes=10.0,
        noise=msgspec.structs.replace(NOISE, errors=0.1, clean=0.6),
    ),
    "brnn": NeuralRecipe(
        batch=64,
        window=128,
        rate=1e-3,
        new_rate=1e-3,
        steps=1500,
        warm_up=50,
        average=0.99,
        evaluate_every=300,
        held_out_words=24_000,
        second_stage=1.0,
        shift_positions=False,
        noise=NOISE,
    ),
}
SIZES = {**ENGLISH_SIZES, "mpnet": msgspec.structs.replace(MPNET.size, dropout=0.1)}


def _english_training(work: Path, model: str) -> Path:
    """The training of the English model: the blend of several, if there is one."""
    blended = work / f"{model}-blend.training"
    return blended if blended.is_dir() else work / f"{model}.training"


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("model", choices=list(RECIPES), nargs="?")
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--work", type=Path, required=True)
    asked.add_argument("--max-minutes", type=float)
    asked.add_argument("--as-it-is", action="store_true", help="take the best weights so far")
    asked.add_argument("--threads", type=int, default=available_cores())
    asked.add_argument("--encoder", type=Path, help="the folder with the files of MPNet")
    given = asked.parse_args()
    if given.model:
        large = given.model == "mpnet"
        shares = {"iwslt2011": 4.0} if large else {"iwslt2011": 4.0, "changelog": 1.0}
        for line in train_network(
            "transformer" if large else given.model,
            given.work / f"iwslt-{given.model}",
            sources=known_sources(given.data, shares),
            judge_by=["iwslt2011"],
            size=SIZES[given.model],
            recipe=RECIPES[given.model],
            start=None if large else _english_training(given.work, given.model),
            pretrained=given.encoder,
            max_minutes=given.max_minutes,
            cache=given.work / "corpora",
            export_only=given.as_it_is,
            threads=given.threads,
            watch=lambda progress: print(progress, end="\r", flush=True),
        ):
            print(line)
    folders = [given.work / f"iwslt-{name}" for name in RECIPES]
    names = [name for name in MODELS if not load(name).needs]
    found = run(given.data, lambda steps: None, models=[*names, *(str(each) for each in folders if each.is_dir())])
    for form, suffix in (("md", "md"), ("json", "json")):
        (RESULTS / f"iwslt.{suffix}").write_text(render(found, form))
    print(render(found, "text"))


if __name__ == "__main__":
    main()
