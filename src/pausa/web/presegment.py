"""A detector's marks to begin with, where the owner wants that: off unless asked for, because it biases people."""

from __future__ import annotations

import threading

from pausa.core.errors import PausaError
from pausa.models import MODELS, load
from pausa.models.base import Detector
from pausa.store import project
from pausa.store.store import Store
from pausa.workflow.segment import segment

_KEPT = 200


class Proposer:
    """Works out the marks of each transcript once; the detector is loaded when first needed."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lock = threading.Lock()
        self._detectors: dict[str, Detector] = {}
        self._made: dict[tuple[str, int], dict[int, str]] = {}

    def marks(self, transcript_id: int) -> tuple[dict[int, str], str]:
        """The marks proposed for a transcript and by whom; none and nobody where that is off."""
        model = self.store.read(project.current).presegment
        if not model:
            return {}, ""
        with self._lock:  # detectors are not made for several threads at once
            key = (model, transcript_id)
            if key not in self._made:
                if len(self._made) >= _KEPT:
                    self._made.clear()
                self._made[key] = self._work_out(model, transcript_id)
            return self._made[key], model

    def check(self, model: str) -> None:
        """Raise where there is no such detector; folders of this machine are not for a web page to name."""
        if model != "default":
            MODELS[model]
        with self._lock:
            self._load(model)

    def _load(self, model: str) -> Detector:
        if model not in self._detectors:
            self._detectors = {model: load(model)}
        return self._detectors[model]

    def _work_out(self, model: str, transcript_id: int) -> dict[int, str]:
        document = self.store.document(transcript_id)
        try:
            found = segment(document, self._load(model))
        except PausaError:  # it lacks what the detector needs, such as times: then nothing is proposed
            return {}
        marks = [found.mark(place) for place in range(len(found.ends))]
        return {end: "?" if mark == "?" else "." for end, mark in zip(found.ends, marks, strict=True)}
