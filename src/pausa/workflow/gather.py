"""From files, folders and documents to what is to be scored: who marked which recording, and which recordings match.

An annotation is one person's (or one system's) segmentation of one recording. A file gives those that it holds; a
folder gives those of its files, matched to others by name. Where every input holds one recording the names need not
match. A folder of references beside a hypothesis that is one file holds one file per annotator; folders of several
recordings by several people are told by their names (`crowds`). Not everybody needs to have annotated everything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

from pausa.core.document import Document
from pausa.core.errors import InputError, OptionError
from pausa.core.messages import Say, counted
from pausa.core.naming import as_text
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.formats.files import read_all
from pausa.text.identify import identify
from pausa.text.languages.codes import base_code, name_of
from pausa.workflow.conventions import Conventions
from pausa.workflow.crowds import Found, find_crowd
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
    """What one input holds: documents, each with where it was read, and the name of whoever made them.

    Of a crowd, each person is a part; who they are and what they annotated is then known by name.
    """

    label: str
    found: tuple[Found, ...]
    source: str = ""
    of_a_crowd: bool = False

    @property
    def names(self) -> list[str]:
        return list(dict.fromkeys(each.recording for each in self.found))


def gather(references: Inputs, hypotheses: Inputs = (), *, conventions: Conventions, say: Say) -> list[Recording]:
    """The recordings that references and hypotheses are about, each with everyone's annotations."""
    systems = _labelled([_part(one, label, conventions, say) for label, one in _each(hypotheses, "system")])
    for system in systems:
        _refuse_repeated(system)
    people = _labelled(_people(_each(references, "reference"), systems, conventions, say))
    if not people:
        raise OptionError("There is no reference to score against; give at least one reference.")
    _tell_other_language(people[0], conventions, say)
    return _match(people, systems, conventions, say)


def _tell_other_language(part: _Part, conventions: Conventions, say: Say) -> None:
    """Say so where words are plainly in another language than they were read in: abbreviations end no sentence."""
    document = part.found[0].document
    spoken = "" if document.language else identify(document.transcript.texts)
    if part.source and spoken not in ("", base_code(conventions.language)) and conventions.language == "en":
        say(
            f"the words of {part.label} are in {name_of(spoken)}, as far as they tell, and were read as English, "
            f"which may end sentences at abbreviations; the language '{spoken}' reads them as what they are"
        )


def _each(inputs: Inputs, kind: str) -> list[tuple[str, Input]]:
    """Every input with the name of its maker, as far as it is known before reading."""
    if isinstance(inputs, str | Path | Document | Segmentation):
        inputs = [inputs]
    if "" in (inputs.values() if isinstance(inputs, Mapping) else inputs):
        raise InputError("''", None, "an empty path leads nowhere", "give a file or a folder")
    if isinstance(inputs, Mapping):
        return list(inputs.items())
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
        return as_text(path.resolve().name)
    name = as_text(path.name)
    return name.split(".")[0] if not name.startswith(".") else name


def _part(one: Input, label: str, conventions: Conventions, say: Say) -> _Part:
    """What an input holds."""
    if isinstance(one, Segments):
        return _Part(label, (Found(one.document.name, one.document, one.document.name or label),))
    if isinstance(one, Segmentation):
        return _Part(label, (Found("", Document(Transcript.blank(one.n_words), (one,)), label),))
    if isinstance(one, Document):
        return _Part(label, (Found(one.name, one, one.name or label),))
    if not isinstance(one, str | Path):
        return _Part(label, tuple(Found(document.name, document, _where(label, document)) for document in one))
    place = Path(one)
    if place.is_dir():
        found = _found_in(place, conventions, say)
    else:
        found = [Found(document.name, document, str(one)) for document in _read(str(one), conventions, say)]
    return _Part(label, tuple(found), str(one))


def _where(label: str, document: Document) -> str:
    """What a document of somebody's is called in messages."""
    return label if document.name in ("", label) else f"{label}, {document.name}"


def _people(
    inputs: Sequence[tuple[str, Input]], systems: Sequence[_Part], conventions: Conventions, say: Say
) -> list[_Part]:
    """The references; beside a single recording that is no folder, a folder holds one file per annotator."""
    by_name = any(Path(system.source).is_dir() for system in systems if system.source)
    one_recording = not by_name and all(len(system.names) == 1 for system in systems)
    made: list[_Part] = []
    for label, one in inputs:
        is_folder = isinstance(one, str | Path) and Path(one).is_dir()
        read = partial(_documents_in, conventions=conventions, say=say)
        crowd = find_crowd(Path(str(one)), read) if is_folder else {}
        if crowd:
            made += [_Part(name, tuple(found), str(one), of_a_crowd=True) for name, found in crowd.items()]
        elif is_folder and one_recording and (systems or len(inputs) == 1):
            found = _found_in(Path(str(one)), conventions, say)
            made += [_Part(_file_label(Path(each.source)), (each,), each.source) for each in found]
        else:
            made += _by_maker(_part(one, label, conventions, say))
    return made


def _by_maker(part: _Part) -> list[_Part]:
    """The part, or one for each person where it holds the documents of several."""
    makers = dict.fromkeys(_maker(each.document) for each in part.found)
    repeated = len(part.names) < len(part.found)
    if "" in makers or (len(makers) < 2 and not repeated):
        _refuse_repeated(part)
        return [part]
    return [
        _Part(name, tuple(each for each in part.found if _maker(each.document) == name), part.source, of_a_crowd=True)
        for name in makers
    ]


def _found_in(folder: Path, conventions: Conventions, say: Say) -> list[Found]:
    """Everything in a folder's files."""
    found = [
        Found(document.name, document, str(path))
        for path in sorted(folder.iterdir())
        for document in _documents_in(path, conventions=conventions, say=say)
    ]
    if not found:
        raise InputError(str(folder), None, "no transcript in this folder")
    return found


def _read(path: str | Path, conventions: Conventions, say: Say) -> list[Document]:
    return read_all(
        path,
        format=conventions.format,
        language=conventions.language,
        warn=say,
        limits=conventions.limits,
        encoding=conventions.encoding,
    )


def _documents_in(path: Path, *, conventions: Conventions, say: Say) -> list[Document]:
    """The documents of a file in a folder; what is no transcript is passed over with a message."""
    if path.is_dir() or path.name.startswith("."):
        return []
    try:
        return _read(path, conventions, say)
    except InputError as problem:
        say(f"passed over: {problem}")
        return []


def _refuse_repeated(part: _Part) -> None:
    seen: set[str] = set()
    for each in part.found:
        if each.recording in seen:
            raise InputError(
                part.source or part.label, None, f"two recordings are called {each.recording!r}", "rename one"
            )
        seen.add(each.recording)


def _labelled(parts: Sequence[_Part]) -> list[_Part]:
    """The same with labels that differ: where two are equal, the folder is put before each."""
    labels = [part.label for part in parts]
    named = [
        f"{Path(part.source).resolve().parent.name}/{part.label}"
        if part.source and not part.of_a_crowd and labels.count(part.label) > 1
        else part.label
        for part in parts
    ]
    numbered = (
        name if named.count(name) == 1 or part.of_a_crowd else f"{name} ({number})"
        for number, (name, part) in enumerate(zip(named, parts, strict=True), start=1)
    )
    return [replace(part, label=label) for part, label in zip(parts, numbered, strict=True)]


def _match(
    references: Sequence[_Part], systems: Sequence[_Part], conventions: Conventions, say: Say
) -> list[Recording]:
    """Recordings by name: those that every system and some reference has; others are left out with a message."""
    everyone = [*references, *systems]
    in_crowds = {name for part in references if part.of_a_crowd for name in part.names}
    if all(len(part.names) == 1 for part in everyone) and len(in_crowds) < 2:
        name = (systems or references)[0].names[0] or "recording"
        return [_recording(name, references, systems, conventions, only=True)]
    known = dict.fromkeys(name for part in references for name in part.names)
    made = [set(part.names) for part in systems]
    kept = [name for name in known if all(name in names for names in made)]
    if not kept:
        raise OptionError(
            "No recording is in all of them: "
            + "; ".join(f"{part.label} has {_some(part.names)}" for part in everyone)
            + ". Recordings are matched by name."
        )
    chosen = set(kept)
    for part in everyone:
        missing = [name for name in part.names if name not in chosen]
        if missing:
            say(f"{part.label}: left out {counted(len(missing), 'recording')} that not all have ({_some(missing)})")
    return [_recording(name, references, systems, conventions) for name in kept]


def _recording(
    name: str, references: Sequence[_Part], systems: Sequence[_Part], conventions: Conventions, *, only: bool = False
) -> Recording:
    people, made = (
        [
            (part.label, each.document, each.source)
            for part in parts
            for each in part.found
            if only or each.recording == name
        ]
        for parts in (references, systems)
    )
    return recording_of(name, people, made, conventions)


#: A document, who made it unless it says so of several, and where it was read.
Labelled: TypeAlias = tuple[str, Document, str]


def recording_of(
    name: str, references: Sequence[Labelled], systems: Sequence[Labelled], conventions: Conventions
) -> Recording:
    """One recording from everybody's documents."""
    people, made = (
        [
            Annotation(name, one.by, document.transcript, one, source)
            for label, document, source in documents
            for one in _distinct(conventions.read(document, label))
        ]
        for documents in (references, systems)
    )
    for place, annotation in enumerate(people):
        for other in people[:place]:
            if other.by == annotation.by:
                raise InputError(
                    annotation.source,
                    None,
                    f"{annotation.by} has annotated {name!r} twice, also in {other.source}",
                    "rename one of them",
                )
    return Recording(name, tuple(people), tuple(made))


def _distinct(segmentations: Sequence[Segmentation]) -> list[Segmentation]:
    """Segmentations of one document, numbered where several have no name or the same."""
    names = [one.by for one in segmentations]
    return [
        one.named(f"{one.by} ({number})") if names.count(one.by) > 1 else one
        for number, one in enumerate(segmentations, start=1)
    ]


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
