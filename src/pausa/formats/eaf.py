"""EAF, the annotation files of ELAN.

    <ANNOTATION_DOCUMENT FORMAT="3.0" VERSION="3.0" …>
      <TIME_ORDER><TIME_SLOT TIME_SLOT_ID="ts1" TIME_VALUE="0"/>…</TIME_ORDER>
      <TIER TIER_ID="words" PARTICIPANT="" LINGUISTIC_TYPE_REF="default-lt">
        <ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a1" TIME_SLOT_REF1="ts1" TIME_SLOT_REF2="ts2">
          <ANNOTATION_VALUE>so</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>…

Annotations without times of their own (subdivisions and associations of another tier) share those of the
annotation they belong to. `tiers` tells what the tiers mean; a tier's participant is its speaker.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from pausa.core.document import Document
from pausa.core.numbers import shown, whole
from pausa.core.times import Millis, checked
from pausa.formats import xmls
from pausa.formats.base import Format, Layout, Source
from pausa.formats.tier_writing import tiers_of
from pausa.formats.tiers import Interval, Tier, document_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

#: ELAN wants a date; a fixed one makes equal documents equal files.
_DATE = "2000-01-01T00:00:00+00:00"
#: Tiers may depend on tiers that depend on tiers, but not for ever.
_GENERATIONS = 20


@dataclass(frozen=True)
class _Annotation:
    """An annotation with its own times, or with the id of the one it belongs to."""

    key: str
    label: str
    start: Millis | None = None
    end: Millis | None = None
    parent: str = ""
    previous: str = ""


def parse(source: Source) -> list[Document]:
    root = xmls.root(source)
    if root.tag != "ANNOTATION_DOCUMENT":
        raise source.error(1, f"the root element is {root.tag!r}, not ANNOTATION_DOCUMENT", "is it ELAN's?")
    slots = {slot.get("TIME_SLOT_ID", ""): _time(slot, source) for slot in root.iter("TIME_SLOT")}
    tiers = [(tier, list(_annotations(tier, slots, source))) for tier in root.iter("TIER")]
    known = {each.key: each for _, found in tiers for each in found}
    return [document_of([_tier(element, found, known) for element, found in tiers], source)]


def _time(slot: Element, source: Source) -> Millis | None:
    value = slot.get("TIME_VALUE")
    if value is None:
        return None  # ELAN leaves it out where only the order is known
    try:
        return checked(whole(value))
    except ValueError:
        source.bad_row(None, f"time slot {slot.get('TIME_SLOT_ID')}: {shown(value)} is not a time in milliseconds")
        return None


def _annotations(tier: Element, slots: dict[str, Millis | None], source: Source) -> Iterator[_Annotation]:
    for element in tier.iter():
        if element.tag not in ("ALIGNABLE_ANNOTATION", "REF_ANNOTATION"):
            continue
        key = element.get("ANNOTATION_ID", "")
        label = " ".join("".join(element.itertext()).split())
        if element.tag == "REF_ANNOTATION":
            parent, previous = element.get("ANNOTATION_REF", ""), element.get("PREVIOUS_ANNOTATION", "")
            yield _Annotation(key, label, parent=parent, previous=previous)
            continue
        refs = element.get("TIME_SLOT_REF1", ""), element.get("TIME_SLOT_REF2", "")
        if not all(ref in slots for ref in refs):
            source.bad_row(None, f"annotation {key}: no such time slot")
        yield _Annotation(key, label, *source.span(slots.get(refs[0]), slots.get(refs[1]), None))


def _tier(element: Element, found: list[_Annotation], known: dict[str, _Annotation]) -> Tier:
    timed = sorted((each for each in found if not each.parent), key=lambda each: each.start or 0)
    if any(each.start is None or each.end is None for each in found):
        timed = [each for each in found if not each.parent]  # slots without a time are in order as they stand
    intervals = [*_joined(timed), *_dependent([each for each in found if each.parent], known)]
    return Tier(element.get("TIER_ID", ""), intervals, (element.get("PARTICIPANT") or "").strip() or None)


def _joined(annotations: Iterable[_Annotation]) -> list[Interval]:
    """Intervals; annotations between which no time is known share one."""
    groups: list[list[_Annotation]] = []
    for each in annotations:
        if groups and groups[-1][-1].end is None and each.start is None:
            groups[-1].append(each)
        else:
            groups.append([each])
    return [
        Interval(group[0].start, group[-1].end, " ".join(each.label for each in group if each.label))
        for group in groups
    ]


def _dependent(annotations: list[_Annotation], known: dict[str, _Annotation]) -> list[Interval]:
    """Intervals of annotations that belong to others: all of one parent share its times."""
    intervals = []
    by_parent = sorted(annotations, key=lambda each: each.parent)
    for parent, found in groupby(by_parent, key=lambda each: each.parent):
        owner = known.get(parent)
        for _ in range(_GENERATIONS):
            owner = known.get(owner.parent) if owner and owner.parent else owner
        label = " ".join(each.label for each in _chained(list(found)))
        intervals.append(Interval(owner.start if owner else None, owner.end if owner else None, label))
    return sorted(intervals, key=lambda interval: interval.start or 0)


def _chained(annotations: list[_Annotation]) -> list[_Annotation]:
    """Annotations of one parent, each after the one it names as the previous; as they stand if that fails."""
    after = {each.previous: each for each in annotations}
    chain: list[_Annotation] = []
    following = after.get("")
    while following is not None and len(chain) < len(annotations):
        chain.append(following)
        following = after.get(following.key)
    return chain if len(chain) == len(annotations) else annotations


def render(documents: Sequence[Document], layout: Layout) -> str:
    # Takes 20 ms to import.
    from pympi.Elan import Eaf, to_string

    file = Eaf(author="pausa")
    file.adocument["DATE"] = _DATE
    file.remove_tier("default")
    for tier in (tier for doc in documents for tier in tiers_of(doc, format_name="eaf")):
        file.add_tier(xmls.legal(tier.name, format_name="eaf"), part=tier.speaker)
        for interval in tier.intervals:
            file.add_annotation(tier.name, interval.start, interval.end, xmls.legal(interval.label, format_name="eaf"))
    file.timeslots = dict(sorted(file.timeslots.items(), key=lambda slot: slot[1]))  # ELAN wants them in order
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{to_string(file).strip()}\n'


def looks_like(head: str) -> bool:
    return "<ANNOTATION_DOCUMENT" in head[:3000]


FORMAT = Format(
    name="eaf",
    title="ELAN annotation file",
    suffixes=(".eaf",),
    keeps=frozenset({"words", "times", "sentence_times", "speakers", "marks", "ends", "annotators", "events"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
    opens="<",
    media="application/xml",
)
