"""From file names to what is to be scored: who is a reference, who a system, which recordings match.

An argument is a bundle: recordings by name, each a document. A file is a bundle of what it holds; a
folder is a bundle of its files, matched to other bundles by name. Where every bundle holds one recording
the names need not match. A folder of references beside a hypothesis that is one file holds one file per
annotator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pausa.core.document import Document
from pausa.core.errors import InputError, OptionError
from pausa.core.segmentation import Segmentation
from pausa.core.unpacking import USUAL, ReadLimits
from pausa.formats.base import end_marks
from pausa.formats.files import read_all
from pausa.text.marks import DELIMITERS, boundaries, chief, delimiters_for

Say = Callable[[str], None]


@dataclass(frozen=True)
class Bundle:
    """Recordings of one source, by name; `label` names whoever made them."""

    label: str
    documents: Mapping[str, Document]

    @property
    def is_single(self) -> bool:
        return len(self.documents) == 1


@dataclass(frozen=True)
class Reading:
    """How files and boundaries are read, and whether words written otherwise count as the same."""

    level: str = "sentence"
    marks: str = DELIMITERS
    language: str = "en"
    format: str | None = None
    joins: bool = False
    limits: ReadLimits = USUAL

    def segmentations(self, document: Document, label: str) -> tuple[Segmentation, ...]:
        """Everyone's segmentation of a document: those it holds, else what its marks spell."""
        delimiters = delimiters_for(self.level, self.marks)
        if not document.segmentations:
            return (boundaries(document.transcript.words, delimiters=delimiters, by=label),)
        return tuple(
            self._at_level(document, one).named(one.by or label if len(document.segmentations) > 1 else label)
            for one in document.segmentations
        )

    def _at_level(self, document: Document, segmentation: Segmentation) -> Segmentation:
        """A stored segmentation with its marks, as far as they count; a clause also ends at commas in the words."""
        delimiters = delimiters_for(self.level, self.marks)
        last = segmentation.n_words - 1
        marks = {
            end: mark
            for end, mark in zip(segmentation.ends, end_marks(document, segmentation), strict=True)
            if end == last or not segmentation.marks or not mark or mark in delimiters
        }
        if self.level == "clause":
            for index, word in enumerate(document.transcript.words):
                if word.mark and chief(word.mark) == ",":
                    marks.setdefault(index, ",")
        ends = sorted(marks)
        made = Segmentation.of(segmentation.n_words, ends, marks=[marks[end] for end in ends])
        return replace(made, by=segmentation.by, probabilities=segmentation.probabilities)


def bundle(path: str, *, reading: Reading, say: Say) -> Bundle:
    """What a file or a folder holds."""
    place = Path(path)
    if not place.is_dir():
        documents = read_all(path, format=reading.format, language=reading.language, warn=say, limits=reading.limits)
        return Bundle(_label(place), _by_name(documents, path))
    found: list[Document] = []
    for each in sorted(place.iterdir()):
        found += _documents_in(each, reading, say)
    if not found:
        raise InputError(path, None, "no transcript in this folder")
    return Bundle(place.resolve().name, _by_name(found, path))


def annotators_in(folder: str, *, reading: Reading, say: Say) -> list[Bundle]:
    """A folder of one file per annotator of the same recording, as bundles."""
    found = [
        Bundle(_label(path), {document.name: document})
        for path in sorted(Path(folder).iterdir())
        for document in _documents_in(path, reading, say)
    ]
    if not found:
        raise InputError(folder, None, "no transcript in this folder")
    return found


def _documents_in(path: Path, reading: Reading, say: Say) -> list[Document]:
    """The documents of a file in a folder; what is no transcript is passed over with a message."""
    if path.is_dir() or path.name.startswith("."):
        return []
    try:
        return read_all(path, format=reading.format, language=reading.language, warn=say, limits=reading.limits)
    except InputError as problem:
        say(f"passed over: {problem}")
        return []


def _by_name(documents: Iterable[Document], source: str) -> dict[str, Document]:
    named: dict[str, Document] = {}
    for document in documents:
        if document.name in named:
            raise InputError(source, None, f"two recordings are called {document.name!r}", "rename one")
        named[document.name] = document
    return named


def _label(path: Path) -> str:
    return path.name.split(".")[0] if not path.name.startswith(".") else path.name


def distinct(labels: Sequence[str], paths: Sequence[str]) -> list[str]:
    """Labels that differ: where two are equal, the folder is put before each."""
    repeated = {label for label in labels if labels.count(label) > 1}
    named = [
        f"{Path(path).resolve().parent.name}/{label}" if label in repeated else label
        for label, path in zip(labels, paths, strict=True)
    ]
    return [name if named.count(name) == 1 else f"{name} ({number})" for number, name in enumerate(named, start=1)]


@dataclass(frozen=True)
class Recording:
    """One recording: the references' documents and each system's, under the names of their makers."""

    name: str
    references: tuple[tuple[str, Document], ...]
    systems: tuple[tuple[str, Document], ...] = ()


def recordings(references: Sequence[Bundle], systems: Sequence[Bundle], *, say: Say) -> list[Recording]:
    """Bundles matched by recording; what is not in every bundle is left out with a message."""
    everyone = [*references, *systems]
    if not everyone:
        raise OptionError("Nothing to score: give references (-r) and hypotheses.")
    if all(one.is_single for one in everyone):
        name = next(iter((systems or references)[0].documents))
        return [
            Recording(
                name,
                tuple((one.label, _only(one)) for one in references),
                tuple((one.label, _only(one)) for one in systems),
            )
        ]
    common = [name for name in everyone[0].documents if all(name in one.documents for one in everyone)]
    if not common:
        raise OptionError(
            "No recording is in all of them: "
            + "; ".join(f"{one.label} has {_some(list(one.documents))}" for one in everyone)
            + ". Recordings are matched by name."
        )
    for one in everyone:
        missing = [name for name in one.documents if name not in common]
        if missing:
            say(f"{one.label}: {len(missing)} recordings that not all have are left out ({_some(missing)})")
    return [
        Recording(
            name,
            tuple((one.label, one.documents[name]) for one in references),
            tuple((one.label, one.documents[name]) for one in systems),
        )
        for name in common
    ]


def _only(one: Bundle) -> Document:
    return next(iter(one.documents.values()))


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
