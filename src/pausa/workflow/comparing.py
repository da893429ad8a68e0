"""Is the difference real? Every system against the first, by every test asked for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add

import numpy as np

from pausa.core.errors import OptionError
from pausa.metrics.base import Family
from pausa.stats.bootstrap import DRAWS
from pausa.stats.paired import RANDOMISATIONS, PairedTest, approximate_randomisation, is_exact, paired_bootstrap
from pausa.stats.signtest import differences, sign_test
from pausa.workflow.evaluation import Comparison
from pausa.workflow.scoring import Scorer, Tally, sign


def compare(
    scorer: Scorer, tallies: Sequence[Tally], people: Sequence[Sequence[str]], references: Sequence[str]
) -> tuple[Comparison, ...]:
    """Every system but the first against the first, which is the baseline; `people` are those of each recording."""
    found: list[Comparison] = []
    for test in scorer.request.tests:
        for system in tallies[1:]:
            if test == "sign":
                found += _by_sign(tallies[0], system, people, references)
            else:
                found += _by_drawing(test, scorer, tallies[0], system)
    return tuple(found)


def _by_drawing(test: str, scorer: Scorer, baseline: Tally, system: Tally) -> list[Comparison]:
    made = []
    for family in scorer.families:
        draws, results = _draw(test, scorer, family, baseline, system)
        noted = {test.removeprefix("paired-"): str(draws), "seed": str(scorer.request.seed)}
        if test == "paired-ar" and is_exact(len(baseline.cases), draws):
            noted = {"ar": "exact"}
        made += [
            Comparison(
                test=test,
                baseline=baseline.name,
                system=system.name,
                metric=key,
                difference=result.difference,
                p=result.p,
                signature=sign(key, baseline.cases, noted),
                smallest_p=result.smallest,
            )
            for key, result in results.items()
            if key in scorer.request.metrics
        ]
    return made


def _draw(
    test: str, scorer: Scorer, family: Family, baseline: Tally, system: Tally
) -> tuple[int, dict[str, PairedTest]]:
    ours, theirs = baseline.counts[family.name], system.counts[family.name]
    rng = np.random.default_rng(scorer.request.seed)
    if test == "paired-bs":
        draws = scorer.request.test_draws or DRAWS
        return draws, paired_bootstrap(family, ours, theirs, rng=rng, draws=draws)
    draws = scorer.request.test_draws or RANDOMISATIONS
    return draws, approximate_randomisation(family, ours, theirs, rng=rng, draws=draws)


def _by_sign(
    baseline: Tally, system: Tally, people: Sequence[Sequence[str]], references: Sequence[str]
) -> list[Comparison]:
    """The sign test against each reference; it looks at boundaries, so both need the same words."""
    pairs = list(zip(baseline.cases, system.cases, strict=True))
    if any(ours.n_words != theirs.n_words for ours, theirs in pairs):
        raise OptionError(
            f"The sign test compares boundary by boundary, but {baseline.name} and {system.name} have "
            "different words; use paired-bs or paired-ar."
        )
    found = []
    for name in references:
        counted = [
            differences(ours.references[list(names).index(name)], ours.hypothesis, theirs.hypothesis)
            for (ours, theirs), names in zip(pairs, people, strict=True)
            if name in names
        ]
        result = sign_test(reduce(add, counted))
        found.append(
            Comparison(
                test="sign",
                baseline=baseline.name,
                system=system.name,
                metric=f"boundaries right ({name})",
                difference=float(result.second_right - result.first_right),
                p=result.p,
                signature=f"sign|n:{result.first_right + result.second_right}|"
                f"test:{'binomial' if result.exact else 'normal'}|last:{baseline.cases[0].options.last}",
            )
        )
    return found
