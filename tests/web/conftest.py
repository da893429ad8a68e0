from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.web.browser_project import visitors

if all(map(find_spec, ("fastapi", "uvicorn", "sqlalchemy", "alembic", "psycopg", "python_multipart", "websockets"))):
    from pausa.store.store import Store, open_store
    from tests.store.databases import address
    from tests.web.visitors import Site, opened
else:  # the extra "web" is not installed
    collect_ignore_glob = ["test_*.py"]

__all__ = ["address", "site", "store", "visitors"]


@pytest.fixture
def store(tmp_path: Path, address: str | None) -> Iterator[Store]:
    """An empty store, on each kind of database."""
    made = open_store(tmp_path / "project", address)
    yield made
    made.close()


@pytest.fixture
def site(store: Store) -> Iterator[Site]:
    """A project with one transcript and three annotators, behind its app, on each kind of database."""
    with opened(store) as made:
        yield made
