"""A playground to send requests to, and things to send."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from pausa.web.api_pool import PoolLimits
from pausa.web.safety import local_hosts
from pausa.web.serve import playground_app

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
INTERVIEW = EXAMPLES / "interview.json"
SPEECH = "so we left early it was late and nobody was there do you know why"


@contextmanager
def playground(**limits: Any) -> Iterator[TestClient]:
    """A client of a running playground with one worker."""
    app = playground_app(PoolLimits(**{"workers": 1, "per_minute": 10_000, **limits}), hosts=local_hosts())
    with TestClient(app, base_url="http://localhost") as client:
        yield client


def refused(client: TestClient, path: str, status: int, **request: Any) -> str:
    """What is said about a request that must be refused with this status: the problem and the hint."""
    answer = client.post(path, **request)
    assert answer.status_code == status, answer.text
    told = answer.json()
    assert told.keys() == {"problem", "hint"}
    assert "\n" not in told["problem"]
    return f"{told['problem']} {told['hint']}"
