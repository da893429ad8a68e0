"""Whether two commits of Pausa write the same bytes: the same commands on the same files, side by side.

    python -m benchmarks compare-commits OLD NEW

Each commit is checked out in a worktree of its own for as long as this takes, and run with the packages of this
environment. `segment`, `score`, `agree` and `convert` see the examples and a random corpus in several formats, made
here from a seed. A row says where output, messages or the exit code first differ. Exit code 1 if any output does.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from benchmarks.places import ROOT
from pausa.core.errors import OptionError
from pausa.core.table import Table
from pausa.reports.render import text_table

SAID = (
    "so we left it was late and the boat um did not wait for us you know yes she said i am sure that nobody saw".split()
)
TARGETS = ("json", "lines", "text", "dialogue", "srt", "vtt", "ctm", "csv", "textgrid", "seg", "jsonl", "rttm", "stm")
MODELS = ("pause", "bayes", "default", "fst", "cnn", "brnn")
_SHOWN = 60


@dataclass(frozen=True)
class Spoken:
    """A word of the made corpus: times in milliseconds, who says it, and whether a sentence ends with it."""

    text: str
    start: int
    end: int
    speaker: str
    is_end: bool


@dataclass(frozen=True)
class Outcome:
    """What a command gave."""

    output: bytes
    messages: bytes
    code: int


def main() -> None:
    asked = argparse.ArgumentParser(description="Compare the output of two commits.")
    asked.add_argument("old")
    asked.add_argument("new")
    asked.add_argument("--recordings", type=int, default=2, help="how many are made (default: 2)")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--only", metavar="COMMAND", help="one of segment, score, agree, convert")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as place, _checked_out(given.old, given.new, Path(place)) as (old, new):
        folder = Path(place) / "work"
        shutil.copytree(old / "examples", folder / "examples")
        files = make_corpus(folder, recordings=given.recordings, seed=given.seed)
        asked_for = [each for each in commands(files) if given.only in (None, each[0])]
        rows = []
        for command in asked_for:
            rows.append(compare(command, run(old, command, folder), run(new, command, folder)))
            print(*rows[-1][:2], file=sys.stderr, flush=True)
    same = sum(verdict == "identical" for _, verdict, _ in rows)
    note = f"{same} of {len(rows)} identical; seed {given.seed}"
    print(text_table(Table(f"{given.old} and {given.new}", ("command", "", "first difference"), tuple(rows), note)))
    raise SystemExit(any(verdict in ("output", "exit code") for _, verdict, _ in rows))


def make_corpus(folder: Path, *, recordings: int, seed: int) -> list[str]:
    """Files with made-up talk in several formats, and three people's sentences for the first; their names."""
    chance = random.Random(seed)
    names = []
    for number in range(recordings):
        words = _talk(chance, chance.randint(60, 200))
        for suffix, content in _spelled(words).items():
            names.append(f"talk{number}.{suffix}")
            (folder / names[-1]).write_text(content, encoding="utf-8")
        if not number:
            for person in ("ann", "ben", "eve"):
                content = "".join(f"{word.text}{_cut(word, chance)}" for word in words).strip() + "\n"
                (folder / f"{person}.txt").write_text(content, encoding="utf-8")
    return names


def _talk(chance: random.Random, n_words: int) -> list[Spoken]:
    words, at, speaker = [], 0, "A"
    for _ in range(n_words):
        is_end = chance.random() < 0.12
        length = chance.randint(60, 500)
        words.append(Spoken(chance.choice(SAID), at, at + length, speaker, is_end))
        at += length + (chance.randint(200, 1500) if is_end else chance.choice((0, 0, 10, 90)))
        if is_end and chance.random() < 0.3:
            speaker = "B" if speaker == "A" else "A"
    return words


def _cut(word: Spoken, chance: random.Random) -> str:
    """A person mostly hears what is said, and sometimes otherwise."""
    return "\n" if word.is_end != (chance.random() < 0.05) else " "


def _spelled(words: Sequence[Spoken]) -> dict[str, str]:
    """The same words in the formats that recognisers and people write."""
    rows = [{"word": each.text, "start": each.start / 1000, "end": each.end / 1000} for each in words]
    table = io.StringIO()
    writer = csv.DictWriter(table, ["word", "start", "end", "speaker"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(row | {"speaker": each.speaker} for row, each in zip(rows, words, strict=True))
    text = " ".join(each.text for each in words)
    segment = {"start": rows[0]["start"], "end": rows[-1]["end"], "text": text, "words": rows}
    ends = [place for place, each in enumerate(words) if each.is_end or each is words[-1]]
    own = {
        "pausa": 1,
        "words": [{"text": each.text, "speaker": each.speaker} for each in words],
        "segmentations": [{"by": "made", "ends": ends}],
    }
    return {
        "whisper.json": json.dumps({"text": text, "segments": [segment]}),
        "own.json": json.dumps(own),
        "ctm": "".join(
            f"talk 1 {each.start / 1000:.3f} {(each.end - each.start) / 1000:.3f} {each.text}\n" for each in words
        ),
        "csv": table.getvalue(),
        "marked.txt": "".join(each.text + (".\n" if each.is_end else " ") for each in words).strip() + "\n",
        "srt": "".join(f"{line}\n" for line in _cues(words)),
    }


def _cues(words: Sequence[Spoken]) -> Iterator[str]:
    for number, first in enumerate(range(0, len(words), 8), start=1):
        cue = words[first : first + 8]
        yield from (str(number), f"{_clock(cue[0].start)} --> {_clock(cue[-1].end)}")
        yield from (" ".join(each.text + ("." if each.is_end else "") for each in cue), "")


def _clock(ms: int) -> str:
    return f"{ms // 3_600_000:02}:{ms // 60_000 % 60:02}:{ms // 1000 % 60:02},{ms % 1000:03}"


def commands(files: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """What is run, as arguments of `pausa`."""
    example, people = "examples/interview.json", ("ann.txt", "ben.txt", "eve.txt")
    for model in MODELS:
        yield "segment", example, "--model", model, "--to", "json"
    for options in ((), ("--to", "srt"), ("--to", "vtt", "--line-width", "30"), ("--max-words", "9"), ("--rate", "7")):
        yield "segment", example, *options
    for name in files:
        model = "bayes" if name.endswith((".txt", "own.json")) else "pause"
        yield "segment", name, "--model", model, "--to", "json"
        for target in TARGETS:
            yield "convert", name, "-", "--to", target
    references = [part for name in people for part in ("-r", name)]
    yield "score", *references, "talk0.marked.txt", "--format", "json"
    yield "score", *references, "talk0.marked.txt", "talk0.own.json", "--format", "json", "--window", "1"
    yield "score", "-r", "ann.txt", "talk0.ctm", "--format", "json", "--metrics", "f1_mean,pk_mean"
    yield "score", "-r", "examples/references/maria.txt", "examples/references/chloe.txt", "--format", "json"
    yield "agree", *people
    yield "agree", "examples/references"


def run(tree: Path, command: Sequence[str], folder: Path) -> Outcome:
    """A command of the Pausa that stands in a worktree."""
    finished = subprocess.run(
        [sys.executable, "-m", "pausa", *command],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(tree / "src")},
        capture_output=True,
    )
    return Outcome(finished.stdout, finished.stderr, finished.returncode)


def compare(command: Sequence[str], old: Outcome, new: Outcome) -> tuple[str, str, str]:
    """A row of the table: the command, what differs, and where first."""
    line = " ".join(command)
    if old.code != new.code:
        return line, "exit code", f"{old.code} | {new.code} {_last(new.messages)}"
    if old.output != new.output:
        return line, "output", first_difference(old.output, new.output)
    if old.messages != new.messages:
        return line, "messages", first_difference(old.messages, new.messages)
    return line, "identical", ""


def first_difference(old: bytes, new: bytes) -> str:
    r"""The first line that differs, from a little before the place.

    >>> first_difference(b"a\nsame 1\n", b"a\nsame 2\n")
    'line 2: same 1 | same 2'
    """
    pairs = zip_longest(old.decode(errors="replace").split("\n"), new.decode(errors="replace").split("\n"))
    for number, (left, right) in enumerate(pairs, start=1):
        if left != right:
            alike = (one == other for one, other in zip_longest(left or "", right or ""))
            place = next(at for at, same in enumerate((*alike, False)) if not same)
            begin = max(0, place - _SHOWN // 3)
            shown = ("(nothing)" if side is None else side[begin : begin + _SHOWN] for side in (left, right))
            return f"line {number}: {' | '.join(shown)}"
    return "bytes that are no text"


def _last(messages: bytes) -> str:
    return (messages.decode(errors="replace").strip().split("\n") or [""])[-1][:_SHOWN]


@contextmanager
def _checked_out(old: str, new: str, place: Path) -> Iterator[tuple[Path, Path]]:
    trees = place / "old", place / "new"
    made = []
    try:
        for commit, tree in zip((old, new), trees, strict=True):
            _git("worktree", "add", "--quiet", "--detach", str(tree), commit)
            made.append(tree)
        yield trees
    finally:
        for tree in made:
            _git("worktree", "remove", "--force", str(tree))


def _git(*arguments: str) -> None:
    finished = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    if finished.returncode:
        raise OptionError(f"git {' '.join(arguments[:2])}: {finished.stderr.strip()}")


if __name__ == "__main__":
    main()
