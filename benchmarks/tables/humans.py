"""How far four people agree on CORAAL interviews that each of them transcribed in their own words.

Every score against many references needs one sequence of words: each person in turn is the hypothesis, and
the others' sentence ends are projected onto that person's words. Agreement over all words is measured on
the words of the first. Our detectors, which see a person's bare words, stand beside that person.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from benchmarks.findings import Advance, Findings, folder
from pausa.core.table import Table, number
from pausa.core.words import Transcript, Word
from pausa.metrics import described
from pausa.metrics.base import Options
from pausa.models import MODELS, load
from pausa.models.base import Detector
from pausa.workflow.evaluate import evaluated
from pausa.workflow.evaluation import EVERY, Evaluation, Plan, Scored
from pausa.workflow.gather import Bundle, Reading, Recording, bundle
from pausa.workflow.segment import segment
from pausa.workflow.trials import panels, systems

AGREEMENT = ("agreement_ratio", "fleiss_kappa", "fleiss_kappa_candidates", "krippendorff_alpha", "pairwise_f1")


def run(data: Path, advance: Advance) -> Findings:
    """Agreement of all four, every pair, and each against the rest."""
    place = folder(data, "coraal-multi")
    problems: list[str] = []
    reading = Reading(format="nlp")
    people = [
        bundle(str(path), reading=reading, say=problems.append) for path in sorted(place.iterdir()) if path.is_dir()
    ]
    pairs = list(combinations(people, 2))
    detectors = [detector for detector in map(load, MODELS) if not detector.needs]
    steps = len(pairs) + (1 + len(detectors)) * len(people) + 1
    together = _scored(people, [], reading)
    advance(steps)
    alone: list[Scored] = []
    for person in people:
        others = [other for other in people if other is not person]
        alone += _scored(others, [person], reading).systems
        advance(steps)
    beside: dict[str, list[Scored]] = {detector.name: [] for detector in detectors}
    for detector in detectors:
        for person in people:
            others = [other for other in people if other is not person]
            beside[detector.name] += _scored(others, [_by(detector, person)], reading).systems
            advance(steps)
    rows = []
    for left, right in pairs:
        forth = _scored([left], [right], reading).systems[0]
        back = _scored([right], [left], reading).systems[0]
        rows.append(_pair(left.label, right.label, forth, back))
        advance(steps)
    return Findings(
        "Four people on CORAAL interviews",
        (
            _agreement(together),
            Table(
                "every pair",
                ("reference", "hypothesis", "F1", "SER ↓", "F1 the other way", "SER ↓ the other way"),
                tuple(rows),
                "the hypothesis' words, reference ends projected (Rec), pooled over recordings",
            ),
            _alone(alone),
            _beside(alone, beside),
        ),
        {
            "agreement": {key: together.agreement[key] for key in AGREEMENT},
            "leave_one_out": {one.name: {key: score.value for key, score in one.scores.items()} for one in alone},
            "detectors": {
                name: {
                    person.label: {key: score.value for key, score in one.scores.items()}
                    for person, one in zip(people, found, strict=True)
                }
                for name, found in beside.items()
            },
            "pairs": [list(row) for row in rows],
        },
        (
            f"signature: {alone[0].scores['wisebe'].signature}",
            f"{len(together.documents)} recordings, {together.n_words} words of {together.references[0]}",
            *(f"bad rows: {problem}" for problem in problems),
        ),
    )


def _scored(references: Sequence[Bundle], hypotheses: Sequence[Bundle], reading: Reading) -> Evaluation:
    names = sorted(set.intersection(*(set(one.documents) for one in (*references, *hypotheses))))
    matched = [
        Recording(
            name,
            tuple((one.label, one.documents[name]) for one in references),
            tuple((one.label, one.documents[name]) for one in hypotheses),
        )
        for name in names
    ]
    said: list[str] = []
    return evaluated(
        panels(matched, reading=reading, say=said.append),
        systems(matched, reading=reading, say=said.append),
        options=Options(),
        plan=Plan(confidence=bool(hypotheses) and len(references) > 1, humans=False),
    )


def _by(detector: Detector, person: Bundle) -> Bundle:
    """A person's words without their marks, cut by a detector."""
    documents = {}
    for name, document in person.documents.items():
        bare = Transcript(tuple(Word(word.text, speaker=word.speaker) for word in document.transcript.words))
        documents[name] = replace(document, transcript=bare, segmentations=(segment(bare, detector),))
    return replace(person, label=f"pausa {detector.name}", documents=documents)


def _beside(alone: Sequence[Scored], beside: dict[str, list[Scored]]) -> Table:
    """F1 and WiSeBE of people and of detectors, on the words of each person in turn."""
    rows = []
    for who, found in {"the person": list(alone), **{f"pausa {name}": each for name, each in beside.items()}}.items():
        cells = [f"{number(one.scores['f1_mean'].value)} {number(one.scores['wisebe'].value)}" for one in found]
        rows.append((who, *cells))
    return Table(
        "detectors beside people",
        ("ends by", *(f"words of {one.name}" for one in alone)),
        tuple(rows),
        "mean F1 and WiSeBE against the other three; detectors see the words and the speakers, no times",
    )


def _agreement(together: Evaluation) -> Table:
    rows = [(key.replace("_", " "), number(together.agreement[key])) for key in AGREEMENT]
    rows += [(f"jack-knife F1 of {row['name']}", number(row["mean_f1"])) for row in together.agreement["jack_knife"]]
    return Table("agreement of all four", ("", "value"), tuple(rows), f"on the words of {together.references[0]}")


def _pair(left: str, right: str, forth: Scored, back: Scored) -> tuple[str, ...]:
    scores = [one.scores[key].value for one in (forth, back) for key in ("f1_mean", "ser_mean")]
    return left, right, *map(number, scores)


def _alone(alone: Sequence[Scored]) -> Table:
    rows = []
    for key in EVERY:
        about = described(key)
        name = about.name if about.higher_is_better else f"{about.name} ↓"
        cells = []
        for one in alone:
            score = one.scores[key]
            cells.append(f"{number(score.value)} [{number(score.low)}, {number(score.high)}]")
        rows.append((name, *cells))
    header = ("", *(one.name for one in alone))
    note = "each person as hypothesis against the other three, on that person's words; 95 % intervals over recordings"
    return Table("the human ceiling", header, tuple(rows), note)
