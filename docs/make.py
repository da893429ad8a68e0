"""Write the parts of the docs that the program knows best: the help of each command, the lists in the index.

A part stands between `<!-- made:NAME -->` and `<!-- end -->`; a test compares it with what this would write.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from benchmarks import TITLES as BENCHMARKS
from benchmarks.lake_plan import HOURS
from benchmarks.languages import figure
from docs import figures, hardness
from docs.measures import measures
from pausa.cli import main
from pausa.cli.app import COMMANDS
from pausa.decode import QUESTION
from pausa.formats import FORMATS
from pausa.formats.subtitling import PROFILES
from pausa.metrics import KEYS, METRICS
from pausa.models import MODELS, TITLES
from pausa.models.spoken import Measured, is_well
from pausa.text.languages.codes import NAMES
from pausa.workflow.segments import COMMA

DOCS = Path(__file__).parent
RESULTS = DOCS.parent / "benchmarks" / "results"
#: Recognisers whose words stand in the table of models: with and without times, and one with half its words wrong.
SHOWN = ("google", "speechmatics", "microsoft", "kaldi-librispeech")
PART = re.compile(r"(<!-- made:(\S+) -->\n).*?(<!-- end -->)", re.DOTALL)


def help_of(command: str) -> str:
    shown = CliRunner().invoke(main, [*command.split("/"), "--help"], terminal_width=100, prog_name="pausa").output
    return f"```text\n{shown.strip()}\n```\n"


def formats() -> str:
    rows = ["| format | | what it is |", "|---|---|---|"]
    for name in sorted(FORMATS):
        form = FORMATS[name]
        doors = "reads, writes" if form.parse and form.render else "reads" if form.parse else "writes"
        rows.append(f"| [{name}](formats/{name}.md) | {doors} | {form.title} |")
    return "\n".join(rows) + "\n"


def metrics() -> str:
    rows = ["| score | in tables | what it says |", "|---|---|---|"]
    for name, key in KEYS.items():
        better = "" if key.higher_is_better else "; lower is better"
        rows.append(f"| [`{name}`](metrics/{key.family}.md) | {key.name} | {key.about}{better} |")
    return "\n".join(rows) + "\n"


def families() -> str:
    """The page of each family, by its heading, and the scores on it."""
    rows = ["| page | keys |", "|---|---|"]
    for family in METRICS:
        with (DOCS / "metrics" / f"{family}.md").open(encoding="utf-8") as page:
            title = page.readline().removeprefix("#").strip()
        keys = " ".join(f"`{key}`" for key, about in KEYS.items() if about.family == family)
        asked = (
            ""
            if any(about.is_usual for about in KEYS.values() if about.family == family)
            else f", asked for by `-m {family}`"
        )
        rows.append(f"| [{title}]({family}.md){asked} | {keys} |")
    return "\n".join(rows) + "\n"


def models() -> str:
    return "\n".join(f"- [{name}](models/{name}.md): {TITLES[name]}" for name in MODELS) + "\n"


def commands() -> str:
    return "\n".join(f"- [pausa {name}](commands/{name}.md): {about}" for name, (_, about) in COMMANDS.items()) + "\n"


def benchmarks() -> str:
    return "\n".join(f"- `{name}`: {title}" for name, title in BENCHMARKS.items()) + "\n"


def choice() -> str:
    """The models side by side: size and speed from model_speed.py, F1 from bench vendors."""
    speed = json.loads((RESULTS / "model_speed.json").read_text())
    vendors = json.loads((RESULTS / "vendors.json").read_text())["figures"]
    names = [name for name in vendors if name in SHOWN]
    rows = [
        f"| model | size | words/s, {speed['cores']} cores | `pausa segment`, cold | {' | '.join(names)} |",
        "|---|---|---|---|" + "---|" * len(names),
    ]
    for model, found in speed["models"].items():
        scores = [vendors[name].get(f"pausa {model}", {}).get("rec", {}).get("f1") for name in names]
        cells = ["–" if score is None else f"{score:.3f}" for score in scores]
        size = f"{found['megabytes']} MB" if "megabytes" in found else "–"
        pace, cold = found["all cores"]["words_per_second"], found["cold_start_seconds"]
        rows.append(f"| [{model}]({model}.md) | {size} | {pace:,} | {cold} s | {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def example_pauses() -> str:
    """The example interview by pauses and by the default, from bench example-pauses."""
    found = json.loads((RESULTS / "example-pauses.json").read_text())
    shares = ("ends that are long silences", "long silences that are ends")
    rows = [f"| the interview | {' | '.join(shares)} | F1, pause | F1, transformer |", "|---|---:|---:|---:|---:|"]
    for name, each in found.items():
        told = [f"{each[share]:.0%}" if share in each else "–" for share in shares]
        scores = [f"{each[model]:.2f}" if model in each else "–" for model in ("pause", "transformer")]
        rows.append(f"| {name} | {' | '.join([*told, *scores])} |")
    return "\n".join(rows) + "\n"


def live_delay() -> str:
    """F1 and lateness by delay, from bench stream."""
    found = json.loads((RESULTS / "stream.json").read_text())
    rows = [
        "| model | delay | F1 | against all known | seconds late: median | 95 % | 99 % |",
        "|---|---|---|---|---|---|---|",
    ]
    for model, told in found["models"].items():
        whole = told["offline"]["f1"]
        for row in told["delays"]:
            late = " | ".join(f"{row['late'][name]:.1f}" for name in ("p50", "p95", "p99"))
            rows.append(f"| {model} | {row['delay']} | {row['f1']:.3f} | {row['f1'] - whole:+.3f} | {late} |")
        rows.append(f"| {model} | all | {whole:.3f} | | | | |")
    told = f"{found['words']:,} words of {found['calls']} calls as {found['recogniser']} heard them"
    return "\n".join(rows) + f"\n\n{told}, {found['words_per_second']:.1f} words a second.\n"


def live_cost() -> str:
    """What a pushed word takes, from bench stream."""
    found = json.loads((RESULTS / "stream.json").read_text())["models"]
    rows = [
        "| model | median | 95 % | 99 % | words a second | × speech |",
        "|---|---|---|---|---|---|",
    ]
    for model, told in found.items():
        push = told["push"]
        cost = " | ".join(f"{push['cpu_ms'][name]:.2f}" for name in ("p50", "p95", "p99"))
        pace = f"{push['words_per_cpu_second']:,} | {push['times_real_time']:,}"
        rows.append(f"| {model} | {cost} | {pace} |")
    return "\n".join(rows) + "\n"


def live_streams() -> str:
    """What each of many streams takes, from bench streams."""
    found = json.loads((RESULTS / "streams.json").read_text())
    words = found["words"]
    rows = [
        f"| model | {found['streams']} streams | kB a stream after {words} words | after {4 * words} words "
        "| processor ms a word |",
        "|---|---|---:|---:|---:|",
    ]
    for model, ways in found["models"].items():
        for way, told in ways.items():
            cells = (told["kb_a_stream_young"], told["kb_a_stream_old"], told["cpu_ms_a_word"])
            rows.append(f"| {model} | {WAYS[way]} | {' | '.join(map(str, cells))} |")
    return "\n".join(rows) + "\n"


WAYS = {"one process": "in one process, `pausa.stream`", "server": "through `pausa serve`, a WebSocket each"}


def profiles() -> str:
    """The rules of each profile for subtitles."""
    heads = ("`--profile`", "width × lines", "on the screen", "characters a second", "gap", "speakers")
    rows = [f"| {' | '.join(heads)} |", "|---|---|---|---:|---:|---|"]
    for name, each in PROFILES.items():
        lasts = f"{each.shortest_ms / 1000:.2g}–{each.longest_ms / 1000:g} s"
        rows.append(
            f"| `{name}` | {each.line_width} × {each.line_count} | {lasts} | {each.speed:g} | {each.gap_ms} ms "
            f"| {each.speakers} |"
        )
    rows.append("| `plain` | 42 × 2 | as long as the sentence is spoken | any | none | none |")
    return "\n".join(rows) + "\n"


def subtitles() -> str:
    """Cues that break the rules, from `python -m benchmarks subtitles`."""
    found = json.loads((RESULTS / "subtitles.json").read_text())
    if not found:
        return "Not measured yet.\n"
    kinds = {
        "short": "too short",
        "long": "too long",
        "fast": "too fast",
        "wide": "too wide",
        "orphans": "one word over",
    }
    rows = [f"| words of | | cues | {' | '.join(kinds.values())} |", "|---|---|---:|" + "---:|" * len(kinds)]
    for name, profiles_of in found.items():
        for profile, counts in profiles_of.items():
            shares = (f"{100 * counts[kind] / counts['cues']:.1f} %" for kind in kinds)
            rows.append(f"| {name} | {profile} | {counts['cues']:,} | {' | '.join(shares)} |")
    changed = sum(counts["files whose words changed"] for each in found.values() for counts in each.values())
    return "\n".join(rows) + f"\n\nFiles in which a word was lost or changed: {changed}.\n"


def own_marks() -> str:
    """Marks of recognisers, from `python -m benchmarks own-marks`."""
    found = json.loads((RESULTS / "own-marks.json").read_text())["recognisers"]
    rows = ["| words and marks of | recordings | keep | ignore | auto | blend |", "|---|---:|---:|---:|---:|---:|"]
    for name, row in found.items():
        cells = " | ".join(f"{row[way]:.3f}" for way in ("keep", "ignore", "auto", "blend"))
        rows.append(f"| {name} | {row['recordings']} | {cells} |")
    return "\n".join(rows) + "\n"


def own_marks_of_people() -> str:
    """Marks of people, from the same."""
    found = json.loads((RESULTS / "own-marks.json").read_text())["people"]
    rows = ["| source | words | kept | added per 100 | stretches, auto | ignore |", "|---|---:|---:|---:|---:|---:|"]
    rows += [
        f"| {name} | {row['words']:,} | {100 * row['kept']:.1f} % | {row['added_per_100']:.2f} | "
        f"{row['stretches_auto']:.3f} | {row['stretches_ignore']:.3f} |"
        for name, row in found.items()
    ]
    return "\n".join(rows) + "\n"


def house() -> str:
    """The code before and now, from `python -m benchmarks house`."""
    found = json.loads((RESULTS / "house.json").read_text())
    before, now = found["before"], found["now"]
    rows = [f"| | {found['commit']} | now |", "|---|---:|---:|"]
    figures = {
        "files on flow A, `pausa segment talk.json`": "flow A",
        "files on flow B, `pausa score`": "flow B",
        "our modules imported by `pausa segment talk.json --model pause`": "imported",
        "all modules imported by it": "imported of all",
    }
    rows += [f"| {title} | {before[key]} | {now[key]} |" for title, key in figures.items()]
    rows.append(f"| processor time of it | {before['seconds']:.2f} s | {now['seconds']:.2f} s |")
    rows.append(f"| functions that stand twice | {before['twin functions']} | {now['twin functions']} |")
    rows.append(f"| class names used twice | {len(before['twin classes'])} | {len(now['twin classes'])} |")
    rows += [
        f"| names that no line reads, {kind} | {before['unread'][key]} | {now['unread'][key]} |"
        for kind, key in (("with a reason", "explained"), ("without one", "unexplained"))
    ]
    return "\n".join(rows) + "\n\n" + _packages(before["packages"], now["packages"])


def _packages(before: dict[str, list[int]], now: dict[str, list[int]]) -> str:
    """Modules and lines of each package on both sides."""
    rows = ["| package | modules | lines | modules now | lines now |", "|---|---:|---:|---:|---:|"]
    for name in (*sorted({*before, *now} - {"benchmarks"}), "benchmarks"):
        cells = [f"{number:,}" if number else "–" for side in (before, now) for number in side.get(name, (0, 0))]
        rows.append(f"| `{name}` | {' | '.join(cells)} |")
    sums = [f"{sum(each[place] for each in side.values()):,}" for side in (before, now) for place in (0, 1)]
    return "\n".join([*rows, f"| all | {' | '.join(sums)} |"]) + "\n"


def flags() -> str:
    """What each rule for flags finds, from benchmarks/flags.py."""
    found = json.loads((RESULTS / "flags.json").read_text())
    table = found["tables"][0]
    rows = [table["header"], ["---", *["---:"] * (len(table["header"]) - 1)], *table["rows"]]
    shown = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return f"{shown}\n\nIn this simulation {found['verdicts'][0]}.\n"


def large() -> str:
    """What large files take, from `python -m benchmarks large`."""
    return (RESULTS / "large.md").read_text()


def lake() -> str:
    """What `pausa batch` was measured to do, and what a million hours would take."""
    measured = json.loads((RESULTS / "batch.json").read_text())
    reckoned = json.loads((RESULTS / "lake_plan.json").read_text())
    bayes, default = measured["bayes"], measured["default"]
    rows = [
        "| measured | words | workers | seconds | processor seconds | words/s by the clock "
        "| words/s if the cores were free | memory of all processes |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name, words, workers, run in (
        ("bayes", bayes["words"], 1, bayes["1 workers"]),
        ("bayes", bayes["words"], 2, bayes["2 workers"]),
        ("default", default["words"], 2, default["2 workers"]),
    ):
        cells = (run["words_per_second"], run["words_per_second_on_free_cores"])
        paces = " | ".join(f"{cell:,}" for cell in cells)
        times = f"{run['seconds']} | {run['cpu_seconds']}"
        rows.append(f"| {name} | {words:,} | {workers} | {times} | {paces} | {run['peak_mb']} MB |")
    busy = (
        f"\n{measured['cores']} cores, which others used too (load {measured['load_before']} before, "
        f"{measured['load_after']} after). The pace on free cores is reckoned from processor time, shared "
        f"out evenly; the clock can show it on a quiet machine only. The "
        f"default model keeps {default['share_of_raw_speed']:.0%} of the pace that its network has by itself.\n"
    )
    return "\n".join(rows) + "\n" + busy + _reckoned(reckoned)


def lake_driver() -> str:
    """What the driver can do and where a worker's time goes, from bench lake-driver."""
    found = json.loads((RESULTS / "lake_driver.json").read_text())
    ledger, finding, hands = found["ledger"], found["finding"], found["handing out"]
    rows = [
        "| the driver by itself, on one core | measured |",
        "|---|---:|",
        *(
            f"| pieces handed out and taken back, {engine} | {rate['pieces_a_processor_second']:,} a second |"
            for engine, rate in hands.items()
        ),
        f"| pieces found in Parquet | {finding['parquet_mb_a_processor_second']:,} MB a second |",
        f"| pieces found in JSON lines | {finding['jsonl_mb_a_processor_second']:,} MB a second |",
        f"| small files found | {finding['small_files_a_processor_second']:,} a second |",
        f"| a ledger of {ledger['entries']:,} parts: to write | {ledger['seconds_to_write']} s |",
        f"| … to put in order | {ledger['seconds_to_put_in_order']} s |",
        f"| … to load | {ledger['seconds_to_load']} s |",
        f"| … on the disk | {ledger['bytes_an_entry']} bytes a part |",
        f"| … in memory | {ledger['memory_bytes_an_entry']} bytes a part |",
        "",
        "| a worker's processor time | reading | words | model | sentences and Parquet |",
        "|---|---:|---:|---:|---:|",
    ]
    for model, told in found["worker"].items():
        shares = (told[f"share_{name}"] for name in ("reading", "splitting", "model", "rest"))
        rows.append(f"| {model} | {' | '.join(f'{share:.0%}' for share in shares)} |")
    rows += [
        "",
        f"| {HOURS:,} hours in parts of | parts | ledger | in memory | model "
        "| workers that one Dask scheduler hands pieces to | that one driver finds pieces for |",
        "|---|---:|---:|---:|---|---:|---:|",
    ]
    for size, told in found["a million hours"].items():
        head = f"| {size} | {told['parts']:,} | {told['ledger_mb']} MB | {told['ledger_memory_mb']} MB"
        for model, fed in told["workers_that_one_driver_feeds"].items():
            rows.append(f"{head} | {model} | {fed['dask']:,} | {fed['reading']:,} |")
    return "\n".join(rows) + "\n"


def _reckoned(found: dict[str, Any]) -> str:
    check, sizes = found["check"], found["words_of_a_recording"]
    seconds = {name: plan["seconds_of_the_longest_piece"] for name, plan in found["models"].items()}
    longest = "; ".join(f"with {name} no piece takes longer than {each} s" for name, each in seconds.items())
    longest = longest[:1].upper() + longest[1:]
    told = (
        f"\n{found['hours']:,} hours at {found['words_per_hour']:,} words each. A core-hour is taken to cost "
        f"{found['price_of_a_core_hour']}; put in your own price. Recordings have {sizes['10%']:,} to "
        f"{sizes['90%']:,} words (eight of ten of {found['recordings']}). {longest}.\n\n"
    )
    rows = [
        "| model | core-hours | money | workers | trouble | minutes | work in vain |",
        "|---|---:|---:|---:|---|---:|---:|",
    ]
    for model, plan in found["models"].items():
        for workers in (key for key in plan if key.endswith(" workers")):
            for trouble, run in plan[workers].items():
                head = f"| {model} | {plan['core_hours']:,.0f} | {plan['money']:,.2f} | {workers.split()[0]}"
                rows.append(f"{head} | {trouble} | {run['minutes']:,.1f} | {run['in_vain']:.1%} |")
    checked = (
        f"\nChecked on this machine: from the processor time of one worker the simulation says "
        f"{check['simulated_seconds_on_two']} s for two; the run with two took "
        f"{check['measured_cpu_seconds_on_two_cores']} s of processor time on each, and "
        f"{check['measured_seconds_on_two']} s by the clock beside other people's work.\n"
    )
    return told + "\n".join(rows) + "\n" + checked


def fuzz() -> str:
    """The table of the last run of `python -m benchmarks fuzz`, without its heading."""
    return (RESULTS / "fuzz.md").read_text(encoding="utf-8").partition("\n\n")[2]


def languages_found() -> str:
    """How often a language is found, from `python -m benchmarks language-detection`."""
    found = json.loads((RESULTS / "language-detection.json").read_text())["accuracy"]["pausa"]
    rows = [f"| words | {' | '.join(found)} |", "|---|" + "---:|" * len(found)]
    weakest = sorted(found["20"], key=lambda code: (found["20"][code] is None, found["20"][code], code))[:7]
    rows += [
        f"| {code} | {' | '.join(_percent(shares[code]) for shares in found.values())} |"
        for code in ("all", *(code for code in weakest if code != "all"))
    ]
    return "\n".join(rows) + "\n"


def reading_marks() -> str:
    """Precision and recall of commas and question marks, from `python -m benchmarks reading-marks`."""
    found = json.loads((RESULTS / "reading-marks.json").read_text(encoding="utf-8"))
    rows = ["| recordings of | words | commas, P / R | question marks, P / R |", "|---|---:|---|---|"]
    for name, told in found.items():
        both = (told[mark][str(at)] for mark, at in ((",", COMMA), ("?", QUESTION)))
        cells = " | ".join(
            "–" if None in each.values() else "{precision:.2f} / {recall:.2f}".format(**each) for each in both
        )
        rows.append(f"| {name} | {told['words']:,} | {cells} |")
    return "\n".join(rows) + "\n"


def last_table(name: str) -> str:
    """The last table on a page of results."""
    page = (RESULTS / f"{name}.md").read_text(encoding="utf-8").rstrip("\n")
    return page[page.rindex("\n\n") + 2 :] + "\n"


def everyday() -> str:
    """Made-up conversations in many languages, from bench everyday."""
    found = json.loads((RESULTS / "everyday.json").read_text())
    rows = ["| language | words | P / R | F1 | F1, threshold of parliament |", "|---|---:|---|---:|---:|"]
    for code, one in found.items():
        told = f"{one['precision']:.2f} / {one['recall']:.2f} | **{one['f1']:.2f}** | {one['fixed']:.2f}"
        rows.append(f"| {NAMES[code]} | {one['words']} | {told} |")
    means = (sum(one[name] for one in found.values()) / len(found) for name in ("f1", "fixed"))
    rows.append("| mean | | | **{:.2f}** | {:.2f} |".format(*means))
    return "\n".join(rows) + "\n"


def languages_measured() -> str:
    """What `world` reaches in each language, the best known first, from `python -m benchmarks languages`."""
    found = json.loads((RESULTS / "languages-test.json").read_text(encoding="utf-8"))
    rows = [
        "| language | F1 (95 %) | P / R | every N words | `bayes` | known | ? P / R | commas F1 | capitals F1 |",
        "|---|---|---|---:|---:|---|---|---:|---:|",
    ]
    for code, told in sorted(found.items(), key=lambda each: -each[1]["world"]["f1"]):
        best = told["world"]
        figures = Measured(best["f1"], told["every"]["f1"], told["bayes"]["f1"])
        capitals = (told["capitals"] or {}).get("f1")
        asks = " / ".join(figure(told["?"][name], 2) for name in ("precision", "recall"))
        between = "" if best["low"] is None else f" ({best['low']:.2f}–{best['high']:.2f})"
        rows.append(
            f"| {NAMES[code]} | **{best['f1']:.3f}**{between} | {best['precision']:.2f} / {best['recall']:.2f} "
            f"| {figures.every:.2f} | {figures.bayes:.2f} | {'well' if is_well(code, figures) else 'weakly'} "
            f"| {asks} | {figure(told[',']['f1'], 2)} | {figure(capitals, 2)} |"
        )
    return "\n".join(rows) + "\n"


def genres() -> str:
    """The default in every genre, and of which kind its errors are, from `python -m benchmarks genres`."""
    found = json.loads((RESULTS / "genres-dev.json").read_text(encoding="utf-8"))["models"]["default"]
    rows = [
        "| source | genre | known | words | precision | recall | F1 | added at comma or dash | missed before “and” … |",
        "|---|---|---|---:|---:|---:|---:|---:|---:|",
    ]
    for each in found:
        known = "words, times" if each["times"] else "words"
        scores = (f"{each[name]:.3f}" for name in ("precision", "recall", "f1"))
        kinds = (_percent(each[name]) for name in ("added_at_marks", "missed_before_and"))
        told = [each["source"], each["genre"], known, f"{each['words']:,}", *scores, *kinds]
        rows.append(f"| {' | '.join(told)} |")
    return "\n".join(rows) + "\n"


def world_in_english() -> str:
    """What English pays with `world`, source by source, from `python -m benchmarks genres`."""
    found = json.loads((RESULTS / "genres-dev.json").read_text(encoding="utf-8"))["models"]
    rows = [
        "| source | genre | words | known | default P / R / F1 | world P / R / F1 | cost |",
        "|---|---|---:|---|---|---|---:|",
    ]
    for own, other in zip(found["default"], found["world"], strict=True):
        cells = (" / ".join(f"{each[name]:.3f}" for name in ("precision", "recall", "f1")) for each in (own, other))
        known = "words, times" if own["times"] else "words"
        told = [own["source"], own["genre"], f"{own['words']:,}", known, *cells, f"{other['f1'] - own['f1']:+.3f}"]
        rows.append(f"| {' | '.join(told)} |")
    return "\n".join(rows) + "\n"


def world_speed() -> str:
    """How fast and how large `world` is, from `python -m benchmarks model-speed`."""
    speed = json.loads((RESULTS / "model_speed.json").read_text(encoding="utf-8"))
    found = speed["models"]["world"]
    return (
        f"{found['all cores']['words_per_second']:,} words a second on {speed['cores']} cores, "
        f"{found['one core']['words_per_second']:,} on one (the examples in Spanish, German and French, "
        f"{found['windows']['subwords_per_word']:.2f} subwords a word); {found['megabytes']} MB; "
        f"{found['cold_start_seconds']} s from the command to the last sentence of the German example.\n"
    )


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"


def part(name: str) -> str:
    """The text of a part: `help:COMMAND`, `help:COMMAND/SUBCOMMAND`, `scores:MODEL`, or one of the lists."""
    kind, _, command = name.partition(":")
    lists = {
        "formats": formats,
        "metrics": metrics,
        "families": families,
        "models": models,
        "commands": commands,
        "choice": choice,
        "example-pauses": example_pauses,
        "benchmarks": benchmarks,
        "measures": measures,
        "live-delay": live_delay,
        "live-cost": live_cost,
        "live-streams": live_streams,
        "house": house,
        "profiles": profiles,
        "subtitles": subtitles,
        "own-marks": own_marks,
        "own-marks-people": own_marks_of_people,
        "flags": flags,
        "languages-found": languages_found,
        "languages-measured": languages_measured,
        "genres": genres,
        "world-in-english": world_in_english,
        "everyday": everyday,
        "world-speed": world_speed,
        "reading-marks": reading_marks,
        "capitals": lambda: last_table("casing"),
        "adapting": lambda: last_table("adapting"),
        "lake": lake,
        "large": large,
        "fuzz": fuzz,
        "annotation-load": lambda: hardness.annotation_load(RESULTS),
        "playground-load": lambda: hardness.playground_load(RESULTS),
        "hostile": lambda: hardness.hostile(RESULTS),
        "noticed": lambda: hardness.noticed(RESULTS),
        "lake-driver": lake_driver,
        "front": lambda: figures.front(RESULTS),
        "looks": figures.log,
        "false-alarms": lambda: figures.coverage(RESULTS, 1),
        "verdicts": lambda: figures.coverage(RESULTS, 2),
    }
    if kind in ("help", "scores"):
        return help_of(command) if kind == "help" else figures.scores(command)
    return lists[kind]()


def renewed(page: str) -> str:
    """A page with its made parts written anew."""
    return PART.sub(lambda found: found[1] + part(found[2]) + found[3], page)


def write(docs: Path = DOCS) -> list[str]:
    """Write the pages whose made parts have changed, README among them; told are those that had to be left."""
    left: list[str] = []
    readme = docs.parent / "README.md"
    for path in (*sorted(docs.rglob("*.md")), *([readme] if readme.is_file() else [])):
        name = path.name if path == readme else path.relative_to(docs)
        text = path.read_text(encoding="utf-8")
        try:
            page = renewed(text)
        except FileNotFoundError as error:
            lacking = Path(error.filename)
            advice = "python -m benchmarks makes it" if lacking.parent == RESULTS else "write it first"
            left.append(f"left {name} as it is: {lacking.name} is missing; {advice}")
            continue
        if page != text:
            path.write_text(page, encoding="utf-8")
            print(f"wrote {name}")
    return left


if __name__ == "__main__":
    raise SystemExit("\n".join(write()) or None)
