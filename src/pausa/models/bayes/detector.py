"""The detector: scores every gap by the words around it and the pause in it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import OptionError
from pausa.core.scores import Floats, Scores
from pausa.core.words import Transcript, Word
from pausa.models.base import Detector
from pausa.models.bayes.buckets import BUCKETS, Buckets
from pausa.models.bayes.gaps import Gaps, gaps_of
from pausa.models.bayes.tables import Lexicon, probabilities
from pausa.models.bayes.weights import BARE, METHODS, PLAIN, Weights
from pausa.models.storage import Content, Folder, Manifest, open_bundled
from pausa.text.languages import language
from pausa.text.normal import without_spoken_marks

#: The score of a gap in which no sentence can end.
_NO_END = 1e-12
_TABLES = ("before", "after", "keys", "pair_before", "pair_between", "pair_after")


@dataclass(frozen=True)
class BayesDetector(Detector):
    """Carter & Gransden's methods 0 to 3 over one set of tables.

    `weights` holds those of methods 2 and 3, where there were timed transcripts to fit them on. `rate` is
    how many sentences per 100 words the model's domain has; None where it is for speech of any kind. With
    `dictated`, marks that are spoken ("full stop") are no words.
    """

    lexicon: Lexicon
    pauses: Buckets | None = None
    durations: Buckets | None = None
    weights: dict[int, Weights] = field(default_factory=dict)
    method: int = 0
    rate: float | None = None
    dictated: bool = False
    manifest: Manifest = field(default_factory=lambda: Manifest(model="bayes"))

    name = "bayes"
    history = 400  # pauses are ranked among those

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise OptionError(f"No method {self.method}; there are {', '.join(map(str, METHODS))}.")
        if self.method and self.pauses is None:
            raise OptionError(
                f"Method {self.method} needs pauses, and this model was trained without timed transcripts."
            )
        if self.method > 1 and self.method not in self.weights:
            raise OptionError(f"This model has no weights for method {self.method}.")

    def with_method(self, method: int) -> BayesDetector:
        """The same model by another method."""
        return replace(self, method=method)

    def score(self, transcript: Transcript) -> Scores:
        if not self.dictated:
            return Scores(self._ends(transcript))
        kept, places = _undictated(transcript, self.manifest.language)
        ends = np.full(len(transcript), _NO_END)  # no sentence ends before a mark that is spoken
        ends[places] = self._ends(kept)
        return Scores(ends)

    def score_stretch(self, transcript: Transcript, first: int) -> Scores:
        if self.dictated:
            return self.score(transcript).since(first)
        before = max(0, first - 1)  # one word more to the left is enough for the tables
        gaps = gaps_of(transcript, self.lexicon, durations=self.durations is not None, first=before)
        return Scores(self._scored(gaps)[first - before :])

    def rate_for(self, scores: Scores) -> float:
        """Sentences per 100 words to cut a recording with these scores into, where no one asks for a number."""
        return self.rate if self.rate is not None else best_rate(scores.ends)

    def _ends(self, transcript: Transcript) -> Floats:
        return self._scored(gaps_of(transcript, self.lexicon, durations=self.durations is not None))

    def _scored(self, gaps: Gaps) -> Floats:
        if self.pauses is None or np.isnan(gaps.pauses).all():
            return probabilities(BARE.log_odds(gaps.columns(None)))
        return probabilities(self._weights.log_odds(gaps.columns(self.pauses, self.durations)))

    @property
    def _weights(self) -> Weights:
        return BARE if self.method == 0 else PLAIN if self.method == 1 else self.weights[self.method]

    def content(self) -> Content:
        """What `storage.save_folder` needs."""
        settings: dict[str, Any] = {
            "method": self.method,
            "mean_length": self.lexicon.mean_length,
            "dictated": self.dictated,
            "rate": self.rate,
            "weights": {str(method): list(found.values) for method, found in sorted(self.weights.items())},
        }
        arrays: dict[str, NDArray[Any]] = {name: getattr(self.lexicon, name) for name in _TABLES}
        for name, buckets in (("pauses", self.pauses), ("durations", self.durations)):
            if buckets is not None:
                arrays[name] = np.append(buckets.shares, buckets.share)
        settings["buckets"] = [name for name in ("pauses", "durations") if name in arrays]
        manifest = msgspec.structs.replace(
            self.manifest, model="bayes", uses=("times",) if self.method else (), settings=settings
        )
        return Content(manifest, arrays, {"words": self.lexicon.words})


def best_rate(ends: Floats) -> float:
    """The rate that promises the best F1, if every score is the probability it says it is.

    Taking the k best of all gaps, the expected hits are the sum of their probabilities, and F1 is about twice
    that over k + the sum of all probabilities. The end of the last word is certain and counts as one more.

    >>> best_rate(np.array([0.9, 0.1, 0.8, 0.1, 0.5]))
    60.0
    """
    if ends.size < 2:
        return 100.0
    ranked = np.sort(ends[:-1])[::-1]
    promised = np.cumsum(ranked) / (np.arange(1, ranked.size + 1) + ranked.sum())
    return 100 * (int(promised.argmax()) + 2) / int(ends.size)


def from_folder(folder: Folder) -> BayesDetector:
    """The detector of an opened folder."""
    settings = folder.manifest.settings
    tables = {name: folder.array(name, gaps=name.startswith("pair_")) for name in _TABLES}  # pruned ones are missing
    words = folder.lines("words")
    if not (len(words) + 1,) == tables["before"].shape == tables["after"].shape:
        raise folder.damaged("the tables do not fit the words")
    if tables["keys"].dtype.kind == "f":
        raise folder.damaged("keys.npy holds no whole numbers")
    if len({tables[name].shape for name in _TABLES[2:]}) != 1 or tables["keys"].ndim != 1:
        raise folder.damaged("the tables of pairs differ in length")
    try:
        return BayesDetector(
            lexicon=Lexicon(words=words, mean_length=float(settings["mean_length"]), **tables),
            pauses=_buckets(folder, "pauses"),
            durations=_buckets(folder, "durations"),
            weights={int(method): Weights(tuple(values)) for method, values in settings["weights"].items()},
            method=int(settings["method"]),
            rate=_rate(settings["rate"]),
            dictated=bool(settings["dictated"]),
            manifest=folder.manifest,
        )
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError, OptionError) as problem:
        raise folder.damaged(f"its settings make no sense ({problem})") from problem


def _rate(told: object) -> float | None:
    """Sentence ends in a hundred words, as settings tell them."""
    if told is None:
        return None
    if isinstance(told, bool) or not isinstance(told, int | float) or not 0 < told <= 100:
        raise ValueError(f"{str(told)[:40]!r} is no rate")
    return float(told)


def _buckets(folder: Folder, name: str) -> Buckets | None:
    if name not in folder.manifest.settings.get("buckets", ()):
        return None
    shares = folder.array(name)
    if shares.shape != (BUCKETS + 2,):
        raise folder.damaged(f"{name}.npy has shape {shares.shape}")
    if not ((shares > 0) & (shares < 1)).all():
        raise folder.damaged(f"{name}.npy holds what is no share")
    return Buckets(np.array(shares[:-1]), float(shares[-1]))


def bundled() -> BayesDetector:
    """The English model that comes with Pausa."""
    return from_folder(open_bundled("bayes-en"))


def _undictated(transcript: Transcript, code: str) -> tuple[Transcript, NDArray[np.int64]]:
    """The words without spoken marks, and for each the place of its gap: after the mark that follows it."""
    # The speaker says nothing to this model, so the field can carry the word's number through the removal.
    numbered = Transcript(
        tuple(Word(word.text, word.start, word.end, str(number)) for number, word in enumerate(transcript.words))
    )
    kept = without_spoken_marks(numbered, lang=language(code))
    starts = [int(word.speaker or 0) for word in kept.words]
    places = np.array([*(start - 1 for start in starts[1:]), len(transcript) - 1][: len(starts)], dtype=np.int64)
    return kept, places
