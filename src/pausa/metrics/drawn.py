"""References drawn at random: for every document some people to judge by, and one other person to be judged.

Lee & Glass 2012, sect. 4.1: five references and one human hypothesis, a hundred times. Systems and people are scored
against the same draws, so both have as many references as each other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pausa.core.errors import OptionError
from pausa.core.messages import counted
from pausa.metrics.base import Case

_NOTED = re.compile(r"(\d{1,4})\+1")


@dataclass(frozen=True)
class Draw:
    """Who was drawn in one document: the place of the person to be judged, and those of the references."""

    person: int
    references: tuple[int, ...]

    def system(self, case: Case) -> Case:
        """The case with the references that were drawn; they are nobody in particular."""
        chosen = tuple(case.references[place] for place in self.references)
        return replace(case, references=chosen, seats=(), n_seats=0)

    def human(self, case: Case) -> Case:
        """The person who was drawn, against the same references."""
        return replace(self.system(case), hypothesis=case.references[self.person], probabilities=None)


def draw_people(n_people: Sequence[int], rng: np.random.Generator, references: int) -> list[Draw]:
    """A draw for every document, of which there are these numbers of people."""
    drawn = [rng.permutation(n)[: references + 1].tolist() for n in n_people]
    return [Draw(places[0], tuple(places[1:])) for places in drawn]


def refuse_too_few(n_people: Sequence[int], references: int) -> None:
    """An error where some document has not enough people to draw from."""
    fewest = min(n_people, default=references + 1)
    if fewest <= references:
        raise OptionError(
            f"Drawing {counted(references, 'reference')} and a person needs {references + 1} annotations of every "
            f"document, and one has {fewest}; draw fewer."
        )


def read_protocol(text: str) -> int:
    """How many references are drawn beside one person.

    >>> read_protocol("5+1")
    5
    """
    found = _NOTED.fullmatch(text.strip())
    if found is None or int(found[1]) < 1:
        raise OptionError(f"A protocol is a number of references and one person, such as 5+1, not {text!r}.")
    return int(found[1])
