"""Little talks whose sentence ends can be learned in seconds, and a tokenizer for them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import replace as replace_source
from pathlib import Path

import pytest
from msgspec.structs import replace

from pausa.models import brnn, cnn, transformer
from pausa.models.base import Detector
from pausa.training.neural.settings import (
    ConvolutionSize,
    NeuralRecipe,
    Noise,
    RecurrentSize,
    TransformerSize,
)
from pausa.training.neural.sources import CorpusSource, list_sources

LOADERS: dict[str, Callable[..., Detector]] = {
    "transformer": transformer.from_folder,
    "cnn": cnn.from_folder,
    "brnn": brnn.from_folder,
}
#: For a test of each network.
named = pytest.mark.parametrize("name", LOADERS)

OPENINGS = ("then", "so", "maybe", "later", "soon")
QUESTIONS = ("did", "could", "would")
PEOPLE = ("we", "they", "she", "anna", "the baker", "my uncle")
DEEDS = ("left", "opened the shop", "sold the boat", "waited", "painted the door", "lost a key")
TAILS = ("", "in the morning", "by the harbour", "with twenty five others", "again")

QUIET = Noise(errors=0.0, clean=1.0, no_pauses=0.3, some_pauses_lost=0.0, coarse_times=0.0, digits=0.0, spelled=0.0,
              fillers_dropped=0.0, fillers_added=0.0, repeats_dropped=0.0)  # fmt: skip
TINY_RECIPE = NeuralRecipe(
    steps=60, batch=8, window=48, rate=3e-3, new_rate=3e-3, warm_up=5, average=0.9, evaluate_every=20,
    held_out_words=600, checkpoint_minutes=1000.0, noise=QUIET,
)  # fmt: skip
#: Networks that start from nothing need larger steps.
TINY_RECIPES = {
    "transformer": replace(TINY_RECIPE, steps=140),
    "cnn": replace(TINY_RECIPE, steps=80, rate=1e-2, new_rate=1e-2),
    "brnn": replace(TINY_RECIPE, steps=120, rate=2e-2, new_rate=2e-2, second_stage=0.5),
}
TINY_TRANSFORMER = TransformerSize(vocabulary=0, width=32, inner=64, heads=2, layers=2, positions=512, dropout=0.0)
TINY_SIZES = {
    "transformer": TINY_TRANSFORMER,
    "cnn": ConvolutionSize(buckets=512, width=16, channels=32, kernels=(3, 3), gap_width=4, dropout=0.0),
    "brnn": RecurrentSize(vocabulary=200, width=16, states=16, gap_width=4, dropout=0.0),
}


def sentence(rng: random.Random) -> tuple[list[str], str]:
    """Words and the final mark."""
    asked = rng.random() < 0.2
    first = rng.choice(QUESTIONS if asked else OPENINGS)
    text = f"{first} {rng.choice(PEOPLE)} {rng.choice(DEEDS)} {rng.choice(TAILS)}"
    return text.split(), "?" if asked else "."


def talk(seed: int, n_sentences: int = 60) -> str:
    """A recording as an .nlp file: silences mostly at the ends."""
    rng = random.Random(seed)
    rows, now = ["token|speaker|ts|endTs|punctuation"], 0.0
    for number in range(n_sentences):
        words, mark = sentence(rng)
        for place, word in enumerate(words):
            last = place == len(words) - 1
            sign = mark if last else "," if place == 0 and rng.random() < 0.3 else ""
            rows.append(f"{word}|{number // 7 % 2}|{now:.2f}|{now + 0.3:.2f}|{sign}")
            now += 0.3 + (rng.choice((0.0, 0.5, 0.9)) if last else rng.choice((0.0, 0.0, 0.0, 0.2)))
    return "\n".join(rows) + "\n"


def talks(folder: Path, count: int = 14, n_sentences: int = 60) -> Path:
    """A folder of recordings."""
    folder.mkdir(parents=True)
    for number in range(count):
        (folder / f"talk{number:02}.nlp").write_text(talk(number, n_sentences))
    return folder


def tokenizer_folder(folder: Path) -> Path:
    """A folder with a WordPiece tokenizer over letters and some whole words."""
    letters = "abcdefghijklmnopqrstuvwxyz0123456789'.%$"
    words = sorted({*" ".join((*OPENINGS, *QUESTIONS, *PEOPLE, *DEEDS, *TAILS)).split(), "ing", "er"})
    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *(f"##{letter}" for letter in letters), *words]
    vocabulary = {token: number for number, token in enumerate(dict.fromkeys(tokens))}
    special = [
        {"id": number, "content": token, "single_word": False, "lstrip": False, "rstrip": False,
         "normalized": False, "special": True}
        for token, number in vocabulary.items()
        if token.startswith("[")
    ]  # fmt: skip
    content = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": special,
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True,
                       "strip_accents": None, "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"}, "post_processor": None, "decoder": None,
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100, "vocab": vocabulary},
    }  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tokenizer.json").write_text(json.dumps(content))
    return folder


def sources_of(timed: Sequence[Path] = (), text: Sequence[Path] = ()) -> list[CorpusSource]:
    """A source for each folder, of its name."""
    return [
        replace_source(source, name=path.name.split(".")[0])
        for path in (*timed, *text)
        for source in list_sources([path] if path in timed else (), [path] if path in text else ())
    ]
