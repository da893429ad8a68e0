"""Bring a database up to date: the steps in `versions` that it has not had yet, under a lock, all or none.

Several servers that start at once on one PostgreSQL wait for each other; an interrupted start leaves the
database as it was.
"""

from __future__ import annotations

from pathlib import Path

from alembic.config import Config
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text

from pausa.core.errors import InputError
from pausa.store.database import Database
from pausa.store.schema import metadata

_LOCK = 0x7061757361  # "pausa"


def scripts() -> ScriptDirectory:
    """The steps there are, in order."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)


def migrate(database: Database, *, to: str = "head") -> None:
    """Bring the database to the newest form, or to the revision named."""
    database.write(_migrate, to)


def _migrate(connection: Connection, to: str) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    steps = scripts()
    context = MigrationContext.configure(
        connection,
        opts={
            "target_metadata": metadata,
            "fn": lambda revision, _: steps._upgrade_revs(to, revision),
            "transactional_ddl": True,  # true of SQLite too, as we begin its transactions
        },
    )
    try:
        with Operations.context(context):
            context.run_migrations()
    except CommandError:
        raise InputError("the annotation database", None, "made by a newer Pausa", "upgrade Pausa to open it") from None
