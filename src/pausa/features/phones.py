"""When each word and each of its sounds was spoken, found in the audio by forced alignment (English).

A long recording is gone through in windows. Each is matched against the text that comes next, which may be longer
than what is said in the window; what lies before the last clear pause is kept, and the next window starts there:

    audio   |······window······|
    text     so we left / it was late / yes we | did …
    kept     so we left / it was late /
    next                               |······window······|

Where nothing fits, the text is looked for further on, in the audio and in the words. Words that do not fit what is
heard (another text, music, noise, a stretch left out) get no times: features are missing then, rather than wrong.
Words unknown to the dictionary are pronounced by rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pausa.core.scores import Floats
from pausa.core.words import Transcript
from pausa.features.audio import Audio
from pausa.features.sphinx import RATE, Found, Sphinx

Ints = NDArray[np.int64]
Progress = Callable[[float, str], None]

_WINDOW = 30.0
#: Words that a window is matched against: nobody says more for long. Twice as many where the place was lost; then so
#: many must be found for it to be sure.
_AHEAD, _FURTHER_AHEAD, _SURE = 135, 270, 8
#: Seconds to go on where nothing of the text is heard; after so many times by whole windows.
_SKIP, _PATIENCE = 10.0, 12
#: A pause at which a window may be cut, in frames.
_CLEAR_PAUSE = 15
#: The middle of this many words in a row must fit at least so well to say that the place in the text is right, and
#: so well to have times, if there are words before and after that say so.
_NEIGHBOURS, _SURE_FIT, _LEAST_FIT = 7, -55.0, -65.0
#: Frames that a word may take: so many, and so many for each phone.
_WORD_FRAMES, _PHONE_FRAMES = 60, 25
_FRAME_MS = 10
#: How loud the noise is that fills the upper half of telephone speech; full scale is 1.
_HISS = 0.0005


@dataclass(frozen=True)
class PhoneTimes:
    """The sounds of a recording in order: the word each belongs to, its ARPAbet name, when it starts and ends."""

    word: Ints
    names: tuple[str, ...]
    start_ms: Ints
    end_ms: Ints

    def __len__(self) -> int:
        return len(self.names)

    @property
    def duration_ms(self) -> Ints:
        return self.end_ms - self.start_ms

    @classmethod
    def of(cls, rows: Sequence[tuple[int, str, int, int]]) -> PhoneTimes:
        """From (word, name, start, end) for each sound."""
        numbers = np.array([(word, start, end) for word, _, start, end in rows], dtype=np.int64).reshape(-1, 3)
        return cls(numbers[:, 0], tuple(name for _, name, _, _ in rows), numbers[:, 1], numbers[:, 2])


@dataclass(frozen=True)
class Aligned:
    """The transcript with the times that were found, the phones, and sentences on how it went."""

    transcript: Transcript
    phones: PhoneTimes
    messages: tuple[str, ...]


def aligned(audio: Audio, transcript: Transcript, *, progress: Progress = lambda share, told: None) -> Aligned:
    """Times for words and phones; words that have times keep them and get phones only."""
    sphinx = Sphinx()
    timed = transcript.has_times
    pieces = _within_times(sphinx, audio, transcript) if timed else _through_windows(sphinx, audio, transcript)
    words = list(transcript.words)
    rows: list[tuple[int, str, int, int]] = []
    for origin_ms, first, found in pieces:
        for each in found:
            number = first + each.place
            if not timed:
                span = (origin_ms + _FRAME_MS * each.start, origin_ms + _FRAME_MS * each.stop)
                words[number] = replace(words[number], start=span[0], end=span[1])
            rows += [
                (number, name, origin_ms + _FRAME_MS * start, origin_ms + _FRAME_MS * stop)
                for name, start, stop in each.phones
            ]
        reached = first + found[-1].place + 1 if found else first
        progress(reached / max(1, len(words)), f"{reached} of {len(words)} words")
    made = Transcript(tuple(words), transcript.events)
    phones = PhoneTimes.of(rows)
    return Aligned(made, phones, tuple(_messages(audio, transcript, phones, sphinx)))


def _through_windows(sphinx: Sphinx, audio: Audio, transcript: Transcript) -> Iterator[tuple[int, int, list[Found]]]:
    """Stretches of words found: when their frames start, the number of their first word, the words."""
    texts = transcript.texts
    first, now, failures = 0, 0.0, 0
    while first < len(texts) and now < audio.seconds - 0.1:
        is_last = now + _WINDOW >= audio.seconds
        samples = _heard(audio, now, now + _WINDOW)
        found = _reached(sphinx.find(samples, texts[first : first + _AHEAD])) if not failures else []
        if not found:  # lost: the text may go on later
            further = texts[first : first + _FURTHER_AHEAD]
            found = _reached(sphinx.find(samples, further, anywhere=True), least=min(_SURE, len(further)))
        if not found:  # music, silence, something that is not in the text
            failures += 1
            now += _SKIP if failures < _PATIENCE else _WINDOW
            continue
        failures = 0
        kept = found if is_last else found[: _safe(found)]
        fits = _fits(found, _LEAST_FIT)
        good = [each for each, fit in zip(kept, fits, strict=False) if fit and _has_sane_length(each)]
        yield round(now * 1000), first, good
        following = found[len(kept)] if len(kept) < len(found) else None
        stop = kept[-1].stop if following is None else min(kept[-1].stop + 30, (kept[-1].stop + following.start) // 2)
        now += stop * _FRAME_MS / 1000
        first += kept[-1].place + 1


def _heard(audio: Audio, start: float, stop: float) -> Floats:
    """A piece as the aligner wants it."""
    samples = audio.read(start, stop, rate=RATE)
    if audio.rate < RATE:  # nothing at all in the upper half is like no speech the model knows
        samples = samples + np.random.default_rng(0).normal(0, _HISS, len(samples))
    return samples


def _fits(found: Sequence[Found], least: float) -> NDArray[np.bool_]:
    """Whether each word, with its neighbours, fits what is heard at least so well."""
    if not found:
        return np.zeros(0, dtype=bool)
    fits = np.pad([each.fit for each in found], _NEIGHBOURS // 2, constant_values=np.nan)
    middle = np.nanmedian(np.lib.stride_tricks.sliding_window_view(fits, _NEIGHBOURS), axis=1)
    return np.asarray(middle >= least)


def _reached(found: Sequence[Found], *, least: int = 1) -> list[Found]:
    """The words up to the last that fits; none of them where most do not, or fewer than `least` do."""
    good = np.flatnonzero(_fits(found, _SURE_FIT))
    if len(good) < least or good[-1] + 1 > 2 * len(good):
        return []
    # A word or two in half a minute are what a decoder makes of noise.
    return [] if len(good) < 3 and found[-1].stop > 500 else list(found[: good[-1] + 1])


def _safe(found: Sequence[Found]) -> int:
    """How many of the words to keep: up to the last clear pause, else most of them."""
    end = found[-1].stop
    for place in range(len(found) - 2, -1, -1):
        if found[place + 1].start - found[place].stop >= _CLEAR_PAUSE and found[place].stop >= 0.4 * end:
            return place + 1
    return max(1, sum(each.stop <= 0.7 * end for each in found))


def _has_sane_length(word: Found) -> bool:
    return word.stop - word.start <= _WORD_FRAMES + _PHONE_FRAMES * len(word.phones)


def _within_times(sphinx: Sphinx, audio: Audio, transcript: Transcript) -> Iterator[tuple[int, int, list[Found]]]:
    """Stretches of words that have times, each found within its own stretch of audio."""
    words = transcript.words
    for first, stop in _stretches(transcript):
        begin = max(0, (words[first].start or 0) - 150)
        end = (words[stop - 1].end or 0) + 150
        samples = _heard(audio, begin / 1000, end / 1000)
        found = sphinx.find(samples, transcript.texts[first:stop], whole=True)
        kept = []
        for each in (one for one, fit in zip(found, _fits(found, _LEAST_FIT), strict=True) if fit):
            word = words[first + each.place]
            middle = begin + _FRAME_MS * (each.start + each.stop) / 2
            if (word.start or 0) - 100 <= middle <= (word.end or 0) + 100:
                kept.append(each)
        yield begin, first, kept


def _stretches(transcript: Transcript, *, usual_ms: int = 6_000, longest_ms: int = 20_000) -> Iterator[tuple[int, int]]:
    """First word and the one after the last of stretches with times that rise, cut at pauses where possible."""
    words = transcript.words
    first = 0
    for place in range(1, len(words) + 1):
        start, end = words[first].start, words[place - 1].end
        if start is None or words[first].end is None:
            first = place
            continue
        following = words[place] if place < len(words) else None
        breaks = following is None or following.start is None or following.end is None or end is None
        if not breaks and following is not None and following.start is not None and end is not None:
            pause, length = following.start - end, end - start
            breaks = pause < -500 or length >= longest_ms or (pause >= 200 and length >= usual_ms)
        if breaks:
            if end is not None and end > start:
                yield first, place
            first = place


def _messages(audio: Audio, transcript: Transcript, phones: PhoneTimes, sphinx: Sphinx) -> Iterator[str]:
    n_words = len(transcript)
    found = np.zeros(n_words + 1, dtype=bool)
    found[phones.word] = True
    if audio.rate < RATE:
        yield f"{audio.name} has {audio.rate} samples a second; below {RATE} words are found less surely"
    if sphinx.guessed:
        some = ", ".join(sorted(sphinx.guessed)[:5]) + (" …" if len(sphinx.guessed) > 5 else "")
        yield f"not in the dictionary, pronounced by rule: {some}"
    beyond = sum((word.end or 0) > audio.seconds * 1000 + 500 for word in transcript.words)
    if beyond:
        yield f"{beyond} of {n_words} words lie after the end of the recording ({audio.seconds:.1f} s)"
    missing = int(n_words - found[:n_words].sum())
    if missing == n_words and n_words:
        yield f"none of the {n_words} words was heard in {audio.name}; is it the right recording, and in English?"
    elif missing:
        last = int(np.flatnonzero(found)[-1])
        at_end = 0 if beyond else n_words - 1 - last
        where = f", {at_end} of them at the end (does the recording stop before the text?)" if at_end > 3 else ""
        yield f"{missing} of {n_words} words were not heard clearly: no times or sounds for them{where}"


def untimed(transcript: Transcript) -> Transcript:
    """The same words without their times, to have them found again."""
    return Transcript(tuple(replace(word, start=None, end=None) for word in transcript.words), transcript.events)
