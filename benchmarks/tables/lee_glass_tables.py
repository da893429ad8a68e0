"""The tables, figures and verdicts of the Lee & Glass benchmark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks.findings import Findings
from benchmarks.tables.lee_glass_ladder import AIM, RUNGS, Choice, Measured, Row, told
from benchmarks.tables.lee_glass_sets import CLASSES, EPISODES, Learned
from benchmarks.tables.lee_glass_statistics import Kernels, Statistics
from pausa.core.table import UNDEFINED, Table, number
from pausa.metrics.base import Spread
from pausa.metrics.signature import signature
from pausa.models.fst.evidence import Weights
from pausa.models.fst.length import LONGEST
from pausa.models.fst.svm import Fit

SCORES = ("p1", "p2", "p3", "brevity", "bleu_like", "f1_mean", "f1_rw")
NAMES = {
    "p1": "p1",
    "p2": "p2",
    "p3": "p3",
    "brevity": "BP",
    "bleu_like": "BLEU-like",
    "f1_mean": "F1",
    "f1_rw": "F1_RW",
    "wisebe": "WiSeBE",
}
#: Table 4 and 5 of the paper: p1, p2, p3, BLEU-like on transcripts and on recogniser output.
PUBLISHED = {
    "human": ((0.91, 0.67, 0.47, 0.61), (0.91, 0.68, 0.48, 0.62)),
    "prosodic only": ((0.36, 0.13, 0.05, 0.13), (0.32, 0.10, 0.04, 0.11)),
    "LM only": ((0.87, 0.57, 0.33, 0.50), (0.66, 0.31, 0.14, 0.30)),
    "prosodic + LM": ((0.88, 0.59, 0.35, 0.53), (0.64, 0.33, 0.17, 0.33)),
    "prosodic + LM + length": ((0.84, 0.58, 0.37, 0.56), (0.65, 0.35, 0.18, 0.34)),
}
N_A = "no times"
ENDS_ONLY = (
    "breaks at commas and periods, five of ten references drawn; ours end sentences only, mostly by one reference"
)


def findings(
    found: Sequence[Measured],
    known: Learned,
    statistics: Sequence[Statistics],
    kernels: Kernels | None,
    problems: Sequence[str],
) -> Findings:
    """All tables, with what they mean."""
    one = [each for each in found if each.n_references == 1]
    many = [each for each in found if each.n_references > 1]
    tables = [
        ladder("Table 4, reference words", [each for each in one if not each.options.condition]),
        ladder("Table 5, recogniser output", [each for each in one if each.options.condition]),
        *(shared(each) for each in many),
        weights(found),
        _orders(found),
        published(),
        _statistics(statistics),
        *([_kernels(kernels)] if kernels else []),
    ]
    return Findings(
        "Lee & Glass: prosody, language models, lengths, one best path",
        tuple(tables),
        {
            "learned": _learned(known),
            "sets": {each.name: figures(each) for each in found},
            "statistics": {
                each.name: {
                    "recordings": each.recordings,
                    "words": each.words,
                    "commas": each.commas,
                    "ends": each.ends,
                }
                for each in statistics
            },
            "kernels": _kernel_figures(kernels),
        },
        (
            *(step_verdict(each) for each in found),
            *(f"{each.name}: {signature('bleu_like', each.options, each.n_references)}" for each in found),
            f"language models: {known.n_words:,} words (Earnings-22 train, one Changelog train episode in {EPISODES}), "
            f"{CLASSES} classes; weights tuned by {AIM}",
            f"bad rows in {len(problems)} files" if problems else "no bad rows",
        ),
    )


def ladder(title: str, sets: Sequence[Measured]) -> Table:
    rows = [
        (
            each.name,
            row.rung,
            "yes" if row.bias else "no",
            " / ".join(dict.fromkeys(told(choice.lm) for choice in row.choices)),
            *(_cell(row, key) for key in SCORES),
        )
        for each in sets
        for row in each.rows
    ]
    sizes = "; ".join(f"{each.name}: {each.n_recordings} recordings, {each.n_words:,} words" for each in sets)
    return Table(
        title,
        ("set", "models", "cost per break", "LM", *(NAMES[key] for key in SCORES)),
        tuple(rows),
        f"pooled over recordings, in brackets 95 % intervals over them; {sizes}",
    )


def _cell(row: Row, key: str) -> str:
    score = row.scores[key]
    if key not in ("bleu_like", "f1_mean"):
        return number(score["value"])
    return f"{number(score['value'])} [{number(score['low'])}, {number(score['high'])}]"


def shared(each: Measured) -> Table:
    """The protocol with drawn references; the person's row first."""
    keys = ("p1", "p2", "p3", "brevity", "bleu_like")
    human = next(row.sampled.human for row in each.rows if row.sampled)
    rows: list[tuple[str, ...]] = [("human", "", "", *(_spread(human[key]) for key in keys), "", "", "")]
    done = {row.rung for row in each.rows}
    for rung in RUNGS:
        if rung.name not in done:
            rows.append((rung.name, "", "", *[N_A] * len(keys), "", "", ""))
        for row in each.rows:
            if row.rung == rung.name and row.sampled:
                cells = (_spread(row.sampled.system[key]) for key in keys)
                against_all = (number(row.scores[key]["value"]) for key in ("f1_mean", "f1_rw", "wisebe"))
                lm = told(row.choices[0].lm)
                rows.append((rung.name, "yes" if row.bias else "no", lm, *cells, *against_all))
    return Table(
        f"Several references, {each.name}",
        ("models", "cost per break", "LM", *(NAMES[key] for key in keys), "F1", "F1_RW", "WiSeBE"),
        tuple(rows),
        f"mean ± standard deviation over draws of {each.n_references - 1} references and one person; the last three "
        f"against all {each.n_references}; {each.n_recordings} recordings, {each.n_words:,} words",
    )


def _spread(spread: Spread) -> str:
    return f"{number(spread.mean)} ± {number(spread.sd)}"


def weights(found: Sequence[Measured]) -> Table:
    rows = []
    for each in found:
        for row in each.rows:
            for choice in row.choices:
                values = choice.weights.as_dict().values()
                cells = (f"{value:g}" if value else "" for value in values)
                rows.append((each.name, row.rung, "yes" if row.bias else "no", told(choice.lm), *cells))
    return Table(
        "Weights",
        ("set", "models", "cost per break", "LM", *(name for name in Weights().as_dict())),
        tuple(dict.fromkeys(rows)),
        "tuned on other recordings; esic has a row for each half; bias is the cost of every break",
    )


def _orders(found: Sequence[Measured]) -> Table:
    """What each language model gave on the recordings that weights were tuned on."""
    rows: dict[tuple[str, ...], None] = {}
    lms = ("3-gram", "4-gram", "3-gram + classes", "4-gram + classes")
    for each in found:
        if each.options.condition or each.name == "wisebe-sample":
            continue  # tuned where another set was
        where = {"earnings22": "earnings22 dev", "coraal-multi": "changelog dev"}.get(each.name, each.name)
        for row in each.rows:
            for choice in row.choices:
                if len(choice.others) > 1:
                    cells = (number(choice.others.get(lm, float("nan"))) for lm in lms)
                    rows[(where, row.rung, "yes" if row.bias else "no", *cells)] = None
    return Table(
        "Language models by order, where weights were tuned",
        ("tuned on", "models", "cost per break", *lms),
        tuple(rows),
        "BLEU-like with the weights that do best for each",
    )


def published(note: str = ENDS_ONLY) -> Table:
    """The rows of the paper's tables 4 and 5."""
    rows = [
        (name, *(f"{value:.2f}" for value in transcripts), *(f"{value:.2f}" for value in recognised))
        for name, (transcripts, recognised) in PUBLISHED.items()
    ]
    keys = ("p1", "p2", "p3", "BLEU-like")
    return Table(
        "What the paper has, on its restaurant reviews",
        ("models", *(f"transcripts {key}" for key in keys), *(f"recogniser {key}" for key in keys)),
        tuple(rows),
        note,
    )


def _statistics(statistics: Sequence[Statistics]) -> Table:
    rows = [
        (each.name, str(each.recordings), f"{each.words:.1f}", f"{each.commas:.1%}", f"{each.ends:.1%}")
        for each in statistics
    ]
    return Table("Table 1, annotation statistics", ("set", "recordings", "words", "commas", "periods"), tuple(rows))


def _kernels(kernels: Kernels) -> Table:
    rows: list[tuple[str, ...]] = [(f"exact, C {cost:g}", *map(number, pair)) for cost, pair in kernels.exact.items()]
    rows += [(f"{count} landmarks", *map(number, pair)) for count, pair in kernels.landmarks.items()]
    return Table(
        "The kernel, exact and approximate",
        ("RBF machine", "F1", "log loss ↓"),
        tuple(rows),
        f"pauses and durations of Earnings-22: {kernels.trained_on:,} gaps to learn, {kernels.measured_on:,} to judge; "
        "F1 of as many ends as there are",
    )


def step_verdict(each: Measured) -> str:
    """What each step gives on a set, with a cost per break and without."""
    parts = []
    for bias in (False, True):
        values = {row.rung: row.scores["bleu_like"]["value"] for row in each.rows if row.bias == bias}
        shown = ", ".join(f"{name} {value:.3f}" for name, value in values.items())
        parts.append(f"{'with' if bias else 'without'} a cost per break: {shown}")
    return f"{each.name}, BLEU-like {'; '.join(parts)}"


def figures(each: Measured) -> dict[str, Any]:
    return {
        "recordings": each.n_recordings,
        "words": each.n_words,
        "references": each.n_references,
        "signature": signature("bleu_like", each.options, each.n_references),
        "rows": [
            {
                "models": row.rung,
                "bias": row.bias,
                "choices": [_choice(choice) for choice in row.choices],
                "scores": row.scores,
                **(
                    {
                        "drawn": {key: [spread.mean, spread.sd] for key, spread in row.sampled.system.items()},
                        "human": {key: [spread.mean, spread.sd] for key, spread in row.sampled.human.items()},
                    }
                    if row.sampled
                    else {}
                ),
            }
            for row in each.rows
        ],
    }


def _choice(choice: Choice) -> dict[str, Any]:
    return {
        "lm": UNDEFINED if choice.lm is None else told(choice.lm),
        "weights": choice.weights.as_dict(),
        "tuned": choice.value,
        "by_lm": choice.others,
    }


def _learned(known: Learned) -> dict[str, Any]:
    counts = np.bincount(np.minimum(known.lengths, LONGEST + 1), minlength=LONGEST + 2)
    return {
        "words": known.n_words,
        "ngrams": {str(order): list(model.sizes) for order, model in known.words.items()},
        "gamma": {"shape": known.gamma.shape, "scale": known.gamma.scale},
        "lengths": counts[1:].tolist(),
        "prosody": None if known.prosody is None else _prosody(known.prosody),
    }


def _prosody(found: Fit) -> dict[str, Any]:
    return {
        "columns": list(found.model.columns),
        "landmarks": len(found.model.landmarks),
        "f1": found.f1,
        "loss": found.loss,
    }


def _kernel_figures(kernels: Kernels | None) -> dict[str, Any]:
    if kernels is None:
        return {}
    return {
        "exact": {f"{cost:g}": list(pair) for cost, pair in kernels.exact.items()},
        "landmarks": {str(count): list(pair) for count, pair in kernels.landmarks.items()},
    }
