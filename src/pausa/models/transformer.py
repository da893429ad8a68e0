"""A compact pretrained encoder that reads words, pauses and turns, and tells none, comma, period or question.

    we   left   /   it   was   late        →  0.02  0.97   0.01  0.01  0.93

A model folder holds `model.onnx` (int8), `tokenizer.json` and the manifest; `pausa train transformer` makes
one. The words are read in windows that overlap, so that none is judged near an edge.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import OptionError
from pausa.core.scores import Scores
from pausa.core.words import Transcript
from pausa.decode.threshold import lowered
from pausa.models.base import Detector
from pausa.models.neural.inputs import NO_GAP, NO_STYLE, STYLES, TURN_VALUES, UNKNOWN_PAUSE, Ints, Line, line_of
from pausa.models.neural.marks import AS_IS, CLASSES, Calibration, Platt, scores_of
from pausa.models.neural.onnx import NETWORK, Feed, Network
from pausa.models.neural.pieces import TOKENIZER, WordPieces
from pausa.models.neural.windows import USUAL, Window, WindowPlan, windows
from pausa.models.storage import Folder, Manifest, open_bundled
from pausa.text.languages import language as language_of
from pausa.text.languages.codes import base_code, name_of


@dataclass(frozen=True)
class Pieces:
    """A whole line in subwords, with what is known at each; `ends` is where each word's last subword stands."""

    pieces: Ints
    pauses: Ints
    before: Ints
    turns: Ints
    until: Ints
    style: int = NO_STYLE

    @property
    def ends(self) -> Ints:
        return self.until[1:] - 1


class Tuned(msgspec.Struct, frozen=True):
    """What makes probabilities mean what they say in one language, and where to cut there.

    `usual` is the share of gaps that are ends in the recordings that this was found by.
    """

    scale: float
    shift: float
    threshold: float
    question: Platt | None = None
    usual: float | None = None


@dataclass(frozen=True)
class TransformerDetector(Detector):
    """Scores by a network over subwords."""

    network: Network
    tokenizer: WordPieces
    plan: WindowPlan = USUAL
    calibration: Calibration = AS_IS
    threshold: float | None = None
    manifest: Manifest = field(default_factory=lambda: Manifest(model="transformer"))
    tells_cases: bool = False
    knows_styles: bool = False
    style: int = NO_STYLE
    leaves_others: bool = False
    tuned: Mapping[str, Tuned] = field(default_factory=dict)
    usual: float | None = None
    learned_as: Mapping[str, str] = field(default_factory=dict)
    name: str = "transformer"

    tells_commas = True
    history = 24  # a window with the words of a usual delay is read a hundred times faster than spoken

    def score(self, transcript: Transcript) -> Scores:
        line = self._line(transcript)
        return scores_of(self.outputs(line), line.pauses != UNKNOWN_PAUSE, self.calibration)

    def on_one_core(self) -> TransformerDetector:
        return replace(self, network=self.network.on_one_core())

    def in_language(self, language: str) -> TransformerDetector:
        if self.leaves_others and not self.knows(language):
            other = _world(on_one_core=self.network.is_on_one_core)
            return other.in_language(language) if other.knows(language) else self
        letters = language_of(language).learned_as
        same = self if letters == self.learned_as else replace(self, learned_as=letters)
        tuned = self.tuned.get(base_code(language) or "en")
        if tuned is None:
            return same
        calibration = self.calibration.moved_to(Platt(tuned.scale, tuned.shift), tuned.question)
        return replace(same, calibration=calibration, threshold=tuned.threshold, usual=tuned.usual)

    def tell_language(self, language: str) -> str:
        if self.leaves_others and not self.knows(language):
            return f"no model that comes with Pausa has learned {name_of(language)}"
        return super().tell_language(language)

    def threshold_for(self, scores: Scores) -> float | None:
        if self.threshold is None or not self.usual:
            return self.threshold
        return lowered(self.threshold, scores.ends, usual=self.usual)

    def score_stretch(self, transcript: Transcript, first: int) -> Scores:
        line = self._line(transcript)
        outputs, timed = self.outputs(line, alone=True), line.pauses != UNKNOWN_PAUSE
        return scores_of(outputs[first:], timed[first:], self.calibration)

    def in_style(self, style: str) -> TransformerDetector:
        if not self.knows_styles:
            raise OptionError("This transformer has learned no styles; leave the style out.")
        if style not in STYLES:
            raise OptionError(f"style is {', '.join(STYLES)}, not {style!r}.")
        return replace(self, style=STYLES.index(style) + 1)

    def _line(self, transcript: Transcript) -> Line:
        line = replace(line_of(transcript), style=self.style)
        if not self.learned_as:
            return line
        letters = str.maketrans(dict(self.learned_as))
        return replace(line, forms=[form.translate(letters) for form in line.forms])

    def logits(self, line: Line) -> NDArray[np.float32]:
        """Four logits for the mark after each word."""
        return self.outputs(line)[:, : len(CLASSES)]

    def outputs(self, line: Line, *, alone: bool = False) -> NDArray[np.float32]:
        """Four logits for the mark after each word, then four for its capitals where the network has learned them.

        `alone` takes what fits into one window as one, whatever words are in it.
        """
        whole = in_pieces(line, self.tokenizer)
        if alone and 0 < whole.pieces.size <= self.plan.longest:
            plan = [Window(0, len(line), 0, len(line))]
        else:
            plan = windows(line.forms, np.diff(whole.until), self.plan)
        outputs = self.network([feed(whole, window, self.tokenizer) for window in plan])
        found = np.zeros((len(line), outputs[0].shape[1] if outputs else len(CLASSES)), dtype=np.float32)
        for window, output in zip(plan, outputs, strict=True):
            # The first subword of the window stands behind the opening token.
            places = whole.ends[window.start : window.stop] - whole.until[window.first] + 1
            found[window.start : window.stop] = output[places]
        return found


def in_pieces(line: Line, tokenizer: WordPieces) -> Pieces:
    """A line in subwords: pauses and turns at a word's last, the pause before it at its first."""
    found = tokenizer(line.forms)
    until = np.concatenate([[0], np.cumsum([len(pieces) for pieces in found])]).astype(np.int64)
    columns = np.full((3, int(until[-1])), NO_GAP, dtype=np.int64)
    if found:
        pauses = line.pauses
        columns[0, until[1:] - 1] = pauses
        columns[1, until[1:-1]] = pauses[:-1]
        columns[2, until[1:] - 1] = line.turns
    pieces = np.array([piece for word in found for piece in word], dtype=np.int64)
    return Pieces(pieces, columns[0], columns[1], columns[2], until, line.style)


def feed(whole: Pieces, window: Window, tokenizer: WordPieces) -> Feed:
    """The inputs of the network for one window, between its opening and its closing token."""
    low, high = int(whole.until[window.first]), int(whole.until[window.last])
    inputs = {"pieces": np.concatenate([[tokenizer.first], whole.pieces[low:high], [tokenizer.last]])}
    for name in ("pauses", "before", "turns"):
        inputs[name] = np.concatenate([[NO_GAP], getattr(whole, name)[low:high], [NO_GAP]])
    if whole.style != NO_STYLE:
        inputs["turns"][0] = TURN_VALUES + whole.style - 1
    if window.first < window.last:
        # What came before a window is not part of it: the same words score the same wherever the window is.
        inputs["before"][1] = NO_GAP
    return inputs


def bundled() -> TransformerDetector:
    """The English model that comes with Pausa."""
    return from_folder(open_bundled("default"))


def world() -> TransformerDetector:
    """The model for many languages that comes with Pausa."""
    return from_folder(open_bundled("world"))


def by_language() -> TransformerDetector:
    """The default: the English model, which leaves other languages to the one that has learned them."""
    return replace(bundled(), leaves_others=True)


@cache
def _world(*, on_one_core: bool) -> TransformerDetector:
    """The same one for all transcripts: weights are read once."""
    return world().on_one_core() if on_one_core else world()


def from_folder(folder: Folder) -> TransformerDetector:
    """The detector of an opened folder."""
    settings: dict[str, Any] = folder.manifest.settings
    try:
        plan = msgspec.convert(settings.get("windows", {}), WindowPlan)
        calibration = Calibration.of(settings)
        threshold = msgspec.convert(settings.get("threshold"), float | None)
        size = msgspec.convert(settings.get("size", {}), dict[str, Any])
        tuned = msgspec.convert(settings.get("tuned", {}), dict[str, Tuned])
    except msgspec.ValidationError as problem:
        raise folder.damaged(f"its settings make no sense ({problem})") from None
    return TransformerDetector(
        Network(folder.file(NETWORK)),
        WordPieces.from_file(folder.file(TOKENIZER)),
        plan,
        calibration,
        threshold,
        folder.manifest,
        tells_cases=size.get("cases") is True,
        knows_styles=size.get("styles") is True,
        tuned=tuned,
        name=folder.manifest.model,
    )
