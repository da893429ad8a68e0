"""A stream's events as text: JSON lines, plain lines, or subtitles that grow.

    write = writer("lines")
    for event in stream.push("so we left"):
        print(write(event), end="")

Only JSON lines tell of sentences that are not firm yet. Subtitles obey the width and number of lines of their layout,
and how long a cue may last. No cue stays after its last word until it can be read: nobody knows yet what is said next,
and cues must not overlap.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import msgspec

from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.joining import join
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.formats import srt, vtt
from pausa.formats.base import Layout
from pausa.text.identify import Listener
from pausa.text.languages import AUTO
from pausa.workflow.live.sentences import LiveEvent, LiveSentence, finished

Write: TypeAlias = Callable[[LiveEvent], str]
_LINE = "\n"
#: Characters a second of who needs no time to read.
_AT_ONCE = 1e9
WRITTEN = ("lines", "jsonl", "vtt", "srt")


def writer(to: str, *, layout: Layout | None = None, language: str = AUTO, provisional: bool = False) -> Write:
    """What turns each event of one stream into text, in order; empty where there is nothing to write."""
    if to not in WRITTEN:
        raise OptionError(f"A stream is written as {', '.join(WRITTEN)}, not as {to!r}.")
    if to == "jsonl":
        return lambda event: msgspec.json.encode(event.as_dict()).decode() + "\n"
    if provisional:
        raise OptionError("Sentences that are not firm yet can be told as jsonl only.")
    return _Firm(to, layout or Layout(), language)


def _as_spoken(layout: Layout) -> Layout:
    """The layout without the rules by which a cue stays on the screen after it was said."""
    rules = layout.rules
    return layout if rules is None else replace(layout, rules=replace(rules, shortest_ms=1, speed=_AT_ONCE))


class _Firm:
    """Firm sentences as people read them."""

    def __init__(self, to: str, layout: Layout, language: str) -> None:
        self._to, self._layout, self._listener = to, _as_spoken(layout), Listener(language)
        self._goes_on = False
        self._speaker: str | None = None
        self._n_cues = 0
        self._is_first = True

    def __call__(self, event: LiveEvent) -> str:
        if not isinstance(event, LiveSentence):
            return ""
        is_cut = event.reason == "length"
        words = finished(
            event.words,
            event.mark,
            full_stop=not is_cut,
            capitals=not self._goes_on or event.speaker != self._speaker,
            language=self._listener.hear(word.text for word in event.words),
        )
        self._goes_on, self._speaker = is_cut or event.mark == ",", event.speaker
        if self._to == "lines":
            return join(words) + "\n"
        document = Document(Transcript.of(words))
        whole = Segmentation(document.n_words, (document.n_words - 1,))
        return self._subtitles(document.only(whole))

    def _subtitles(self, document: Document) -> str:
        """The cues of one sentence, following those before."""
        if self._to == "vtt":
            text = vtt.render([document], self._layout) + "\n"
            head, self._is_first = ("" if self._is_first else "WEBVTT\n\n"), False
            return text.removeprefix(head)
        cues = srt.render([document], self._layout).rstrip("\n").split("\n\n")
        first, self._n_cues = self._n_cues + 1, self._n_cues + len(cues)
        return "".join(f"{number}\n{cue.partition(_LINE)[2]}\n\n" for number, cue in enumerate(cues, start=first))
