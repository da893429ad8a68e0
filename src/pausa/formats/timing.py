"""Times for formats that cannot do without: every word has some, or the transcript cannot be written."""

from __future__ import annotations

from pausa.core.errors import CannotWrite
from pausa.core.timeline import timeline
from pausa.core.times import Millis
from pausa.core.words import Transcript


def required_times(transcript: Transcript, *, format_name: str) -> list[tuple[Millis, Millis]]:
    """Start and end of every word, never running backwards; CannotWrite where no time is known."""
    times = timeline(transcript)
    if times is None and transcript.words:
        raise CannotWrite(format_name, "needs times, and this transcript has none", "write lines or json instead")
    return times or []


def own_or_filled(transcript: Transcript, *, format_name: str) -> list[tuple[Millis, Millis]]:
    """Start and end of every word: its own where known, else what the words around it leave.

    Unlike `required_times`, words that overlap stay as they are.
    """
    spans = []
    for word, (start, end) in zip(transcript.words, required_times(transcript, format_name=format_name), strict=True):
        if word.end is not None:
            end = word.end
        start = min(start, end) if word.start is None else word.start
        spans.append((start, max(start, end)))
    return spans
