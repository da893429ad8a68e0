"""The detector: tables of costs from every model it has, one best path over the whole recording.

`score` gives posteriors, P(break) after each word over all paths; `best` the ends of the cheapest path. Which
weights hold depends on what is known about the transcript:

    words     no times: language models and lengths
    times     word times: pauses and durations too
    audio     a table of features with F0 and energy beside them
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import OptionError
from pausa.core.scores import Scores
from pausa.core.words import Transcript
from pausa.decode.path import PathCosts, best_path, posteriors
from pausa.features.durations import PhoneNorms
from pausa.features.table import FeatureTable, features
from pausa.lm import ClassModel, NgramModel, gap_tables
from pausa.models.base import Detector
from pausa.models.fst.evidence import Evidence, Weights, prosodic_costs
from pausa.models.fst.length import Gamma
from pausa.models.fst.prosodic import Prosodic
from pausa.models.fst.tokens import forms
from pausa.models.storage import Manifest

#: What may be known about a transcript, from little to much.
SIGHTS = ("words", "times", "audio")


@dataclass(frozen=True)
class FstDetector(Detector):
    """Language models, a length model and prosodic models, with weights for each `SIGHTS` that it has learned.

    `norms` are the usual durations of phones, for tables of features from audio.
    """

    words: NgramModel
    classes: ClassModel | None = None
    gamma: Gamma | None = None
    normalised: bool = False
    prosody: Mapping[str, Prosodic] = field(default_factory=dict)
    weights: Mapping[str, Weights] = field(default_factory=lambda: {"words": Weights()})
    norms: PhoneNorms | None = None
    manifest: Manifest = field(default_factory=lambda: Manifest(model="fst"))

    name = "fst"

    def __post_init__(self) -> None:
        if not {"words"} <= set(self.weights) <= set(SIGHTS) or set(self.weights) != {"words", *self.prosody}:
            raise OptionError("This model's weights do not fit its parts.")

    def score(self, transcript: Transcript, *, table: FeatureTable | None = None) -> Scores:
        """P(break) after each word over all paths; `table` holds features from audio, where there is some."""
        if not len(transcript):
            return Scores(np.zeros(0))
        found = posteriors(self.costs(transcript, table=table))
        return Scores(np.clip(found, 0.0, 1.0))

    def best(
        self,
        transcript: Transcript,
        *,
        table: FeatureTable | None = None,
        fixed: NDArray[np.bool_] | None = None,
    ) -> list[int]:
        """The ends of the best path, the last word's and all `fixed` ones among them."""
        return best_path(self.costs(transcript, table=table), fixed=fixed)[0]

    def costs(self, transcript: Transcript, *, table: FeatureTable | None = None) -> PathCosts:
        """What every step costs with this model's weights."""
        sight = self.sight(transcript, table)
        return self.evidence(transcript, sight, table=table).costs(
            self.weights[sight], self.gamma, normalised=self.normalised
        )

    def sight(self, transcript: Transcript, table: FeatureTable | None = None) -> str:
        """Which of `SIGHTS` holds here."""
        if "audio" in self.prosody and table is not None and set(self.prosody["audio"].columns) <= set(table.names):
            return "audio"
        return "times" if "times" in self.prosody and (table is not None or transcript.has_times) else "words"

    def evidence(self, transcript: Transcript, sight: str, *, table: FeatureTable | None = None) -> Evidence:
        """What each model says about a transcript, unweighted."""
        known = forms(transcript.texts)
        prosody = None
        if sight in self.prosody:
            model = self.prosody[sight]
            seen = features(transcript) if table is None else table
            prosody = prosodic_costs(model.probabilities(seen.select(model.columns).values))
        return Evidence(
            n_words=len(transcript),
            words=gap_tables(self.words, known),
            classes=None if self.classes is None else gap_tables(self.classes, known),
            prosody=prosody,
        )
