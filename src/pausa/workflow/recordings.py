"""Every recording by itself: the figures of the WiSeBE paper's tables 2 to 6, from counts that are there already."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

from pausa.metrics.agreement import Agreement, AgreementCounts
from pausa.metrics.base import Case
from pausa.metrics.wisebe import agreement_ratio_of
from pausa.workflow.evaluation import RecordingFigures, ReferenceScores, Result, SystemInRecording
from pausa.workflow.scoring import Scorer, Tally
from pausa.workflow.trials import Trial


def tell_recordings_apart(
    scorer: Scorer,
    panel: Sequence[Trial],
    agreement: Sequence[AgreementCounts],
    tallies: Sequence[Tally],
    results: Sequence[Result],
) -> tuple[RecordingFigures, ...]:
    """The figures of each recording; `agreement` are its counts alone, `tallies` and `results` those of the systems."""
    several = any(counts.annotators > 1 for counts in agreement)
    return tuple(
        RecordingFigures(
            name=trial.name,
            n_words=len(trial.transcript),
            boundaries=dict(zip(trial.people, counts.sizes, strict=True)),
            agreement=_agreement(counts, several),
            systems=tuple(
                _in_recording(scorer, place, trial.people, tally, result)
                for tally, result in zip(tallies, results, strict=True)
            ),
        )
        for place, (trial, counts) in enumerate(zip(panel, agreement, strict=True))
    )


def _agreement(counts: AgreementCounts, several: bool) -> dict[str, float]:
    """How far people agree in a recording; a lone one beside recordings of several has no agreement ratio."""
    found = Agreement().score(counts)
    return found | {"agreement_ratio": nan} if several and counts.annotators < 2 else found


def _in_recording(scorer: Scorer, place: int, people: Sequence[str], tally: Tally, result: Result) -> SystemInRecording:
    case = tally.cases[place]
    rows: list[dict[str, float]] = [{} for _ in people]
    for family in scorer.families:
        found = family.per_reference(tally.counts[family.name][place])
        for row, values in zip(rows, _here(found, case), strict=False):
            row.update(values)
    return SystemInRecording(
        name=tally.name,
        boundaries=len(case.hypothesis),
        agreement_ratio=agreement_ratio_of(case),
        scores=result.per_document[place],
        per_reference=tuple(ReferenceScores(name, row) for name, row in zip(people, rows, strict=True)),
    )


def _here(rows: Sequence[dict[str, float]], case: Case) -> list[dict[str, float]]:
    """The rows of the people who are in this recording, out of those of everybody."""
    return [rows[seat] for seat in case.seats] if case.n_seats and rows else list(rows)
