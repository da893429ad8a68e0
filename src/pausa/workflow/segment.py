"""From a transcript to sentences: a detector scores, a decoder decides, the words stay as they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
from msgspec.structs import replace as word_with

from pausa.core.document import Document
from pausa.core.errors import OptionError, WordsChanged
from pausa.core.scores import Floats, Scores
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.decode import Limits, decode
from pausa.models import load
from pausa.models.base import Detector
from pausa.models.neural.inputs import plain_form
from pausa.models.punctuation import PunctuationDetector
from pausa.text.marks import CLAUSE_DELIMITERS, is_end, kinds
from pausa.workflow.graphs import choose_words, search_space

#: A comma is written where it is more likely than not.
_COMMA = 0.5
#: A sign with which something begins: a line of dialogue, a song.
_OPENING = (">", "-", "–", "—", "•", "♪")
_BRACKETS = {"[": "]", "(": ")", "<": ">", "{": "}"}
_I = re.compile(r"i(['’].*)?")


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
    detector = detector_for(model, level=level) if isinstance(model, str) else model
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
    return decided(transcript, scored(transcript, detector, level=level), detector, limits, level=level)


def scored(transcript: Transcript, detector: Detector, *, level: str = "sentence") -> Scores:
    """What a detector says about a transcript; at level "clause" a comma is an end too."""
    if transcript.is_blank:
        raise OptionError("There are boundaries but no words here to segment; give a format that holds words.")
    scores = detector.score(transcript)
    if not isinstance(detector, PunctuationDetector):
        scores = around_signs(scores, transcript.texts)
    if not _adds_commas(detector, level):
        return scores
    return Scores(np.minimum(scores.ends + comma_probability(scores, detector), 1.0), scores.marks)


def around_signs(scores: Scores, texts: Sequence[str]) -> Scores:
    """The scores with no end between words and the signs that go with them, such as dashes and smileys.

    What is said of the gaps around a run of signs counts for one of them: the gap before a sign that opens
    something, else the one behind.
    """
    signs = [place for place, text in enumerate(texts) if not plain_form(text)]
    if not signs:
        return scores
    ends, marks = scores.ends.copy(), {mark: column.copy() for mark, column in scores.marks.items()}
    for first, last in _runs(signs):
        gaps = np.arange(max(0, first - 1), last + 1)
        best = int(gaps[np.argmax(ends[gaps])])
        goes = first - 1 if texts[first].startswith(_OPENING) else last
        for column in (ends, *marks.values()):
            value = column[best]
            column[gaps] = 0.0
            if first and goes >= 0:
                column[goes] = value
    return Scores(ends, marks)


def _runs(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run of neighbours among rising numbers."""
    breaks = [at for at in range(1, len(places)) if places[at] > places[at - 1] + 1]
    for start, stop in pairwise([0, *breaks, len(places)]):
        yield places[start], places[stop - 1]


def decided(
    transcript: Transcript, scores: Scores, detector: Detector, limits: Limits, *, level: str = "sentence"
) -> Segmentation:
    """The sentences that the scores and the limits amount to, as many as the detector usually gives if none say.

    A detector with a best path over the whole recording (`best`) has its way where no limit says anything.
    """
    if limits.is_free and not _adds_commas(detector, level):
        best = getattr(detector, "best", None)
        if best is not None and len(transcript) and not limits.bound_lengths:
            found = _on_path(best, transcript, limits)
            return Segmentation(len(transcript), found, by=detector.name, probabilities=tuple(scores.ends.tolist()))
        threshold, rate = usual(detector, scores)
        limits = replace(limits, threshold=threshold, rate=rate)
    return decode(scores, transcript, limits, level=level).named(detector.name)


def _on_path(best: Any, transcript: Transcript, limits: Limits) -> tuple[int, ...]:
    """The ends of a detector's best path, kept clear of signs as scores are."""
    fixed = np.zeros(len(transcript), dtype=bool)
    fixed[list(transcript.turn_ends) if limits.turns == "respect" else []] = True
    chosen = np.zeros(len(transcript))
    chosen[list(best(transcript, fixed=fixed))] = 1.0
    moved = around_signs(Scores(chosen), transcript.texts).ends > 0
    moved[-1] = True
    return tuple(np.flatnonzero(moved | fixed).tolist())


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
    if level == "clause" and isinstance(detector, PunctuationDetector):
        return PunctuationDetector(CLAUSE_DELIMITERS)
    return detector


def misfit(document: Document, detector: Detector) -> str:
    """What to say where a document is in another language than the one a model learned; empty where it fits."""
    knows = getattr(getattr(detector, "manifest", None), "language", "")
    if not knows or not document.language or document.language.lower().startswith(knows):
        return ""
    return f"the words are in {document.language!r}, but the {detector.name} model has learned {knows!r} only"


def segmented(
    document: Document,
    detector: Detector,
    *,
    level: str = "sentence",
    commas: bool = False,
    capitals: bool = False,
    searched: bool = False,
    **limits: Any,
) -> Document:
    """The document cut into sentences by a detector and dressed; its words as they were.

    Of a word graph, the words are those that the detector chooses. With `searched`, the result has the graph that
    was searched.
    """
    space = search_space(document, detector, turns=Limits(**limits).turns) if searched else None
    document = choose_words(document, detector)
    scores = scored(document.transcript, detector, level=level)
    segmentation = decided(document.transcript, scores, detector, Limits(**limits), level=level)
    result = dressed(document, segmentation, capitals=capitals)
    if commas:
        result = with_commas(result, comma_probability(scores, detector))
    check_words(document.transcript.words, result.transcript.words, step="segment")
    return replace(result, graph=space)


def dressed(document: Document, segmentation: Segmentation, *, capitals: bool = False) -> Document:
    """The document as a person wants to read it: a final mark for each sentence, if asked a capital first letter.

    Marks come from the segmentation, and with capitals a full stop where it tells none. A word that has an end mark
    or dots already keeps them, and what is wholly in brackets stays as it is. Texts of words stay as they are but for
    the capitals: those at the start of sentences, though not after a comma, and of the English word I.
    """
    words = list(document.transcript.words)
    usual_mark = "." if capitals else ""
    for place, (start, stop) in enumerate(segmentation.spans()):
        if words[start].before[:1] in _BRACKETS and _BRACKETS[words[start].before[:1]] in words[stop - 1].mark:
            continue
        said = [index for index in range(start, stop) if plain_form(words[index].text)]
        if not said:
            continue
        last, mark = words[said[-1]], segmentation.mark(place) or usual_mark
        if mark and not is_end(last.mark) and "…" not in kinds(last.mark):
            kept = last.mark.lstrip(",:")
            bracketed = kept[:1] and kept[:1] in _BRACKETS.values()
            words[said[-1]] = word_with(last, mark=kept + mark if bracketed else mark + kept)
        if capitals and not (place and segmentation.mark(place - 1) == ","):
            words[said[0]] = word_with(words[said[0]], text=capitalised(words[said[0]].text))
    if capitals and document.language in ("", "en"):
        words = [word_with(word, text="I" + word.text[1:]) if _I.fullmatch(word.text) else word for word in words]
    transcript = Transcript(tuple(words), document.transcript.events)
    return replace(document, transcript=transcript, segmentations=(segmentation,))


def with_commas(document: Document, probability: Floats) -> Document:
    """The document with a comma where one is likely and nothing is marked yet."""
    words = tuple(
        word_with(word, mark=",") if comma and not word.mark else word
        for word, comma in zip(document.transcript.words, (probability >= _COMMA).tolist(), strict=True)
    )
    return replace(document, transcript=Transcript(words, document.transcript.events))


def capitalised(text: str) -> str:
    """A word with a capital first letter; one that has a capital anywhere is left as it is.

    >>> capitalised("so"), capitalised("'cause"), capitalised("iPhone"), capitalised("14th")
    ('So', "'Cause", 'iPhone', '14th')
    """
    first = next((place for place, sign in enumerate(text) if sign.isalnum()), 0)
    return text[:first] + text[first : first + 1].upper() + text[first + 1 :] if text.islower() else text


def comma_probability(scores: Scores, detector: Detector) -> Floats:
    """How likely a comma is after each word; an error where the detector does not tell."""
    if "," not in scores.marks:
        raise OptionError(f"The {detector.name} model knows no commas; the transformer does (pausa models).")
    return scores.marks[","]


def _adds_commas(detector: Detector, level: str) -> bool:
    """Whether ends of clauses have to be made from ends and commas; a transcript's own marks tell them already."""
    return level == "clause" and not isinstance(detector, PunctuationDetector)


def check_words(before: Sequence[Word], after: Sequence[Word], *, step: str) -> None:
    """Words in = words out: the same texts in the same order, letter case aside."""
    if len(before) != len(after):
        raise WordsChanged(step, f"{len(before)} words became {len(after)}")
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        if old is not new and old.text.casefold() != new.text.casefold():
            raise WordsChanged(step, f"word {number}: {old.text!r} became {new.text!r}")
