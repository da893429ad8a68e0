"""An evaluation as tables of cells, its numbers rounded for people."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from pausa.core.messages import counted
from pausa.core.table import UNDEFINED, Table, number
from pausa.metrics import PER_REFERENCE, described
from pausa.metrics.base import mean
from pausa.metrics.signature import signature
from pausa.reports.told_apart import mark_tables, reliability_table
from pausa.workflow.evaluation import Evaluation, Result, Score

AGREEMENT = {
    "agreement_ratio": "agreement ratio",
    "fleiss_kappa": "Fleiss' κ",
    "fleiss_kappa_candidates": "κ over candidates",
    "krippendorff_alpha": "Krippendorff's α",
    "pairwise_f1": "pairwise F1",
    "pairwise_f1_marks": "pairwise F1, marks told apart",
    "pairwise_f1_sampled": "pairwise F1, 100 random pairs",
    "pairwise_f1_sampled_sd": "… standard deviation",
    "absolute_consensus": "marked by all",
    "pearson_ar_kappa": "Pearson AR–κ",
}


def tables(evaluation: Evaluation, *, digits: int = 3) -> list[Table]:
    """Everything a reader of an evaluation wants to see, in order."""
    made: list[Table] = []
    if evaluation.systems:
        made.append(_scores(evaluation, digits, pooled=True))
        if len(evaluation.documents) > 1:
            made.append(_scores(evaluation, digits, pooled=False))
        made.append(_per_reference(evaluation, digits))
        made += mark_tables(evaluation, digits=digits)
        if "ece_share" in evaluation.systems[0].scores:
            made.append(reliability_table(evaluation, digits=digits))
    if len(evaluation.references) > 1:
        made += [_agreement(evaluation, digits), _people(evaluation, digits)]
    if evaluation.mean_against_wisebe:
        made.append(_mean_against_wisebe(evaluation, digits))
    if evaluation.comparisons:
        made.append(_comparisons(evaluation, digits))
    return made


def heading(evaluation: Evaluation) -> str:
    """One line on what was scored."""
    documents, words = len(evaluation.documents), evaluation.n_words
    shown, more = evaluation.references[:12], len(evaluation.references) - 12
    people = ", ".join(shown) + (f" and {more} more" if more > 0 else "")
    return (
        f"{counted(documents, 'recording')}, {words} word{'' if words == 1 else 's'}, "
        f"{counted(len(evaluation.references), 'reference')}: {people}"
    )


def signatures(evaluation: Evaluation) -> list[str]:
    """Every signature that stands behind the printed numbers; names that share their conditions share a line."""
    found: dict[str, None] = {}
    for result in (*evaluation.systems, *evaluation.humans):
        found.update((score.signature, None) for score in result.scores.values())
        found.update((standing.signature, None) for standing in result.loo.values())
    if evaluation.protocol is not None:
        found.update((score.signature, None) for score in evaluation.protocol.human.scores.values())
    found.update((comparison.signature, None) for comparison in evaluation.comparisons)
    if len(evaluation.references) > 1:
        found[agreement_signature(evaluation)] = None
    names: dict[str, list[str]] = {}
    for each in found:
        name, _, conditions = each.partition("|")
        names.setdefault(conditions, []).append(name)
    return [f"{' '.join(sharing)}|{conditions}" for conditions, sharing in names.items()]


def agreement_signature(evaluation: Evaluation) -> str:
    """The signature of the figures on how far the references agree."""
    numbers = [len(trial.references) for trial in evaluation.panel]
    signed = signature("f1_mean", evaluation.people_options, min(numbers), most=max(numbers))
    _, _, conditions = signed.partition("|")
    return f"agreement|{conditions}"


def _scores(evaluation: Evaluation, digits: int, *, pooled: bool) -> Table:
    """Each system against all references, then beside people, then what comes of that."""
    systems, metrics = evaluation.systems, list(evaluation.systems[0].scores)
    several = len(evaluation.documents) > 1
    beside = [system for system in systems if system.loo]
    rows = []
    for metric in metrics:
        cells = [_cell(system.scores[metric], digits, pooled) for system in systems]
        standings = [system.loo[metric] for system in beside]
        cells += [number(one.value if pooled else one.mean, digits=digits) for one in standings]
        if beside:
            cells.append(number(metric_mean(evaluation.humans, metric, pooled=pooled), digits=digits))
        if pooled:
            cells += [one.verdict or UNDEFINED for one in standings]
        rows.append((_arrow(metric), *cells))
    header = ["", *(system.name for system in systems), *(f"{system.name} loo" for system in beside)]
    if beside:
        header.append("people loo")
    if pooled:
        header += ["verdict"] if len(systems) == 1 and beside else [f"{system.name} verdict" for system in beside]
    title = "scores" if not several else "scores, pooled over recordings" if pooled else "scores, mean over recordings"
    left_out = _left_out(evaluation) if several and not pooled else ""
    note = "loo: against all people but one, each in turn, mean; people in the same way" if beside else ""
    if beside and pooled:
        note += "; verdict: above people (better), within chance of them, below"
    bounds = f"[…]: 95 % intervals over recordings, {evaluation.interval}" if evaluation.interval and pooled else ""
    return Table(title, tuple(header), tuple(rows), "; ".join(part for part in (note, bounds, left_out) if part))


def metric_mean(people: Sequence[Result], metric: str, *, pooled: bool) -> float:
    """The mean of a score over people: the human ceiling."""
    return mean([each.scores[metric].value if pooled else each.scores[metric].mean for each in people])


def _cell(score: Score, digits: int, pooled: bool) -> str:
    value = number(score.value if pooled else score.mean, digits=digits)
    if not pooled or isnan(score.low):
        return value
    return f"{value} [{number(score.low, digits=digits)}, {number(score.high, digits=digits)}]"


def _arrow(metric: str) -> str:
    key = described(metric)
    return key.name if key.higher_is_better else f"{key.name} ↓"


def _left_out(evaluation: Evaluation) -> str:
    most = max(
        (score.left_out, described(metric).name)
        for system in evaluation.systems
        for metric, score in system.scores.items()
    )
    return f"undefined recordings are left out of a mean (at most {most[0]}, of {most[1]})" if most[0] else ""


def _per_reference(evaluation: Evaluation, digits: int) -> Table:
    first = evaluation.systems[0].per_reference[0].scores
    shown = [key for key in PER_REFERENCE if key in first and PER_REFERENCE[key].family != "marks"]
    has_wer = any("wer" in row.scores for system in evaluation.systems for row in system.per_reference)
    rows = tuple(
        (
            system.name,
            row.name,
            *(number(row[key], digits=1 if key == "nist_su" else digits) for key in shown),
            *([number(row.scores.get("wer", 0.0), digits=digits)] if has_wer else []),
        )
        for system in evaluation.systems
        for row in system.per_reference
    )
    header = ("system", "reference", *(_arrow(key) for key in shown), *(["WER ↓"] if has_wer else []))
    return Table("against each reference", header, rows)


def _agreement(evaluation: Evaluation, digits: int) -> Table:
    rows = tuple((title, number(value, digits=digits)) for title, value in agreement_figures(evaluation))
    return Table("agreement of the references", ("", "value"), rows)


def agreement_figures(evaluation: Evaluation) -> list[tuple[str, float]]:
    """The figures on agreement with their titles; a correlation over recordings only where there is one."""
    found = evaluation.agreement.figures()
    shown = [(key, title) for key, title in AGREEMENT.items() if key != "pearson_ar_kappa" or not isnan(found[key])]
    return [(title, found[key]) for key, title in shown]


def _people(evaluation: Evaluation, digits: int) -> Table:
    shown = ("wisebe", "f1_rw", "bleu_like", "f1_mean", "consensus_f1", "ser_mean")
    jack_knife = {row.name: row.mean_f1 for row in evaluation.agreement.jack_knife}
    present = [key for key in shown if evaluation.humans and key in evaluation.humans[0].scores]
    rows = tuple(
        (
            person.name,
            number(jack_knife[person.name], digits=digits),
            *(number(person.scores[key].value, digits=digits) for key in present),
        )
        for person in evaluation.humans
    )
    return Table(
        "each person against the others",
        ("", "jack-knife F1", *(_arrow(key) for key in present)),
        rows,
        "the human ceiling: what one person scores when the others are the references",
    )


def _mean_against_wisebe(evaluation: Evaluation, digits: int) -> Table:
    rows = tuple(
        (each.system, number(each.pearson, digits=digits), f"{len(each.rank_changes)} of {len(evaluation.documents)}")
        for each in evaluation.mean_against_wisebe
    )
    note = "over recordings; a rank changes where a system stands otherwise by WiSeBE than by F1_mean"
    return Table("F1_mean against WiSeBE", ("system", "Pearson", "rank changes"), rows, note)


def _comparisons(evaluation: Evaluation, digits: int) -> Table:
    rows = tuple(
        (
            each.test,
            f"{each.system} – {each.baseline}",
            described(each.metric).name if each.test != "sign" else each.metric,
            f"{each.difference:+.{digits if each.test != 'sign' else 0}f}" if not isnan(each.difference) else UNDEFINED,
            number(each.p, digits=4),
        )
        for each in evaluation.comparisons
    )
    return Table("is the difference real?", ("test", "systems", "score", "difference", "p"), rows)
