"""The detector: tables of costs from every model it has, one best path over the whole recording.

`score` gives posteriors, P(break) after each word over all paths; `best` the ends of the cheapest path. Which
weights hold depends on what is known about the transcript:

    words     no times: language models and lengths
    times     word times: pauses and durations too
    audio     a table of features with F0 and energy beside them
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import OptionError
from pausa.core.graph import BREAK, WordGraph
from pausa.core.scores import Scores
from pausa.core.words import Transcript
from pausa.decode.graph_search import GraphCosts, Question, best_in_graph, search_space
from pausa.decode.path import PathCosts, best_path, posteriors
from pausa.features.durations import PhoneNorms
from pausa.features.table import FeatureTable, features
from pausa.formats.graphs import spoken
from pausa.lm import ClassModel, NgramModel, gap_tables, token_costs
from pausa.models.base import Detector
from pausa.models.fst.evidence import Evidence, Weights, length_costs, prosodic_costs
from pausa.models.fst.graphs import arc_features
from pausa.models.fst.length import Gamma
from pausa.models.fst.prosodic import Prosodic
from pausa.models.fst.tokens import forms
from pausa.models.storage import Manifest

#: What may be known about a transcript, from little to much.
SIGHTS = ("words", "times", "audio")


@dataclass(frozen=True)
class FstDetector(Detector):
    """Language models, a length model and prosodic models, with weights for each `SIGHTS` that it has learned.

    `norms` are the usual durations of phones, for tables of features from audio. `graph_weight` is how much the own
    scores of a recogniser's word graph count beside the word LM; it is the recogniser's affair and not kept.
    """

    words: NgramModel
    classes: ClassModel | None = None
    gamma: Gamma | None = None
    normalised: bool = False
    prosody: Mapping[str, Prosodic] = field(default_factory=dict)
    weights: Mapping[str, Weights] = field(default_factory=lambda: {"words": Weights()})
    norms: PhoneNorms | None = None
    graph_weight: float = 1.0
    tells_clauses: bool = False
    manifest: Manifest = field(default_factory=lambda: Manifest(model="fst"))

    name = "fst"
    least_delay = 1  # a path ends with the last word it knows

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

    def best_words(self, graph: WordGraph) -> Transcript:
        """The words of a graph that make the best sentences: words and ends are searched for together."""
        return spoken(graph, best_in_graph(graph, self.graph_costs(graph)).arcs)[0]

    def weigh_graphs(self, weight: float) -> FstDetector:
        if not 0 <= weight < np.inf:
            raise OptionError(f"A word graph's weight is 0 or more, not {weight}.")
        return replace(self, graph_weight=weight)

    def search_space(self, graph: WordGraph, *, fixed: NDArray[np.bool_] | None = None) -> WordGraph:
        """The graph that is searched, with a break or none after each word, at what each costs in all.

        `fixed` says for each word of a graph with one way whether a sentence must end there.
        """
        costs = self.graph_costs(graph)
        if fixed is not None:
            costs.prosody[np.flatnonzero([bool(token) for token in costs.tokens])[fixed], 1] = np.inf
        return search_space(graph, costs)

    def graph_costs(self, graph: WordGraph) -> GraphCosts:
        """What ways through a graph cost with this model's weights."""
        sight = "times" if "times" in self.prosody and graph.times else "words"
        weights = self.weights[sight]
        prosody = np.zeros((len(graph.arcs), 2))
        if sight == "times" and weights.prosody and graph.arcs:
            model = self.prosody[sight]
            found = model.probabilities(arc_features(graph).select(model.columns).values)
            prosody = weights.prosody * prosodic_costs(found)
        # A graph's costs are in units of its own language model, and that counts as much as ours.
        unit = self.graph_weight * weights.words / (graph.graph_scale or 1.0)
        return GraphCosts(
            tokens=[forms([arc.word])[0] if graph.is_word(arc) else "" for arc in graph.arcs],
            arcs=[_times(unit, graph.cost(arc)) for arc in graph.arcs],
            finals={state: _times(unit, graph.final_cost(state)) for state in graph.finals},
            score=partial(self._token_costs, weights),
            order=min(4, max(self.words.order, 1 if self.classes is None else self.classes.order)),
            length=length_costs(self.gamma, weights, normalised=self.normalised),
            prosody=prosody,
        )

    def _token_costs(self, weights: Weights, questions: Sequence[Question]) -> list[float]:
        tokens = [token for _, token in questions]
        found = weights.words * token_costs(self.words, questions)
        if self.classes is not None and weights.classes:
            members = self.classes.memberships(tokens)
            found += weights.classes * (token_costs(self.classes, questions) - members)
        found[[token == BREAK for token in tokens]] += weights.bias
        return [float(cost) for cost in found]

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


def _times(weight: float, cost: float) -> float:
    """A weighted cost; what does not count may cost infinity."""
    return weight * cost if weight else 0.0
