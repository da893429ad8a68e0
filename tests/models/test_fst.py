"""The `fst` detector: one best path, posteriors over all paths, weights by what is known, a folder and back."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pausa.core.errors import InputError, OptionError
from pausa.core.words import Transcript, Word
from pausa.decode.path import path_cost
from pausa.features.table import features
from pausa.lm import class_model, estimate, induced_classes
from pausa.models import load_folder
from pausa.models.fst import FstDetector
from pausa.models.fst.evidence import Weights
from pausa.models.fst.length import Gamma, fit_gamma
from pausa.models.fst.storing import content
from pausa.models.fst.svm import Size
from pausa.models.fst.svm import fit as fit_prosody
from pausa.models.fst.tokens import stream
from pausa.models.storage import save_folder
from pausa.text.marks import boundaries
from pausa.training.timed import flag_ends
from pausa.workflow.segment import segment
from tests.builders import words
from tests.training.examples import bare, speech

TALKS = [speech(seed) for seed in range(6)]


@pytest.fixture(scope="module")
def detector() -> FstDetector:
    truths = [flag_ends(boundaries(talk.transcript.words)) for talk in TALKS]
    streams = [stream(talk.transcript.texts, ends) for talk, ends in zip(TALKS, truths, strict=True)]
    tables = [features(talk.transcript) for talk in TALKS]
    columns = tables[0].names
    prosody = fit_prosody(
        np.concatenate([table.values for table in tables]),
        np.concatenate(truths),
        np.repeat(np.arange(len(TALKS)), [len(ends) for ends in truths]),
        columns,
        size=Size(landmarks=60),
    )
    return FstDetector(
        words=estimate(streams, 3),
        classes=class_model(streams, induced_classes(streams, 8), 3),
        gamma=fit_gamma([length for talk in TALKS for length in boundaries(talk.transcript.words).lengths]),
        prosody={"times": prosody.model},
        weights={"words": Weights(classes=0.3, length=0.2), "times": Weights(classes=0.3, prosody=0.5, length=0.2)},
    )


def test_it_finds_the_sentences_of_a_talk_it_has_not_heard(detector: FstDetector) -> None:
    talk = speech(77)
    truth = set(boundaries(talk.transcript.words).ends)
    found = set(detector.best(bare(talk)))
    assert len(found & truth) > 0.9 * len(found | truth)


def test_no_other_segmentation_is_cheaper(detector: FstDetector) -> None:
    talk = bare(speech(78, sentences=8))
    costs = detector.costs(talk)
    best = detector.best(talk)
    cheapest = path_cost(costs, best)
    last = len(talk) - 1
    for word in range(last):
        other = sorted(set(best) ^ {word})
        assert path_cost(costs, other) >= cheapest - 1e-9


def test_scores_are_probabilities_of_breaks(detector: FstDetector) -> None:
    talk = bare(speech(79))
    scores = detector.score(talk)
    assert scores.ends[-1] == 1.0
    assert set(np.flatnonzero(scores.ends > 0.9)) <= set(detector.best(talk))


def test_without_times_the_prosody_is_left_out(detector: FstDetector) -> None:
    silent = Transcript(tuple(Word(word.text) for word in speech(80).transcript.words))
    assert detector.sight(silent) == "words"
    assert detector.sight(bare(speech(80))) == "times"
    no_prosody = replace(detector, prosody={}, weights={"words": detector.weights["words"]})
    assert detector.best(silent) == no_prosody.best(silent)


def test_given_ends_are_kept(detector: FstDetector) -> None:
    talk = bare(speech(81))
    fixed = np.zeros(len(talk), dtype=bool)
    inside = next(word for word in range(1, len(talk)) if word not in detector.best(talk))
    fixed[inside] = True
    assert inside in detector.best(talk, fixed=fixed)


def test_segmenting_takes_the_best_path_unless_something_else_is_asked_for(detector: FstDetector) -> None:
    talk = bare(speech(82))
    assert list(segment(talk, detector).ends) == detector.best(talk)
    assert segment(talk, detector).by == "fst"
    assert len(segment(talk, detector, mean_length=3).ends) == pytest.approx(len(talk) / 3, abs=1)
    assert max(segment(talk, detector, max_words=4).lengths) <= 4


def test_a_change_of_speaker_ends_a_sentence(detector: FstDetector) -> None:
    talk = bare(speech(83))
    cut = next(word for word in range(2, len(talk)) if word not in detector.best(talk))
    spoken = Transcript(
        tuple(
            Word(word.text, word.start, word.end, "ann" if place <= cut else "bob")
            for place, word in enumerate(talk.words)
        )
    )
    assert cut in segment(spoken, detector).ends
    assert cut not in segment(spoken, detector, turns="ignore").ends


def test_words_never_heard_are_no_obstacle(detector: FstDetector) -> None:
    assert detector.best(Transcript(words("zyx wvu tsr")))[-1] == 2
    assert len(detector.score(Transcript(()))) == 0


def test_a_folder_gives_the_same_detector(detector: FstDetector, tmp_path: Path) -> None:
    save_folder(tmp_path / "one", content(detector))
    back = load_folder(tmp_path / "one")
    assert isinstance(back, FstDetector)
    talk = bare(speech(84))
    assert back.best(talk) == detector.best(talk)
    assert back.score(talk).ends == pytest.approx(detector.score(talk).ends, abs=1e-3)
    save_folder(tmp_path / "two", content(back))
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes(), path.name


def test_a_damaged_folder_is_named(detector: FstDetector, tmp_path: Path) -> None:
    save_folder(tmp_path / "model", content(detector))
    (tmp_path / "model" / "words.txt").write_text("<unk>\n<break>\n")
    with pytest.raises(InputError, match="damaged") as caught:
        load_folder(tmp_path / "model")
    assert caught.value.source == str(tmp_path / "model")


def test_weights_must_fit_the_parts(detector: FstDetector) -> None:
    with pytest.raises(OptionError, match="do not fit"):
        replace(detector, prosody={})
    with pytest.raises(OptionError, match="shape and a scale above 0"):
        Gamma(0.0, 1.0)


def test_the_number_of_threads_makes_no_difference_to_a_single_bit(tmp_path: Path) -> None:
    """Each run in a process of its own, since the number is fixed when numpy is loaded."""
    program = (
        "import sys, numpy as np\n"
        "from pausa.models import load\n"
        "from pausa.core.words import Transcript, Word\n"
        "rng = np.random.default_rng(1)\n"
        "starts = np.cumsum(rng.integers(200, 900, 4000)).tolist()\n"
        "texts = rng.choice(['so', 'we', 'left', 'revenue', 'thank', 'you'], 4000).tolist()\n"
        "words = (Word(text, start, start + 180) for text, start in zip(texts, starts))\n"
        "np.save(sys.argv[1], load('fst').score(Transcript(tuple(words))).ends)\n"
    )
    for threads in ("1", "2"):
        variables = {f"{library}_NUM_THREADS": threads for library in ("OPENBLAS", "OMP", "MKL")}
        command = [sys.executable, "-c", program, str(tmp_path / f"{threads}.npy")]
        subprocess.run(command, check=True, env={**os.environ, **variables})
    assert (tmp_path / "1.npy").read_bytes() == (tmp_path / "2.npy").read_bytes()
