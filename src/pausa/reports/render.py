"""Tables as text, Markdown, LaTeX or CSV; evaluations as JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from math import isnan, nan
from typing import Any

import msgspec

from pausa.core.table import Table
from pausa.metrics import PER_REFERENCE
from pausa.reports.drawn import protocol_table
from pausa.reports.recordings import recording_tables
from pausa.reports.tables import agreement_signature, heading, signatures, tables
from pausa.workflow.evaluation import Evaluation, RecordingFigures, Result

FORMATS = ("text", "json", "latex", "md", "csv")


def render(evaluation: Evaluation, format: str, *, digits: int = 3, per_recording: bool = False) -> str:
    """An evaluation in the format asked for; JSON has every recording by itself always, others where asked for."""
    if format == "json":
        return msgspec.json.format(msgspec.json.encode(as_dict(evaluation)), indent=1).decode() + "\n"
    if format == "csv":
        return _csv(evaluation, per_recording=per_recording)
    draw = {"text": text_table, "md": markdown_table, "latex": latex_table}[format]
    shown = tables(evaluation, digits=digits)
    if evaluation.protocol is not None:
        shown.append(protocol_table(evaluation.protocol, digits=digits).table)
    if per_recording:
        shown += [signed.table for signed in recording_tables(evaluation, digits=digits)]
    parts = [draw(table) for table in shown]
    notes = [heading(evaluation), *evaluation.remarks]
    footer = signatures(evaluation)
    if format == "latex":
        comment = [f"% {line}" for line in (*notes, *footer)]
        return "\n".join([*comment, "", "\n\n".join(parts)]) + "\n"
    if format == "md":
        listed = "\n".join(f"- `{line}`" for line in footer)
        return "\n\n".join([*notes, *parts, "Signatures:", listed]) + "\n"
    return "\n\n".join(["\n".join(notes), *parts, "signatures\n" + "\n".join(f"  {line}" for line in footer)]) + "\n"


def text_table(table: Table) -> str:
    """A table in columns, numbers to the right."""
    lines = [table.header, *table.rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(table.header))]
    left = [_is_text([row[column] for row in table.rows]) for column in range(len(table.header))]

    def drawn(cells: Sequence[str]) -> str:
        padded = (
            cell.ljust(width) if to_left else cell.rjust(width)
            for cell, width, to_left in zip(cells, widths, left, strict=True)
        )
        return ("  " + "  ".join(padded)).rstrip()

    note = [f"  ({table.note})"] if table.note else []
    return "\n".join([table.title, drawn(table.header), *map(drawn, table.rows), *note])


def markdown_table(table: Table) -> str:
    """A table as Markdown, pipes escaped."""
    left = [_is_text([row[column] for row in table.rows]) for column in range(len(table.header))]
    rule = ["---" if to_left else "---:" for to_left in left]
    lines = [table.header, rule, *table.rows]
    body = "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
    return f"**{table.title}**\n\n{body}" + (f"\n\n{table.note}" if table.note else "")


_LATEX: dict[int, str] = str.maketrans(
    {
        **{sign: f"\\{sign}" for sign in "&%$#_{}"},
        "~": "\\textasciitilde{}",
        "^": "\\textasciicircum{}",
        "\\": "\\textbackslash{}",
        "κ": "$\\kappa$",
        "α": "$\\alpha$",
        "↓": "$\\downarrow$",
        "–": "--",
    }
)


def latex_table(table: Table) -> str:
    """A table as a LaTeX tabular with booktabs rules."""
    left = [_is_text([row[column] for row in table.rows]) for column in range(len(table.header))]
    columns = "".join("l" if to_left else "r" for to_left in left)

    def drawn(cells: Sequence[str]) -> str:
        return " & ".join(cell.translate(_LATEX) for cell in cells) + r" \\"

    lines = [
        f"\\begin{{tabular}}{{{columns}}} % {table.title}",
        r"\toprule",
        drawn(table.header),
        r"\midrule",
        *map(drawn, table.rows),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join(lines)


def _is_text(cells: Sequence[str]) -> bool:
    """Whether a column holds names rather than numbers."""
    return any(cell[:1].isalpha() for cell in cells)


def as_dict(evaluation: Evaluation) -> dict[str, Any]:
    """An evaluation in the shape that `--format json` promises; undefined numbers are null."""
    found = {
        "signature": evaluation.signature,
        "n_words": evaluation.n_words,
        "documents": len(evaluation.documents),
        "document_names": list(evaluation.documents),
        "references": list(evaluation.references),
        "agreement": {**msgspec.to_builtins(evaluation.agreement), "signature": agreement_signature(evaluation)},
        "systems": [_result(system) for system in evaluation.systems],
        "humans": [_result(person) for person in evaluation.humans],
        "comparisons": [msgspec.to_builtins(each) for each in evaluation.comparisons],
        "mean_against_wisebe": [msgspec.to_builtins(each) for each in evaluation.mean_against_wisebe],
        "per_recording": [_recording(one) for one in evaluation.per_recording],
        "protocol": None if evaluation.protocol is None else msgspec.to_builtins(evaluation.protocol),
        "interval": evaluation.interval,
        "remarks": list(evaluation.remarks),
    }
    return {name: defined(value) for name, value in found.items()}


def _result(result: Result) -> dict[str, Any]:
    return {
        "name": result.name,
        "scores": {metric: msgspec.to_builtins(score) for metric, score in result.scores.items()},
        **({"loo": {metric: msgspec.to_builtins(each) for metric, each in result.loo.items()}} if result.loo else {}),
        "per_reference": [{"name": row.name, **row.scores} for row in result.per_reference],
        "per_document": list(result.per_document),
    }


def _recording(one: RecordingFigures) -> dict[str, Any]:
    return {
        "name": one.name,
        "n_words": one.n_words,
        "boundaries": dict(one.boundaries),
        "agreement": dict(one.agreement),
        "systems": [
            {
                "name": system.name,
                "boundaries": system.boundaries,
                "agreement_ratio": system.agreement_ratio,
                "scores": dict(system.scores),
                "per_reference": [{"name": row.name, **row.scores} for row in system.per_reference],
            }
            for system in one.systems
        ],
    }


def defined(value: Any) -> Any:
    """The same value with null for what is undefined."""
    if isinstance(value, float) and isnan(value):
        return None
    if isinstance(value, dict):
        return {name: defined(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [defined(each) for each in value]
    return value


def _csv(evaluation: Evaluation, *, per_recording: bool) -> str:
    """One row per number: who, against whom, which score, its value and its signature; the recording, if asked for."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    header = ["kind", "name", "reference", "metric", "value", "mean", "low", "high", "signature"]
    writer.writerow([*header, "recording"] if per_recording else header)
    for row in _overall_rows(evaluation):
        writer.writerow([*row, ""] if per_recording else row)
    if per_recording:
        writer.writerows(_recording_rows(evaluation))
    return out.getvalue()


def _overall_rows(evaluation: Evaluation) -> Iterator[list[str]]:
    for kind, group in (("system", evaluation.systems), ("person", evaluation.humans)):
        for result in group:
            for metric, score in result.scores.items():
                cells = [_plain(number) for number in (score.value, score.mean, score.low, score.high)]
                yield [kind, result.name, "", metric, *cells, score.signature]
            for metric, standing in result.loo.items():
                cells = [_plain(standing.value), _plain(standing.mean), "", ""]
                yield ["system beside people", result.name, "", metric, *cells, standing.signature]
                cells = [_plain(each) for each in (standing.difference, nan, standing.low, standing.high)]
                yield ["system less people", result.name, "", metric, *cells, standing.signature]
            for row in result.per_reference:
                for metric in PER_REFERENCE:
                    if metric in row.scores:
                        signature = _single(result, metric)
                        yield [kind, result.name, row.name, metric, _plain(row[metric]), "", "", "", signature]
    if evaluation.protocol is not None:
        for each in (evaluation.protocol.human, *evaluation.protocol.systems):
            for metric, drawn in each.scores.items():
                cells = [_plain(drawn.mean), _plain(drawn.mean), "", ""]
                yield ["references drawn", each.name, "", metric, *cells, drawn.signature]
                yield ["references drawn", each.name, "", f"{metric} sd", _plain(drawn.sd), "", "", "", drawn.signature]
    for metric, value in evaluation.agreement.figures().items():
        yield ["agreement", "", "", metric, _plain(value), "", "", "", agreement_signature(evaluation)]


def _recording_rows(evaluation: Evaluation) -> Iterator[list[str]]:
    signed = agreement_signature(evaluation)
    for one in evaluation.per_recording:
        for name, boundaries in one.boundaries.items():
            yield ["person", name, "", "boundaries", str(boundaries), "", "", "", signed, one.name]
        for metric, value in one.agreement.items():
            yield ["agreement", "", "", metric, _plain(value), "", "", "", signed, one.name]
        for system, result in zip(one.systems, evaluation.systems, strict=True):
            conditions = evaluation.signature
            yield ["system", system.name, "", "boundaries", str(system.boundaries), "", "", "", conditions, one.name]
            for metric, value in system.scores.items():
                signature = result.scores[metric].signature
                yield ["system", system.name, "", metric, _plain(value), "", "", "", signature, one.name]
            for row in system.per_reference:
                for metric, value in row.scores.items():
                    signature = _single(result, metric)
                    yield ["system", system.name, row.name, metric, _plain(value), "", "", "", signature, one.name]


def _single(result: Result, metric: str) -> str:
    """The signature of a score against one reference, made from that of its mean."""
    mean_key = {"nist_su": "ser"}.get(metric, metric) + "_mean"
    if mean_key not in result.scores:
        return ""
    name, *rest = result.scores[mean_key].signature.split("|")
    name = PER_REFERENCE[metric].name
    return "|".join([name, *("nrefs:1" if part.startswith("nrefs:") else part for part in rest)])


def _plain(value: float) -> str:
    return "" if isnan(value) else repr(float(value))
