"""Questions to the transformer about calls: what it has learned by heart, and what could be added to it.

    python -m benchmarks neural-lab --data DIR [--model FOLDER]      writes benchmarks/results/neural_lab.json

F1 at the best threshold, words with times and words alone, on whole calls of Earnings-22 without speakers. `learned`:
calls of the training split beside those of the dev split. `errors`: the share of false ends that are commas of the
reference, and what a threshold for each call would give, the best in hindsight or the one that promises most by the
probabilities of the call. `windows`: other windows, and the mean logits of two and of three layouts of them. `mix`:
together with `bayes` and `fst` by logistic regression, in folds by call. `times`: words that are stretched into the
silence after them, as some recognisers give them, and what one gains by also knowing how long words are, in the same
folds.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from benchmarks.models.learned_from import RULES, bare, split
from benchmarks.places import RESULTS
from pausa.core.words import Transcript, Word
from pausa.models import load
from pausa.models.neural import windows
from pausa.models.neural.inputs import line_of
from pausa.models.neural.marks import end_probability
from pausa.models.neural.windows import WindowPlan
from pausa.models.transformer import TransformerDetector
from pausa.text.marks import chief

LAB = RESULTS / "neural_lab.json"
CALLS, SKIPPED, FOLDS = 8, 40, 4
STRETCHES_MS = (0, 150, 300)
#: A word of so many letters lasts about this long; bins of what a word has above that.
LETTER_MS, WORD_MS = 45, 80
LENGTHS_MS = (-300, -200, -120, -60, 0, 50, 100, 150, 200, 300, 400, 600, 900)
THRESHOLDS = np.arange(0.2, 0.66, 0.02)
PLANS = {
    "as they are": WindowPlan(),
    "less around": WindowPlan(64, 224, 16, 16),
    "more around": WindowPlan(64, 224, 64, 48),
    "twice as many": WindowPlan(32, 112, 64, 48),
}
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


class Calls:
    """Calls with their sentence ends, in one of the two conditions."""

    def __init__(self, data: Path, part: Any, *, times: bool, skipped: int = 0) -> None:
        found = list(islice(split(data, "earnings22", part), skipped, skipped + CALLS))
        self.words: list[Transcript] = [bare(each.transcript, times=times) for each in found]
        self._ends = [RULES.find_ends(each)[:-1] for each in found]
        self.commas = np.array([chief(word.mark) == "," for each in found for word in each.transcript.words[:-1]])
        self.ends: Bools = np.concatenate(self._ends)
        self.call = np.concatenate([np.full(ends.size, place) for place, ends in enumerate(self._ends)])

    def f1(self, probability: Floats) -> float:
        return round(max(_f1(probability >= threshold, self.ends) for threshold in THRESHOLDS.tolist()), 4)

    def probability(self, detector: Any) -> Floats:
        return np.concatenate([detector.score(words).ends[:-1] for words in self.words])

    def logits(self, detector: TransformerDetector) -> Floats:
        return np.concatenate([detector.logits(line_of(words))[:-1] for words in self.words])


def errors(calls: Calls, probability: Floats) -> dict[str, float]:
    """Where false ends are, and what thresholds of calls' own would give."""
    best = max(THRESHOLDS.tolist(), key=lambda threshold: _f1(probability >= threshold, calls.ends))
    false = (probability >= best) & ~calls.ends
    hindsight, promising = np.zeros_like(calls.ends), np.zeros_like(calls.ends)
    for call in np.unique(calls.call):
        own = calls.call == call
        chosen = [probability[own] >= threshold for threshold in THRESHOLDS.tolist()]
        hindsight[own] = max(chosen, key=lambda ends: _f1(ends, calls.ends[own]))
        promising[own] = max(chosen, key=lambda ends: _promise(ends, probability[own]))
    return {
        "false ends that are commas": round(float(calls.commas[false].mean()), 4),
        "one threshold": round(_f1(probability >= best, calls.ends), 4),
        "one for each call, in hindsight": round(_f1(hindsight, calls.ends), 4),
        "one for each call, by its probabilities": round(_f1(promising, calls.ends), 4),
    }


def _f1(chosen: Bools, ends: Bools) -> float:
    return 2 * int((chosen & ends).sum()) / max(1, int(chosen.sum()) + int(ends.sum()))


def _promise(chosen: Bools, probability: Floats) -> float:
    """The F1 to be expected if the probabilities are right."""
    return 2 * float(probability[chosen].sum()) / max(1.0, float(chosen.sum() + probability.sum()))


def layouts(calls: Calls, model: TransformerDetector) -> dict[str, float]:
    found = {name: calls.f1(end_probability(calls.logits(replace(model, plan=plan)))) for name, plan in PLANS.items()}
    several = [calls.logits(model)]
    for salt in (1, 2):
        # Windows begin where a hash of the words says; another hash gives another layout.
        with patch.object(windows, "_checksum", lambda form, salt=salt: zlib.crc32(form.encode(), salt) + 1):
            several.append(calls.logits(model))
        found[f"mean of {len(several)} layouts"] = calls.f1(end_probability(np.mean(several, axis=0)))
    return found


def mixed(calls: Calls, models: Sequence[Any]) -> dict[str, float]:
    columns = np.stack([_log_odds(calls.probability(each)) for each in models], axis=1)
    found = {}
    for chosen in ([0], [0, 1], [0, 2], [0, 1, 2]):
        found[" + ".join(models[place].name for place in chosen)] = in_folds(calls, columns[:, chosen])
    return found


def stretched(calls: Calls, model: TransformerDetector) -> dict[str, float]:
    found = {}
    for stretch_ms in STRETCHES_MS:
        several = [_stretched(words, stretch_ms) for words in calls.words]
        odds = _log_odds(np.concatenate([model.score(words).ends[:-1] for words in several]))[:, None]
        bins = np.concatenate([_lengths(words)[:-1] for words in several])
        around = np.stack([np.roll(bins, 1), bins, np.roll(bins, -1)], axis=1)
        told = np.eye(len(LENGTHS_MS) + 1)[around].reshape(len(bins), -1)
        found[f"stretched by {stretch_ms} ms"] = in_folds(calls, odds)
        found[f"stretched by {stretch_ms} ms, lengths known"] = in_folds(calls, np.hstack([odds, told, told * odds]))
    return found


def in_folds(calls: Calls, columns: Floats) -> float:
    """F1 of a logistic regression on these columns, fitted on other calls."""
    probability = np.zeros(len(calls.ends))
    for fold in range(FOLDS):
        out = calls.call % FOLDS == fold
        fitted = LogisticRegression(max_iter=1000).fit(columns[~out], calls.ends[~out])
        probability[out] = fitted.predict_proba(columns[out])[:, 1]
    return calls.f1(probability)


def _stretched(transcript: Transcript, most_ms: int) -> Transcript:
    """Each word goes on into the silence after it, for so long at most."""
    words = transcript.words
    made = []
    for word, following in zip(words, [*words[1:], Word("")], strict=True):
        if word.end is None or following.start is None:
            made.append(word)
        else:
            made.append(Word(word.text, word.start, max(word.end, min(following.start, word.end + most_ms))))
    return Transcript(tuple(made))


def _lengths(transcript: Transcript) -> NDArray[np.int64]:
    """The bin of each word's length, as compared with what its letters would take."""
    times = np.array([(word.start, word.end) for word in transcript.words], dtype=np.float64)  # None becomes NaN
    lasts = np.nan_to_num(times[:, 1] - times[:, 0])
    usual = np.array([WORD_MS + LETTER_MS * len(word.text) for word in transcript.words])
    return np.asarray(np.searchsorted(LENGTHS_MS, lasts - usual))


def _log_odds(probability: Floats) -> Floats:
    inside = np.clip(probability, 1e-6, 1 - 1e-6)
    return np.asarray(np.log(inside / (1 - inside)))


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--model", default="transformer")
    given = asked.parse_args()
    model: Any = load(given.model)
    found: dict[str, Any] = {}
    for name, times in (("words and pauses", True), ("words alone", False)):
        dev = Calls(given.data, "dev", times=times)
        known = Calls(given.data, "train", times=times, skipped=SKIPPED)
        found[name] = {
            "learned": {
                "calls it learned from": known.f1(known.probability(model)),
                "other calls": dev.f1(dev.probability(model)),
            },
            "errors": errors(dev, dev.probability(model)),
            "windows": layouts(dev, model),
            "mix": mixed(dev, [model, load("bayes"), load("fst")]),
            **({"times": stretched(dev, model)} if times else {}),
        }
        print(json.dumps({name: found[name]}, indent=1), flush=True)
    LAB.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
