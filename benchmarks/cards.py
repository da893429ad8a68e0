"""The figures on the cards of the models that come with Pausa: all on the same recordings, whole.

    python -m benchmarks cards --data DIR [--part dev] [--model NAME]…     writes the manifests, and results/cards.json
    python -m benchmarks cards --list                                      writes card_recordings.txt
    python -m benchmarks cards --write                                     writes the manifests of results/ again

The recordings are those in `card_recordings.txt`: test recordings of the sources that all models learned from. They
were test recordings in the first lists, too, by which weights were made at first (`splits/first`); of a source with
many, so many by chance. F1 is measured with words alone, and with times where silences are real. Reliability and
calibration error are measured on the same recordings: nothing was fitted to them. Where the front table
(`benchmarks.front`) was made with the same weights, its figures are told, too. Figures are kept as they are measured
and rounded once, where they are shown, so that README and cards agree.

A run is logged (`benchmarks.looks`). With `--part dev` as many dev recordings of the same sources are scored, and no
card is written.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from math import isnan
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from benchmarks import looks
from benchmarks.front import GENRES, WORDS
from benchmarks.places import RESULTS
from benchmarks.scoring import Counted, Talk, calibration_error, count, cut_by, draw, figures, talks
from benchmarks.sources import SOURCES, check_there, read
from benchmarks.split_lists import FOLDER, listed
from pausa.core.errors import InputError
from pausa.formats.files import save
from pausa.metrics.base import Options
from pausa.metrics.signature import signature
from pausa.models import load
from pausa.models.storage import BUNDLED, Manifest, Score, open_folder, save_manifest
from pausa.training.neural.calibration import measure_reliability
from pausa.training.neural.heldout import Predictions

LIST = Path(__file__).parent / "card_recordings.txt"
#: The sources that all models learned from, as cards call them.
NAMES = {
    "earnings22": "Earnings-22",
    "icsi-mrda": "ICSI MRDA",
    "changelog": "Changelog transcripts",
    "committee": "QMSum committee meetings",
    "ami": "AMI Meeting Corpus",
}
MOST = 12
CARDS, FRONT = RESULTS / "cards.json", RESULTS / "front.json"
_NOTES = (
    "The recordings by which the cards of all models are made: `python -m benchmarks cards --list`.",
    "Test recordings of both the present lists and the first ones, at most 12 of a source, by chance.",
    "AMI and ICSI have few: the first lists parted them by meeting, the present ones by people.",
)


def choose() -> dict[str, list[str]]:
    """Recordings that are test in the present lists and were test in the first."""
    return {source: draw(_test_in_both(source), MOST, seed=f"cards {source}") for source in NAMES}


def _test_in_both(source: str) -> list[str]:
    first = set((FOLDER / "first" / f"{source}.test.txt").read_text(encoding="utf-8").splitlines())
    return sorted(name for name, side in listed(source).items() if side == "test" and name in first)


def render_list(chosen: Mapping[str, Sequence[str]]) -> str:
    """The list as a file: notes, then a source and an id in each line."""
    lines = [f"# {note}" for note in _NOTES]
    return "\n".join([*lines, *(f"{source} {name}" for source, names in chosen.items() for name in names)]) + "\n"


def parse_list(text: str, *, name: str = "<text>") -> dict[str, list[str]]:
    """The recordings of each source."""
    found: dict[str, list[str]] = {}
    for line_number, line in enumerate(text.splitlines(), start=1):
        if line and not line.startswith("#"):
            source, _, recording = line.partition(" ")
            if source not in NAMES or not recording:
                raise InputError(name, line_number, f"not a line of this list: {line!r}", "write a source and an id")
            found.setdefault(source, []).append(recording)
    return found


def recordings(data: Path, part: str) -> dict[str, list[Talk]]:
    """The recordings by source: those of the list, or as many of the dev part."""
    if part == "test":
        wanted = parse_list(LIST.read_text(encoding="utf-8"), name=str(LIST))
        return {source: _found(source, data, names) for source, names in wanted.items()}
    dev = {source: sorted(name for name, side in listed(source).items() if side == "dev") for source in NAMES}
    return {source: _found(source, data, draw(names, MOST, seed=f"cards {source}")) for source, names in dev.items()}


def _found(source: str, data: Path, names: Sequence[str]) -> list[Talk]:
    found = talks(each for each in read(SOURCES[source], data) if each.id in set(names))
    missing = set(names) - {talk.name for talk in found}
    if missing:
        raise InputError(str(data / source), None, f"lacks {', '.join(sorted(missing))}", "get the data set whole")
    return found


def measure(model: str, held_out: Mapping[str, Sequence[Talk]], part: str) -> dict[str, Any]:
    """The rows of a card, and how far the probabilities of the model can be trusted."""
    cut = cut_by(load(model))
    rows: list[dict[str, Any]] = []
    everything: list[Counted] = []
    for source, found in held_out.items():
        for times in (True, False) if SOURCES[source].pauses else (False,):
            counted = [count(talk, cut, times=times) for talk in found]
            everything += counted
            rows.append(
                {
                    "source": source,
                    "known": "words and times" if times else "words alone",
                    "part": part,
                    "recordings": len(found),
                    "words": sum(talk.n_words for talk in found),
                    **{key: None if isnan(value) else value for key, value in figures(counted).items()},
                    "ece": calibration_error(counted),
                }
            )
    return {
        "digest": looks.digest(model),
        "rows": rows,
        "ece": calibration_error(everything),
        "reliability": reliability(everything),
    }


def reliability(counted: Sequence[Counted]) -> list[dict[str, float]]:
    """What was said and what came, for gaps of about the same probability."""
    said = np.fromiter(chain.from_iterable(each.said for each in counted), dtype=np.float64)
    came = np.fromiter(chain.from_iterable(each.came for each in counted), dtype=np.bool_)
    return measure_reliability([Predictions("", said, came, np.zeros(said.size, dtype=bool))])


def scores(found: dict[str, Any]) -> list[Score]:
    """What a card says: F1 on each source, and the calibration error on all."""
    f1, ece = (signature(key, Options(), 1) for key in ("f1_mean", "ece_mean"))
    told = [
        Score(on=NAMES[row["source"]], value=row["f1"], signature=f1, note=_note(row, row["known"]))
        for row in found["rows"]
    ]
    note = "calibration error; nothing was fitted to these recordings"
    return [*told, Score(on="all of these", value=found["ece"], signature=ece, note=note)]


def front_scores(model: str, digest: str, path: Path = FRONT) -> list[Score]:
    """What the front table says about a model, if it was made with the same weights."""
    if not path.is_file():
        return []
    found = json.loads(path.read_text(encoding="utf-8"))["figures"]
    name = "default" if model == "transformer" else model
    if found["models"].get(name) != digest:
        return []
    f1 = signature("f1_mean", Options(), 1)
    return [
        Score(
            on=row["genre"] + f" ({', '.join(GENRES[row['genre']])})",
            value=row["systems"][name]["f1"],
            signature=f1,
            note=_note(
                {**row, **row["systems"][name], "part": found["part"]},
                "words alone" if row["known"] == WORDS else row["known"],
            ),
        )
        for row in found["genres"]
    ]


def _note(row: Mapping[str, Any], known: str) -> str:
    several = "recording" if row["recordings"] == 1 else "recordings"
    told = f"{row['recordings']} {row['part']} {several}, {row['words']:,} words, {known}"
    return told if row["low"] is None else f"{told}; 95 % [{row['low']:.3f}, {row['high']:.3f}]"


def write_card(folder: Path, model: str, found: dict[str, Any]) -> None:
    """Put the figures into the manifest of a model."""
    manifest: Manifest = open_folder(folder).manifest
    told = msgspec.structs.replace(
        manifest,
        scores=(*scores(found), *front_scores(model, found["digest"])),
        settings={**manifest.settings, "reliability": found["reliability"]},
    )
    save_manifest(folder, told)


def write_cards(found: Mapping[str, dict[str, Any]]) -> None:
    """Put the figures of models into their manifests, if they were measured with the same weights."""
    for model, figures_of in found.items():
        if figures_of["digest"] != looks.digest(model):
            raise InputError(str(CARDS), None, f"{model} had other weights", "score it: python -m benchmarks cards")
    for model, figures_of in found.items():
        write_card(BUNDLED / looks.FOLDERS[model], model, figures_of)


def page(found: Mapping[str, dict[str, Any]]) -> str:
    """The figures of all models side by side, in Markdown."""
    models = list(found)
    rows = [
        f"| source | known | recordings | words | {' | '.join(models)} |",
        "|---|---|---:|---:|" + "---|" * len(models),
    ]
    for place, row in enumerate(found[models[0]]["rows"]):
        cells = " | ".join(_cell(found[model]["rows"][place]) for model in models)
        rows.append(f"| {row['source']} | {row['known']} | {row['recordings']} | {row['words']:,} | {cells} |")
    errors = " | ".join(f"{found[model]['ece']:.4f}" for model in models)
    rows.append(f"| calibration error of all | | | | {errors} |")
    title = (
        "# The cards of the models\n\nF1 with 95 % intervals over whole recordings; `python -m benchmarks cards`.\n\n"
    )
    return title + "\n".join(rows) + "\n"


def _cell(row: Mapping[str, Any]) -> str:
    spread = "" if row["low"] is None else f" [{row['low']:.3f}, {row['high']:.3f}]"
    return f"{row['f1']:.3f}{spread}"


def run(data: Path, part: str, models: Sequence[str], say: Callable[[str], None] = print) -> dict[str, dict[str, Any]]:
    """The figures of these models."""
    held_out = recordings(data, part)
    found = {}
    for model in models:
        found[model] = measure(model, held_out, part)
        say(f"{model}: calibration error {found[model]['ece']:.4f}")
    return found


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--data", type=Path, metavar="DIR", help="the folder that holds the data sets")
    asked.add_argument("--part", choices=["dev", "test"], default="test")
    asked.add_argument(
        "--model", action="append", choices=list(looks.FOLDERS), help="only this one; all if none is given"
    )
    asked.add_argument("--list", action="store_true", help="choose the recordings and write the list, nothing else")
    asked.add_argument("--write", action="store_true", help="write the cards again from results/, score nothing")
    looks.add_again(asked)
    given = asked.parse_args()
    if given.list:
        save(render_list(choose()), LIST)
        return
    if given.write:
        write_cards(json.loads(CARDS.read_text(encoding="utf-8")))
        return
    if given.data is None:
        asked.error("the following arguments are required: --data")
    models = given.model or list(looks.FOLDERS)
    check_there(NAMES, given.data)
    digests = {model: looks.digest(model) for model in models}
    looks.look(NAMES, given.part, command="cards", models=digests, again=given.again)
    found = run(given.data, given.part, models)
    print(page(found))
    if given.part == "test":
        write_cards(found)
        known = json.loads(CARDS.read_text(encoding="utf-8")) if CARDS.is_file() else {}
        newest = {**known, **found}
        whole = {model: newest[model] for model in looks.FOLDERS if model in newest}
        save(json.dumps(whole, indent=1) + "\n", CARDS)
        save(page(whole), CARDS.with_suffix(".md"))


if __name__ == "__main__":
    main()
