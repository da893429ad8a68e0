"""Tables 4 and 5 of Lee & Glass (2012): what prosody, language models and a length model each add.

Language models learn from the train splits of Earnings-22 and an eighth of Changelog, prosody and lengths from
Earnings-22. Weights are tuned by the BLEU-like score on other recordings than those that are measured:

    words of         tuned on                           measured on
    reference        Earnings-22, dev calls             Earnings-22, test calls
    reference        ESIC, one half of the speeches     ESIC, the other half, and the other way round; real audio
    recogniser       nothing; as on Earnings-22         Earnings-21, google's and rev-kaldi's words and times (Rec)
    several people   Changelog, dev episodes            CORAAL and the WiSeBE sample: no times, no prosody

Every row is there twice: with weights alone, as in the paper, and with a cost per break beside them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from benchmarks.findings import Advance, Findings
from benchmarks.tables import lee_glass_tables
from benchmarks.tables.lee_glass_ladder import RUNGS, Choice, Measured, Row, Take, cases, climbed, scores
from benchmarks.tables.lee_glass_sets import (
    Learned,
    Speech,
    annotated,
    changelog,
    earnings21,
    earnings22,
    heard_prosody,
    learned,
    speeches,
)
from benchmarks.tables.lee_glass_statistics import Statistics, exact_kernel, statistics
from pausa.core.segmentation import Segmentation
from pausa.features.durations import PhoneNorms
from pausa.metrics.base import Case, Options
from pausa.metrics.bleulike import Sampled, sampled
from pausa.models.fst.length import Gamma, fit_gamma
from pausa.models.fst.svm import Fit, Size

RECOGNISERS = ("google", "rev-kaldi")
SHARED = ("coraal-multi", "wisebe-sample")
#: Rows are measured with weights alone and with a cost per break.
BIASES = (False, True)
DRAWS = 100
SEED = 2012
#: A prosodic machine for half of the speeches: there are few gaps, so few landmarks.
SMALL = Size(landmarks=200)
_STEPS = 5 + 28 + 2 + 2 + len(RECOGNISERS) + 1 + len(SHARED) + 1


def run(data: Path, advance: Advance) -> Findings:
    """All tables of the benchmark."""
    problems: list[str] = []

    def step() -> None:
        advance(_STEPS)

    known = learned(data, problems, step)
    dev = earnings22(data, "dev", known, problems)
    calls = {bias: climbed(RUNGS, dev, known.gamma, bias=bias) for bias in BIASES}
    step()
    test = earnings22(data, "test", known, problems)
    found = [measured("earnings22", test, calls, known.gamma, Options())]
    step()
    heard = speeches(data, problems, step)
    if heard:
        found.append(crossed("esic", heard, known))
    step()
    rec = Options(align="words", pivot="hypothesis", condition="rec")
    for recogniser in RECOGNISERS:
        takes = earnings21(data, recogniser, known, problems)
        found.append(measured(f"earnings21, {recogniser}", takes, calls, known.gamma, rec))
        step()
    episodes = changelog(data, known, problems)
    silent = [rung for rung in RUNGS if not rung.prosody]
    untimed = {bias: climbed(silent, episodes, known.gamma, bias=bias) for bias in BIASES}
    step()
    for source in SHARED:
        trials = annotated(data, source, problems)
        takes = [known.take(each.name, each.transcript, each.references) for each in trials]
        options = Options(align="words", pivot=takes[0].references[0].by) if source == "coraal-multi" else Options()
        found.append(measured(source, takes, untimed, known.gamma, options, draw=True))
        step()
    told: list[Statistics] = statistics(data, problems)
    kernels = exact_kernel(*known.gaps) if known.gaps else None
    step()
    return lee_glass_tables.findings(found, known, told, kernels, problems)


def measured(
    name: str,
    takes: Sequence[Take],
    choices: Mapping[bool, Sequence[Choice]],
    gamma: Gamma,
    options: Options,
    *,
    draw: bool = False,
) -> Measured:
    """All rows of a set, by choices that were made elsewhere."""
    rows = []
    for bias, made in choices.items():
        for choice in made:
            judged = cases(choice, takes, gamma, options)
            rows.append(Row(choice.rung.name, bias, (choice,), scores(judged), drawn(judged) if draw else None))
    return Measured(
        name,
        len(takes),
        sum(take.n_words for take in takes),
        len(takes[0].references),
        options,
        tuple(rows),
    )


def drawn(judged: Sequence[Case]) -> Sampled:
    """The protocol of the paper: as many references as there are but one, which is the person's row."""
    return sampled(judged, np.random.default_rng(SEED), draws=DRAWS, references=judged[0].n_references - 1)


def crossed(name: str, heard: Sequence[Speech], known: Learned, options: Options | None = None) -> Measured:
    """Recordings with audio in two halves: prosody, lengths and weights from one, measured on the other, both ways."""
    options = options or Options()
    halves = [heard[::2], heard[1::2]]
    judged: dict[tuple[str, bool], list[Case]] = {}
    made: dict[tuple[str, bool], list[Choice]] = {}
    for half, other in (halves, halves[::-1]):
        norms = PhoneNorms.of([each.heard.phones for each in half])
        prosody = heard_prosody([(each.heard.table(norms), each.ends) for each in half], size=SMALL)
        gamma = fit_gamma([length for each in half for length in _truth(each).lengths])
        tune = [
            known.take(each.name, each.transcript, [_truth(each)], posteriors=posteriors)
            for each, posteriors in zip(half, _unseen(prosody, half), strict=True)
        ]
        model = prosody.model
        test = [
            known.take(
                each.name,
                each.transcript,
                [_truth(each)],
                posteriors=model.probabilities(each.heard.table(norms).select(model.columns).values),
            )
            for each in other
        ]
        for bias in BIASES:
            for choice in climbed(RUNGS, tune, gamma, bias=bias):
                judged.setdefault((choice.rung.name, bias), []).extend(cases(choice, test, gamma, options))
                made.setdefault((choice.rung.name, bias), []).append(choice)
    rows = tuple(Row(rung, bias, tuple(made[rung, bias]), scores(judged[rung, bias])) for rung, bias in judged)
    n_words = sum(len(each.transcript) for each in heard)
    return Measured(name, len(heard), n_words, 1, options, rows)


def _truth(speech: Speech) -> Segmentation:
    return Segmentation.of(len(speech.transcript), np.flatnonzero(speech.ends).tolist())


def _unseen(prosody: Fit, half: Sequence[Speech]) -> list[np.ndarray]:
    """Posteriors of the recordings that the machine was fitted on, by machines that had not seen them."""
    edges = np.cumsum([len(each.transcript) - 1 for each in half])[:-1]
    return [np.append(part, 0.5) for part in np.split(prosody.unseen, edges)]
