"""Label Studio's JSON: tasks with a text each, and who found which sentences in it.

    [{"id": 1, "data": {"name": "call", "text": "so we left it was late"},
      "annotations": [{"completed_by": {"email": "anna@example.org"},
                       "result": [{"type": "labels", "from_name": "label", "to_name": "text",
                                   "value": {"start": 0, "end": 10, "text": "so we left", "labels": ["Sentence"]}}]}]}]

A task is a recording; every annotation is a segmentation, every prediction one by its model version. A
sentence is a span labelled `Sentence`, its `start` and `end` counted in characters; only its end matters. A
text may also be a list of paragraphs with authors. The short export (JSON-MIN) is read too.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pausa.core.document import Document
from pausa.core.joining import is_close, join
from pausa.core.numbers import MOST_DIGITS, exact
from pausa.core.segmentation import Segmentation
from pausa.core.words import Word
from pausa.formats.base import Format, Layout, Source, document, main_segmentation
from pausa.formats.jsons import rendered
from pausa.formats.recogniser import loaded, outline
from pausa.formats.utterances import checked, is_misread, spanned
from pausa.text.marks import chief
from pausa.text.parting import part as parted
from pausa.text.tokens import settled, token_words

LABELS = frozenset({"sentence", "su", "utterance", "sentence end", "end", "boundary"})
#: Where a task may keep its text, its paragraphs, its name, and a paragraph its speaker.
_TEXTS = ("text", "transcript", "transcription", "dialogue", "paragraphs")
_NAMES = ("name", "recording", "id", "file")
_AUTHORS = ("author", "speaker", "name")
_TOKEN = re.compile(r"<[^<>\s](?:[^<>\n]*[^<>\s])?>[^\s<]*|\S+")


@dataclass
class _Text:
    """The words of a task, and at which character of which paragraph each begins."""

    words: list[Word] = field(default_factory=list)
    starts: list[tuple[int, int]] = field(default_factory=list)

    def add(self, paragraph: int, text: str, part: Mapping[str, Any], source: Source) -> None:
        speaker = next((str(part[key]) for key in _AUTHORS if part.get(key)), None)
        found: list[Word] = []
        for token in _TOKEN.finditer(text):
            at = token.start()
            for piece in parted(token.group()):
                words = token_words(piece, speaker=speaker)
                self.starts += [(paragraph, at) for word in words if word.text and not word.is_event]
                found += words
                at += len(piece)
        start, end = source.time(_number(part.get("start")), None), source.time(_number(part.get("end")), None)
        self.words += spanned(found, *source.span(start, end, None))


def parse(source: Source) -> list[Document]:
    stored = loaded(source, list[dict[str, Any]] | dict[str, Any])
    tasks = _whole([stored] if isinstance(stored, dict) else stored)
    return [_document(task, number, source) for number, task in enumerate(tasks, start=1)] or [document([])]


def _whole(tasks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Tasks in the long form: the short one has a row for each annotation, with the data beside it."""
    whole: list[dict[str, Any]] = []
    places: dict[Any, int] = {}
    for task in tasks:
        if "data" in task:
            whole.append(task)
            continue
        spans: list[Any] = next((value for value in task.values() if _are_spans(value)), [])
        result = [{"value": span, "type": "labels"} for span in spans]
        key = repr((task.get("id"), _text_of(task)))
        if key not in places:
            places[key] = len(whole)
            whole.append({"id": task.get("id"), "data": task, "annotations": []})
        if "annotator" in task or spans:
            whole[places[key]]["annotations"].append({"completed_by": task.get("annotator"), "result": result})
    return whole


def _are_spans(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) and "labels" in one for one in value)


def _document(task: dict[str, Any], number: int, source: Source) -> Document:
    data = task.get("data")
    content = _text_of(data) if isinstance(data, dict) else None
    if content is None or not isinstance(data, dict):
        raise source.error(None, f"task {number}: no text or paragraphs in its data", "is this text for labelling?")
    text = _Text()
    for place, part in enumerate([content] if isinstance(content, str) else content):
        fields = part if isinstance(part, dict) else {"text": part}
        said = str(fields.get("text") or fields.get("transcript") or "")
        if not said.strip():
            source.bad_row(None, f"task {number}: no text in paragraph {place + 1}")
        text.add(place, said, fields, source)
    made = document(settled(text.words, lang=source.language), name=_name(data))
    found = (_segmentation(by, result, text, f"task {number}", source) for by, result in _judgements(task))
    return replace(made, segmentations=tuple(one for one in found if one is not None))


def _text_of(data: Mapping[str, Any]) -> str | list[Any] | None:
    """The field that holds the text: one of the usual names, else the only text there is."""
    named = [data[key] for key in _TEXTS if isinstance(data.get(key), str | list)]
    others = [value for value in data.values() if isinstance(value, str)]
    return named[0] if named else others[0] if len(others) == 1 else None


def _name(data: Mapping[str, Any]) -> str:
    return next((str(data[key]) for key in _NAMES if isinstance(data.get(key), str) and data[key]), "")


def _judgements(task: Mapping[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    """Who, and the spans they set: people first, then systems. Skipped tasks do not count."""
    seen: Counter[str] = Counter()
    for key, who in (("annotations", _annotator), ("completions", _annotator), ("predictions", _model)):
        listed = task.get(key)
        for one in listed if isinstance(listed, list) else ():
            if isinstance(one, dict) and isinstance(one.get("result"), list) and not one.get("was_cancelled"):
                by = name = who(one)
                while by in seen:  # a count goes on where it was, so that a thousand of one name take a thousand steps
                    seen[name] += 1
                    by = f"{name}-{seen[name]}"
                seen[by] = 1
                yield by, one["result"]


def _annotator(annotation: Mapping[str, Any]) -> str:
    who = annotation.get("completed_by")
    if isinstance(who, dict):
        who = who.get("email") or who.get("username") or who.get("id")
    return "" if who is None else str(who)


def _model(prediction: Mapping[str, Any]) -> str:
    return str(prediction.get("model_version") or "prediction")


def _segmentation(by: str, result: list[Any], text: _Text, where: str, source: Source) -> Segmentation | None:
    """The sentences that someone set; None where they labelled something else."""
    sentences = [span for span in result if _is_sentence(span)]
    if result and not sentences:
        source.bad_row(None, f"{where}: nothing that {by or 'someone'!r} labelled is a sentence; passed over")
        return None
    found: dict[int, str] = {}
    for span in sentences:
        end = _end(span["value"])
        last = -1 if end is None else bisect_left(text.starts, end) - 1
        if last < 0:
            source.bad_row(None, f"{where}: a sentence without a word before its end")
        else:
            found[last] = _mark(span)
    ends = sorted(found)
    return Segmentation.of(len(text.starts), ends, marks=[found[end] for end in ends], by=by)


def _is_sentence(span: Any) -> bool:
    """Whether this is a labelled span (not a choice, a rating, a relation) and the label means a sentence."""
    value = span.get("value") if isinstance(span, dict) else None
    labels = (value.get("labels") or value.get("paragraphlabels")) if isinstance(value, dict) else None
    return isinstance(labels, list) and not LABELS.isdisjoint(str(label).strip().lower() for label in labels)


def _end(value: Mapping[str, Any]) -> tuple[int, int] | None:
    """Paragraph and character after a span."""
    try:
        if "endOffset" in value:
            return int(exact(value["end"])), int(exact(value["endOffset"]))
        return 0, int(exact(value["end"]))
    except (KeyError, ValueError):
        return None


def _mark(span: Mapping[str, Any]) -> str:
    """The mark noted with a span, if any."""
    meta = span.get("meta")
    notes = meta.get("text") if isinstance(meta, dict) else None
    return chief(notes[0]) if isinstance(notes, list) and notes and isinstance(notes[0], str) else ""


def _number(value: Any) -> float | str | None:
    return value if isinstance(value, int | float | str) else None


def render(documents: Sequence[Document], layout: Layout) -> str:
    return rendered([_task(doc, number) for number, doc in enumerate(documents, start=1)])


def _task(doc: Document, number: int) -> dict[str, Any]:
    """A task. Label Studio knows people by address or number; under other names it takes predictions only."""
    text, stops = _spelled(doc)
    told = doc.segmentations or ((main_segmentation(doc),) if is_misread(doc, format_name="labelstudio") else ())
    results = [(one.by, _spans(one, text, stops)) for one in told]
    task: dict[str, Any] = {"id": number}
    if results and all(by and "@" not in by and not by.isdecimal() for by, _ in results):
        task["predictions"] = [{"model_version": by, "result": result} for by, result in results]
    else:
        task["annotations"] = [{**_completed_by(by), "result": result} for by, result in results]
    return {**task, "data": {"name": doc.name, "text": text}}


def _completed_by(by: str) -> dict[str, Any]:
    if not by:
        return {}
    return {"completed_by": int(by) if by.isdecimal() and len(by) < MOST_DIGITS else {"email": by}}


def _spelled(doc: Document) -> tuple[str, list[int]]:
    """The text, and where each word stops in it."""
    parts: list[str] = []
    stops: list[int] = []
    length = 0
    for token in doc.transcript.tokens():
        spelled_out = join([checked(token, format_name="labelstudio")])
        blank = "" if not parts or is_close(parts[-1], spelled_out) else " "
        parts.append(blank + spelled_out)
        length += len(parts[-1])
        if not token.is_event:
            stops.append(length)
    return "".join(parts), stops


def _spans(segmentation: Segmentation, text: str, stops: list[int]) -> list[dict[str, Any]]:
    spans = []
    begin = 0
    for place, end in enumerate(segmentation.ends):
        value = {"start": begin, "end": stops[end], "text": text[begin : stops[end]], "labels": ["Sentence"]}
        mark = segmentation.mark(place)
        noted = {"meta": {"text": [mark]}} if mark else {}
        spans.append({"type": "labels", "from_name": "label", "to_name": "text", "value": value, **noted})
        begin = min(stops[end] + 1, len(text))
    return spans


def looks_like(head: str) -> bool:
    keys = outline(head)
    annotated = not keys.isdisjoint({"annotations", "predictions", "completions"})
    return ("data" in keys and annotated) or ("annotator" in keys and any(key.endswith(".labels") for key in keys))


FORMAT = Format(
    name="labelstudio",
    title="Label Studio tasks with labelled sentences",
    suffixes=(".labelstudio.json", ".json"),
    keeps=frozenset({"words", "marks", "ends", "annotators", "events", "documents"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
    running_text=True,
    opens="{[",
    media="application/json",
)
