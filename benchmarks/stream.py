"""Live use on recognisers' words: what a delay costs, how late sentences are, how long a word takes.

    python -m benchmarks stream --data DIR [--calls 6] [--words 1500] [-o benchmarks/results/stream.json]

Words of Earnings-21 as a recogniser heard them are pushed one by one, each at the moment it was over, with the clock of
the recording; the reference is a person's transcript projected onto these words (condition Rec, the last word of each
stretch not counted). A sentence is late by the time from its last word to the moment it was given. What a push takes is
told in seconds of the clock on the wall and of the processor: on a machine that does other things too, only the second
says something about Pausa.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from benchmarks.findings import folder
from benchmarks.places import RESULTS
from benchmarks.tables.calls import calls, references
from pausa.core.updates import Update
from pausa.core.words import Transcript, Word
from pausa.decode import SentenceLimits
from pausa.formats.files import save
from pausa.metrics.slots import Matches, slot_scores
from pausa.models import load
from pausa.models.base import Detector
from pausa.workflow.live.segmenter import DELAY, MAX_WAIT, StreamSegmenter
from pausa.workflow.live.sentences import LiveEvent, LiveSentence
from pausa.workflow.segment import segment

MODELS = ("transformer", "cnn", "bayes")
DELAYS = (0, 1, 2, 4, 8, 16)
RECOGNISER = "google"
_LIMITS = SentenceLimits(turns="ignore")


@dataclass(frozen=True)
class Stretch:
    """The first words of a call as they were heard, and where a person ends sentences in them."""

    transcript: Transcript
    ends: frozenset[int]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder that holds the data sets")
    asked.add_argument("--calls", type=int, default=6, metavar="N", help="so many calls, evenly chosen")
    asked.add_argument("--words", type=int, default=1500, metavar="N", help="so many words of each, from the first")
    asked.add_argument("-o", "--output", default=str(RESULTS / "stream.json"), metavar="PATH", help="a file, or -")
    given = asked.parse_args()
    stretches = read(given.data, given.calls, given.words)
    found = {
        "recogniser": RECOGNISER,
        "calls": len(stretches),
        "words": sum(len(each.transcript) for each in stretches),
        "words_per_second": round(pace(stretches), 3),
        "delay": DELAY,
        "max_wait": MAX_WAIT,
        "models": {name: measured(name, stretches) for name in MODELS},
    }
    save(msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n", given.output)


def read(data: Path, n_calls: int, n_words: int) -> list[Stretch]:
    """The stretches to work on; calls are chosen evenly, in the order of their names."""
    place = folder(data, "earnings21")
    problems: list[str] = []
    known = list(references(place, problems=problems))
    chosen = [known[number * len(known) // n_calls] for number in range(min(n_calls, len(known)))]
    return [
        Stretch(
            Transcript(tuple(Word(word.text, word.start, word.end) for word in call.heard.words[:n_words])),
            frozenset(end for end in call.on_heard.ends if end < n_words - 1),
        )
        for call in calls(place, RECOGNISER, problems=problems, known=chosen)
    ]


def pace(stretches: Sequence[Stretch]) -> float:
    """Words per second of speech."""
    spans = [(each.transcript.words[0].start or 0, each.transcript.words[-1].end or 0) for each in stretches]
    return sum(len(each.transcript) for each in stretches) * 1000 / sum(end - start for start, end in spans)


def measured(name: str, stretches: Sequence[Stretch]) -> dict[str, Any]:
    """All about one model."""
    detector = load(name)
    rows = [by_delay(detector, stretches, delay) for delay in DELAYS]
    offline = [segment(each.transcript, detector, turns="ignore").ends for each in stretches]
    print(name, *(row["f1"] for row in rows), f1(stretches, offline), flush=True)
    return {
        "delays": rows,
        "offline": {"f1": f1(stretches, offline)},
        "push": pushes(detector, stretches),
    }


def by_delay(detector: Detector, stretches: Sequence[Stretch], delay: int) -> dict[str, Any]:
    """F1 and lateness with one delay; models that need a longer one get it."""
    used = max(delay, detector.least_delay)
    runs = [played(detector, each.transcript.words, used) for each in stretches]
    late = np.array([seconds for run in runs for _, seconds in run])
    ends = [[sentence.first + sentence.n_words - 1 for sentence, _ in run] for run in runs]
    return {"delay": used, "f1": f1(stretches, ends), "late": percentiles(late)}


def played(detector: Detector, words: Sequence[Word], delay: int) -> list[tuple[LiveSentence, float]]:
    """Sentences, and how many seconds after their last word each was given, at the speed of speech."""
    machine = StreamSegmenter(detector, _LIMITS, delay=delay)
    made: list[tuple[LiveSentence, float]] = []

    def note(events: Iterable[LiveEvent], now: float) -> None:
        made.extend((event, now - (event.end or 0) / 1000) for event in events if isinstance(event, LiveSentence))

    now = 0.0
    for word in words:
        coming = max(now, (word.end or 0) / 1000)
        while (machine.deadline or inf) < coming:
            now = machine.deadline or now
            note(machine.tick(now), now)
        now = coming
        note(machine.push(Update((word,)), now), now)
    note(machine.close(now), now)
    return made[:-1]  # the last one ends because the words do


def f1(stretches: Sequence[Stretch], ends: Sequence[Iterable[int]]) -> float:
    """Pooled over stretches; the last word of each is not counted."""
    total = Matches()
    for stretch, found in zip(stretches, ends, strict=True):
        made = set(found) - {len(stretch.transcript) - 1}
        hit = len(made & stretch.ends)
        total = total + Matches(hit, len(stretch.ends) - hit, len(made) - hit, 0, len(stretch.transcript) - 1)
    return round(float(slot_scores(total)["f1"]), 4)


def pushes(detector: Detector, stretches: Sequence[Stretch]) -> dict[str, Any]:
    """What pushing a word takes in milliseconds, and how many words that makes in a second of the processor."""
    wall, cpu = [], []
    for stretch in stretches[:3]:
        machine = StreamSegmenter(detector, _LIMITS, max_wait=None)
        for word in stretch.transcript.words:
            update = Update((word,))
            before, busy = time.perf_counter(), time.thread_time()
            machine.push(update, 0.0)
            cpu.append(time.thread_time() - busy)
            wall.append(time.perf_counter() - before)
    per_second = len(cpu) / sum(cpu)
    return {
        "wall_ms": percentiles(1000 * np.array(wall)),
        "cpu_ms": percentiles(1000 * np.array(cpu)),
        "words_per_cpu_second": round(per_second),
        "times_real_time": round(per_second / pace(stretches)),
    }


def percentiles(values: Any) -> dict[str, float]:
    return {f"p{share}": round(float(np.percentile(values, share)), 3) for share in (50, 95, 99)}
