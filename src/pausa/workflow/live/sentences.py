"""What a stream gives: firm sentences, which never change, and what the words after them look like so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pausa.core.document import Document, Sentence
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.text.finish import finish, without_stray_ends


@dataclass(frozen=True, kw_only=True)
class LiveSentence(Sentence):
    """A sentence of a stream: word number `first` and those after it, `n_words` in all.

    `reason` says why it ends there: "end" (the detector says so), "turn" (the speaker changes), "length" (a limit),
    "wait" (nothing more came in time), "close" (the stream was closed), "open" (it does not end yet). Only a `firm` one
    stays as it is.
    """

    number: int
    first: int
    n_words: int
    reason: str = "end"
    firm: bool = True

    def as_dict(self) -> dict[str, Any]:
        """What is written of it as JSON; times are seconds, what is unknown is left out."""
        told: dict[str, Any] = {"number": self.number, "text": self.text}
        times = {"start": self.start, "end": self.end}
        told |= {name: time / 1000 for name, time in times.items() if time is not None}
        if self.speaker is not None:
            told["speaker"] = self.speaker
        if self.mark:
            told["mark"] = self.mark
        if self.probability is not None:
            told["confidence"] = round(self.probability, 4)
        last = self.first + self.n_words - 1
        return told | {"first": self.first, "last": last, "reason": self.reason, "firm": self.firm}


@dataclass(frozen=True)
class Provisional:
    """The sentences behind the firm ones as they look now; it takes the place of the one before."""

    sentences: tuple[LiveSentence, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """What is written of it as JSON."""
        return {"provisional": [each.as_dict() for each in self.sentences]}


LiveEvent: TypeAlias = LiveSentence | Provisional


def finished(
    tokens: Sequence[Word],
    mark: str,
    *,
    full_stop: bool = False,
    capitals: bool = False,
    stray_ends: bool = True,
    language: str = "en",
) -> tuple[Word, ...]:
    """The words of one sentence with its final mark: for people to read also with a full stop where no mark is known,
    and with capitals. Marks of ends inside of it stay only if `stray_ends` are wanted."""
    document = Document(Transcript.of(tokens), language=language)
    if not document.n_words:
        return tuple(tokens)
    whole = Segmentation(document.n_words, (document.n_words - 1,), (mark,) if mark else ())
    if not stray_ends:
        document = without_stray_ends(document, whole)
    return tuple(finish(document, whole, full_stops=full_stop, capitals=capitals).transcript.tokens())
