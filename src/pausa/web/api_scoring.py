"""`POST /api/score`: what `pausa score --format json` says, for contents instead of files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.unpacking import ReadLimits
from pausa.formats.files import parse
from pausa.reports.render import as_dict
from pausa.web.api_tasks import Allowed, Answer, Asked, check_size, loaded, named_model
from pausa.workflow.evaluate import evaluate

#: What the interface hands on as it is.
OPTIONS = (
    "window", "last", "marks", "level", "joins", "consensus", "tolerance", "collar_ms", "tell_marks_apart",
    "condition", "baselines", "tests", "seed", "protocol", "draws", "language",
)  # fmt: skip


def score(asked: Asked, allowed: Allowed) -> Answer:
    """Every score of the hypotheses against the references; `notes` is what the command says on standard error."""
    said: list[str] = []
    references, hypotheses = (
        _read(asked[side], asked["language"], allowed.reading, said) for side in ("references", "hypotheses")
    )
    check_size([document for side in (references, hypotheses) for each in side.values() for document in each], allowed)
    model = asked["model"]
    found = evaluate(
        references,
        hypotheses,
        metrics=asked["metrics"] or None,
        model=None if model is None else loaded(named_model(model)),
        say=said.append,
        **{name: asked[name] for name in OPTIONS},
    )
    return Answer(msgspec.json.encode({**as_dict(found), "notes": said}))


def _read(
    sides: Sequence[dict[str, Any]], language: str, limits: ReadLimits, said: list[str]
) -> dict[str, list[Document]]:
    """Contents by their makers; a name is a file name, and what stands before its first dot names the maker."""
    found: dict[str, list[Document]] = {}
    for number, side in enumerate(sides, start=1):
        name = side["name"] or f"number {number}"
        label = name.split(".")[0] or name
        if label in found:
            raise OptionError("Two references or two hypotheses have the same name; name each otherwise.")
        found[label] = parse(
            side["content"].encode(),
            name=name,
            format=side["format"],
            language=language,
            warn=said.append,
            limits=limits,
        )
    return found
