"""The three networks behind one face: lines of words in, four logits for each word out.

Training, evaluation and export know only this.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from pausa.models.neural.inputs import Line
from pausa.models.neural.pieces import WordPieces, ngrams, numbered
from pausa.models.neural.windows import USUAL, Window, WindowPlan
from pausa.models.transformer import feed, in_pieces
from pausa.training.neural.bert import Transformer
from pausa.training.neural.conv import Convolutions
from pausa.training.neural.recurrent import Recurrent


class Kind(Protocol):
    """A network with its way of reading words."""

    @property
    def name(self) -> str: ...

    @property
    def network(self) -> nn.Module: ...

    @property
    def plan(self) -> WindowPlan:
        """How long lines are cut into windows."""
        ...

    def sizes(self, forms: Sequence[str]) -> list[int]:
        """How much room each word takes in a window."""
        ...

    def logits(self, lines: Sequence[Line], *, shift: int = 0) -> Tensor:
        """One row for each word of all lines, in order."""
        ...

    def new_weights(self) -> list[nn.Parameter]:
        """The weights that were not learned before."""
        ...

    def word_weights(self) -> list[nn.Parameter]:
        """The weights that belong to single words or their pieces."""
        ...

    def begin_stage(self, progress: float, switch: float) -> int:
        """Told before each step how far the training is; the number of the stages still to come after this one."""
        ...


class TransformerKind:
    """The transformer over subwords."""

    name = "transformer"

    def __init__(self, network: Transformer, tokenizer: WordPieces, plan: WindowPlan = USUAL) -> None:
        self.network, self.tokenizer, self.plan = network, tokenizer, plan

    def sizes(self, forms: Sequence[str]) -> list[int]:
        return [len(pieces) for pieces in self.tokenizer(forms)]

    def logits(self, lines: Sequence[Line], *, shift: int = 0) -> Tensor:
        wholes = [in_pieces(line, self.tokenizer) for line in lines]
        feeds = [
            feed(whole, Window(0, len(line), 0, len(line)), self.tokenizer)
            for whole, line in zip(wholes, lines, strict=True)
        ]
        padded = {name: _padded([each[name] for each in feeds]) for name in ("pieces", "pauses", "before", "turns")}
        lengths = torch.tensor([len(each["pieces"]) for each in feeds])
        mask = torch.arange(int(lengths.max()))[None] < lengths[:, None]
        found = self.network(**padded, mask=None if bool(mask.all()) else mask, shift=shift)
        rows = np.concatenate([np.full(len(line), row) for row, line in enumerate(lines)])
        places = np.concatenate([whole.ends + 1 for whole in wholes])
        picked: Tensor = found[torch.from_numpy(rows), torch.from_numpy(places)]
        return picked

    def new_weights(self) -> list[nn.Parameter]:
        parts = (self.network.pauses, self.network.pauses_before, self.network.turns, self.network.head)
        return [weight for part in parts for weight in part.parameters()]

    def word_weights(self) -> list[nn.Parameter]:
        return list(self.network.words.parameters())

    def begin_stage(self, progress: float, switch: float) -> int:
        return 0


class ConvolutionKind:
    """The convolutional network over n-gram vectors."""

    name = "cnn"

    def __init__(self, network: Convolutions) -> None:
        reach = network.size.reach
        self.network, self.plan = network, WindowPlan(radius=128, longest=512, before=reach, after=reach)
        self._ngrams: dict[str, list[int]] = {}

    def sizes(self, forms: Sequence[str]) -> list[int]:
        return [1] * len(forms)

    def logits(self, lines: Sequence[Line], *, shift: int = 0) -> Tensor:
        forms = list(dict.fromkeys(chain.from_iterable(line.forms for line in lines)))
        bags = [self._buckets(form) for form in forms]
        offsets = np.concatenate([[0], np.cumsum([len(bag) for bag in bags])[:-1]])
        buckets = torch.tensor(list(chain.from_iterable(bags)))
        different = self.network.table(buckets, torch.from_numpy(offsets.astype(np.int64)))
        number = {form: place for place, form in enumerate(forms)}
        vectors = different[_padded([np.array([number[form] for form in line.forms]) for line in lines])]
        mask = _mask(lines)
        found = self.network(vectors, *_gaps(lines), mask)
        picked: Tensor = found[mask]
        return picked

    def _buckets(self, form: str) -> list[int]:
        if form not in self._ngrams:
            self._ngrams[form] = ngrams(form, self.network.size.buckets)
        return self._ngrams[form]

    def new_weights(self) -> list[nn.Parameter]:
        return list(self.network.parameters())

    def word_weights(self) -> list[nn.Parameter]:
        return list(self.network.table.parameters())

    def begin_stage(self, progress: float, switch: float) -> int:
        return 0


class RecurrentKind:
    """The recurrent network over a vocabulary."""

    name = "brnn"

    def __init__(self, network: Recurrent, words: Sequence[str]) -> None:
        self.network, self.words = network, tuple(words)
        self.plan = WindowPlan(radius=64, longest=200, before=40, after=40)
        self._numbers = numbered(self.words)

    def sizes(self, forms: Sequence[str]) -> list[int]:
        return [1] * len(forms)

    def logits(self, lines: Sequence[Line], *, shift: int = 0) -> Tensor:
        ids = _padded([np.array([self._numbers.get(form, 0) for form in line.forms]) for line in lines])
        lengths = torch.tensor([len(line) for line in lines])
        found = self.network(self.network.table(ids), *_gaps(lines), lengths)
        picked: Tensor = found[_mask(lines)]
        return picked

    def new_weights(self) -> list[nn.Parameter]:
        return list(self.network.parameters())

    def word_weights(self) -> list[nn.Parameter]:
        return list(self.network.table.parameters())

    def begin_stage(self, progress: float, switch: float) -> int:
        """First words alone, then pauses on top of what stays as it is."""
        if not self.network.size.pauses:
            return 0
        second = progress >= switch
        self.network.stage = 2 if second else 1
        for weight in self.network.first_stage():
            weight.requires_grad_(not second)
        for weight in self.network.second_stage():
            weight.requires_grad_(second)
        return 0 if second else 1


def _gaps(lines: Sequence[Line]) -> tuple[Tensor, Tensor]:
    return _padded([line.pauses for line in lines]), _padded([line.turns for line in lines])


def _mask(lines: Sequence[Line]) -> Tensor:
    lengths = torch.tensor([len(line) for line in lines])
    return torch.arange(int(lengths.max()))[None] < lengths[:, None]


def _padded(rows: Sequence[NDArray[Any]]) -> Tensor:
    """Rows of numbers as one table, zeros after the end of each."""
    table = np.zeros((len(rows), max(map(len, rows))), dtype=np.int64)
    for place, row in enumerate(rows):
        table[place, : len(row)] = row
    return torch.from_numpy(table)
