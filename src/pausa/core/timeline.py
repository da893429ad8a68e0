"""A time for every word, for those who need one: subtitles and limits in seconds.

Known times are kept; what is unknown between two known times is shared out by the length of the words;
times that run backwards are pulled up. Nothing here is ever written back into a transcript.
"""

from __future__ import annotations

from pausa.core.times import Millis
from pausa.core.words import Transcript, Word

#: How long a word takes where nothing else is known: a base and a part for each character.
_WORD_MS, _CHARACTER_MS = 80, 55


def timeline(transcript: Transcript) -> list[tuple[Millis, Millis]] | None:
    """Start and end of every word, never running backwards; None where no time is known at all.

    >>> timeline(Transcript((Word("a", 0), Word("b"), Word("c", None, 300))))
    [(0, 100), (100, 200), (200, 300)]
    """
    if not transcript.has_times:
        return None
    words = transcript.words
    edges: list[Millis | None] = []
    for word in words:
        edges += [word.start, word.end]
    filled = _filled(_rising(edges), words)
    return list(zip(filled[::2], filled[1::2], strict=True))


def _rising(edges: list[Millis | None]) -> list[Millis | None]:
    latest = 0
    rising: list[Millis | None] = []
    for edge in edges:
        if edge is not None:
            latest = max(latest, edge)
            edge = latest
        rising.append(edge)
    return rising


def _filled(edges: list[Millis | None], words: tuple[Word, ...]) -> list[Millis]:
    """Every edge known: words take up the time between known edges, pauses only where they were known."""
    known = [place for place, edge in enumerate(edges) if edge is not None]
    first, last = known[0], known[-1]
    head = sum(_typical(words[index]) for index in range((first + 1) // 2))
    tail = sum(_typical(words[index]) for index in range((last + 1) // 2, len(words)))
    start = edges[first] or 0
    # Before the first known time there may be less room than the words would like.
    padded = [max(0, start - head), *edges, (edges[last] or 0) + tail]
    if padded[1] is None:
        padded[1] = padded[0]
    if padded[-2] is None:
        padded[-2] = padded[-1]
    inner = padded[1:-1]
    result: list[Millis] = []
    place = 0
    while place < len(inner):
        edge = inner[place]
        if edge is not None:
            result.append(edge)
            place += 1
            continue
        stop = place
        while inner[stop] is None:
            stop += 1
        result += _shared_out(result[-1], inner[stop] or 0, place, stop, words)
        place = stop
    return result


def _shared_out(start: Millis, end: Millis, place: int, stop: int, words: tuple[Word, ...]) -> list[Millis]:
    """Edges `place` to `stop` between two known ones; edge 2i is the start of word i, 2i+1 its end."""
    # The step to an edge is a word's length if that edge is an end, else a pause, taken as nothing.
    steps = [_typical(words[edge // 2]) if edge % 2 else 0 for edge in range(place, stop + 1)]
    total = sum(steps)
    if not total:
        return [start] * (stop - place)
    shared, passed = [], 0
    for step in steps[:-1]:
        passed += step
        shared.append(start + (end - start) * passed // total)
    return shared


def _typical(word: Word) -> Millis:
    return _WORD_MS + _CHARACTER_MS * len(word.text)
