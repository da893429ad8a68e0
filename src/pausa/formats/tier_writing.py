"""Documents as tiers of intervals, for Praat and ELAN; `tiers` tells what such tiers look like.

An interval must last and must not overlap the next. So words between which no time is known share one,
times that run backwards are pulled up, and a word that takes no time gets a millisecond. Where people talk
at the same time, each gets tiers of their own, provided that reading them again gives the same order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from pausa.core.document import Document
from pausa.core.errors import CannotSpell
from pausa.core.joining import join
from pausa.core.segmentation import Segmentation
from pausa.core.times import Millis
from pausa.core.words import Transcript, Word
from pausa.formats.base import JOINER, main_segmentation
from pausa.formats.tiers import SILENCE, Interval, Tier
from pausa.formats.timing import required_times
from pausa.formats.utterances import checked
from pausa.text.marks import chief


@dataclass(frozen=True)
class _Group:
    """Words `first` to `stop` (numbers in the document) that share one interval."""

    words: tuple[int, ...]
    start: Millis
    end: Millis


def tiers_of(doc: Document, *, format_name: str) -> list[Tier]:
    """Tiers of words, of each annotator's sentences and of the speakers."""
    segmentations = doc.segmentations or (main_segmentation(doc),)
    if _by_speaker(doc, segmentations):
        speakers = dict.fromkeys(word.speaker or "" for word in doc.transcript.words)
        sets = [(who, [n for n, word in enumerate(doc.transcript.words) if word.speaker == who]) for who in speakers]
        return [tier for who, numbers in sets for tier in _tiers(doc, segmentations, numbers, who, format_name)]
    tiers = list(_tiers(doc, segmentations, range(doc.n_words), None, format_name))
    return [tier for tier in tiers if tier.intervals or tier.name != "speakers"]


def _by_speaker(doc: Document, segmentations: Sequence[Segmentation]) -> bool:
    """Whether people talk at the same time, and tiers for each would be read in the same order again."""
    words = doc.transcript.words
    overlap = any(
        one.speaker != other.speaker and one.end is not None and other.start is not None and other.start < one.end
        for one, other in pairwise(words)
    )
    if not overlap or any(word.speaker is None or word.start is None or word.end is None for word in words):
        return False
    spans = [span for segmentation in segmentations for span in segmentation.spans()]
    starts = [words[start].start or 0 for start, _ in segmentations[0].spans()]
    return all(len({word.speaker for word in words[start:stop]}) == 1 for start, stop in spans) and all(
        one < other for one, other in pairwise(starts)
    )


def _tiers(
    doc: Document, segmentations: Sequence[Segmentation], numbers: Sequence[int], who: str | None, format_name: str
) -> Iterator[Tier]:
    """The tiers of some of the words; with a name before them where they are one speaker's."""
    before = "" if who is None else f"{who} - "
    groups = _groups(doc, segmentations, numbers, format_name)
    labels = _labels(doc, format_name)
    words = [Interval(each.start, each.end, " ".join(labels[n] for n in each.words)) for each in groups]
    silent = next((interval.label for interval in words if interval.label in SILENCE), None)
    if silent is not None:
        problem = f"the word {silent!r} would be read as silence"
        advice = "write csv or json instead"
        raise CannotSpell(format_name, problem, advice, silent, f"{silent}{JOINER}", whole=True)
    yield Tier(f"{before}words", words, who)
    for segmentation in segmentations:
        name = f"{before}sentences ({segmentation.by})" if segmentation.by else f"{before}sentences"
        yield Tier(name, list(_sentences(doc, segmentation, groups)), who)
    if who is None:
        yield Tier("speakers", list(_speakers(doc, groups)))


def _groups(
    doc: Document, segmentations: Sequence[Segmentation], numbers: Sequence[int], format_name: str
) -> list[_Group]:
    """Words by interval: a new one wherever a time is known, a sentence ends or the speaker changes."""
    if not numbers:
        return []
    words = [doc.transcript.words[number] for number in numbers]
    times = required_times(Transcript(tuple(words)), format_name=format_name)
    ends = {end for segmentation in segmentations for end in segmentation.ends}
    groups: list[_Group] = []
    first, latest = 0, 0
    for place, word in enumerate(words):
        following = words[place + 1] if place + 1 < len(words) else None
        if following is not None and numbers[place] not in ends and _together(word, following):
            continue
        start = max(latest, times[first][0])
        latest = max(start + 1, times[place][1])
        groups.append(_Group(tuple(numbers[first : place + 1]), start, latest))
        first = place + 1
    return groups


def _together(word: Word, following: Word) -> bool:
    return word.end is None and following.start is None and word.speaker == following.speaker


def _labels(doc: Document, format_name: str) -> list[str]:
    """Every word as spelled, with the events after it (and those at the very start)."""
    labels = [[checked(word, format_name=format_name)] for word in doc.transcript.words]
    opening = 0
    for event in doc.transcript.events if labels else ():
        if event.before_word:
            labels[event.before_word - 1].append(event.token.text)
        else:
            labels[0].insert(opening, event.token.text)
            opening += 1
    return [" ".join(label) for label in labels]


def _sentences(doc: Document, segmentation: Segmentation, groups: Sequence[_Group]) -> Iterator[Interval]:
    words = doc.transcript.words
    place_of = {number: place for place, span in enumerate(segmentation.spans()) for number in range(*span)}
    for place, together in groupby(groups, key=lambda group: place_of[group.words[0]]):
        covered = list(together)
        texts = [words[number] for group in covered for number in group.words]
        text = join([*texts[:-1], _closed(texts[-1], segmentation.mark(place))])
        yield Interval(covered[0].start, covered[-1].end, text)


def _closed(word: Word, mark: str) -> str:
    """The last word of a sentence with the sentence's own mark, where that is known."""
    return str(word) if not mark or chief(word.mark) == mark else f"{word.before}{word.text}{mark}"


def _speakers(doc: Document, groups: Sequence[_Group]) -> Iterator[Interval]:
    for who, together in groupby(groups, key=lambda group: doc.transcript.words[group.words[0]].speaker):
        covered = list(together)
        if who is not None:
            yield Interval(covered[0].start, covered[-1].end, who)
