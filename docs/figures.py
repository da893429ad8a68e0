"""Made parts about accuracy: the front table, the scores on a model's card, the log of looks."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks import looks
from benchmarks.front import EVERY, WORDS
from pausa.models import MODELS
from pausa.models.storage import Score

_NOT_YET = "Not measured yet for this release; `python -m benchmarks front` will.\n"
#: For a table that newer runs of `python -m benchmarks coverage` have.
_NOT_CLAIMED = (
    "That takes about four minutes of processor time, and the results that come with this version are from before: no "
    "rates\nare claimed for verdicts here.\n"
)


def front(results: Path) -> str:
    """F1 by genre and beside people, from `python -m benchmarks front`."""
    path = results / "front.json"
    if not path.is_file():
        return _NOT_YET
    found = json.loads(path.read_text(encoding="utf-8"))["figures"]
    systems = list(found["models"])
    shown = [*systems, EVERY]
    rows = [
        f"| genre | recordings | words | {' | '.join(shown)} |",
        "|---|---:|---:|" + "---:|" * len(shown),
    ]
    for row in found["genres"]:
        genre = row["genre"] if row["known"] == WORDS else f"{row['genre']}, with times"
        cells = [_cell(row["systems"].get(name), spread=name == systems[0]) for name in shown]
        rows.append(f"| {genre} | {row['recordings']} | {row['words']:,} | {' | '.join(cells)} |")
    alone = [row["systems"] for row in found["genres"] if row["known"] == WORDS]
    means = [mean(each[name]["f1"] for each in alone) if name in alone[0] else None for name in shown]
    cells = ["–" if value is None else f"**{value:.3f}**" for value in means]
    rows.append(f"| mean, words alone | | | {' | '.join(cells)} |")
    return "\n".join(rows) + "\n\n" + _learned(found["learned"]) + _people(found["people"], shown)


def _learned(found: dict[str, list[str]]) -> str:
    knowing = [name for name, sources in found.items() if sources]
    if not knowing:
        return "No model has learned from any recording of these sources.\n\n"
    return f"Other recordings of these sources were learned from by {', '.join(knowing)}.\n\n"


def _cell(scores: dict[str, float] | None, *, spread: bool) -> str:
    if scores is None:
        return "–"
    if not spread or scores["low"] is None:
        return f"{scores['f1']:.3f}"
    return f"**{scores['f1']:.3f}** [{scores['low']:.3f}, {scores['high']:.3f}]"


def _people(found: dict[str, Any], shown: list[str]) -> str:
    told = [f"people {found['systems']['people']['f1']:.3f}"]
    told += [
        f"{name} {scores['f1']:.3f} ({scores['verdict'] or 'no verdict'})"
        for name, scores in ((name, found["systems"].get(name)) for name in shown)
        if scores is not None
    ]
    return (
        f"Beside people ({found['recordings']} interviews of CORAAL, {found['people']} people, everyone against all "
        f"people but one in turn; systems see words alone; looked at before): {', '.join(told)}.\n"
    )


def coverage(results: Path, number: int) -> str:
    """A table of `python -m benchmarks coverage`."""
    tables = json.loads((results / "coverage.json").read_text(encoding="utf-8"))["tables"]
    if number >= len(tables):
        return _NOT_CLAIMED
    found = tables[number]
    rows = [found["header"], ["---:"] * len(found["header"]), *found["rows"]]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows) + f"\n\n{found['note']}.\n"


def scores(name: str) -> str:
    """The scores on a model's card, from `python -m benchmarks cards`."""
    manifest = MODELS[name]().manifest
    found: tuple[Score, ...] = manifest.scores if manifest else ()
    rows = ["| recordings it has not seen | | |", "|---|---:|---|"]
    rows += [f"| {each.on} | {_kind(each)} {each.value:.3f} | {each.note} |" for each in found]
    signatures = dict.fromkeys(each.signature for each in found)
    return "\n".join(rows) + "\n\n" + "\n".join(f"- `{each}`" for each in signatures) + "\n"


def _kind(score: Score) -> str:
    return score.signature.partition("|")[0].removesuffix("_mean")


def log() -> str:
    """The log of looks."""
    return looks.table(looks.looks())
