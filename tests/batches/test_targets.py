"""Targets behind an address: written whole or not at all, gone on with, and the same as a folder."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

import pytest

import pausa
from pausa.batches.guard import LOCK
from pausa.batches.targets import names_in, put_in, replacing_in
from pausa.core.errors import OptionError
from tests.batches.engine import Here
from tests.batches.lakes import contents, texts

fsspec = pytest.importorskip("fsspec")


@pytest.fixture
def store() -> str:
    """An address in memory that nobody else has."""
    return f"memory://{uuid.uuid4().hex}/out"


def cut(source: Path | str, target: Path | str, **options: Any) -> Any:
    return pausa.batch(source, target, **{"model": "bayes", "part_mb": 0.01, **options})


def stored(address: str) -> dict[str, bytes]:
    """Every file behind an address, by its name."""
    system, root = fsspec.core.url_to_fs(address)
    return {path[len(root) :].lstrip("/"): system.cat_file(path) for path in sorted(system.find(root))}


def test_a_target_behind_an_address_has_the_bytes_of_a_folder(here: Here, tmp_path: Path, store: str) -> None:
    source = texts(tmp_path / "talks.parquet", 90, group=40)
    cut(source, tmp_path / "out")
    report = cut(source, store)
    assert report.n_parts > 2
    assert stored(store) == contents(tmp_path / "out")


def test_a_run_behind_an_address_goes_on_and_nothing_is_done_twice(here: Here, tmp_path: Path, store: str) -> None:
    source = texts(tmp_path / "talks.parquet", 200, group=50)
    cut(source, tmp_path / "out")
    n_parts = len(here.done)
    here.done.clear()
    here.stop_after = 3
    with pytest.raises(KeyboardInterrupt):
        cut(source, store)
    assert sorted(names_in(store, "_ledger")) == ["000000.json", "000001.json", "000002.json"]
    before = list(here.done)
    here.done.clear()
    here.stop_after = None
    assert cut(source, store).n_reused == 3
    assert [*before, *here.done] == list(range(n_parts))
    assert stored(store) == contents(tmp_path / "out")
    here.done.clear()
    cut(source, store)
    assert here.done == []


def test_source_and_target_may_both_be_addresses(here: Here, tmp_path: Path, store: str) -> None:
    with fsspec.open(f"{store}-calls/a/talk.txt", "w") as file:
        file.write("so we left it was late")
    assert cut(f"{store}-calls", store).n_words == 6
    assert "part-000000.parquet" in stored(store)


def test_what_fails_while_it_is_written_leaves_nothing(store: str) -> None:
    put_in(store, "a.txt", b"before")

    def write_half() -> None:
        with replacing_in(store, "a.txt") as file:
            file.write(b"half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_half()
    assert stored(store) == {"a.txt": b"before"}


def test_an_address_with_other_things_is_left_alone(here: Here, tmp_path: Path, store: str) -> None:
    put_in(store, "thesis.txt", b"mine")
    with pytest.raises(OptionError, match="holds other files"):
        cut(texts(tmp_path / "talks.parquet", 2), store)
    assert stored(store) == {"thesis.txt": b"mine"}


def test_a_run_elsewhere_on_the_same_address_is_told(here: Here, tmp_path: Path, store: str) -> None:
    holder = {"host": "elsewhere", "process": 1, "begun": "1", "since": "2026-05-04 10:11:12", "token": "x"}
    put_in(store, LOCK, json.dumps(holder).encode())
    with pytest.raises(OptionError, match=r"process 1 on elsewhere.* remove memory://"):
        cut(texts(tmp_path / "talks.parquet", 2), store)
