"""What the HTTP API does, HTTP aside: plain values in, an answer ready to be sent out.

Each task is a function from what was asked (a mapping that `api_models` has checked) to an `Answer`. They
run in worker processes, so a detector is loaded once in each and kept; only detectors with a name can be
asked for, never folders of this machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import msgspec

from pausa.core.document import Document
from pausa.core.errors import InputError, PausaError, UnknownFormat
from pausa.core.registry import unknown
from pausa.core.timeline import timeline
from pausa.core.unpacking import SMALL, ReadLimits
from pausa.decode.limits import SentenceOptions
from pausa.formats import FORMATS
from pausa.formats.base import Format, Layout, SubtitleOptions
from pausa.formats.files import losses, parse, render
from pausa.formats.native import sentences
from pausa.models import DEFAULT, MODELS, TITLES, card, load
from pausa.models.base import Detector
from pausa.text.finish import finish, write_capitals
from pausa.text.marks import delimiters_for
from pausa.workflow.convert import convert as write_as
from pausa.workflow.deciding import own_limits
from pausa.workflow.segment import marks_for
from pausa.workflow.segment import segment as cut
from pausa.workflow.segments import Segments

Asked = Mapping[str, Any]

#: How a file of subtitles is made.
SUBTITLES = (*SubtitleOptions.__annotations__, "probabilities")
#: The options of `pausa segment` that say how to cut; `pausa.segment` takes them under the same names.
OPTIONS = (*SentenceOptions.__annotations__, "level", "commas", "case", "drop_fillers")


class TooMuch(PausaError):
    """More than this server takes in one request."""


@dataclass(frozen=True)
class Answer:
    """A body and how it is to be labelled."""

    body: bytes
    media: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Allowed:
    """What one request may hold."""

    words: int = 50_000

    @property
    def reading(self) -> ReadLimits:
        """How far what was sent may grow while it is read; callers cannot raise it."""
        return ReadLimits(expanded_bytes=SMALL, words=self.words, advice="send it in parts, or use the command line")


def ready(asked: Asked, allowed: Allowed) -> Answer:
    """Nothing, once the default detector is loaded."""
    loaded(named_model("default"))
    return _json({})


def models(asked: Asked, allowed: Allowed) -> Answer:
    """The card of one model."""
    name = named_model(asked["name"])
    name = DEFAULT if name == "default" else name
    return _json({"name": name, "title": TITLES[name], "default": name == DEFAULT, "card": card(name)})


def segment(asked: Asked, allowed: Allowed) -> Answer:
    """Sentences, as JSON or as a file in the format asked for."""
    found, notes = documents(asked, allowed)
    detector = loaded(named_model(asked["model"]))
    options = {name: asked[name] for name in OPTIONS}
    options["marks"] = asked["marks"] or marks_for(asked["model"])
    if asked["to"] is not None:
        form = FORMATS[asked["to"]]  # says "did you mean" before any work is done
        layout = Layout.of(say=notes.append, **{name: asked[name] for name in SUBTITLES})
        results = list(cut(iter(found), detector, **options))
        notes += [told for result in results for told in result.warnings]
        made = [result.document_in(form) for result in results]
        return _file(render(made, form, layout=layout), form, made, losses(made, form), notes)
    if len(found) != 1:
        raise InputError(
            asked["name"] or "transcript",
            None,
            f"holds {len(found)} recordings",
            "send them one at a time, or ask for a format that keeps several (to: json)",
        )
    result = cut(found[0], detector, **options)
    spoken = detector.in_language(result.source.language).at_level(asked["level"])
    own = own_limits(spoken, result.scores, level=asked["level"])
    usual: dict[str, float | None] = {"threshold": own.threshold} if own.rate is None else {"rate": own.rate}
    return _json(_sentences(result, usual, asked, [*notes, *result.warnings]))


def convert(asked: Asked, allowed: Allowed) -> Answer:
    """The same transcript in another format; what that cannot keep is said in a header."""
    found, notes = documents(asked, allowed)
    if asked["finish"]:
        form = FORMATS[asked["to"]]
        cases = asked["cases"]
        if cases is not None and form.for_people and [one.n_words for one in found] == [len(cases)]:
            found = [write_capitals(one, cases) for one in found]
        found = [
            finish(one, one.segmentations[0], full_stops=form.for_people, capitals=form.for_people)
            if one.segmentations
            else one
            for one in found
        ]
        layout = Layout.of(line_width=asked["line_width"], line_count=asked["line_count"], say=notes.append)
        return _file(render(found, form, layout=layout), form, found, losses(found, form), notes)
    made = write_as(found, to=asked["to"], line_width=asked["line_width"], line_count=asked["line_count"])
    return _file(made.content, FORMATS[made.format], found, made.lost, notes)


def read(asked: Asked, allowed: Allowed) -> Answer:
    """The recordings in an uploaded file, in Pausa's own JSON: for a server that trusts nobody's files."""
    try:
        found = parse(asked["data"], name=asked["name"], warn=lambda _: None, limits=allowed.reading)
    except UnknownFormat as error:
        raise InputError(error.source, error.line, error.problem, "give the file the ending of its format") from None
    if not found:
        raise InputError(asked["name"], None, "holds no recording")
    check_size(found, allowed)
    content = render(found, FORMATS["json"], layout=Layout())
    return Answer(content if isinstance(content, bytes) else content.encode())


def documents(asked: Asked, allowed: Allowed) -> tuple[list[Document], list[str]]:
    """The recordings that were sent, and what there is to say about them."""
    notes: list[str] = []
    name, format = asked["name"] or "transcript", asked["format"]
    if asked["words"] is not None:
        data, format = msgspec.json.encode({"pausa": 1, "words": asked["words"]}), "json"
    elif asked["text"] is not None:
        data, format = asked["text"].encode(), "text"
    else:
        data = asked["transcript"]
        data = data.encode() if isinstance(data, str) else data
    found = parse(data, name=name, format=format, language=asked["language"], warn=notes.append, limits=allowed.reading)
    check_size(found, allowed)
    return found, notes


def check_size(found: Sequence[Document], allowed: Allowed) -> None:
    n_words = sum(document.n_words for document in found)
    if n_words > allowed.words:
        raise TooMuch(f"There are {n_words:,} words, and this server takes at most {allowed.words:,} in one request.")


def named_model(name: str) -> str:
    """A name that `load` knows; folders are not for callers from outside."""
    if name not in ("default", *MODELS):
        raise unknown("model", name, ("default", *MODELS))
    return name


@cache
def loaded(name: str) -> Detector:
    """A detector, loaded when first asked for and kept."""
    return load(name)


def _sentences(result: Segments, usual: dict[str, float | None], asked: Asked, notes: list[str]) -> dict[str, Any]:
    document = result.source
    answer: dict[str, Any] = {
        "model": result.by,
        "name": document.name,
        "language": document.language,
        "n_words": document.n_words,
        "usual": usual,
        "sentences": _told(result),
        "notes": notes,
    }
    if asked["probabilities"]:
        stored = msgspec.json.decode(render([replace(document, segmentations=())], FORMATS["json"], layout=Layout()))
        columns = {mark: result.scores.marks.get(mark) for mark in delimiters_for(asked["level"])}
        times = timeline(document.transcript)
        answer |= {
            "starts": None if times is None else [start / 1000 for start, _ in times],
            "words": stored.get("words", []),
            "events": stored.get("events", []),
            "probabilities": result.scores.ends.tolist(),
            "marks": {mark: column.tolist() for mark, column in columns.items() if column is not None},
            "cases": result.cases,
        }
    return answer


def _told(result: Segments) -> list[dict[str, Any]]:
    """The sentences as the native format tells them, with where they stand and their mark."""
    return [
        {"text": one["text"], "first": start, "last": stop - 1}
        | {key: one.get(key) for key in ("start", "end", "speaker", "confidence")}
        | {"mark": result.mark(place)}
        for place, (one, (start, stop)) in enumerate(zip(sentences(result.document), result.spans(), strict=True))
    ]


def _file(
    content: str | bytes, form: Format, found: Sequence[Document], lost: Sequence[str], notes: Sequence[str]
) -> Answer:
    headers = {"filename": _file_name(found, form)}
    if lost:
        headers["Pausa-Lost"] = ", ".join(lost)
    if notes:
        headers["Pausa-Notes"] = str(len(notes))
    return Answer(content if isinstance(content, bytes) else content.encode(), media_of(form), headers)


def media_of(form: Format) -> str:
    """What a client is told about a file: JSON and XML are plain text, what is no text is bytes.

    So application/json always is an answer of the interface itself.
    """
    if form.binary:
        return "application/octet-stream"
    return "text/plain" if form.opens else form.media


def _file_name(found: Sequence[Document], form: Format) -> str:
    """A name to save under: nothing in it that a file system or a header could trip over."""
    stem = found[0].name if found else ""
    plain = "".join(sign if sign.isalnum() or sign in " ._-" else "_" for sign in stem).strip(" .")[:80]
    return (plain or "transcript") + form.suffixes[0]


def _json(value: Any) -> Answer:
    return Answer(msgspec.json.encode(value))
