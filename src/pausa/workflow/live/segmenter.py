"""Words in as they come, sentences out as soon as they are firm: a machine without a clock of its own.

    machine = StreamSegmenter(detector, SentenceLimits(), delay=8, max_wait=8.0)
    machine.push(Update(final=(Word("so"), Word("we"))), now=0.4)
    machine.tick(now=5.5)
    machine.close(now=6.0)

Each gives the events since the one before. The same calls always give the same events. A gap is judged when `delay`
words follow it, some of them together (`stride`), or `max_wait` seconds after its word was told or said, with what is
known by then. Words that may still change help to judge only then; they are in no firm sentence.

A mark that stands alone (a word without text) goes to the word before it, or to the next one where it opens something;
one that comes when its sentence has been given comes too late. A dot that may be an abbreviation's is no mark while it
is not known what follows.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import chain
from math import inf, isfinite

from msgspec.structs import replace

from pausa.core.errors import OptionError
from pausa.core.times import Millis
from pausa.core.updates import Update
from pausa.core.words import Event, Transcript, Word, changes_turn
from pausa.decode import SentenceLimits
from pausa.models.base import Detector
from pausa.text.languages import language as language_of
from pausa.text.marks import delimiters_for, is_end
from pausa.text.tokens import settled
from pausa.workflow.live.judging import Cut, Judge, Stretch
from pausa.workflow.live.sentences import LiveEvent, LiveSentence, Provisional, finished
from pausa.workflow.live.settling import ahead, at_the_end, behind, going_on

DELAY, MAX_WAIT = 8, 8.0
#: So many of the gaps that a delay allows are judged together; those that come first have seen the most.
_TOGETHER = 3


class StreamSegmenter:
    """One stream."""

    def __init__(
        self,
        detector: Detector,
        limits: SentenceLimits,
        *,
        delay: int = DELAY,
        max_wait: float | None = MAX_WAIT,
        marks: str = "ignore",
        level: str = "sentence",
        provisional: bool = False,
        language: str = "en",
    ) -> None:
        if delay < detector.least_delay:
            least = f"at least {detector.least_delay}" if detector.least_delay else "0 or more"
            raise OptionError(f"delay is a number of words, for the {detector.name} model {least}, not {delay}.")
        if max_wait is not None and not (max_wait > 0 and isfinite(max_wait)):
            raise OptionError(f"max-wait is a number of seconds above 0, not {max_wait}.")
        self.delay, self.stride = delay, max(1, (delay + 1) // _TOGETHER)
        self._judge = Judge(detector, limits, level=level, marks=marks, language=language)
        self._keeps_marks = detector.reads_marks or marks != "ignore"
        self._delimiters = delimiters_for(level)
        self._history = detector.history
        self._wait = inf if max_wait is None else max_wait
        self._respects_turns = limits.turns == "respect"
        self._provisional: Provisional | None = Provisional() if provisional else None
        self.speak(language)
        # Words from number `_offset` on, and when each was told; those from `_start` on are in no sentence yet, and the
        # gaps from `_judged` on are not judged.
        self._words: list[Word] = []
        self._told_at: list[float] = []
        self._events: deque[Event] = deque()
        self._ended: deque[int] = deque()
        self._offset = self._start = self._judged = 0
        self._loose: list[Word] = []  # marks that stand alone behind the last word, not joined to any yet
        self._n_settled = 0  # the last word's dot is what it is where there were as many words
        self._partials: dict[str, tuple[Word, ...]] = {}
        self._partial_at = -inf
        self._heard: Millis = 0
        self._now = -inf
        self._number = 0
        self._closed = False

    @property
    def n_words(self) -> int:
        """How many final words there have been."""
        return self._offset + len(self._words)

    @property
    def deadline(self) -> float | None:
        """When something happens though no word comes; None where nothing waits."""
        times = [self._silent_from + self._wait] if self._start < self.n_words else []
        if self._judged < self.n_words:
            times.append(self._told_at[self._judged - self._offset] + self._wait)
        return min(times) if times and min(times) < inf else None

    def speak(self, language: str) -> None:
        """Take the words from now on for words in that language."""
        self._lang, self._language = language_of(language), language
        self._judge.speak(language)

    def tell_language(self) -> str:
        """What to say about that language; empty where the detector has learned it well."""
        return self._judge.tell_language()

    def push(self, update: Update, now: float) -> list[LiveEvent]:
        """What a message amounts to."""
        if self._closed:
            raise OptionError("This stream is closed; start another.")
        made = self._until(now)
        if update.final or update.partial is not None:
            self._partials.pop(update.channel, None)
        for word in update.final:
            if word.start is not None:
                made += self._expired(heard=word.start)
            made += self._add(word)
        if update.partial:
            self._partials[update.channel] = update.partial
            self._partial_at = self._now
        made += self._expired(heard=update.heard or 0)
        return self._with_provisional(made)

    def tick(self, now: float, heard: Millis | None = None) -> list[LiveEvent]:
        """What has to be said by now; `heard` is how far into the recording the recogniser has listened."""
        made = [] if self._closed else [*self._until(now), *self._expired(heard=heard or 0)]
        return self._with_provisional(made)

    def close(self, now: float) -> list[LiveEvent]:
        """All that is left; what was told as partial and never finally is taken as it is."""
        if self._closed:
            return []
        made = self._until(now)
        left = tuple(chain.from_iterable(self._partials.values()))
        self._partials.clear()
        for word in left:
            made += self._add(word)
        if self._loose and (last := self._last) is not None:
            self._words[-1] = replace(last, mark=at_the_end(last.mark, self._loose, self._lang))
        self._loose.clear()
        made += self._flush("close")
        self._closed = True
        return self._with_provisional(made)

    def _until(self, now: float) -> list[LiveEvent]:
        """Let time pass."""
        self._now = max(now, self._now)
        return self._expired()

    @property
    def _silent_from(self) -> float:
        """When a word was last told, be it one that may change."""
        return max(self._told_at[-1], self._partial_at if any(self._partials.values()) else -inf)

    def _expired(self, heard: Millis = 0) -> list[LiveEvent]:
        """Judge what must wait no longer; where nothing came after it, it has ended."""
        self._heard = max(self._heard, heard)
        if self._start == self.n_words:
            return []
        is_silent = not any(self._partials.values()) or self._now >= self._partial_at + self._wait
        if is_silent and self._is_due(self.n_words - 1):
            return self._flush("wait")
        stop = self._judged
        while stop < self.n_words and self._is_due(stop):
            stop += 1
        partial = chain.from_iterable(self._partials.values())
        return self._judge_until(stop, partial) if stop > self._judged else []

    def _is_due(self, number: int) -> bool:
        word, told_at = self._words[number - self._offset], self._told_at[number - self._offset]
        if self._now >= told_at + self._wait:
            return True
        said = word.start if word.end is None else word.end
        return said is not None and self._heard >= said + 1000 * self._wait

    @property
    def _last(self) -> Word | None:
        """The last word of the open sentence."""
        return self._words[-1] if self._start < self.n_words else None

    def _add(self, word: Word) -> list[LiveEvent]:
        """One final word, event, or mark that stands alone."""
        if not word.text:
            return self._add_mark(word)
        if (self.n_words or not word.is_event) and (opening := self._join()):
            word, self._loose = replace(word, before=opening + word.before), []
        word = self._settle(word)
        last = self._last
        if word.is_event:
            if word.mark and last is not None:
                self._words[-1] = Transcript.of((last, word)).words[0]
            self._events.append(Event(self.n_words, replace(word, mark="") if self.n_words else word))
            return []
        made: list[LiveEvent] = []
        if last is not None and self._judged == self.n_words and self._changes_turn(last, word):
            made.append(self._sentence(Cut(self.n_words - 1, "", None, "turn")))
        self._words.append(word)
        self._told_at.append(self._now)
        return made + self._judge_what_may()

    def _add_mark(self, loose: Word) -> list[LiveEvent]:
        """A mark that stands alone; where it ends a sentence whose gap is judged already, that is judged again."""
        self._loose += [loose] if loose.before or loose.mark else []
        last = self._last
        if last is None or self._judged < self.n_words or not self._keeps_marks:
            return []
        if is_end(last.mark, self._delimiters) or not is_end(loose.before + loose.mark, self._delimiters):
            return []
        self._join()
        self._judged -= 1
        return self._judge_what_may()

    def _join(self) -> str:
        """Give the marks that stand alone to the last word; what opens the next one is left, and told."""
        if not self._loose:
            return ""
        if not self.n_words:
            return ahead(self._loose)
        last = self._last
        mark, opening = behind("." if last is None else last.mark, self._loose, self._lang)
        if last is not None:
            self._words[-1] = replace(last, mark=mark)
        self._loose = [Word("", mark=each) for each in opening.split()]
        return opening

    def _settle(self, following: Word) -> Word:
        """Find out what the last word's dot is by what follows it; a sentence that has been given stays as it is.

        What follows may lose a dot of its own that is there twice.
        """
        if not self._words or self._words[-1].mark[:1] != "." or self._n_settled == self.n_words:
            return following
        *_, self._words[-1], following = settled([*self._words[-2:], following], lang=self._lang)
        self._n_settled = self.n_words
        return following

    def _judge_what_may(self) -> list[LiveEvent]:
        """Judge what enough words follow."""
        made: list[LiveEvent] = []
        while self.n_words > self._judged + self.delay:
            made += self._judge_until(min(self._judged + self.stride, self.n_words))
        return made

    def _changes_turn(self, word: Word, following: Word) -> bool:
        return self._respects_turns and changes_turn(word, following)

    def _judge_until(self, stop: int, partial: Iterable[Word] = ()) -> list[LiveEvent]:
        """Judge the gaps before `stop` that are not judged yet, with partial words behind the final ones if given."""
        self._join()
        cuts = self._judge.cuts(self._stretch(stop, partial))
        made: list[LiveEvent] = [self._sentence(self._absolute(cut)) for cut in cuts]
        self._judged = stop
        self._forget()
        return made

    def _flush(self, reason: str) -> list[LiveEvent]:
        """End the open sentence with the last word."""
        if self._start == self.n_words:
            return []
        self._join()
        cuts = [self._absolute(cut) for cut in self._judge.cuts(self._stretch(self.n_words, (), closed=True))]
        if cuts and cuts[-1].place == self.n_words - 1:
            cuts[-1] = Cut(cuts[-1].place, cuts[-1].mark, cuts[-1].probability, reason)
        made: list[LiveEvent] = [self._sentence(cut) for cut in cuts]
        self._judged = self.n_words
        self._forget()
        return made

    def _stretch(self, stop: int, partial: Iterable[Word], *, closed: bool = False) -> Stretch:
        """The words to look at for gaps before `stop`, as numbers from the first word that is kept."""
        words = self._with(partial)
        is_settled = len(words) == len(self._words) and self._n_settled == self.n_words
        last = words[-1] if is_settled else going_on(words[-2:], self._lang)
        is_unsure = last is not words[-1]
        if not closed:
            words[-1] = last
        transcript = Transcript(tuple(words), tuple(self._kept_events()))
        judged = (
            min(self._judged, self.n_words - closed) - self._offset
        )  # where it closes, the last word ends it anyway
        return Stretch(
            transcript,
            opened=self._start - self._offset,
            judged=judged,
            stop=stop - self._offset,
            shown=max(0, judged - self._history),
            ended=[number - self._offset for number in self._ended if number >= self._offset],
            closed=closed,
            whole=self._judged == 0,
            unsure=is_unsure,
        )

    def _with(self, partial: Iterable[Word]) -> list[Word]:
        """The words that are kept, with partial ones behind them as if these were final."""
        looked = [word for word in partial if not word.is_event]
        if not looked:
            return list(self._words)
        around = settled([*self._words[-2:], *looked], lang=self._lang)
        return [*self._words[:-2], *around]

    def _kept_events(self) -> Iterable[Event]:
        return (Event(max(0, event.before_word - self._offset), event.token) for event in self._events)

    def _absolute(self, cut: Cut) -> Cut:
        return Cut(cut.place + self._offset, cut.mark, cut.probability, cut.reason)

    def _sentence(self, cut: Cut) -> LiveSentence:
        """The open sentence up to a cut, which is firm from now on."""
        first, stop = self._start, cut.place + 1
        tokens = list(self._tokens(first, stop))
        made = self._told(tokens, cut, first=first, number=self._number)
        while self._events and self._events[0].before_word <= stop:
            self._events.popleft()
        self._start, self._judged, self._number = stop, max(self._judged, stop), self._number + 1
        self._ended.append(cut.place)
        return made

    def _tokens(self, first: int, stop: int) -> Iterable[Word]:
        """Words and the events among them and right behind them."""
        known = Transcript(
            tuple(self._words[first - self._offset : stop - self._offset]), self._events_from(first, stop)
        )
        return known.tokens()

    def _events_from(self, first: int, stop: int) -> tuple[Event, ...]:
        held = (event for event in self._events if event.before_word <= stop)
        return tuple(Event(max(0, event.before_word - first), event.token) for event in held)

    def _told(self, tokens: list[Word], cut: Cut, *, first: int, number: int, firm: bool = True) -> LiveSentence:
        return LiveSentence(
            finished(tokens, cut.mark, stray_ends=self._keeps_marks, language=self._language),
            cut.mark,
            probability=cut.probability,
            number=number,
            first=first,
            n_words=cut.place + 1 - first,
            reason=cut.reason,
            firm=firm,
        )

    def _forget(self) -> None:
        """Let go of words that neither a sentence nor the detector needs any more."""
        old = min(self._start, max(0, self._judged - self._history)) - self._offset
        if old > 0:
            del self._words[:old], self._told_at[:old]
            self._offset += old
        while self._ended and self._ended[0] < self._offset:
            self._ended.popleft()

    def _with_provisional(self, made: list[LiveEvent]) -> list[LiveEvent]:
        if self._provisional is None:
            return made
        now = Provisional(tuple(self._guesses()))
        if now != self._provisional or any(isinstance(event, LiveSentence) for event in made):
            made.append(now)
        self._provisional = now
        return made

    def _guesses(self) -> Iterable[LiveSentence]:
        """The sentences behind the firm ones, as far as is known; the last one goes on."""
        partial = [*self._loose, *(word for each in self._partials.values() for word in each)]
        words = self._with(partial)[self._start - self._offset :]
        if not words:
            return
        stop = self._start + len(words)
        cuts = [self._absolute(cut) for cut in self._judge.cuts(self._stretch(stop - 1, partial), keep=False)]
        first = self._start
        for number, cut in enumerate([*cuts, Cut(stop - 1, "", None, "open")], start=self._number):
            tokens = words[first - self._start : cut.place + 1 - self._start]
            yield self._told(tokens, cut, first=first, number=number, firm=False)
            first = cut.place + 1
