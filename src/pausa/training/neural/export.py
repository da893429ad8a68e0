"""From a trained network to the files of a model folder: an ONNX graph without the training framework.

The transformer's matrices become int8 (each output channel with its own scale, one bit kept in reserve so that
older processors do not overflow), its subword table int8 with a scale for each row. What goes into the feed-forward
layers of the lower half stays in full precision, and only their weights are rounded: a few channels there are so much
larger than the rest that bytes would lose the others. The tables of `cnn` and `brnn` are kept beside the graph in half
precision.

A transformer that was adapted is kept in half precision instead, twice as large: it started from bytes, and most of its
small steps would be rounded back to where they began.
"""

from __future__ import annotations

import logging
import re
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np
import torch
from torch import Tensor, nn

from pausa.training.neural.bert import Transformer
from pausa.training.neural.conv import Convolutions
from pausa.training.neural.recurrent import Recurrent

#: How a transformer's weights are stored: in bytes, in half precision and made whole when loaded, or as trained.
Precision: TypeAlias = Literal["int8", "half", "full"]
#: A version of the graph language that has layer normalisation and that onnxruntime has long known.
OPSET = 17
_LENGTH = 12
_FEED_FORWARD = r"/blocks\.\d+/(inner|outer)/MatMul"


class SmallTable(nn.Module):
    """An embedding in int8, each row with its own scale."""

    def __init__(self, table: nn.Embedding) -> None:
        super().__init__()
        weight = table.weight.detach()
        scale = weight.abs().amax(dim=1, keepdim=True).clamp_min(1e-8) / 127
        self.register_buffer("rows", torch.round(weight / scale).to(torch.int8))
        self.register_buffer("scale", scale)

    def forward(self, numbers: Tensor) -> Tensor:
        rows, scale = self.get_buffer("rows"), self.get_buffer("scale")
        found: Tensor = nn.functional.embedding(numbers, rows).to(torch.float32)
        return found * nn.functional.embedding(numbers, scale)


class HalfTable(nn.Module):
    """An embedding in half precision."""

    def __init__(self, table: nn.Embedding) -> None:
        super().__init__()
        self.register_buffer("rows", table.weight.detach().half())

    def forward(self, numbers: Tensor) -> Tensor:
        return nn.functional.embedding(numbers, self.get_buffer("rows")).to(torch.float32)


class _ForTransformer(nn.Module):
    """The transformer with just the inputs that it has at run time."""

    def __init__(self, network: Transformer, precision: Precision) -> None:
        super().__init__()
        self.network = network
        self.table: nn.Module = network.words
        if precision != "full":
            self.table = SmallTable(network.words) if precision == "int8" else HalfTable(network.words)

    def forward(self, pieces: Tensor, pauses: Tensor, before: Tensor, turns: Tensor) -> Tensor:
        return self.network.over(self.table(pieces), pauses, before, turns)


class _ForTagger(nn.Module):
    def __init__(self, network: Convolutions | Recurrent) -> None:
        super().__init__()
        self.network = network

    def forward(self, vectors: Tensor, pauses: Tensor, turns: Tensor) -> Tensor:
        logits: Tensor = self.network(vectors, pauses, turns)
        return logits


def transformer_graph(network: Transformer, precision: Precision = "int8") -> bytes:
    """The transformer as an ONNX graph."""
    numbers = torch.zeros((1, _LENGTH), dtype=torch.long)
    graph = _graph(_ForTransformer(network, precision), dict.fromkeys(("pieces", "pauses", "before", "turns"), numbers))
    if precision == "full":
        return graph
    return _quantised(graph) if precision == "int8" else _halved(graph)


def tagger_graph(network: Convolutions | Recurrent) -> bytes:
    """The convolutional or recurrent network as an ONNX graph over word vectors."""
    numbers = torch.zeros((1, _LENGTH), dtype=torch.long)
    vectors = torch.zeros((1, _LENGTH, network.size.width))
    return _graph(_ForTagger(network), {"vectors": vectors, "pauses": numbers, "turns": numbers})


def _graph(network: nn.Module, inputs: dict[str, Tensor]) -> bytes:
    network.eval()
    with tempfile.TemporaryDirectory() as place, warnings.catch_warnings(), _quiet():
        # The older exporter is said to go away one day; it makes smaller graphs, and of a GRU one node, not a loop.
        warnings.simplefilter("ignore")
        path = Path(place) / "graph.onnx"
        torch.onnx.export(
            network,
            tuple(inputs.values()),
            str(path),
            input_names=list(inputs),
            output_names=["logits"],
            dynamic_axes={name: {0: "batch", 1: "length"} for name in (*inputs, "logits")},
            opset_version=OPSET,
            dynamo=False,
        )
        return path.read_bytes()


def _quantised(graph: bytes) -> bytes:
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    model = onnx.load_from_string(graph)
    careful = _lower_layers(model)
    with tempfile.TemporaryDirectory() as place, _quiet():
        plain, small = Path(place) / "plain.onnx", Path(place) / "small.onnx"
        plain.write_bytes(graph)
        quantize_dynamic(
            str(plain),
            str(small),
            op_types_to_quantize=["MatMul"],
            per_channel=True,
            reduce_range=True,
            weight_type=QuantType.QInt8,
            # The head decides: a few thousand weights that are not worth a rounding.
            nodes_to_exclude=[*_last_matrix(model), *careful],
        )
        made = onnx.load(str(small))
    for node in [node for node in made.graph.node if node.name in careful]:
        _round_weights(made, node.input[1])
    content: bytes = made.SerializeToString()
    return content


def _halved(graph: bytes) -> bytes:
    import onnx

    model = onnx.load_from_string(graph)
    stored = {each.name for each in model.graph.initializer}
    for name in {node.input[1] for node in model.graph.node if node.op_type == "MatMul"} & stored:
        _halve_weights(model, name)
    content: bytes = model.SerializeToString()
    return content


def _lower_layers(model: Any) -> list[str]:
    """The names of the feed-forward products in the lower half of the blocks."""
    found = [node.name for node in model.graph.node if re.fullmatch(_FEED_FORWARD, node.name)]
    return found[: len(found) // 4 * 2]


def _round_weights(model: Any, name: str) -> None:
    """A matrix kept in int8 with a scale for each column; whoever loads the graph makes it whole, once."""
    from onnx import TensorProto, helper, numpy_helper

    (stored,) = (each for each in model.graph.initializer if each.name == name)
    weight = numpy_helper.to_array(stored)
    scale = np.maximum(np.abs(weight).max(axis=0) / 127, 1e-12).astype(np.float32)
    rows = np.round(weight / scale).astype(np.int8)
    model.graph.initializer.remove(stored)
    model.graph.initializer.append(numpy_helper.from_array(rows, f"{name}.rows"))
    model.graph.initializer.append(numpy_helper.from_array(scale, f"{name}.scale"))
    # Not one DequantizeLinear: that would be left in place and done again for each window.
    model.graph.node.insert(0, helper.make_node("Mul", [f"{name}.whole", f"{name}.scale"], [name]))
    model.graph.node.insert(0, helper.make_node("Cast", [f"{name}.rows"], [f"{name}.whole"], to=TensorProto.FLOAT))


def _halve_weights(model: Any, name: str) -> None:
    """A matrix kept in half precision; whoever loads the graph makes it whole, once."""
    from onnx import TensorProto, helper, numpy_helper

    (stored,) = (each for each in model.graph.initializer if each.name == name)
    half = numpy_helper.to_array(stored).astype(np.float16)
    model.graph.initializer.remove(stored)
    model.graph.initializer.append(numpy_helper.from_array(half, f"{name}.half"))
    model.graph.node.insert(0, helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))


def _last_matrix(model: Any) -> list[str]:
    """The name of the matrix product that gives the logits."""
    products = [node.name for node in model.graph.node if node.op_type in ("MatMul", "Gemm")]
    return products[-1:]


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the advice that exporters log."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(before)
