"""The recognisers' own sentence ends on Earnings-21, and our detectors on the same words.

For each of the calls a person's transcript (`references/`) is projected onto what each recogniser heard;
its own marks, and each detector run on its words and times, are scored under Rec (every gap) and INC
(gaps between words that were recognised right). Intervals are drawn over calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.findings import Advance, Findings, folder
from benchmarks.tables.calls import Call, calls, references
from pausa.alignment.base import Edits
from pausa.core.errors import PausaError
from pausa.core.segmentation import Segmentation
from pausa.core.table import Table, number
from pausa.core.words import Transcript, Word
from pausa.metrics.base import Options, case
from pausa.metrics.signature import signature
from pausa.metrics.slots import EachReference, Slots
from pausa.models import MODELS, load
from pausa.stats.bootstrap import intervals
from pausa.text.marks import boundaries
from pausa.workflow.segment import segment

SCORES = ("precision", "recall", "f1", "ser")


def run(data: Path, advance: Advance) -> Findings:
    """The league table of the recognisers, and of our detectors on their words."""
    place = folder(data, "earnings21")
    vendors = sorted(path.name for path in place.iterdir() if path.is_dir() and path.name != "references")
    problems: list[str] = []
    known = list(references(place, problems=problems))
    total = len(vendors) * len(known)
    rows: list[tuple[str, ...]] = []
    figures: dict[str, Any] = {}
    for vendor in vendors:
        heard = []
        for call in calls(place, vendor, problems=problems, known=known):
            heard.append(call)
            advance(total)
        for system, hypotheses in _systems(heard):
            found = _figures(heard, hypotheses)
            figures.setdefault(vendor, {"wer": _wer(heard)})[system] = found
            rows.append(_row(vendor, _wer(heard), system, found))
    header = (
        "words of",
        "WER",
        "ends by",
        *(f"{where} {key}" for where in ("Rec", "INC") for key in ("P", "R", "F1", "SER ↓")),
    )
    table = Table(
        "Sentence ends on Earnings-21",
        header,
        tuple(rows),
        f"pooled over {len(known)} calls, in brackets 95 % intervals of F1 over calls",
    )
    verdicts = (
        "Earnings-21 is a development set now; our detectors learned from calls transcribed by the same company, while "
        "the recognisers are general-purpose",
        *(f"signature: {signature('f1_mean', _options(name), 1)}" for name in ("rec", "inc")),
        *(f"bad rows: {problem}" for problem in problems),
    )
    return Findings("Recognisers on Earnings-21", (table,), figures, verdicts)


def _systems(heard: Sequence[Call]) -> Iterator[tuple[str, list[Segmentation]]]:
    """The recogniser's own marks where it has any, then every detector that can work on its words."""
    if any(call.own for call in heard):
        yield "own marks", [boundaries(call.heard.words) for call in heard]
    bare = [_without_marks(call.heard) for call in heard]
    for name in MODELS:
        detector = load(name)
        try:
            yield f"pausa {name}", [segment(words, detector, turns="ignore") for words in bare]
        except PausaError:
            continue


def _without_marks(transcript: Transcript) -> Transcript:
    """The words as a recogniser without marks would give them."""
    return Transcript(
        tuple(Word(word.text, word.start, word.end, word.speaker, word.confidence) for word in transcript.words)
    )


def _options(condition: str) -> Options:
    return Options(align="words", pivot="hypothesis", condition=condition)


def _figures(heard: Sequence[Call], hypotheses: Sequence[Segmentation]) -> dict[str, Any]:
    """Pooled scores under both conditions, with intervals."""
    family = Slots()
    found: dict[str, Any] = {}
    for condition in ("rec", "inc"):
        counts = [
            family.count(
                case(
                    [call.on_heard],
                    hypothesis,
                    options=_options(condition),
                    judged=call.neighbours_right if condition == "inc" else None,
                )
            )
            for call, hypothesis in zip(heard, hypotheses, strict=True)
        ]
        total: EachReference = counts[0]
        for each in counts[1:]:
            total = total + each
        scores = family.per_reference(total)[0]
        bounds = intervals(family, counts)
        found[condition] = {
            **{key: scores[key] for key in SCORES},
            "f1_low": bounds["f1_mean"].low,
            "f1_high": bounds["f1_mean"].high,
            "hit": total.hit[0],
            "missed": total.missed[0],
            "extra": total.extra[0],
        }
    return found


def _wer(heard: Sequence[Call]) -> float:
    return sum((call.alignment.edits for call in heard), Edits()).wer


def _row(vendor: str, wer: float, system: str, found: dict[str, Any]) -> tuple[str, ...]:
    cells = []
    for condition in ("rec", "inc"):
        scores = found[condition]
        f1 = f"{number(scores['f1'])} [{number(scores['f1_low'])}, {number(scores['f1_high'])}]"
        cells += [number(scores["precision"]), number(scores["recall"]), f1, number(scores["ser"])]
    return vendor, number(wer), system, *cells
