"""Benchmarks: each makes a table from data that anyone can put beside Pausa, and says what it found.

A benchmark is a module with `run(data, advance)`; one line here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from pausa.core.errors import InputError
from pausa.core.registry import Registry
from pausa.core.table import Table

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

BENCHES: Registry[Bench] = Registry(
    "benchmark",
    {
        "wisebe": "pausa.workflow.benches.wisebe:run",
        "vendors": "pausa.workflow.benches.vendors:run",
        "humans": "pausa.workflow.benches.humans:run",
        "carter-gransden": "pausa.workflow.benches.carter_gransden:run",
        "lee-glass": "pausa.workflow.benches.lee_glass:run",
        "poleval": "pausa.workflow.benches.poleval:run",
        "iwslt": "pausa.workflow.benches.iwslt:run",
    },
)

TITLES = {
    "wisebe": "tables 2–6 of the WiSeBE paper on its sample transcript",
    "vendors": "recognisers' own sentence ends on Earnings-21, and our detectors on their words",
    "humans": "how far four people agree on CORAAL interviews",
    "carter-gransden": "the table of Carter & Gransden's methods 0–3 on Earnings-21",
    "lee-glass": "tables 1, 4 and 5 of Lee & Glass: prosody, language models, lengths, one best path",
    "poleval": "the same recipe on Polish, read aloud (PolEval 2021)",
    "iwslt": "sentence ends in TED talks (IWSLT 2011), reference and recognised words",
}


def folder(data: Path, *parts: str) -> Path:
    """A folder of the data; a clear error where it is not there."""
    found = data.joinpath(*parts)
    if not found.is_dir():
        raise InputError(str(found), None, "this benchmark needs this folder", "give its parent with --data")
    return found


def made(name: str, data: Path, advance: Advance) -> Findings:
    """The findings of a benchmark; files are named as they stand in the data, wherever that is."""
    found = BENCHES[name](data, advance)
    return replace(found, verdicts=tuple(verdict.replace(f"{data}/", "") for verdict in found.verdicts))
