"""Whatever fits the OpenAPI description, and whatever does not, is answered as described and never with a fault."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("schemathesis")

import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

from pausa.formats import FORMATS
from pausa.models import MODELS
from pausa.web.api_models import SegmentIn
from pausa.web.api_pool import PoolLimits
from pausa.web.api_tasks import Allowed
from pausa.web.api_worker import answered
from pausa.web.serve import playground_app

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
app = playground_app(PoolLimits(workers=1, per_minute=1_000_000))


async def without_life(scope: Any, receive: Any, send: Any) -> None:
    """The app as it is while it runs; each request of the tests would start and end it again."""
    if scope["type"] != "lifespan":
        await app(scope, receive, send)
        return
    for _ in range(2):
        step = await receive()
        await send({"type": f"{step['type']}.complete"})


@pytest.fixture(scope="module", autouse=True)
def living() -> Iterator[None]:
    with TestClient(app):
        yield


described = schemathesis.openapi.from_asgi("/openapi.json", without_life)


@described.parametrize()
@settings(max_examples=12, suppress_health_check=list(HealthCheck))
def test_every_address_answers_as_described(case: Any) -> None:
    case.call_and_validate(checks=CHECKS)


TOKENS = [
    "so",
    "we",
    "left",
    "Dr.",
    "e.g.",
    "...",
    "—",
    "?!",
    "<laugh>",
    "//",
    "late.",
    "نعم",
    "好。",
    "\n",
    "\t",
    "0",
    "1",
]
LINES = ["WEBVTT", "00:01.000 --> 00:02.000", "<v Ann>so we left", "a 1 0.5 0.2 so", "so\tPERIOD", "", '{"pausa": 1}']


@settings(max_examples=150)
@given(
    content=st.one_of(
        st.lists(st.sampled_from(TOKENS), max_size=30).map(" ".join),
        st.lists(st.sampled_from(LINES), max_size=8).map("\n".join),
        st.text(max_size=60).filter(lambda text: text.isprintable()),
    ),
    to=st.sampled_from([None, *FORMATS]),
    format=st.sampled_from([None, None, *FORMATS]),
    model=st.sampled_from(["default", *MODELS]),
    how=st.sampled_from(["threshold", "rate", "mean_length"]),
    much=st.floats(1, 100),
    longest=st.sampled_from([None, 1, 5]),
    level=st.sampled_from(["sentence", "clause"]),
)
def test_no_transcript_makes_a_fault(
    content: str, to: Any, format: Any, model: str, how: str, much: float, longest: Any, level: Any
) -> None:
    amount: dict[str, Any] = {how: much / 100 if how == "threshold" else much, "max_words": longest, "level": level}
    asked = SegmentIn(transcript=content, to=to, format=format, model=model, probabilities=True, **amount)
    assert answered("segment", asked.model_dump(), Allowed())["status"] in (200, 422)
