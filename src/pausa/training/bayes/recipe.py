"""How a `bayes` model is to be made: the method, the size of its tables, how its text is taken."""

from __future__ import annotations

from dataclasses import dataclass, field

from pausa.core.errors import OptionError
from pausa.models.bayes.counts import Counts, Vocabulary
from pausa.models.bayes.prune import to_bytes, to_pairs
from pausa.models.bayes.tables import Unpruned, tables
from pausa.models.bayes.weights import METHODS
from pausa.models.storage import Manifest
from pausa.training.timed import TextRules


@dataclass(frozen=True)
class BayesRecipe:
    """How a model is to be made.

    `max_pairs` is for each table of pairs, in numbers or in times the vocabulary ("2v"). `duration` tries the
    duration of words as a further factor of method 3 and keeps it where the held-out parts gain by it. With
    `any_domain` the model keeps no rate of sentences: how many a recording has follows from its own scores.
    """

    method: int = 3
    max_pairs: int | str | None = None
    max_mb: float | None = None
    rules: TextRules = field(default_factory=TextRules)
    duration: bool = False
    any_domain: bool = False
    manifest: Manifest = field(default_factory=lambda: Manifest(model="bayes"))

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise OptionError(f"No method {self.method}; there are {', '.join(map(str, METHODS))}.")
        if self.duration and self.method != METHODS[-1]:
            raise OptionError(f"The duration of words is a factor of method {METHODS[-1]}, not of {self.method}.")
        if (self.pairs_for(1) or 0) < 0:
            raise OptionError(f"max-bigrams is a number from 0, not {self.max_pairs}.")

    @property
    def is_pruned(self) -> bool:
        return self.max_pairs is not None or self.max_mb is not None

    def pairs_for(self, n_forms: int) -> int | None:
        """How many pairs each table may hold with that many words."""
        if not isinstance(self.max_pairs, str):
            return self.max_pairs
        number, v, rest = self.max_pairs.lower().partition("v")
        try:
            return int(float(number + rest) * (n_forms if v else 1))
        except ValueError:
            raise OptionError(f"max-bigrams is a number, or one and a v ('2v'), not {self.max_pairs!r}.") from None

    def make_tables(self, counts: Counts, vocabulary: Vocabulary) -> Unpruned:
        """The tables of what was counted."""
        return tables(counts, vocabulary.forms, versions=self.rules.n_versions)

    def prune(self, full: Unpruned) -> Unpruned:
        """The tables as small as asked for."""
        pairs = self.pairs_for(len(full.lexicon))
        small = full if pairs is None else to_pairs(full, pairs)
        return small if self.max_mb is None else to_bytes(small, int(self.max_mb * 1e6))
