"""The corpora that models which come with Pausa learn from: licence, what can be trusted, who is held out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.contractions import joined_words
from benchmarks.held_out import held_out
from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.messages import Say
from pausa.core.words import Transcript
from pausa.training.corpora import documents
from pausa.training.neural.sources import Source

_BY = "CC BY 4.0"
_SHARE = "CC BY-SA 4.0"
#: Folders to measure with, never to learn from.
MEASURE_ONLY = frozenset({"earnings21", "coraal-multi", "wisebe-sample", "poleval-2021-pl"})


def talks(paths: Sequence[Path], say: Say) -> Iterator[Document]:
    """TED talks of IWSLT, whose contractions stand in two pieces."""
    for each in documents(paths, format="iwslt", say=say):
        yield replace(each, transcript=Transcript(joined_words(each.transcript.words)))


#: Where the files of each are below the data folder, and all else that is known about it.
_KNOWN = (
    ("earnings22", Source("earnings22", (), 3.0, format="nlp", licence=_SHARE, attribution="Earnings-22, Rev.com")),
    (
        "icsi-mrda",
        Source(
            "icsi-mrda",
            (),
            1.5,
            commas=False,
            channels="both",
            format="nlp",
            licence=_BY,
            attribution="ICSI meeting corpus, MRDA labels",
        ),
    ),
    (
        "changelog",
        Source("changelog", (), 3.0, pauses=False, licence=_SHARE, attribution="Changelog podcast transcripts"),
    ),
    ("committee", Source("committee", (), 0.7, pauses=False, licence="MIT", attribution="QMSum committee meetings")),
    (
        "ami",
        Source(
            "ami", (), 1.0, pauses=False, channels="both", format="nlp", licence=_BY, attribution="AMI meeting corpus"
        ),
    ),
    (
        "iwslt2011/dev2012.tsv",
        Source("iwslt2011", (), 1.0, pauses=False, reader=talks, licence="CC BY-NC-ND", attribution="TED, IWSLT 2011"),
    ),
)


def known_sources(data: Path, weights: Mapping[str, float]) -> list[Source]:
    """The sources named in `weights`, with these shares in a mixture."""
    found = {source.name: replace(source, paths=(data / place,)) for place, source in _KNOWN}
    for name in weights:
        if name in MEASURE_ONLY or name not in found:
            raise OptionError(f"There is no corpus {name!r} to learn from; there are {', '.join(found)}.")
    return [
        replace(found[name], weight=weight, held_out=None if name == "iwslt2011" else held_out(name))
        for name, weight in weights.items()
    ]
