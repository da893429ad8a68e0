"""People who just talk, in languages that were learned from parliaments: how many ends are found by the words alone.

    python -m benchmarks everyday [--model NAME_OR_FOLDER]

The conversations in `everyday_talk` were made up for this, one for each language, with the marks that their writer gave
them; they are small, and nothing is learned from them, but the way in which thresholds follow a recording was chosen
with them in view. They are read in lower case, without marks, turns or times: once as `segment` cuts them, once by the
threshold as it is for parliament.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from benchmarks.languages import bare, matches
from benchmarks.reports import saved, table
from pausa.core.document import Document
from pausa.formats.files import read
from pausa.metrics.slots import Matches, slot_scores
from pausa.models import load
from pausa.models.base import Detector
from pausa.workflow.segment import segment

TALKS = Path(__file__).parent / "everyday_talk"


def talks() -> dict[str, Document]:
    """The conversations by language."""
    return {path.stem: read(path, format="text", language=path.stem) for path in sorted(TALKS.glob("*.txt"))}


def cut_by(detector: Detector, talk: Document, threshold: float | None) -> Matches:
    """The counts of one conversation."""
    made = segment(bare(talk), detector, marks="ignore", turns="ignore", threshold=threshold)
    return matches(talk, made.ends)


def measure(detector: Detector) -> dict[str, dict[str, float]]:
    """Precision, recall and F1 of each conversation, and F1 by the threshold as it is for parliament."""
    found = {}
    for code, talk in talks().items():
        spoken = detector.in_language(code)
        own, fixed = (slot_scores(cut_by(spoken, talk, at)) for at in (None, spoken.threshold))
        found[code] = {
            "words": talk.n_words,
            **{name: round(own[name], 4) for name in ("precision", "recall", "f1")},
            "fixed": round(fixed["f1"], 4),
        }
    return found


def page(found: dict[str, dict[str, float]]) -> str:
    """The table as Markdown."""
    rows = [
        [code, int(one["words"]), f"{one['precision']:.2f} / {one['recall']:.2f}", f"**{one['f1']:.2f}**",
         f"{one['fixed']:.2f}"]
        for code, one in found.items()
    ]  # fmt: skip
    f1, fixed = (sum(one[name] for one in found.values()) / len(found) for name in ("f1", "fixed"))
    rows.append(["mean", "", "", f"**{f1:.3f}**", f"{fixed:.3f}"])
    told = "Sentence ends by the words alone, in lower case, without turns; `python -m benchmarks everyday`."
    head = ("language", "words", "P / R", "F1", "F1, threshold of parliament")
    return "\n\n".join(["# Everyday talk", told, table(head, rows)])


def main(given: Sequence[str] | None = None) -> None:
    asked = argparse.ArgumentParser(description="F1 on made-up conversations in many languages")
    asked.add_argument("--model", default="world")
    found = measure(load(asked.parse_args(given).model))
    told = page(found)
    saved("everyday", found, told)
    print(told)


if __name__ == "__main__":
    main()
