"""Scores of a segmentation against one or many references.

`METRICS` holds the families (what is counted together), `KEYS` every score a user can ask for and
`PER_REFERENCE` those that exist against each reference. Nothing here loads numpy.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pausa.core.registry import Registry, unknown

if TYPE_CHECKING:
    from pausa.metrics.base import Family

METRICS: Registry[type[Family]] = Registry(
    "metric family",
    {
        "slots": "pausa.metrics.slots:Slots",
        "wisebe": "pausa.metrics.wisebe:WiSeBE",
        "bleulike": "pausa.metrics.bleulike:BleuLike",
        "consensus": "pausa.metrics.consensus:Consensus",
        "lenient": "pausa.metrics.lenient:Lenient",
        "windows": "pausa.metrics.windows:Windows",
        "similarity": "pausa.metrics.similarity:BoundarySimilarity",
        "marks": "pausa.metrics.marks:Marks",
        "calibration": "pausa.metrics.calibration:Calibration",
    },
)


@dataclass(frozen=True, slots=True)
class Key:
    """A score that a user can ask for: its family, its name in tables and signatures, what it says.

    A share lies between 0 and 1; error rates per boundary may be larger. What is not usual is worked out only where it
    is asked for, because few hypotheses carry what it needs.
    """

    family: str
    name: str
    about: str
    higher_is_better: bool = True
    is_share: bool = True
    is_usual: bool = True


def _of_marks(suffix: str, tail: str) -> dict[str, Key]:
    """Precision, recall and F1 of each mark and of all; `tail` says over what they are a mean, if so."""
    letters = {"precision": "P", "recall": "R", "f1": "F1"}
    told = {
        "precision": "share of the {}s that are right",
        "recall": "share of the reference's {}s that are found",
        "f1": "harmonic mean of precision and recall of {}s",
    }
    found = {
        f"{mark}_{part}{suffix}": Key(
            "marks", f"{letters[part]}_{mark}{suffix}", told[part].format(noun) + tail, is_usual=False
        )
        for mark, noun in {"comma": "comma", "period": "period", "question": "question mark", "marks": "mark"}.items()
        for part in letters
    }
    about = "mean of the F1s of commas, periods and question marks" + tail
    return found | {f"marks_f1_macro{suffix}": Key("marks", f"F1_macro{suffix}", about, is_usual=False)}


KEYS: dict[str, Key] = {
    "precision_mean": Key("slots", "P_mean", "share of the boundaries that are right, mean over the references"),
    "recall_mean": Key("slots", "R_mean", "share of the reference boundaries that are found, mean over the references"),
    "f1_mean": Key("slots", "F1_mean", "harmonic mean of precision and recall, mean over the references"),
    "ser_mean": Key(
        "slots", "SER_mean", "errors per reference boundary, mean over the references", False, is_share=False
    ),
    "cer_mean": Key("slots", "CER_mean", "errors per word gap, mean over the references", False),
    "pk_mean": Key("windows", "Pk_mean", "windows whose edges are wrongly joined or parted, mean", False),
    "window_diff_mean": Key("windows", "WindowDiff_mean", "windows with a wrong number of boundaries, mean", False),
    "boundary_similarity_mean": Key("similarity", "B_mean", "agreement with half credit for one word off, mean"),
    "wisebe": Key("wisebe", "WiSeBE", "F1 over the references' windows times their agreement ratio"),
    "f1_rw": Key("wisebe", "F1_RW", "harmonic mean of precision and recall over the references' windows"),
    "precision_rw": Key("wisebe", "P_RW", "share of the boundaries that lie in a window of the references"),
    "recall_rw": Key("wisebe", "R_RW", "share of the references' windows that hold a boundary"),
    "bleu_like": Key(
        "bleulike", "BLEU-like", "runs of one to three breaks that some reference has, with brevity penalty"
    ),
    "p1": Key("bleulike", "p1", "share of the breaks that some reference has"),
    "p2": Key("bleulike", "p2", "share of the runs of two breaks that some reference has"),
    "p3": Key("bleulike", "p3", "share of the runs of three breaks that some reference has"),
    "brevity": Key("bleulike", "BP", "penalty for fewer breaks than the closest reference; 1 is none"),
    "ser_lenient": Key(
        "lenient", "SER_lenient", "errors by every reference's account per reference boundary", False, is_share=False
    ),
    "consensus_precision": Key("consensus", "P_consensus", "precision against what enough references mark"),
    "consensus_recall": Key("consensus", "R_consensus", "recall against what enough references mark"),
    "consensus_f1": Key("consensus", "F1_consensus", "F1 against what enough references mark"),
    "consensus_ser": Key(
        "consensus", "SER_consensus", "errors per boundary that enough references mark", False, is_share=False
    ),
    **_of_marks("_mean", ", mean over the references"),
    "brier_mean": Key(
        "calibration",
        "Brier_mean",
        "squared error of the probabilities, mean over the references",
        False,
        is_usual=False,
    ),
    "ece_mean": Key(
        "calibration", "ECE_mean", "how far probabilities are from what comes true, mean", False, is_usual=False
    ),
    "brier_share": Key(
        "calibration",
        "Brier_share",
        "squared distance of probabilities from the share of people",
        False,
        is_usual=False,
    ),
    "ece_share": Key(
        "calibration", "ECE_share", "how far probabilities are from the share of people", False, is_usual=False
    ),
}

PER_REFERENCE: dict[str, Key] = {
    "precision": Key("slots", "P", "share of the boundaries that are right"),
    "recall": Key("slots", "R", "share of the reference boundaries that are found"),
    "f1": Key("slots", "F1", "harmonic mean of precision and recall"),
    "ser": Key("slots", "SER", "errors per reference boundary", False, is_share=False),
    "cer": Key("slots", "CER", "errors per word gap", False),
    "nist_su": Key("slots", "NIST-SU", "slot error rate in percent", False, is_share=False),
    "pk": Key("windows", "Pk", "windows whose edges are wrongly joined or parted", False),
    "window_diff": Key("windows", "WindowDiff", "windows with a wrong number of boundaries", False),
    "boundary_similarity": Key("similarity", "B", "agreement with half credit for one word off"),
    **_of_marks("", ""),
    "brier": Key("calibration", "Brier", "squared error of the probabilities", False, is_usual=False),
    "ece": Key("calibration", "ECE", "how far probabilities are from what comes true", False, is_usual=False),
}


def described(key: str) -> Key:
    """What is known about a score; a name that is none gets the nearest that is.

    >>> described("wisebe").name
    'WiSeBE'
    """
    found = KEYS.get(key) or PER_REFERENCE.get(key)
    if found is None:
        raise unknown("metric", key, (*KEYS, *PER_REFERENCE))
    return found


def keys_for(name: str) -> tuple[str, ...]:
    """The scores that are meant, in any case: a key, its name in tables, a score whose mean is a key, or a family.

    >>> keys_for("F1_mean"), keys_for("BLEU-like"), keys_for("recall"), keys_for("Pk")
    (('f1_mean',), ('bleu_like',), ('recall_mean',), ('pk_mean',))
    >>> keys_for("calibration")
    ('brier_mean', 'ece_mean', 'brier_share', 'ece_share')
    """
    lower = name.lower()
    shown = {about.name.lower(): key for key, about in KEYS.items()}
    means = {each: f"{key}_mean" for key, about in PER_REFERENCE.items() for each in (key, about.name.lower())}
    found = lower if lower in KEYS else shown.get(lower) or means.get(lower)
    if found in KEYS:
        return (found,)
    if lower in METRICS:
        return tuple(key for key, about in KEYS.items() if about.family == lower)
    raise unknown("metric", name, tuple(KEYS))


def families_for(keys: Iterable[str]) -> list[str]:
    """The families to count for these scores, each once, in the order of the registry.

    >>> families_for(["wisebe", "f1_mean", "f1_rw"])
    ['slots', 'wisebe']
    """
    wanted = {described(key).family for key in keys}
    return [name for name in METRICS if name in wanted]
