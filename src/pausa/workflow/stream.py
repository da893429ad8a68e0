"""Sentences while somebody still speaks: words in as they are recognised, sentences out as soon as they are firm.

    live = pausa.stream()
    for words in recogniser:
        for sentence in live.push(words):
            print(sentence.text)
    for sentence in live.close():
        print(sentence.text)

The command line, the WebSocket and Python all come in by `stream`; `pausa.workflow.live` does the work.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, Unpack

from pausa.core.messages import counted
from pausa.core.times import Millis
from pausa.core.updates import Update
from pausa.core.words import Word
from pausa.decode import SentenceLimits
from pausa.decode.limits import SentenceOptions
from pausa.formats.live import reader
from pausa.models import load
from pausa.models.base import Detector
from pausa.text.identify import Listener, tell
from pausa.text.languages import AUTO
from pausa.text.languages import language as language_of
from pausa.text.languages.codes import base_code
from pausa.workflow.live.segmenter import DELAY, MAX_WAIT, StreamSegmenter
from pausa.workflow.live.sentences import LiveEvent
from pausa.workflow.live.settling import spelled
from pausa.workflow.segment import marks_for

#: What may be pushed: running text, a word, several, a recogniser's message, an update.
Pushed: TypeAlias = str | Word | Sequence[str | Word] | Mapping[str, Any] | Update


def stream(
    model: str | Detector = "default",
    *,
    delay: int = DELAY,
    max_wait: float | None = MAX_WAIT,
    marks: str | None = None,
    level: str = "sentence",
    provisional: bool = False,
    format: str = "auto",
    language: str = AUTO,
    clock: Callable[[], float] = time.monotonic,
    **options: Unpack[SentenceOptions],
) -> SentenceStream:
    """A stream to push words into, which gives sentences as soon as they are firm.

    A sentence is given when `delay` words follow it, or `max_wait` seconds of silence or of waiting (None: however long
    it takes). With `provisional`, what the words behind the firm sentences look like is given too, and may change.
    Marks that are there are kept (`marks="auto"`), unless another model than the default is asked for. `format` says
    whose messages are pushed, if any. `threshold`, `rate`, `mean_length`, `min_words`, `max_words`, `max_chars`,
    `max_seconds`, `turns` and the other options are those of `pausa.segment`. A `model` that is already loaded may
    serve many streams. A language that is to be found (`auto`) is English until enough words have come; what should be
    known about it is in the stream's `warnings`. `clock` tells the seconds that pass.
    """
    machine = StreamSegmenter(
        load(model) if isinstance(model, str) else model,
        SentenceLimits(**options),
        delay=delay,
        max_wait=max_wait,
        marks=marks_for(model) if marks is None else marks,
        level=level,
        provisional=provisional,
        language="en" if language == AUTO else language,
    )
    return SentenceStream(machine, format=format, language=language, clock=clock)


class SentenceStream:
    """A stream with a clock: what is pushed, and what comes back."""

    def __init__(
        self, machine: StreamSegmenter, *, format: str, language: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._machine, self._clock = machine, clock
        self._reader, self._listener = reader(format), Listener(language)
        self._warnings: list[str] = []
        self._language = "en"
        self._speak(found=False)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What should be known so far: the language, whether the detector has learned it, what was not read."""
        return tuple(self._warnings)

    def push(self, given: Pushed, *, final: bool = True) -> list[LiveEvent]:
        """Words, or a recogniser's message; with `final=False` words that the next ones take the place of."""
        made: list[LiveEvent] = []
        for update in self.updates(given, final=final):
            self._listener.hear(word.text for word in update.final if word.text)
            self._speak(found=True)
            made += self._machine.push(update, self._clock())
        return made

    def tick(self, heard: Millis | None = None) -> list[LiveEvent]:
        """What has to be said by now; `heard` is how many milliseconds the recogniser has listened to."""
        return self._machine.tick(self._clock(), heard)

    def close(self) -> list[LiveEvent]:
        """All that is left."""
        strange = self._reader.n_strange
        if strange:
            held = f"{counted(strange, 'message')} held no words, read as {self._reader.name}"
            self._warnings.append(f"{held}; are they of another format (auto finds it)?")
        return self._machine.close(self._clock())

    @property
    def is_understood(self) -> bool:
        """Whether anything could be read in the messages so far, or there was nothing in them to be read."""
        return bool(self._reader.n_read or not self._reader.n_strange)

    @property
    def wait(self) -> float | None:
        """The seconds after which `tick` has something to say if no word comes; None where nothing waits."""
        deadline = self._machine.deadline
        return None if deadline is None else max(0.0, deadline - self._clock())

    def over(self, given: Iterable[Pushed]) -> Iterator[LiveEvent]:
        """Everything from first to last, as it becomes firm; while nothing is given, no time passes."""
        for each in given:
            yield from self.push(each)
        yield from self.close()

    async def follow(self, given: AsyncIterable[Pushed]) -> AsyncIterator[LiveEvent]:
        """The same of what comes in its own time; who is silent for too long is not waited for."""
        coming = aiter(given)
        next_one: asyncio.Task[Pushed] | None = None
        try:
            while True:
                if next_one is None:
                    next_one = asyncio.ensure_future(_next(coming))
                done, _ = await asyncio.wait({next_one}, timeout=self.wait)
                if not done:
                    made = await asyncio.to_thread(self.tick)
                else:
                    try:
                        one = next_one.result()
                    except StopAsyncIteration:
                        break
                    next_one = None
                    made = await asyncio.to_thread(self.push, one)
                for event in made:
                    yield event
            for event in await asyncio.to_thread(self.close):
                yield event
        finally:
            if next_one is not None and not next_one.done():
                next_one.cancel()

    def updates(self, given: Pushed, *, final: bool = True) -> list[Update]:
        """What would be pushed, in Pausa's own terms."""
        if isinstance(given, Update):
            return [given]
        if isinstance(given, Mapping):
            return self._reader.read(given)
        listed = [given] if isinstance(given, str | Word) else given
        words: list[Word] = []
        for one in listed:
            words += spelled(one, language_of(self._listener.code)) if isinstance(one, str) else [one]
        return [Update(tuple(words)) if final else Update(partial=tuple(words))]

    def _speak(self, *, found: bool) -> None:
        """Take the words for words in the language that is known now; say so once, unless it is English."""
        code = self._listener.code
        if code == self._language:
            return
        self._language = code
        self._machine.speak(code)
        if base_code(code) != "en":
            told = [tell({code: 1}) if found else "", self._machine.tell_language()]
            self._warnings += filter(None, told)


async def _next(coming: AsyncIterator[Pushed]) -> Pushed:
    return await anext(coming)
