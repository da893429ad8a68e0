"""Evaluation: every score of every system against all references, the people's own scores, the agreement.

Counts are made per recording and family, once; everything else (pooled scores, means over recordings,
intervals, paired tests) is worked out from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import nan
from typing import Any

import numpy as np

from pausa.alignment.base import Edits
from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.metrics import METRICS, PER_REFERENCE, families_for
from pausa.metrics.agreement import (
    Agreement,
    AgreementCounts,
    jack_knife,
    pearson,
    pearson_ar_kappa,
    sampled_pairwise_f1,
)
from pausa.metrics.base import Case, Counts, Family, Options, defined, mean
from pausa.metrics.humans import by_annotator
from pausa.metrics.signature import signature
from pausa.stats.bootstrap import DRAWS, intervals
from pausa.stats.paired import RANDOMISATIONS, approximate_randomisation, paired_bootstrap
from pausa.stats.signtest import Differences, differences, sign_test
from pausa.workflow.evaluation import Compared, Correlation, Evaluation, Plan, Score, Scored
from pausa.workflow.gather import Reading, Recording
from pausa.workflow.trials import System, Trial, panels, systems


def evaluate(
    references: Sequence[Document | Segmentation],
    hypotheses: Sequence[Document | Segmentation],
    *,
    window: int = 2,
    last: str = "skip",
    marks: str = ".?!;",
    level: str = "sentence",
    tolerance: int = 0,
    collar_ms: int | None = None,
    condition: str = "rec",
) -> Evaluation:
    """Hypotheses against references of one recording; words that differ are aligned first.

    >>> people = [Segmentation(6, (2, 5), by="anna"), Segmentation(6, (3, 5), by="ben")]
    >>> result = evaluate(people, [Segmentation(6, (2, 5), by="system")])
    >>> round(result["system"].scores["f1_rw"].value, 3)
    1.0
    """
    reading = Reading(level=level, marks=marks)
    recording = Recording(
        "recording",
        tuple(_labelled(one, f"reference {number}") for number, one in enumerate(references, start=1)),
        tuple(_labelled(one, f"system {number}") for number, one in enumerate(hypotheses, start=1)),
    )
    said: list[str] = []
    options = Options(window, last, level, marks, tolerance=tolerance, collar_ms=collar_ms)
    found = evaluated(
        panels([recording], reading=reading, say=said.append),
        systems([recording], reading=reading, condition=condition, say=said.append),
        options=replace(options, condition=condition if condition != "rec" else ""),
    )
    return replace(found, remarks=(*said, *found.remarks))


def _labelled(one: Document | Segmentation, name: str) -> tuple[str, Document]:
    if isinstance(one, Segmentation):
        return one.by or name, Document(Transcript.blank(one.n_words), (one,))
    by = one.segmentations[0].by if len(one.segmentations) == 1 else ""
    return by or one.name or name, one


def evaluated(
    panel: Sequence[Trial], systems: Sequence[System], *, options: Options, plan: Plan | None = None
) -> Evaluation:
    """Everything about these systems and the people they are measured against."""
    plan = plan or Plan()
    if not panel or not panel[0].references:
        raise OptionError("There is no reference to score against; give at least one (-r).")
    names = tuple(reference.by for reference in panel[0].references)
    for trial in panel:
        if len(trial.references) != len(names):
            raise OptionError(
                f"{trial.name} has {len(trial.references)} references where {panel[0].name} has {len(names)}; "
                "score them apart or complete them."
            )
    scorer = _Scorer(_aligned(options, systems), plan, names)
    scored = tuple(
        _with_wer(scorer.system(system.name, [trial.case(scorer.options) for trial in system.trials]), system)
        for system in systems
    )
    people = _Scorer(_aligned(options, [System("", tuple(panel))]), plan, names)
    panel_cases = [trial.case(people.options) for trial in panel]
    first = systems[0].trials if systems else panel
    return Evaluation(
        signature=signature("wisebe", scorer.options, len(names)),
        options=scorer.options,
        people_options=people.options,
        n_words=sum(len(trial.transcript) for trial in first),
        documents=tuple(trial.name for trial in panel),
        references=names,
        agreement=_agreement(panel_cases, names, np.random.default_rng(plan.seed)),
        systems=scored,
        humans=people.humans(panel_cases) if plan.humans else (),
        comparisons=scorer.comparisons(systems),
        mean_against_wisebe=_mean_against_wisebe(scored, [trial.name for trial in panel]),
        remarks=(*_remarks(scorer, scored, len(names), len(panel)), *_on_people(plan, len(names))),
        panel=tuple(panel),
        trials=tuple(systems),
    )


def _with_wer(scored: Scored, system: System) -> Scored:
    """The scores with the word error rate against each reference, where words were aligned."""
    if not any(trial.edits for trial in system.trials):
        return scored
    rates = [
        sum((trial.edits[place] for trial in system.trials if trial.edits), Edits()).wer
        for place in range(len(scored.per_reference))
    ]
    rows = tuple({**row, "wer": rate} for row, rate in zip(scored.per_reference, rates, strict=True))
    return replace(scored, per_reference=rows)


def _aligned(options: Options, systems: Sequence[System]) -> Options:
    """The options with how words were aligned, where they were."""
    methods = {trial.align for system in systems for trial in system.trials if trial.is_aligned}
    if not methods:
        return options
    pivot = "hypothesis" if systems[0].trials[0].hypothesis is not None else "first-reference"
    return replace(options, align="+".join(sorted(methods)), pivot=pivot)


@dataclass
class _Scorer:
    """Counts by system and family, kept for the tests that come after."""

    options: Options
    plan: Plan
    references: tuple[str, ...]
    counts: dict[str, dict[str, list[Counts]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        wanted = families_for([*self.plan.metrics, *PER_REFERENCE])
        self.families: list[Family] = [METRICS[name]() for name in wanted]

    def system(self, name: str, cases: Sequence[Case], references: Sequence[str] | None = None) -> Scored:
        """One system's scores from its cases, recording by recording."""
        counted = {family.name: [family.count(case) for case in cases] for family in self.families}
        self.counts[name] = counted
        scores: dict[str, Score] = {}
        each: list[dict[str, Any]] = [{"name": one} for one in (references or self.references)]
        documents: list[dict[str, float]] = [{} for _ in cases]
        for family in self.families:
            total = _total(counted[family.name])
            for row, values in zip(each, family.per_reference(total), strict=False):
                row.update(values)
            scores |= self._scores(family, counted[family.name], total, cases[0], documents)
        ordered = {key: scores[key] for key in self.plan.metrics}
        return Scored(name, ordered, tuple(each), tuple(documents))

    def _scores(
        self, family: Family, counted: list[Counts], total: Counts, case: Case, documents: list[dict[str, float]]
    ) -> dict[str, Score]:
        pooled = family.score(total)
        per_document = [family.score(counts) for counts in counted]
        for document, own in zip(documents, per_document, strict=True):
            document.update({key: value for key, value in own.items() if key in self.plan.metrics})
        bounds = (
            intervals(family, counted, rng=np.random.default_rng(self.plan.seed), draws=self.plan.draws)
            if self.plan.confidence
            else {}
        )
        made = {}
        for key in family.keys:
            if key not in self.plan.metrics:
                continue
            values = [one[key] for one in per_document]
            bound = bounds.get(key)
            made[key] = Score(
                value=pooled[key],
                mean=mean(values),
                signature=signature(key, case.options, case.n_references, conditions=family.conditions(total)),
                counts=total.as_dict(),
                low=bound.low if bound else nan,
                high=bound.high if bound else nan,
                left_out=len(values) - len(defined(values)),
            )
        return made

    def humans(self, cases: Sequence[Case]) -> tuple[Scored, ...]:
        """Each person in turn as hypothesis against the others."""
        if len(self.references) < 2:
            return ()
        turns = by_annotator(cases)
        return tuple(
            self.system(
                name, turns[place], [other for other in self.references if other != name] or self.references[1:]
            )
            for place, name in enumerate(self.references)
        )

    def comparisons(self, systems: Sequence[System]) -> tuple[Compared, ...]:
        """Every system but the first against the first, by every test asked for."""
        found: list[Compared] = []
        for test in self.plan.tests:
            for system in systems[1:]:
                if test == "sign":
                    found += self._sign(systems[0], system)
                else:
                    found += self._paired(test, systems[0].name, system.name)
        return tuple(found)

    def _paired(self, test: str, baseline: str, system: str) -> list[Compared]:
        found = []
        for family in self.families:
            ours, theirs = self.counts[baseline][family.name], self.counts[system][family.name]
            rng = np.random.default_rng(self.plan.seed)
            if test == "paired-bs":
                draws = self.plan.test_draws or DRAWS
                results = paired_bootstrap(family, ours, theirs, rng=rng, draws=draws)
            else:
                draws = self.plan.test_draws or RANDOMISATIONS
                results = approximate_randomisation(family, ours, theirs, rng=rng, draws=draws)
            noted = {test.removeprefix("paired-"): str(draws), "seed": str(self.plan.seed)}
            found += [
                Compared(
                    test,
                    baseline,
                    system,
                    key,
                    result.difference,
                    result.p,
                    signature(key, self.options, len(self.references), conditions=noted),
                )
                for key, result in results.items()
                if key in self.plan.metrics
            ]
        return found

    def _sign(self, baseline: System, system: System) -> list[Compared]:
        """The sign test against each reference; it looks at boundaries, so both need the same words."""
        found = []
        for place, name in enumerate(self.references):
            total = Differences()
            for ours, theirs in zip(baseline.trials, system.trials, strict=True):
                if len(ours.transcript) != len(theirs.transcript):
                    raise OptionError(
                        f"The sign test compares boundary by boundary, but {baseline.name} and {system.name} have "
                        f"different words in {ours.name}; use --paired-bs or --paired-ar."
                    )
                first, second = ours.case(self.options), theirs.case(self.options)
                total += differences(first.references[place], first.hypothesis, second.hypothesis)
            result = sign_test(total)
            found.append(
                Compared(
                    "sign",
                    baseline.name,
                    system.name,
                    f"boundaries right ({name})",
                    float(result.second_right - result.first_right),
                    result.p,
                    f"sign|n:{total.first_right + total.second_right}|"
                    f"test:{'binomial' if result.exact else 'normal'}|last:{self.options.last}",
                )
            )
        return found


def _total(counts: Sequence[Counts]) -> Counts:
    total = counts[0]
    for each in counts[1:]:
        total = total + each
    return total


def _agreement(cases: Sequence[Case], names: Sequence[str], rng: np.random.Generator) -> dict[str, Any]:
    family = Agreement()
    counted: list[AgreementCounts] = [family.count(case) for case in cases]
    total = counted[0]
    for each in counted[1:]:
        total = total + each
    scores = family.score(total)
    sampled = sampled_pairwise_f1(counted, rng)
    return {
        **scores,
        "pairwise_f1_sampled": sampled.mean,
        "pairwise_f1_sampled_sd": sampled.sd,
        "pearson_ar_kappa": pearson_ar_kappa(counted) if len(counted) > 2 else nan,
        "jack_knife": [{"name": name, "mean_f1": score} for name, score in zip(names, jack_knife(total), strict=True)],
    }


def _mean_against_wisebe(scored: Sequence[Scored], documents: Sequence[str]) -> tuple[Correlation, ...]:
    if len(documents) < 3 or not scored or not {"f1_mean", "wisebe"} <= scored[0].scores.keys():
        return ()
    found = []
    for system in scored:
        rows = {key: [document[key] for document in system.per_document] for key in ("f1_mean", "wisebe")}
        changes = [
            name
            for place, name in enumerate(documents)
            if _rank(system, scored, place, "f1_mean") != _rank(system, scored, place, "wisebe")
        ]
        found.append(Correlation(system.name, pearson(rows["f1_mean"], rows["wisebe"]), tuple(changes)))
    return tuple(found)


def _rank(system: Scored, scored: Sequence[Scored], place: int, key: str) -> int:
    return sum(other.per_document[place][key] > system.per_document[place][key] for other in scored)


def _on_people(plan: Plan, n_references: int) -> tuple[str, ...]:
    if n_references == 2 and plan.humans and "wisebe" in plan.metrics:
        return (
            "Of two people each is judged by the other alone, so their WiSeBE is 0 whatever they do: "
            "compare f1_mean with theirs, or add references.",
        )
    return ()


def _remarks(scorer: _Scorer, scored: Sequence[Scored], n_references: int, n_documents: int) -> tuple[str, ...]:
    said: list[str] = []
    for family in scorer.families:
        for system in scored:
            said += family.remarks(_total(scorer.counts[system.name][family.name]))
    if scorer.plan.confidence and n_documents < 2:
        said.append("Confidence intervals are drawn over recordings; one recording gives none.")
    if any(test.startswith("paired") for test in scorer.plan.tests) and n_documents < 2:
        said.append("Paired tests are drawn over recordings; one recording gives none (--sign works).")
    return tuple(dict.fromkeys(said))
