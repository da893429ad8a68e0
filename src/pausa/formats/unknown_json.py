"""JSON of any shape that holds words: the records are found, and what was taken for what is told in one line.

    {"utterances": [{"participant": "A", "start_ms": 100, "end_ms": 900, "text": "Good morning."}]}
    utterances[] holds text, by participant, from start_ms to end_ms (milliseconds)

`records` finds the place, `keys` and `units` tell what its keys mean. A path into the JSON (`--from json:PATH`) names
another place. Words that stand in stretches of text are compared with it: marks that only the text has are taken over,
and so are words that no record has.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.words import Word
from pausa.formats.base import Source
from pausa.formats.display import punctuated, with_unlisted
from pausa.formats.keys import Keys
from pausa.formats.recogniser import each, flat, in_a_row, loaded, merged, spelling, token, whole
from pausa.formats.recogniser import speaker as speaker_name
from pausa.formats.records import Passed, Place, Record, best_of, places_in
from pausa.formats.units import Times, times_of
from pausa.text.tokens import settled

#: As much of a path or a list of keys as a message shows.
_SHOWN, _MOST_KEYS = 80, 12


def parse(source: Source) -> list[Document]:
    """The recordings in a JSON file, or in one with several JSON values, one after the other."""
    value = _values(source)
    return documents_in(value, source)


def _values(source: Source) -> Any:
    try:
        return loaded(source, Any)
    except InputError:
        rows = in_a_row(source)
        if not rows:
            _check(source)
        if len(rows) < 2:
            raise
        return rows


def _check(source: Source) -> None:
    """Say where JSON is broken, by line and column."""
    text = source.text.lstrip()
    try:
        json.JSONDecoder(parse_int=float).raw_decode(text)  # int() has a limit on digits, and says no place
    except json.JSONDecodeError as problem:
        line = source.text.count("\n", 0, len(source.text) - len(text) + problem.pos) + 1
        raise source.error(line, f"broken JSON, column {problem.colno}: {problem.msg}", "is it whole?") from None
    except RecursionError:
        raise source.error(None, "nested too deep to be a transcript") from None


def documents_in(value: Any, source: Source, *, lines: bool = False) -> list[Document]:
    """The recordings in JSON of any shape; `lines` is a list of what stands on each line of a file."""
    passed = places_in(_at(value, source), lines=lines)
    place = best_of(passed.places)
    if place is None:
        raise source.error(None, f"no words in this JSON; {keys_in(value)}", "name their place, as format json:PATH")
    source.check_rows(len(place.records))
    times = times_of([record.fields for record in place.records], place.keys, place.n_words)
    source.note(_told(place, times, passed, source))
    language = spelling(value.get("language") or value.get("language_code")) if isinstance(value, dict) else ""
    made = []
    for name, records in _recordings(place).items():
        parts = _parts(records, place, times, source)
        made.append(whole(source, _beside(parts, place, passed, source), name=name, lang=language))
    return made


def _at(value: Any, source: Source) -> Any:
    """What stands at the path that was asked for: lists are passed through, a number picks from one."""
    here = [value]
    gone: list[str] = []
    for step in source.inside.replace("[", ".[").removeprefix("$").split("."):
        key = step.strip()
        if not key or key in ("[]", "[*]", "*"):
            continue
        gone.append(key)
        here = _step(here, key)
        if not here:
            found = keys_in(value)
            raise source.error(None, f"nothing at {'.'.join(gone)[:_SHOWN]!r} in this JSON; {found}", "check the path")
    return here[0] if len(here) == 1 else here


def _step(values: list[Any], key: str) -> list[Any]:
    number = key.strip("[]")
    found: list[Any] = []
    for value in values:
        if isinstance(value, list) and number.isdecimal() and len(number) < 10:
            found += value[int(number) : int(number) + 1]
            continue
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict) and one.get(key) is not None:
                found.append(one[key])
    return found


def keys_in(value: Any) -> str:
    """The keys of JSON for a message: the outer ones, and those one step further in."""
    found: dict[str, None] = {}
    level = [("", value)]
    for _ in range(3):
        deeper: list[tuple[str, Any]] = []
        for path, one in level[:_MOST_KEYS]:
            if isinstance(one, list):
                deeper += [(path, inner) for inner in one[:1]]
            elif isinstance(one, dict):
                for key in list(one)[:_MOST_KEYS]:
                    found.setdefault(f"{path}.{key[:40]}" if path else key[:40])
                    deeper.append((f"{path}.{key[:40]}" if path else key[:40], one[key]))
        level = deeper
    named = list(found)[:_MOST_KEYS]
    return f"its keys are {', '.join(named)}{' …' if len(found) > len(named) else ''}" if named else "it has no keys"


def _recordings(place: Place) -> dict[str, list[Record]]:
    """The records by the recording they say they are of."""
    found: dict[str, list[Record]] = {}
    for record in place.records:
        own = record.fields.get(place.keys.recording) if place.keys.recording else None
        name = spelling(record.around.recording if own is None else own)
        found.setdefault(name, []).append(record)
    return found


def _parts(records: list[Record], place: Place, times: Times, source: Source) -> list[list[Word]]:
    """The words in stretches: one for each record of text, or for each stretch that words stand in."""
    percent = _is_percent(records, place.keys)

    def words(record: Record) -> list[Word]:
        return _words(record, place, times, source, percent=percent)

    by_speaker = place.above is not None and place.above.key == "*"
    if not place.is_of_words:
        parts = each(source, [record for record in records if place.text(record).strip()], words, "record")
        return sorted(parts, key=lambda part: part[0].start or 0) if by_speaker and all(parts) else parts
    channels: dict[Any, list[Record]] = {}
    for record in records if by_speaker else ():
        channels.setdefault(record.around.speaker, []).append(record)
    if len(channels) > 1:
        return [merged([flat(each(source, channel, words)) for channel in channels.values()])]
    parts = []
    for _, inside in groupby(records, key=lambda record: id(record.around.stretch)):
        stretch = list(inside)
        said = settled(flat(each(source, stretch, words)), lang=source.language)
        text = _stretch_text(stretch[0])
        parts.append(punctuated(with_unlisted(said, text, source), text, source) if text else said)
    return parts


def _words(record: Record, place: Place, times: Times, source: Source, *, percent: bool) -> list[Word]:
    keys, fields = place.keys, record.fields
    start, end = times.span(fields, source)
    sure = _confidence(fields.get(keys.confidence), percent) if keys.confidence and place.is_of_words else None
    mark = fields.get(keys.mark) if keys.mark else None
    text = place.text(record)
    if isinstance(mark, str) and mark and not any(map(str.isalnum, mark)) and not text.rstrip().endswith(mark.strip()):
        text = text.rstrip() + mark.rstrip()
    is_text = not place.is_of_words
    return token(source, text, start, end, speaker=_speaker(record, keys), confidence=sure, is_text=is_text)


def _confidence(value: Any, percent: bool) -> Any:
    return value / 100 if percent and isinstance(value, int | float) else value


def _is_percent(records: Iterable[Record], keys: Keys) -> bool:
    values = [record.fields.get(keys.confidence) for record in records] if keys.confidence else []
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    return bool(numbers) and max(numbers) > 1 and min(numbers) >= 0 and max(numbers) <= 100


def _speaker(record: Record, keys: Keys) -> str | None:
    own = [record.fields.get(key) for key in (keys.speaker, keys.channel) if key]
    for value in (own[:1] if keys.speaker else []) + [record.around.speaker] + own:
        if isinstance(value, Mapping):
            named = (value.get(key) for key in ("name", "display_name", "displayName", "speaker_label", "label", "id"))
            value = next((name for name in named if name is not None), None)
        name = speaker_name(value)
        if name is not None:
            return name
    return None


def _stretch_text(record: Record) -> str:
    """The text of the stretch that a word stands in."""
    stretch = record.around.stretch
    if stretch is None:
        return ""
    place = Place(records=[Record(stretch, record.around)])
    return place.text(place.records[0])


def _beside(parts: list[list[Word]], place: Place, passed: Passed, source: Source) -> list[list[Word]]:
    """Words of a list by itself, with the marks and the words that only a text beside it has."""
    if len(parts) != 1 or not place.is_of_words or place.records[0].around.stretch is not None:
        return parts
    if len({record.around.recording for record in place.records if record.around.recording is not None}) > 1:
        return parts
    texts = [other for other in passed.places if other is not place and not other.is_of_words]
    texts = [other for other in texts if 0.9 * place.n_words <= other.n_words <= 1.25 * place.n_words + 1]
    if not texts:
        return parts
    text = " ".join(map(texts[0].text, texts[0].records))
    return [punctuated(with_unlisted(parts[0], text, source), text, source)]


def _told(place: Place, times: Times, passed: Passed, source: Source) -> str:
    """What was taken for what, in one line."""
    keys = place.keys
    what = f"{place.n_words:,} words" if place.is_of_words else f"{len(place.records):,} stretches of text"
    told = [f"{keys.text!r} for the text"] if place.is_object else []
    if keys.times:
        told.append(f"{' and '.join(map(repr, keys.times))} for times ({times.told})")
    if place.names_speakers:
        told.append(f"{keys.speaker!r} for the speaker" if keys.speaker else "the speaker from around them")
    elif keys.channel:
        told.append(f"{keys.channel!r} for the speaker")
    if keys.confidence and place.is_of_words:
        told.append(f"{keys.confidence!r} for the confidence")
    left = f"; {passed.n_partial} partial results passed over" if passed.n_partial else ""
    path = (f"{source.inside}: " if source.inside else "") + place.path
    return f"took {what} at {path[:_SHOWN]}, {', '.join(told) or 'bare text'}{left} (format json:PATH takes another)"
