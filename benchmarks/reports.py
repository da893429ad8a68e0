"""Results as files: figures as JSON, and a page of tables for people."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

RESULTS = Path(__file__).parent / "results"


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table in Markdown; whole numbers get commas and stand on the right.

    >>> print(table(["source", "words"], [["talks", 12000]]), end="")
    | source | words |
    |---|--:|
    | talks | 12,000 |
    """
    numeric = [bool(rows) and all(isinstance(row[place], int) for row in rows) for place in range(len(header))]
    lines = [_row(header), "|" + "|".join("--:" if right else "---" for right in numeric) + "|"]
    lines += [_row([f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row]) for row in rows]
    return "\n".join(lines) + "\n"


def _row(cells: Sequence[object]) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def saved(name: str, figures: object, page: str, *, folder: Path = RESULTS) -> None:
    """Write `name.json` and `name.md`."""
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (folder / f"{name}.md").write_text(page, encoding="utf-8")
