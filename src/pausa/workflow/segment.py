"""From a transcript to sentences: a detector scores, a decoder decides, the words stay as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from msgspec.structs import replace as word_with

from pausa.core.document import Document
from pausa.core.errors import OptionError, WordsChanged
from pausa.core.scores import Scores
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.decode import Limits, decode
from pausa.models import load
from pausa.models.base import Detector
from pausa.models.punctuation import PunctuationDetector
from pausa.text.marks import CLAUSE_DELIMITERS, is_end


def segment(
    words: Document | Transcript,
    model: str | Detector = "default",
    *,
    threshold: float | None = None,
    rate: float | None = None,
    mean_length: float | None = None,
    min_words: int | None = None,
    max_words: int | None = None,
    max_chars: int | None = None,
    max_seconds: float | None = None,
    turns: str = "respect",
    level: str = "sentence",
) -> Segmentation:
    """Where sentences end in a transcript, by a detector and within limits."""
    transcript = words.transcript if isinstance(words, Document) else words
    if transcript.is_blank:
        raise OptionError("There are boundaries but no words here to segment; give a format that holds words.")
    detector = detector_for(model, level=level) if isinstance(model, str) else model
    scores = detector.score(transcript)
    if threshold is None and rate is None and mean_length is None:
        threshold, rate = usual(detector, scores)
    limits = Limits(
        threshold=threshold,
        rate=rate,
        mean_length=mean_length,
        min_words=min_words,
        max_words=max_words,
        max_chars=max_chars,
        max_seconds=max_seconds,
        turns=turns,
    )
    return decode(scores, transcript, limits, level=level).named(detector.name)


def usual(detector: Detector, scores: Scores) -> tuple[float | None, float | None]:
    """How many sentences a detector gives by itself: its own threshold, or else its rate for these scores."""
    threshold: float | None = getattr(detector, "threshold", None)
    if threshold is not None or not len(scores):
        return threshold, None
    rate_for = getattr(detector, "rate_for", None)
    return None, None if rate_for is None else min(100.0, rate_for(scores))


def detector_for(model: str, *, level: str = "sentence") -> Detector:
    """The detector of that name or in that folder, for sentences or clauses."""
    detector = load(model)
    if level == "clause":
        if not isinstance(detector, PunctuationDetector):
            raise OptionError(f"The {detector.name} model knows no clauses; --level clause works with punctuation.")
        return PunctuationDetector(CLAUSE_DELIMITERS)
    return detector


def segmented(document: Document, detector: Detector, **limits: Any) -> Document:
    """The document cut into sentences by a detector, and nothing else changed."""
    segmentation = segment(document, detector, **limits)
    result = dressed(document, segmentation)
    check_words(document.transcript.words, result.transcript.words, step="segment")
    return result


def dressed(document: Document, segmentation: Segmentation, *, capitals: bool = False) -> Document:
    """The document as a person wants to read it: a final mark for each sentence, if asked a capital first letter.

    Marks come from the segmentation; a word that has an end mark already keeps it. Texts of words stay
    as they are but for the capitals.
    """
    words = list(document.transcript.words)
    for place, (start, stop) in enumerate(segmentation.spans()):
        last, mark = words[stop - 1], segmentation.mark(place)
        if mark and not is_end(last.mark):
            words[stop - 1] = word_with(last, mark=mark + last.mark.lstrip(",:"))
        if capitals:
            words[start] = word_with(words[start], text=words[start].text[:1].upper() + words[start].text[1:])
    transcript = Transcript(tuple(words), document.transcript.events)
    return replace(document, transcript=transcript, segmentations=(segmentation,))


def check_words(before: Sequence[Word], after: Sequence[Word], *, step: str) -> None:
    """Words in = words out: the same texts in the same order, letter case aside."""
    if len(before) != len(after):
        raise WordsChanged(step, f"{len(before)} words became {len(after)}")
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        if old is not new and old.text.casefold() != new.text.casefold():
            raise WordsChanged(step, f"word {number}: {old.text!r} became {new.text!r}")
