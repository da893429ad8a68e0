"""Which rule finds careless annotators and leaves careful ones in peace?

    python -m benchmarks flags                    writes benchmarks/results/flags.json and flags.md

Transcripts and people are made up. Careful people find most sentence ends (beta) and add a few of their own (gamma), so
that two of them reach an F1 of about .76, as people do on spontaneous speech (`humans`). Careless ones put their ends
at random, at equal distances, mark few, or give up. A rule judges an annotation by its F1 against the others
of its transcript: by their mean, their median or the best of them. For each rule the threshold is the highest at which
at most one careful annotation in a hundred is flagged, whatever the number of people, if two of them are careful.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np

from benchmarks.findings import Findings, render
from benchmarks.places import RESULTS
from pausa.core.segmentation import Segmentation
from pausa.core.table import Table
from pausa.formats.files import save
from pausa.metrics import agreement
from pausa.metrics.base import mean

RULES = ("mean", "median", "best")
SENTENCES = (20, 60, 200)
#: Careful and careless people on one transcript.
PANELS = ((2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (3, 0), (1, 1))
THRESHOLDS = tuple(number / 100 for number in range(5, 95))
WORDS_A_SENTENCE = 10
MOST_FALSE = 0.01
#: What Pausa asked of the mean at first.
BEFORE = 0.4
Draw = Callable[[np.random.Generator, Segmentation], Segmentation]


def draw_transcript(rng: np.random.Generator, n_sentences: int) -> Segmentation:
    """Where sentences end, as nobody knows it."""
    lengths = np.maximum(2, rng.gamma(2, WORDS_A_SENTENCE / 2, n_sentences)).astype(int)
    return Segmentation.of(int(lengths.sum()), (lengths.cumsum() - 1).tolist())


@dataclass(frozen=True)
class Rates:
    """The share of ends that somebody finds, and how many they add for each that there is."""

    found: float
    added: float


def draw_rates(rng: np.random.Generator) -> Rates:
    """What a careful person finds and adds."""
    return Rates(rng.beta(34, 6), rng.gamma(4, 0.025))


def draw_annotation(rng: np.random.Generator, truth: Segmentation, rates: Rates) -> Segmentation:
    """Ends found and added at these rates."""
    kept = [end for end in truth.ends if rng.random() < rates.found]
    extra = rng.integers(truth.n_words, size=rng.poisson(rates.added * len(truth.ends))).tolist()
    return Segmentation.of(truth.n_words, sorted({*kept, *extra}))


def draw_careful(rng: np.random.Generator, truth: Segmentation) -> Segmentation:
    """Most ends, and a few that nobody else need hear."""
    return draw_annotation(rng, truth, draw_rates(rng))


def draw_random(rng: np.random.Generator, truth: Segmentation) -> Segmentation:
    """As many ends as there are, anywhere."""
    return Segmentation.of(
        truth.n_words, sorted(rng.choice(truth.n_words, size=len(truth.ends), replace=False).tolist())
    )


def draw_regular(rng: np.random.Generator, truth: Segmentation) -> Segmentation:
    """An end after every so many words."""
    step = int(rng.integers(WORDS_A_SENTENCE // 2, WORDS_A_SENTENCE * 2))
    return Segmentation.of(truth.n_words, list(range(step - 1, truth.n_words, step)))


def draw_few(rng: np.random.Generator, truth: Segmentation) -> Segmentation:
    """One end in ten."""
    return Segmentation.of(truth.n_words, [end for end in truth.ends if rng.random() < 0.1])


def draw_quitter(rng: np.random.Generator, truth: Segmentation) -> Segmentation:
    """Careful for a quarter of the text, then nothing."""
    made = draw_careful(rng, truth)
    return Segmentation.of(truth.n_words, [end for end in made.ends if end < truth.n_words // 4])


CARELESS: dict[str, Draw] = {
    "random": draw_random,
    "regular": draw_regular,
    "few": draw_few,
    "gave up": draw_quitter,
}


def judge(people: list[Segmentation]) -> dict[str, list[float]]:
    """Each person's F1 against the others, by every rule."""
    counts = agreement.of(people)
    scores = agreement.pairwise_f1(counts)
    each = [
        [score for score, pair in zip(scores, counts.pairs, strict=True) if person in pair and score == score]
        for person in range(len(people))
    ]
    return {
        "mean": agreement.jack_knife(counts),
        "median": [median(own) if own else float("nan") for own in each],
        "best": agreement.best_f1(counts),
    }


def simulate(rng: np.random.Generator, repeats: int) -> tuple[list[dict[str, Any]], float]:
    """Scores of careful and careless people in every setting, and the F1 of two careful ones."""
    found: list[dict[str, Any]] = []
    pairs: list[float] = []
    for n_sentences in SENTENCES:
        for careful, careless in PANELS:
            for kind, draw in CARELESS.items() if careless else (("", draw_random),):
                row: dict[str, Any] = {"sentences": n_sentences, "careful": careful, "careless": careless, "kind": kind}
                scores: dict[str, dict[str, list[float]]] = {rule: {"careful": [], "careless": []} for rule in RULES}
                for _ in range(repeats):
                    truth = draw_transcript(rng, n_sentences)
                    people = [draw_careful(rng, truth) for _ in range(careful)]
                    pairs += agreement.pairwise_f1(agreement.of(people[:2])) if careful > 1 else []
                    for rule, own in judge(people + [draw(rng, truth) for _ in range(careless)]).items():
                        scores[rule]["careful"] += own[:careful]
                        scores[rule]["careless"] += own[careful:]
                found.append(row | {"scores": scores})
    return found, mean(pairs)


def share_under(scores: list[float], threshold: float) -> float:
    """How many of the scores are flagged; one that is undefined is not."""
    return sum(score < threshold for score in scores) / len(scores) if scores else float("nan")


def choose(rows: list[dict[str, Any]], rule: str) -> float:
    """The highest threshold that flags hardly any careful person beside another careful one."""
    fair = [row["scores"][rule]["careful"] for row in rows if row["careful"] > 1]
    fitting = [at for at in THRESHOLDS if all(share_under(scores, at) <= MOST_FALSE for scores in fair)]
    return max(fitting, default=0.0)


def tabulate(rows: list[dict[str, Any]], pair_f1: float, repeats: int, *, now: float) -> Findings:
    """What each rule finds at its best threshold, and the page's rule in each setting."""
    chosen = {rule: choose(rows, rule) for rule in RULES}
    asked = {f"mean < {BEFORE} (before)": ("mean", BEFORE)} | {
        f"{rule} < {at:.2f}" if at else f"{rule}: no threshold": (rule, at)
        for rule, at in (*chosen.items(), ("best", now))
    }
    fair = [row for row in rows if row["careful"] > 1]
    rules = tuple((name, *_rates(fair, rule, at)) for name, (rule, at) in asked.items())
    settings = tuple(
        (
            f"{careful} careful, {careless} careless",
            str(size),
            *_rates(
                [
                    row
                    for row in rows
                    if (row["careful"], row["careless"], row["sentences"]) == (careful, careless, size)
                ],
                "best",
                now,
            ),
        )
        for careful, careless in PANELS
        for size in SENTENCES
    )
    kinds = ("careful flagged", "at worst", *(f"{kind} found" for kind in CARELESS))
    figures = {
        "pair_f1": pair_f1,
        "thresholds": chosen,
        "now": now,
        "rules": {row[0]: dict(zip(kinds, row[1:], strict=True)) for row in rules},
    }
    worst = max(share_under(row["scores"]["best"]["careful"], now) for row in fair)
    return Findings(
        "Flags for careless work",
        (
            Table(
                "rules, over all settings with two careful people or more", ("flagged", *kinds), rules, _note(repeats)
            ),
            Table(f"best < {now:g}, setting by setting", ("people", "sentences", *kinds), settings, _note(repeats)),
        ),
        figures,
        (
            f"two careful people reach F1 {pair_f1:.2f}",
            f"best < {now:g} flags at most one careful annotation in a hundred wherever two people are careful: "
            + ("yes" if worst <= MOST_FALSE else "no"),
        ),
    )


def _note(repeats: int) -> str:
    return f"{repeats} made transcripts for each setting; at worst: in the setting with most false alarms"


def _rates(rows: list[dict[str, Any]], rule: str, at: float) -> tuple[str, ...]:
    """How many careful people are flagged, on the whole and at worst, and how many careless ones of each kind."""
    careful = [row["scores"][rule]["careful"] for row in rows]
    whole = share_under([score for scores in careful for score in scores], at)
    worst = max(share_under(scores, at) for scores in careful)
    found = (
        share_under([score for row in rows if row["kind"] == kind for score in row["scores"][rule]["careless"]], at)
        for kind in CARELESS
    )
    return tuple(f"{share:.1%}" if share == share else "–" for share in (whole, worst, *found))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--repeats", type=int, default=300, help="made transcripts for each setting")
    asked.add_argument("--seed", type=int, default=12345)
    given = asked.parse_args()
    # The store belongs to the extra "web", which other benchmarks do without.
    from pausa.store.project import FLAG_BELOW

    rows, pair_f1 = simulate(np.random.default_rng(given.seed), given.repeats)
    found = tabulate(rows, pair_f1, given.repeats, now=FLAG_BELOW)
    for form in ("json", "md"):
        save(render(found, form), RESULTS / f"flags.{form}")


if __name__ == "__main__":
    main()
