"""The loads with few people and words: nothing is lost at a kill, a tiny request is answered among large ones."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("sqlalchemy")

from benchmarks.hostile.inputs import MOST_BYTES, Hostile, inputs
from benchmarks.hostile.run import Command, Found, http, page, upload
from benchmarks.speed import annotation_load, playground_load
from benchmarks.speed.annotation_load import saved, share
from pausa.store.store import open_store
from tests.store.databases import address  # noqa: F401 - a fixture


def test_every_acknowledged_save_outlives_a_kill(tmp_path: Path, address: str | None) -> None:  # noqa: F811
    found = annotation_load.measured(
        tmp_path / "project", n_people=8, n_saves=6, think_seconds=0.5, database=address, kills=1
    )
    assert (found["saves"], found["kills"], found["errors"]) == (48, 1, 0)
    assert (found["acknowledged_and_lost"], found["saved_and_not_acknowledged"]) == (0, 0)
    assert found["sent_again"] >= found["under_way_at_kills"][0] > 0


def test_a_project_begins_without_saves(tmp_path: Path) -> None:
    store = open_store(tmp_path / "project")
    annotation_load.prepared(store, 1)
    assert saved(store) == set()
    store.close()
    assert share([float(number) for number in range(100)], 0.99) == 99.0


def test_a_tiny_request_is_answered_among_large_and_cancelled_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playground_load, "_LEAST", 5)
    monkeypatch.setattr(playground_load, "CANCELLED", 2)
    found = playground_load.measured(3000)
    assert (found["errors"], found["cancelled"], len(found["large_seconds"])) == ([], 2, 2)
    assert found["tiny_requests"] >= 5


def test_hostile_inputs_are_small_and_have_names() -> None:
    made = list(inputs())
    assert all(len(one.data) <= MOST_BYTES for one in made)
    assert len({one.title for one in made}) == len(made)


GOOD = Hostile("good", "good.txt", b"so we left. it was late.")
BAD = Hostile("bad", "bad.json", b"[" * 50_000)


def test_each_door_tells_results_from_errors(tmp_path: Path) -> None:
    with http() as door:
        asked = [door.tried(GOOD), door.tried(BAD)]
    with upload(tmp_path / "project") as annotation:
        sent = [annotation.door.tried(GOOD), annotation.door.tried(BAD), *annotation.guidelines("one", "**a ")]
    ran = [Command(tmp_path).tried(GOOD), Command(tmp_path).tried(BAD)]
    assert [one.outcome for one in asked] == [one.outcome for one in ran] == ["result", "error"]
    assert [one.outcome for one in sent] == ["result", "error", "result", "result"]
    assert all("nested too deep" in each[1].told for each in (asked, sent, ran))
    assert all(one.peak_mb > 10 for one in (*asked, *sent, *ran))


def test_what_exceeds_a_bound_is_a_finding() -> None:
    assert not Found("so", "http", "error", "no", 0.1, 90).is_bad
    slow, large, broken = (
        Found("so", "http", "result", "", 2.1, 90),
        Found("so", "http", "result", "", 0.1, 501),
        Found("so", "http", "status 500", "", 0.1, 90),
    )
    assert all(one.is_bad for one in (slow, large, broken))
    assert "3 that were neither" in page([slow, large, broken])
