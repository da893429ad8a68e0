"""A real PostgreSQL for the tests: Debian's, in a folder of its own, on the loopback address, ended with the tests."""

from __future__ import annotations

import atexit
import os
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from benchmarks.postgresql import started

_numbers = count(1)


@cache
def server() -> str | None:
    """The address of a running server, None where there is no PostgreSQL on this machine."""
    running = started(durable=False)
    if running is None:
        return None
    atexit.register(running.stop)
    return running.address


def new_database() -> Iterator[str]:
    """The address of a fresh schema (a hundred times faster to make than a database), dropped afterwards."""
    base = server()
    if base is None:
        pytest.skip("PostgreSQL is not installed")
    import psycopg

    name = f"pausa_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(base, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    yield f"{base}?options=-csearch_path%3D{name}"
    with psycopg.connect(base, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA {name} CASCADE")


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str | None]:
    """Where the annotations go: the file in the project, then PostgreSQL."""
    if request.param == "sqlite":
        yield None
    else:
        yield from new_database()
