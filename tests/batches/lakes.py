"""Small lakes of our own words, and how targets are compared."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

COMMON = "so we left it was late and they said that the boats in our harbour had no idea what to do about rain".split()


def said(n_words: int, seed: int) -> str:
    return " ".join(random.Random(seed).choices(COMMON, k=n_words))


def texts(path: Path, n_rows: int, *, n_words: int = 60, group: int = 1000) -> Path:
    """A table with a transcript in each row."""
    table = pa.table(
        {
            "id": [f"talk-{row}" for row in range(n_rows)],
            "text": [said(n_words // 2 + row % n_words, row) for row in range(n_rows)],
            "year": [2000 + row % 7 for row in range(n_rows)],
        }
    )
    pq.write_table(table, path, row_group_size=group)
    return path


def words(path: Path, n_recordings: int, *, n_words: int = 40) -> Path:
    """A table with a word in each row."""
    rows = [
        {"recording": f"r{number}", "word": word, "start": place * 0.4, "end": place * 0.4 + 0.3, "room": "blue"}
        for number in range(n_recordings)
        for place, word in enumerate(said(n_words, number).split())
    ]
    pq.write_table(pa.Table.from_pylist(rows), path)
    return path


def lines(path: Path, n_lines: int) -> Path:
    """JSON lines with a transcript each."""
    path.write_text(
        "".join(json.dumps({"id": f"t{row}", "text": said(30, row), "lake": "north"}) + "\n" for row in range(n_lines))
    )
    return path


def contents(target: Path) -> dict[str, bytes]:
    """Every file of a target, by its name."""
    return {path.name: path.read_bytes() for path in sorted(target.iterdir())}
