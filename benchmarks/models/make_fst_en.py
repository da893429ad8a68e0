"""Make the English `fst` model that comes with Pausa.

    python -m benchmarks make-fst --data DIR          writes src/pausa/models/bundled/fst-en

It learns the sources of the mixture of genres (`benchmarks.models.learned_from`). Recordings of the dev lists
(`benchmarks/splits`) tune the weights, those of the test lists are left out; the scores on the card are made by `python
-m benchmarks cards`. Of large sources some recordings are enough: much more drowns the words of all others.
"""

from __future__ import annotations

import argparse
from collections import deque
from dataclasses import replace
from pathlib import Path

import msgspec

from benchmarks.held_out import held_out
from benchmarks.models.learned_from import BALANCED, LICENCE, TIMED, TITLE, Learned, split
from pausa.models.fst.storing import content
from pausa.models.storage import BUNDLED, Manifest, card, folder_bytes, save_folder
from pausa.training.fst.recordings import add_features
from pausa.training.fst.train import FstRecipe, train_fst
from pausa.training.splits import HeldOut
from pausa.training.timed import TextRules, label_by_marks

RULES = TextRules()


def _all_held_out() -> HeldOut:
    lists = [held_out(source) for source in TIMED]
    return HeldOut(frozenset().union(*(one.dev for one in lists)), frozenset().union(*(one.test for one in lists)))


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--output", type=Path, default=BUNDLED / "fst-en")
    asked.add_argument("--max-ngrams", type=int, default=1_000_000)
    asked.add_argument("--order", type=int, default=3)
    given = asked.parse_args()
    learned = Learned(given.data, every=BALANCED)
    deque(learned.timed(), maxlen=0)  # counted here, since those that tune and judge are read with them
    recordings = [
        add_features(label_by_marks(each, RULES)) for source in TIMED for each in split(given.data, source, None)
    ]
    recipe = FstRecipe(
        order=given.order,
        max_vocabulary=40_000,
        min_counts=(2, 1, 2),
        max_ngrams=given.max_ngrams,
        held_out=_all_held_out(),
        rules=RULES,
        manifest=Manifest(model="fst", title=TITLE, licence=LICENCE),
    )
    made = train_fst(learned.texts(), recordings, recipe, say=print).detector
    told = msgspec.structs.replace(made.manifest, data=learned.told("words, pauses and durations"), scores=())
    kept = content(replace(made, manifest=told))
    save_folder(given.output, kept)
    print(card(kept.manifest))
    print(f"{given.output}: {folder_bytes(given.output) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
