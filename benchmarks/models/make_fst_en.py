"""Make the English `fst` model that comes with Pausa.

    python -m benchmarks make-fst --data DIR          writes src/pausa/models/bundled/fst-en

DIR holds `earnings22`, `icsi-mrda` and `changelog` to learn from. Recordings of the dev lists (`benchmarks/splits`)
tune the weights, those of the test lists are left out; the scores on the card are made by `python -m benchmarks cards`.
Of Changelog one episode in eight is enough: much more of it drowns the words of calls and meetings.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import msgspec

from benchmarks.held_out import held_out
from pausa.core.document import Document
from pausa.models.fst.storing import content
from pausa.models.storage import BUNDLED, Data, Manifest, card, folder_bytes, save_folder
from pausa.training.corpora import read_documents
from pausa.training.fst.recordings import add_features
from pausa.training.fst.train import FstRecipe, train_fst
from pausa.training.splits import HeldOut
from pausa.training.timed import TextRules, label_by_marks

TIMED = ("earnings22", "icsi-mrda")
TOLD = {
    "earnings22": ("Earnings-22", "CC BY-SA 4.0", "Del Rio et al. 2022, Rev.com", "words, pauses and durations"),
    "icsi-mrda": ("ICSI MRDA", "CC BY 4.0", "Janin et al. 2003; Shriberg et al. 2004", "words, pauses and durations"),
    "changelog": ("Changelog transcripts", "CC BY-SA 4.0", "Changelog Media and contributors", "words"),
}
RULES = TextRules()


def found(data: Path, source: str) -> Iterable[Document]:
    form = None if source == "changelog" else "nlp"
    return (each for each in read_documents([data / source], format=form, say=lambda _: None) if each.n_words)


def counted(source: str, learned: Iterable[Document], words: dict[str, int]) -> Iterator[Document]:
    for each in learned:
        words[source] = words.get(source, 0) + each.n_words
        yield each


def _all_held_out() -> HeldOut:
    lists = [held_out(source) for source in TOLD]
    return HeldOut(frozenset().union(*(one.dev for one in lists)), frozenset().union(*(one.test for one in lists)))


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--output", type=Path, default=BUNDLED / "fst-en")
    asked.add_argument("--max-ngrams", type=int, default=1_000_000)
    asked.add_argument("--every", type=int, default=8, help="learn from one Changelog episode in so many")
    asked.add_argument("--order", type=int, default=3)
    given = asked.parse_args()
    words: dict[str, int] = {}
    recordings = [add_features(label_by_marks(each, RULES)) for source in TIMED for each in found(given.data, source)]
    for source in TIMED:
        words[source] = sum(each.n_words for each in held_out(source).only(found(given.data, source), "train"))
    episodes = held_out("changelog").only(found(given.data, "changelog"), "train")
    text = counted("changelog", islice(episodes, 0, None, given.every), words)
    recipe = FstRecipe(
        order=given.order,
        max_vocabulary=40_000,
        min_counts=(2, 1, 2),
        max_ngrams=given.max_ngrams,
        held_out=_all_held_out(),
        rules=RULES,
        manifest=Manifest(model="fst", title="English speech: calls, meetings, podcasts", licence="CC BY-SA 4.0"),
    )
    made = train_fst(text, recordings, recipe, say=print).detector
    data = tuple(
        Data(name=name, licence=licence, attribution=by, use=use, words=words[source])
        for source, (name, licence, by, use) in TOLD.items()
    )
    told = msgspec.structs.replace(made.manifest, data=data, scores=())
    kept = content(replace(made, manifest=told))
    save_folder(given.output, kept)
    print(card(kept.manifest))
    print(f"{given.output}: {folder_bytes(given.output) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
