"""Training text made like what recognisers give: misheard words, lost and coarse times, digits, hesitations.

    so we left early it was late          what was said
    so we laughed early um was late       what a network may have to read

How bad it is differs from window to window, from clean to every fourth word wrong. Wrong words come in runs and are
such as people do say after the word before, as where a recogniser goes astray, or were heard for that word in real
speech; how many are lost, added and in runs was counted there, too (`mishearings`). Answers follow the rules by which
references are projected: the end at a lost word goes to the word before it, an added word has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from types import MappingProxyType

import numpy as np

from pausa.models.neural.inputs import CHANGED_TURN, SAME_TURN
from pausa.models.neural.marks import COMMA, NONE
from pausa.text.languages import language
from pausa.text.signs import plain_form
from pausa.training.neural.mishearings import LONG, mishearings
from pausa.training.neural.numbers import run_length, spell, to_digits
from pausa.training.neural.samples import NO_END, UNKNOWN_MS, Sample
from pausa.training.neural.settings import Noise

Rng = np.random.Generator

#: Words that sound alike share a key of consonant classes; vowels are told only as "there is one at the start".
_CLASSES = {
    **dict.fromkeys("bp", "b"), **dict.fromkeys("dt", "d"), **dict.fromkeys("gkqcx", "k"),
    **dict.fromkeys("fv", "f"), **dict.fromkeys("szj", "s"), **dict.fromkeys("mn", "n"), "l": "l", "r": "r",
}  # fmt: skip
#: Of words that sound alike only so many are looked at, the most frequent ones.
_ALIKE = 40
_LOST_WORD_MS = 220.0
#: Where hesitations are left out, one in six is taken for a little word; most words said twice are written once. These
#: are guesses from how often recognisers write short and repeated words.
_TAKEN_FOR_WORDS, _LITTLE, _LITTLE_WORDS = 1 / 6, 3, 12
_WRITTEN_ONCE = 0.7
#: How often something is heard for a word that was heard for it before, where that is known.
_AS_BEFORE = 0.6
_SAID_BEFORE = 0.7


def sound_key(form: str) -> str:
    """What words that could be taken for each other have in common.

    >>> sound_key("left") == sound_key("lived"), sound_key("their") == sound_key("there")
    (True, True)
    """
    key: list[str] = ["a"] if form[:1] in ("a", "e", "i", "o", "u", "h") else []
    for letter in form:
        sound = _CLASSES.get(letter, "")
        if sound and (not key or key[-1] != sound):
            key.append(sound)
    return "".join(key)


class Misheard:
    """Words to take for other words: alike in sound if there are any, else what goes with the word before, or any.

    What goes with a word is what follows it somewhere in `text`. `heard` tells what was heard for words, how often.
    """

    def __init__(
        self,
        counts: Mapping[str, int],
        text: Sequence[str] = (),
        heard: Mapping[str, Mapping[str, int]] = MappingProxyType({}),
    ) -> None:
        self._text = text
        self._heard = {
            word: [other for other in others for _ in range(others[other])] for word, others in heard.items()
        }
        self._places: dict[str, list[int]] = {}
        for place, word in enumerate(text[:-1]):
            self._places.setdefault(word, []).append(place)
        self.words = sorted((word for word in counts if counts[word]), key=lambda word: (-counts[word], word))
        shares = np.array([counts[word] for word in self.words], dtype=np.float64) ** 0.75
        self._until = np.cumsum(shares / max(shares.sum(), 1e-9))
        self._alike: dict[str, list[str]] = {}
        for word in self.words:
            alike = self._alike.setdefault(sound_key(word), [])
            if len(alike) < _ALIKE:
                alike.append(word)

    def any_word(self, rng: Rng, before: str = "") -> str:
        """A word as often as it occurs, mostly as often as it occurs after the one before."""
        places = self._places.get(before)
        if places and rng.random() < _SAID_BEFORE:
            return self._text[places[int(rng.integers(len(places)))] + 1]
        place = int(np.searchsorted(self._until, rng.random()))
        return self.words[min(place, len(self.words) - 1)]

    def instead_of(self, form: str, rng: Rng, before: str = "") -> list[str]:
        """What might be heard for a word: one word, now and then two."""
        known = self._heard.get(form)
        if known and rng.random() < _AS_BEFORE:
            return known[int(rng.integers(len(known)))].split()
        drawn = rng.random()
        if drawn < 0.15 and len(form) > 4:
            return [form[: len(form) - int(rng.integers(1, 3))]]
        if drawn < 0.25 and len(form) > 6:
            first = self.any_word(rng, before)
            return [first, self.any_word(rng, first)]
        alike = self._alike.get(sound_key(form), [])
        if drawn < 0.85 and len(alike) > 1:
            other = alike[int(len(alike) * rng.random() ** 2)]
            if other != form:
                return [other]
        return [self.any_word(rng, before)]


class Corruption:
    """Makes a sample worse, each time in another way; `counts` and `text` tell which words there are to mishear."""

    def __init__(self, noise: Noise, counts: Mapping[str, int], text: Sequence[str] = (), *, lang: str = "en") -> None:
        self.noise = noise
        #: Words and numbers are known in English alone.
        self.knows_words = language(lang).code == "en"
        self.learned = mishearings()
        self.misheard = Misheard(counts, text, self.learned.pairs if self.knows_words else {})
        self.lang = lang
        fillers = fillers_of(lang)
        little = (word for word in self.misheard.words if len(word) <= _LITTLE and word not in fillers)
        self.little = list(islice(little, _LITTLE_WORDS))

    def __call__(self, sample: Sample, rng: Rng) -> Sample:
        noise, fillers = self.noise, fillers_of(sample.language or self.lang)
        if rng.random() < noise.fillers_dropped:
            sample = drop_fillers(self.mishear_hesitations(sample, fillers, rng), fillers)
        if rng.random() < noise.repeats_dropped:
            sample = drop_repeats(sample, rng)
        if self.knows_words and rng.random() < noise.digits:
            sample = write_digits(sample, rng)
        elif self.knows_words and rng.random() < noise.spelled:
            sample = spell_numbers(sample, rng)
        if rng.random() < noise.fillers_added:
            sample = add_hesitations(sample, fillers, rng.uniform(0, 0.06), rng)
        if rng.random() >= noise.clean:
            sample = self.mishear(sample, rng.uniform(0, noise.errors), rng)
        if rng.random() < noise.no_turns:
            sample = drop_turns(sample)
        elif rng.random() < noise.wrong_turns:
            sample = misplace_turns(sample, rng)
        return worsen_times(sample, noise, rng)

    def mishear(self, sample: Sample, rate: float, rng: Rng) -> Sample:
        """About `rate` of the words replaced, lost or added."""
        made, learned = Sample(), self.learned
        for place, wrong in enumerate(draw_runs(len(sample), rate, learned.goes_on, rng)):
            form, pause, turn, label = _word(sample, place)
            if not wrong:
                made.add_from(sample, place)
                continue
            fate = rng.random()
            if made and fate < (learned.long_lost if len(form) >= LONG else learned.short_lost):
                made.merge_into_last(pause + _LOST_WORD_MS, turn, label)
            elif fate >= 1 - learned.added:
                share = rng.random()
                made.add(form, pause * share, turn, label)
                made.add(self.misheard.any_word(rng, form), pause * (1 - share), SAME_TURN, _nothing(label))
            else:
                *firsts, last = self.misheard.instead_of(form, rng, made.forms[-1] if made else "")
                for first in firsts:
                    made.add(first, 0.0 if pause == pause else UNKNOWN_MS, SAME_TURN, _nothing(label))
                made.add(last, pause, turn, label)
        return made

    def mishear_hesitations(self, sample: Sample, fillers: Sequence[str], rng: Rng) -> Sample:
        """Some of the hesitations as little words."""
        forms = [
            self.little[int(rng.integers(len(self.little)))]
            if self.little and form in fillers and rng.random() < _TAKEN_FOR_WORDS
            else form
            for form in sample.forms
        ]
        return replace(sample, forms=forms)


@cache
def fillers_of(lang: str) -> tuple[str, ...]:
    """The hesitations of a language, as far as they are known, as a network reads them."""
    return tuple(sorted(map(plain_form, language(lang).fillers)))


def add_hesitations(sample: Sample, fillers: Sequence[str], rate: float, rng: Rng) -> Sample:
    """Hesitations and repeated words added; both follow a gap, which keeps its answer."""
    made = Sample()
    for place, drawn in enumerate(rng.random(len(sample)).tolist()):
        form, pause, _, label = _word(sample, place)
        if drawn < 0.4 * rate and len(form) < 5:
            made.add(form, 0.0 if pause == pause else UNKNOWN_MS, SAME_TURN, _nothing(label))
        made.add_from(sample, place)
        if fillers and 0.4 * rate <= drawn < rate:
            filler = fillers[int(rng.integers(len(fillers)))]
            made.add(filler, pause * rng.random(), SAME_TURN, _nothing(label))
    return made


def draw_runs(count: int, rate: float, goes_on: float, rng: Rng) -> list[bool]:
    """Which of so many words are wrong: about `rate` of them, and `goes_on` of those after a wrong one."""
    again = max(goes_on, rate)
    anew = rate * (1 - again) / (1 - rate) if rate < again else rate
    made: list[bool] = []
    wrong = False
    for drawn in rng.random(count).tolist():
        wrong = drawn < (again if wrong else anew)
        made.append(wrong)
    return made


def drop_fillers(sample: Sample, fillers: Sequence[str]) -> Sample:
    """The sample without its hesitations, as many recognisers and most people write."""
    made = Sample()
    for place, form in enumerate(sample.forms):
        if form in fillers and made:
            made.merge_into_last(sample.pauses[place] + _LOST_WORD_MS, sample.turns[place], sample.labels[place])
        else:
            made.add_from(sample, place)
    return made


def drop_repeats(sample: Sample, rng: Rng) -> Sample:
    """Most words that were said twice, with at most a comma between, written once; not so figures."""
    made = Sample()
    for place, form in enumerate(sample.forms):
        again = bool(made) and made.forms[-1] == form and made.labels[-1] in (NONE, NO_END, COMMA)
        if again and not run_length([form], 0) and rng.random() < _WRITTEN_ONCE:
            made.labels[-1] = sample.labels[place]
            made.merge_into_last(sample.pauses[place] + _LOST_WORD_MS, sample.turns[place], sample.labels[place])
        else:
            made.add_from(sample, place)
    return made


def write_digits(sample: Sample, rng: Rng) -> Sample:
    """Number words as digits; a mark ends a number."""
    made = Sample()
    joins_percent = rng.random() < 0.5
    place = 0
    while place < len(sample):
        length = run_length(sample.forms, place)
        length = next((n + 1 for n in range(length) if sample.labels[place + n] not in (NONE, NO_END)), length)
        if not run_length(sample.forms[: place + length], place):
            made.add_from(sample, place)
            place += 1
            continue
        figures = to_digits(sample.forms[place : place + length])
        last = place + length - 1
        inner = sample.labels[last] in (NONE, NO_END)
        if joins_percent and inner and sample.forms[last + 1 : last + 2] == ["percent"]:
            last += 1
            figures[-1] += "%"
        _spread(made, figures, sample, last)
        place = last + 1
    return made


def spell_numbers(sample: Sample, rng: Rng) -> Sample:
    """Digits as words."""
    made = Sample()
    for place, form in enumerate(sample.forms):
        words = spell(form, by_pairs=rng.random() < 0.7) if form[:1] in "$0123456789" else []
        _spread(made, words or [form], sample, place)
    return made


def drop_turns(sample: Sample) -> Sample:
    """Nobody knows who speaks."""
    return replace(sample, turns=[SAME_TURN] * len(sample))


def misplace_turns(sample: Sample, rng: Rng) -> Sample:
    """Turns as they are told by sound alone: some a few words off, some not noticed, some made up."""
    turns = [SAME_TURN] * len(sample)
    for place, turn in enumerate(sample.turns):
        drawn = rng.random()
        if turn == CHANGED_TURN and drawn < 0.85:
            moved = place + (int(rng.integers(-3, 4)) if drawn < 0.4 else 0)
            turns[min(max(moved, 0), len(turns) - 1)] = CHANGED_TURN
        elif drawn > 0.997:
            turns[place] = CHANGED_TURN
    return replace(sample, turns=turns)


def worsen_times(sample: Sample, noise: Noise, rng: Rng) -> Sample:
    """Pauses lost, all or some; moved a little; shorter, as where words are stretched; rounded to 100 ms."""
    pauses = np.array(sample.pauses, dtype=np.float64)
    if rng.random() < noise.no_pauses:
        pauses[:] = np.nan
    if rng.random() < noise.some_pauses_lost:
        pauses[rng.random(pauses.size) < rng.uniform(0, 0.4)] = np.nan
    heard = pauses > 0
    width = rng.uniform(0, noise.jitter_ms)
    pauses = np.where(heard, pauses + rng.uniform(-width, width, pauses.size), pauses)
    if rng.random() < noise.shrunk_pauses:
        pauses = pauses - rng.uniform(0, noise.shrunk_ms)
    if rng.random() < noise.coarse_times:
        # Both times around a gap are rounded, so the gap is off by up to a step either way.
        pauses = np.where(pauses > 0, 100 * np.floor(pauses / 100 + rng.random(pauses.size)), pauses)
    pauses = np.where(np.isnan(pauses), np.nan, np.maximum(pauses, 0))
    return replace(sample, pauses=pauses.tolist())


def _word(sample: Sample, place: int) -> tuple[str, float, int, int]:
    return sample.forms[place], sample.pauses[place], sample.turns[place], sample.labels[place]


def _nothing(label: int) -> int:
    """The answer for an added gap: none, or not known to be a comma where the source has no commas."""
    return NO_END if label == NO_END else NONE


def _spread(made: Sample, forms: Sequence[str], sample: Sample, last: int) -> None:
    """Add words that stand for some of the sample's; the last one has what follows them."""
    if list(forms) == [sample.forms[last]]:
        made.add_from(sample, last)
        return
    pause, turn, label = sample.pauses[last], sample.turns[last], sample.labels[last]
    for form in forms[:-1]:
        made.add(form, 0.0 if pause == pause else UNKNOWN_MS, SAME_TURN, _nothing(label))
    made.add(forms[-1], pause, turn, label)
