"""Earnings-21 calls as recognisers heard them, ready to be judged under Rec, INC and Ref."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pausa.alignment.conditions import inc, on_reference_words
from pausa.alignment.edits import align_words
from pausa.alignment.project import project
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
    """One call as one recogniser heard it; `own` are the ends that its own marks tell, if it has any."""

    name: str
    heard: Transcript
    heard_ends: Bools
    neighbours_right: Bools
    reference: Transcript
    reference_ends: Bools
    own: Bools | None

    def answered(self, condition: str, lexicon: Lexicon) -> LabelledGaps:
        """The gaps that are judged under a condition, as a model with these tables sees them."""
        words, ends = (self.reference, self.reference_ends) if condition == "ref" else (self.heard, self.heard_ends)
        judged = self.neighbours_right.copy() if condition == "inc" else np.ones(ends.size, dtype=bool)
        judged[-1:] = False
        return LabelledGaps(gaps_of(words, lexicon)[judged], ends[judged])


def calls(place: Path, recogniser: str, *, problems: list[str]) -> Iterator[Call]:
    """Every call that a recogniser heard, the reference's ends on its words."""
    for path in sorted((place / "references").glob("*.nlp")):
        reference = read(path, format="nlp", warn=problems.append).transcript
        heard = read(place / recogniser / path.name, format="nlp", warn=problems.append).transcript
        alignment = align_words(reference, heard)
        truth = boundaries(reference.words)
        yield Call(
            path.stem,
            heard,
            flag_ends(project(truth, alignment).segmentation),
            inc(alignment),
            on_reference_words(reference, heard, alignment),
            flag_ends(truth),
            flag_ends(boundaries(heard.words)) if any_end(heard.words) else None,
        )


def own_marks(heard: Sequence[Call]) -> Matches | None:
    """How the recogniser's own marks do under Rec; None where it has none."""
    total = Matches()
    for call in heard:
        if call.own is not None:
            own, ends = call.own[:-1], call.heard_ends[:-1]
            hit = int((own & ends).sum())
            total = total + Matches(hit, int(ends.sum()) - hit, int(own.sum()) - hit, 0, ends.size)
    return total if total.gaps else None
