"""The weights of an exported transformer, made floating again, so that training can go on from a model folder.

What was rounded to bytes comes back as the numbers that the bytes stand for: the network gives what it gave.
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

_PRODUCT = re.compile(r"/?(?:network/)?((?:blocks\.\d+/)?(?:qkv|mixed|inner|outer|head))/MatMul(?:_quant)?")


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
    return {name: torch.from_numpy(np.array(value, order="C")) for name, value in found.items()}


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
