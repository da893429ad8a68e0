"""`POST /api/score`: what `pausa score --format json` says, for contents instead of files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pausa.core.errors import InputError, OptionError
from pausa.formats.files import parse
from pausa.metrics.base import Options
from pausa.reports.render import as_dict
from pausa.web.api_tasks import Allowed, Answer, Asked, check_size, loaded, named_model
from pausa.workflow.evaluate import evaluated
from pausa.workflow.evaluation import EVERY, Plan
from pausa.workflow.gather import Bundle, Reading
from pausa.workflow.scoring import compared
from pausa.workflow.trials import System, Trial


def score(asked: Asked, allowed: Allowed) -> Answer:
    """Every score of the hypotheses against the references; `notes` is what the command says on standard error."""
    said: list[str] = []
    reading = Reading(asked["level"], asked["marks"], asked["language"], None, asked["joins"], allowed.reading)
    panel, scored = _trials(asked, allowed, reading, said)
    plan = Plan(
        metrics=tuple(asked["metrics"] or EVERY),
        confidence=True,
        tests=tuple(asked["tests"]),
        seed=asked["seed"],
    )
    found = evaluated(panel, scored, options=_options(asked), plan=plan)
    return Answer(msgspec.json.encode({**as_dict(found), "notes": said}))


def _trials(
    asked: Asked, allowed: Allowed, reading: Reading, said: list[str]
) -> tuple[tuple[Trial, ...], tuple[System, ...]]:
    people = _bundles(asked["references"], reading, said)
    made = _bundles(asked["hypotheses"], reading, said)
    check_size([document for one in (*people, *made) for document in one.documents.values()], allowed)
    model = asked["model"]
    return compared(
        people,
        made,
        reading=reading,
        condition=asked["condition"],
        detector=None if model is None else loaded(named_model(model), "sentence"),
        baselines=asked["baselines"],
        say=said.append,
    )


def _bundles(sides: Sequence[dict[str, Any]], reading: Reading, said: list[str]) -> list[Bundle]:
    """Contents as bundles; a name is a file name, and what stands before its first dot names the maker."""
    found: list[Bundle] = []
    for number, side in enumerate(sides, start=1):
        name = side["name"] or f"number {number}"
        read = parse(
            side["content"].encode(),
            name=name,
            format=side["format"],
            language=reading.language,
            warn=said.append,
            limits=reading.limits,
        )
        by_name = {document.name: document for document in read}
        if len(by_name) != len(read):
            raise InputError(name, None, "two recordings have the same name", "rename one")
        found.append(Bundle(name.split(".")[0] or name, by_name))
    labels = [one.label for one in found]
    if len(set(labels)) != len(labels):
        raise OptionError("Two references or two hypotheses have the same name; name each otherwise.")
    return found


def _options(asked: Asked) -> Options:
    return Options(
        window=asked["window"],
        last=asked["last"],
        level=asked["level"],
        marks=asked["marks"],
        condition="" if asked["condition"] == "rec" else asked["condition"],
        tolerance=asked["tolerance"],
        collar_ms=asked["collar_ms"],
        consensus=asked["consensus"],
        tell_marks_apart=asked["tell_marks_apart"],
    )
