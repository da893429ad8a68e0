"""What the keys of unknown JSON records mean, by how they are spelled.

    startTime, start_ms, BeginOffsetMillis, offsetInTicks, ts      when something begins
    speaker_id, participantRole, author, channel                   who says it
    text, punctuated_word, transcript, content                     what is said

A key may name its unit. Which of several keys is meant is decided over all records of a list, never by one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

#: What a record's text may be called, the best first.
TEXTS = (
    *("punctuatedword", "word", "text", "transcript", "utterance", "sentence", "content", "display", "displaytext"),
    *("punctuatedtext", "transcription", "caption", "token", "phrase", "line", "body", "message", "words", "said"),
    *("speech", "lexical", "ortho", "value", "w"),
)
_WHO = "speaker spk spkr participant talker person party author agent user sender who voice displayname role".split()
#: What tells a name better comes first.
_WHO_PARTS = ("name", "displayname", "label", "", "id", "tag", "role", "number", "no", "index", "idx")
SPEAKERS = (*(who + part for part in _WHO_PARTS for who in _WHO), "from", "name")
CHANNELS = ("channel", "channelid", "channellabel", "channeltag", "channelindex", "track")
CONFIDENCES = ("confidence", "conf", "wordconfidence", "score", "probability", "prob", "p")
MARKS = ("mark", "punctuation", "trailingpunctuation", "punct")
RECORDINGS = (
    *("recording", "recordingid", "file", "filename", "audiofile", "audiofilepath", "audiofilename", "session"),
    *("sessionid", "callid", "documentid", "videoid", "mediaid", "meetingid", "conversationid"),
)
_TEXT_RANKS = {name: rank for rank, name in enumerate(TEXTS)}
#: Speakers of all that is in an object; "from" and "name" may be anything there.
SPEAKER_RANKS = {name: rank for rank, name in enumerate(SPEAKERS[:-2])}
RECORDING_RANKS = {name: rank for rank, name in enumerate(RECORDINGS)}
#: Several guesses at the same words, of which the first is the best.
GUESSES = frozenset({"alternatives", "alternative", "nbest", "hypotheses", "hypothesis", "candidates"})

_START = re.compile(
    r"(?:audio|word|segment|utterance|t|time|timestamp)?(?:start|begin|onset)(?:s|ed)?"
    r"(?:time|times|timestamp|timecode|ts|offset|at|position|pos)?|t0|tbeg|xmin|timefrom"
)
_END = re.compile(
    r"(?:audio|word|segment|utterance|t|time|timestamp)?(?:end|stop|finish|until)(?:s|ed)?"
    r"(?:time|times|timestamp|timecode|ts|offset|at|position|pos)?|t1|xmax|timeto|to"
)
#: Keys that tell when something begins where no other does, the best first.
_SINCE = ("from", "offset", "timestamp", "timestamps", "ts", "time", "timecode", "tc", "t", "at", "offsets", "interval")
_CLOCKS = ("datetime", "createdat", "date", "when")
_DURATIONS = ("duration", "dur", "tdur", "audioduration", "wordduration")
_UNIT = re.compile(
    r"(?:in)?(?:(milliseconds?|millis|msecs?|ms)|(ticks)|(nanoseconds?|nanos|ns)|(microseconds?|micros|us)|(seconds?|secs?))$"
)
#: Parts of a second, in the order of the groups above.
PER_SECOND = (1000, 10_000_000, 1_000_000_000, 1_000_000, 1)
_LETTERS = re.compile(r"[^a-z0-9]+")


@lru_cache(maxsize=4096)
def plain(key: str) -> str:
    """A key without case, blanks and signs.

    >>> plain("Start_Time"), plain("startTime")
    ('starttime', 'starttime')
    """
    return _LETTERS.sub("", key[:80].lower())


@lru_cache(maxsize=4096)
def with_unit(key: str) -> tuple[str, int | None]:
    """A key as it is compared, without the unit it names, and how many of these make a second.

    >>> with_unit("BeginOffsetMillis"), with_unit("start_s"), with_unit("ts")
    (('beginoffset', 1000), ('start', 1), ('ts', None))
    """
    name = plain(key)
    found = _UNIT.search(name)
    if found and found.start():
        group = next(place for place, text in enumerate(found.groups()) if text)
        return name[: found.start()], PER_SECOND[group]
    if key[-2:] in ("_s", "-s", ".s") and len(name) > 1:
        return name[:-1], 1
    return name, None


@dataclass(frozen=True)
class Keys:
    """Which key of a record is what; empty where there is none."""

    text: str = ""
    start: str = ""
    end: str = ""
    duration: str = ""
    speaker: str = ""
    channel: str = ""
    confidence: str = ""
    mark: str = ""
    recording: str = ""

    @property
    def times(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.start, self.end, self.duration)))


def text_key(record: Mapping[str, Any]) -> str:
    """The key of a record's text, empty where it has none.

    >>> text_key({"id": 7, "Content": "so"}), text_key({"words": [], "start": 1})
    ('Content', '')
    """
    return best_key((key for key, value in record.items() if isinstance(value, str)), _TEXT_RANKS)


def best_key(keys: Iterable[str], ranks: Mapping[str, int]) -> str:
    """The key that stands first among those that have a rank; empty where none has."""
    ranked = [(ranks[name], key) for key in keys if (name := plain(key)) in ranks]
    return min(ranked)[1] if ranked else ""


def keys_of(counts: Mapping[str, int], texts: Mapping[str, int]) -> Keys:
    """What the keys of a list of records mean, from how often each stands there, and how often with text."""
    often = max(texts.values(), default=0)
    spoken = {plain(key): key for key, count in texts.items() if 2 * count >= often}
    text = _first(spoken, TEXTS)
    named = {plain(key): key for key in counts if key != text}
    timed = {name: key for key in counts if key != text for name in [with_unit(key)[0]]}
    start = next((key for name, key in timed.items() if _START.fullmatch(name)), "")
    has_onset = "onset" in plain(start)
    if not start:
        start = _first(timed, _SINCE) or _first(timed, _CLOCKS)
    end = next((key for name, key in timed.items() if key != start and _END.fullmatch(name)), "")
    if not end and has_onset:
        end = timed.get("offset", "")
    taken = {start, end}
    duration = _first(timed, _DURATIONS)
    speaker = _first({name: key for name, key in named.items() if key not in taken}, SPEAKERS)
    return Keys(
        text=text,
        start=start,
        end=end,
        duration=duration,
        speaker=speaker,
        channel=_first(named, CHANNELS),
        confidence=_first(named, CONFIDENCES),
        mark=_first(named, MARKS),
        recording=_first(named, RECORDINGS),
    )


def _first(named: Mapping[str, str], wanted: Iterable[str]) -> str:
    return next((named[name] for name in wanted if name in named), "")
