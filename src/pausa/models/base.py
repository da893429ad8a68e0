"""What a detector is: something that tells how likely a sentence ends after each word.

It decides nothing. Thresholds, target rates, limits and speaker turns are in `pausa.decode`, so a new detector gets
them all by giving scores. Whatever else it may offer is listed here, each with a default, and nowhere else: a workflow
asks `Detector` and never what kind of detector it has.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from pausa.core.errors import OptionError
from pausa.core.scores import Scores
from pausa.core.words import Transcript
from pausa.models.spoken import Measured, is_well, measured
from pausa.text.languages.codes import base_code, name_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pausa.core.graph import WordGraph
    from pausa.models.storage import Manifest


class Detector(ABC):
    """Scores every gap of a transcript; see `pausa.models.pause` for a small one."""

    #: What it is called in the registry and in the segmentations it makes.
    name: str
    #: What a transcript must have beside its words: any of "times", "marks".
    needs: frozenset[str] = frozenset()
    #: Whether it goes by the transcript's own marks, which tell clauses and stand where they stand.
    reads_marks: bool = False
    #: Whether its scores tell how likely a comma is.
    tells_commas: bool = False
    #: Whether its scores tell how words are written: in lower case, with a capital, all in capitals, mixed.
    tells_cases: bool = False
    #: Whether its ends are those of clauses: it has learned ends at commas, and cannot tell them from others.
    tells_clauses: bool = False
    #: The probability at which it cuts if nobody asks for anything; None where it has none of its own.
    threshold: float | None = None
    #: What its model folder says about it; None where it has no folder.
    manifest: Manifest | None = None
    #: In a stream: how many words before the gaps it judges it is shown again, and how many must follow a gap at least.
    history: int = 32
    least_delay: int = 0

    @abstractmethod
    def score(self, transcript: Transcript) -> Scores:
        """Probability of an end after each word; OptionError where the transcript lacks what is needed."""

    def score_stretch(self, transcript: Transcript, first: int) -> Scores:
        """As `score`, for word number `first` and those after it, in a stretch of speech that has not ended."""
        return self.score(transcript).since(first)

    def threshold_for(self, scores: Scores) -> float | None:
        """The threshold for a recording with these scores, which may be another than its usual one."""
        return self.threshold

    def rate_for(self, scores: Scores) -> float | None:
        """Sentences per 100 words that it gives a recording with these scores; None where it has no rate."""
        return None

    def best(self, transcript: Transcript, *, fixed: NDArray[np.bool_] | None = None) -> list[int] | None:
        """The ends of its best path over all words, the `fixed` ones among them; None where it only scores."""
        return None

    def best_words(self, graph: WordGraph) -> Transcript | None:
        """The words of a graph that make the best sentences; None where it searches no graphs."""
        return None

    def search_space(self, graph: WordGraph, *, fixed: NDArray[np.bool_] | None = None) -> WordGraph | None:
        """The graph that it searches, with a break or none after each word; None where it searches none.

        `fixed` says for each word of a graph with one way whether a sentence must end there.
        """
        return None

    def weigh_graphs(self, weight: float) -> Detector:
        """The same detector, the own scores of word graphs counting so much."""
        raise OptionError(f"The {self.name} model searches no word graphs, so they have no weight; fst does.")

    def at_level(self, level: str) -> Detector:
        """The same detector for "sentence" or "clause"; another one where its scores depend on that."""
        if self.tells_clauses and level != "clause":
            raise OptionError(
                f"This {self.name} model has learned clauses, which end at commas too; ask for the level clause, "
                "or train one for sentences."
            )
        return self

    def in_style(self, style: str) -> Detector:
        """The same detector, told what kind of text it reads."""
        raise OptionError(f"The {self.name} model knows no styles; leave the style out.")

    def in_language(self, language: str) -> Detector:
        """The same detector; another one where it leaves words in that language to one that has learned them."""
        return self

    def on_one_core(self) -> Detector:
        """The same detector for a process that is one of many, each with a core of its own."""
        return self

    @property
    def language(self) -> str:
        """The language it has learned, empty where it has learned none in particular, "mul" for several."""
        return self.manifest.language if self.manifest else ""

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages it has learned, none where it has learned none in particular."""
        if self.manifest is None or not self.manifest.language:
            return ()
        several = self.manifest.settings.get("languages")
        return tuple(map(str, several)) if isinstance(several, list) else (self.manifest.language,)

    @property
    def measured(self) -> dict[str, Measured]:
        """What it reached in each language, where that was measured."""
        return measured(self.manifest.settings) if self.manifest else {}

    def knows(self, language: str) -> bool:
        """Whether it can be used for words in a language; so where it is not said which language they are in."""
        base = base_code(language)
        return not base or not self.languages or base in self.languages

    def tell_language(self, language: str) -> str:
        """What to say about words in a language that it has not learned, or not well; empty where it has."""
        if not self.knows(language):
            learned = ", ".join(map(name_of, self.languages))
            return f"the words are in {name_of(language)}, but the {self.name} model has learned {learned} only"
        code = base_code(language)
        found = self.measured.get(code)
        if found is None or is_well(code, found):
            return ""
        return f"the {self.name} model knows {name_of(code)} weakly (F1 {found.f1:.2f} on recordings it had not seen)"
