"""Recordings for an `fst` model: words, sentence ends and features; which to learn from, which to tune by.

Features come from word times, and from audio where there is some. Audio belongs to the recording of the same name;
a transcript without times gets its words aligned with it first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from pausa.core.errors import InputError, OptionError
from pausa.core.segmentation import Segmentation
from pausa.features.durations import PhoneNorms
from pausa.features.table import FeatureTable, features
from pausa.models.fst import FstDetector
from pausa.models.fst.audio import Listened, listened
from pausa.training.fst.tuning import TuningSample, take_stretch
from pausa.training.splits import HeldOut, recording_of
from pausa.training.timed import TimedRecording

#: Words of each recording that weights are tuned by, and of all of them; the middle is taken.
STRETCH, ENOUGH = 3_000, 60_000


@dataclass(frozen=True)
class FeaturedRecording:
    """A recording with its answers, and its features by what they come from: times, audio."""

    timed: TimedRecording
    tables: Mapping[str, FeatureTable] = field(default_factory=dict)
    listened: Listened | None = None

    @property
    def name(self) -> str:
        return recording_of(self.timed.name)

    def __len__(self) -> int:
        return len(self.timed.transcript)


def add_features(timed: TimedRecording, audio: Path | None = None) -> FeaturedRecording:
    """A recording with all features that can be had of it."""
    if audio is not None:
        found = listened(timed.transcript, audio)
        if not timed.judged.any():  # it had no times, so nothing was known about its gaps
            judged = np.ones(len(timed.transcript), dtype=bool)
            judged[-1:] = False
            timed = replace(timed, judged=judged)
        timed = replace(timed, transcript=found.transcript)
        return FeaturedRecording(timed, {"times": features(found.transcript), "audio": found.table()}, found)
    return FeaturedRecording(timed, {"times": features(timed.transcript)} if timed.transcript.has_times else {})


def find_audio(paths: Sequence[str | Path]) -> dict[str, Path]:
    """Audio files by the name of the recording they belong to; a folder stands for its files."""
    found: dict[str, Path] = {}
    for path in map(Path, paths):
        if not path.exists():
            raise InputError(str(path), None, "no such file or folder", "check the path")
        for each in sorted(path.iterdir()) if path.is_dir() else [path]:
            if each.suffix.lower() in SOUNDS:
                found[each.stem] = each
    if paths and not found:
        raise InputError(str(paths[0]), None, "there is no audio here", f"known: {', '.join(sorted(SOUNDS))}")
    return found


SOUNDS = frozenset({".wav", ".flac", ".mp3", ".ogg", ".opus", ".m4a", ".aac", ".wma", ".aiff", ".mp4", ".mkv"})


def normalise_phones(recordings: Sequence[FeaturedRecording], norms: PhoneNorms) -> list[FeaturedRecording]:
    """The same recordings, with phones normalised by what they last elsewhere."""
    return [
        each if each.listened is None else replace(each, tables={**each.tables, "audio": each.listened.table(norms)})
        for each in recordings
    ]


@dataclass(frozen=True)
class Shares:
    """Recordings to learn from, to tune weights by, and to tell in the card how well the model does."""

    learn: list[FeaturedRecording]
    tune: list[FeaturedRecording]
    test: list[FeaturedRecording]


def share_out(recordings: Sequence[FeaturedRecording], held_out: HeldOut) -> Shares:
    """Who is held out: the recordings that are named, else every fifth.

    No more than is needed to tune weights is held out.
    """
    recordings = [each for each in recordings if each.name not in held_out.unused]
    names = list(dict.fromkeys(each.name for each in recordings))
    tuned_by = {name for name in names if name in held_out.dev}
    measured = {name for name in names if name in held_out.test}
    if not tuned_by:
        free = [name for name in names if name not in measured]
        if len(free) < 2:
            raise OptionError("Weights are tuned on held-out recordings: give at least two timed recordings.")
        words: dict[str, int] = {}
        for each in recordings:
            words[each.name] = words.get(each.name, 0) + len(each)
        for name in free[1::5]:
            if sum(words[each] for each in tuned_by) < ENOUGH:
                tuned_by.add(name)
    return Shares(
        [each for each in recordings if each.name not in tuned_by | measured],
        [each for each in recordings if each.name in tuned_by],
        [each for each in recordings if each.name in measured],
    )


def make_sample(
    each: FeaturedRecording, detector: FstDetector, sight: str, *, most: int | None = STRETCH
) -> TuningSample:
    """A recording as weights are tuned by it: the middle of it, at most so many words."""
    timed = each.timed
    table = each.tables.get(sight)
    evidence = detector.evidence(timed.transcript, sight, table=table)
    ends = np.flatnonzero(timed.ends).tolist()
    truth = Segmentation.of(len(timed.transcript), ends)
    judged = timed.judged if timed.judged.any() else None
    return take_middle(TuningSample(evidence, (truth,), judged), most)


def take_middle(whole: TuningSample, most: int | None) -> TuningSample:
    """The stretch in the middle of a sample."""
    n_words = whole.evidence.n_words
    if most is None or n_words <= most:
        return whole
    start = (n_words - most) // 2
    return take_stretch(whole, start, start + most)
