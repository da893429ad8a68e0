"""Make the English `bayes` model that comes with Pausa.

    python -m benchmarks make-bayes --data DIR          writes src/pausa/models/bundled/bayes-en

It learns the sources of the mixture of genres (`benchmarks.models.learned_from`). To choose by dev recordings there is
`python -m benchmarks genres`; the scores on the card are made by `python -m benchmarks cards`.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import msgspec

from benchmarks.models.learned_from import CHANGELOG, LICENCE, RULES, TITLE, Learned
from pausa.models.storage import BUNDLED, Manifest, card, folder_bytes, save_folder
from pausa.training.bayes.recipe import BayesRecipe
from pausa.training.bayes.train import train_bayes
from pausa.training.timed import label_by_marks


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--output", type=Path, default=BUNDLED / "bayes-en")
    asked.add_argument("--max-mb", type=float, default=5.0)
    given = asked.parse_args()
    learned = Learned(given.data, every=CHANGELOG)
    recordings = [label_by_marks(each, RULES) for each in learned.timed()]
    recipe = BayesRecipe(
        max_mb=given.max_mb,
        rules=RULES,
        any_domain=True,
        manifest=Manifest(model="bayes", title=TITLE, licence=LICENCE),
    )
    made = train_bayes(learned.texts(), recordings, recipe, say=print).detector
    told = msgspec.structs.replace(made.manifest, data=learned.told("words and pauses"), scores=())
    model = replace(made, manifest=told)
    save_folder(given.output, model.content())
    print(card(model.manifest))
    print(f"{given.output}: {folder_bytes(given.output) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
