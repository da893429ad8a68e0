"""The state of a training, in one file that is there whole or not at all.

Tensors are stored as safetensors, everything else as JSON in its header; nothing that could run. A run that
is killed at any moment goes on from its last checkpoint as if nothing had happened.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import torch
from torch import Tensor

from pausa.core.errors import InputError, OptionError
from pausa.core.saving import put

CHECKPOINT, BEST = "checkpoint.safetensors", "best.safetensors"
#: What settings are called where people are told about them.
_TOLD = {"start": "the model to start from", "size": "the size of the network", "sources": "what is learned from"}


class State(msgspec.Struct, kw_only=True):
    """Where a training stands; `settings` tell what it was begun with."""

    settings: dict[str, Any] = msgspec.field(default_factory=dict)
    step: int = 0
    minutes: float = 0.0
    loss: float | None = None
    stage: int = 0
    best: float = -1.0
    best_step: int = 0
    unimproved: int = 0
    optimizer_steps: dict[str, int] = msgspec.field(default_factory=dict)
    log: list[dict[str, Any]] = msgspec.field(default_factory=list)


def save(path: Path, tensors: Mapping[str, Tensor], state: State) -> None:
    """Put a checkpoint in the place of the one before."""
    from safetensors.torch import save as packed

    content = packed(
        {name: tensor.detach().contiguous() for name, tensor in tensors.items()},
        {"state": msgspec.json.encode(state).decode()},
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    put(content, path, synced=True)


def load(path: Path) -> tuple[dict[str, Tensor], State]:
    """A checkpoint's tensors and state."""
    from safetensors import SafetensorError, safe_open

    state = read_state(path)
    try:
        with safe_open(str(path), "pt") as stored:
            return {name: stored.get_tensor(name) for name in stored.keys()}, state  # noqa: SIM118
    except (SafetensorError, OSError) as problem:
        raise InputError(str(path), None, f"is no checkpoint ({problem})", "remove it to begin anew") from None


def read_state(path: Path) -> State:
    """A checkpoint's state alone."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(str(path), "pt") as stored:
            return msgspec.json.decode((stored.metadata() or {})["state"], type=State)
    except (SafetensorError, KeyError, msgspec.DecodeError, OSError) as problem:
        raise InputError(str(path), None, f"is no checkpoint ({problem})", "remove it to begin anew") from None


def check_same(work: Path, begun: Mapping[str, Any], own: Mapping[str, Any]) -> None:
    """Refuse to go on with a training that was `begun` with other settings than one's own."""
    names = begun.keys() | own.keys()
    other = sorted(_TOLD.get(name, name) for name in names if begun.get(name) != own.get(name))
    if other:
        raise OptionError(
            f"The training in {work} was begun with other settings ({', '.join(other)}); "
            "give the same again, or remove that folder to begin anew."
        )


def blend(place: Path, trainings: Mapping[Path, float]) -> None:
    """Make a `.training` folder of the weighted mean of others' best weights; the first one tells the rest.

    Trainings that began from the same weights lie close together, and their mean knows more than each of them.
    """
    loaded = [load(path / BEST) for path in trainings]
    total = sum(trainings.values())
    shares = [share / total for share in trainings.values()]
    names = {frozenset((name, weight.shape) for name, weight in weights.items()) for weights, _ in loaded}
    if len(names) != 1:
        raise OptionError("Networks of different shapes cannot be blended.")
    first, state = loaded[0]
    mean = {
        name: torch.stack([share * weights[name] for share, (weights, _) in zip(shares, loaded, strict=True)]).sum(0)
        for name in first
    }
    save(place / BEST, mean, state)
    for path in next(iter(trainings)).iterdir():
        if path.suffix in (".json", ".txt"):
            shutil.copy(path, place)


def under(prefix: str, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The tensors whose names begin with a prefix, without it."""
    return {name.removeprefix(prefix): tensor for name, tensor in tensors.items() if name.startswith(prefix)}
