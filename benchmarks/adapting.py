"""What ten minutes of learning from somebody's own transcripts give, in three domains no shipped model has learned.

    python -m benchmarks adapting --data DIR --work FOLDER [--domain ted]

TED talks (IWSLT 2011: 296,000 words to learn from; its two tests), speeches in the European Parliament (ESIC: fifteen
to learn from, the others to judge by) and Polish texts read aloud (PolEval 2021: its training texts and its test-A).
Each runs `pausa train transformer --from … --text …` as anybody would, on the cores there are, for the ten
minutes that are usual; F1 of sentence ends before and after is on recordings that neither the model nor its adaptation
has seen. The models stay in FOLDER: none is shipped.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.contractions import joined_words
from benchmarks.languages import cut, score
from benchmarks.places import RESULTS
from benchmarks.reports import saved, table
from benchmarks.sources import SOURCES, documents, read
from benchmarks.tables.iwslt import TESTS
from benchmarks.tables.poleval import PLACE, texts
from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.words import Transcript
from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.formats.files import read as read_file
from pausa.formats.files import store
from pausa.models import load
from pausa.models.base import Detector
from pausa.models.neural.onnx import available_cores
from pausa.text.marks import boundaries
from pausa.training.train import train

#: Words of a file to learn from, where a source has no files of its own.
FILE_WORDS = 3_000


@dataclass(frozen=True)
class Domain:
    """Transcripts to learn from, tests by name, and the model to start from."""

    title: str
    start: str
    language: str
    learned: Callable[[Path], Iterable[Document]]
    tests: Callable[[Path], dict[str, list[Document]]]


def _ted(path: Path) -> Document:
    return Document(Transcript(tuple(joined_words(read_file(path, format="iwslt").transcript.words))))


def _ted_parts(data: Path) -> Iterable[Document]:
    """The talks in parts of a few thousand words, cut where sentences end: where talks end is not told."""
    whole = _ted(data / "iwslt2011" / "dev2012.tsv").transcript
    start = 0
    for end in boundaries(whole.words).ends:
        if end + 1 - start >= FILE_WORDS or end + 1 == len(whole):
            yield Document(whole.slice(start, end + 1))
            start = end + 1


def _speeches(data: Path, *sides: Any) -> list[Document]:
    return [
        each for side in sides for recording in read(SOURCES["esic"], data, split=side) for each in documents(recording)
    ]


DOMAINS = {
    "ted": Domain(
        "TED talks",
        "default",
        "en",
        _ted_parts,
        lambda data: {name: [_ted(data / "iwslt2011" / file)] for name, file in TESTS.items()},
    ),
    "speeches": Domain(
        "speeches in the European Parliament",
        "default",
        "en",
        lambda data: _speeches(data, "train"),
        lambda data: {"speeches": _speeches(data, "dev", "test")},
    ),
    "polish": Domain(
        "Polish texts read aloud",
        "world",
        "pl",
        lambda data: texts(data / PLACE / "train"),
        lambda data: {"test-A": list(texts(data / PLACE / "test-A"))},
    ),
}


def adapt(domain: Domain, data: Path, place: Path) -> dict[str, Any]:
    """Train as a user would, and measure before and after."""
    files = place / "texts"
    files.mkdir(parents=True, exist_ok=True)
    n_words = 0
    for number, document in enumerate(domain.learned(data)):
        store([document], FORMATS["text"], files / f"{number:05}.txt", layout=Layout())
        n_words += document.n_words
    began, cpu = time.monotonic(), time.process_time()
    detector = _train(domain, files, place / "model")
    cost = {"minutes": (time.monotonic() - began) / 60, "cpu_minutes": (time.process_time() - cpu) / 60}
    before = load(domain.start).in_language(domain.language)
    rows = {
        name: {
            "words": sum(each.n_words for each in found),
            "before": score(cut(before, found), found).f1,
            "after": score(cut(detector, found), found).f1 if detector else None,
        }
        for name, found in domain.tests(data).items()
    }
    return {"learned_words": n_words, **{name: round(value, 1) for name, value in cost.items()}, "tests": rows}


def _train(domain: Domain, files: Path, folder: Path) -> Detector | None:
    """The adapted model; None where it would have been no better than the one it starts from, and is refused."""
    try:
        return train(
            "transformer",
            text=[files],
            output=folder,
            start=domain.start,
            language=domain.language,
            threads=available_cores(),
            say=lambda told: print(told, flush=True),
        )
    except OptionError as refused:
        print(refused, flush=True)
        return None


def page(figures: dict[str, Any]) -> str:
    """The table as Markdown."""
    rows = [
        [
            DOMAINS[name].title if name in DOMAINS else name,
            DOMAINS[name].start,
            told["learned_words"],
            f"{told['minutes']:.1f} ({told['cpu_minutes']:.1f})",
            test,
            row["words"],
            f"{row['before']:.3f}",
            "no better: none written" if row["after"] is None else f"{row['after']:.3f}",
        ]
        for name, told in figures.items()
        for test, row in told["tests"].items()
    ]
    head = ("domain", "from", "words learned", "minutes (of processor)", "test", "words", "F1 before", "F1 after")
    return "\n\n".join(
        [
            "# Own domains, adapted to",
            "F1 of sentence ends by the words alone, on recordings that were not learned from, before and after "
            "`pausa train transformer --from MODEL --text …`; `python -m benchmarks adapting`.",
            table(head, rows),
        ]
    )


def main(given: Sequence[str] | None = None) -> None:
    asked = argparse.ArgumentParser(description="F1 before and after adapting to three domains")
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--work", type=Path, required=True)
    asked.add_argument("--domain", action="append", choices=[*DOMAINS], default=[])
    options = asked.parse_args(given)
    before = RESULTS / "adapting.json"
    figures = json.loads(before.read_text(encoding="utf-8")) if options.domain and before.is_file() else {}
    for name in options.domain or DOMAINS:
        figures[name] = adapt(DOMAINS[name], options.data, options.work / name)
        print(name, figures[name], flush=True)
    saved("adapting", figures, page(figures))


if __name__ == "__main__":
    main()
