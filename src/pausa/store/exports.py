"""The annotations as files.

`json` and `labelstudio` are one file; `seg`, `textgrid` and `score` are a zip. `score` holds a folder for each
person with a file for each transcript, so that after unpacking

    pausa agree anna ben carla
    pausa score -r anna -r ben -r carla system/

give what the owner's page shows. Sentences end at periods and question marks; where a format keeps marks, commas are
kept as the ends of clauses.

Annotations that began with a detector's marks are told in every export, with how many of these marks nobody looked at.
Where there are such untouched marks the annotation is left out, unless it is asked for: in JSON `proposals` beside the
segmentations, for Label Studio in `meta`, in a zip the file `proposals.txt`.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection

from pausa.core.document import Document
from pausa.core.errors import CannotWrite, UnknownName
from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.formats.files import render
from pausa.store import quality, transcripts
from pausa.store.quality import Annotation
from pausa.workflow.conventions import Conventions


@dataclass(frozen=True)
class File:
    name: str
    media_type: str
    content: bytes


@dataclass(frozen=True)
class Annotated:
    """A transcript, the annotations of it that are exported, and those left out for their untouched proposals."""

    document: Document
    annotations: tuple[Annotation, ...]
    left_out: tuple[Annotation, ...] = ()

    @property
    def proposals(self) -> list[dict[str, Any]]:
        """What to tell about annotations that began with a detector's marks."""
        return [
            {
                "by": one.assignment.person,
                "model": one.assignment.presegmented_by,
                "proposed": len(one.assignment.presegmented),
                "untouched": list(one.assignment.untouched),
                "left_out": one in self.left_out,
            }
            for one in sorted((*self.annotations, *self.left_out), key=lambda one: one.assignment.id)
            if one.assignment.presegmented
        ]

    def everyone(self, *, level: str) -> Document:
        """All people's segmentations; at the level of sentences, commas are no ends."""
        whole = Document(
            self.document.transcript,
            tuple(one.segmentation for one in self.annotations),
            self.document.name,
            self.document.language,
        )
        return whole if level == "clause" else _sentences_only(whole)

    def of(self, annotation: Annotation, *, level: str) -> Document:
        """One person's segmentation alone."""
        return Annotated(self.document, (annotation,)).everyone(level=level)


def _sentences_only(document: Document) -> Document:
    read = Conventions().read(document, "")
    named = tuple(made.named(one.by) for made, one in zip(read, document.segmentations, strict=True))
    return Document(document.transcript, named, document.name, document.language)


def gathered(db: Connection, *, unfinished: bool = False, untouched: bool = False) -> list[Annotated]:
    """What is to be exported: finished work, or everything that is not excluded; untouched proposals if asked for."""
    made = quality.collected(db)
    found = []
    for listed in transcripts.listing(db):
        kept = tuple(
            one
            for one in made.get(listed.id, [])
            if one.is_finished or (unfinished and one.assignment.state not in ("new", "excluded"))
        )
        left_out = () if untouched else tuple(one for one in kept if one.assignment.untouched)
        chosen = tuple(one for one in kept if one not in left_out)
        found.append(Annotated(transcripts.document(db, listed.id), chosen, left_out))
    return found


def export(annotated: Sequence[Annotated], kind: str) -> File:
    """The annotations in one of the KINDS."""
    if kind not in KINDS:
        raise UnknownName("export", kind, (), KINDS)
    return _WRITERS[kind]([one for one in annotated if one.annotations or one.left_out])


def _json(annotated: Sequence[Annotated]) -> File:
    return File("annotations.pausa.json", FORMATS["json"].media, _one_file(annotated, "json", level="clause"))


def _labelstudio(annotated: Sequence[Annotated]) -> File:
    content = _one_file(annotated, "labelstudio", level="sentence")
    return File("annotations.labelstudio.json", FORMATS["labelstudio"].media, content)


def _one_file(annotated: Sequence[Annotated], form: str, *, level: str) -> bytes:
    """All transcripts in JSON, each with what is to be told about its proposals."""
    if not annotated:
        return b"[]\n"
    content = _bytes([one.everyone(level=level) for one in annotated], form)
    if not any(one.proposals for one in annotated):
        return content
    stored = msgspec.json.decode(content)
    for each, one in zip(stored if isinstance(stored, list) else [stored], annotated, strict=True):
        if one.proposals:
            each |= {"meta": {"proposals": one.proposals}} if form == "labelstudio" else {"proposals": one.proposals}
    return msgspec.json.format(msgspec.json.encode(stored), indent=1) + b"\n"


def _seg(annotated: Sequence[Annotated]) -> File:
    people = ((one.document.name, who, one.of(who, level="sentence")) for one, who in _each(annotated))
    return _zip("seg", people, annotated, format="seg", suffix=".seg")


def _score(annotated: Sequence[Annotated]) -> File:
    people = ((one.document.name, who, one.of(who, level="clause")) for one, who in _each(annotated))
    return _zip("score", people, annotated, format="json", suffix=".json")


def _textgrid(annotated: Sequence[Annotated]) -> File:
    together = ((one.document.name, None, one.everyone(level="sentence")) for one in annotated if one.annotations)
    return _zip("textgrid", together, annotated, format="textgrid", suffix=".TextGrid")


def _each(annotated: Sequence[Annotated]) -> Iterable[tuple[Annotated, Annotation]]:
    return ((one, who) for one in annotated for who in one.annotations)


_WRITERS: dict[str, Callable[[Sequence[Annotated]], File]] = {
    "json": _json,
    "seg": _seg,
    "textgrid": _textgrid,
    "labelstudio": _labelstudio,
    "score": _score,
}
KINDS = tuple(_WRITERS)


def _zip(
    kind: str,
    members: Iterable[tuple[str, Annotation | None, Document]],
    annotated: Sequence[Annotated],
    *,
    format: str,
    suffix: str,
) -> File:
    """A zip of one file for each member, in a folder for each person where there is one."""
    packed = io.BytesIO()
    names: dict[str, str] = {}
    left_out: list[str] = []
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for transcript, who, document in members:
            folder = f"{_distinct(who.assignment.person, names, 'person')}/" if who else ""
            path = f"{folder}{_distinct(transcript, names, 'transcript')}{suffix}"
            try:
                archive.writestr(path, _bytes([document], format))
            except CannotWrite as problem:
                left_out.append(f"{transcript}: {problem}")
        if left_out:
            archive.writestr("left-out.txt", "\n".join(left_out) + "\n")
        told = [_told(one.document.name, each) for one in annotated for each in one.proposals]
        if told:
            archive.writestr("proposals.txt", "\n".join(told) + "\n")
    return File(f"annotations-{kind}.zip", "application/zip", packed.getvalue())


def _told(transcript: str, proposals: dict[str, Any]) -> str:
    """One line about an annotation that began with a detector's marks."""
    untouched = len(proposals["untouched"])
    return (
        f"{transcript}, {proposals['by']}: {proposals['proposed']} marks proposed by {proposals['model']}, "
        f"{untouched} of them untouched{'; left out' if proposals['left_out'] else ''}"
    )


def _bytes(documents: Sequence[Document], form: str) -> bytes:
    content = render(documents, FORMATS[form], layout=Layout())
    return content.encode() if isinstance(content, str) else content


def _distinct(name: str, names: dict[str, str], kind: str) -> str:
    """A name as a file name: the same each time, and no two the same (also where letter case is not told apart)."""
    key = f"{kind}:{name}"
    if key not in names:
        taken = {value.casefold() for other, value in names.items() if other.startswith(f"{kind}:")}
        base = "".join(sign if sign.isalnum() or sign in " ._-" else "_" for sign in name).strip(" .")[:100] or kind
        made, number = base, 1
        while made.casefold() in taken:
            number += 1
            made = f"{base}-{number}"
        names[key] = made
    return names[key]
