"""Word graphs on their way to sentences: which words are taken, and the graph that was searched.

A document from a lattice has the recogniser's best words and the graph they come from. A detector that can search
graphs (`best_words`, `search_space`: fst) chooses the words afresh, those that make the best sentences; whatever else
is done with the document is then as for any other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.graph import WordGraph
from pausa.core.words import Transcript
from pausa.formats.graphs import chain
from pausa.models.base import Detector


def choose_words(document: Document, detector: Detector) -> Document:
    """The document with the words to be cut into sentences: from its graph where the detector can search one."""
    if document.graph is None:
        return document
    best_words: Callable[[WordGraph], Transcript] | None = getattr(detector, "best_words", None)
    if best_words is None:
        return replace(document, graph=None)
    return replace(document, transcript=best_words(document.graph), segmentations=(), graph=None)


def search_space(document: Document, detector: Detector, *, turns: str = "respect") -> WordGraph | None:
    """The graph that a detector searches for the document's sentences; None where it searches none."""
    search: Callable[..., WordGraph] | None = getattr(detector, "search_space", None)
    if search is None:
        return None
    if document.graph is not None:
        return search(document.graph)
    fixed = np.zeros(document.n_words, dtype=bool)
    fixed[list(document.transcript.turn_ends) if turns == "respect" else []] = True
    return search(chain(document.transcript, name=document.name), fixed=fixed)


def passed_over(document: Document, detector: Detector) -> str:
    """What to say where a graph is not searched; empty where there is nothing to say."""
    if document.graph is None or hasattr(detector, "best_words"):
        return ""
    return f"a word graph; the {detector.name} model reads its best words (--model fst searches all of it)"


def with_graph_weight(detector: Detector, weight: float) -> Detector:
    """The detector, the own scores of word graphs counting so much."""
    if not hasattr(detector, "graph_weight"):
        raise OptionError(f"The {detector.name} model searches no word graphs, so they have no weight; fst does.")
    if not 0 <= weight < np.inf:
        raise OptionError(f"A word graph's weight is 0 or more, not {weight}.")
    made: Detector = replace(detector, graph_weight=weight)  # type: ignore[type-var]
    return made
