"""What a network has to learn from and to be judged by, read from its sources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pausa.core.errors import OptionError
from pausa.core.messages import Say
from pausa.models import load_folder
from pausa.models.neural.marks import PERIOD, QUESTION
from pausa.models.storage import Data
from pausa.models.transformer import TransformerDetector
from pausa.training.corpora import unmarked
from pausa.training.neural.sources import CorpusSource
from pausa.training.neural.store import Corpus, prepare


@dataclass(frozen=True)
class Material:
    """What there is to learn from and to judge by."""

    train: list[Corpus]
    held_out: list[Corpus]

    def data(self) -> tuple[Data, ...]:
        return tuple(corpus.source.data(len(corpus)) for corpus in self.train if len(corpus))


def gather(found: Sequence[CorpusSource], cache: Path | None, *, judge_by: Sequence[str] = (), say: Say) -> Material:
    """The sources in compact form."""
    if not found:
        raise OptionError("There is nothing to learn from; give text, timed recordings or both.")
    check_names(judge_by, found)
    pairs = [
        (prepare(each, "train", cache=cache, say=say), prepare(each, "dev", cache=cache, say=say)) for each in found
    ]
    held_out = [pair[1] for pair in pairs if not judge_by or pair[1].source.name in judge_by]
    return Material([pair[0] for pair in pairs], held_out)


def transformer_in(folder: Path, what: str) -> TransformerDetector:
    detector = load_folder(folder)
    if not isinstance(detector, TransformerDetector):
        raise OptionError(f"{what} is a transformer; {folder} holds a {detector.name}.")
    return detector


def check_names(names: Iterable[str], found: Sequence[CorpusSource]) -> None:
    unknown = set(names) - {each.name for each in found}
    if unknown:
        there = ", ".join(each.name for each in found)
        raise OptionError(f"No source is called {', '.join(sorted(unknown))}; there are {there}.")


def check_marked(found: Sequence[Corpus]) -> None:
    """Refuse to learn that sentences never end."""
    for corpus in found:
        if len(corpus) and not np.isin(corpus.labels, (PERIOD, QUESTION)).any():
            raise unmarked(corpus.source.paths or [corpus.source.name])
