"""Many streams at once, few enough for a test: every word arrives, and what is told is for one stream."""

from __future__ import annotations

import pytest

from benchmarks.speed.many_streams import in_one_process, said, through_the_server, told


def test_people_say_other_things_but_always_the_same() -> None:
    assert said(30, 1) == said(30, 1) != said(30, 2)
    ends = [word.end or 0 for word in said(30, 1)]
    assert ends == sorted(ends)


def test_memory_and_time_are_told_for_one_stream() -> None:
    found = told([1024 * 100, 1024 * 300], 2.0, 100, 5, 7)
    assert (found["kb_a_stream_young"], found["kb_a_stream_old"], found["cpu_ms_a_word"]) == (1.0, 3.0, 1.0)


def test_both_ways_give_the_same_sentences() -> None:
    pytest.importorskip("fastapi")
    pytest.importorskip("websockets")
    alone, served = in_one_process("pause", 3, 10), through_the_server("pause", 3, 10)
    # The server closes every stream, so that the sentence that is still open counts too.
    assert 0 <= served["sentences"] - alone["sentences"] <= 2 * 3
