"""The same recipe in another language: Polish texts read aloud (PolEval 2021, task 1), scored on test-A.

    train/in.tsv        wikinews228460<TAB>words without marks         test-A/ likewise
    train/expected.tsv  the same texts with marks, line by line
    fa/*.train.tar.gz   the words with times, a file for each text     fa/*.validation.tar.gz belongs to test-A

Tables are counted on the training texts; pauses and weights come from their timed words, the ends told by the
texts through the character alignment. On test-A the texts' ends are projected onto the timed words (Rec).
"""

from __future__ import annotations

import tarfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.findings import Advance, Findings, folder
from pausa.alignment.edits import align_words
from pausa.alignment.project import project
from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.table import Table, number
from pausa.core.words import Transcript
from pausa.decode import SentenceLimits, decode
from pausa.formats.base import document
from pausa.formats.files import parse
from pausa.metrics.base import Options
from pausa.metrics.signature import signature
from pausa.metrics.slots import Matches, slot_scores
from pausa.models.bayes import BayesDetector
from pausa.models.bayes.weights import METHODS
from pausa.text.languages import language
from pausa.text.marks import boundaries
from pausa.text.tokens import words_of
from pausa.training.bayes.folds import choose_best
from pausa.training.bayes.recipe import BayesRecipe
from pausa.training.bayes.train import train_bayes
from pausa.training.timed import TextRules, flag_ends, label_by_reference

PLACE, LANGUAGE = "poleval-2021-pl", "pl"
_STEPS = 3

Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Read:
    """A text that was read aloud: its words with times, and where its sentences end."""

    words: Transcript
    ends: Bools


def run(data: Path, advance: Advance) -> Findings:
    """Methods 0–3 on test-A, trained as any model is."""
    place = folder(data, PLACE)
    problems: list[str] = []
    recipe = BayesRecipe(rules=TextRules(language=LANGUAGE))
    by_name = {each.name: each for each in texts(place / "train")}
    aloud = list(_aloud(place / "fa" / "poleval_fa.train.tar.gz", problems))
    advance(_STEPS)
    recordings = [label_by_reference(each, by_name[each.name], recipe.rules) for each in aloud if each.name in by_name]
    made = train_bayes(by_name.values(), recordings, recipe, say=_quiet)
    advance(_STEPS)
    tests = texts_read_aloud(place, problems)
    rows, figures = [], {}
    for method in METHODS:
        model = made.detector.with_method(method)
        cells = {
            "held-out parts of train": slot_scores(made.outcomes[method].matches),
            "test-A, one threshold": slot_scores(_by_share(model, tests)),
            "test-A, a threshold per recording": slot_scores(_by_rate(model, tests)),
        }
        figures[f"method {method}"] = cells
        rows.append((f"method {method}", *(number(scores["f1"]) for scores in cells.values())))
    advance(_STEPS)
    header = ("", *figures["method 0"])
    n_ends = sum(int(each.ends.sum()) for each in tests)
    return Findings(
        "Polish texts read aloud",
        (Table("F1 of sentence ends", header, tuple(rows), f"test-A: {len(tests)} texts, {n_ends} sentence ends"),),
        {"methods": figures, "weights": list(made.detector.weights[3].values)},
        (
            f"{made.n_words} training words, {len(made.detector.lexicon)} different",
            f"signature: {signature('f1_mean', Options(align='words', pivot='hypothesis', condition='rec'), 1)}",
            f"bad rows in {len(problems)} files" if problems else "no bad rows",
        ),
    )


def texts(place: Path) -> Iterator[Document]:
    """The texts with their marks, under their names."""
    try:
        names = [line.split("\t")[0] for line in _lines(place / "in.tsv")]
        spelled = _lines(place / "expected.tsv")
    except OSError as problem:
        raise InputError(str(place), None, f"cannot be read: {problem.strerror}") from problem
    for name, text in zip(names, spelled, strict=True):
        yield document(words_of(text, lang=language(LANGUAGE)), name=name, lang=LANGUAGE)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n")


def _aloud(archive: Path, problems: list[str]) -> Iterator[Document]:
    """The timed words of each text, in the order of the names."""
    with tarfile.open(archive) as packed:
        for member in sorted(packed.getmembers(), key=lambda each: each.name):
            content = packed.extractfile(member) if member.isfile() else None
            if content is not None:
                yield from parse(
                    content.read(), name=member.name, format="poleval", language=LANGUAGE, warn=problems.append
                )


def texts_read_aloud(place: Path, problems: list[str]) -> list[Read]:
    """The texts of test-A with the times of their words."""
    by_name = {each.name: each for each in texts(place / "test-A")}
    tests = []
    for each in _aloud(place / "fa" / "poleval_fa.validation.tar.gz", problems):
        if each.name in by_name:
            text = by_name[each.name].transcript
            ends = project(boundaries(text.words), align_words(text, each.transcript)).segmentation
            tests.append(Read(each.transcript, flag_ends(ends)))
    return tests


def _by_share(model: BayesDetector, tests: Sequence[Read]) -> Matches:
    """One threshold for all, so that as many gaps are ends as in training; the last word of a text is not judged."""
    log_odds = np.concatenate([_log_odds(model.score(each.words).ends)[:-1] for each in tests])
    ends = np.concatenate([each.ends[:-1] for each in tests])
    # The share of gaps: each text's last word is an end that is not judged.
    judged = (model.rate or 0) / 100 * sum(len(each.words) for each in tests) - len(tests)
    return match_ends(choose_best(log_odds, judged / ends.size), ends)


def _by_rate(model: BayesDetector, tests: Sequence[Read]) -> Matches:
    """As `pausa segment` does it: as many sentences in each recording as its length asks for."""
    total = Matches()
    for each in tests:
        found = decode(model.score(each.words), each.words, SentenceLimits(rate=model.rate))
        total = total + match_ends(flag_ends(found)[:-1], each.ends[:-1])
    return total


def _log_odds(probability: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.log(probability) - np.log1p(-probability))


def match_ends(found: Bools, ends: Bools) -> Matches:
    hit = int((found & ends).sum())
    return Matches(hit, int(ends.sum()) - hit, int(found.sum()) - hit, 0, ends.size)


def _quiet(_: str) -> None:
    """Say nothing."""
