"""The recurrent network of Tilk & Alumäe (2016), with scaled dot products in its attention.

    words → GRU both ways → GRU → attention over the first states, fused in late → four classes
                                                                     ↘ GRU with pauses (second stage)

The second stage reads what the first one would have decided from, and the pause after each word. It learns
while the first stage stays as it is.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from pausa.models.neural.inputs import PAUSE_VALUES, TURN_VALUES
from pausa.models.neural.marks import CLASSES
from pausa.training.neural.settings import RecurrentSize


class Recurrent(nn.Module):
    """Logits of the four classes for each word, from vectors, pauses and turns."""

    def __init__(self, size: RecurrentSize) -> None:
        super().__init__()
        self.size = size
        self.stage = 2 if size.pauses else 1
        both, one = 2 * size.states, size.states
        self.table = nn.Embedding(size.vocabulary + 1, size.width)
        self.reader = nn.GRU(size.width, one, batch_first=True, bidirectional=True)
        self.writer = nn.GRU(both, one, batch_first=True)
        self.query = nn.Linear(one, both, bias=False)
        self.seen = nn.Linear(both, one, bias=False)
        self.gate_seen = nn.Linear(both, one, bias=False)
        self.gate = nn.Linear(one, one)
        self.head = nn.Linear(one, len(CLASSES))
        self.pauses = nn.Embedding(PAUSE_VALUES, size.gap_width)
        self.turns = nn.Embedding(TURN_VALUES, size.gap_width)
        self.listener = nn.GRU(one + 2 * size.gap_width, one, batch_first=True)
        self.second_head = nn.Linear(one, len(CLASSES))
        for part in (self.table, self.pauses, self.turns):
            nn.init.normal_(part.weight, std=0.2)

    def first_stage(self) -> list[nn.Parameter]:
        """What learns from words alone."""
        second = set(map(id, self.second_stage()))
        return [weight for weight in self.parameters() if id(weight) not in second]

    def second_stage(self) -> list[nn.Parameter]:
        """What learns from pauses, once the rest is done."""
        parts = (self.pauses, self.turns, self.listener, self.second_head)
        return [weight for part in parts for weight in part.parameters()]

    def forward(self, vectors: Tensor, pauses: Tensor, turns: Tensor, lengths: Tensor | None = None) -> Tensor:
        """`lengths` are the numbers of real words; without them all rows are taken to be full."""
        drop = self.size.dropout if self.training else 0.0
        read = _run(self.reader, functional.dropout(vectors, drop, self.training), lengths)
        written = _run(self.writer, functional.dropout(read, drop, self.training), lengths)
        fused = self._fused(read, written, lengths)
        if self.stage == 1:
            logits: Tensor = self.head(functional.dropout(fused, drop, self.training))
            return logits
        told = torch.cat([fused, self.pauses(pauses), self.turns(turns)], dim=2)
        heard = _run(self.listener, told, lengths)
        second: Tensor = self.second_head(functional.dropout(heard, drop, self.training))
        return second

    def _fused(self, read: Tensor, written: Tensor, lengths: Tensor | None) -> Tensor:
        # The state before each word asks, as in the paper; before the first there is nothing.
        asking = functional.pad(written, (0, 0, 1, 0))[:, :-1]
        weights = self.query(asking) @ read.transpose(1, 2) / read.shape[2] ** 0.5
        if lengths is not None:
            real = torch.arange(read.shape[1])[None] < lengths[:, None]
            weights = weights.masked_fill(~real[:, None, :], -1e9)
        context = torch.softmax(weights, dim=2) @ read
        seen: Tensor = self.seen(context) * torch.sigmoid(self.gate_seen(context) + self.gate(written)) + written
        return seen


def _run(layer: nn.GRU, states: Tensor, lengths: Tensor | None) -> Tensor:
    """What a layer says at each word. Packed sequences would do the same, but take longer."""
    if lengths is None or bool((lengths == states.shape[1]).all()):
        output: Tensor = layer(states)[0]
        return output
    found = _one_way(layer, states, "l0")
    if not layer.bidirectional:
        return found
    # Backwards each row begins at its own last word; what stands behind that is never looked at.
    places = torch.arange(states.shape[1])
    turned = torch.where(places < lengths[:, None], lengths[:, None] - 1 - places, places)
    rows = torch.arange(len(states))[:, None]
    backwards = _one_way(layer, states[rows, turned], "l0_reverse")[rows, turned]
    return torch.cat([found, backwards], dim=2)


def _one_way(layer: nn.GRU, states: Tensor, name: str) -> Tensor:
    parts = [getattr(layer, f"{part}_{name}") for part in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")]
    begin = states.new_zeros(1, len(states), layer.hidden_size)
    found: Tensor = torch.gru(states, begin, parts, True, 1, 0.0, layer.training, False, True)[0]
    return found
