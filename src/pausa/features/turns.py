"""Where the speaker changes, as a feature.

A turn ends after a word when the next word is known to be by someone else, be it by a name or by a sign (`>>`, a dash
that opens a line of subtitles); an unknown speaker is never taken for another one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pausa.core.words import Transcript


def turn_ends(transcript: Transcript) -> NDArray[np.int64]:
    """The words after which the speaker changes, by number."""
    return np.array(transcript.turn_ends, dtype=np.int64)
