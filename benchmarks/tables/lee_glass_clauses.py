"""Lee & Glass's own task: breaks at commas or periods, against several people who are drawn.

Language models learn breaks at commas and sentence ends, from the train splits of Earnings-22 and an eighth of
Changelog.

    words of         tuned on                           measured on
    reference        ESIC, one half of the speeches     ESIC, the other half, and the other way round; real audio
    several people   Changelog, dev episodes            CORAAL: no times, no prosody; three people drawn and one judged

Beside them on CORAAL stands the default detector at the same level. Nobody but the four people is a reference there;
all share the draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.findings import Advance, Findings
from benchmarks.tables.lee_glass import BIASES, DRAWS, crossed, drawn, measured
from benchmarks.tables.lee_glass_ladder import RUNGS, Measured, climbed, scores
from benchmarks.tables.lee_glass_sets import EPISODES, annotated, changelog, learned, speeches
from benchmarks.tables.lee_glass_tables import figures, ladder, published, shared, weights
from pausa.core.table import Table, number
from pausa.core.words import Transcript, Word
from pausa.metrics.base import Case, Options, Spread
from pausa.metrics.bleulike import Sampled
from pausa.metrics.signature import signature
from pausa.models import load
from pausa.workflow.segment import segment
from pausa.workflow.trials import Trial

LEVEL = "clause"
KEYS = ("p1", "p2", "p3", "brevity", "bleu_like")
NOTE = "breaks at commas and periods as here; five of ten references drawn"
_STEPS = 5 + 28 + 1 + 1 + 2


def run(data: Path, advance: Advance) -> Findings:
    """The clause task on ESIC and CORAAL, in the form of tables 4 and 5."""
    problems: list[str] = []

    def step() -> None:
        advance(_STEPS)

    known = learned(data, problems, step, level=LEVEL, with_prosody=False)
    options = Options(level=LEVEL)
    found: list[Measured] = []
    heard = speeches(data, problems, step, level=LEVEL)
    if heard:
        found.append(crossed("esic", heard, known, options))
    step()
    episodes = changelog(data, known, problems, level=LEVEL)
    silent = [rung for rung in RUNGS if not rung.prosody]
    untimed = {bias: climbed(silent, episodes, known.gamma, bias=bias) for bias in BIASES}
    step()
    trials = annotated(data, "coraal-multi", problems, level=LEVEL)
    takes = [known.take(each.name, each.transcript, each.references) for each in trials]
    people = replace(options, align="words", pivot=trials[0].references[0].by)
    coraal = measured("coraal-multi", takes, untimed, known.gamma, people, draw=True)
    step()
    default = [_by_default(each).case(people) for each in trials]
    sampled = drawn(default)
    return Findings(
        "Lee & Glass's own task: breaks at commas or periods",
        (
            *(ladder("Table 4, ESIC: reference words and real audio", [each]) for each in found),
            shared(coraal),
            _beside(sampled, default),
            published(NOTE),
            weights([*found, coraal]),
        ),
        {
            "sets": {each.name: figures(each) for each in (*found, coraal)},
            "default on coraal-multi": {
                "scores": scores(default),
                "drawn": {key: [spread.mean, spread.sd] for key, spread in sampled.system.items()},
                "human": {key: [spread.mean, spread.sd] for key, spread in sampled.human.items()},
            },
        },
        (
            _verdict(coraal, sampled),
            *(f"{each.name}: {signature('bleu_like', each.options, each.n_references)}" for each in (*found, coraal)),
            f"drawn {DRAWS} times: {coraal.n_references - 1} references and one person for each recording",
            f"language models: {known.n_words:,} words (Earnings-22 train, one Changelog train episode in {EPISODES}), "
            "breaks at commas and sentence ends",
            f"bad rows in {len(problems)} files" if problems else "no bad rows",
        ),
    )


def _by_default(trial: Trial) -> Trial:
    """The recording as the default detector cuts it into clauses, from bare words."""
    bare = Transcript(tuple(Word(word.text) for word in trial.transcript.words))
    return replace(trial, hypothesis=segment(bare, load("default"), level=LEVEL))


def _beside(found: Sampled, judged: Sequence[Case]) -> Table:
    whole = scores(judged)
    rows = [
        ("human", *(_spread(found.human[key]) for key in KEYS), ""),
        ("default", *(_spread(found.system[key]) for key in KEYS), number(whole["f1_mean"]["value"])),
    ]
    note = "the same draws as above; F1 against all four people, mean"
    return Table(
        "The default detector at level clause, coraal-multi",
        ("", "p1", "p2", "p3", "BP", "BLEU-like", "F1"),
        tuple(rows),
        note,
    )


def _spread(spread: Spread) -> str:
    return f"{number(spread.mean)} ± {number(spread.sd)}"


def _verdict(coraal: Measured, default: Sampled) -> str:
    best = max(
        (row for row in coraal.rows if row.sampled),
        key=lambda row: row.sampled.system["bleu_like"].mean if row.sampled else 0.0,
    )
    reached = best.sampled.system["bleu_like"].mean if best.sampled else 0.0
    human = default.human["bleu_like"].mean
    return (
        f"coraal-multi, BLEU-like: human {human:.3f}, default {default.system['bleu_like'].mean:.3f}, "
        f"{best.rung} {reached:.3f}"
    )
