"""Make the English `bayes` model that comes with Pausa.

    python -m benchmarks make-bayes --data DIR          writes src/pausa/models/bundled/bayes-en

DIR holds `earnings22`, `icsi-mrda`, `changelog`, `committee` and `ami` to learn from. Recordings of the dev and test
lists (`benchmarks/splits`) are left out. AMI's pauses come from its transcribers' segments and tell the answer, so only
its words are used. To choose by dev recordings there is `python -m benchmarks genres`; the scores on the card are made
by `python -m benchmarks cards`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import msgspec

from benchmarks.models.learned_from import FORMATS, RULES, TIMED, data_of, split
from pausa.core.document import Document
from pausa.models.storage import BUNDLED, Manifest, card, folder_bytes, save_folder
from pausa.training.bayes.recipe import BayesRecipe
from pausa.training.bayes.train import train_bayes
from pausa.training.timed import label_by_marks


def counted(found: Iterable[Document], source: str, words: dict[str, int]) -> Iterator[Document]:
    for each in found:
        words[source] = words.get(source, 0) + each.n_words
        yield each


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--output", type=Path, default=BUNDLED / "bayes-en")
    asked.add_argument("--max-mb", type=float, default=5.0)
    given = asked.parse_args()
    words: dict[str, int] = {}
    recordings = [
        label_by_marks(each, RULES)
        for source in TIMED
        for each in counted(split(given.data, source, "train"), source, words)
    ]
    text = (
        each
        for source in FORMATS
        if source not in TIMED
        for each in counted(split(given.data, source, "train"), source, words)
    )
    recipe = BayesRecipe(
        max_mb=given.max_mb,
        rules=RULES,
        any_domain=True,
        manifest=Manifest(model="bayes", title="English speech: calls, meetings, podcasts", licence="CC BY-SA 4.0"),
    )
    made = train_bayes(text, recordings, recipe, say=print).detector
    told = msgspec.structs.replace(made.manifest, data=data_of(words), scores=())
    model = replace(made, manifest=told)
    save_folder(given.output, model.content())
    print(card(model.manifest))
    print(f"{given.output}: {folder_bytes(given.output) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
