"""Tiers of labelled intervals, as Praat and ELAN have them, to documents and back.

    words             | so we | left |      | it | was | late |
    sentences         | so we left   |      | it was late     |
    sentences (anna)  | so we left it was late                |
    speakers          | A            |      | B               |

A tier of words, one interval each (an interval with several gives the first its start and the last its end);
for each annotator a tier of sentences; a tier of speakers, or tiers of words for every speaker (`A - words`).
Without words the text of the sentences or turns is read. An empty interval is silence.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.times import Millis
from pausa.core.words import Word
from pausa.formats.base import Source, by_marks_or_segments, document
from pausa.formats.utterances import Utterance, spanned
from pausa.formats.utterances import document_of as document_of_utterances
from pausa.text.marks import chief
from pausa.text.tokens import settled, token_words, words_of


@dataclass(frozen=True)
class Interval:
    start: Millis | None
    end: Millis | None
    label: str


@dataclass(frozen=True)
class Tier:
    """A named row of intervals in order; `speaker` where the file itself says whose it is."""

    name: str
    intervals: Sequence[Interval]
    speaker: str | None = None


#: What tiers are called by those who make them: Praat users, MFA, P2FA, FAVE, SPPAS, WebMAUS, ELAN users.
_KINDS = {
    "words": r"words?|tokens?|tokensalign|wrd|ort|ort-mau",
    "sentences": r"sentences?|sus?",
    "turns": r"utterances?|segments?|turns?|transcriptions?|transcript|ortho|trn|ipus?|phrases?|text",
    "speakers": r"speakers?",
    "other": r"phones?|phonemes?|phonalign|phono|mau|kan|kan-mau|syllables?|syll|pos|lemmas?|gloss|tones?|notes?",
}
_NAME = re.compile(
    r"(?:(?P<speaker>.+?)(?:\s+-\s+|[\s_:]+))?"
    + f"(?:{'|'.join(f'(?P<{kind}>{names})' for kind, names in _KINDS.items())})"
    + r"(?:@(?P<at>.+)|\s*\((?P<by>.*)\))?",
    re.IGNORECASE,
)
#: Labels by which aligners say that nothing was said.
SILENCE = frozenset({"", "sp", "sil", "<sil>", "<eps>", "<p:>", "{SL}", "{sl}"})
#: Where no tier of sentences tells it, a speaker's stretch of words goes on until a silence this long.
_PAUSE: Millis = 500
#: Nobody has made more tiers than this, and a longer name says nothing about its tier.
_MOST_TIERS, _LONGEST_NAME = 1000, 200


@dataclass(frozen=True)
class _Named:
    kind: str
    speaker: str | None
    by: str
    tier: Tier


@dataclass
class _Slot:
    """One interval of a tier of words: its words and where it lies in time."""

    words: list[Word]
    middle: float
    start: float
    n_words: int
    sentences: dict[str, int | None] = field(default_factory=dict)


def document_of(tiers: Sequence[Tier], source: Source) -> Document:
    """What the tiers hold, as a document."""
    if len(tiers) > _MOST_TIERS:  # every annotator's tier is laid over every word
        raise source.error(None, f"{len(tiers)} tiers, and Pausa reads at most {_MOST_TIERS}", "write fewer to a file")
    named = [_named(tier) for tier in tiers]
    if any(each.kind == "words" for each in named):
        return _from_words(named, source)
    for kind in ("sentences", "turns", ""):
        found = [each for each in named if each.kind == kind]
        if found:
            return _from_texts(found, source)
    raise source.error(None, "no tier of words, sentences or turns", "name a tier 'words' or 'sentences'")


def _named(tier: Tier) -> _Named:
    found = _NAME.fullmatch(tier.name.strip()) if len(tier.name) <= _LONGEST_NAME else None
    if not found:
        return _Named("", tier.speaker or tier.name.strip() or None, "", tier)
    kind = next(kind for kind in _KINDS if found[kind])
    by = (found["by"] or "").strip()
    speaker = tier.speaker or found["speaker"] or found["at"] or (by if kind == "words" else None)
    return _Named(kind, speaker, by, tier)


def _from_texts(found: list[_Named], source: Source) -> Document:
    """Texts of sentences or turns; the first annotator's words count, the others must have the same number."""
    said: list[tuple[Millis, Utterance]] = []
    for each in found:
        if each.by == found[0].by:
            ends = True if each.kind == "sentences" else None
            latest = 0
            for interval in _labelled(each.tier):
                latest = interval.start or latest
                said.append((latest, Utterance(interval.label, interval.start, interval.end, each.speaker, ends)))
    said.sort(key=lambda pair: pair[0])
    made = document_of_utterances([utterance for _, utterance in said], source)
    if found[0].kind != "sentences" or not made.n_words:
        return made
    made = made.only(made.segmentations[0].named(found[0].by))
    for by in dict.fromkeys(each.by for each in found[1:] if each.by != found[0].by):
        labels = [interval.label for each in found if each.by == by for interval in _labelled(each.tier)]
        counts = accumulate(sum(1 for word in words_of(label) if not word.is_event) for label in labels)
        ends_at = sorted({count - 1 for count in counts if count})
        if ends_at[-1:] == [made.n_words - 1]:
            made = made.with_segmentation(Segmentation.of(made.n_words, ends_at, by=by))
        else:
            source.bad_row(None, f"the sentences by {by!r} do not hold as many words as those by {found[0].by!r}")
    return made


def _from_words(named: list[_Named], source: Source) -> Document:
    speaker_at = _label_finder([each.tier for each in named if each.kind == "speakers"])
    streams = [(each.speaker, list(_slots(each, speaker_at))) for each in named if each.kind == "words"]
    kind = "sentences" if any(each.kind == "sentences" for each in named) else "turns"
    cuts = [each for each in named if each.kind == kind]
    annotators = list(dict.fromkeys(each.by for each in cuts))
    marks: dict[tuple[str, int], str] = {}
    for speaker, slots in streams:
        for number, each in enumerate(cuts):
            if each.speaker is None or each.speaker == speaker:
                _assign(slots, each, number, marks)
    slots = _merged([slots for _, slots in streams], annotators[0] if annotators else "")
    words = settled((word for slot in slots for word in slot.words), lang=source.language)
    segmentations = [_segmentation(by, slots, [each for _, each in streams], marks) for by in annotators]
    if kind == "turns":
        ends = segmentations[0].ends if segmentations else ()
        return document(words, segmentations=by_marks_or_segments(words, ends))
    return document(words, segmentations=segmentations)


def _labelled(tier: Tier) -> list[Interval]:
    return [interval for interval in tier.intervals if interval.label.strip() not in SILENCE]


def _slots(named: _Named, speaker_at: Callable[[float], str | None]) -> Iterator[_Slot]:
    latest = 0.0
    for interval in _labelled(named.tier):
        start = latest if interval.start is None else interval.start
        end = start if interval.end is None else interval.end
        middle = latest = (start + end) / 2
        speaker = named.speaker or speaker_at(middle)
        words = spanned(token_words(interval.label, speaker=speaker), interval.start, interval.end)
        yield _Slot(words, middle, start, sum(1 for word in words if word.text and not word.is_event))


def _label_finder(tiers: Sequence[Tier]) -> Callable[[float], str | None]:
    """Gives the label of the interval at a time, empty ones left out."""
    intervals = [interval for tier in tiers for interval in _labelled(tier)]
    at = _place_finder(intervals)

    def label(time: float) -> str | None:
        place = at(time)
        return None if place is None else intervals[place].label.strip()

    return label


def _place_finder(intervals: Sequence[Interval]) -> Callable[[float], int | None]:
    """Gives the place of the interval at a time."""
    starts = [-1 if interval.start is None else interval.start for interval in intervals]

    def place(time: float) -> int | None:
        found = bisect_right(starts, time) - 1
        end = intervals[found].end if found >= 0 else -1
        return found if end is not None and end >= time else None

    return place


def _assign(slots: Sequence[_Slot], cut: _Named, number: int, marks: dict[tuple[str, int], str]) -> None:
    """Note for every slot in which sentence of a tier it lies, and the mark that closes the sentence."""
    intervals = _labelled(cut.tier) or list(cut.tier.intervals)  # someone may have set boundaries only
    at = _place_finder(intervals)
    base = number << 32  # sentences of different tiers by one annotator are told apart
    for slot in slots:
        place = at(slot.middle)
        if place is not None:
            slot.sentences[cut.by] = base + place
            if (cut.by, base + place) not in marks:
                marks[cut.by, base + place] = final_mark(intervals[place].label)


def final_mark(label: str) -> str:
    """The mark that closes a stretch of text, or that the label of a mere boundary is.

    >>> final_mark("so we left. <laugh>"), final_mark("so"), final_mark("?")
    ('.', '', '?')
    """
    words = [word for word in words_of(label) if not word.is_event]
    return chief(words[-1].mark if words else label)


def _merged(streams: Sequence[list[_Slot]], by: str) -> list[_Slot]:
    """The slots of all speakers, sentence by sentence in the order they begin."""
    if len(streams) == 1:
        return streams[0]
    stretches: list[list[_Slot]] = []
    for slots in streams:
        previous: _Slot | None = None
        for slot in slots:
            here = slot.sentences.get(by)
            if previous is None or here != previous.sentences.get(by) or (here is None and _silence(previous, slot)):
                stretches.append([])
            stretches[-1].append(slot)
            previous = slot
    stretches.sort(key=lambda stretch: stretch[0].start)
    return [slot for stretch in stretches for slot in stretch]


def _silence(before: _Slot, after: _Slot) -> bool:
    """Whether there is a long silence between two slots of a speaker."""
    return after.start - (2 * before.middle - before.start) >= _PAUSE


def _segmentation(
    by: str, slots: Sequence[_Slot], streams: Sequence[Sequence[_Slot]], marks: dict[tuple[str, int], str]
) -> Segmentation:
    """An end after the last word of every sentence by that annotator."""
    closing: dict[int, int] = {}
    for stream in streams:
        spoken = [slot for slot in stream if slot.n_words]
        for slot, following in pairwise([*spoken, None]):
            here = slot.sentences.get(by) if slot else None
            if slot and here is not None and (following is None or following.sentences.get(by) != here):
                closing[id(slot)] = here
    ends: list[int] = []
    labels: list[str] = []
    n_words = 0
    for slot in slots:
        n_words += slot.n_words
        if id(slot) in closing:
            ends.append(n_words - 1)
            labels.append(marks[by, closing[id(slot)]])
    return Segmentation.of(n_words, ends, marks=labels, by=by)
