"""What a detector says that it offers is what it offers, for every one there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pausa
from pausa.core.words import Transcript, Word
from pausa.models import MODELS, load
from tests.builders import spoken

SOURCES = Path(pausa.__file__).parent


@pytest.fixture(scope="module", params=list(MODELS))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def talk() -> Transcript:
    said = spoken("so we left / it was late / nobody was there do you know why")
    return Transcript((*said.words[:-1], Word("why", said.words[-1].start, said.words[-1].end, mark="?")))


def test_a_detector_is_as_it_says(name: str) -> None:
    detector = load(name)
    scores = detector.score(talk())
    assert detector.name == name
    assert detector.tells_commas == ("," in scores.marks)
    assert detector.language == (detector.manifest.language if detector.manifest else "")
    assert detector.threshold is None or 0 < detector.threshold < 1
    rate, path = detector.rate_for(scores), detector.best(talk())
    assert rate is None or 0 < rate <= 100
    assert path is None or path[-1] == len(talk()) - 1
    assert detector.at_level("sentence").score(talk()).ends.tolist() == scores.ends.tolist()


def test_a_stretch_of_a_stream_is_scored_from_any_word_on(name: str) -> None:
    detector = load(name)
    whole = detector.score_stretch(talk(), 0)
    assert len(whole) == len(talk())
    part = detector.score_stretch(talk(), 4)
    assert part.ends.tolist() == pytest.approx(whole.ends[4:].tolist(), abs=1e-6)
    assert part.marks.keys() == whole.marks.keys()
    # There need be no pause and no mark yet.
    first = spoken("so we")
    assert len(detector.score_stretch(first, 1)) == 1
    assert detector.history >= 0
    assert detector.least_delay in (0, 1)


def test_only_a_detector_that_reads_marks_needs_them(name: str) -> None:
    detector = load(name)
    assert detector.reads_marks == ("marks" in detector.needs)


def test_nobody_asks_a_detector_what_it_is() -> None:
    """What may be offered stands in `models/base.py`; nothing is found out by looking at attributes or kinds."""
    for part in ("models", "workflow", "web"):
        for path in (SOURCES / part).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"(get|has)attr\((self\.)?detector|__getattr__", text), path
            if path.name not in ("punctuation.py",):
                assert "PunctuationDetector)" not in text, path
