"""Train a teacher: MPNet, five times as large as the default, on the mixture that the default learns.

    python -m benchmarks make-teacher --data DIR --work FOLDER [--encoder MPNET] [--steps N] [--max-minutes M]

`mpnet-files` gets the encoder's files; without `--encoder` MiniLM, which the default came from, learns from the same
windows: what the larger one is compared with. The checkpoint is in FOLDER: the same command goes on where it was
stopped. Both are judged by the same held-out conditions as the default, whose log stands in its manifest;
`teacher-table` sets them side by side. The teacher takes 180 MB and is not shipped; `make-default --teacher` learns
from it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from benchmarks.known import MIXTURE, known_sources
from benchmarks.models.make_default import RECIPE, tell
from pausa.models.neural.onnx import available_cores
from pausa.training.neural.pretrained import MPNET, find_files
from pausa.training.neural.train import train_network

TEACHER = msgspec.structs.replace(RECIPE, batch=8, new_rate=5e-4, average=0.995, freeze_words=True, evaluate_every=750)
#: A large encoder learns in smaller steps.
RATE = 6e-5


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--work", type=Path, required=True)
    asked.add_argument("--encoder", type=Path, help="the folder with the files of MPNet")
    asked.add_argument("--steps", type=int, default=TEACHER.steps)
    asked.add_argument("--max-minutes", type=float)
    asked.add_argument("--threads", type=int, default=available_cores())
    given = asked.parse_args()
    encoder = find_files(given.encoder).encoder
    for line in train_network(
        "transformer",
        given.work / f"teacher-{encoder.name}",
        sources=known_sources(given.data, MIXTURE),
        size=msgspec.structs.replace(encoder.size, dropout=0.05, cases=True),
        recipe=msgspec.structs.replace(TEACHER, steps=given.steps, rate=RATE if encoder is MPNET else TEACHER.rate),
        pretrained=given.encoder,
        max_minutes=given.max_minutes,
        cache=given.work / "corpora",
        precision="half",
        threads=given.threads,
        watch=tell,
    ):
        print(line)


if __name__ == "__main__":
    main()
