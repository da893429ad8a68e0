"""Write what the golden cases give today, to be looked at as a difference before it is committed.

python3 tasks.py golden            everything
python3 tasks.py golden ctm srt    these formats only
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from pausa.core.errors import OptionError
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.formats.files import read, read_all, render
from pausa.models import MODELS, load

HERE = Path(__file__).parent
EXAMPLES = HERE.parent.parent / "examples"


def cases() -> list[Path]:
    """Every golden file of a format."""
    return sorted(path for path in (HERE / "formats").glob("*/*") if not path.name.endswith(".expected.json"))


def expectation(case: Path) -> Path:
    return case.with_name(case.name + ".expected.json")


def as_read(case: Path) -> str:
    """What Pausa reads from a golden file, as its own JSON."""
    documents = read_all(case, format=case.parent.name, warn=lambda _: None)
    return str(render(documents, FORMATS["json"], layout=Layout()))


def probabilities(model: str) -> list[float]:
    """What a detector gives for the first words of the example interview."""
    interview = read(EXAMPLES / "interview.json").transcript
    detector = load(model)
    if "marks" in detector.needs:
        marked = read(EXAMPLES / "references" / "maria.txt")
        ends = dict.fromkeys(marked.segmentations[0].ends, ".")
        words = (Word(word.text, mark=ends.get(place, "")) for place, word in enumerate(interview.words))
        interview = Transcript(tuple(words))
    return [round(float(value), 4) for value in detector.score(interview).ends[:60]]


def main(only: list[str]) -> None:
    for case in cases():
        if not only or case.parent.name in only:
            expectation(case).write_text(as_read(case), encoding="utf-8")
    if only:
        return
    (HERE / "models").mkdir(exist_ok=True)
    for name in MODELS:
        try:
            text = json.dumps(probabilities(name))
        except OptionError as problem:
            raise SystemExit(f"{name}: {problem}") from problem
        (HERE / "models" / f"{name}.json").write_text(text + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
