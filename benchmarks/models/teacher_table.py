"""Is a teacher better than its student, and are both together better than either?

    python -m benchmarks teacher-table --data DIR --work FOLDER [--words N] NETWORK…

Each NETWORK is the folder of a transformer, or the `.training` folder of one that is still learning; `default` is the
one that comes with Pausa. They are judged in full precision by the held-out conditions that trainings of the mixture
are judged by; "all together" is the mean of their probabilities.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from benchmarks.known import MIXTURE, known_sources
from benchmarks.models.make_default import RECIPE
from pausa.models.neural.onnx import available_cores
from pausa.models.storage import BUNDLED
from pausa.training.neural.building import restored
from pausa.training.neural.corruption import Corruption
from pausa.training.neural.heldout import (
    Condition,
    HeldOutScores,
    Predictions,
    make_conditions,
    predict,
    score_predictions,
    torch_logits,
)
from pausa.training.neural.kinds import Kind
from pausa.training.neural.material import gather
from pausa.training.neural.mixture import Mixture
from pausa.training.neural.train import MISHEARD_WORDS


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("networks", nargs="+")
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--work", type=Path, required=True)
    asked.add_argument("--words", type=int, default=RECIPE.held_out_words, help="of each source")
    given = asked.parse_args()
    torch.set_num_threads(available_cores())
    conditions = _conditions(given.data, given.work / "corpora", given.words)
    found = {name: [_judge(_network(name), each) for each in conditions] for name in given.networks}
    scores = {name: score_predictions(predictions) for name, predictions in found.items()}
    if len(found) > 1:
        scores["all together"] = score_predictions([mean(each) for each in zip(*found.values(), strict=True)])
    for line in table(scores):
        print(line)


def _conditions(data: Path, cache: Path, n_words: int) -> list[Condition]:
    material = gather(known_sources(data, MIXTURE), cache, say=print)
    mixture = Mixture(material.train, seed=RECIPE.seed)
    corruption = Corruption(RECIPE.noise, mixture.counts(), mixture.text(MISHEARD_WORDS))
    return make_conditions(material.held_out, corruption, n_words=n_words)


def _network(name: str) -> Kind:
    return restored(BUNDLED / name if name == "default" else Path(name))


def _judge(kind: Kind, condition: Condition) -> Predictions:
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return predict(condition, lambda line: torch_logits(kind, line))


def mean(found: Sequence[Predictions]) -> Predictions:
    """What several networks say together: the mean of their probabilities of an end."""
    return replace(found[0], probability=np.mean([each.probability for each in found], axis=0))


def table(scores: dict[str, HeldOutScores]) -> Iterable[str]:
    """F1 of each condition, and the mean of them, one column for each network."""
    names = list(scores)
    yield "| condition | " + " | ".join(names) + " |"
    yield "|---|" + "---:|" * len(names)
    for condition in scores[names[0]].f1:
        yield f"| {condition} | " + " | ".join(f"{scores[name].f1[condition]:.3f}" for name in names) + " |"
    yield "| mean | " + " | ".join(f"**{scores[name].mean:.4f}**" for name in names) + " |"


if __name__ == "__main__":
    main()
