"""Made parts about hardness: saves while the server is killed, loads, hostile files, mistakes in the code."""

from __future__ import annotations

import json
from pathlib import Path

_NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def annotation_load(results: Path) -> str:
    """Saves of many annotators on either database, from `python -m benchmarks annotation-load`."""
    found = json.loads((results / "annotation_load.json").read_text())
    rows = [
        "| database | annotators | saves | kills | under way at them | sent again | acknowledged and lost "
        "| half within | 99 % within | slowest | longest wait over a kill | load of the machine |",
        "|---|" + "---:|" * 11,
    ]
    for name, run in found.items():
        cells = [
            _NAMES[name],
            run["annotators"],
            f"{run['saves']:,}",
            run["kills"],
            ", ".join(map(str, run["under_way_at_kills"])),
            run["sent_again"],
            run["acknowledged_and_lost"],
            f"{run['p50_ms']:.0f} ms",
            f"{run['p99_ms']:.0f} ms",
            f"{run['max_ms']:.0f} ms",
            f"{run['longest_held_up_seconds']} s",
            run["machine_load_before"],
        ]
        rows.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(rows) + "\n"


def playground_load(results: Path) -> str:
    """A tiny request among large ones, from `python -m benchmarks playground-load`."""
    run = json.loads((results / "playground_load.json").read_text())
    large = " and ".join(f"{seconds:.0f} s" for seconds in run["large_seconds"])
    words, of_many = run["words_of_a_large_request"], len(run["large_seconds"])
    return (
        f"While {of_many} requests of {words:,} words were worked on (answered after {large}) and "
        f"{run['cancelled']} more were cancelled, {run['tiny_requests']} requests of a few words took "
        f"{run['p50_ms']:.0f} ms in the middle, "
        f"{run['p99_ms']:.0f} ms for 99 of 100, {run['max_ms']:.0f} ms at most ({run['cores']} cores, a load of "
        f"{run['machine_load_before']} before).\n"
    )


def hostile(results: Path) -> str:
    """The table of the last run of `python -m benchmarks hostile`, without its heading."""
    return (results / "hostile.md").read_text(encoding="utf-8").partition("\n\n")[2]


def noticed(results: Path) -> str:
    """How many mistakes put into the code tests notice, from `python -m benchmarks mutation`."""
    rows = [
        "| code | mistakes to make | tried | noticed | share |",
        "|---|---:|---:|---:|---:|",
    ]
    for path in sorted(results.glob("mutation-*.json")):
        modules = json.loads(path.read_text(encoding="utf-8")).values()
        tried = [each for module in modules for each in module["tried"].values()]
        found = sum(each["noticed"] for each in tried)
        name = path.stem.removeprefix("mutation-")
        there = sum(module["mistakes"] for module in modules)
        link = f"[{name}](../benchmarks/results/{path.stem}.md)"
        rows.append(f"| {link} | {there:,} | {len(tried)} | {found} | {found / len(tried):.1%} |")
    return "\n".join(rows) + "\n"
