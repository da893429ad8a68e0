"""Gaps as the model sees them: the log-odds of the words around, the pause inside, and the answer where known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pausa.core.scores import Floats
from pausa.core.words import Transcript
from pausa.features.pauses import pauses_ms, relative_pauses
from pausa.models.bayes.buckets import Buckets
from pausa.models.bayes.tables import Lexicon


@dataclass(frozen=True)
class Gaps:
    """The gaps after some words: lexical log-odds (a column per factor) and relative pauses (NaN unknown)."""

    lexical: Floats
    pauses: Floats

    def __len__(self) -> int:
        return int(self.pauses.size)

    def __getitem__(self, chosen: NDArray[np.bool_]) -> Gaps:
        return Gaps(self.lexical[chosen], self.pauses[chosen])

    def columns(self, buckets: Buckets | None) -> Floats:
        """The log-odds of all factors; those of pauses are 0 where there is no table for them."""
        pauses = np.zeros((len(self), 2))
        if buckets is not None:
            pauses[:, 0] = buckets.log_odds(self.pauses)
            pauses[:, 1] = buckets.prior
        return np.hstack([pauses, self.lexical])


def gaps_of(transcript: Transcript, lexicon: Lexicon) -> Gaps:
    """All gaps of a transcript, the one after its last word included."""
    return Gaps(lexicon.columns(transcript.texts), relative_pauses(pauses_ms(transcript)))


def joined(several: Sequence[Gaps]) -> Gaps:
    """The gaps of several recordings as one."""
    return Gaps(np.concatenate([each.lexical for each in several]), np.concatenate([each.pauses for each in several]))
