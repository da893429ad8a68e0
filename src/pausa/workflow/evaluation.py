"""What an evaluation is: scores with their signatures, the agreement of people, comparisons; and what is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import Any

from pausa.core.errors import OptionError
from pausa.metrics import KEYS, key_for
from pausa.metrics.base import Options
from pausa.stats.bootstrap import DRAWS, SEED
from pausa.workflow.trials import System, Trial

#: All scores, those against many references first.
EVERY = tuple(sorted(KEYS, key=lambda key: key.endswith("_mean")))
TESTS = ("paired-bs", "paired-ar", "sign")


@dataclass(frozen=True)
class Score:
    """One number with everything it needs to be understood.

    `value` is pooled over the recordings, `mean` is over recordings (`left_out` of them had none),
    `low` and `high` bound the pooled value with 95 % confidence (NaN where not asked for or not possible).
    """

    value: float
    mean: float
    signature: str
    counts: dict[str, Any]
    low: float = nan
    high: float = nan
    left_out: int = 0


@dataclass(frozen=True)
class Scored:
    """A system's or a person's scores, pooled, and against each reference."""

    name: str
    scores: dict[str, Score]
    per_reference: tuple[dict[str, Any], ...]
    per_document: tuple[dict[str, float], ...] = ()


@dataclass(frozen=True)
class Compared:
    """One system against the baseline by one score and one test."""

    test: str
    baseline: str
    system: str
    metric: str
    difference: float
    p: float
    signature: str


@dataclass(frozen=True)
class Correlation:
    """How a system's F1_mean goes with its WiSeBE over recordings (WiSeBE, sect. 5.2).

    `rank_changes` are the recordings in which the system ranks otherwise by the one than by the other.
    """

    system: str
    pearson: float
    rank_changes: tuple[str, ...]


@dataclass(frozen=True)
class Evaluation:
    """All that was found out; reports turn it into tables and pages.

    `options` stand behind the systems' scores, `people_options` behind the agreement and the people's own:
    they differ where wordings do, because people are compared on the first one's words.
    """

    signature: str
    options: Options
    people_options: Options
    n_words: int
    documents: tuple[str, ...]
    references: tuple[str, ...]
    agreement: dict[str, Any]
    systems: tuple[Scored, ...]
    humans: tuple[Scored, ...]
    comparisons: tuple[Compared, ...] = ()
    mean_against_wisebe: tuple[Correlation, ...] = ()
    remarks: tuple[str, ...] = ()
    panel: tuple[Trial, ...] = ()
    trials: tuple[System, ...] = ()

    def __getitem__(self, system: str) -> Scored:
        """The scores of a system or a person, by name."""
        for scored in (*self.systems, *self.humans):
            if scored.name == system:
                return scored
        raise KeyError(system)


@dataclass(frozen=True)
class Plan:
    """What is to be worked out beside the scores themselves."""

    metrics: tuple[str, ...] = EVERY
    confidence: bool = False
    draws: int = DRAWS
    tests: tuple[str, ...] = ()
    test_draws: int | None = None
    seed: int = SEED
    humans: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "metrics", tuple(dict.fromkeys(map(key_for, self.metrics))))
        for test in self.tests:
            if test not in TESTS:
                raise OptionError(f"No test {test!r}; there are {', '.join(TESTS)}.")
