"""What each model says about a recording, and the weighted sum that the best path is searched in.

    cost of a path = w_words · word LM + w_classes · class LM + w_prosody · prosody + w_length · lengths + bias · breaks

Each part is a table of costs, −log p. The tables of a recording are made once; with them at hand any weights can
be tried at the price of a search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from pausa.core.errors import OptionError
from pausa.core.scores import Floats
from pausa.decode.path import LengthCosts, PathCosts
from pausa.models.fst.length import LONGEST, Gamma

#: No model counts more than this.
LARGEST = 10_000


@dataclass(frozen=True)
class Weights:
    """How much each model counts; `bias` is the extra cost of every break, below 0 a reward."""

    words: float = 1.0
    classes: float = 0.0
    prosody: float = 0.0
    length: float = 0.0
    bias: float = 0.0

    def __post_init__(self) -> None:
        if not all(isinstance(value, int | float) and abs(value) <= LARGEST for value in self.as_dict().values()):
            raise OptionError(f"Weights are numbers between -{LARGEST:,} and {LARGEST:,}, not {self.as_dict()}.")

    def __mul__(self, factor: float) -> Weights:
        return Weights(*(factor * value for value in self.as_dict().values()))

    def as_dict(self) -> dict[str, float]:
        return {each.name: getattr(self, each.name) for each in fields(self)}


@dataclass(frozen=True)
class Evidence:
    """Unweighted costs of one recording's words and breaks; None where a model is not there.

    `words` and `classes` are the tables of a language model (cost of each word by its history, of a break by the
    length of its sentence); `prosody` holds two columns, the cost of a break and of none.
    """

    n_words: int
    words: tuple[Floats, Floats] | None = None
    classes: tuple[Floats, Floats] | None = None
    prosody: Floats | None = None

    def part(self, words: slice) -> Evidence:
        """The evidence of some of the words; the tables know nothing of where a recording starts."""
        start, stop, _ = words.indices(self.n_words)

        def cut(tables: tuple[Floats, Floats] | None) -> tuple[Floats, Floats] | None:
            return None if tables is None else (tables[0][start:stop], tables[1][start:stop])

        prosody = None if self.prosody is None else self.prosody[start:stop]
        return Evidence(stop - start, cut(self.words), cut(self.classes), prosody)

    def costs(self, weights: Weights, gamma: Gamma | None, *, normalised: bool = False) -> PathCosts:
        """All of it as one table."""
        word = np.zeros((self.n_words, 5))
        end = np.full((self.n_words, 3), weights.bias, dtype=np.float64)
        go = np.zeros(self.n_words)
        for tables, weight in ((self.words, weights.words), (self.classes, weights.classes)):
            if tables is not None and weight:
                word += weight * tables[0]
                end += weight * tables[1]
        if self.prosody is not None and weights.prosody:
            end += weights.prosody * self.prosody[:, :1]
            go += weights.prosody * self.prosody[:, 1]
        return PathCosts(word=word, end=end, go=go, length=length_costs(gamma, weights, normalised=normalised))


def length_costs(gamma: Gamma | None, weights: Weights, *, normalised: bool = False) -> LengthCosts:
    """What the length of a sentence costs; nothing without a length model, or where it has no weight."""
    if gamma is None or not weights.length:
        return LengthCosts.free(LONGEST)
    return gamma.costs(weight=weights.length, normalised=normalised)


def joined(several: Sequence[Evidence]) -> Evidence:
    """The evidence of recordings one after the other; all come from the same models."""

    def both(tables: Sequence[tuple[Floats, Floats] | None]) -> tuple[Floats, Floats] | None:
        known = [each for each in tables if each is not None]
        return (np.concatenate([a for a, _ in known]), np.concatenate([b for _, b in known])) if known else None

    prosody = [each.prosody for each in several if each.prosody is not None]
    return Evidence(
        sum(each.n_words for each in several),
        both([each.words for each in several]),
        both([each.classes for each in several]),
        np.concatenate(prosody) if prosody else None,
    )


def prosodic_costs(posteriors: Floats) -> Floats:
    """−log P(break) and −log P(no break) in two columns."""
    return np.stack([-np.log(posteriors), -np.log1p(-posteriors)], axis=1)
