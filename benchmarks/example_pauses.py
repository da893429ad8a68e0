"""Why pauses alone do so well on the example interview, and what becomes of them where people hesitate.

    python -m benchmarks example-pauses

The interview is made up, and so are its times: what most of its annotators take for an end is a long silence, and the
other way round. The same words again without times, and with a silence of most of a second
behind every ninth word, as somebody makes who looks for the next one.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

from msgspec.structs import replace as word_with

from benchmarks.places import RESULTS
from pausa.core.document import Document
from pausa.core.words import Transcript, Word
from pausa.formats.files import read
from pausa.workflow.evaluate import evaluate
from pausa.workflow.segment import segment

EXAMPLES = RESULTS.parent.parent / "examples"
#: A silence that is long, about where the pause model cuts; and one that somebody makes who hesitates.
LONG_MS, HESITATION_MS, EVERY = 400, 800, 9


def interview() -> Document:
    return read(EXAMPLES / "interview.json")


def people() -> list[Document]:
    return [read(path) for path in sorted((EXAMPLES / "references").glob("*.txt"))]


def hesitating(document: Document) -> Document:
    """The recording with a silence behind every ninth word, and all later words so much later."""
    words = [_later(word, HESITATION_MS * (place // EVERY)) for place, word in enumerate(document.transcript.words)]
    return replace(document, transcript=Transcript(tuple(words), document.transcript.events))


def without_times(document: Document) -> Document:
    words = tuple(word_with(word, start=None, end=None) for word in document.transcript.words)
    return replace(document, transcript=Transcript(words, document.transcript.events))


def _later(word: Word, by: int) -> Word:
    return word_with(
        word,
        start=None if word.start is None else word.start + by,
        end=None if word.end is None else word.end + by,
    )


def silences(document: Document, ends: set[int]) -> dict[str, float]:
    """The share of ends that are long silences, and of long silences that are ends."""
    words = document.transcript.words
    long = {
        place
        for place, (one, other) in enumerate(pairwise(words))
        if one.end is not None and other.start is not None and other.start - one.end >= LONG_MS
    }
    inner = ends - {len(words) - 1}
    return {
        "ends that are long silences": len(long & inner) / len(inner),
        "long silences that are ends": len(long & inner) / max(1, len(long)),
    }


def figures() -> dict[str, Any]:
    """F1, the mean over the annotators, of both models on each version, and what silences tell."""
    spoken, judges = interview(), people()
    most = {
        place
        for place in range(spoken.n_words)
        if 2 * sum(place in each.segmentations[0].ends for each in judges) > len(judges)
    }
    found: dict[str, Any] = {}
    for name, document in (("as it is", spoken), ("with hesitations", hesitating(spoken))):
        found[name] = silences(document, most) | {
            model: _f1(document, model, judges) for model in ("pause", "transformer")
        }
    found["without times"] = {"transformer": _f1(without_times(spoken), "transformer", judges)}
    return found


def _f1(document: Document, model: str, judges: list[Document]) -> float:
    result = evaluate(judges, segment(document, model), metrics=["f1_mean"], humans=False, confidence=False)
    return float(result.systems[0].scores["f1_mean"].value)


def main() -> None:
    found = figures()
    print(json.dumps(found, indent=1))
    (RESULTS / "example-pauses.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
