"""The optimiser with its groups, the course of the learning rate, and the running average of the weights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import cos, pi

import torch
from torch import Tensor, nn

from pausa.core.errors import OptionError
from pausa.training.neural.kinds import Kind
from pausa.training.neural.settings import NeuralRecipe

_MEAN, _SQUARE = "adam.mean.", "adam.square."


class Optimiser:
    """AdamW over a network's weights, by name; new weights learn faster than pretrained ones."""

    def __init__(self, kind: Kind, recipe: NeuralRecipe) -> None:
        self._named = dict(kind.network.named_parameters())
        self._recipe = recipe
        new = set(map(id, kind.new_weights()))
        groups = []
        for rate, is_new in ((recipe.rate, False), (recipe.new_rate, True)):
            for decays in (False, True):
                chosen = [w for w in self._named.values() if (id(w) in new) == is_new and (w.ndim > 1) == decays]
                decay = recipe.weight_decay if decays else 0.0
                groups.append({"params": chosen, "lr": rate, "weight_decay": decay, "base": rate})
        self._adam = torch.optim.AdamW(
            [group for group in groups if group["params"]], betas=(0.9, 0.98), eps=1e-6, fused=True
        )

    def step(self, factor: float) -> None:
        """Move the weights by their gradients; the rate of learning is its base times `factor`."""
        torch.nn.utils.clip_grad_norm_([w for w in self._named.values() if w.grad is not None], self._recipe.clip)
        for group in self._adam.param_groups:
            group["lr"] = group["base"] * factor
        self._adam.step()
        self._adam.zero_grad(set_to_none=True)

    def tensors(self) -> dict[str, Tensor]:
        """What has to be kept to go on later."""
        kept: dict[str, Tensor] = {}
        for name, weight in self._named.items():
            held = self._adam.state.get(weight)
            if held:
                kept[_MEAN + name] = held["exp_avg"]
                kept[_SQUARE + name] = held["exp_avg_sq"]
        return kept

    def counts(self) -> dict[str, int]:
        """How many times each weight was moved."""
        states = ((name, self._adam.state.get(weight)) for name, weight in self._named.items())
        return {name: int(held["step"]) for name, held in states if held}

    def restore(self, tensors: Mapping[str, Tensor], counts: Mapping[str, int]) -> None:
        for name, count in counts.items():
            self._adam.state[self._named[name]] = {
                "step": torch.tensor(float(count)),
                "exp_avg": tensors[_MEAN + name].clone(),
                "exp_avg_sq": tensors[_SQUARE + name].clone(),
            }


def rate_factor(progress: float, step: int, recipe: NeuralRecipe) -> float:
    """The factor of the learning rate: up over the first steps, then down to nothing."""
    rise = min(1.0, (step + 1) / max(1, recipe.warm_up))
    left = max(0.0, 1.0 - progress)
    if recipe.decay == "linear":
        return rise * left
    if recipe.decay == "cosine":
        return rise * 0.5 * (1 + cos(pi * (1 - left)))
    raise OptionError(f"The learning rate falls 'linear' or 'cosine', not {recipe.decay!r}.")


class Average:
    """A running average of a network's weights, which does better than the last ones."""

    def __init__(self, network: nn.Module, decay: float) -> None:
        self._network, self._decay = network, decay
        self.weights = {name: weight.detach().clone() for name, weight in network.named_parameters()}

    @torch.no_grad()
    def update(self, step: int) -> None:
        # Early on the average follows closely, so that the untrained weights are soon forgotten.
        follow = 1 - min(self._decay, (1 + step) / (10 + step))
        for name, weight in self._network.named_parameters():
            if weight.requires_grad:
                self.weights[name].lerp_(weight, follow)

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """The network with the averaged weights, for as long as the block lasts."""
        own = {name: weight.detach().clone() for name, weight in self._network.named_parameters()}
        try:
            copy_weights(self._network, self.weights)
            yield
        finally:
            copy_weights(self._network, own)


@torch.no_grad()
def copy_weights(network: nn.Module, weights: Mapping[str, Tensor]) -> None:
    """Copy weights into a network."""
    for name, weight in network.named_parameters():
        weight.copy_(weights[name])
