"""The JSON of segeval: for each text, each coder's sentence lengths ("masses").

    {"items": {"stop": {"anna": [2, 3, 4], "ben": [5, 4]}},
     "segmentation_type": "linear"}

No words, only how many there are: the masses of every coder of a text add up to the same number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate

import msgspec

from pausa.core.document import Document
from pausa.core.errors import CannotWrite
from pausa.core.segmentation import Segmentation
from pausa.formats.base import MOST_BLANK, Format, Layout, Source, main_segmentation
from pausa.formats.jsons import decoded, has_keys, rendered

_START = re.compile(r'\s*\{\s*"items"\s*:\s*\{\s*"[^"]*"\s*:\s*\{\s*"[^"]*"\s*:\s*\[\s*\d')


class _File(msgspec.Struct):
    items: dict[str, dict[str, list[int]]]
    segmentation_type: str = "linear"
    boundary_format: str = "mass"


def parse(source: Source) -> list[Document]:
    stored = decoded(source, _File)
    if (stored.segmentation_type, stored.boundary_format) != ("linear", "mass"):
        found = f"{stored.segmentation_type!r} with {stored.boundary_format!r} boundaries"
        raise source.error(None, f"Pausa reads linear segmentations as masses, and this is {found}")
    return [_document(name, coders, source) for name, coders in stored.items.items()]


def _document(name: str, coders: dict[str, list[int]], source: Source) -> Document:
    totals = {coder: sum(masses) for coder, masses in coders.items()}
    if not coders:
        source.bad_row(None, f"nobody has segmented {name!r}")
    for coder, masses in coders.items():
        if any(mass < 1 for mass in masses) or totals[coder] > MOST_BLANK:
            raise source.error(None, f"{coder!r} on {name!r} has a sentence of no possible length")
    if len(set(totals.values())) > 1:
        seen = ", ".join(f"{coder!r} {total}" for coder, total in totals.items())
        raise source.error(None, f"the coders of {name!r} cover different numbers of words ({seen})")
    n_words = next(iter(totals.values()), 0)
    segmentations = tuple(
        Segmentation(n_words, tuple(stop - 1 for stop in accumulate(masses)), by=coder)
        for coder, masses in coders.items()
    )
    return Document(source.blank(n_words), segmentations, name)


def render(documents: Sequence[Document], layout: Layout) -> str:
    items: dict[str, dict[str, list[int]]] = {}
    for doc in documents:
        if doc.name in items:
            raise CannotWrite("segeval", f"two recordings are called {doc.name!r}", "give each its own name")
        items[doc.name] = _masses(doc)
    return rendered({"items": items, "segmentation_type": "linear"})


def _masses(doc: Document) -> dict[str, list[int]]:
    masses: dict[str, list[int]] = {}
    for segmentation in doc.segmentations or (main_segmentation(doc),):
        if segmentation.by in masses:
            problem = f"two segmentations of {doc.name!r} are by {segmentation.by!r}"
            raise CannotWrite("segeval", problem, "give each annotator a name")
        masses[segmentation.by] = list(segmentation.lengths)
    return masses


def looks_like(head: str) -> bool:
    # In a long file the type comes after the first megabyte, so the first list of numbers will do too.
    return has_keys(head, "items", "segmentation_type") or _START.match(head) is not None


FORMAT = Format(
    name="segeval",
    title="segeval JSON, sentence lengths by coder",
    suffixes=(".segeval.json", ".json"),
    keeps=frozenset({"ends", "annotators", "documents"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
    opens="{[",
    media="application/json",
    holds_blank=True,
)
