"""Subtitles as one would ship them: how many cues break the rules, with a cue for each sentence and with the rules.

    python -m benchmarks subtitles --data DIR

The words of each recogniser of Earnings-21 and the examples that come with Pausa, cut by the default model. What is
counted is read from the written SRT again; so are the words, none of which may be missing.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.places import RESULTS
from pausa.core.document import Document
from pausa.formats.files import parse, read_all
from pausa.formats.subtitling import Faults, faults_of, rules_of
from pausa.models import load
from pausa.workflow.segment import segment

EXAMPLES = RESULTS.parent.parent / "examples"
PROFILES = ("plain", "netflix")


def sources(data: Path, calls: int) -> Iterator[tuple[str, list[Document]]]:
    """Each recogniser with some of its calls, and the example."""
    place = data / "earnings21"
    for folder in sorted(path for path in place.iterdir() if path.is_dir() and path.name != "references"):
        files = sorted(path for path in folder.iterdir() if path.is_file())[:calls]
        found = [read_all(path, warn=lambda _: None)[0] for path in files]
        timed = [document for document in found if document.transcript.has_times]
        if timed:
            yield f"Earnings-21, {folder.name}", timed
    yield "example interview", read_all(EXAMPLES / "interview.json")


def measure(documents: list[Document], profile: str) -> dict[str, int]:
    """Counts over the written cues, by the rules of netflix."""
    rules = rules_of("netflix")
    total, lost = Faults(), 0
    detector = load("default")
    for document in documents:
        found = segment(document, detector, marks="auto")
        content = str(found.render("srt", profile=profile))
        (again,) = parse(content.encode(), name="talk.srt", format="srt", warn=lambda _: None)
        said, read = (
            [str(word).lstrip("-—").casefold().rstrip(".?!,") for word in each.transcript.words]
            for each in (found.document, again)
        )
        lost += said != read
        cues = again.shown.cues if again.shown else ()
        before = True
        for cue in cues:
            ends = cue.lines[-1].rstrip("\"')]")[-1:] in ".?!;"
            lines = [line.split() for line in cue.lines]
            total += faults_of(cue.start or 0, cue.end or 0, lines, rules, alone=before and ends)
            before = ends
    return {**asdict(total), "files whose words changed": lost}


def main() -> None:
    asked = argparse.ArgumentParser(description="how many cues break the rules of subtitling")
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--calls", type=int, default=4, help="calls of each recogniser")
    given = asked.parse_args()
    figures: dict[str, Any] = {}
    for name, documents in sources(given.data, given.calls):
        figures[name] = {profile: measure(documents, profile) for profile in PROFILES}
        print(name, figures[name], flush=True)
    (RESULTS / "subtitles.json").write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
