"""What five million words take: time and memory, in one file and file by file.

    python -m benchmarks large                     writes benchmarks/results/large.json and large.md
    python -m benchmarks large --source ../before/src --column before

The words are made up. In one file they are one document (lines) or a thousand (JSON lines, CSV, Pausa's own JSON);
file by file they are a thousand files that go to a folder. `--source` measures the sources of another clone, `--column`
says under which heading; the columns that are there stay. What takes longer than `--most` seconds of the processor is
stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path

from benchmarks.places import RESULTS
from benchmarks.speed.measure import pausa

_DOCUMENTS = 1000


def sentences(n_words: int, seed: int = 1) -> Iterator[str]:
    """So many made-up words in sentences of eight, never all at once: the peak of a process begins at its parent's."""
    chosen = random.Random(seed)
    forms = [f"{one}{two}" for one in "ba de fi go hu ka le mi no pu".split() for two in "ra se ti vo zu".split()]
    return (" ".join(chosen.choices(forms, k=8)) for _ in range(n_words // 8))


def commands(folder: Path, n_words: int) -> dict[str, list[str]]:
    """What is measured, on files that are made in a folder."""
    lines = sentences(n_words)
    (folder / "many").mkdir()
    step = max(1, n_words // 8 // _DOCUMENTS)
    with ExitStack() as stack:
        one = stack.enter_context((folder / "one.lines").open("w"))
        rows, table, own = (stack.enter_context((folder / f"many.{end}").open("w")) for end in ("jsonl", "csv", "json"))
        table.write("recording,word\n")
        for number, part in enumerate(iter(lambda: list(islice(lines, step)), [])):
            name = f"talk{number:04d}"
            one.writelines(f"{line}\n" for line in part)
            (folder / "many" / f"{name}.lines").write_text("\n".join(part) + "\n")
            words = [word for line in part for word in line.split()]
            rows.writelines(json.dumps({"recording": name, "word": word}) + "\n" for word in words)
            table.writelines(f"{name},{word}\n" for word in words)
            held = {"pausa": 1, "words": [{"text": word} for word in words], "name": name}
            own.write(("," if number else "[") + json.dumps([held], indent=1)[1:-2])
        own.write("\n]\n")
    return {
        "segment --model bayes, one file": ["segment", "one.lines", "--model", "bayes", "-o", "segmented.txt"],
        "segment --model bayes, JSON lines": ["segment", "many.jsonl", "--model", "bayes", "-o", "segmented.txt"],
        "segment --model bayes, file by file": ["segment", "many", "--model", "bayes", "-o", "segmented/"],
        "convert to json, one file": ["convert", "one.lines", "converted.pausa.json"],
        "convert to json, JSON lines": ["convert", "many.jsonl", "lines.pausa.json"],
        "convert to json, CSV": ["convert", "many.csv", "table.pausa.json"],
        "convert to json, Pausa's own": ["convert", "many.json", "own.pausa.json"],
        "convert to json, file by file": ["convert", "many", "converted/", "--to", "json"],
        "score, one file": ["score", "one.lines", "-r", "one.lines"],
        "score, file by file": ["score", "many", "-r", "many"],
    }


def table(found: dict[str, dict[str, dict[str, float]]], n_words: int) -> str:
    """Seconds of the processor and megabytes, a column for each time that was measured."""
    columns = list(found)
    rows = [f"| {n_words:,} words | " + " | ".join(f"{column}: CPU s | MB" for column in columns) + " |"]
    rows.append("|---" * (1 + 2 * len(columns)) + "|")
    for name in dict.fromkeys(name for column in columns for name in found[column]):
        cells = (_cells(found[column].get(name)) for column in columns)
        rows.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(rows) + "\n"


def _cells(measured: dict[str, float] | None) -> str:
    if measured is None:
        return " | "
    stopped = "more than " if measured.get("stopped") else ""
    return f"{stopped}{measured['cpu_seconds']:.1f} | {stopped}{measured['peak_mb']:,}"


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--words", type=int, default=5_000_000)
    asked.add_argument("--source", type=Path, help="the sources of another clone")
    asked.add_argument("--column", default="now", help="the heading of what is measured")
    asked.add_argument("--most", type=int, default=300, help="seconds of the processor for one command")
    asked.add_argument("--only", default="", help="commands whose names hold this")
    given = asked.parse_args()
    path = RESULTS / "large.json"
    held = json.loads(path.read_text()) if path.exists() else {}
    columns = held["columns"] if held.get("words") == given.words and "columns" in held else {}
    found = columns.setdefault(given.column, {})
    if given.source is not None:
        os.environ["PYTHONPATH"] = str(given.source.resolve())
    with tempfile.TemporaryDirectory() as place:
        for name, arguments in commands(Path(place), given.words).items():
            if given.only not in name:
                continue
            found[name] = pausa(*arguments, cwd=Path(place), most_cpu_seconds=given.most).as_dict()
            print(name, found[name], flush=True)
            path.write_text(json.dumps({"words": given.words, "columns": columns}, indent=1) + "\n")
            path.with_suffix(".md").write_text(table(columns, given.words))


if __name__ == "__main__":
    main()
