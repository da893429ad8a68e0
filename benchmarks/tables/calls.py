"""Earnings-21 calls as recognisers heard them, ready to be judged under Rec, INC and Ref."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pausa.alignment.base import Alignment
from pausa.alignment.conditions import inc, on_reference_words
from pausa.alignment.edits import align_words
from pausa.alignment.project import project
from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.formats.files import read
from pausa.metrics.slots import Matches
from pausa.models.bayes.gaps import gaps_of
from pausa.models.bayes.tables import Lexicon
from pausa.text.marks import any_end, boundaries
from pausa.training.bayes.folds import LabelledGaps
from pausa.training.timed import flag_ends

CONDITIONS = ("rec", "inc", "ref")

Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Call:
    """One call as one recogniser heard it, over against a person's transcript with its sentence ends."""

    name: str
    heard: Transcript
    said: Transcript
    truth: Segmentation
    alignment: Alignment

    @cached_property
    def on_heard(self) -> Segmentation:
        """The person's sentence ends on the recogniser's words."""
        return project(self.truth, self.alignment).segmentation

    @cached_property
    def heard_ends(self) -> Bools:
        return flag_ends(self.on_heard)

    @cached_property
    def neighbours_right(self) -> Bools:
        return inc(self.alignment)

    @cached_property
    def reference(self) -> Transcript:
        """The person's words with the times at which the recogniser heard them."""
        return on_reference_words(self.said, self.heard, self.alignment)

    @cached_property
    def reference_ends(self) -> Bools:
        return flag_ends(self.truth)

    @cached_property
    def own(self) -> Segmentation | None:
        """The ends that the recogniser's own marks tell, if it has any."""
        return boundaries(self.heard.words) if any_end(self.heard.words) else None

    def answered(self, condition: str, lexicon: Lexicon) -> LabelledGaps:
        """The gaps that are judged under a condition, as a model with these tables sees them."""
        words, ends = (self.reference, self.reference_ends) if condition == "ref" else (self.heard, self.heard_ends)
        judged = self.neighbours_right.copy() if condition == "inc" else np.ones(ends.size, dtype=bool)
        judged[-1:] = False
        return LabelledGaps(gaps_of(words, lexicon)[judged], ends[judged])


def references(place: Path, *, problems: list[str]) -> Iterator[Document]:
    """What people wrote down of every call."""
    for path in sorted((place / "references").glob("*.nlp")):
        yield read(path, format="nlp", warn=problems.append)


def calls(
    place: Path, recogniser: str, *, problems: list[str], known: Iterable[Document] | None = None
) -> Iterator[Call]:
    """Every call that a recogniser heard; `known` are the references, where they have been read already."""
    for reference in references(place, problems=problems) if known is None else known:
        heard = read(place / recogniser / f"{reference.name}.nlp", format="nlp", warn=problems.append).transcript
        said = reference.transcript
        yield Call(reference.name, heard, said, boundaries(said.words), align_words(said, heard))


def own_marks(heard: Sequence[Call]) -> Matches | None:
    """How the recogniser's own marks do under Rec; None where it has none."""
    total = Matches()
    for call in heard:
        if call.own is not None:
            own, ends = flag_ends(call.own)[:-1], call.heard_ends[:-1]
            hit = int((own & ends).sum())
            total = total + Matches(hit, int(ends.sum()) - hit, int(own.sum()) - hit, 0, ends.size)
    return total if total.gaps else None
