"""Where in unknown JSON the words are: every object that holds text, by the place where such objects stand.

    {"results": {"segments": [{"speaker": 1, "words": [{"word": "so"}, …]}, …]}}
    results.segments[].words[]        a place; its records are all the words, whichever segment they are in

Places are gone through once, each value one time, without recursion. A place is as good as what its records say: times
before none, single words before stretches of text, and no place that has far fewer words than another.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from pausa.formats.keys import (
    GUESSES,
    RECORDING_RANKS,
    SPEAKER_RANKS,
    Keys,
    best_key,
    keys_of,
    plain,
    text_key,
    with_unit,
)
from pausa.text.parting import has_parts, part_unless_word

#: A place with less than this share of the words that another has is not where the words are.
_ENOUGH_WORDS = 0.8
#: Lists by the name of who speaks in them.
_CALLED_AS_SPEAKER = re.compile(
    r"(?:spk|speaker|channel|ch|participant|agent|customer|caller|callee)[ _-]?\w{0,8}", re.IGNORECASE
)
#: The key of a record that is no object but a text by itself.
BARE = "\0"


class Around(NamedTuple):
    """What objects around a record say about it."""

    speaker: Any = None
    recording: Any = None
    #: The object with text that the record stands in, if any.
    stretch: Mapping[str, Any] | None = None


class Record(NamedTuple):
    fields: Mapping[str, Any]
    around: Around


@dataclass
class Place:
    """A path in the JSON, lists passed through, and the records that stand there."""

    key: str = ""
    above: Place | None = None
    records: list[Record] = field(default_factory=list)
    below: dict[str, Place] = field(default_factory=dict)

    def child(self, key: str) -> Place:
        found = self.below.get(key)
        if found is None:
            found = self.below[key] = Place(key, self)
        return found

    @property
    def path(self) -> str:
        """The path as people write it.

        >>> Place().child("segments").child("[]").path
        'segments[]'
        """
        keys: list[str] = []
        place: Place | None = self
        while place is not None and place.above is not None:
            keys.append(place.key)
            place = place.above
        return ".".join(keys[::-1]).replace(".[]", "[]") or "the top"

    @cached_property
    def keys(self) -> Keys:
        """What the keys of the records mean."""
        counts: Counter[str] = Counter()
        texts: Counter[str] = Counter()
        for record in self.records:
            counts.update(key for key, value in record.fields.items() if value is not None)
            texts.update(key for key, value in record.fields.items() if isinstance(value, str) and value.strip())
        if BARE in counts:
            return Keys(text=BARE)
        return keys_of(counts, texts)

    def text(self, record: Record) -> str:
        value = record.fields.get(self.keys.text)
        if isinstance(value, str):
            return value
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e19:
            return str(value)
        return ""

    @cached_property
    def n_words(self) -> int:
        return sum(_n_words(self.text(record)) for record in self.records)

    @cached_property
    def is_timed(self) -> bool:
        return bool(self.keys.start or self.keys.end)

    @property
    def is_object(self) -> bool:
        """Whether the records are objects, and not texts by themselves."""
        return self.keys.text != BARE

    @cached_property
    def is_of_words(self) -> bool:
        """Whether a record holds a word, and not a stretch of text."""
        filled = sum(1 for record in self.records if _n_words(self.text(record)))
        return self.n_words <= 1.2 * max(1, filled)

    @cached_property
    def names_speakers(self) -> bool:
        return bool(self.keys.speaker) or any(record.around.speaker is not None for record in self.records)


def _n_words(text: str) -> int:
    tokens = text.split()
    if has_parts(text):
        tokens = [piece for token in tokens for piece in part_unless_word(token)]
    return sum(1 for token in tokens if any(map(str.isalnum, token)))


class Passed(NamedTuple):
    """What was gone through: the places that hold text, and how much was passed over as not final."""

    places: list[Place]
    n_partial: int


def places_in(root: Any, *, lines: bool = False) -> Passed:
    """Every place in the JSON that holds text, in the order of the file; of `lines`, one with an id is a recording."""
    top = Place()
    places: dict[int, Place] = {}
    n_partial = 0
    stack: list[tuple[Any, Place, Around]] = [(root, top, Around())]
    while stack:
        value, place, around = stack.pop()
        if isinstance(value, Mapping):
            if _is_partial(value):
                n_partial += 1
                continue
            fields = _with_best_guess(value)
            has_text = bool(text_key(fields))
            if has_text:
                place.records.append(Record(fields, around))
                places.setdefault(id(place), place)
            if any(isinstance(child, dict | list) for child in value.values()):
                below = _around(fields, place, around, has_text=has_text, lines=lines)
                stack += reversed(list(_children(value, place, below)))
        elif isinstance(value, list):
            inner = place.child("[]")
            several = value[:1] if plain(place.key) in GUESSES else value
            for one in reversed(several):
                if isinstance(one, dict | list):
                    stack.append((one, inner, around))
                elif isinstance(one, str) and one.strip():
                    stack.append((_Text(one), inner, around))
        elif isinstance(value, _Text):
            place.records.append(Record({BARE: value.text}, around))
            places.setdefault(id(place), place)
    return Passed(list(places.values()), n_partial)


class _Text(NamedTuple):
    """A text that stands in a list by itself."""

    text: str


def _children(value: Mapping[str, Any], place: Place, around: Around) -> Iterator[tuple[Any, Place, Around]]:
    for key, child in value.items():
        if not isinstance(child, dict | list):
            continue
        if key.isdecimal():
            yield child, place.child("[]"), around
        elif isinstance(child, list) and _CALLED_AS_SPEAKER.fullmatch(key) and around.stretch is None:
            yield child, place.child("*"), around._replace(speaker=key)
        else:
            yield child, place.child(key), around


def _with_best_guess(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """An object with what the first of its alternatives says, where it has some."""
    for key, guesses in value.items():
        if plain(key) in GUESSES and isinstance(guesses, list) and guesses and isinstance(guesses[0], dict):
            return {**guesses[0], **value}
    return value


def _is_partial(value: Mapping[str, Any]) -> bool:
    """Whether an object is a result that is told again in full."""
    for key, told in value.items():
        if isinstance(told, bool):
            name = plain(key)
            if (name in ("isfinal", "final") and not told) or (name in ("ispartial", "partial") and told):
                return True
    return False


def _around(fields: Mapping[str, Any], place: Place, around: Around, *, has_text: bool, lines: bool) -> Around:
    """What an object says about all that is in it."""
    told = [key for key, value in fields.items() if value is not None and not isinstance(value, list)]
    speaker, recording = best_key(told, SPEAKER_RANKS), best_key(told, RECORDING_RANKS)
    if speaker:
        around = around._replace(speaker=fields[speaker])
    is_row = place.key == "[]" and place.above is not None and place.above.above is None
    if not recording and is_row and not speaker and (lines or not has_text):
        timed = any(with_unit(key)[0] in ("start", "end", "starttime", "endtime") for key in fields)
        recording = next((key for key in ("id", "name") if key in told and not timed), "")
    if recording:
        around = around._replace(recording=fields[recording])
    return around._replace(stretch=fields) if has_text else around


def best_of(places: list[Place]) -> Place | None:
    """The place where the words are; None where there are none."""
    spoken = [place for place in places if place.n_words]
    if not spoken:
        return None
    timed = [place for place in spoken if place.is_timed]
    most, most_timed = (max((place.n_words for place in among), default=0) for among in (spoken, timed))
    among = timed if 2 * most_timed >= most else spoken
    most = max(place.n_words for place in among)
    rich = [place for place in among if place.n_words >= _ENOUGH_WORDS * most]
    return min(rich, key=lambda place: (not place.is_of_words, not place.names_speakers, len(place.records) == 1))
