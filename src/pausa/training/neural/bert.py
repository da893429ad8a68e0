"""The transformer: a small BERT encoder with pauses and turns added to its words, and a head over four classes.

    subword      [CLS]  we   left   it   was  [SEP]
    + pause after        .     .                         at a word's last subword
    + pause before             .    .                    at a word's first subword
    + turn               .     .                         at a word's last subword

All three tables start as zeros, so training starts from what the pretrained encoder knows.
"""

from __future__ import annotations

from math import log

import torch
from torch import Tensor, nn
from torch.nn import functional

from pausa.models.neural.inputs import PAUSE_VALUES, STYLES, TURN_VALUES
from pausa.models.neural.marks import CLASSES
from pausa.text.casing import CASES
from pausa.training.neural.settings import TransformerSize

#: Subwords that are further apart than this are all equally far.
_FARTHEST = 128


class Distances(nn.Module):
    """What attention adds for the distance between two subwords, one value for each head, as in MPNet.

    One half of the bands is for subwords before, the other for those behind. In each, the first bands are one
    subword wide, the others wider and wider.
    """

    def __init__(self, bands: int, heads: int) -> None:
        super().__init__()
        self.bands = bands
        self.table = nn.Embedding(bands, heads)

    def forward(self, length: int) -> Tensor:
        places = torch.arange(length, device=self.table.weight.device)
        found: Tensor = self.table(self._band(places[None, :] - places[:, None]))
        return found.permute(2, 0, 1)[None]

    def _band(self, distance: Tensor) -> Tensor:
        half = self.bands // 2
        single = half // 2
        far = distance.abs()
        width = (far.clamp_min(1).float() / single).log() / log(_FARTHEST / single) * (half - single)
        band = torch.where(far < single, far, (single + width.clamp_min(0).long()).clamp_max(half - 1))
        return band + half * (distance > 0)


class EncoderBlock(nn.Module):
    """Self-attention and a feed-forward layer, each with its residual and normalised after it, as in BERT."""

    def __init__(self, size: TransformerSize) -> None:
        super().__init__()
        self.heads = size.heads
        self.dropout = size.dropout
        self.qkv = nn.Linear(size.width, 3 * size.width)
        self.mixed = nn.Linear(size.width, size.width)
        self.attention_norm = nn.LayerNorm(size.width, eps=1e-12)
        self.inner = nn.Linear(size.width, size.inner)
        self.outer = nn.Linear(size.inner, size.width)
        self.norm = nn.LayerNorm(size.width, eps=1e-12)

    def forward(self, states: Tensor, mask: Tensor | None) -> Tensor:
        batch, length, width = states.shape
        split = self.qkv(states).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        seen = self._attend(split[0], split[1], split[2], mask)
        mixed = self.mixed(seen.transpose(1, 2).reshape(batch, length, width))
        states = self.attention_norm(states + self._thin(mixed))
        outer = self.outer(functional.gelu(self.inner(states)))
        normed: Tensor = self.norm(states + self._thin(outer))
        return normed

    def _attend(self, asking: Tensor, asked: Tensor, told: Tensor, mask: Tensor | None) -> Tensor:
        """Attention. While learning it is made of single products: on a processor their gradients take half the time.

        (16 windows of 190 subwords, bfloat16, two cores: 31 ms for both directions, the fused kernel 73.)
        """
        if not self.training:
            return functional.scaled_dot_product_attention(asking, asked, told, attn_mask=mask)
        weights = asking @ asked.transpose(-1, -2) * asking.shape[-1] ** -0.5
        if mask is not None:
            weights = weights.masked_fill(~mask, float("-inf")) if mask.dtype == torch.bool else weights + mask
        seen: Tensor = weights.softmax(dim=-1).to(told.dtype) @ told
        return seen

    def _thin(self, states: Tensor) -> Tensor:
        """Some channels left out while learning, the same ones at all places of a window: that costs next to nothing.

        Dropout of single values, and above all of attention, makes a step much longer.
        """
        if not self.training or not self.dropout:
            return states
        return states * functional.dropout(states.new_ones(states.shape[0], 1, states.shape[2]), self.dropout)


class Transformer(nn.Module):
    """Logits of the four classes for each subword; those at a word's last subword count."""

    def __init__(self, size: TransformerSize) -> None:
        super().__init__()
        self.size = size
        self.words = nn.Embedding(size.vocabulary, size.width)
        self.positions = nn.Embedding(size.positions, size.width)
        self.pauses = nn.Embedding(PAUSE_VALUES, size.width)
        self.pauses_before = nn.Embedding(PAUSE_VALUES, size.width)
        self.turns = nn.Embedding(TURN_VALUES + (len(STYLES) if size.styles else 0), size.width)
        self.norm = nn.LayerNorm(size.width, eps=1e-12)
        self.distances = Distances(size.distances, size.heads) if size.distances else None
        self.blocks = nn.ModuleList(EncoderBlock(size) for _ in range(size.layers))
        self.head = nn.Linear(size.width, len(CLASSES) + (len(CASES) if size.cases else 0))
        for table in (self.words, self.positions):
            nn.init.normal_(table.weight, std=0.02)
        for table in (self.pauses, self.pauses_before, self.turns):
            nn.init.zeros_(table.weight)

    def forward(
        self,
        pieces: Tensor,
        pauses: Tensor,
        before: Tensor,
        turns: Tensor,
        mask: Tensor | None = None,
        shift: int = 0,
    ) -> Tensor:
        """`mask` is True at real subwords; `shift` moves the window along the positions."""
        return self.over(self.words(pieces), pauses, before, turns, mask, shift)

    def over(
        self,
        words: Tensor,
        pauses: Tensor,
        before: Tensor,
        turns: Tensor,
        mask: Tensor | None = None,
        shift: int = 0,
    ) -> Tensor:
        """The same, from the vectors of the subwords."""
        if self.training and self.size.dropout:
            # Half as many subwords as channels are left out; what is known of their pauses stays.
            words = words * (torch.rand(words.shape[:2], device=words.device) >= self.size.dropout / 2)[..., None]
        places = torch.arange(words.shape[1], device=words.device) + shift
        states = words + self.positions(places)
        states = states + self.pauses(pauses) + self.pauses_before(before) + self.turns(turns)
        states = self.norm(states)
        seen = None if mask is None else mask[:, None, None, :]
        if self.distances is not None:
            bias = self.distances(words.shape[1])
            seen = bias if seen is None else bias.masked_fill(~seen, float("-inf"))
        for block in self.blocks:
            states = block(states, seen)
        logits: Tensor = self.head(states)
        return logits
