"""Choices behind the `bayes` model, each tried on held-out recordings; prints Markdown tables.

    python -m benchmarks bayes-lab WHAT --data DIR

    hesitations   um and uh in the text: kept, dropped, both
    numbers       numbers alike, or each a word of its own
    method2       method 2's weight with and without a free scale and threshold
    duration      the duration of the word before the gap as an eighth factor
    period        what the word "period" is in calls
    decide        how many ends a recording gets, for a model of any domain

All but `decide` cut a corpus into five parts of whole recordings: tables, pauses and weights come from four,
scores from the fifth. `decide` trains on the train splits and scores the dev splits.
"""

from __future__ import annotations

import argparse
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.models.learned_from import RULES, bare, split
from pausa.core.document import Document
from pausa.core.words import Transcript
from pausa.metrics.slots import Matches, slot_scores
from pausa.models.bayes import BayesDetector, counts, tables, weights
from pausa.models.bayes.detector import best_rate
from pausa.text.languages import language
from pausa.training.bayes.folds import Outcome
from pausa.training.bayes.recipe import BayesRecipe
from pausa.training.bayes.train import train_bayes
from pausa.training.timed import TextRules, TimedRecording, label_by_marks, move_ends

TIMED, TEXTS = ("earnings22", "icsi-mrda"), ("changelog", "committee", "ami")


def quiet(_: str) -> None:
    """Nothing to say."""


def corpus(data: Path, source: str) -> list[Document]:
    return list(split(data, source, None))


def _reaching(probability: np.ndarray, *, at: float) -> np.ndarray:
    return probability >= at


def outcomes(recordings: Sequence[TimedRecording], **recipe: object) -> dict[int, Outcome]:
    return train_bayes((), recordings, BayesRecipe(**recipe), say=quiet).outcomes  # type: ignore[arg-type]


def shown(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    print(f"\n**{title}**\n\n| {' | '.join(header)} |\n|{' --- |' * len(header)}")
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)


def f1s(found: dict[int, Outcome]) -> list[str]:
    return [f"{each.f1:.4f}" for each in found.values()]


METHODS = ("method 0", "method 1", "method 2", "method 3")


def hesitations(data: Path) -> None:
    """Scored as spoken, and with the hesitations gone, as many recognisers write it."""
    fillers = language("en").fillers
    _ends_beside(fillers, corpus(data, "earnings22"))
    rows = []
    for how in ("keep", "drop", "both"):
        rules = TextRules(hesitations=how)
        spoken = [label_by_marks(each, rules) for each in corpus(data, "earnings22")]
        for name, words in (
            ("as spoken", spoken),
            ("without hesitations", [_unhesitating(x, fillers) for x in spoken]),
        ):
            rows.append((how, name, *f1s(outcomes(words, rules=rules))))
    shown("Earnings-22: hesitations in the text", ("text", "scored", *METHODS), rows)


def _ends_beside(fillers: frozenset[str], found: Sequence[Document]) -> None:
    seen = before = after = 0
    for each in found:
        here = np.array([word.text.lower() in fillers for word in each.transcript.words])
        ends = RULES.find_ends(each)
        seen, after = seen + int(here.sum()), after + int((ends & here).sum())
        before += int((ends[:-1] & here[1:] & ~here[:-1]).sum())
    print(f"{seen} hesitations, {before} with a sentence end before them, {after} with one after")


def _unhesitating(each: TimedRecording, fillers: frozenset[str]) -> TimedRecording:
    kept = np.array([word.text.lower() not in fillers for word in each.transcript.words])
    words = Transcript(tuple(word for word, is_kept in zip(each.transcript.words, kept, strict=True) if is_kept))
    judged = np.full(len(words), words.has_times)
    judged[-1:] = False
    return replace(each, transcript=words, ends=move_ends(each.ends, kept), judged=judged)


def numbers(data: Path) -> None:
    rows = []
    alike = counts.form
    for name, form in (("alike", alike), ("each its own", _with_numbers)):
        counts.form = form
        tables.form = form  # type: ignore[attr-defined]
        for source in TIMED:
            found = outcomes([label_by_marks(each, RULES) for each in corpus(data, source)], rules=RULES)
            rows.append((source, name, *f1s(found)))
    counts.form = alike
    tables.form = alike  # type: ignore[attr-defined]
    shown("Numbers as words", ("corpus", "numbers", *METHODS), rows)


def _with_numbers(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return plain.rstrip(".") or plain


def method2(data: Path) -> None:
    rows = []
    free = weights.positive_fit
    for name, fit in (("free scale and threshold", free), ("neither", _bound)):
        weights.positive_fit = fit
        for source in TIMED:
            found = outcomes([label_by_marks(each, RULES) for each in corpus(data, source)], rules=RULES)[2]
            rows.append((source, name, f"{found.mean_weights[0]:.2f}", f"{found.f1:.4f}"))
    weights.positive_fit = free
    shown("Method 2: what its likelihood leaves free", ("corpus", "", "λ", "F1"), rows)


def _bound(columns: np.ndarray, ends: np.ndarray, *, threshold: bool = False) -> list[float]:
    """Method 2's two columns with the first one's weight held at 1 and no threshold: found by halving an interval."""
    if not threshold:
        return _FREE(columns, ends)
    low, high = 1e-6, 10.0
    for _ in range(60):
        middle = (low + high) / 2
        p = tables.probabilities(columns[:, 0] + middle * columns[:, 1])
        low, high = (middle, high) if columns[:, 1] @ (p - ends) < 0 else (low, middle)
    return [1.0, low]


_FREE = weights.positive_fit


def duration(data: Path) -> None:
    for source in TIMED:
        recordings = [label_by_marks(each, RULES) for each in corpus(data, source)]
        train_bayes((), recordings, BayesRecipe(rules=RULES, duration=True), say=_about(source))


def _about(source: str) -> Callable[[str], None]:
    return lambda message: print(f"{source}: {message}", flush=True) if message.startswith("duration") else None


def period(data: Path) -> None:
    seen = ended = 0
    for each in corpus(data, "earnings22"):
        ends = RULES.find_ends(each)
        here = [place for place, word in enumerate(each.transcript.words) if word.text.lower() == "period"]
        seen += len(here)
        ended += int(ends[here].sum())
    print(f'"period" is spoken {seen} times in Earnings-22, {ended} of them at the end of a sentence')


def decide(data: Path) -> None:
    """A rate for all, thresholds for all, and two ways to let a recording's own scores decide."""
    recordings = [label_by_marks(each, RULES) for source in TIMED for each in split(data, source, "train")]
    text: Iterator[Document] = (each for source in TEXTS for each in split(data, source, "train"))
    made = train_bayes(text, recordings, BayesRecipe(rules=RULES, max_mb=5), say=quiet).detector
    ways: dict[str, Callable[[np.ndarray], np.ndarray]] = {
        "rate of training": lambda p: _top(p, (made.rate or 0) / 100 * p.size),
        "expected number": lambda p: _top(p, p.sum()),
        "best expected F1": lambda p: _top(p, best_rate(np.append(p, 1.0)) / 100 * (p.size + 1) - 1),
        **{f"threshold {at}": partial(_reaching, at=at) for at in (0.25, 0.3, 0.35, 0.5)},
    }
    rows = []
    for source in (*TIMED, *TEXTS):
        scored = [_scored(made, each, source in TIMED) for each in split(data, source, "dev")]
        rows.append((source, *(f"{_f1([(way(p), y) for p, y in scored]):.3f}" for way in ways.values())))
    shown("F1 on the dev splits by how the number of ends is decided", ("corpus", *ways), rows)


def _scored(model: BayesDetector, each: Document, times: bool) -> tuple[np.ndarray, np.ndarray]:
    return model.score(bare(each.transcript, times=times)).ends[:-1], RULES.find_ends(each)[:-1]


def _top(p: np.ndarray, count: float) -> np.ndarray:
    found = np.zeros(p.size, dtype=bool)
    found[np.argsort(-p, kind="stable")[: int(count + 0.5)]] = True
    return found


def _f1(pairs: Sequence[tuple[np.ndarray, np.ndarray]]) -> float:
    total = Matches()
    for found, ends in pairs:
        hit = int((found & ends).sum())
        total = total + Matches(hit, int(ends.sum()) - hit, int(found.sum()) - hit, 0, ends.size)
    return slot_scores(total)["f1"]


def main() -> None:
    tried = {each.__name__: each for each in (hesitations, numbers, method2, duration, period, decide)}
    asked = argparse.ArgumentParser(description=re.sub(r"\n.*", "", __doc__ or ""))
    asked.add_argument("what", choices=tried)
    asked.add_argument("--data", type=Path, required=True)
    given = asked.parse_args()
    tried[given.what](given.data)


if __name__ == "__main__":
    main()
