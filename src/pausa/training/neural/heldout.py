"""How well a network does on recordings it does not learn from, under several conditions.

    times   as they are          words   without pauses and turns          noisy   a seventh of the words misheard

One threshold serves all conditions, as it will when the model is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import torch
from numpy.typing import NDArray

from pausa.core.scores import Floats
from pausa.models.neural.inputs import UNKNOWN_PAUSE, Line
from pausa.models.neural.marks import CLASSES, PERIOD, QUESTION, end_probability, question_share
from pausa.models.neural.windows import windows
from pausa.training.neural.corruption import Corruption, drop_turns
from pausa.training.neural.kinds import Kind
from pausa.training.neural.samples import UNKNOWN_MS, Sample
from pausa.training.neural.store import Corpus

NOISY_RATE = 0.15
_BATCH = 16
#: What the condition is called that every corpus allows.
_BARE = " words"
Bools = NDArray[np.bool_]
Logits = Callable[[Line], NDArray[np.float32]]


@dataclass(frozen=True)
class Condition:
    """Stretches of held-out recordings as a network meets them."""

    name: str
    samples: tuple[Sample, ...]


@dataclass(frozen=True)
class Predictions:
    """Probabilities of ends and the answers, the last word of each stretch left out.

    `questions` is the share of a question in each, `asked` where there is one; neither where nobody looked.
    """

    name: str
    probability: Floats
    ends: Bools
    timed: Bools
    questions: Floats = field(default_factory=lambda: np.zeros(0))
    asked: Bools = field(default_factory=lambda: np.zeros(0, bool))

    def f1(self, threshold: float) -> float:
        chosen = self.probability >= threshold
        hit = int((chosen & self.ends).sum())
        return 2 * hit / max(1, int(chosen.sum()) + int(self.ends.sum()))


@dataclass(frozen=True)
class HeldOutScores:
    """What came of an evaluation: F1 for each condition at one threshold, and their mean."""

    threshold: float
    f1: dict[str, float]

    @property
    def mean(self) -> float:
        return float(np.mean(list(self.f1.values()))) if self.f1 else 0.0


@dataclass(frozen=True)
class Amount:
    """How much is judged by; each word counts once, under however many conditions it is met.

    >>> str(Amount(1204, 96))
    '1,204 held-out words with 96 ends'
    """

    words: int
    ends: int

    def __str__(self) -> str:
        return f"{self.words:,} held-out words with {self.ends:,} end{'s' * (self.ends != 1)}"


def amount_of(conditions: Iterable[Condition]) -> Amount:
    """How much there is in some conditions; the last word of each stretch is not judged."""
    bare = [sample for each in conditions if each.name.endswith(_BARE) for sample in each.samples]
    ends = sum(label in (PERIOD, QUESTION) for sample in bare for label in sample.labels[:-1])
    return Amount(sum(map(len, bare)), ends)


def make_conditions(
    corpora: Iterable[Corpus], corruption: Corruption, *, n_words: int, seed: int = 7
) -> list[Condition]:
    """Up to `n_words` words of each corpus, spread over its recordings, under the conditions that it allows."""
    made: list[Condition] = []
    for corpus in corpora:
        spread = _cut_middles(corpus, n_words)
        if not spread:
            continue
        name = corpus.source.name
        if corpus.source.pauses:
            made.append(Condition(f"{name} times", tuple(spread)))
            rng = np.random.default_rng(seed)
            noisy = tuple(corruption.mishear(sample, NOISY_RATE, rng) for sample in spread)
            made.append(Condition(f"{name} noisy", noisy))
        made.append(Condition(f"{name}{_BARE}", tuple(drop_times(sample) for sample in spread)))
    return made


def drop_times(sample: Sample) -> Sample:
    """A sample of which only the words are known."""
    lost = drop_turns(sample)
    return replace(lost, pauses=[UNKNOWN_MS] * len(lost))


def predict(condition: Condition, logits: Logits) -> Predictions:
    """What a model says about a condition."""
    found = [Predictions("", np.zeros(0), *[np.zeros(0, bool)] * 2)]
    for sample in condition.samples:
        line, labels = sample.line(), np.array(sample.labels[:-1])
        told = logits(line)[:-1]
        found.append(
            Predictions(
                "",
                end_probability(told),
                np.isin(labels, (PERIOD, QUESTION)),
                (line.pauses != UNKNOWN_PAUSE)[:-1],
                question_share(told),
                labels == QUESTION,
            )
        )
    columns = ("probability", "ends", "timed", "questions", "asked")
    return Predictions(condition.name, *(np.concatenate([getattr(one, name) for one in found]) for name in columns))


def score_predictions(found: Sequence[Predictions]) -> HeldOutScores:
    """The threshold that serves all conditions best, and how well."""
    thresholds = np.linspace(0.1, 0.9, 81)
    means = [sum(each.f1(at) for each in found) for at in thresholds.tolist()]
    best = float(thresholds[int(np.argmax(means))])
    return HeldOutScores(best, {each.name: each.f1(best) for each in found})


@torch.no_grad()
def torch_logits(kind: Kind, line: Line) -> NDArray[np.float32]:
    """Four logits for each word of a line of any length, by the network itself."""
    was_training = kind.network.training
    kind.network.eval()
    found = np.zeros((len(line), len(CLASSES)), dtype=np.float32)
    plan = windows(line.forms, np.array(kind.sizes(line.forms), dtype=np.int64), kind.plan)
    plan.sort(key=lambda window: window.last - window.first)
    for place in range(0, len(plan), _BATCH):
        some = plan[place : place + _BATCH]
        logits = kind.logits([take_part(line, window.first, window.last) for window in some]).float().numpy()
        start = 0
        for window in some:
            own = logits[start : start + window.last - window.first, : len(CLASSES)]
            found[window.start : window.stop] = own[window.start - window.first : window.stop - window.first]
            start += window.last - window.first
    kind.network.train(was_training)
    return found


def take_part(line: Line, first: int, last: int) -> Line:
    """Some of the words of a line."""
    return Line(line.forms[first:last], line.pause_ms[first:last], line.turns[first:last], line.style)


def _cut_middles(corpus: Corpus, n_words: int) -> list[Sample]:
    """The middles of recordings (beginnings are unlike the rest), equally long, together about that many words."""
    count = len(corpus.starts) - 1
    if count < 1:
        return []
    each = max(50, n_words // count)
    made = []
    for low, high in zip(corpus.starts.tolist(), corpus.starts[1:].tolist(), strict=False):
        start = max(low, (low + high - each) // 2)
        if high - low > 1:
            made.append(corpus.cut(start, min(high, start + each)))
    return made[: max(1, n_words // 50)]
