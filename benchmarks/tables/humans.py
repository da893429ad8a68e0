"""How far four people agree on CORAAL interviews that each of them transcribed in their own words.

Every score against many references needs one sequence of words: each person in turn is the hypothesis, and
the others' sentence ends are projected onto that person's words. Agreement over all words is measured on
the words of the first. Our detectors, which see a person's bare words, stand beside that person.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from benchmarks.findings import Advance, Findings, folder
from pausa.core.document import Document
from pausa.core.messages import say_nothing
from pausa.core.table import Table, number
from pausa.core.words import Transcript, Word
from pausa.formats.files import read
from pausa.metrics import described
from pausa.models import MODELS, load
from pausa.models.base import Detector
from pausa.workflow.evaluate import evaluate
from pausa.workflow.evaluation import EVERY, Evaluation, Result
from pausa.workflow.segment import segment

#: Somebody's transcripts, or a detector's.
Texts = Sequence[Document]

AGREEMENT = ("agreement_ratio", "fleiss_kappa", "fleiss_kappa_candidates", "krippendorff_alpha", "pairwise_f1")


def run(data: Path, advance: Advance) -> Findings:
    """Agreement of all four, every pair, and each against the rest."""
    place = folder(data, "coraal-multi")
    problems: list[str] = []
    people = _read(place, problems)
    pairs = list(combinations(people, 2))
    detectors = [detector for detector in map(load, MODELS) if not detector.needs]
    steps = len(pairs) + (1 + len(detectors)) * len(people) + 1
    together = _evaluate(people, {})
    advance(steps)
    alone: list[Result] = []
    for person in people:
        alone += _evaluate(_without(people, person), {person: people[person]}).systems
        advance(steps)
    beside: dict[str, list[Result]] = {detector.name: [] for detector in detectors}
    for detector in detectors:
        for person in people:
            made = {f"pausa {detector.name}": _cut(people[person], detector)}
            beside[detector.name] += _evaluate(_without(people, person), made).systems
            advance(steps)
    rows = []
    for left, right in pairs:
        forth = _evaluate({left: people[left]}, {right: people[right]}).systems[0]
        back = _evaluate({right: people[right]}, {left: people[left]}).systems[0]
        rows.append(_pair(left, right, forth, back))
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
            "agreement": {key: together.agreement.figures()[key] for key in AGREEMENT},
            "leave_one_out": {one.name: {key: score.value for key, score in one.scores.items()} for one in alone},
            "detectors": {
                name: {
                    person: {key: score.value for key, score in one.scores.items()}
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


def _read(place: Path, problems: list[str]) -> dict[str, Texts]:
    """Everyone's transcripts of the recordings that all have."""
    found = {
        folder.name: {path.stem: read(path, format="nlp", warn=problems.append) for path in sorted(folder.iterdir())}
        for folder in sorted(place.iterdir())
        if folder.is_dir()
    }
    common = set.intersection(*(set(texts) for texts in found.values()))
    return {name: [texts[each] for each in sorted(common)] for name, texts in found.items()}


def _without(people: Mapping[str, Texts], person: str) -> dict[str, Texts]:
    return {name: texts for name, texts in people.items() if name != person}


def _evaluate(references: Mapping[str, Texts], hypotheses: Mapping[str, Texts]) -> Evaluation:
    several = bool(hypotheses) and len(references) > 1
    return evaluate(references, hypotheses, confidence=several, humans=False, say=say_nothing)


def _cut(texts: Texts, detector: Detector) -> Texts:
    """A person's words without their marks, cut by a detector."""
    made = []
    for document in texts:
        bare = Transcript(tuple(Word(word.text, speaker=word.speaker) for word in document.transcript.words))
        made.append(replace(document, transcript=bare, segmentations=(segment(bare, detector),)))
    return made


def _beside(alone: Sequence[Result], beside: dict[str, list[Result]]) -> Table:
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
    rows = [(key.replace("_", " "), number(together.agreement.figures()[key])) for key in AGREEMENT]
    rows += [(f"jack-knife F1 of {row.name}", number(row.mean_f1)) for row in together.agreement.jack_knife]
    return Table("agreement of all four", ("", "value"), tuple(rows), f"on the words of {together.references[0]}")


def _pair(left: str, right: str, forth: Result, back: Result) -> tuple[str, ...]:
    scores = [one.scores[key].value for one in (forth, back) for key in ("f1_mean", "ser_mean")]
    return left, right, *map(number, scores)


def _alone(alone: Sequence[Result]) -> Table:
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
