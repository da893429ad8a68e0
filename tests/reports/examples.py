"""Small evaluations for the tests of the report page."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.metrics.base import Options
from pausa.workflow.evaluate import evaluate, evaluate_trials
from pausa.workflow.evaluation import Evaluation, Request
from pausa.workflow.trials import Trial
from tests.builders import cut

PEOPLE = {
    "anna": "the ferry was late again | so we sat on the pier | nobody minded | it was warm and the bakery was open",
    "ben": "the ferry was late again | so we sat on the pier nobody minded | it was warm | and the bakery was open",
    "cleo": "the ferry was late again so we sat on the pier | nobody minded | it was warm and the bakery was open",
}
SYSTEMS = {
    "alpha": "the ferry was | late again | so we sat on the pier nobody | minded it was warm and the bakery was open",
    "beta": "the ferry was late again | so we sat on the pier nobody minded | it was warm and the bakery | was open",
}


def document(text: str, by: str) -> Document:
    """Words with bars at the sentence ends, as a document."""
    words = tuple(Word(token) for token in text.split() if token != "|")
    return Document(Transcript(words), (cut(text, by=by),), name=by)


def compared(people: dict[str, str], systems: dict[str, str]) -> Evaluation:
    """Systems against people over one recording."""
    return evaluate(
        [document(text, name) for name, text in people.items()],
        [document(text, name) for name, text in systems.items()],
    )


def pier() -> Evaluation:
    """Three people and two systems over a short recording in English."""
    return compared(PEOPLE, SYSTEMS)


def harbour() -> Evaluation:
    """Two people and a system over a short recording in Arabic, names included."""
    return compared(
        {
            "ليلى": "تأخر المركب اليوم | جلسنا على الرصيف | كان الجو دافئا والمخبز مفتوحا",
            "يوسف": "تأخر المركب اليوم جلسنا على الرصيف | كان الجو دافئا | والمخبز مفتوحا",
        },
        {"النظام": "تأخر المركب | اليوم جلسنا على الرصيف كان الجو دافئا | والمخبز مفتوحا"},
    )


def hostile() -> Evaluation:
    """Words and names that would be markup if they were not escaped."""
    bad = "<script>window.hurt=1</script>"
    return compared(
        {
            bad: f"well {bad} | </script><b>x</b> & 'so' \"it\" | goes on",
            "<i>ben</i>": f"well {bad} | </script><b>x</b> & 'so' | \"it\" goes on",
        },
        {"<img src=x onerror=window.hurt=2>": f"well | {bad} </script><b>x</b> & 'so' \"it\" goes on"},
    )


def corpus(
    n_words: int,
    n_documents: int = 1,
    *,
    n_people: int = 5,
    n_systems: int = 2,
    request: Request | None = None,
    seed: int = 4,
) -> Evaluation:
    """Random recordings, the systems with probabilities."""
    rng = np.random.default_rng(seed)
    vocabulary = "so the boat left early and nobody had told them where it would go until rain came".split()

    def someone(true: np.ndarray, keep: float, more: float, by: str) -> Segmentation:
        kept = true[rng.random(true.size) < keep]
        added = rng.choice(n_words - 1, size=int(more * true.size), replace=False)
        return Segmentation.of(n_words, np.union1d(kept, added).tolist(), by=by)

    panel: list[Trial] = []
    trials: dict[str, list[Trial]] = {f"system {place}": [] for place in range(1, n_systems + 1)}
    for number in range(n_documents):
        words = Transcript(tuple(Word(vocabulary[place]) for place in rng.integers(len(vocabulary), size=n_words)))
        true = np.sort(rng.choice(n_words - 1, size=max(1, n_words // 12), replace=False))
        people = tuple(someone(true, 0.85, 0.1, f"person {place}") for place in range(1, n_people + 1))
        panel.append(Trial(f"recording {number + 1}", words, people))
        for name, made in trials.items():
            found = someone(true, 0.7, 0.3, name)
            probabilities = rng.beta(1, 6, size=n_words)
            probabilities[list(found.ends)] = rng.beta(6, 2, size=len(found.ends))
            hypothesis = replace(found, probabilities=tuple(probabilities.round(3).tolist()))
            made.append(Trial(f"recording {number + 1}", words, people, hypothesis))
    return evaluate_trials(panel, trials, options=Options(), request=request)
