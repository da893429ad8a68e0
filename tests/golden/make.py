"""Write what every golden case reads as, to be looked at as a difference."""

from __future__ import annotations

import sys
from pathlib import Path

from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.formats.files import read_all, render


def main(only: list[str]) -> None:
    for case in sorted((Path(__file__).parent / "formats").glob("*/*")):
        if case.name.endswith(".expected.json") or (only and case.parent.name not in only):
            continue
        documents = read_all(case, format=case.parent.name, warn=print)
        target = case.with_name(case.name + ".expected.json")
        target.write_text(str(render(documents, FORMATS["json"], layout=Layout())), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
