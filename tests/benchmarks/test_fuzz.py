"""The fuzzer with a small budget: nothing is found in the product, and what there is to be found is found."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("pyarrow")
pytest.importorskip("onnx")
pytest.importorskip("soundfile")

from benchmarks.fuzz.run import State, figures, fuzz, page
from benchmarks.fuzz.targets import Made, Target, targets
from benchmarks.fuzz.worker import Tally, in_process, judge, seed
from benchmarks.fuzz.writers import WRITERS
from pausa.core.errors import InputError
from pausa.formats import FORMATS
from pausa.formats.live import READERS

TARGETS = {target.name: target for target in targets()}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", TARGETS)
def test_broken_and_odd_input_is_read_or_refused_in_words(name: str) -> None:
    target, tally = TARGETS[name], Tally()
    for data in target.examples():
        judge(target, Made(data), tally)
    for number in range(25):
        judge(target, target.make(Random(seed(name, number))), tally)
    assert not tally.found
    assert tally.inputs == tally.results + tally.refused > 0


def test_every_reader_has_a_target() -> None:
    assert set(WRITERS) - {"any_json"} == {name for name in FORMATS if FORMATS[name].parse}
    assert {f"live-{name}" for name in READERS} <= TARGETS.keys()


class Told(Target):
    """Does what its input says."""

    name = "told"

    def make(self, random: Random) -> Made:
        return Made(random.choice([b"fine", b"fine", b"fine", b"refuse", b"die", b"raise"]))

    def run(self, data: bytes) -> Sequence[str] | None:
        if data == b"refuse":
            raise InputError("told", None, "no")
        if data == b"raise":
            raise KeyError("so")
        if data == b"die":
            os.kill(os.getpid(), signal.SIGKILL)
        return ["so", "we."]


def judged(data: bytes, *words: str) -> Tally:
    tally = Tally()
    judge(Told(), Made(data, words or None), tally)
    return tally


def test_other_exceptions_lost_words_and_refused_words_are_findings() -> None:
    assert judged(b"fine", "so", "we").findings == 0
    assert judged(b"refuse").refused == 1
    (found,) = judged(b"raise").found
    assert found.startswith("KeyError in test_fuzz.py:")
    assert "3 words are there, 2 were read" in next(iter(judged(b"fine", "so", "we", "left").found.values()))["told"]
    assert judged(b"refuse", "so").findings == 1


def test_a_process_that_dies_is_a_finding_and_the_rest_goes_on(tmp_path: Path) -> None:
    made = [Told().make(Random(seed("told", number))).data for number in range(400)]
    state = State(tmp_path)
    fuzz([Told()], state, inputs=400, minutes=5)
    state = State(tmp_path)  # as it was written down
    tally = state.tallies["told"]
    counted = made[: state.next["told"]] + [
        Told().make(Random(seed("told", number))).data for number in range(400, state.next["told"])
    ]
    assert tally.inputs == state.next["told"] == len(counted)
    assert tally.results == counted.count(b"fine")
    assert tally.refused == counted.count(b"refuse")
    assert tally.found["the process died (SIGKILL)"]["times"] == counted.count(b"die")
    assert sorted(path.read_bytes() for path in (tmp_path / "findings").glob("*.bin")) == [b"die", b"raise"]
    assert f"{tally.inputs:,} inputs, {tally.findings:,} findings" in page(state)
    assert json.dumps(figures(state))
    assert state.forget_findings() == ["told"]
    assert (state.inputs, list((tmp_path / "findings").iterdir())) == (0, [])


def test_the_same_number_is_the_same_input() -> None:
    for name in ("srt", "http-segment", "model-fst", "live-aws"):
        first, second = (TARGETS[name].make(Random(seed(name, 3))).data for _ in range(2))
        assert first == second


def test_a_batch_counts_every_input() -> None:
    tally, following = in_process(TARGETS["seg"], range(5, 250))
    assert (tally.inputs, following, tally.findings) == (245, 250, 0)
    assert tally.most_bytes > 0
