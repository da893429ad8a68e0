"""Where the speaker changes.

A turn ends after a word when the next word is known to be by someone else; an unknown speaker
is never taken for another one.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pausa.core.words import Transcript


def turn_ends(transcript: Transcript) -> NDArray[np.int64]:
    """The words after which the speaker changes, by number; the end of the last turn is not among them."""
    changes = [
        index
        for index, (word, following) in enumerate(pairwise(transcript.words))
        if word.speaker != following.speaker and word.speaker is not None and following.speaker is not None
    ]
    return np.array(changes, dtype=np.int64)
