"""Putting a network together for training, and taking it apart for a model folder.

A vocabulary, once made, is kept beside the checkpoint, so that a training that goes on reads words as before.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import numpy as np
import torch
from msgspec.structs import replace
from numpy.typing import NDArray
from torch import Tensor, nn

from pausa.core.errors import InputError, OptionError
from pausa.core.saving import replacing
from pausa.models.brnn import BrnnDetector
from pausa.models.cnn import CnnDetector
from pausa.models.neural.inputs import NO_GAP
from pausa.models.neural.onnx import NETWORK, Network
from pausa.models.neural.pieces import TOKENIZER, NgramVectors, VocabularyVectors, WordPieces
from pausa.models.storage import MANIFEST, open_folder
from pausa.models.transformer import TransformerDetector
from pausa.training.neural import checkpoint, pretrained
from pausa.training.neural.bert import Transformer
from pausa.training.neural.checkpoint import BEST
from pausa.training.neural.conv import Convolutions
from pausa.training.neural.export import Precision, tagger_graph, transformer_graph
from pausa.training.neural.kinds import ConvolutionKind, Kind, RecurrentKind, TransformerKind
from pausa.training.neural.pretrained import choose_layers
from pausa.training.neural.recurrent import Recurrent
from pausa.training.neural.restoring import restore
from pausa.training.neural.settings import ConvolutionSize, RecurrentSize, TransformerSize

Detector: TypeAlias = TransformerDetector | CnnDetector | BrnnDetector
SIZES: dict[str, Any] = {
    "transformer": TransformerSize(),
    "cnn": ConvolutionSize(),
    "brnn": RecurrentSize(),
}
WORDS = "words.txt"
#: Weights that may have more rows than those they start from.
_STYLES = "turns.weight"
_MAY_GROW = (_STYLES, "head.weight", "head.bias")
_FIRST_HEAD = {"head.weight", "head.bias"}
_LAYER = "blocks."


@dataclass(frozen=True)
class ModelFiles:
    """The parts of a model folder beside its manifest."""

    files: Mapping[str, bytes]
    arrays: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    lists: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Parts:
    """A network ready to be trained; `settings` say how it is made, `tokenizer` is the transformer's."""

    kind: Kind
    settings: dict[str, Any]
    tokenizer: str = ""

    def export(self, precision: Precision = "int8") -> ModelFiles:
        """The network as a model folder holds it."""
        kind = self.kind
        if isinstance(kind, TransformerKind):
            graph = transformer_graph(kind.network, precision)
            return ModelFiles({NETWORK: graph, TOKENIZER: self.tokenizer.encode()})
        if isinstance(kind, ConvolutionKind):
            return ModelFiles({NETWORK: tagger_graph(kind.network)}, {"vectors": _table(kind.network)})
        if isinstance(kind, RecurrentKind):
            table = {"vectors": _table(kind.network)}
            return ModelFiles({NETWORK: tagger_graph(kind.network)}, table, {"words": kind.words})
        raise OptionError(f"A {kind.name} network cannot be exported.")

    def detector(self, exported: ModelFiles) -> Detector:
        """The detector that the exported parts make; it runs as it will from its folder."""
        with tempfile.TemporaryDirectory() as place:
            path = Path(place) / NETWORK
            path.write_bytes(exported.files[NETWORK])
            network = Network(path)
            network.load()
        plan = self.kind.plan
        if self.kind.name == "transformer":
            return TransformerDetector(network, WordPieces.from_text(self.tokenizer), plan)
        if self.kind.name == "cnn":
            return CnnDetector(network, NgramVectors(exported.arrays["vectors"]), plan)
        words = VocabularyVectors(exported.lists["words"], exported.arrays["vectors"])
        return BrnnDetector(network, words, plan)


def build(
    model: str,
    size: Any,
    counts: Mapping[str, int],
    *,
    work: Path,
    start: Path | None = None,
    pretrained: Path | None = None,
    from_scratch: bool = False,
    prune: int = 0,
) -> Parts:
    """The network for a training; with the weights of an earlier one where `start` is given."""
    if model == "transformer":
        parts = _build_transformer(size, counts, work, start, pretrained, from_scratch, prune)
    elif model == "cnn":
        parts = Parts(ConvolutionKind(Convolutions(size)), {"size": msgspec.to_builtins(size)})
    else:
        words = _choose_vocabulary(counts, size.vocabulary, work, start)
        size = replace(size, vocabulary=len(words))
        parts = Parts(RecurrentKind(Recurrent(size), words), {"size": msgspec.to_builtins(size)})
    if start is not None:
        _start_from(parts.kind.network, start)
    return parts


def restored(folder: Path) -> TransformerKind:
    """The network of a model folder or a `.training` folder, as a training has it."""
    with tempfile.TemporaryDirectory() as work:
        kind = build("transformer", size_of("transformer", folder), {}, work=Path(work), start=folder).kind
    if not isinstance(kind, TransformerKind):
        raise OptionError(f"{folder} holds a {kind.name} where a transformer is wanted.")
    kind.network.eval()
    return kind


#: Models with a name of their own, and how they are built.
_BUILT_AS = {"world": "transformer"}


def size_of(model: str, start: Path) -> Any:
    """The size of the network in a model folder or a `.training` folder."""
    if (start / MANIFEST).is_file():
        found = open_folder(start).manifest
        name, settings = found.model, found.settings
    else:
        settings = checkpoint.load(start / BEST)[1].settings
        name = settings.get("model", model)
    if _BUILT_AS.get(name, name) != model:
        raise OptionError(f"A {model} starts from a {model}; {start} holds a {name}.")
    return msgspec.convert(settings.get("size", {}), type(SIZES[model]))


def identity_of(start: Path) -> str:
    """A few letters that tell one model folder or `.training` folder from another, by what is in them."""
    told = hashlib.sha256()
    is_model = (start / MANIFEST).is_file()
    for path in sorted(start.iterdir()) if is_model else [start / BEST]:
        if path.is_file():
            told.update(path.read_bytes())
    return told.hexdigest()[:16]


def forget_vocabulary(work: Path) -> None:
    """Leave no vocabulary behind of a training that was ended before it had learned anything."""
    for name in (TOKENIZER, WORDS):
        (work / name).unlink(missing_ok=True)


def _start_from(network: nn.Module, start: Path) -> None:
    """Give a network the weights of a `.training` folder or of a model folder.

    Rows that the other one does not have, such as those for capitals, stay as they are, as does the first head of a
    recurrent network, which is exported without. Where the other one has more layers, some are taken, evenly spread.
    """
    weights = restore(start) if (start / MANIFEST).is_file() else checkpoint.load(start / BEST)[0]
    if isinstance(network, Transformer):
        weights = _spread(weights, network.size.layers)
    own = dict(network.named_parameters())
    if isinstance(network, Recurrent) and not _FIRST_HEAD & weights.keys():
        own = {name: weight for name, weight in own.items() if name not in _FIRST_HEAD}
    for name, weight in own.items():
        other = weights.get(name)
        rows = 0 if other is None else len(other)
        fits = other is not None and other.shape[1:] == weight.shape[1:] and rows <= len(weight)
        if not fits or (rows < len(weight) and name not in _MAY_GROW):
            raise InputError(str(start), None, f"holds a network of another shape ({name})", "give the same size")
    with torch.no_grad():
        for name, weight in own.items():
            if name == _STYLES:
                weight[:] = weights[name][NO_GAP]  # a style changes nothing before it is learned
            weight[: len(weights[name])] = weights[name]


def _spread(weights: dict[str, Tensor], layers: int) -> dict[str, Tensor]:
    """The weights of so many layers, where there are more."""
    there = len({name.split(".")[1] for name in weights if name.startswith(_LAYER)})
    if there <= layers:
        return weights
    renamed = {f"{_LAYER}{old}.": f"{_LAYER}{place}." for place, old in enumerate(choose_layers(layers, there))}
    kept = {name: weight for name, weight in weights.items() if not name.startswith(_LAYER)}
    for old, new in renamed.items():
        kept.update((new + name.removeprefix(old), weight) for name, weight in weights.items() if name.startswith(old))
    return kept


def _build_transformer(
    size: TransformerSize,
    counts: Mapping[str, int],
    work: Path,
    start: Path | None,
    place: Path | None,
    from_scratch: bool,
    prune: int,
) -> Parts:
    stored = _find_kept(TOKENIZER, work, start)
    found: pretrained.EncoderFiles | None = None
    kept: list[int] | None = None
    if from_scratch or (start is not None and stored is not None and place is None):
        tokenizer = stored or _read_tokenizer(place)
    else:
        found = pretrained.find_files(place)
        _check_shape(size, found.encoder)
        tokenizer = found.tokenizer
        if prune:
            tokenizer, kept = pretrained.prune_tokenizer(tokenizer, counts, at_least=prune, counts=dict(counts))
        if stored is not None and stored != tokenizer:
            tokenizer, kept = stored, pretrained.find_rows(stored, found.tokenizer)
    _keep(TOKENIZER, tokenizer, work)
    pieces = WordPieces.from_text(tokenizer)
    size = replace(size, vocabulary=pieces.count)
    network = Transformer(size) if found is None else pretrained.load_encoder(size, found.weights, kept, found.encoder)
    settings = {"size": msgspec.to_builtins(size), "encoder": found.encoder.name if found else ""}
    return Parts(TransformerKind(network, pieces), settings, tokenizer)


def _check_shape(size: TransformerSize, encoder: pretrained.Encoder) -> None:
    fixed = ("width", "inner", "heads", "positions", "distances")
    other = [name for name in fixed if getattr(size, name) != getattr(encoder.size, name)]
    if other:
        wanted = ", ".join(f"{name} {getattr(encoder.size, name)}" for name in other)
        raise OptionError(f"The encoder {encoder.name} has {wanted}; give a size like that.")


def _read_tokenizer(place: Path | None) -> str:
    path = (place or Path()) / TOKENIZER
    if place is None or not path.is_file():
        raise OptionError(f"A transformer from scratch needs a folder with a {TOKENIZER}.")
    return path.read_text(encoding="utf-8")


def _choose_vocabulary(counts: Mapping[str, int], largest: int, work: Path, start: Path | None) -> list[str]:
    """The most frequent words, the first of equals by the alphabet."""
    stored = _find_kept(WORDS, work, start)
    if stored is None:
        chosen = sorted((word for word in counts if word), key=lambda word: (-counts[word], word))[:largest]
        stored = "".join(f"{word}\n" for word in chosen)
    _keep(WORDS, stored, work)
    return stored.split("\n")[:-1]


def _find_kept(name: str, work: Path, start: Path | None) -> str | None:
    for place in (work, start):
        if place is not None and (place / name).is_file():
            return (place / name).read_bytes().decode("utf-8", "surrogatepass")
    return None


def _keep(name: str, content: str, work: Path) -> None:
    work.mkdir(parents=True, exist_ok=True)
    if not (work / name).is_file():
        with replacing(work / name) as file:
            file.write(content.encode("utf-8", "surrogatepass"))


def _table(network: Convolutions | Recurrent) -> NDArray[np.float16]:
    table: NDArray[np.float16] = network.table.weight.detach().numpy().astype(np.float16)
    return table
