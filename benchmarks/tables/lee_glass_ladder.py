"""The rungs of Lee & Glass's tables 4 and 5: which models count, which weights are tuned, what that gives.

    prosodic only                 the sound of each gap by itself
    word LM only                  words and breaks as one stream
    word + class LM               and the classes of words beside them
    LM + length                   … and how long sentences are
    prosodic + LM                 … or how gaps sound
    prosodic + LM + length        all of it

As in the paper each rung takes the language model that does best there, 3- or 4-gram, with or without classes;
here that and the weights are chosen on other recordings than those that are measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pausa.core.scores import Floats
from pausa.core.segmentation import Segmentation
from pausa.metrics.base import Case, Counts, Family, Options
from pausa.metrics.bleulike import BleuLike, Sampled
from pausa.metrics.slots import Slots
from pausa.metrics.wisebe import WiSeBE
from pausa.models.fst.evidence import Evidence, Weights
from pausa.models.fst.length import Gamma
from pausa.stats.bootstrap import intervals
from pausa.training.fst.tuning import Tuner, TuningSample, segment_samples

Tables = tuple[Floats, Floats]

ORDERS = (3, 4)
#: Language models that a rung may choose from: order, and whether classes count beside the words.
WORD_LMS = tuple((order, False) for order in ORDERS)
CLASS_LMS = tuple((order, True) for order in ORDERS)
FAMILIES: tuple[Family, ...] = (BleuLike(), Slots(), WiSeBE())
KEYS = ("p1", "p2", "p3", "brevity", "bleu_like", "precision_mean", "recall_mean", "f1_mean", "f1_rw", "wisebe")
#: What weights are tuned by: the score of the paper.
AIM = "bleu_like"

Lm = tuple[int, bool]


def told(lm: Lm | None) -> str:
    """A language model's name.

    >>> told((4, True)), told(None)
    ('4-gram + classes', '–')
    """
    return "–" if lm is None else f"{lm[0]}-gram" + (" + classes" if lm[1] else "")


@dataclass(frozen=True)
class Rung:
    """One row: the language models to choose from, and what counts beside them."""

    name: str
    lms: tuple[Lm, ...] = ()
    prosody: bool = False
    length: bool = False
    normalised: bool = False


RUNGS = (
    Rung("prosodic only", prosody=True),
    Rung("word LM only", WORD_LMS),
    Rung("word + class LM", CLASS_LMS),
    Rung("LM + length", WORD_LMS + CLASS_LMS, length=True),
    Rung("prosodic + LM", WORD_LMS + CLASS_LMS, prosody=True),
    Rung("prosodic + LM + length", WORD_LMS + CLASS_LMS, prosody=True, length=True),
    Rung("prosodic + LM + length, normalised", WORD_LMS + CLASS_LMS, prosody=True, length=True, normalised=True),
)


@dataclass(frozen=True)
class Take:
    """A recording: what every model says about it, by order for language models, and people's sentence ends."""

    name: str
    words: Mapping[int, Tables]
    classes: Mapping[int, Tables]
    references: tuple[Segmentation, ...]
    prosody: Floats | None = None

    @property
    def n_words(self) -> int:
        return self.references[0].n_words

    def sample(self, lm: Lm | None, *, prosody: bool) -> TuningSample:
        """The recording as a rung sees it."""
        evidence = Evidence(
            self.n_words,
            words=None if lm is None else self.words[lm[0]],
            classes=None if lm is None or not lm[1] else self.classes[lm[0]],
            prosody=self.prosody if prosody else None,
        )
        return TuningSample(evidence, self.references)


@dataclass(frozen=True)
class Choice:
    """What a rung has chosen: a language model and weights, and the score they gave where they were tuned."""

    rung: Rung
    lm: Lm | None
    weights: Weights
    value: float
    tried: tuple[tuple[Lm | None, Weights, float], ...] = ()

    @property
    def others(self) -> dict[str, float]:
        """The score of every language model that was tried."""
        return {told(lm): value for lm, _, value in self.tried}


@dataclass(frozen=True)
class Row:
    """One rung on one set: the choice (or the choices of both halves), and how it did."""

    rung: str
    bias: bool
    choices: tuple[Choice, ...]
    scores: Mapping[str, Any]
    sampled: Sampled | None = None


@dataclass(frozen=True)
class Measured:
    """All rows of one set, in the order of the rungs; `options` is how it was scored."""

    name: str
    n_recordings: int
    n_words: int
    n_references: int
    options: Options
    rows: tuple[Row, ...]


def climbed(rungs: Iterable[Rung], takes: Sequence[Take], gamma: Gamma, *, bias: bool) -> list[Choice]:
    """What each rung chooses on these recordings; a rung begins where the rungs below it ended."""
    made: list[Choice] = []
    for rung in rungs:
        made.append(chosen(rung, takes, gamma, bias=bias, below=made))
    return made


def chosen(rung: Rung, takes: Sequence[Take], gamma: Gamma, *, bias: bool, below: Sequence[Choice] = ()) -> Choice:
    """The language model and the weights that do best on these recordings; with `bias` a cost per break too."""
    found: list[tuple[Lm | None, Weights, float]] = []
    for lm in rung.lms or (None,):
        free = [
            name
            for name, is_free in (
                ("bias", bias),
                ("prosody", rung.prosody and lm is not None),
                ("length", rung.length),
                ("classes", lm is not None and lm[1]),
            )
            if is_free
        ]
        start = Weights(
            words=0.0 if lm is None else 1.0,
            classes=0.5 if lm is not None and lm[1] else 0.0,
            prosody=1.0 if rung.prosody else 0.0,
            length=0.5 if rung.length else 0.0,
        )
        samples = [take.sample(lm, prosody=rung.prosody) for take in takes]
        tuner = Tuner(samples, gamma, AIM, rung.normalised)
        reached = [weights for choice in below for weights in _reached(choice, rung, lm)]
        best = tuner.search([start, *([max(reached, key=tuner)] if reached else [])], free)
        found.append((lm, best.weights, best.value))
    lm, weights, value = max(found, key=lambda one: one[2])
    return Choice(rung, lm, weights, value, tuple(found))


def _reached(choice: Choice, rung: Rung, lm: Lm | None) -> list[Weights]:
    """Where a rung below ended with the same language model, or the same words; it has no model that this one lacks."""
    lower = choice.rung
    if (lower.prosody and not rung.prosody) or (lower.length and not rung.length) or lm is None:
        return []
    return [weights for known, weights, _ in choice.tried if known in (lm, (lm[0], False))]


def cases(choice: Choice, takes: Sequence[Take], gamma: Gamma, options: Options | None = None) -> list[Case]:
    """Each recording with the best path that a choice gives, ready to be scored."""
    samples = [take.sample(choice.lm, prosody=choice.rung.prosody) for take in takes]
    found = segment_samples(samples, choice.weights, gamma, normalised=choice.rung.normalised)
    return [sample.case(each, options) for sample, each in zip(samples, found, strict=True)]


def scores(judged: Sequence[Case]) -> dict[str, Any]:
    """Every score over these recordings, pooled, with 95 % intervals over recordings."""
    found: dict[str, Any] = {}
    for family in FAMILIES:
        counts: list[Counts] = [family.count(case) for case in judged]
        values = family.score(sum(counts[1:], start=counts[0]))
        bounds = intervals(family, counts)
        for key in KEYS:
            if key in values:
                found[key] = {"value": values[key], "low": bounds[key].low, "high": bounds[key].high}
    if judged[0].n_references == 1:
        del found["wisebe"]  # by its formula 0 with one reference, whatever the hypothesis
    return found
