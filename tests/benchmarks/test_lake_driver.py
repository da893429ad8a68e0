"""What breaks first: every figure is there, and what follows from them is reckoned right."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.speed.lake_driver import handed_out, ledger, no_pieces, reckoned, worker


def test_pieces_that_hold_nothing_differ() -> None:
    assert len({piece.digest for piece in no_pieces(50)}) == 50


def test_a_ledger_has_a_line_for_each_part(tmp_path: Path) -> None:
    told = ledger(tmp_path, 100)
    assert told["entries"] == 100
    n_bytes = (tmp_path / "target" / "_ledger.jsonl").stat().st_size
    assert n_bytes == pytest.approx(100 * told["bytes_an_entry"], rel=0.05)


def test_shares_of_a_worker_make_a_whole(tmp_path: Path) -> None:
    told = worker(tmp_path, "bayes", 2_000)
    assert sum(told[f"share_{name}"] for name in ("reading", "splitting", "model", "rest")) == pytest.approx(
        1, abs=0.01
    )


def test_all_pieces_come_back() -> None:
    assert handed_out("local", 10)["pieces_a_second"] > 0


def test_a_driver_feeds_as_many_workers_as_its_pace_allows() -> None:
    told = {
        "handing out": {"local": {"pieces_a_processor_second": 100}, "dask": {"pieces_a_processor_second": 10}},
        "finding": {"bytes_a_word": 8.0, "jsonl_mb_a_processor_second": 64},
        "ledger": {"bytes_an_entry": 128, "memory_bytes_an_entry": 256},
        "worker": {"bayes": {"words_a_processor_second": 1 << 17}},
    }
    found = reckoned(told)["1 MB"]  # 2**17 words a part: a second of one worker
    assert found["parts"] == round(9_000_000_000 / (1 << 17))
    assert found["ledger_mb"] == round(found["parts"] * 128 / (1 << 20), 1)
    assert found["workers_that_one_driver_feeds"]["bayes"] == {"local": 100, "dask": 10, "reading": 64}
