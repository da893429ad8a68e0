"""One target led by coverage: `python -m benchmarks.fuzz.guided TARGET CORPUS TOLD RUNS`, which `run.py` starts.

Inputs that reach code that none has reached before are kept and changed further, by our own mutations as often as by
those of libFuzzer. Coverage is that of Pausa's code, so its modules must be imported here, where atheris can see them.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import atheris

_EVERY = 500


def main() -> None:
    name, corpus, told, runs = sys.argv[1], sys.argv[2], Path(sys.argv[3]), int(sys.argv[4])
    # What `benchmarks` has imported by itself was not seen.
    for module in [each for each in sys.modules if each.split(".")[0] == "pausa"]:
        del sys.modules[module]
    with atheris.instrument_imports(include=["pausa"], enable_loader_override=False):
        from benchmarks.fuzz.mutations import mutated
        from benchmarks.fuzz.targets import Made, target_named
        from benchmarks.fuzz.worker import Tally, bounded, judge

        target = target_named(name)
        target.make(Random(0))
    tally = Tally()

    def try_one(data: bytes) -> None:
        judge(target, Made(data), tally)
        if tally.inputs % _EVERY == 0 or tally.inputs >= runs - 1:
            told.write_text(json.dumps(asdict(tally)))

    def change(data: Any, most: int, seed: int) -> bytes:
        random = Random(seed)
        if random.random() < 0.1:
            return target.make(random).data[:most]
        if random.random() < 0.5:
            return bytes(atheris.Mutate(data, len(data)))
        return mutated(bytes(data), random)[:most]

    for number, data in enumerate([*target.examples(), *(target.make(Random(seed)).data for seed in range(20))]):
        (Path(corpus) / f"given-{number}").write_bytes(data)
    told.write_text(json.dumps(asdict(tally)))
    options = [
        f"-runs={runs}",
        "-timeout=20",
        "-rss_limit_mb=2048",
        "-max_len=20000",
        "-artifact_prefix=/tmp/pausa-fuzz-",
    ]
    atheris.Setup([sys.argv[0], *options, corpus], try_one, custom_mutator=change)
    bounded()
    atheris.Fuzz()


if __name__ == "__main__":
    main()
