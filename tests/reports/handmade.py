"""An evaluation whose every number is made up, so that what a table shows can be told from what it was given."""

from __future__ import annotations

from math import nan

from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.metrics.base import Options
from pausa.workflow.evaluation import (
    AgreementFigures,
    Comparison,
    Correlation,
    Evaluation,
    JackKnife,
    ReferenceScores,
    Result,
    Score,
    Standing,
)
from pausa.workflow.trials import Trial


def score(value: float, mean: float, name: str, low: float = nan, high: float = nan, left_out: int = 0) -> Score:
    """A score with a signature of two parts."""
    return Score(value, mean, f"{name}|nrefs:2", {"hit": 3.0}, low, high, left_out)


def standing(value: float, mean: float, name: str, verdict: str) -> Standing:
    """A system beside people, who are a tenth below it."""
    return Standing(value, mean, value - 0.1, 0.1, 0.05, 0.15, verdict, (value, value), f"{name}|nrefs:1|humans:loo")


def against(*rows: tuple[str, float, float, float]) -> tuple[ReferenceScores, ...]:
    """F1, NIST-SU and word error rate against each reference."""
    return tuple(ReferenceScores(name, {"f1": f1, "nist_su": su, "wer": wer}) for name, f1, su, wer in rows)


def trial(name: str, *people: str) -> Trial:
    """A recording of four words that all people cut after the second."""
    return Trial(name, Transcript.blank(4), tuple(Segmentation(4, (1, 3), by=person) for person in people))


ALPHA = Result(
    "alpha",
    {
        "f1_mean": score(0.81234, 0.79876, "F1_mean", 0.7, 0.9),
        "ser_mean": score(0.4, 0.45, "SER_mean", 0.3, 0.5, left_out=2),
    },
    against(("anna", 0.85, 31.25, 0.0), ("ben", 0.775, 42.0, 0.125)),
    loo={
        "f1_mean": standing(0.8, 0.78, "F1_mean", "above"),
        "ser_mean": standing(0.41, 0.46, "SER_mean", ""),
    },
)
BETA = Result(
    "beta",
    {
        "f1_mean": score(0.6, 0.59, "F1_mean", 0.5, 0.7),
        "ser_mean": score(0.3, nan, "SER_mean", nan, nan, left_out=3),
    },
    against(("anna", 0.65, 71.04, 0.5), ("ben", nan, 88.0, 0.25)),
    loo={
        "f1_mean": standing(0.58, 0.57, "F1_mean", "below"),
        "ser_mean": standing(0.31, 0.32, "SER_mean", "within"),
    },
)
ANNA = Result("anna", {"f1_mean": score(0.9, 0.88, "F1_mean"), "ser_mean": score(0.2, 0.22, "SER_mean")}, ())
BEN = Result("ben", {"f1_mean": score(0.7, 0.68, "F1_mean"), "ser_mean": score(0.6, 0.62, "SER_mean")}, ())


def made(**changed: object) -> Evaluation:
    """Two systems and two people over two recordings, or what is changed of that."""
    usual: dict[str, object] = {
        "signature": "WiSeBE|nrefs:2|window:2",
        "options": Options(),
        "people_options": Options(),
        "n_words": 1200,
        "documents": ("one", "two"),
        "references": ("anna", "ben"),
        "agreement": AgreementFigures(
            agreement_ratio=0.11111,
            fleiss_kappa=0.22222,
            fleiss_kappa_candidates=-0.33333,
            krippendorff_alpha=0.44444,
            pairwise_f1=0.55555,
            pairwise_f1_marks=0.66666,
            absolute_consensus=0.77777,
            pairwise_f1_sampled=0.88888,
            pairwise_f1_sampled_sd=0.09999,
            pearson_ar_kappa=nan,
            jack_knife=(JackKnife("anna", 0.91), JackKnife("ben", 0.72)),
            annotations=(),
        ),
        "systems": (ALPHA, BETA),
        "humans": (ANNA, BEN),
        "comparisons": (
            Comparison("paired-ar", "alpha", "beta", "f1_mean", -0.2123, 0.0321, "F1_mean|nrefs:2|ar:exact"),
            Comparison("sign", "alpha", "beta", "boundaries right (ben)", 4.0, 0.05, "sign|n:9"),
            Comparison("paired-bs", "alpha", "beta", "p3", nan, 0.0004, "p3|nrefs:2"),
        ),
        "mean_against_wisebe": (Correlation("alpha", 0.9876, ("two",)), Correlation("beta", nan, ())),
        "interval": "jackknife-t",
        "remarks": ("Mind the gap.",),
        "panel": tuple(trial(name, "anna", "ben") for name in ("one", "two")),
    }
    return Evaluation(**(usual | changed))  # type: ignore[arg-type]
