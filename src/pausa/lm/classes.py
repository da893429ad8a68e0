"""Class models: every word stands for its class, and an n-gram model is made of the classes.

    so  we  left  <break>      c17  c03  c88  <break>

The classes come from the text (`exchange`), from a grammar (`preterminals`), or from anyone's list. A word without a
class is `<unk>`. The break is a class of its own, so tables of gaps are made as for words.

Which class a word has does not depend on breaks, so p(word | class) is the same on every path through given words
and `log_probs` leaves it out. Where words compete, in a word graph, `memberships` has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat

import numpy as np

from pausa.core.scores import Floats
from pausa.lm.kneser_ney import estimate
from pausa.lm.ngram import NgramModel
from pausa.lm.vocabulary import BREAK, UNKNOWN, Ids, Vocabulary


@dataclass(frozen=True)
class ClassModel:
    """Words with the numbers of their classes and log p(word | class), and a model of the classes."""

    words: tuple[str, ...]
    class_ids: Ids
    log_members: Floats
    ngrams: NgramModel

    @property
    def vocabulary(self) -> Vocabulary:
        """The names of the classes."""
        return self.ngrams.vocabulary

    @property
    def order(self) -> int:
        """The length of the longest n-grams."""
        return self.ngrams.order

    @cached_property
    def classes(self) -> dict[str, int]:
        """The number of each word's class."""
        return {**dict(zip(self.words, self.class_ids.tolist(), strict=True)), BREAK: self.vocabulary.numbers[BREAK]}

    def ids(self, forms: Sequence[str]) -> Ids:
        """The numbers of the words' classes."""
        unknown = repeat(self.vocabulary.unknown)
        return np.fromiter(map(self.classes.get, forms, unknown), dtype=np.int32, count=len(forms))

    def log_probs(self, contexts: Ids, words: Ids) -> Floats:
        """Natural log of p(class | context of classes)."""
        return self.ngrams.log_probs(contexts, words)

    def memberships(self, forms: Sequence[str]) -> Floats:
        """Natural log of p(word | its class); 0 for words without a class, and for breaks.

        With it the model tells how likely a text is. Where breaks go does not depend on it: the words are given.
        """
        return np.array([self._members.get(form, 0.0) for form in forms])

    @cached_property
    def _members(self) -> dict[str, float]:
        return dict(zip(self.words, self.log_members.tolist(), strict=True))


def class_model(
    streams: Iterable[Sequence[str]], classes: Mapping[str, str], order: int, *, min_counts: Sequence[int] = ()
) -> ClassModel:
    """A model of the classes of words, from streams as `estimate` takes them."""
    seen: Counter[str] = Counter()

    def in_classes() -> Iterator[list[str]]:
        for stream in streams:
            seen.update(stream)
            yield [token if token == BREAK else classes.get(token, UNKNOWN) for token in stream]

    ngrams = estimate(in_classes(), order, min_counts=min_counts)
    return with_members(ngrams, classes, seen)


def with_members(ngrams: NgramModel, classes: Mapping[str, str], seen: Mapping[str, int]) -> ClassModel:
    """A class model from the model of its classes, each word's class, and how often each word was seen in it."""
    words = tuple(classes)
    ids = ngrams.ids([classes[word] for word in words])
    # One is added, since a list of classes may have words that the text has not.
    counts = np.array([seen.get(word, 0) + 1 for word in words], dtype=np.float64)
    totals = np.bincount(ids, weights=counts, minlength=len(ngrams.vocabulary))
    return ClassModel(words, ids, np.log(counts / totals[ids]), ngrams)
