"""What to cite: Pausa, and the papers whose methods it puts to work. `CITATION.cff` says the same to programs."""

from __future__ import annotations

from typing import NamedTuple

import pausa

TITLE = "Pausa: where sentences end in speech, and how good that answer is"
AUTHORS = "The Pausa developers"


class Paper(NamedTuple):
    """A paper, and the part of Pausa that comes from it."""

    used_for: str
    authors: str
    year: int
    title: str
    where: str


PAPERS = (
    Paper(
        "score wisebe",
        "Carlos-Emiliano González-Gallardo and Juan-Manuel Torres-Moreno",
        2018,
        "WiSeBE: Window-Based Sentence Boundary Evaluation",
        "MICAI",
    ),
    Paper(
        "model bayes, sign test",
        "David Carter and Ian Gransden",
        2001,
        "Resource-Limited Sentence Boundary Detection",
        "Eurospeech",
    ),
    Paper(
        "model fst, score bleu_like",
        "Ann Lee and James Glass",
        2012,
        "Sentence Detection Using Multiple Annotations",
        "Interspeech",
    ),
    Paper(
        "score pk_mean",
        "Doug Beeferman, Adam Berger and John Lafferty",
        1999,
        "Statistical Models for Text Segmentation",
        "Machine Learning 34",
    ),
    Paper(
        "score window_diff_mean",
        "Lev Pevzner and Marti Hearst",
        2002,
        "A Critique and Improvement of an Evaluation Metric for Text Segmentation",
        "Computational Linguistics 28 (1)",
    ),
    Paper(
        "score boundary_similarity_mean",
        "Chris Fournier",
        2013,
        "Evaluating Text Segmentation using Boundary Edit Distance",
        "ACL",
    ),
)


def citation() -> str:
    """Pausa and the papers, as lines for a person."""
    lines = [f"{AUTHORS}. {TITLE}. Version {pausa.__version__}.", "", "If you use one of these, cite its paper, too:"]
    for paper in PAPERS:
        lines += ["", f"  {paper.used_for}", f"  {paper.authors} ({paper.year}). {paper.title}. {paper.where}."]
    return "\n".join(lines)
