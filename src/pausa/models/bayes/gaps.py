"""Gaps as the model sees them: what the words around say, the pause inside, the duration of the word before."""

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
    """The gaps after some words: lexical log-odds (a column per factor), relative pauses and durations.

    The relative length of a pause or word is its rank among those of its recording; NaN where unknown.
    """

    lexical: Floats
    pauses: Floats
    durations: Floats

    def __len__(self) -> int:
        return int(self.pauses.size)

    def __getitem__(self, chosen: NDArray[np.bool_]) -> Gaps:
        return Gaps(self.lexical[chosen], self.pauses[chosen], self.durations[chosen])

    def columns(self, pauses: Buckets | None, durations: Buckets | None = None) -> Floats:
        """The log-odds of all `weights.FACTORS`; 0 where there is no table for one."""
        made = np.zeros((len(self), self.lexical.shape[1] + 3))
        made[:, 2:-1] = self.lexical
        if pauses is not None:
            made[:, 0] = pauses.log_odds(self.pauses)
            made[:, 1] = pauses.prior
        if durations is not None:
            made[:, -1] = durations.log_odds(self.durations) - durations.prior
        return made


def gaps_of(transcript: Transcript, lexicon: Lexicon, *, durations: bool = False, first: int = 0) -> Gaps:
    """All gaps of a transcript, the one after its last word included; from word number `first` on if that is asked."""
    lexical = lexicon.columns(transcript.texts[first:])
    pauses = relative_pauses(pauses_ms(transcript))[first:]
    long = relative_durations(transcript)[first:] if durations else np.full(pauses.size, np.nan)
    return Gaps(lexical, pauses, long)


def relative_durations(transcript: Transcript) -> Floats:
    """The rank of each word's duration among those of its recording; NaN where it is unknown or nothing."""
    starts = np.array([word.start for word in transcript.words], dtype=np.float64)  # None becomes NaN
    duration = np.array([word.end for word in transcript.words], dtype=np.float64) - starts
    return relative_pauses(np.where(duration > 0, duration, np.nan))


def joined(several: Sequence[Gaps]) -> Gaps:
    """The gaps of several recordings as one."""
    return Gaps(
        np.concatenate([each.lexical for each in several]),
        np.concatenate([each.pauses for each in several]),
        np.concatenate([each.durations for each in several]),
    )
