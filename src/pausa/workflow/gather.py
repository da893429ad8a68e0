"""From files, folders and documents to what is to be scored: who marked which recording, and which recordings match.

An annotation is one person's (or one system's) segmentation of one recording. A file gives those that it holds; a
folder gives those of its files, matched to others by name. Where every input holds one recording the names need not
match. A folder of references beside a hypothesis that is one file holds one file per annotator.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from pausa.core.document import Document
from pausa.core.errors import InputError, OptionError
from pausa.core.messages import Say
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.formats.files import read_all
from pausa.workflow.conventions import Conventions
from pausa.workflow.segments import Segments

#: A file, a folder, a document, a bare segmentation, or the documents of one person or system.
Input: TypeAlias = "str | Path | Document | Segmentation | Sequence[Document]"
#: One of them, several, or several by the names of their makers.
Inputs: TypeAlias = "Input | Sequence[Input] | Mapping[str, Input]"


@dataclass(frozen=True)
class Annotation:
    """Who marked which recording how, over which words; `source` is where it was read."""

    recording: str
    by: str
    transcript: Transcript
    segmentation: Segmentation
    source: str = ""


@dataclass(frozen=True)
class Recording:
    """One recording: the references' annotations and each system's."""

    name: str
    references: tuple[Annotation, ...]
    systems: tuple[Annotation, ...] = ()


@dataclass(frozen=True)
class _Part:
    """What one input holds: documents, and the name of whoever made them."""

    label: str
    documents: tuple[Document, ...]
    source: str = ""

    @property
    def names(self) -> list[str]:
        return [document.name for document in self.documents]


def gather(references: Inputs, hypotheses: Inputs = (), *, conventions: Conventions, say: Say) -> list[Recording]:
    """The recordings that references and hypotheses are about, each with everyone's annotations."""
    systems = _labelled([_part(one, label, conventions, say) for label, one in _each(hypotheses, "system")])
    people = _labelled(_people(_each(references, "reference"), systems, conventions, say))
    if not people:
        raise OptionError("There is no reference to score against; give at least one (-r).")
    return _match(people, systems, conventions, say)


def _each(inputs: Inputs, kind: str) -> list[tuple[str, Input]]:
    """Every input with the name of its maker, as far as it is known before reading."""
    if isinstance(inputs, Mapping):
        return list(inputs.items())
    if isinstance(inputs, str | Path | Document | Segmentation):
        inputs = [inputs]
    return [(_label(one, f"{kind} {number}"), one) for number, one in enumerate(inputs, start=1)]


def _label(one: Input, otherwise: str) -> str:
    if isinstance(one, str | Path):
        return _file_label(Path(one))
    if isinstance(one, Segmentation):
        return one.by or otherwise
    if isinstance(one, Document):
        return _maker(one) or one.name or otherwise
    makers = {_maker(document) for document in one}
    return (makers.pop() if len(makers) == 1 else "") or otherwise


def _maker(document: Document) -> str:
    return document.segmentations[0].by if len(document.segmentations) == 1 else ""


def _file_label(path: Path) -> str:
    if path.is_dir():
        return path.resolve().name
    return path.name.split(".")[0] if not path.name.startswith(".") else path.name


def _part(one: Input, label: str, conventions: Conventions, say: Say) -> _Part:
    """What an input holds."""
    if isinstance(one, Segments):
        return _Part(label, (one.document,))
    if isinstance(one, Segmentation):
        return _Part(label, (Document(Transcript.blank(one.n_words), (one,)),))
    if isinstance(one, Document):
        return _Part(label, (one,))
    if not isinstance(one, str | Path):
        return _Part(label, _distinct_names(one, label))
    place = Path(one)
    if not place.is_dir():
        found = _read(str(one), conventions, say)
    else:
        found = [document for path in sorted(place.iterdir()) for document in _documents_in(path, conventions, say)]
        if not found:
            raise InputError(str(one), None, "no transcript in this folder")
    return _Part(label, _distinct_names(found, str(one)), str(one))


def _people(
    inputs: Sequence[tuple[str, Input]], systems: Sequence[_Part], conventions: Conventions, say: Say
) -> list[_Part]:
    """The references; beside a single recording that is no folder, a folder holds one file per annotator."""
    by_name = any(Path(system.source).is_dir() for system in systems if system.source)
    one_recording = not by_name and all(len(system.documents) == 1 for system in systems)
    found: list[_Part] = []
    for label, one in inputs:
        is_folder = isinstance(one, str | Path) and Path(one).is_dir()
        if is_folder and one_recording and (systems or len(inputs) == 1):
            found += _annotators_in(str(one), conventions=conventions, say=say)
        else:
            found.append(_part(one, label, conventions, say))
    return found


def _annotators_in(folder: str, *, conventions: Conventions, say: Say) -> list[_Part]:
    """A folder of one file per annotator of the same recording."""
    found = [
        _Part(_file_label(path), (document,), str(path))
        for path in sorted(Path(folder).iterdir())
        for document in _documents_in(path, conventions, say)
    ]
    if not found:
        raise InputError(folder, None, "no transcript in this folder")
    return found


def _read(path: str | Path, conventions: Conventions, say: Say) -> list[Document]:
    return read_all(path, format=conventions.format, language=conventions.language, warn=say, limits=conventions.limits)


def _documents_in(path: Path, conventions: Conventions, say: Say) -> list[Document]:
    """The documents of a file in a folder; what is no transcript is passed over with a message."""
    if path.is_dir() or path.name.startswith("."):
        return []
    try:
        return _read(path, conventions, say)
    except InputError as problem:
        say(f"passed over: {problem}")
        return []


def _distinct_names(documents: Iterable[Document], source: str) -> tuple[Document, ...]:
    found = tuple(documents)
    for place, document in enumerate(found):
        if document.name in (other.name for other in found[:place]):
            raise InputError(source, None, f"two recordings are called {document.name!r}", "rename one")
    return found


def _labelled(parts: Sequence[_Part]) -> list[_Part]:
    """The same with labels that differ: where two are equal, the folder is put before each."""
    labels = [part.label for part in parts]
    named = [
        f"{Path(part.source).resolve().parent.name}/{part.label}"
        if part.source and labels.count(part.label) > 1
        else part.label
        for part in parts
    ]
    numbered = (name if named.count(name) == 1 else f"{name} ({number})" for number, name in enumerate(named, start=1))
    return [replace(part, label=label) for part, label in zip(parts, numbered, strict=True)]


def _match(
    references: Sequence[_Part], systems: Sequence[_Part], conventions: Conventions, say: Say
) -> list[Recording]:
    """Recordings by name; what is not in every input is left out with a message."""
    everyone = [*references, *systems]
    if all(len(part.documents) == 1 for part in everyone):
        name = (systems or references)[0].documents[0].name or "recording"
        return [_recording(name, references, systems, conventions, only=True)]
    common = [name for name in everyone[0].names if all(name in part.names for part in everyone)]
    if not common:
        raise OptionError(
            "No recording is in all of them: "
            + "; ".join(f"{part.label} has {_some(part.names)}" for part in everyone)
            + ". Recordings are matched by name."
        )
    for part in everyone:
        missing = [name for name in part.names if name not in common]
        if missing:
            say(f"{part.label}: {len(missing)} recordings that not all have are left out ({_some(missing)})")
    return [_recording(name, references, systems, conventions) for name in common]


def _recording(
    name: str, references: Sequence[_Part], systems: Sequence[_Part], conventions: Conventions, *, only: bool = False
) -> Recording:
    people, made = (
        tuple(
            annotation
            for part in parts
            for document in part.documents
            if only or document.name == name
            for annotation in _annotations(name, document, part, conventions)
        )
        for parts in (references, systems)
    )
    return Recording(name, people, made)


def _annotations(name: str, document: Document, part: _Part, conventions: Conventions) -> list[Annotation]:
    return [
        Annotation(name, one.by, document.transcript, one, part.source or document.name)
        for one in conventions.read(document, part.label)
    ]


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
