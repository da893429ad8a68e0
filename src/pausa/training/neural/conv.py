"""The convolutional network: each word's output depends on a fixed number of words around it.

Over a whole line at once this computes what a window slid from word to word would: is the middle word
followed by an end? Places outside the line are zeros in every layer.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from pausa.models.neural.inputs import PAUSE_VALUES, TURN_VALUES
from pausa.models.neural.marks import CLASSES
from pausa.training.neural.settings import ConvolutionSize


class Convolutions(nn.Module):
    """Logits of the four classes for each word, from vectors, pauses and turns."""

    def __init__(self, size: ConvolutionSize) -> None:
        super().__init__()
        self.size = size
        self.table = nn.EmbeddingBag(size.buckets, size.width, mode="mean")
        self.pauses = nn.Embedding(PAUSE_VALUES, size.gap_width)
        self.turns = nn.Embedding(TURN_VALUES, size.gap_width)
        widths = [size.width + 2 * size.gap_width, *[size.channels] * len(size.kernels)]
        self.layers = nn.ModuleList(
            nn.Conv1d(low, high, kernel, padding=kernel // 2)
            for low, high, kernel in zip(widths, widths[1:], size.kernels, strict=False)
        )
        self.head = nn.Linear(size.channels, len(CLASSES))
        for part in (self.table, self.pauses, self.turns):
            nn.init.normal_(part.weight, std=0.2)

    def forward(self, vectors: Tensor, pauses: Tensor, turns: Tensor, mask: Tensor | None = None) -> Tensor:
        """`mask` is True at real words; the rest stays zero, so that it says nothing."""
        drop = self.size.dropout if self.training else 0.0
        real = None if mask is None else mask[:, None, :].to(vectors.dtype)
        states = torch.cat([vectors, self.pauses(pauses), self.turns(turns)], dim=2).transpose(1, 2)
        for number, layer in enumerate(self.layers):
            states = functional.dropout(states if real is None else states * real, drop, self.training)
            found = functional.relu(layer(states))
            states = found if number == 0 else found + states
        logits: Tensor = self.head(states.transpose(1, 2))
        return logits
