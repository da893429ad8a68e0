"""Why a name that no line of ours reads is there all the same: by file and name, as vulture finds them."""

from __future__ import annotations

from fnmatch import fnmatchcase

_REGISTRY = "named in a registry's table"
_ROUTE = "a route or handler: the web framework calls it"

#: A pattern of `FILE:NAME` and the reason.
REASONS = {
    "src/pausa/formats/subtitling.py:orphans": "read with all fields, for the table of subtitles",
    "benchmarks/genres.py:[am]*_*": "written into the results by its name; a table of the docs reads it there",
    "benchmarks/house.py:visit_*": "ast calls it",
    "benchmarks/mutation.py:exec_module": "the import system calls it",
    "benchmarks/near_duplicates.py:out_words": "written into the results by its name",
    "src/pausa/__init__.py:__*__": "Python calls it",
    "src/pausa/cli/*.py:*": "click calls it, or gives it",
    "src/pausa/core/unpacking.py:readinto": "a buffered reader calls it",
    "src/pausa/features/table.py:[PL]*": "groups of columns, for readers of a feature table; the docs name them",
    "src/pausa/formats/*.py:FORMAT": _REGISTRY,
    "src/pausa/formats/docx_writing.py:create_system": "the archive writes it",
    "src/pausa/formats/live/*.py:[A-Z]*": _REGISTRY,
    "src/pausa/formats/xmls.py:*": "the XML parser calls it, and gives what it takes",
    "src/pausa/metrics/*.py:[A-Z]*": _REGISTRY,
    "src/pausa/models/*.py:*Detector": _REGISTRY,
    "src/pausa/models/neural/onnx.py:*": "a setting of the runtime",
    "src/pausa/reports/cells.py:is_*": "the page's template reads it",
    "src/pausa/store/database.py:record": "the database library gives it",
    "src/pausa/store/database.py:proxy": "the database library gives it",
    "benchmarks/mutation.py:notices": "the test of the command calls it",
    "src/pausa/store/database.py:isolation_level": "a setting of the connection",
    "src/pausa/store/migrations/versions/*.py:*": "alembic reads it",
    "src/pausa/text/languages/*.py:[A-Z]*": _REGISTRY,
    "src/pausa/*/neural/*.py:forward": "torch calls it",
    "src/pausa/web/api_models.py:*": "pydantic reads it",
    "src/pausa/web/bodies.py:model_config": "pydantic reads it",
    "src/pausa/web/*.py:*": _ROUTE,
    "src/pausa/workflow/evaluation.py:*": "written into JSON and tables by its name",
    "src/pausa/workflow/segments.py:to_dataframe": "for users",
    "src/pausa/workflow/segments.py:_repr_html_": "notebooks call it",
}


def reason_for(place: str) -> str | None:
    """Why the name at `FILE:NAME` is there; None where nobody knows.

    >>> reason_for("src/pausa/formats/srt.py:FORMAT")
    "named in a registry's table"
    """
    return next((reason for pattern, reason in REASONS.items() if fnmatchcase(place, pattern)), None)
