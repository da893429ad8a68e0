"""From a recording and its words to times, sounds and features."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pausa.core.words import Transcript
from pausa.features.audio import open_audio
from pausa.features.durations import PhoneNorms
from pausa.features.phones import PhoneTimes, aligned
from pausa.features.prosody import Contours, f0_and_energy
from pausa.features.table import FeatureTable, features


@dataclass(frozen=True)
class Listened:
    """A transcript with times, aligned where it had none; its phones, F0 and energy; and how that went."""

    transcript: Transcript
    contours: Contours
    phones: PhoneTimes
    messages: tuple[str, ...] = ()

    def table(self, norms: PhoneNorms | None = None) -> FeatureTable:
        """All features; phones are normalised by what they last in training data, or else in this recording."""
        return features(self.transcript, self.contours, self.phones, norms=norms)


def listened(transcript: Transcript, path: str | Path) -> Listened:
    """What a recording tells about its words."""
    audio = open_audio(path)
    found = aligned(audio, transcript)
    return Listened(found.transcript, f0_and_energy(audio), found.phones, found.messages)
