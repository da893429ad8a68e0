"""What five million words take: time and memory, in one file and file by file.

python -m benchmarks large                     writes benchmarks/results/large.json

The words are made up. In one file they are one document (lines) or a thousand (JSON lines); file by file they are a
thousand files that go to a folder.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from pathlib import Path

from benchmarks.places import RESULTS
from benchmarks.speed.measure import pausa

_DOCUMENTS = 1000


def sentences(n_words: int, seed: int = 1) -> list[str]:
    """So many made-up words in sentences of eight."""
    chosen = random.Random(seed)
    forms = [f"{one}{two}" for one in "ba de fi go hu ka le mi no pu".split() for two in "ra se ti vo zu".split()]
    return [" ".join(chosen.choices(forms, k=8)) for _ in range(n_words // 8)]


def commands(folder: Path, n_words: int) -> dict[str, list[str]]:
    """What is measured, on files that are made in a folder."""
    lines = sentences(n_words)
    (folder / "one.lines").write_text("\n".join(lines) + "\n")
    (folder / "many").mkdir()
    step = max(1, len(lines) // _DOCUMENTS)
    with (folder / "many.jsonl").open("w") as file:
        for number, start in enumerate(range(0, len(lines), step)):
            part = lines[start : start + step]
            (folder / "many" / f"talk{number:04d}.lines").write_text("\n".join(part) + "\n")
            rows = [{"recording": f"talk{number:04d}", "word": word} for line in part for word in line.split()]
            file.writelines(json.dumps(row) + "\n" for row in rows)
    return {
        "segment --model bayes, one file": ["segment", "one.lines", "--model", "bayes", "-o", "segmented.txt"],
        "segment --model bayes, file by file": ["segment", "many", "--model", "bayes", "-o", "segmented/"],
        "convert to json, one file": ["convert", "one.lines", "converted.pausa.json"],
        "convert to json, JSON lines": ["convert", "many.jsonl", "lines.pausa.json"],
        "convert to json, file by file": ["convert", "many", "converted/", "--to", "json"],
        "score, one file": ["score", "one.lines", "-r", "one.lines"],
        "score, file by file": ["score", "many", "-r", "many"],
    }


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--words", type=int, default=5_000_000)
    given = asked.parse_args()
    found: dict[str, object] = {"words": given.words}
    with tempfile.TemporaryDirectory() as place:
        for name, arguments in commands(Path(place), given.words).items():
            found[name] = pausa(*arguments, cwd=Path(place)).as_dict()
            print(name, found[name], flush=True)
    (RESULTS / "large.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
