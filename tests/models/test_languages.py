from __future__ import annotations

from dataclasses import dataclass

import pytest

from pausa.core.scores import Scores
from pausa.core.words import Transcript
from pausa.models.base import Detector
from pausa.models.storage import Manifest


@dataclass
class Learned(Detector):
    manifest: Manifest | None = None
    name = "learned"

    def score(self, transcript: Transcript) -> Scores:
        raise NotImplementedError


@pytest.mark.parametrize(
    ("manifest", "languages", "known", "unknown"),
    [
        (None, (), ["", "en", "xx"], []),
        (Manifest(model="m"), (), ["", "xx"], []),
        (Manifest(model="m", language="en"), ("en",), ["", "en", "en-GB", "EN_us"], ["de", "enm"]),
        (
            Manifest(model="m", language="mul", settings={"languages": ["da", "sv"]}),
            ("da", "sv"),
            ["", "sv-FI"],
            ["en"],
        ),
    ],
)
def test_a_detector_knows_what_it_has_learned(
    manifest: Manifest | None, languages: tuple[str, ...], known: list[str], unknown: list[str]
) -> None:
    detector = Learned(manifest)
    assert detector.languages == languages
    assert all(map(detector.knows, known))
    assert not any(map(detector.knows, unknown))
