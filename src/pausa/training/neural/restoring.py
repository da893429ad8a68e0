"""The weights of an exported network, made floating again, so that training can go on from a model folder.

What was rounded to bytes comes back as the numbers that the bytes stand for: the network gives what it gave. Of a
recurrent network with both stages the head of the first one, which was not exported, is missing.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from pausa.core.errors import InputError
from pausa.models.neural.onnx import NETWORK

_NAMES = "qkv|mixed|inner|outer|head|query|seen|gate_seen|gate|second_head"
_PRODUCT = re.compile(rf"/?(?:network/)?((?:blocks\.\d+/)?(?:{_NAMES}))/MatMul(?:_quant)?")
_RECURRENT = re.compile(r"/?network/(\w+)/GRU")
#: Where tables of words stand, of networks that have them beside the graph.
_VECTORS = "vectors.npy"
#: The gates of a recurrent layer stand in another order in a graph.
_GATES = (1, 0, 2)


def restore(folder: Path) -> dict[str, Tensor]:
    """The weights in a model folder by the names they have in training."""
    found = restore_weights(folder / NETWORK)
    table = folder / _VECTORS
    return found | (
        {"table.weight": torch.from_numpy(np.load(table, allow_pickle=False).astype(np.float32))}
        if table.is_file()
        else {}
    )


def restore_weights(path: Path) -> dict[str, Tensor]:
    """The weights in a `model.onnx` by the names they have in training."""
    import onnx

    try:
        graph = onnx.load(str(path)).graph
    except Exception as problem:  # the library's errors have no common ancestor
        raise InputError(str(path), None, f"cannot be loaded ({problem})", "get it again") from None
    stored = {each.name: onnx.numpy_helper.to_array(each) for each in graph.initializer}
    found = {name.removeprefix("network."): value for name, value in stored.items() if name.startswith("network.")}
    if "table.rows" in stored:
        found["words.weight"] = stored["table.rows"].astype(np.float32) * stored.get("table.scale", np.float32(1))
    for node in graph.node:
        product = _PRODUCT.fullmatch(node.name)
        if product is not None and node.op_type in ("MatMul", "MatMulInteger"):
            matrix = _matrix(node.input[1], stored)
            if matrix is None:
                raise InputError(str(path), None, f"has no weights for {product[1]}", "train from scratch instead")
            found[f"{product[1].replace('/', '.')}.weight"] = matrix.T
        layer = _RECURRENT.fullmatch(node.name)
        if layer is not None and node.op_type == "GRU":
            found |= _recurrent(layer[1], *(stored[name] for name in node.input[1:4]))
    return {name: torch.from_numpy(np.array(value, order="C")) for name, value in found.items()}


def _recurrent(name: str, inner: NDArray[Any], outer: NDArray[Any], biases: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The weights of a recurrent layer, one way or both."""
    found = {}
    for end, inputs, states, bias in zip(("l0", "l0_reverse"), inner, outer, biases, strict=False):
        of_inputs, of_states = np.split(bias, 2)
        parts = {"weight_ih": inputs, "weight_hh": states, "bias_ih": of_inputs, "bias_hh": of_states}
        for part, value in parts.items():
            gates = np.split(value, len(_GATES))
            found[f"{name}.{part}_{end}"] = np.concatenate([gates[place] for place in _GATES])
    return found


def _matrix(name: str, stored: dict[str, NDArray[Any]]) -> NDArray[Any] | None:
    """A matrix as it is multiplied with, however it is stored."""
    if name in stored and not name.endswith("_quantized"):
        return stored[name]
    if f"{name}.rows" in stored:
        return np.asarray(stored[f"{name}.rows"].astype(np.float32) * stored[f"{name}.scale"])
    if f"{name}.half" in stored:
        return stored[f"{name}.half"].astype(np.float32)
    plain = name.removesuffix("_quantized")
    if name in stored:
        zero = stored[f"{plain}_zero_point"].astype(np.float32)
        return np.asarray((stored[name].astype(np.float32) - zero) * stored[f"{plain}_scale"])
    return None
