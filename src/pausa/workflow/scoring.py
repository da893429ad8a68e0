"""From trials to results: counts are made per recording and family, once; everything else follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from math import nan
from operator import add

import numpy as np

from pausa.alignment.base import Edits
from pausa.metrics import METRICS, PER_REFERENCE, families_for
from pausa.metrics.base import Case, Counts, Family, defined, mean
from pausa.metrics.signature import signature
from pausa.stats import bootstrap, jackknife
from pausa.workflow.evaluation import ReferenceScores, Request, Result, Score
from pausa.workflow.trials import Trial


@dataclass(frozen=True)
class Tally:
    """Somebody's counts: for each family, recording by recording."""

    name: str
    cases: tuple[Case, ...]
    counts: Mapping[str, tuple[Counts, ...]]

    def total(self, family: Family) -> Counts:
        """A family's counts over all recordings."""
        return reduce(add, self.counts[family.name])


@dataclass(frozen=True)
class Scorer:
    """What is asked for, and the families that answer it."""

    request: Request

    @cached_property
    def families(self) -> list[Family]:
        usual = [key for key, about in PER_REFERENCE.items() if about.is_usual]
        return [METRICS[name]() for name in families_for([*self.request.metrics, *usual])]

    def count(self, name: str, cases: Sequence[Case]) -> Tally:
        """Everything that is counted about somebody."""
        counted = {family.name: tuple(family.count(case) for case in cases) for family in self.families}
        return Tally(name, tuple(cases), counted)

    def score(self, tally: Tally, references: Sequence[str], trials: Sequence[Trial] = ()) -> Result:
        """Somebody's scores: pooled, with their intervals, against each reference and in each recording."""
        scores: dict[str, Score] = {}
        each: list[dict[str, float]] = [{} for _ in references]
        documents: list[dict[str, float]] = [{} for _ in tally.cases]
        for family in self.families:
            for row, values in zip(each, family.per_reference(tally.total(family)), strict=False):
                row.update(values)
            scores |= self._scores(family, tally, documents)
        rates = _word_error_rates(trials)
        for name, row in zip(references, each, strict=True):
            if rates:
                row["wer"] = rates.get(name, 0.0)
        return Result(
            name=tally.name,
            scores={key: scores[key] for key in self.request.metrics},
            per_reference=tuple(ReferenceScores(name, row) for name, row in zip(references, each, strict=True)),
            per_document=tuple(documents),
            trials=tuple(trials),
        )

    def _scores(self, family: Family, tally: Tally, documents: Sequence[dict[str, float]]) -> dict[str, Score]:
        wanted = [key for key in family.keys if key in self.request.metrics]
        counted, total = tally.counts[family.name], tally.total(family)
        pooled = family.score(total)
        per_document = [family.score(counts) for counts in counted]
        for document, own in zip(documents, per_document, strict=True):
            document.update({key: own[key] for key in wanted})
        bounds = self._bounds(family, counted) if wanted else {}
        made = {}
        for key in wanted:
            values = [one[key] for one in per_document]
            low, high = bounds.get(key, (nan, nan))
            made[key] = Score(
                value=pooled[key],
                mean=mean(values),
                signature=self.sign(key, family, tally),
                counts=total.as_dict(),
                low=low,
                high=high,
                left_out=len(values) - len(defined(values)),
            )
        return made

    def _bounds(self, family: Family, counted: Sequence[Counts]) -> dict[str, tuple[float, float]]:
        if not self.request.confidence:
            return {}
        if self.request.draws is None:
            found = jackknife.intervals(family, counted)
        else:
            rng = np.random.default_rng(self.request.seed)
            found = bootstrap.intervals(family, counted, rng=rng, draws=self.request.draws)
        return {key: (interval.low, interval.high) for key, interval in found.items()}

    def sign(self, key: str, family: Family, tally: Tally) -> str:
        """The signature of one of somebody's scores."""
        return sign(key, tally.cases, family.conditions(tally.total(family)))

    def remark(self, tallies: Sequence[Tally]) -> list[str]:
        """What families have to say about these counts."""
        return [said for family in self.families for tally in tallies for said in family.remarks(tally.total(family))]


def sign(key: str, cases: Sequence[Case], conditions: Mapping[str, str]) -> str:
    """The signature of a score over these cases, which may have different numbers of references."""
    numbers = [case.n_references for case in cases]
    options = cases[0].options
    if len({case.options.consensus for case in cases}) > 1:
        options = replace(options, consensus=None)
    return signature(key, options, min(numbers), most=max(numbers), conditions=conditions)


def _word_error_rates(trials: Sequence[Trial]) -> dict[str, float]:
    """The word error rate against each reference by name; empty where no words were aligned."""
    edits: dict[str, Edits] = {}
    for trial in trials:
        for name, each in zip(trial.people, trial.edits, strict=False):
            edits[name] = edits.get(name, Edits()) + each
    return {name: each.wer for name, each in edits.items()}
