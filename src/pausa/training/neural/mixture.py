"""Windows drawn from several corpora: which one by weight, where in it by chance, not at sentence ends.

Everything follows from the seed and the number of the step, so a run that was stopped goes on with exactly
the windows it would have had.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import OptionError
from pausa.models.neural.inputs import NO_STYLE, STYLES
from pausa.models.neural.marks import PERIOD, QUESTION
from pausa.training.neural.samples import Change, Sample
from pausa.training.neural.store import Corpus
from pausa.training.neural.teacher import Beliefs, answered

#: So many of the windows are short, for short inputs are met too.
_SHORT_SHARE, _SHORT = 0.05, 40
#: A lively window is the one with most ends among so many.
_LIVELY_PLACES = 6


class Mixture:
    """Corpora with their weights; `believe` tells what teachers believe of a sample, `pupils` of which corpora.

    There the answers of `taught` of the windows are the teachers'. `lively` is the share of windows that are
    taken where sentences are short: in speeches and sittings, these are most like people who just talk. `heard` is the
    least share of speech with times where nobody gives weights.
    """

    def __init__(
        self,
        corpora: Sequence[Corpus],
        *,
        seed: int,
        believe: Callable[[Sample], Beliefs] | None = None,
        pupils: Collection[str] = (),
        taught: float = 0.0,
        style_known: float = 0.0,
        lively: float = 0.0,
        heard: float = 0.0,
    ) -> None:
        self.corpora = [corpus for corpus in corpora if len(corpus)]
        if not self.corpora:
            raise OptionError("There is nothing to learn from; give text, timed recordings or both.")
        weights = self._weights = weigh(self.corpora, heard)
        if not (weights >= 0).all() or not weights.sum() > 0:
            raise OptionError(f"The weights of sources are numbers from 0, not all 0; got {weights.tolist()}.")
        self._until = np.cumsum(weights / weights.sum())
        self._seed = seed
        self._believe, self._pupils, self._taught = believe, frozenset(pupils), taught
        self._style_known, self._lively = style_known, lively
        styles = [corpus.source.style for corpus in self.corpora]
        self._styles = [STYLES.index(style) + 1 if style else NO_STYLE for style in styles]

    def counts(self) -> dict[str, int]:
        """How often each word occurs in all of them."""
        total: dict[str, int] = {}
        for corpus in self.corpora:
            for form, count in corpus.counts().items():
                total[form] = total.get(form, 0) + count
        return total

    def text(self, n_words: int) -> list[str]:
        """The first words of the corpus that has the greatest share."""
        chief = self.corpora[int(np.argmax(self._weights))]
        return [chief.lexicon[word] for word in chief.words[:n_words].tolist()]

    def rng(self, step: int, use: int = 0) -> np.random.Generator:
        """The random numbers of one step."""
        return np.random.default_rng([self._seed, step, use])

    def draw(self, rng: np.random.Generator, n_words: int, change: Change | None = None) -> Sample:
        """A stretch of about `n_words` words from anywhere, changed if asked."""
        which = min(int(np.searchsorted(self._until, rng.random(), side="right")), len(self.corpora) - 1)
        corpus = self.corpora[which]
        place = int(rng.integers(len(corpus)))
        if rng.random() < _SHORT_SHARE:
            n_words = int(rng.integers(1, _SHORT))
        start, stop = _around(corpus, place, n_words)
        if self._lively and rng.random() < self._lively:
            others = [
                _around(corpus, int(each), n_words) for each in rng.integers(len(corpus), size=_LIVELY_PLACES - 1)
            ]
            start, stop = max([(start, stop), *others], key=lambda span: _count_ends(corpus, span))
        sample = corpus.cut(start, stop)
        if self._believe is not None and corpus.source.name in self._pupils and rng.random() < self._taught:
            sample = answered(sample, self._believe(sample), rng)
        if change is not None:
            sample = change(sample, rng)
        if self._style_known and rng.random() < self._style_known:
            sample = replace(sample, style=self._styles[which])
        return sample


def weigh(corpora: Sequence[Corpus], heard: float = 0.0) -> NDArray[np.float64]:
    """The weights of corpora: those that were given (1 beside such); where none was, how many words there are.

    Then speech with times counts for `heard` of all at least, since pauses are learned from nothing else.
    """
    given = [corpus.source.weight for corpus in corpora]
    if any(weight is not None for weight in given):
        return np.array([1.0 if weight is None else weight for weight in given], dtype=np.float64)
    sizes = np.array([len(corpus) for corpus in corpora], dtype=np.float64)
    timed = np.array([corpus.source.pauses for corpus in corpora])
    share = sizes[timed].sum() / sizes.sum()
    if 0 < share < heard:
        sizes[timed] *= heard / share * (1 - share) / (1 - heard)
    return sizes


def _around(corpus: Corpus, place: int, n_words: int) -> tuple[int, int]:
    """A stretch of about so many words with a place in it, of one recording."""
    document = int(np.searchsorted(corpus.starts, place, side="right")) - 1
    low, high = int(corpus.starts[document]), int(corpus.starts[document + 1])
    start = max(low, min(place, high - n_words))
    return start, min(high, start + n_words)


def _count_ends(corpus: Corpus, span: tuple[int, int]) -> int:
    """How many sentences end in a stretch."""
    return int(np.isin(corpus.labels[slice(*span)], (PERIOD, QUESTION)).sum())
