"""The prosodic features of every gap between two words (Lee & Glass 2012, table 3), one row per word.

A row is about the gap after its word. What cannot be known is NaN: the gap after the last word, a word without times,
a word without voice. Only the columns that the input can give are there:

- `TIMED`: word times are enough (pauses, durations);
- `PHONES`: durations of sounds, from an alignment;
- `PITCH` and `LOUDNESS`: from the contours of the recording.

Pauses and durations are in seconds, F0 in semitones (relative to 100 Hz), energy in dB. "Low" is the lowest value of
the speaker in this recording, taken as the 1st percentile of the frames within words, since a single wrong frame
must not move a whole column.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pausa.core.scores import Floats
from pausa.core.words import Transcript
from pausa.features.durations import PhoneNorms, phone_columns
from pausa.features.pauses import pauses_ms, relative_pauses
from pausa.features.phones import PhoneTimes
from pausa.features.prosody import STEP_MS, Contours
from pausa.features.ranges import Ints, Ranges

#: Every column and what it says, in the order of the table.
MEANINGS = {
    "pause": "seconds from the end of the word to the start of the next",
    "pause_relative": "that pause over the longest one of the recording",
    "pause_rank": "its rank among the pauses of the recording, 0 for none, below 1",
    "pause_before": "seconds of the pause before the word",
    "pause_before_relative": "that pause over the longest one of the recording",
    "word_duration": "seconds that the word takes",
    "syllable_duration": "the same over an estimate of its syllables",
    "syllable_duration_norm": "that, less the recording's mean, over its standard deviation",
    "next_syllable_duration_norm": "the same of the next word",
    "last_phone": "seconds of the last phone of the word",
    "last_phone_norm": "that, less the mean of this phone, over its standard deviation",
    "vowel_mean": "mean seconds of the vowels of the word",
    "vowel_mean_norm": "mean normalised duration of the vowels of the word",
    "vowel_max_norm": "greatest normalised duration of a vowel of the word",
    "vowel_last_norm": "normalised duration of the last vowel of the word",
    "rhyme": "seconds from the start of the last vowel to the end of the word",
    "rhyme_norm": "mean normalised duration of the phones in that stretch",
    "phone_max_norm": "greatest normalised duration of a phone of the word",
}
TIMED = tuple(MEANINGS)[:9]
PHONES = tuple(MEANINGS)[9:]

_CONTOUR_MEANINGS = {
    "step": "start of the next word less end of the word: the difference across the gap",
    "end_low": "end of the word less the lowest",
    "mean_low": "mean of the word less the lowest",
    "next_start_low": "start of the next word less the lowest",
    "next_mean_low": "mean of the next word less the lowest",
    "max": "highest of the word",
    "min": "lowest of the word",
    "next_max": "highest of the next word",
    "next_min": "lowest of the next word",
    "slope": "change per second at the end of the word, over its last 200 ms",
    "reset": "mean of the next word less mean of the word",
}
MEANINGS |= {f"f0_{name}": f"F0, {meaning}" for name, meaning in _CONTOUR_MEANINGS.items()}
MEANINGS |= {f"energy_{name}": f"energy, {meaning}" for name, meaning in _CONTOUR_MEANINGS.items()}
PITCH = tuple(name for name in MEANINGS if name.startswith("f0_"))
LOUDNESS = tuple(name for name in MEANINGS if name.startswith("energy_"))
ALL = tuple(MEANINGS)

#: Frames that stand for the start or the end of a word, and for its slope.
_EDGE, _SLOPE = 5, 20
_VOWELS = re.compile(r"[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýœąęó]+")
_SILENT_E = re.compile(r"[^aeiouy]e$")


@dataclass(frozen=True)
class FeatureTable:
    """Named columns of numbers, one row per word; NaN is missing."""

    names: tuple[str, ...]
    values: Floats

    def __post_init__(self) -> None:
        if self.values.ndim != 2 or self.values.shape[1] != len(self.names):
            raise ValueError(f"{len(self.names)} names for values of shape {self.values.shape}")

    def __len__(self) -> int:
        return len(self.values)

    def column(self, name: str) -> Floats:
        """One feature; KeyError for a column that is not there."""
        if name not in self.names:
            raise KeyError(name)
        return self.values[:, self.names.index(name)]

    def select(self, names: Sequence[str]) -> FeatureTable:
        """Those columns in that order, all NaN where the table does not have one."""
        missing = np.full(len(self), np.nan)
        columns = [self.column(name) if name in self.names else missing for name in names]
        return FeatureTable(tuple(names), _stacked(columns, len(self)))


def features(
    transcript: Transcript,
    contours: Contours | None = None,
    phones: PhoneTimes | None = None,
    *,
    norms: PhoneNorms | None = None,
) -> FeatureTable:
    """The table for a transcript: `TIMED`, and more where there are phones and contours.

    Phone durations are normalised by `norms`, which should come from training data; without them, by the
    recording's own means.
    """
    start_ms, end_ms = _times(transcript)
    columns = _timed_columns(transcript, start_ms, end_ms)
    if phones is not None:
        columns |= phone_columns(phones, len(transcript), norms or PhoneNorms.of([phones]))
    if contours is not None:
        semitones = 12 * np.log2(contours.f0 / 100)
        speakers = _speakers(transcript)
        for prefix, contour in (("f0", semitones), ("energy", contours.energy)):
            columns |= _contour_columns(prefix, contour, start_ms, end_ms, speakers)
    names = tuple(name for name in ALL if name in columns)
    return FeatureTable(names, _stacked([columns[name] for name in names], len(transcript)))


@lru_cache(maxsize=1 << 17)
def syllables(text: str) -> int:
    """About how many syllables a word has, at least one.

    >>> [syllables(word) for word in ("so", "table", "late", "evening", "2008")]
    [1, 2, 1, 3, 4]
    """
    folded = text.casefold()
    digits = sum(sign.isdigit() for sign in folded)
    groups = len(_VOWELS.findall(folded))
    if groups > 1 and _SILENT_E.search(folded) and not folded.endswith("le"):
        groups -= 1
    return max(1, groups + digits)


def _times(transcript: Transcript) -> tuple[Floats, Floats]:
    words = transcript.words
    start_ms = np.array([word.start for word in words], dtype=np.float64)  # None becomes NaN
    end_ms = np.array([word.end for word in words], dtype=np.float64)
    return start_ms, end_ms


def _timed_columns(transcript: Transcript, start_ms: Floats, end_ms: Floats) -> dict[str, Floats]:
    pause_ms = pauses_ms(transcript)
    heard = pause_ms[~np.isnan(pause_ms)]
    longest = heard.max() if len(heard) else 0.0
    relative = pause_ms / longest if longest > 0 else pause_ms * 1.0
    duration = (end_ms - start_ms) / 1000
    duration[duration <= 0] = np.nan
    counts = np.array([syllables(text) for text in transcript.texts], dtype=np.float64)
    slow = duration / np.maximum(counts, 1)
    norm = _normalised(slow)
    values = (
        *(pause_ms / 1000, relative, relative_pauses(pause_ms)),
        *(_previous(pause_ms / 1000), _previous(relative)),
        *(duration, slow, norm, _next(norm)),
    )
    return dict(zip(TIMED, values, strict=True))


def _contour_columns(
    prefix: str, contour: Floats, start_ms: Floats, end_ms: Floats, speakers: Ints
) -> dict[str, Floats]:
    start, stop = _frames(start_ms, end_ms, len(contour))
    words = Ranges(contour, start, stop)
    low = _lowest_of_speakers(contour, start, stop, speakers)
    mean, begin, end = words.mean(), words.at_start(_EDGE), words.at_end(_EDGE)
    highest, lowest = words.highest(), words.lowest()
    values = (
        *(_next(begin) - end, end - low, mean - low, _next(begin - low), _next(mean - low)),
        *(highest, lowest, _next(highest), _next(lowest)),
        *(words.slope(_SLOPE) * 1000 / STEP_MS, _next(mean) - mean),
    )
    return {f"{prefix}_{name}": column for name, column in zip(_CONTOUR_MEANINGS, values, strict=True)}


def _frames(start_ms: Floats, end_ms: Floats, n_frames: int) -> tuple[Ints, Ints]:
    """First frame of each word and the one after its last; nothing for words without times or beyond the audio."""
    known = ~np.isnan(start_ms) & ~np.isnan(end_ms) & (np.nan_to_num(end_ms) <= (n_frames + 5) * STEP_MS)
    start = np.where(known, np.floor(np.nan_to_num(start_ms) / STEP_MS), 0).astype(np.int64)
    stop = np.where(known, np.ceil(np.nan_to_num(end_ms) / STEP_MS), 0).astype(np.int64)
    return np.minimum(start, n_frames), np.minimum(np.maximum(stop, start), n_frames)


def _lowest_of_speakers(contour: Floats, start: Ints, stop: Ints, speakers: Ints) -> Floats:
    """For each word, the low end of what its speaker does in words."""
    low = np.full(len(start), np.nan)
    for speaker in np.unique(speakers):
        own = speakers == speaker
        edges = np.zeros(len(contour) + 1, dtype=np.int64)
        np.add.at(edges, start[own], 1)
        np.add.at(edges, stop[own], -1)
        heard = contour[(np.cumsum(edges)[:-1] > 0) & ~np.isnan(contour)]
        if len(heard):
            low[own] = np.quantile(heard, 0.01)
    return low


def _speakers(transcript: Transcript) -> Ints:
    """A number for the speaker of each word; those unknown are one more."""
    names: dict[str | None, int] = {}
    return np.array([names.setdefault(word.speaker, len(names)) for word in transcript.words], dtype=np.int64)


def _normalised(column: Floats) -> Floats:
    known = column[~np.isnan(column)]
    if len(known) < 2 or not known.std() > 0:
        return np.where(np.isnan(column), np.nan, 0.0)
    made: Floats = (column - known.mean()) / known.std()
    return made


def _next(column: Floats) -> Floats:
    return np.append(column[1:], np.nan)[: len(column)]


def _previous(column: Floats) -> Floats:
    return np.insert(column[:-1], 0, np.nan)[: len(column)]


def _stacked(columns: Sequence[Floats], n_rows: int) -> Floats:
    return np.stack(columns, axis=1) if columns else np.zeros((n_rows, 0))
