"""Cues of subtitles as a file shows them, kept beside the words that were read from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pausa.core.segmentation import Segmentation
from pausa.core.times import Millis
from pausa.core.words import Transcript


@dataclass(frozen=True)
class Cue:
    """Lines shown from one time to another, without styling; empty rows of the screen are lines too.

    `voices` are the speakers of the lines, where something else than the text tells them; `line` is where in the file
    the cue stands.
    """

    line: int
    start: Millis | None
    end: Millis | None
    lines: tuple[str, ...]
    voices: tuple[str | None, ...] = ()

    @property
    def is_timed(self) -> bool:
        return self.start is not None and self.end is not None


@dataclass(frozen=True)
class Shown:
    """The cues of a subtitle file, and what was read from them: they are worth keeping as long as that is the same."""

    cues: tuple[Cue, ...]
    transcript: Transcript
    segmentations: tuple[Segmentation, ...]

    def still_spells(self, transcript: Transcript, segmentations: Sequence[Segmentation]) -> bool:
        """Whether the words and sentences of a document are still those of the cues."""
        return self.segmentations == tuple(segmentations) and self.transcript == transcript
