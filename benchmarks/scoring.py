"""Held-out recordings scored: words in, sentence ends out, each recording counted by itself."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

from benchmarks.sources import Recording, documents
from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.metrics.base import case
from pausa.metrics.calibration import Calibration, CalibrationCounts
from pausa.metrics.slots import EachReference, Slots
from pausa.models.base import Detector
from pausa.stats.jackknife import intervals
from pausa.text.marks import boundaries
from pausa.workflow.segment import segment

#: From words to sentence ends.
Cut = Callable[[Transcript], Segmentation]


@dataclass(frozen=True)
class Talk:
    """A whole recording: its channels, or all of it as one."""

    name: str
    channels: tuple[Document, ...]

    @property
    def n_words(self) -> int:
        """Words of all channels."""
        return sum(each.n_words for each in self.channels)


@dataclass(frozen=True)
class Counted:
    """What was counted in one recording: ends hit, missed and extra, and what probabilities came to."""

    slots: EachReference
    calibration: CalibrationCounts
    said: tuple[float, ...]
    came: tuple[bool, ...]


def talks(recordings: Iterable[Recording]) -> list[Talk]:
    """Recordings as documents; a channel of one word has no gap to judge."""
    made = (Talk(each.id, tuple(channel for channel in documents(each) if channel.n_words > 1)) for each in recordings)
    return [talk for talk in made if talk.channels]


def draw(names: Iterable[str], most: int | None, *, seed: str) -> list[str]:
    """So many of these names, by chance and always the same ones; all where there are no more."""

    def rank(name: str) -> str:
        return hashlib.sha256(f"{seed}\0{name}".encode()).hexdigest()

    found = list(names)
    return found if most is None or len(found) <= most else sorted(sorted(found, key=rank)[:most])


def bare(transcript: Transcript, *, times: bool) -> Transcript:
    """The words alone, or with their times: no speakers, no marks."""
    return Transcript(tuple(Word(w.text, *((w.start, w.end) if times else ())) for w in transcript.words))


def cut_by(detector: Detector) -> Cut:
    """The ends that `pausa segment` finds without speakers."""
    return lambda words: segment(words, detector, turns="ignore").bare()


def cut_every(length: int) -> Cut:
    """An end after every so many words."""
    return lambda words: Segmentation.of(len(words), range(length - 1, len(words), length))


def count(talk: Talk, cut: Cut, *, times: bool) -> Counted:
    """Ends against those of the recording's own marks, in all its channels; the last word of each is not counted."""
    slots, calibration = [], []
    said: list[float] = []
    came: list[bool] = []
    for channel in talk.channels:
        truth = boundaries(channel.transcript.words)
        found = cut(bare(channel.transcript, times=times))
        judged = case([truth], found)
        slots.append(Slots().count(judged))
        calibration.append(Calibration().count(judged))
        ends = set(truth.ends)
        said += found.probabilities[:-1]
        came += [place in ends for place in range(len(found.probabilities) - 1)]
    return Counted(reduce(add, slots), reduce(add, calibration), tuple(said), tuple(came))


def figures(counted: Sequence[Counted]) -> dict[str, float]:
    """Precision, recall and F1 pooled over recordings, with the 95 % interval of F1 over them."""
    family, rows = Slots(), [each.slots for each in counted]
    scores = family.score(reduce(add, rows))
    bounds = intervals(family, rows)["f1_mean"]
    return {
        "precision": scores["precision_mean"],
        "recall": scores["recall_mean"],
        "f1": scores["f1_mean"],
        "low": bounds.low,
        "high": bounds.high,
    }


def calibration_error(counted: Sequence[Counted]) -> float:
    """The expected calibration error over all recordings."""
    return Calibration().score(reduce(add, (each.calibration for each in counted)))["ece_mean"]
