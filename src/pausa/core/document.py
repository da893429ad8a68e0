"""A document is one transcript and any number of segmentations of it, each by someone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pausa.core.cues import Shown
from pausa.core.errors import LengthMismatch, UnknownName
from pausa.core.graph import WordGraph
from pausa.core.joining import join
from pausa.core.segmentation import Segmentation
from pausa.core.timeline import timeline
from pausa.core.times import Millis
from pausa.core.words import Transcript, Word


@dataclass(frozen=True)
class Sentence:
    """A stretch of words that belongs together, with its final mark where one is known.

    `span` is when it begins and ends; without it, the first and the last time known in it count. Times are whole
    milliseconds. `probability` is how likely a sentence ends where this one does, where a detector has told.
    """

    words: tuple[Word, ...]
    mark: str = ""
    span: tuple[Millis, Millis] | None = None
    probability: float | None = None

    @property
    def start(self) -> Millis | None:
        """When it begins, in milliseconds from the start of the recording."""
        return self.span[0] if self.span else next(iter(self._edges()), None)

    @property
    def end(self) -> Millis | None:
        """When it ends, in milliseconds from the start of the recording."""
        return self.span[1] if self.span else next(reversed(self._edges()), None)

    def _edges(self) -> list[Millis]:
        """The times known in it, in the order of the words."""
        return [edge for word in self.words for edge in (word.start, word.end) if edge is not None]

    @property
    def speaker(self) -> str | None:
        """The speaker of its first word."""
        return self.words[0].speaker if self.words else None

    @property
    def text(self) -> str:
        return join(self.words)


@dataclass(frozen=True)
class Document:
    """One transcript and the segmentations people or systems made of it.

    Where the words are a recogniser's best of many, `graph` holds all that they were chosen from. Where they come from
    subtitles, `shown` holds the cues. `recognised` says that a recogniser made the words, and what marks they have.
    """

    transcript: Transcript
    segmentations: tuple[Segmentation, ...] = ()
    name: str = ""
    language: str = ""
    graph: WordGraph | None = None
    shown: Shown | None = None
    recognised: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        for segmentation in self.segmentations:
            if segmentation.n_words != len(self.transcript):
                raise LengthMismatch(segmentation.n_words, len(self.transcript))

    @property
    def n_words(self) -> int:
        return len(self.transcript)

    def segmentation(self, by: str) -> Segmentation:
        """The segmentation made by that person or system."""
        for segmentation in self.segmentations:
            if segmentation.by == by:
                return segmentation
        raise UnknownName("segmentation", by, (), tuple(s.by for s in self.segmentations))

    def with_segmentation(self, segmentation: Segmentation) -> Document:
        """The same document with one more segmentation; one by the same name is replaced."""
        others = tuple(s for s in self.segmentations if s.by != segmentation.by)
        return replace(self, segmentations=(*others, segmentation.bare()))

    def only(self, segmentation: Segmentation) -> Document:
        """The same words with that segmentation alone."""
        return replace(self, segmentations=(segmentation.bare(),))

    def sentences(self, segmentation: Segmentation) -> Iterator[Sentence]:
        """The sentences of a segmentation, words and events in order.

        Where the first or the last word of a sentence has no time, one is shared out between the known times
        around it.
        """
        times = timeline(self.transcript)
        words = self.transcript.words
        for place, (start, stop) in enumerate(segmentation.spans()):
            span = None
            if times:
                begin, end = words[start].start, words[stop - 1].end
                span = (times[start][0] if begin is None else begin, times[stop - 1][1] if end is None else end)
            sure = segmentation.probabilities[stop - 1] if segmentation.probabilities else None
            yield Sentence(tuple(self.transcript.tokens(start, stop)), segmentation.mark(place), span, sure)
