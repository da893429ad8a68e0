"""What `cnn` and `brnn` share: a vector for each word, a network over windows of words, four logits back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from pausa.core.scores import Scores
from pausa.core.words import Transcript
from pausa.models.base import Detector
from pausa.models.neural.inputs import UNKNOWN_PAUSE, Line, line_of
from pausa.models.neural.marks import AS_IS, CLASSES, Calibration, scores_of
from pausa.models.neural.onnx import NETWORK, Network
from pausa.models.neural.windows import Window, WindowPlan, windows
from pausa.models.storage import Folder, Manifest

Vectors: TypeAlias = Callable[[Sequence[str]], NDArray[np.float32]]


@dataclass(frozen=True)
class Tagger(Detector):
    """Scores by a network over word vectors, pauses and turns."""

    network: Network
    vectors: Vectors
    plan: WindowPlan
    calibration: Calibration = AS_IS
    threshold: float | None = None
    manifest: Manifest = field(default_factory=lambda: Manifest(model="tagger"))

    name = "tagger"
    tells_commas = True

    def score(self, transcript: Transcript) -> Scores:
        line = line_of(transcript)
        return scores_of(self.logits(line), line.pauses != UNKNOWN_PAUSE, self.calibration)

    def on_one_core(self) -> Tagger:
        return replace(self, network=self.network.on_one_core())

    def score_stretch(self, transcript: Transcript, first: int) -> Scores:
        line = line_of(transcript)
        whole = [Window(0, len(line), 0, len(line))] if 0 < len(line) <= self.plan.longest else None
        return scores_of(self.logits(line, whole)[first:], (line.pauses != UNKNOWN_PAUSE)[first:], self.calibration)

    def logits(self, line: Line, plan: Sequence[Window] | None = None) -> NDArray[np.float32]:
        """Four logits for each word, from these windows; where none are given, from those that the words make."""
        vectors, pauses = self.vectors(line.forms), line.pauses
        if plan is None:
            plan = windows(line.forms, np.ones(len(line), dtype=np.int64), self.plan)
        found = np.zeros((len(line), len(CLASSES)), dtype=np.float32)
        outputs = self.network(
            [
                {
                    "vectors": vectors[window.first : window.last],
                    "pauses": pauses[window.first : window.last],
                    "turns": line.turns[window.first : window.last],
                }
                for window in plan
            ]
        )
        for window, output in zip(plan, outputs, strict=True):
            found[window.start : window.stop] = output[
                window.start - window.first : window.stop - window.first, : len(CLASSES)
            ]
        return found


def parts(folder: Folder) -> dict[str, Any]:
    """What every tagger has from its folder, but for the vectors."""
    settings = folder.manifest.settings
    try:
        return {
            "network": Network(folder.file(NETWORK)),
            "plan": msgspec.convert(settings.get("windows", {}), WindowPlan),
            "calibration": Calibration.of(settings),
            "threshold": msgspec.convert(settings.get("threshold"), float | None),
            "manifest": folder.manifest,
        }
    except msgspec.ValidationError as problem:
        raise folder.damaged(f"its settings make no sense ({problem})") from None
