"""The transformer in torch: it says the same while it learns and afterwards."""

from __future__ import annotations

import pytest
import torch

from pausa.training.neural.bert import Transformer
from pausa.training.neural.settings import TransformerSize


@pytest.mark.parametrize("distances", [0, 8])
@pytest.mark.parametrize("padded", [False, True])
def test_attention_is_the_same_while_learning_and_afterwards(distances: int, padded: bool) -> None:
    torch.manual_seed(5)
    size = TransformerSize(vocabulary=50, width=16, inner=32, heads=2, layers=2, positions=32, distances=distances)
    network = Transformer(size)
    pieces, nothing = torch.randint(50, (3, 9)), torch.zeros((3, 9), dtype=torch.long)
    mask = torch.arange(9)[None] < torch.tensor([[9], [4], [7]]) if padded else None
    learning = network.train()(pieces, nothing, nothing, nothing, mask)
    learned = network.eval()(pieces, nothing, nothing, nothing, mask)
    seen = slice(None) if mask is None else mask
    assert torch.allclose(learning[seen], learned[seen], atol=1e-5)
