"""How well a detector knows each language, by figures and not by hand.

A model that has learned several languages brings along what it reached in each, on recordings that nothing was learned
from (`python -m benchmarks languages`), beside an end every N words and `bayes` trained on the same text. From these a
language is known well or weakly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from pausa.text.languages.codes import NAMES

#: F1 from which on a language is known well, and where words are single characters.
WELL, WELL_BY_CHARACTER = 0.66, 0.60
#: That must be so many times what an end every N words gives, and so much more than `bayes` gives.
TIMES_EVERY, ABOVE_BAYES = 2.0, 0.05
_BY_CHARACTER = frozenset({"zh", "ja"})


class Measured(msgspec.Struct, frozen=True):
    """F1 in one language: of the model, of an end every N words, of `bayes`."""

    f1: float
    every: float
    bayes: float = 0.0


@dataclass(frozen=True)
class Spoken:
    """Languages by how well they are known."""

    well: Mapping[str, Measured]
    weakly: Mapping[str, Measured]
    unlearned: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(
            [
                f"known well (F1 on held-out recordings, words alone): {_listed(self.well)}",
                f"known weakly: {_listed(self.weakly)}",
                f"read and written, but not learned: {', '.join(NAMES[code] for code in self.unlearned)}",
            ]
        )


def is_well(code: str, found: Measured) -> bool:
    """Whether these figures make a language one that is known well.

    >>> is_well("sv", Measured(0.8, 0.1, 0.55)), is_well("fi", Measured(0.7, 0.1, 0.68))
    (True, False)
    """
    enough = WELL_BY_CHARACTER if code in _BY_CHARACTER else WELL
    return found.f1 >= enough and found.f1 >= TIMES_EVERY * found.every and found.f1 >= found.bayes + ABOVE_BAYES


def measured(settings: Mapping[str, Any]) -> dict[str, Measured]:
    """What the settings of a model folder say about languages; nothing where they say nothing that can be read."""
    try:
        return msgspec.convert(settings.get("measured", {}), dict[str, Measured])
    except msgspec.ValidationError:
        return {}


def spoken(found: Mapping[str, Measured]) -> Spoken:
    """The languages that were measured by class, the best known first, and those that Pausa knows as text alone."""
    ordered = sorted(found, key=lambda code: -found[code].f1)
    return Spoken(
        {code: found[code] for code in ordered if is_well(code, found[code])},
        {code: found[code] for code in ordered if not is_well(code, found[code])},
        tuple(code for code in NAMES if code not in found),
    )


def _listed(found: Mapping[str, Measured]) -> str:
    return ", ".join(f"{NAMES.get(code, code)} {told.f1:.2f}" for code, told in found.items()) or "none"
