"""What a benchmark found: tables to read, figures to reuse, a verdict; and how that is written down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from pausa.core.errors import InputError
from pausa.core.table import Table
from pausa.reports.render import defined, markdown_table, text_table

#: Called after each step that is done, with the number of steps there are.
Advance: TypeAlias = Callable[[int], None]


@dataclass(frozen=True)
class Findings:
    """What a benchmark found: tables to read, figures to reuse, and its verdict in sentences."""

    title: str
    tables: tuple[Table, ...]
    figures: dict[str, Any] = field(default_factory=dict)
    verdicts: tuple[str, ...] = ()


Bench: TypeAlias = Callable[[Path, Advance], Findings]


def folder(data: Path, *parts: str) -> Path:
    """A folder of the data; a clear error where it is not there."""
    found = data.joinpath(*parts)
    if not found.is_dir():
        raise InputError(str(found), None, "this benchmark needs this folder", "give its parent with --data")
    return found


def render(found: Findings, format: str) -> str:
    """Findings as `text`, `md` or `json`."""
    if format == "json":
        whole = {"title": found.title, "verdicts": found.verdicts, "figures": found.figures, "tables": found.tables}
        encoded = msgspec.json.encode(defined(msgspec.to_builtins(whole)))
        return msgspec.json.format(encoded, indent=1).decode() + "\n"
    draw = markdown_table if format == "md" else text_table
    title = f"# {found.title}" if format == "md" else found.title
    return "\n\n".join([title, *map(draw, found.tables), "\n".join(found.verdicts)]) + "\n"
