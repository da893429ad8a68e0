"""The command line, Python and HTTP give the same JSON for the same work, or refuse it with the same words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("fastapi")

import pausa
from pausa.cli import main
from pausa.cli.wording import for_command_line
from pausa.core.document import Document
from pausa.core.errors import PausaError
from pausa.models import load
from pausa.models.base import Detector
from pausa.workflow.segment import marks_for
from tests.builders import rendered
from tests.strategies import documents
from tests.web.api_examples import playground

#: Loaded once; the other two doors are given the name.
LOADED: dict[str, Detector] = {}


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with playground() as opened:
        yield opened


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """Options of `pausa segment` as Python spells them."""
    how_many = st.sampled_from([
        {}, {"threshold": 0.0}, {"threshold": 0.3}, {"threshold": 1.0}, {"rate": 7.0}, {"rate": 50.0},
        {"mean_length": 3.5},
    ])  # fmt: skip
    how_long = st.fixed_dictionaries(
        {},
        optional={
            "min_words": st.integers(1, 4),
            "max_words": st.integers(1, 9),
            "max_chars": st.integers(5, 40),
            "max_seconds": st.sampled_from([0.5, 2.0]),
        },
    )
    rest = st.fixed_dictionaries(
        {},
        optional={
            "turns": st.sampled_from(["respect", "ignore"]),
            "level": st.sampled_from(["sentence", "clause"]),
            "commas": st.just(True),
            "marks": st.sampled_from(["auto", "keep", "ignore", "blend"]),
            "case": st.sampled_from(["keep", "sentence"]),
        },
    )
    model = draw(st.sampled_from(["default", "bayes", "pause", "punctuation", "cnn"]))
    return {"model": model, **draw(how_many), **draw(how_long), **draw(rest)}


def in_python(document: Document, asked: dict[str, Any], **layout: Any) -> tuple[str, str]:
    """What Python gives: the JSON, or what it says is wrong."""
    name = asked["model"]
    try:
        if name not in LOADED:
            LOADED[name] = load(name)
        found = pausa.segment(document, **{"marks": marks_for(name), **asked, "model": LOADED[name]})
        return str(found.render("json", **layout)), "\n".join(found.warnings)
    except PausaError as error:
        return "", str(error)


def on_the_command_line(stored: str, asked: dict[str, Any], *, probabilities: bool) -> tuple[str, str]:
    line = ["segment", "-", "--from", "json", "--to", "json"]
    for key, value in asked.items():
        option = f"--{key.replace('_', '-')}"
        line += [option] if value is True else [option, str(value)]
    result = CliRunner().invoke(main, [*line, *(["--probabilities"] if probabilities else [])], input=stored)
    assert result.exit_code in (0, 2), result.output
    said = [line.removeprefix("pausa: ").removeprefix("-: ") for line in result.stderr.splitlines()]
    if not result.stdout:
        said = said[-1:]  # what was said about the words before it could not be done
    return result.stdout, "\n".join(said)


def over_http(client: Any, stored: str, asked: dict[str, Any], *, probabilities: bool) -> tuple[str, str]:
    body = {"transcript": stored, "format": "json", "to": "json", "probabilities": probabilities, **asked}
    answer = client.post("/api/segment", json=body)
    assert answer.status_code in (200, 422), answer.text
    # A file comes with the number of remarks only.
    return (answer.text, answer.headers.get("Pausa-Notes", "")) if answer.is_success else ("", answer.json()["problem"])


@settings(max_examples=60, deadline=None)
@given(document=documents(), asked=options(), probabilities=st.booleans())
def test_every_door_gives_the_same(client: Any, document: Document, asked: dict[str, Any], probabilities: bool) -> None:
    stored = rendered("json", document)
    ours = in_python(document, asked, probabilities=probabilities)
    content, said = ours
    assert on_the_command_line(stored, asked, probabilities=probabilities) == (content, for_command_line(said))
    remarks = str(len(said.splitlines())) if content and said else said
    assert over_http(client, stored, asked, probabilities=probabilities) == (content, remarks)
