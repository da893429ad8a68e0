"""The report page: an evaluation as one self-contained HTML file.

Style, script and data are written into the file; a content policy in its head forbids every connection and
allows only the one style sheet and the one script, by their hashes. The tables and the pictures are plain HTML and
SVG and need no script; the ribbons and the list of places are drawn by the script from the data blocks.

    Path("report.html").write_text(page(evaluation), encoding="utf-8")
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from markupsafe import Markup

from pausa import __version__
from pausa.core.table import number
from pausa.metrics.consensus import enough
from pausa.reports.cells import Grid, comparisons, grids, reference_grid
from pausa.reports.drawn import protocol_table
from pausa.reports.figures import Figure, figures, length_figures
from pausa.reports.pictures import meter
from pausa.reports.recordings import recording_tables
from pausa.reports.ribbons import packed, views
from pausa.reports.tables import agreement_figures, agreement_signature
from pausa.workflow.evaluation import Evaluation

#: The parts of the script, in the order in which they build on each other.
SCRIPTS = ("scene.js", "draw.js", "places.js", "page.js")


def page(evaluation: Evaluation, *, title: str = "Sentence boundaries: evaluation") -> str:
    """A whole HTML document about an evaluation."""
    # jinja2 takes some 75 ms to import; only the page needs it.
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(_part), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    style, script = _part("page.css"), "\n".join(map(_part, SCRIPTS))
    return environment.get_template("page.html").render(
        title=title,
        style=Markup(style),
        script=Markup(script),
        policy=policy(style, script),
        version=__version__,
        **_content(evaluation),
    )


def _part(name: str) -> str:
    return files("pausa.reports").joinpath(name).read_text(encoding="utf-8")


def policy(style: str, script: str) -> str:
    """The content policy of a page: no connection, this style sheet, this script, pictures spelled in the page."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _content(evaluation: Evaluation) -> dict[str, Any]:
    """Everything that the template shows."""
    tables = grids(evaluation)
    per_reference = [
        reference_grid("Systems against each reference", evaluation.systems, evaluation.options),
        reference_grid("Marks of systems told apart", evaluation.systems, evaluation.options, of_marks=True),
        reference_grid("People against each other", evaluation.humans, evaluation.people_options),
    ]
    pictures, lengths = figures(evaluation), length_figures(evaluation)
    compared = comparisons(evaluation)
    shown = [packed(view, evaluation.options) for view in views(evaluation)]
    known = [grid for grid in (*tables, *per_reference) if grid is not None]
    protocol = [] if evaluation.protocol is None else [protocol_table(evaluation.protocol)]
    each = recording_tables(evaluation, widest=0) if len(evaluation.documents) > 1 else []
    more = [each.signature for each in compared] + [
        one for signed in (*protocol, *each) for one in signed.signatures if one
    ]
    return {
        "evaluation": evaluation,
        "systems": [system.name for system in evaluation.systems],
        "grids": tables,
        "per_reference": [grid for grid in per_reference if grid is not None],
        "comparisons": compared,
        "protocol": protocol,
        "per_recording": each,
        "agreement": _agreement(evaluation),
        "agreement_signature": agreement_signature(evaluation),
        "jack_knife": _jack_knife(evaluation),
        "figures": pictures,
        "lengths": lengths,
        "index": as_json(_index(evaluation, shown)),
        "views": [as_json(view) for view in shown],
        "shown": shown,
        "needed": enough(evaluation.options, _most(evaluation)),
        "signatures": _signatures(evaluation, known, [*pictures, *lengths], more),
    }


def _most(evaluation: Evaluation) -> int:
    """The most references that a recording has."""
    return max(len(trial.references) for trial in evaluation.panel)


def _index(evaluation: Evaluation, shown: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the script needs to know before it opens a view."""
    return {
        "references": list(evaluation.references),
        "systems": [system.name for system in evaluation.systems],
        "needed": enough(evaluation.options, _most(evaluation)),
        "views": [{key: view[key] for key in ("document", "wording", "n")} for view in shown],
    }


def as_json(value: Any) -> Markup:
    """A value as JSON that can stand in a script element: it cannot close it.

    >>> as_json(["</script>"])
    Markup('["\\\\u003c/script>"]')
    """
    return Markup(json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"))


def _agreement(evaluation: Evaluation) -> list[tuple[str, str]]:
    """The figures on agreement that are defined, with their names; none for a single reference."""
    if len(evaluation.references) < 2:
        return []
    return [(title, number(value)) for title, value in agreement_figures(evaluation)]


def _jack_knife(evaluation: Evaluation) -> list[tuple[str, str, Markup]]:
    """Each person's mean F1 against the others, as text and as a bar."""
    if len(evaluation.references) < 2:
        return []
    return [
        (row.name, number(row.mean_f1), meter(row.mean_f1, f"{row.name}: {number(row.mean_f1)}"))
        for row in evaluation.agreement.jack_knife
    ]


def _signatures(
    evaluation: Evaluation, tables: Sequence[Grid], pictures: Sequence[Figure], more: Sequence[str]
) -> list[tuple[list[str], str]]:
    """Every signature on the page: the names that share their conditions, and the conditions."""
    found = [evaluation.signature]
    found += [cell.signature for grid in tables for block in grid.blocks for _, row in block.rows for cell in row]
    found += [agreement_signature(evaluation)] if len(evaluation.references) > 1 else []
    found += [*more, *(figure.signature for figure in pictures)]
    names: dict[str, list[str]] = {}
    for each in dict.fromkeys(found):
        sharing, _, conditions = each.partition("|")
        known = names.setdefault(conditions, [])
        known += [name for name in sharing.split(", ") if name not in known]
    return [(known, conditions) for conditions, known in names.items()]
