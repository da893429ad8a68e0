"""Write what the golden cases give today, to be looked at as a difference before it is committed.

python3 tasks.py golden              everything
python3 tasks.py golden ctm pause    these formats and models only

A model's probabilities are left as they are where they hold: processors round networks differently. The cases of
metrics are worked out by hand.
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
#: How far a probability may be off: processors round networks differently, in int8 most of all.
TOLERANCE, USUAL_TOLERANCE = {"transformer": 0.02, "brnn": 1e-3, "cnn": 1e-3}, 2e-4


def cases() -> list[Path]:
    """Every golden file of a format."""
    return sorted(path for path in (HERE / "formats").glob("*/*") if not path.name.endswith(".expected.json"))


def expectation(case: Path) -> Path:
    return case.with_name(case.name + ".expected.json")


def as_read(case: Path) -> str:
    """What Pausa reads from a golden file, as its own JSON."""
    documents = read_all(case, format=case.parent.name, warn=lambda _: None)
    return str(render(documents, FORMATS["json"], layout=Layout()))


def written(name: str) -> Path:
    """The golden file of a format that is only written: the example interview."""
    return HERE / "written" / f"interview{FORMATS[name].suffixes[0]}"


def as_written(name: str) -> str | bytes:
    """The example interview in a format, cut where one of its annotators does."""
    interview, marked = read(EXAMPLES / "interview.json"), read(EXAMPLES / "references" / "maria.txt")
    return render([interview.only(marked.segmentations[0])], FORMATS[name], layout=Layout())


def only_written() -> list[str]:
    return [name for name in FORMATS if FORMATS[name].parse is None]


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


def golden_probabilities(model: str) -> Path:
    return HERE / "models" / f"{model}.json"


def holds(model: str, found: list[float]) -> bool:
    """Whether a model's golden case is there and these probabilities are the same."""
    case = golden_probabilities(model)
    golden = json.loads(case.read_text()) if case.exists() else []
    within = TOLERANCE.get(model, USUAL_TOLERANCE)
    return len(found) == len(golden) and all(abs(a - b) <= within for a, b in zip(found, golden, strict=True))


def main(only: list[str]) -> None:
    found = cases()
    strange = [
        name
        for name in only
        if name not in (*MODELS, *only_written()) and not any(case.parent.name == name for case in found)
    ]
    if strange:
        raise SystemExit(
            f"{', '.join(strange)}: neither a model in the table of src/pausa/models/__init__.py "
            "nor a folder with a case in tests/golden/formats"
        )
    for case in found:
        if not only or case.parent.name in only:
            expectation(case).write_text(as_read(case), encoding="utf-8")
    for name in only_written():
        if not only or name in only:
            content = as_written(name)
            written(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    for name in MODELS:
        if not only or name in only:
            try:
                values = probabilities(name)
            except OptionError as problem:
                raise SystemExit(f"{name}: {problem}") from problem
            if not holds(name, values):
                golden_probabilities(name).write_text(json.dumps(values) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
