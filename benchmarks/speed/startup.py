"""How long small commands take from start to end, and how much memory a huge single line needs.

python -m benchmarks startup                     writes benchmarks/results/startup.json
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from benchmarks.places import RESULTS, ROOT
from benchmarks.speed.measure import best, pausa


def main() -> None:
    found = {}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "a.txt").write_text("so we left\nit was late\n")
        (folder / "b.txt").write_text("so we left it\nwas late\n")
        commands = {
            "pausa --help": ["--help"],
            "pausa score on two small files": ["score", "-r", "a.txt", "b.txt"],
            "pausa segment of the example": ["segment", str(ROOT / "examples" / "interview.json")],
        }
        for name, arguments in commands.items():
            found[name] = best([pausa(*arguments, cwd=folder) for _ in range(5)]).as_dict()
            print(name, found[name], flush=True)
        line = folder / "line.txt"
        line.write_text("one of the very many words that were said in this endless recording " * 1_470_000)
        name = f"convert a single line of {line.stat().st_size // 1_000_000} MB to seg"
        found[name] = pausa("convert", "line.txt", "line.seg", cwd=folder).as_dict()
        print(name, found[name], flush=True)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "startup.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
