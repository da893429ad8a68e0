"""From words to sentences: a detector scores, a decoder decides, the words stay as they are.

given ─ intake ▶ Document ─ score_gaps ▶ Scores ─ decide ▶ ends and marks ─▶ Segments, which write themselves

The command line, the HTTP API and Python all come in by `segment`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Unpack, cast, overload

import numpy as np

from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.messages import Say
from pausa.core.scores import Scores
from pausa.core.unpacking import USUAL, ReadLimits
from pausa.core.words import Transcript
from pausa.decode import Kept, SentenceLimits
from pausa.decode.limits import SentenceOptions
from pausa.features.pauses import pauses_ms
from pausa.models import load
from pausa.models.base import Detector
from pausa.models.by_turn import ByTurn, Run
from pausa.text.identify import language_runs
from pausa.text.languages import AUTO, FOUND
from pausa.text.marks import any_end, delimiters_for
from pausa.workflow.deciding import check_commas, counted, decide, keep, score_gaps
from pausa.workflow.graphs import choose_words, search_space
from pausa.workflow.intake import Ears, Given, Reading, document_of, documents_of, is_several
from pausa.workflow.own_marks import (
    blend,
    check_choice,
    kept_ends,
    tell_recognised,
)
from pausa.workflow.segments import CAPITALS, Segments, likely_commas

if TYPE_CHECKING:
    from pausa.workflow.listening import OnAudio


class SegmentOptions(SentenceOptions, total=False):
    """The options of `segment`, which says what they are if nobody asks."""

    marks: str | None
    level: str
    commas: bool
    case: str | None
    drop_fillers: bool
    graph_weight: float | None
    audio: str | PathLike[str] | None
    asr: str | None
    asr_model: str | PathLike[str] | None
    format: str | None
    language: str
    limits: ReadLimits
    encoding: str | None


@overload
def segment(  # type: ignore[overload-overlap]  # a list of strings is one transcript, and goes here
    words: Given,
    model: str | Detector = ...,
    **options: Unpack[SegmentOptions],
) -> Segments: ...


@overload
def segment(
    words: Iterable[Given],
    model: str | Detector = ...,
    **options: Unpack[SegmentOptions],
) -> Iterator[Segments]: ...


def segment(
    words: Given | Iterable[Given],
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
    marks: str | None = None,
    level: str = "sentence",
    commas: bool = False,
    case: str | None = None,
    drop_fillers: bool = False,
    graph_weight: float | None = None,
    audio: str | PathLike[str] | None = None,
    asr: str | None = None,
    asr_model: str | PathLike[str] | None = None,
    format: str | None = None,
    language: str = AUTO,
    limits: ReadLimits = USUAL,
    encoding: str | None = None,
) -> Segments | Iterator[Segments]:
    """The sentences of a transcript, by a detector and within limits; for several transcripts, an iterator of them.

    `words` may be a path, a `Document` or `Transcript`, running text, a list of words (strings or `Word`), a list of
    sentences (at least one string with a blank in it) or a recogniser's JSON as a dict; anything else that can be gone
    through is several of these, worked on one by one with the model loaded once. `pausa.workflow.intake` has the
    rules. `format`, `language`, `limits` and `encoding` are for reading; the other options are those of `pausa
    segment`. Marks that are there are kept and completed (`marks="auto"`), unless another model than the default is
    asked for. What should be known is in the result's `warnings`.
    """
    sentence_limits = SentenceLimits(
        threshold=threshold,
        rate=rate,
        mean_length=mean_length,
        min_words=min_words,
        max_words=max_words,
        max_chars=max_chars,
        max_seconds=max_seconds,
        turns=turns,
    )
    marks = marks_for(model) if marks is None else marks
    check_choice(marks)
    if marks == "keep" and not sentence_limits.is_free:
        raise OptionError(
            "Marks that are kept say how many sentences there are; give no threshold, rate or mean length."
        )
    if case not in (None, *CAPITALS):
        raise OptionError(f"case is {' or '.join(CAPITALS)}, not {case!r}.")
    detector = load(model) if isinstance(model, str) else model
    if case == "true" and not detector.tells_cases:
        raise OptionError(f"The {detector.name} model does not tell capitals; the default does.")
    if graph_weight is not None:
        detector = detector.weigh_graphs(graph_weight)
    by_turn = language in (AUTO, FOUND)
    asked = _Asked(detector.at_level(level), sentence_limits, marks, level, commas, case, drop_fillers, audio, by_turn)
    reading, ears = Reading(format=format, language=language, limits=limits, encoding=encoding), Ears(asr, asr_model)
    if is_several(words):
        return _segment_each(words, asked, reading, ears)
    warnings: list[str] = []
    document = document_of(cast(Given, words), reading, ears, warn=warnings.append)
    return _segment_one(document, asked, warnings)


@dataclass(frozen=True)
class _Asked:
    """What is asked of every transcript."""

    detector: Detector
    limits: SentenceLimits
    marks: str
    level: str
    commas: bool
    case: str | None
    drop_fillers: bool
    audio: str | PathLike[str] | None
    by_turn: bool


def _segment_each(given: Iterable[Given], asked: _Asked, reading: Reading, ears: Ears) -> Iterator[Segments]:
    heard = False
    for one in given:
        warnings: list[str] = []
        for document in documents_of(one, reading, ears, warn=warnings.append):
            if heard and asked.audio is not None:
                raise OptionError("audio is the recording of one transcript; give one.")
            heard = True
            yield _segment_one(document, asked, warnings)
            warnings = []


def _segment_one(document: Document, asked: _Asked, warnings: list[str]) -> Segments:
    asked, told = _for_language(document, asked)
    warnings += filter(None, [told])
    detector = asked.detector
    if asked.audio is not None:
        detector = listener = _listening(detector, asked.audio, warnings.append)
    given, document = document, choose_words(document, detector, warnings.append)
    if asked.audio is not None and len(document.transcript):
        document = replace(document, transcript=listener.heard(document.transcript).transcript)  # now it has times
    transcript = document.transcript
    kept = _own_ends(transcript, asked)
    scores = _scores(transcript, detector, asked, kept)
    stray_ends = kept is not None or detector.reads_marks
    commas = _comma_places(scores, detector) if asked.commas else ()
    written = counted(
        transcript, scores, asked.limits, stray_ends=stray_ends, commas=commas, language=document.language
    )
    if kept is None:
        found = decide(transcript, scores, detector, asked.limits, level=asked.level, written=written)
    else:
        found, told = keep(transcript, scores, detector, kept, asked.limits, level=asked.level, written=written)
        warnings += filter(None, [told + tell_recognised() if told and document.recognised else told])
    return Segments(
        n_words=found.n_words,
        ends=found.ends,
        marks=found.marks,
        by=found.by,
        probabilities=found.probabilities,
        source=document,
        scores=scores,
        stray_ends="stay" if stray_ends else "go",
        commas=commas,
        case=asked.case,
        drop_fillers=asked.drop_fillers,
        warnings=tuple(warnings),
        searched=partial(search_space, given, detector, turns=asked.limits.turns),
    )


def _for_language(document: Document, asked: _Asked) -> tuple[_Asked, str]:
    """What is asked of a document in its language, and a line to be said.

    In a language that the detector has not learned, marks that are there decide, else silences, unless somebody asked
    for something else.
    """
    every, detector = asked.detector, asked.detector.in_language(document.language)
    asked, told = replace(asked, detector=detector), detector.tell_language(document.language)
    if detector.knows(document.language):
        if asked.by_turn and document.transcript.turn_ends and asked.audio is None:
            asked = replace(asked, detector=_by_turn(document.transcript, every, detector))
        return asked, told
    if asked.marks != "auto" or not asked.limits.is_free or asked.commas or asked.case == "true":
        return asked, told
    if any_end(document.transcript.words, delimiters_for(asked.level)):
        return replace(asked, marks="keep"), f"{told}; the marks that are there are kept and nothing is added"
    if asked.level == "sentence" and asked.audio is None and not np.isnan(pauses_ms(document.transcript)).all():
        return replace(asked, detector=load("pause"), marks="ignore"), f"{told}; silences decide"
    return asked, told


def _by_turn(transcript: Transcript, every: Detector, chief: Detector) -> Detector:
    """The detector of the chief language; where turns are in others that are known, one that leaves these to theirs."""
    runs = language_runs(transcript)
    spoken = {code: every.in_language(code) for _, _, code in runs}
    known = {code: own for code, own in spoken.items() if own.knows(code)}
    if len(known) < 2 or all(own is every for own in known.values()):
        return chief
    return ByTurn(chief, [Run(start, stop, known.get(code, chief)) for start, stop, code in runs])


def marks_for(model: str | Detector) -> str:
    """What is done with marks that are there if nobody says: whoever names a model means that model."""
    return "auto" if model == "default" else "ignore"


def _own_ends(transcript: Transcript, asked: _Asked) -> Kept | None:
    """The marked ends that stand whatever the detector says; None where it alone decides."""
    if asked.detector.reads_marks or asked.marks in ("ignore", "blend") or not len(transcript):
        return None
    kept = kept_ends(transcript, level=asked.level, alone=asked.marks == "keep")
    return kept if kept.alone or any(kept.marks) else None


def _scores(transcript: Transcript, detector: Detector, asked: _Asked, kept: Kept | None) -> Scores:
    """What the detector says, which need not be asked where only marks count."""
    asks_words = asked.limits.bound_lengths or asked.commas or asked.case == "true"
    if kept is not None and kept.alone and not asks_words:
        return Scores(kept.ends.astype(np.float64))
    scores = score_gaps(transcript, detector, level=asked.level)
    if asked.marks != "blend" or detector.reads_marks or not any_end(transcript.words):
        return scores
    return blend(scores, kept_ends(transcript, level=asked.level))


def _listening(detector: Detector, audio: str | PathLike[str], say: Say) -> OnAudio:
    from pausa.workflow.listening import on_audio  # the language models of fst

    return on_audio(detector, audio, say=say)


def _comma_places(scores: Scores, detector: Detector) -> tuple[int, ...]:
    """The words after which a comma is likely; an error where the detector does not tell."""
    check_commas(detector)
    return likely_commas(scores)
