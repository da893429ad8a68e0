"""One door to evaluation, for Python, the command line and HTTP alike.

    pausa.evaluate(["anna/", "ben/"], ["system_a/", "system_b/"], tests=["paired-ar"])
    pausa.agree("references/")

Files, folders, documents and segmentations go in; every score of every system against all references comes out, with
the people's own scores and their agreement: what `pausa score --format json` and `pausa agree --format json` print.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from math import nan
from operator import add
from typing import Any

import numpy as np

from pausa.core.errors import OptionError
from pausa.core.messages import Say, counted
from pausa.core.unpacking import USUAL, ReadLimits
from pausa.metrics.agreement import (
    Agreement,
    AgreementCounts,
    fleiss_kappa,
    jack_knife,
    pearson,
    pearson_ar_kappa,
    same_number,
    sampled_pairwise_f1,
)
from pausa.metrics.base import Case, Options
from pausa.models import load
from pausa.models.base import Detector
from pausa.stats.bootstrap import SEED
from pausa.stats.jackknife import ENOUGH
from pausa.text.marks import DELIMITERS
from pausa.workflow.baselines import make_baselines
from pausa.workflow.comparing import compare
from pausa.workflow.conventions import Conventions
from pausa.workflow.drawing import follow_protocol
from pausa.workflow.evaluation import (
    EVERY,
    AgreementFigures,
    AnnotationF1,
    Correlation,
    Evaluation,
    JackKnife,
    Request,
    Result,
)
from pausa.workflow.gather import Inputs, gather
from pausa.workflow.recordings import tell_recordings_apart
from pausa.workflow.scoring import Scorer, sign
from pausa.workflow.standing import People, seat, stand, take_turns
from pausa.workflow.trials import Trial, set_up


def evaluate(
    references: Inputs,
    hypotheses: Inputs,
    *,
    metrics: Sequence[str] | None = None,
    window: int = 2,
    last: str = "skip",
    marks: str = DELIMITERS,
    level: str = "sentence",
    joins: bool = False,
    consensus: int | None = None,
    tolerance: int = 0,
    collar_ms: int | None = None,
    tell_marks_apart: bool = False,
    condition: str = "rec",
    model: str | Detector | None = None,
    baselines: bool = False,
    confidence: bool = True,
    confidence_n: int | None = None,
    tests: Sequence[str] = (),
    paired_n: int | None = None,
    seed: int = SEED,
    protocol: str | None = None,
    draws: int = 100,
    humans: bool = True,
    format: str | None = None,
    language: str = "en",
    limits: ReadLimits = USUAL,
    encoding: str | None = None,
    say: Say | None = None,
) -> Evaluation:
    """Hypotheses against references: what `pausa score` works out, by the same options.

    An input is a file, a folder, a document, a segmentation, or a list of one maker's documents; a mapping names the
    makers. Where every input holds one recording, that is the one; else recordings are matched by name. Words that
    differ are aligned first. `say` is told what happens on the way; without it, the remarks hold it.

    >>> from pausa.core.segmentation import Segmentation
    >>> people = [Segmentation(6, (2, 5), by="anna"), Segmentation(6, (3, 5), by="ben")]
    >>> result = evaluate(people, [Segmentation(6, (2, 5), by="system")])
    >>> round(result["system"].scores["f1_rw"].value, 3)
    1.0
    """
    options = Options(
        window=window,
        last=last,
        level=level,
        marks=marks,
        condition="" if condition == "rec" else condition,
        tolerance=tolerance,
        collar_ms=collar_ms,
        consensus=consensus,
        tell_marks_apart=tell_marks_apart,
    )
    request = Request(
        metrics=EVERY if metrics is None else tuple(metrics),
        confidence=confidence,
        draws=confidence_n,
        tests=tuple(tests),
        test_draws=paired_n,
        seed=seed,
        humans=humans,
        protocol=protocol or "",
        protocol_draws=draws,
    )
    conventions = Conventions(level, marks, language, format, joins, limits, encoding)
    detector = load(model) if isinstance(model, str) else model
    said: list[str] = []
    tell = said.append if say is None else say
    panel, systems = set_up(
        gather(references, hypotheses, conventions=conventions, say=tell),
        conventions=conventions,
        condition=condition,
        detector=detector,
        say=tell,
    )
    if baselines and systems:
        systems |= make_baselines(next(iter(systems.values())))
    found = evaluate_trials(panel, systems, options=options, request=request)
    return replace(found, remarks=(*said, *found.remarks))


def agree(
    references: Inputs,
    *,
    metrics: Sequence[str] | None = None,
    window: int = 2,
    last: str = "skip",
    marks: str = DELIMITERS,
    level: str = "sentence",
    joins: bool = False,
    consensus: int | None = None,
    tolerance: int = 0,
    collar_ms: int | None = None,
    tell_marks_apart: bool = False,
    format: str | None = None,
    language: str = "en",
    limits: ReadLimits = USUAL,
    encoding: str | None = None,
    say: Say | None = None,
) -> Evaluation:
    """How far references agree among themselves: what `pausa agree` works out, by the same options.

    >>> from pausa.core.segmentation import Segmentation
    >>> found = agree([Segmentation(6, (2, 5), by="anna"), Segmentation(6, (2, 3, 5), by="ben")])
    >>> round(found.agreement.pairwise_f1, 3)
    0.667
    """
    return evaluate(
        references,
        (),
        metrics=metrics,
        window=window,
        last=last,
        marks=marks,
        level=level,
        joins=joins,
        consensus=consensus,
        tolerance=tolerance,
        collar_ms=collar_ms,
        tell_marks_apart=tell_marks_apart,
        confidence=False,
        format=format,
        language=language,
        limits=limits,
        encoding=encoding,
        say=say,
    )


def evaluate_trials(
    panel: Sequence[Trial],
    systems: Mapping[str, Sequence[Trial]],
    *,
    options: Options,
    request: Request | None = None,
) -> Evaluation:
    """Everything about these systems, each with its trials, and the people they are measured against."""
    request = request or Request()
    if not panel or not panel[0].references:
        raise OptionError("There is no reference to score against; give at least one reference.")
    scorer = Scorer(request)
    people = [trial.people for trial in panel]
    own = _with_alignment(options, [trial for trials in systems.values() for trial in trials])
    tallies = []
    for name, trials in systems.items():
        references, cases = seat([trial.case(own) for trial in trials], people)
        tallies.append(scorer.count(name, cases))
    people_options = _with_alignment(options, panel)
    references, cases = seat([trial.case(people_options) for trial in panel], people)
    turns = take_turns(scorer, cases, people) if request.humans else People((), (), ())
    results = tuple(
        replace(
            scorer.score(tally, references, systems[tally.name]),
            loo=stand(scorer, tally, turns) if request.humans else {},
        )
        for tally in tallies
    )
    documents = tuple(trial.name for trial in panel)
    alone = [Agreement().count(replace(case, seats=(), n_seats=0)) for case in cases]
    return Evaluation(
        signature=sign("wisebe", tallies[0].cases if tallies else cases, {}),
        options=own,
        people_options=people_options,
        n_words=sum(len(trial.transcript) for trial in next(iter(systems.values()), panel)),
        documents=documents,
        references=references,
        agreement=_agreement(panel, cases, alone, references, np.random.default_rng(request.seed)),
        systems=results,
        humans=turns.results,
        comparisons=compare(scorer, tallies, people, references),
        mean_against_wisebe=_mean_against_wisebe(results, documents),
        interval=_interval(request) if len(panel) > 1 else "",
        remarks=tuple(dict.fromkeys([*scorer.remark(tallies), *_remarks(request, people)])),
        panel=tuple(panel),
        protocol=follow_protocol(scorer, cases, tallies),
        per_recording=tell_recordings_apart(scorer, panel, alone, tallies, results),
    )


def _with_alignment(options: Options, trials: Sequence[Trial]) -> Options:
    """The options with how words were aligned, where they were."""
    methods = {trial.align for trial in trials if trial.is_aligned}
    if not methods:
        return options
    pivot = "hypothesis" if trials[0].hypothesis is not None else "first-reference"
    return replace(options, align="+".join(sorted(methods)), pivot=pivot)


def _agreement(
    panel: Sequence[Trial],
    cases: Sequence[Case],
    each: Sequence[AgreementCounts],
    names: Sequence[str],
    rng: np.random.Generator,
) -> AgreementFigures:
    """The agreement of all, `each` recording's counted alone; Fleiss' κ over those with the same number of people."""
    family = Agreement()
    total = reduce(add, (family.count(case) for case in cases))
    alike = reduce(add, (replace(one, **_ANYBODY) for one in same_number(each)))
    sampled = sampled_pairwise_f1(each, rng)
    return AgreementFigures(
        **family.score(total)
        | {
            "fleiss_kappa": fleiss_kappa(alike),
            "fleiss_kappa_candidates": fleiss_kappa(alike, candidates_only=True),
        },
        pairwise_f1_sampled=sampled.mean,
        pairwise_f1_sampled_sd=sampled.sd,
        pearson_ar_kappa=pearson_ar_kappa(each) if len(each) > 2 else nan,
        jack_knife=tuple(JackKnife(name, score) for name, score in zip(names, jack_knife(total), strict=True)),
        annotations=tuple(
            AnnotationF1(trial.name, name, score)
            for trial, counts in zip(panel, each, strict=True)
            for name, score in zip(trial.people, jack_knife(counts), strict=True)
        ),
    )


#: Who marked what does not matter to κ, only how many did.
_ANYBODY: dict[str, Any] = dict.fromkeys(("sizes", "hits", "boundaries", "told_apart", "other_mark"), ())


def _mean_against_wisebe(results: Sequence[Result], documents: Sequence[str]) -> tuple[Correlation, ...]:
    if len(documents) < 3 or not results or not {"f1_mean", "wisebe"} <= results[0].scores.keys():
        return ()
    found = []
    for system in results:
        rows = {key: [document[key] for document in system.per_document] for key in ("f1_mean", "wisebe")}
        changes = [
            name
            for place, name in enumerate(documents)
            if _rank(system, results, place, "f1_mean") != _rank(system, results, place, "wisebe")
        ]
        found.append(Correlation(system.name, pearson(rows["f1_mean"], rows["wisebe"]), tuple(changes)))
    return tuple(found)


def _rank(system: Result, results: Sequence[Result], place: int, key: str) -> int:
    return sum(other.per_document[place][key] > system.per_document[place][key] for other in results)


def _interval(request: Request) -> str:
    """How intervals are made."""
    if not request.confidence:
        return ""
    return "jackknife-t" if request.draws is None else f"percentile:{request.draws}"


def _remarks(request: Request, people: Sequence[Sequence[str]]) -> list[str]:
    said = []
    n_documents, numbers = len(people), [len(names) for names in people]
    if request.confidence and n_documents < 2:
        said.append("Confidence intervals are drawn over recordings; one recording gives none.")
    if request.confidence and 1 < n_documents < ENOUGH:
        said.append(f"{n_documents} recordings are few: 95 % intervals hold what they promise from {ENOUGH} on.")
    if "paired-ar" in request.tests and 1 < n_documents < ENOUGH:
        said.append(
            f"With {n_documents} recordings the smallest p that swapping can reach is {2 / 2**n_documents:.3g}"
            + ("; no difference can pass .05." if n_documents < 6 else ".")
        )
    if any(test.startswith("paired") for test in request.tests) and n_documents < 2:
        said.append("Paired tests are drawn over recordings; one recording gives none (the sign test works).")
    if max(numbers) == 2 and request.humans and "wisebe" in request.metrics:
        said.append(
            "Of two people each is judged by the other alone. WiSeBE needs two references, so beside people it is "
            "undefined (–), for them and for systems: compare f1_mean, or add references."
        )
    if len(set(numbers)) > 1:
        alike = max(set(numbers), key=lambda number: (number > 1, numbers.count(number), number))
        said.append(
            f"Recordings have {min(numbers)} to {max(numbers)} people. Fleiss' κ is over the {numbers.count(alike)} "
            f"of {n_documents} with {alike}; everything else is over all, with those who are there."
        )
    if 1 in numbers and max(numbers) > 1:
        alone = counted(numbers.count(1), "recording")
        said.append(f"In {alone} there is one person only, which tells nothing about agreement.")
    return said
