"""Training an `fst` model: from files to a folder, weights from recordings that nothing was learned from."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from msgspec.structs import replace as word_with

import pausa
from pausa.cli import main
from pausa.core.document import Document
from pausa.core.errors import InputError, OptionError
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.decode.path import LengthCosts, PathCosts, best_path
from pausa.formats.files import write
from pausa.models import load_folder
from pausa.models.fst import FstDetector
from pausa.models.fst.evidence import Evidence, Weights
from pausa.models.fst.length import Gamma
from pausa.models.fst.svm import Size
from pausa.models.storage import card, open_folder
from pausa.text.marks import boundaries
from pausa.training.fst.batch import best_paths
from pausa.training.fst.files import make_fst_model
from pausa.training.fst.recordings import FeaturedRecording, add_features, find_audio, share_out
from pausa.training.fst.train import FstRecipe, train_fst
from pausa.training.fst.tuning import Tuner, TuningSample, cut_at_ends, join_samples, scale_weights, segment_samples
from pausa.training.paths import CorpusPaths
from pausa.training.splits import HeldOut
from pausa.training.timed import TextRules, label_by_marks, label_by_reference
from tests.builders import parsed
from tests.training.examples import bare, quiet, speech, written

SMALL = FstRecipe(size=Size(landmarks=60))


def recordings(seeds: range) -> list[FeaturedRecording]:
    return [add_features(label_by_marks(speech(seed), TextRules())) for seed in seeds]


def overlap(detector: FstDetector, seed: int) -> float:
    talk = speech(seed)
    truth, found = set(boundaries(talk.transcript.words).ends), set(detector.best(bare(talk)))
    return len(found & truth) / len(found | truth)


@pytest.fixture(scope="module")
def trained() -> FstDetector:
    return train_fst([speech(seed) for seed in range(4)], recordings(range(10, 16)), SMALL, say=quiet).detector


def test_it_tells_sentences_it_has_not_seen(trained: FstDetector) -> None:
    assert overlap(trained, 99) > 0.95


def test_the_card_says_what_the_prosody_looks_at_and_what_it_lacks(trained: FstDetector) -> None:
    told = card(trained.manifest)
    assert "prosody from times: " in told
    assert "learned without audio" in told
    assert "words and times" in told
    assert "weights were tuned on them" in told


def test_weights_are_there_with_times_and_without(trained: FstDetector) -> None:
    assert trained.weights["words"].prosody == 0
    assert trained.weights["times"].prosody > 0


def test_text_alone_makes_a_model_too() -> None:
    made = train_fst([speech(seed) for seed in range(6)], [], SMALL, say=quiet)
    assert made.detector.prosody == {}
    assert overlap(made.detector, 98) > 0.7
    assert "no pauses" in card(made.detector.manifest)
    assert made.tuned["words"].trials > 1


@pytest.mark.parametrize(("sentences", "is_tuned"), [(20, False), (300, True)], ids=["short", "long"])
def test_a_single_text_is_enough(sentences: int, is_tuned: bool) -> None:
    made = train_fst([speech(1, sentences)], [], SMALL, say=quiet)
    assert bool(made.tuned["words"].trials) == is_tuned
    assert ("weights are not tuned" in card(made.detector.manifest)) != is_tuned
    assert made.n_words == pytest.approx(len(speech(1, sentences).transcript) * (0.9 if is_tuned else 1), abs=10)
    assert overlap(made.detector, 98) > 0.6


def test_the_card_says_how_words_and_answers_were_aligned() -> None:
    talks = [speech(seed) for seed in range(3)]
    made = train_fst(
        [], [add_features(label_by_reference(each, each, TextRules())) for each in talks], SMALL, say=quiet
    )
    assert "|align:characters|pivot:hypothesis|" in card(made.detector.manifest)


def with_commas(seed: int) -> Document:
    """A talk with a comma after each "so", "well" and "then"."""
    talk = speech(seed)
    words = [
        word_with(word, mark=",") if word.text in ("so", "well", "then") else word for word in talk.transcript.words
    ]
    return replace(talk, transcript=Transcript(tuple(words)))


@pytest.fixture(scope="module")
def clauses(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of clauses, trained by the command."""
    place = tmp_path_factory.mktemp("clauses")
    (place / "talks").mkdir()
    for seed in range(5):
        write(with_commas(seed), place / "talks" / f"talk-{seed}.nlp")
    train_command = ["train", "fst", str(place / "talks"), "--level", "clause", "-o", str(place / "model")]
    result = CliRunner().invoke(main, train_command)
    assert result.exit_code == 0, result.output
    assert "clauses have" in result.output
    return place / "model"


def test_a_model_of_clauses_ends_them_at_commas_too(clauses: Path) -> None:
    talk = with_commas(99)
    truth = set(boundaries(talk.transcript.words, delimiters=".,").ends)
    found = set(pausa.segment(bare(talk), str(clauses), level="clause").ends)
    assert len(truth) > 1.3 * len(boundaries(talk.transcript.words).ends)
    assert len(found & truth) / len(found | truth) > 0.95
    best = load_folder(clauses).best(bare(talk))
    assert best is not None
    assert found == set(best)


def test_the_card_says_that_a_model_has_learned_clauses(clauses: Path) -> None:
    told = card(open_folder(clauses).manifest)
    assert "learned clauses" in told
    assert "|level:clause|marks:.?!;,|" in told


def test_a_model_of_clauses_refuses_sentences(clauses: Path, tmp_path: Path) -> None:
    write(with_commas(98), tmp_path / "talk.nlp")
    refused = CliRunner().invoke(main, ["segment", str(tmp_path / "talk.nlp"), "--model", str(clauses)])
    assert refused.exit_code == 2
    assert "has learned clauses" in refused.output
    given = CliRunner().invoke(
        main, ["segment", str(tmp_path / "talk.nlp"), "--model", str(clauses), "--level", "clause"]
    )
    assert given.exit_code == 0, given.output


def test_a_model_of_sentences_still_knows_no_commas(trained: FstDetector) -> None:
    assert not trained.tells_clauses
    with pytest.raises(OptionError, match="knows no commas"):
        pausa.segment(bare(speech(1)), trained, level="clause")


def test_sentences_told_by_a_format_are_cut_at_commas_too() -> None:
    (document,) = parsed("lines", "so we left, it was late\nyes\n")
    assert flatnonzero(TextRules().find_ends(document)) == [5, 6]
    assert flatnonzero(TextRules(level="clause").find_ends(document)) == [2, 5, 6]


def flatnonzero(flags: np.ndarray) -> list[int]:
    return list(np.flatnonzero(flags).tolist())


def test_classes_count_where_they_are_asked_for() -> None:
    recipe = FstRecipe(classes=6, order=4, size=Size(landmarks=60))
    made = train_fst([], recordings(range(5)), recipe, say=quiet).detector
    assert made.classes is not None
    assert made.words.order == 4
    assert overlap(made, 97) > 0.9


def test_held_out_recordings_are_not_learned_from() -> None:
    found = recordings(range(7))
    shares = share_out(found, HeldOut())
    assert shares.learn
    assert shares.tune
    assert not {each.name for each in shares.learn} & {each.name for each in shares.tune}
    assert len(shares.learn) + len(shares.tune) == 7


def test_recordings_that_are_named_are_held_out() -> None:
    found = [
        add_features(label_by_marks(replace(speech(0), name=name), TextRules()))
        for name in ("one", "talk", "two", "twin")
    ]
    named = HeldOut(dev=frozenset({"one"}), test=frozenset({"two"}), unused=frozenset({"twin"}))
    shares = share_out(found, named)
    names = [[each.name for each in share] for share in (shares.learn, shares.tune, shares.test)]
    assert names == [["talk"], ["one"], ["two"]]


def test_one_recording_is_too_few() -> None:
    with pytest.raises(OptionError, match="at least two timed recordings"):
        share_out(recordings(range(1)), HeldOut())


def test_from_files_to_a_folder_and_on_to_sentences(tmp_path: Path) -> None:
    corpora = CorpusPaths(
        text=[written(tmp_path / "text", range(3))],
        timed=[written(tmp_path / "timed", range(3, 8))],
        format="nlp",
    )
    told = make_fst_model(corpora, SMALL, tmp_path / "model", say=quiet)
    assert any("weights for times" in line for line in told)
    made = load_folder(tmp_path / "model")
    assert isinstance(made, FstDetector)
    result = CliRunner().invoke(
        main, ["segment", str(tmp_path / "timed" / "talk-3.nlp"), "--model", str(tmp_path / "model")]
    )
    assert result.exit_code == 0, result.output
    assert len(result.stdout.splitlines()) == pytest.approx(60, abs=6)


def test_the_command_line_trains_too(tmp_path: Path) -> None:
    place = written(tmp_path / "timed", range(4))
    arguments = ["train", "fst", "--timed", str(place), "--order", "2", "--tune", "bleu_like", "-o"]
    result = CliRunner().invoke(main, [*arguments, str(tmp_path / "model")])
    assert result.exit_code == 0, result.output
    assert (tmp_path / "model" / "manifest.json").exists()


def test_nothing_to_learn_from_is_said(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="nothing to learn from"):
        make_fst_model(CorpusPaths(), SMALL, tmp_path / "model", say=quiet)
    with pytest.raises(OptionError, match="give these as timed"):
        make_fst_model(
            CorpusPaths(text=[written(tmp_path / "text", range(1))], audio=[tmp_path]), SMALL, tmp_path / "m", say=quiet
        )


@pytest.mark.parametrize(
    ("options", "problem"),
    [({"order": 7}, "order is one of"), ({"tune": "luck"}, "tuned by f1 or bleu_like"), ({"classes": -1}, "0 classes")],
)
def test_options_out_of_range_are_refused(options: dict[str, object], problem: str) -> None:
    with pytest.raises(OptionError, match=problem):
        FstRecipe(**options)  # type: ignore[arg-type]


def test_audio_is_found_by_name(tmp_path: Path) -> None:
    (tmp_path / "call.flac").write_bytes(b"")
    (tmp_path / "call.txt").write_text("no sound")
    assert find_audio([tmp_path]) == {"call": tmp_path / "call.flac"}
    (tmp_path / "silent").mkdir()
    with pytest.raises(InputError, match="no audio here"):
        find_audio([tmp_path / "silent"])


def test_many_pieces_at_once_give_the_best_path_of_each() -> None:
    rng = np.random.default_rng(5)
    for _ in range(60):
        longest = int(rng.integers(3, 10))
        length = LengthCosts(3 * rng.random(longest), rng.random(longest - 1))
        stops = np.cumsum(rng.integers(1, 30, size=6)).tolist()
        n_words = stops[-1]
        costs = PathCosts(4 * rng.random((n_words, 5)), 4 * rng.random((n_words, 3)), 2 * rng.random(n_words), length)
        alone: list[int] = []
        for start, stop in pairwise([0, *stops]):
            piece = PathCosts(costs.word[start:stop], costs.end[start:stop], costs.go[start:stop], length)
            alone += [start + end for end in best_path(piece)[0]]
        assert best_paths(costs, stops) == alone


def random_samples(count: int, seed: int = 0) -> list[TuningSample]:
    """Words that tell nothing, and a prosody that tells much but says it too seldom."""
    rng = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        ends = rng.random(400) < 0.12
        ends[-1] = True
        likely = np.where(ends, 0.4, 0.05) * rng.uniform(0.5, 1.0, 400)
        tables = (np.ones((400, 5)), np.ones((400, 3)))
        prosody = np.stack([-np.log(likely), -np.log1p(-likely)], axis=1)
        truth = Segmentation.of(400, np.flatnonzero(ends).tolist())
        made.append(TuningSample(Evidence(400, words=tables, prosody=prosody), (truth,)))
    return made


def test_tuning_makes_up_for_a_model_that_is_too_shy() -> None:
    samples = random_samples(4)
    tuner = Tuner(samples, Gamma(2.0, 4.0))
    start = Weights(prosody=1.0)
    found = tuner.search([start], ("bias", "prosody"))
    assert tuner(start) < 0.5
    assert found.value > 0.9
    assert found.weights.bias < 0
    assert found.weights.words == 1.0


def test_stretching_leaves_the_best_path_alone() -> None:
    samples = random_samples(2)
    weights = Weights(prosody=2.0, bias=-2.0)
    other = scale_weights(samples, weights, None)
    assert other.prosody / other.words == pytest.approx(2.0)
    assert segment_samples(samples, other, None) == segment_samples(samples, weights, None)


def test_samples_are_cut_at_true_ends_and_lose_no_word() -> None:
    (sample,) = random_samples(1)
    stops = cut_at_ends(sample, 100)
    assert stops[-1] == 400
    assert len(stops) > 1
    assert {stop - 1 for stop in stops} <= set(sample.references[0].ends)


def test_samples_together_keep_their_ends_and_what_is_judged() -> None:
    first, second = random_samples(2)
    half = np.arange(400) < 200
    whole = join_samples([first, replace(second, judged=half)])
    assert whole.evidence.n_words == 800
    assert [end - 400 for end in whole.references[0].ends if end >= 400] == list(second.references[0].ends)
    assert whole.judged is not None
    assert whole.judged.sum() == 600


def test_an_unknown_aim_is_refused() -> None:
    with pytest.raises(OptionError, match="tuned by f1 or bleu_like"):
        Tuner([], None, "luck")
