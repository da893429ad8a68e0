"""Word graphs on their way to sentences: which words are taken, and the graph that was searched.

A document from a lattice has the recogniser's best words and the graph they come from. A detector that can search
graphs (fst) chooses the words afresh, those that make the best sentences; whatever else is done with the document is
then as for any other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from pausa.core.document import Document
from pausa.core.graph import WordGraph
from pausa.formats.graphs import chain
from pausa.models.base import Detector


def choose_words(document: Document, detector: Detector, warn: Callable[[str], None]) -> Document:
    """The document with the words to be cut into sentences: from its graph where the detector can search one."""
    if document.graph is None:
        return document
    words = detector.best_words(document.graph)
    if words is None:
        warn(f"a word graph; the {detector.name} model reads its best words (fst searches all of it)")
        return replace(document, graph=None)
    return replace(document, transcript=words, segmentations=(), graph=None)


def search_space(document: Document, detector: Detector, *, turns: str = "respect") -> WordGraph | None:
    """The graph that a detector searches for the document's sentences; None where it searches none."""
    if document.graph is not None:
        return detector.search_space(document.graph)
    fixed = np.zeros(document.n_words, dtype=bool)
    fixed[list(document.transcript.turn_ends) if turns == "respect" else []] = True
    return detector.search_space(chain(document.transcript, name=document.name), fixed=fixed)
