"""What a write promises, on both kinds of database."""

from __future__ import annotations

import os
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

from pausa.core.errors import InputError, OptionError
from pausa.store import database, people, project, work
from pausa.store.database import Database
from pausa.store.migrations import migrate, scripts
from pausa.store.project import Settings
from pausa.store.schema import metadata
from pausa.store.store import Store, open_store
from tests.store.databases import new_database


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


def modes(folder: Path) -> list[int]:
    return [stat.S_IMODE(path.stat().st_mode) for path in (folder, *sorted(folder.glob("pausa.sqlite*")))]


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_a_project_is_for_its_owners_eyes_only(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    store = open_store(folder)
    store.write(people.add, "anna")
    assert modes(folder) == [0o700, *[0o600] * 3]  # with what SQLite keeps beside the database
    store.close()
    folder.chmod(0o755)
    (folder / "pausa.sqlite").chmod(0o644)
    open_store(folder).close()
    assert modes(folder) == [0o700, 0o600]


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_a_folder_of_other_things_stays_as_open_as_it_was(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    open_store(tmp_path).close()
    assert modes(tmp_path) == [0o755, 0o600]


def test_an_older_project_gets_a_name_for_browsers_and_keeps_what_was_seen(tmp_path: Path, address: str | None) -> None:
    database = Database(address or f"sqlite:///{tmp_path / 'pausa.sqlite'}")
    migrate(database, to="0001")
    database.write(lambda db: [db.execute(text(line)) for line in OLD] and None)
    database.close()
    store = open_store(tmp_path, address)
    assert len(store.read(project.key)) == 16
    assert [one.n_seen for one in store.read(work.listing)] == [7, 0]
    store.close()


OLD = (
    "INSERT INTO project VALUES (1, 'Old', '', 3, 0.4, '', 0)",
    "INSERT INTO people VALUES (1, 'anna', FALSE, NULL, FALSE, 0), (2, 'ben', FALSE, NULL, FALSE, 0)",
    "INSERT INTO transcripts VALUES (1, 'talk', '', 19, NULL, NULL, 0)",
    "INSERT INTO assignments VALUES (1, 1, 1, 'open', '', 0, 7, '', '', FALSE, 0), "
    "(2, 1, 2, 'open', '', 0, 19, '{\"3\":\".\"}', 'pause', FALSE, 0)",
)


@pytest.mark.parametrize("wrong", ["mysql://here/there", "nonsense", "postgresql://"])
def test_a_wrong_address_is_one_clear_sentence_without_its_password(tmp_path: Path, wrong: str) -> None:
    with pytest.raises((OptionError, InputError)) as raised:
        open_store(tmp_path, wrong)
    assert "\n" not in str(raised.value)


def test_an_address_that_is_shown_has_no_password(tmp_path: Path) -> None:
    with pytest.raises(OptionError) as raised:
        open_store(tmp_path, "nonsense@@x://someone:secret@host/name")
    assert "secret" not in str(raised.value)


def test_a_connection_that_was_cut_while_nobody_used_it_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    addresses = new_database()
    found = Database(next(addresses))
    try:
        first = found.read(lambda db: db.scalar(text("SELECT pg_backend_pid()")))
        other = Database(found.engine.url.render_as_string(hide_password=False))
        other.read(lambda db: db.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": first}))
        other.close()
        monkeypatch.setattr(database, "_FRESH_SECONDS", 0.0)
        assert found.read(lambda db: db.scalar(text("SELECT pg_backend_pid()"))) != first
    finally:
        found.close()
        next(addresses, None)
