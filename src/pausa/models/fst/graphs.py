"""A recogniser's word graph as `fst` sees it: how the gap after each of its words sounds.

What stands before and behind a word depends on the way through the graph; it is taken from the cheapest way that
passes the word. What is usual in the recording (the longest pause, the mean length of a syllable) is taken from the
cheapest way of all. In a graph with one way the features are those of its words.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pausa.core.graph import WordGraph
from pausa.core.scores import Floats
from pausa.features.table import TIMED, FeatureTable, syllables


def arc_features(graph: WordGraph) -> FeatureTable:
    """The features that times give, one row per arc; rows of arcs that are no words mean nothing."""
    said = np.array([graph.is_word(arc) for arc in graph.arcs], dtype=bool)
    start_ms = np.array([graph.times.get(arc.source) for arc in graph.arcs], dtype=np.float64)  # None becomes NaN
    end_ms = np.array([graph.times.get(arc.target) for arc in graph.arcs], dtype=np.float64)
    following, previous = _neighbours(graph, said)
    pause_ms = np.maximum(_at(start_ms, following) - end_ms, 0)
    before_ms = np.maximum(start_ms - _at(end_ms, previous), 0)
    best = np.array(graph.cheapest, dtype=np.int64)
    best = best[said[best]]
    heard = pause_ms[best][~np.isnan(pause_ms[best])]
    longest = heard.max() if len(heard) else 0.0
    over = longest if longest > 0 else 1.0
    duration = (end_ms - start_ms) / 1000
    duration[duration <= 0] = np.nan
    slow = duration / np.array([syllables(arc.word) for arc in graph.arcs], dtype=np.float64)
    norm = _normalised(slow, slow[best])
    values = (
        *(pause_ms / 1000, pause_ms / over, _ranks(pause_ms, heard)),
        *(before_ms / 1000, before_ms / over),
        *(duration, slow, norm, _at(norm, following)),
    )
    return FeatureTable(TIMED, np.stack(values, axis=1))


def _neighbours(graph: WordGraph, said: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each arc the next word and the one before on the cheapest way through it, -1 where there is none."""
    ahead, behind = dict[int, int](), dict[int, int]()
    for state in reversed(graph.order):
        place = graph.ahead[state][1]
        ahead[state] = place if place < 0 or said[place] else ahead[graph.arcs[place].target]
    for state in graph.order:
        place = graph.behind.get(state, (0.0, -1))[1]
        behind[state] = place if place < 0 or said[place] else behind[graph.arcs[place].source]
    following = np.array([ahead[arc.target] for arc in graph.arcs], dtype=np.int64)
    previous = np.array([behind[arc.source] for arc in graph.arcs], dtype=np.int64)
    return following, previous


def _at(values: Floats, places: NDArray[np.int64]) -> Floats:
    """The values at places, NaN for -1."""
    return np.append(values, np.nan)[places]


def _ranks(pause_ms: Floats, heard: Floats) -> Floats:
    """The rank of each pause among those heard; see `pausa.features.pauses`."""
    heard = np.sort(heard[heard > 0])
    middle = (np.searchsorted(heard, pause_ms, "left") + np.searchsorted(heard, pause_ms, "right")) / 2
    ranks = np.where(pause_ms > 0, middle / max(1, len(heard)), 0.0)
    return np.where(np.isnan(pause_ms), np.nan, ranks)


def _normalised(slow: Floats, usual: Floats) -> Floats:
    known = usual[~np.isnan(usual)]
    if len(known) < 2 or not known.std() > 0:
        return np.where(np.isnan(slow), np.nan, 0.0)
    return np.asarray((slow - known.mean()) / known.std())
