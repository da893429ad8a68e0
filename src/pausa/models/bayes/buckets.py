"""P(B|L): how likely a boundary is after a pause of some relative length, in 26 buckets.

    bucket    0         1       2      …    25
    pause     none    (0, .04]  (.04, .08]   (.96, 1]

Bucket 0 is for no pause. Between the centres of the others, at (k − ½)/25, estimates are interpolated.
Each bucket is smoothed to the share of boundaries among all pauses, as the lexical tables are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import OptionError
from pausa.core.scores import Floats
from pausa.models.bayes.counts import Column
from pausa.models.bayes.tables import logit, smoothed

#: Buckets for lengths above zero.
BUCKETS = 25
CENTRES = (np.arange(BUCKETS) + 0.5) / BUCKETS


@dataclass(frozen=True)
class Buckets:
    """The share of boundaries in each bucket, none-length first, and among all that were measured."""

    shares: Floats
    share: float

    @property
    def prior(self) -> float:
        """Log-odds of a boundary where the length is unknown."""
        return logit(self.share)

    def log_odds(self, relative: Floats) -> Floats:
        """Log-odds of a boundary for each relative length; the prior where it is unknown (NaN)."""
        share = np.interp(relative, CENTRES, self.shares[1:])
        share = np.where(relative == 0, self.shares[0], share)
        share = np.where(np.isnan(relative), self.share, share)
        return np.asarray(np.log(share) - np.log1p(-share))


def bucket_numbers(relative: Floats) -> NDArray[np.int64]:
    """The bucket of each relative length.

    >>> bucket_numbers(np.array([0.0, 0.01, 0.04, 0.05, 1.0])).tolist()
    [0, 1, 1, 2, 25]
    """
    # A rounding error of a rank times 25 must not open the next bucket.
    return np.clip(np.ceil(np.round(relative * BUCKETS, 9)), 0, BUCKETS).astype(np.int64)


def fit(relative: Floats, ends: NDArray[np.bool_], *, mean_length: float) -> Buckets:
    """The buckets of a set of gaps; those of unknown length (NaN) are passed over."""
    known = ~np.isnan(relative)
    n_gaps, n_ends = int(known.sum()), int(ends[known].sum())
    if not 0 < n_ends < n_gaps:
        raise OptionError(
            f"The timed transcripts have {n_gaps} gaps with known pauses and {n_ends} sentence ends at them; "
            "give transcripts with word times and marks."
        )
    number = bucket_numbers(relative[known])
    seen = np.bincount(number, minlength=BUCKETS + 1)
    boundaries = np.bincount(number[ends[known]], minlength=BUCKETS + 1)
    share = n_ends / n_gaps
    shares = smoothed(Column(seen, boundaries), np.full(BUCKETS + 1, share), mean_length)
    return Buckets(shares, share)
