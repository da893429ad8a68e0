"""`python -m benchmarks NAME`: make a table of results again, or run another benchmark."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from benchmarks import PROGRAMS, TABLES, TEST_PARTS, TITLES, looks
from benchmarks.findings import Findings, render
from benchmarks.places import RESULTS
from pausa.cli.console import steps
from pausa.core.errors import PausaError
from pausa.core.registry import unknown
from pausa.formats.files import save


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        width = max(map(len, TITLES)) + 2
        print(__doc__, "", *(f"  {name:{width}}{title}" for name, title in TITLES.items()), sep="\n")
        return
    name = sys.argv.pop(1)
    sys.argv[0] = f"python -m benchmarks {name}"
    try:
        if name in PROGRAMS:
            PROGRAMS[name]()
        elif name in TABLES:
            _make_table(name)
        else:
            raise unknown("benchmark", name, tuple(TITLES))
    except PausaError as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        raise SystemExit(2) from None


def _make_table(name: str) -> None:
    asked = argparse.ArgumentParser(description=TITLES[name])
    asked.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder that holds the data sets")
    asked.add_argument("-f", "--format", choices=["text", "md", "json"], default="text")
    asked.add_argument("-o", "--output", default="-", metavar="PATH", help="a file, or - (the default)")
    asked.add_argument("--results", action="store_true", help="also keep page and figures in benchmarks/results")
    if name in TEST_PARTS:
        looks.add_again(asked)
    given = asked.parse_args()
    if name in TEST_PARTS:
        looks.look(TEST_PARTS[name], "test", command=name, again=given.again)
    with steps(f"benchmark {name}") as advance:
        found = TABLES[name](given.data, advance)
    told = _without_place(found, given.data)
    save(render(told, given.format), given.output)
    for form in ("md", "json") if given.results else ():
        save(render(told, form), RESULTS / f"{name}.{form}")


def _without_place(found: Findings, data: Path) -> Findings:
    """Files named as they stand in the data, wherever that is."""
    return replace(found, verdicts=tuple(verdict.replace(f"{data}/", "") for verdict in found.verdicts))


if __name__ == "__main__":
    main()
