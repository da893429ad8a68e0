from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

import pausa
from pausa.core.scores import Scores
from pausa.core.words import Transcript
from pausa.models import card, load, transformer
from pausa.models.base import Detector
from pausa.models.neural.marks import Platt
from pausa.models.spoken import Measured, is_well, measured, spoken
from pausa.models.storage import Manifest
from pausa.models.transformer import Tuned
from pausa.workflow.live.sentences import LiveSentence

GERMAN = (
    "wir sind gestern spät gekommen und es war schon dunkel heute bleiben wir zu hause weil es den ganzen tag regnet"
)


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


@dataclass
class After(Detector):
    """Ends after one word alone, and leaves German to another that does so after another word."""

    word: str
    german: After | None = None
    name = "after"

    def score(self, transcript: Transcript) -> Scores:
        return Scores(np.array([0.9 if text == self.word else 0.1 for text in transcript.texts]))

    def in_language(self, language: str) -> Detector:
        return self.german if self.german and language == "de" else self


@pytest.fixture
def detector() -> After:
    return After("gestern", After("dunkel"))


@pytest.mark.parametrize(("language", "last"), [("auto", "dunkel"), ("de", "dunkel"), ("en", "gestern")])
def test_words_in_another_language_go_to_who_has_learned_it(detector: After, language: str, last: str) -> None:
    found = pausa.segment(GERMAN, detector, language=language)
    assert found.sentences[0].text.rstrip(".").split()[-1].lower() == last


def test_a_stream_that_turns_out_to_be_german_is_judged_so_from_then_on(detector: After) -> None:
    live = pausa.stream(detector, delay=19)
    events = [event for word in GERMAN.split() for event in live.push(word)] + list(live.close())
    ends = [event.text.rstrip(".").split()[-1].lower() for event in events if isinstance(event, LiveSentence)]
    assert "dunkel" in ends
    assert "gestern" not in ends


def test_the_default_leaves_languages_to_the_network_that_knows_them() -> None:
    english = load("default")
    assert english.in_language("") is english
    assert english.in_language("en-GB") is english
    assert english.in_language("ka") is english
    assert english.in_language("sv").name == "world"
    assert english.in_language("no").name == english.in_language("German").name == "world"
    assert load("transformer").in_language("sv").name == "transformer"
    assert pausa.segment(GERMAN).by == "world"


def test_one_core_stays_one_core_in_every_language() -> None:
    other = load("default").on_one_core().in_language("sv")
    assert other.network.is_on_one_core  # type: ignore[attr-defined]


def test_a_language_is_known_well_by_figures_alone() -> None:
    assert is_well("sv", Measured(0.66, 0.33, 0.61))
    assert not is_well("sv", Measured(0.65, 0.1, 0.1))
    assert not is_well("sv", Measured(0.7, 0.36, 0.1))
    assert not is_well("sv", Measured(0.7, 0.1, 0.66))
    assert is_well("zh", Measured(0.6, 0.1, 0.1))


def test_languages_are_listed_by_class() -> None:
    found = spoken({"fi": Measured(0.5, 0.1), "sv": Measured(0.81, 0.1), "da": Measured(0.9, 0.1)})
    assert list(found.well) == ["da", "sv"]
    assert list(found.weakly) == ["fi"]
    assert "ar" in found.unlearned
    assert "sv" not in found.unlearned
    assert "Danish 0.90, Swedish 0.81" in str(found)


def test_settings_that_make_no_sense_measure_nothing() -> None:
    assert measured({"measured": {"sv": "well"}}) == {} == measured({})


def test_a_language_that_is_known_weakly_is_said() -> None:
    weak = After("dunkel")
    weak.manifest = Manifest(
        model="after", language="mul", settings={"languages": ["de"], "measured": {"de": {"f1": 0.4, "every": 0.1}}}
    )
    (told,) = pausa.segment(GERMAN, weak, language="de").warnings
    assert "knows German weakly (F1 0.40" in told


def test_the_card_of_world_lists_its_languages() -> None:
    told = card("world")
    assert "known well" in told
    assert "not learned: Amharic, Arabic" in told


def test_a_language_has_its_own_line_and_threshold() -> None:
    world = replace(transformer.world(), tuned={"sv": Tuned(2.0, 0.5, 0.3)})
    swedish = world.in_language("sv-FI")
    assert (swedish.threshold, swedish.calibration.untimed) == (0.3, Platt(2.0, 0.5))
    moved = 0.5 - world.calibration.untimed.shift
    assert swedish.calibration.timed.shift == pytest.approx(world.calibration.timed.shift + moved)
    assert world.in_language("fi") is world
