"""From an evaluation to the pictures of its page, each with a legend, a note and its signature."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite

from markupsafe import Markup

from pausa.core.table import number
from pausa.metrics.consensus import enough
from pausa.metrics.signature import signature
from pausa.models.fst.length import fit_gamma
from pausa.reports.curves import (
    LIMITS,
    Bins,
    Points,
    people_by_limit,
    places_by_votes,
    precision_recall,
    reliability,
    sentence_lengths,
    wisebe_by_limit,
)
from pausa.reports.pictures import SERIES, Line, bar_chart, length_chart, line_chart, swatch
from pausa.reports.tables import agreement_signature
from pausa.workflow.evaluation import Evaluation


@dataclass(frozen=True)
class Figure:
    """A picture with what a reader needs beside it; `legend` pairs a sample of a line with its name."""

    title: str
    chart: Markup | None
    note: str
    signature: str
    legend: tuple[tuple[Markup, str], ...] = ()


def figures(evaluation: Evaluation) -> list[Figure]:
    """The pictures about agreement and scores, those that there is something to show for.

    One reference agrees with nobody, and WiSeBE is 0 at any limit.
    """
    made = [votes_figure(evaluation)] if len(evaluation.references) > 1 else []
    if evaluation.systems and len(evaluation.references) > 1:
        made.append(wisebe_figure(evaluation))
    if evaluation.systems:
        made.append(precision_recall_figure(evaluation))
    curves = [reliability(system, evaluation) for system in evaluation.systems]
    if any(curves):
        made.append(reliability_figure(evaluation, curves))
    return made


def series(place: int) -> str:
    """The style of the system at that place."""
    return f"series-{place % SERIES}"


def votes_figure(evaluation: Evaluation) -> Figure:
    """How many places one, two, … and all people mark."""
    counted = places_by_votes(evaluation)
    m = max(len(trial.references) for trial in evaluation.panel)
    counted = counted[:m]
    needed = enough(evaluation.options, m)
    bars = [(str(votes), count, "agreed" if votes >= needed else "own") for votes, count in enumerate(counted, start=1)]
    chart = bar_chart("Places by how many people mark them", bars, x="people who mark the place", y="places")
    if not sum(counted):
        return Figure("Agreement", None, "Nobody marks a place.", agreement_signature(evaluation))
    note = f"{counted[-1]} of {sum(counted)} marked places are marked by all {m}."
    if 1 < needed < m:
        note += f" Blue: a consensus of {needed} or more."
    return Figure("Agreement", chart, note, agreement_signature(evaluation))


def wisebe_figure(evaluation: Evaluation) -> Figure:
    """WiSeBE of each system as the window limit grows, beside people and the agreement ratio."""
    options = evaluation.options
    lines = [
        Line(system.name, wisebe_by_limit([trial.case(options) for trial in system.trials]), series(place))
        for place, system in enumerate(evaluation.systems)
    ]
    if evaluation.humans:
        people = people_by_limit(
            [trial.case(options) for trial in evaluation.panel], [trial.people for trial in evaluation.panel]
        )
        lines.append(Line("people, mean", people, "people"))
    ratio = evaluation.agreement.agreement_ratio
    if isfinite(ratio):
        lines.append(Line("agreement ratio", [(LIMITS[0], ratio), (LIMITS[-1], ratio)], "ceiling"))
    values = [value for line in lines for _, value in line.points if isfinite(value)]
    top = max(values, default=0) * 1.08 or 1
    axes = {"x": ("window limit in words", 0.0, float(LIMITS[-1])), "y": ("WiSeBE", 0.0, top)}
    note = f"The scores above use a limit of {options.window}."
    if options.align == "none":
        note += " No system can pass the agreement ratio."
    return Figure(
        "WiSeBE as the window limit grows",
        line_chart("WiSeBE as the window limit grows", lines, **axes) if values else None,
        note,
        evaluation.signature.replace(f"|window:{options.window}|", f"|window:{LIMITS[0]}–{LIMITS[-1]}|"),
        tuple((swatch(line.style), line.name) for line in lines),
    )


def precision_recall_figure(evaluation: Evaluation) -> Figure:
    """Precision over recall for the systems that come with probabilities."""
    title = "Precision and recall as the threshold falls"
    found = [(place, system, precision_recall(system, evaluation)) for place, system in enumerate(evaluation.systems)]
    lines = [
        Line(system.name, curve.points, series(place), mark=curve.chosen) for place, system, curve in found if curve
    ]
    without = [system.name for _, system, curve in found if not curve]
    note = "Means over the references, place by place. The dot is where the system itself stands." if lines else ""
    if without:
        note += f" No probabilities of an end in {_listed(without)}, so no curve."
    chart = line_chart(title, lines, x=("R_mean", 0, 1), y=("P_mean", 0, 1)) if lines else None
    exact = replace(evaluation.options, tolerance=0, collar_ms=None)
    numbers = [len(trial.references) for trial in evaluation.panel]
    signed = signature("precision_mean", exact, min(numbers), most=max(numbers)).replace(
        "P_mean|", "P_mean, R_mean|", 1
    )
    return Figure(title, chart, note.strip(), signed, tuple((swatch(line.style), line.name) for line in lines))


def reliability_figure(evaluation: Evaluation, curves: Sequence[Points]) -> Figure:
    """The share of people who end a sentence over the probability that systems give, bin by bin."""
    title = "Do probabilities come true?"
    lines = [
        Line(system.name, points, series(place))
        for place, (system, points) in enumerate(zip(evaluation.systems, curves, strict=True))
        if points
    ]
    lines.append(Line("as often as said", [(0.0, 0.0), (1.0, 1.0)], "ceiling"))
    chart = line_chart(title, lines, x=("probability of an end", 0, 1), y=("share of people", 0, 1))
    numbers = [len(trial.references) for trial in evaluation.panel]
    return Figure(
        title,
        chart,
        "Bins of equally many gaps. Above the straight line people end sentences more often than the system says.",
        signature("ece_share", evaluation.options, min(numbers), most=max(numbers)),
        tuple((swatch(line.style), line.name) for line in lines),
    )


def length_figures(evaluation: Evaluation) -> list[Figure]:
    """Words per sentence of each person and system, with the gamma distribution that fits best."""
    people = [
        (name, [one for trial in evaluation.panel for one in trial.references if one.by == name], "own")
        for name in evaluation.references
    ]
    systems = [
        (system.name, [trial.hypothesis for trial in system.trials if trial.hypothesis is not None], series(place))
        for place, system in enumerate(evaluation.systems)
    ]
    measured = [(name, sentence_lengths(each), style) for name, each, style in (*people, *systems)]
    bins = Bins.over([length for _, lengths, _ in measured for length in lengths])
    shares = [bins.shares(lengths) for _, lengths, _ in measured]
    top = max((max(each) for each in shares), default=0) * 1.08 or 1
    return [
        _length_figure(name, lengths, share, bins, top, style, evaluation)
        for (name, lengths, style), share in zip(measured, shares, strict=True)
        if lengths
    ]


def _length_figure(
    name: str,
    lengths: Sequence[int],
    shares: Sequence[float],
    bins: Bins,
    top: float,
    style: str,
    evaluation: Evaluation,
) -> Figure:
    gamma = fit_gamma(lengths) if len(set(lengths)) > 1 else None
    right = bins.width * bins.count
    # The last bin is open, so the curve stops before it.
    places = [0.5 + step / 4 for step in range(4 * (right - bins.width) + 1)]
    curve = [(x, bins.width * gamma.density(x)) for x in places] if gamma else []
    told = f"{len(lengths)} sentences, {number(sum(lengths) / len(lengths), digits=1)} words on average; "
    told += f"gamma: shape {number(gamma.shape, digits=2)}, scale {number(gamma.scale, digits=2)}." if gamma else ""
    if not gamma:
        told += "all of one length, so no gamma fits."
    parts = evaluation.signature.split("|")
    kept = [part for part in parts[1:] if part.partition(":")[0] in ("level", "marks", "version")]
    return Figure(
        name,
        length_chart(f"Words per sentence: {name}", shares, bins.width, curve, top=top, style=style),
        told,
        "|".join(["words_per_sentence", "last:count", "fit:gamma-ml", *kept]),
    )


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
