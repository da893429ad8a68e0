"""What one message of a recogniser tells while somebody speaks."""

from __future__ import annotations

from dataclasses import dataclass

from pausa.core.times import Millis
from pausa.core.words import Word


@dataclass(frozen=True, slots=True)
class Update:
    """Words that stay, and words that may still change.

    `final` words follow those before them. `partial` takes the place of all partial words of the same channel; None
    leaves them. `heard` is how far into the recording the recogniser has listened, where it tells.
    """

    final: tuple[Word, ...] = ()
    partial: tuple[Word, ...] | None = None
    channel: str = ""
    heard: Millis | None = None
