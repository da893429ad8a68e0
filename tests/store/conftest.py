from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

if all(map(find_spec, ("sqlalchemy", "alembic", "psycopg"))):
    from pausa.store.store import Store, open_store
    from tests.store.databases import address
else:  # the extra "web" is not installed
    collect_ignore_glob = ["test_*.py"]

__all__ = ["address", "store"]


@pytest.fixture
def store(tmp_path: Path, address: str | None) -> Iterator[Store]:
    """An empty store, on each kind of database."""
    made = open_store(tmp_path / "project", address)
    yield made
    made.close()
