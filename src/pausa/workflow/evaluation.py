"""What an evaluation is: scores with their signatures, the agreement of people, comparisons; and what is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import nan

from pausa.core.errors import OptionError
from pausa.metrics import KEYS, keys_for
from pausa.metrics.base import Options
from pausa.metrics.drawn import read_protocol
from pausa.stats.bootstrap import SEED
from pausa.workflow.trials import Trial

#: All scores but those that few hypotheses carry enough for; those against many references first.
EVERY = tuple(sorted((key for key in KEYS if KEYS[key].is_usual), key=lambda key: key.endswith("_mean")))
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
    counts: Mapping[str, float | tuple[float, ...]]
    low: float = nan
    high: float = nan
    left_out: int = 0


@dataclass(frozen=True)
class ReferenceScores:
    """The scores against one reference, pooled; `row["f1"]` is one of them."""

    name: str
    scores: Mapping[str, float]

    def __getitem__(self, key: str) -> float:
        return self.scores[key]


@dataclass(frozen=True)
class Standing:
    """A system's score beside people's, both against the same references, one person left out at a time.

    `value` and `people` are means over the folds, `folds` is the system's score in each (in the order of the people),
    `mean` is the mean over folds of the mean over recordings. `low` and `high` bound the `difference` (system less
    people) with 95 % confidence. The verdict is `above` people where the whole interval is better than they are,
    `below` where it is worse, else `within`; empty where there is no interval.
    """

    value: float
    mean: float
    people: float
    difference: float
    low: float
    high: float
    verdict: str
    folds: tuple[float, ...]
    signature: str


@dataclass(frozen=True)
class Result:
    """A system's or a person's scores: pooled, against each reference, and in each recording.

    `loo` is how a system stands beside people, `trials` are what it was scored on.
    """

    name: str
    scores: Mapping[str, Score]
    per_reference: tuple[ReferenceScores, ...]
    per_document: tuple[Mapping[str, float], ...] = ()
    loo: Mapping[str, Standing] = field(default_factory=dict)
    trials: tuple[Trial, ...] = ()


@dataclass(frozen=True)
class SystemInRecording:
    """What a system did in one recording: how many boundaries, every score, and those against each person there.

    `agreement_ratio` is that of the references as they stand on the system's words: what WiSeBE is scaled by.
    """

    name: str
    boundaries: int
    agreement_ratio: float
    scores: Mapping[str, float]
    per_reference: tuple[ReferenceScores, ...]


@dataclass(frozen=True)
class RecordingFigures:
    """One recording by itself: how many boundaries each person has, how far they agree, what each system did."""

    name: str
    n_words: int
    boundaries: Mapping[str, int]
    agreement: Mapping[str, float]
    systems: tuple[SystemInRecording, ...] = ()


@dataclass(frozen=True)
class DrawnScore:
    """A score over repeated draws of the references: mean and standard deviation of the `n` that were defined."""

    mean: float
    sd: float
    n: int
    signature: str


@dataclass(frozen=True)
class DrawnScores:
    """Somebody's scores over repeated draws."""

    name: str
    scores: Mapping[str, DrawnScore]


@dataclass(frozen=True)
class Protocol:
    """Scores where in each of the `draws` some references and one other person are drawn for every recording.

    The person's row (`human`) and the systems' are against the same references (Lee & Glass 2012, sect. 4.1).
    """

    references: int
    draws: int
    seed: int
    human: DrawnScores
    systems: tuple[DrawnScores, ...]


@dataclass(frozen=True)
class JackKnife:
    """A person's mean F1 against the others."""

    name: str
    mean_f1: float


@dataclass(frozen=True)
class AnnotationF1:
    """One annotation's mean F1 against the others of its recording."""

    recording: str
    name: str
    mean_f1: float


@dataclass(frozen=True)
class AgreementFigures:
    """How far the references agree among themselves."""

    agreement_ratio: float
    fleiss_kappa: float
    fleiss_kappa_candidates: float
    krippendorff_alpha: float
    pairwise_f1: float
    pairwise_f1_marks: float
    absolute_consensus: float
    pairwise_f1_sampled: float
    pairwise_f1_sampled_sd: float
    pearson_ar_kappa: float
    jack_knife: tuple[JackKnife, ...]
    annotations: tuple[AnnotationF1, ...]

    def figures(self) -> dict[str, float]:
        """The single figures by name, without those of each person."""
        return {name: value for name, value in vars(self).items() if isinstance(value, float)}


@dataclass(frozen=True)
class Comparison:
    """One system against the baseline by one score and one test; `smallest_p` is what p could be at best."""

    test: str
    baseline: str
    system: str
    metric: str
    difference: float
    p: float
    signature: str
    smallest_p: float = nan


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
    they differ where wordings do, because people are compared on the first one's words. `panel` is what they were
    compared on. `interval` is how the intervals were made, where there are any. `per_recording` has the figures of each
    recording by itself.
    """

    signature: str
    options: Options
    people_options: Options
    n_words: int
    documents: tuple[str, ...]
    references: tuple[str, ...]
    agreement: AgreementFigures
    systems: tuple[Result, ...]
    humans: tuple[Result, ...]
    comparisons: tuple[Comparison, ...] = ()
    mean_against_wisebe: tuple[Correlation, ...] = ()
    interval: str = ""
    remarks: tuple[str, ...] = ()
    panel: tuple[Trial, ...] = ()
    per_recording: tuple[RecordingFigures, ...] = ()
    protocol: Protocol | None = None

    def __getitem__(self, name: str) -> Result:
        """The scores of a system or a person, by name."""
        for result in (*self.systems, *self.humans):
            if result.name == name:
                return result
        raise KeyError(name)


@dataclass(frozen=True)
class Request:
    """What is to be worked out beside the scores themselves.

    With `draws`, intervals are percentiles of so many drawn corpora; without, they are by jack-knife and Student's t.
    `protocol` is how many references and people are drawn (`5+1`), and `protocol_draws` how often.
    """

    metrics: tuple[str, ...] = EVERY
    confidence: bool = False
    draws: int | None = None
    tests: tuple[str, ...] = ()
    test_draws: int | None = None
    seed: int = SEED
    humans: bool = True
    protocol: str = ""
    protocol_draws: int = 100

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "metrics", tuple(dict.fromkeys(key for name in self.metrics for key in keys_for(name)))
        )
        for test in self.tests:
            if test not in TESTS:
                raise OptionError(f"No test {test!r}; there are {', '.join(TESTS)}.")
        if self.protocol:
            object.__setattr__(self, "protocol", f"{read_protocol(self.protocol)}+1")
        if self.seed < 0:
            raise OptionError(f"A seed is a whole number from 0, not {self.seed}.")
        if self.protocol_draws < 1:
            raise OptionError(f"References are drawn at least once, not {self.protocol_draws} times.")
