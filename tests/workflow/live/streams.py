"""A detector that is cheap and looks a little to either side, and ways to run a stream."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pausa.core.scores import Scores
from pausa.core.updates import Update
from pausa.core.words import Transcript, Word
from pausa.decode import SentenceLimits
from pausa.models.base import Detector
from pausa.workflow.live.segmenter import StreamSegmenter
from pausa.workflow.live.sentences import LiveEvent, LiveSentence

#: How far `Neighbours` looks to either side.
REACH = 2


@dataclass(frozen=True)
class Neighbours(Detector):
    """Scores a gap by the lengths of the words around it: nothing to do with speech, everything with context."""

    threshold: float | None = 0.6

    name = "neighbours"
    tells_commas = True
    history = 6

    def score(self, transcript: Transcript) -> Scores:
        lengths = np.array([0] * REACH + [sum(map(ord, text)) for text in transcript.texts] + [0] * REACH)
        mixed = np.zeros(lengths.size)
        for shift in range(-REACH, REACH + 1):
            mixed += (7 + 3 * shift) * np.roll(lengths, -shift)
        ends = (mixed[REACH:-REACH] % 97) / 97
        return Scores(ends, {".": ends * 0.7, "?": ends * 0.3, ",": (1 - ends) / 2})


def machine(detector: Detector | None = None, *, max_wait: float | None = None, **options: Any) -> StreamSegmenter:
    """A stream; options of `SentenceLimits` go there."""
    own = {name: options.pop(name) for name in ("delay", "marks", "level", "provisional") if name in options}
    return StreamSegmenter(detector or Neighbours(), SentenceLimits(**options), max_wait=max_wait, **own)


def run(made: StreamSegmenter, words: Sequence[Word], sizes: Iterable[int] = ()) -> list[LiveSentence]:
    """The firm sentences of words that come in groups of these sizes, then one by one, at one moment."""
    events: list[LiveEvent] = []
    place = 0
    for size in [*sizes, *[1] * len(words)]:
        events += made.push(Update(tuple(words[place : place + size])), 0.0)
        place += size
    return firm([*events, *made.close(0.0)])


def firm(events: Iterable[LiveEvent]) -> list[LiveSentence]:
    return [event for event in events if isinstance(event, LiveSentence)]


def ends(sentences: Iterable[LiveSentence]) -> list[int]:
    return [sentence.first + sentence.n_words - 1 for sentence in sentences]
