"""Words and phones found in a piece of audio by PocketSphinx, whose English model comes in its package.

A piece is decoded against a chain of words that may stop after any of them, so that a text that goes on beyond
the piece does no harm:

    0 ─so─▶ 1 ─we─▶ 2 ─left─▶ 3        and 0 ─so─▶ 3, 1 ─we─▶ 3: after any word the end may follow

The first pass finds the words, a second one the phones in them. What to know about the library:

- the best path through its lattice gives times that its second pass cannot use, hence `bestpath` is off;
- narrow beams lose the path in long pieces, beams of exactly 0 take twice the time;
- a step of the chain without a word breaks the second pass, hence the doubled words;
- the entries of an alignment are only good while it is walked through.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pausa.core.errors import MissingExtra
from pausa.core.scores import Floats
from pausa.features.pronounce import entry, pronounced

#: Samples per second that the acoustic model was trained on.
RATE = 16_000

_BEAM = 1e-300
#: How likely a late start is, where one is allowed.
_LATE_START = 1e-4
_FILLERS = ("<", "[", "+", "(")
_SHORTEST = RATE // 10


@dataclass(frozen=True)
class Found:
    """A word that was found: its place in the list, its frames (10 ms), and name and frames of each of its phones.

    The frame `stop` is not part of it. `fit` is the log-likelihood per frame against the best that the model's sounds
    in play could do: about −30 where the words are right, −70 where they are others.
    """

    place: int
    start: int
    stop: int
    fit: float
    phones: tuple[tuple[str, int, int], ...]


class Sphinx:
    """A decoder that knows how every word it is asked for may sound, some of them by guess."""

    def __init__(self) -> None:
        try:
            import pocketsphinx  # only for those who have audio
        except ImportError:
            raise MissingExtra("pocketsphinx", "audio", "Finding words in audio") from None
        self._decoder: Any = pocketsphinx.Decoder(
            lm=None, samprate=RATE, loglevel="FATAL", bestpath=False, beam=_BEAM, wbeam=_BEAM, pbeam=_BEAM
        )
        self._names: dict[str, str | None] = {}
        self.guessed: dict[str, str] = {}

    def name(self, text: str) -> str | None:
        """The dictionary's name for a word, added if need be; None for what cannot be said."""
        if text not in self._names:
            self._names[text] = entry(text, self._decoder.lookup_word) or self._added(text)
        return self._names[text]

    def _added(self, text: str) -> str | None:
        phones, sure = pronounced(text, self._decoder.lookup_word)
        if phones is None:
            return None
        if not sure:
            self.guessed[text] = phones
        name = f"new_{len(self._names)}"
        self._decoder.add_word(name, phones, True)
        return name

    def find(
        self, samples: Floats, texts: Sequence[str], *, whole: bool = False, anywhere: bool = False
    ) -> list[Found]:
        """As many of the words as are heard, in order from the first on.

        With `whole` it is all of them, if that goes; with `anywhere` they may start after any word.
        """
        names = [(place, name) for place, text in enumerate(texts) if (name := self.name(text)) is not None]
        if not names or len(samples) < _SHORTEST:
            return []
        sound = (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()
        self._set_chain([name for _, name in names], whole=whole, anywhere=anywhere)
        if not self._heard(sound):
            return self.find(samples, texts) if whole else []
        try:
            self._decoder.set_alignment()
            self._process(sound)
        except RuntimeError:  # no path for the phones within the words: better nothing than something wrong
            return []
        return self._walked(names)

    def _set_chain(self, names: Sequence[str], *, whole: bool, anywhere: bool) -> None:
        last = len(names)
        steps = [(place, place + 1, 1.0, name) for place, name in enumerate(names)]
        if not whole:
            steps += [(place, last, 1.0, name) for place, name in enumerate(names[:-1])]
        if anywhere:
            steps += [(0, place + 1, _LATE_START, name) for place, name in enumerate(names) if place]
        self._decoder.add_fsg("chain", self._decoder.create_fsg("chain", 0, last, steps))
        self._decoder.activate_search("chain")

    def _heard(self, sound: bytes) -> bool:
        try:
            self._process(sound)
        except RuntimeError:
            return False
        return self._decoder.hyp() is not None and self._decoder.seg() is not None

    def _process(self, sound: bytes) -> None:
        self._decoder.start_utt()
        self._decoder.process_raw(sound, full_utt=True)
        self._decoder.end_utt()

    def _walked(self, names: Sequence[tuple[int, str]]) -> list[Found]:
        entries: list[tuple[str, int, int, float, tuple[tuple[str, int, int], ...]]] = []
        for word in self._decoder.get_alignment():
            if not word.name.startswith(_FILLERS):
                phones = tuple((phone.name, phone.start, phone.start + phone.duration) for phone in word)
                fit = word.score / max(1, word.duration)
                entries.append((word.name.partition("(")[0], word.start, word.start + word.duration, fit, phones))
        skipped = _offset([name for _, name in names], [entry[0] for entry in entries])
        places = [place for place, _ in names[skipped:]]
        return [Found(place, *entry[1:]) for place, entry in zip(places, entries, strict=False)]


def _offset(names: Sequence[str], heard: Sequence[str]) -> int:
    """How many names come before those heard, which follow one another."""
    fitting = (start for start in range(len(names)) if list(names[start : start + len(heard)]) == list(heard))
    return next(fitting, 0)
