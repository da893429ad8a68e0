"""What a write promises, on both kinds of database."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

from pausa.core.errors import InputError, OptionError
from pausa.store import people, project
from pausa.store.database import Database
from pausa.store.migrations import migrate, scripts
from pausa.store.project import Settings
from pausa.store.schema import metadata
from pausa.store.store import Store, open_store


def differences(db: Connection) -> list[object]:
    context = MigrationContext.configure(db, opts={"compare_type": True, "compare_server_default": True})
    return list(compare_metadata(context, metadata))


def revisions() -> list[str]:
    return [step.revision for step in scripts().walk_revisions()][::-1]


def test_steps_from_the_first_to_the_last_lead_to_the_tables_of_the_code(tmp_path: Path, address: str | None) -> None:
    database = Database(address or f"sqlite:///{tmp_path / 'old.sqlite'}")
    for revision in revisions():
        migrate(database, to=revision)
        assert database.read(lambda db: db.scalar(text("SELECT version_num FROM alembic_version"))) == revision
    assert database.read(differences) == []
    database.close()


def test_the_comparison_sees_a_column_that_the_code_does_not_know(store: Store) -> None:
    store.write(lambda db: db.execute(text("ALTER TABLE people ADD COLUMN nickname TEXT")) and None)
    assert store.read(differences) != []


def test_several_servers_may_start_at_once(tmp_path: Path, address: str | None) -> None:
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(lambda _: open_store(tmp_path / "project", address), range(4)))
    assert stores[0].read(differences) == []
    for store in stores:
        store.close()


def test_a_database_of_a_newer_pausa_is_refused(tmp_path: Path, store: Store, address: str | None) -> None:
    store.write(lambda db: db.execute(text("UPDATE alembic_version SET version_num = '9999'")) and None)
    with pytest.raises(InputError, match="newer Pausa"):
        open_store(store.folder, address)


def test_a_failing_write_leaves_nothing_and_harms_no_other(store: Store) -> None:
    gate = threading.Event()

    def slow(db: Connection) -> None:
        gate.wait(10)

    def half(db: Connection) -> None:
        people.add(db, "half")
        raise OptionError("no further")

    with ThreadPoolExecutor(3) as pool:
        # While the first holds the writer, the others gather and are committed together.
        first = pool.submit(store.write, slow)
        bad, good = pool.submit(store.write, half), pool.submit(store.write, people.add, "whole")
        gate.set()
        first.result()
        with pytest.raises(OptionError, match="no further"):
            bad.result()
        assert good.result().name == "whole"
    assert [one.name for one in store.read(people.everyone)] == ["whole"]


def test_many_writers_at_once_all_get_through(store: Store) -> None:
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda number: store.write(people.add, f"person {number}"), range(60)))
    assert len(store.read(people.everyone)) == 60


def test_what_was_written_is_there_after_opening_again(store: Store, address: str | None) -> None:
    store.write(project.create, Settings("Kept", per_transcript=2))
    store.close()
    again = open_store(store.folder, address)
    assert again.read(project.current).title == "Kept"
    again.close()


@pytest.mark.parametrize("wrong", ["mysql://here/there", "nonsense", "postgresql://"])
def test_a_wrong_address_is_one_clear_sentence_without_its_password(tmp_path: Path, wrong: str) -> None:
    with pytest.raises((OptionError, InputError)) as raised:
        open_store(tmp_path, wrong)
    assert "\n" not in str(raised.value)


def test_an_address_that_is_shown_has_no_password(tmp_path: Path) -> None:
    with pytest.raises(OptionError) as raised:
        open_store(tmp_path, "nonsense@@x://someone:secret@host/name")
    assert "secret" not in str(raised.value)
