"""A log of looks: which test recordings were scored when, by what, with which weights.

Whoever chooses by what test recordings say is fooled by them sooner or later. So those of a source are scored once for
a release, and every time is written into `looks.jsonl` by the benchmark itself, before it shows a figure. A second
time is refused unless a reason is given (`--again REASON`), which is logged, too. Recordings to choose by are those of
the dev lists (`benchmarks/splits`), and may be looked at freely.
"""

from __future__ import annotations

import argparse
import datetime
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

import pausa
from benchmarks.places import ROOT
from pausa.batches.job import digest_of
from pausa.core.errors import OptionError
from pausa.models import DEFAULT
from pausa.models.storage import BUNDLED, MANIFEST, open_folder

LOG = Path(__file__).parent / "looks.jsonl"
#: The folders of the models that come with Pausa.
FOLDERS = {"transformer": "default", "cnn": "cnn-en", "brnn": "brnn-en", "bayes": "bayes-en", "fst": "fst-en"}
_SHOWN = 12


class Look(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One benchmark's look at the test recordings of one source; `models` have the digests of their weights."""

    date: str
    command: str
    source: str
    part: str
    release: str
    commit: str
    models: dict[str, str] = {}
    again: str = ""


def add_again(parser: argparse.ArgumentParser) -> None:
    """Let a command be given the reason for another look."""
    parser.add_argument("--again", default="", metavar="REASON", help="why test recordings are looked at once more")


def look(
    sources: Iterable[str],
    part: str,
    *,
    command: str,
    models: Mapping[str, str] | None = None,
    again: str = "",
    log: Path | None = None,
) -> None:
    """Write down that the test recordings of these sources are about to be scored; other parts need no entry."""
    if part != "test":
        return
    wanted = tuple(dict.fromkeys(sources))
    seen = [each for each in looks(log) if each.source in wanted and each.release == pausa.__version__]
    if seen and not again:
        raise OptionError(refusal(seen))
    with (log or LOG).open("a", encoding="utf-8") as file:
        for source in wanted:
            made = Look(
                date=datetime.date.today().isoformat(),
                command=command,
                source=source,
                part=part,
                release=pausa.__version__,
                commit=_commit(),
                models=dict(models or {}),
                again=again,
            )
            file.write(msgspec.json.encode(made).decode() + "\n")


def looks(log: Path | None = None) -> list[Look]:
    """All looks so far, the oldest first."""
    path = log or LOG
    if not path.is_file():
        return []
    return [msgspec.json.decode(line, type=Look) for line in path.read_text(encoding="utf-8").splitlines()]


def refusal(seen: Sequence[Look]) -> str:
    """What is said to somebody who would look again."""
    names = ", ".join(dict.fromkeys(each.source for each in seen))
    last = seen[-1]
    return (
        f"The test recordings of {names} have been scored for {last.release} already, last on {last.date} by "
        f"{last.command}. Try ideas on the dev part; to look once more, say why with --again REASON."
    )


def digest(model: str) -> str:
    """A short digest of the weights and settings of a model, a name or a folder; empty where it has none.

    Scores and reliability are not weights: a card that is written anew leaves the digest as it is. Nor is what parts
    questions from statements, since cards and tables are about ends.
    """
    name = DEFAULT if model == "default" else model
    folder = BUNDLED / FOLDERS[name] if name in FOLDERS else Path(model)
    if not folder.is_dir():
        return ""
    settings = {key: value for key, value in open_folder(folder).manifest.settings.items() if key != "reliability"}
    if "calibration" in settings:
        settings["calibration"] = {key: line for key, line in settings["calibration"].items() if key != "question"}
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name != MANIFEST)
    parts = [part for path in files for part in (path.name.encode(), path.read_bytes())]
    return digest_of([*parts, msgspec.json.encode(settings, order="sorted")])[:_SHOWN]


def _commit() -> str:
    """The commit that runs; with a + where files have changed since, empty where there is no repository."""
    told = subprocess.run(
        ["git", "describe", "--always", "--exclude=*", "--dirty=+"], cwd=ROOT, capture_output=True, text=True
    )
    return told.stdout.strip() if told.returncode == 0 else ""


def table(found: Sequence[Look]) -> str:
    """The log in Markdown, one row for each run of a command."""
    if not found:
        return "Nobody has looked yet.\n"
    rows = [
        "| date | command | test recordings of | release | commit | weights | why again |",
        "|---|---|---|---|---|---|---|",
    ]
    runs: dict[tuple[str, ...], list[Look]] = {}
    for each in found:
        runs.setdefault((each.date, each.command, each.release, each.commit, each.again), []).append(each)
    for (date, command, release, commit, again), own in runs.items():
        sources = ", ".join(each.source for each in own)
        weights = ", ".join(f"{name} `{shown}`" if shown else name for name, shown in own[0].models.items())
        rows.append(f"| {date} | `{command}` | {sources} | {release} | {commit} | {weights} | {again} |")
    return "\n".join(rows) + "\n"
