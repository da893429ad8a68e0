"""Training: from files to a folder, the same bytes every time, weights from words the tables never saw."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.words import Transcript, Word
from pausa.decode import SentenceLimits, decode
from pausa.metrics.base import case
from pausa.metrics.slots import Slots
from pausa.models import load_folder
from pausa.models.bayes import BayesDetector
from pausa.models.bayes.counts import Counter, Vocabulary
from pausa.models.storage import open_folder
from pausa.text.marks import boundaries
from pausa.training.bayes.files import make_bayes_model
from pausa.training.bayes.recipe import BayesRecipe
from pausa.training.bayes.train import train_bayes
from pausa.training.paths import CorpusPaths
from pausa.training.timed import TextRules, label_by_marks, label_by_reference
from tests.training.examples import bare, quiet, speech, written


def f1(model: BayesDetector, document: Document) -> float:
    words = bare(document)
    found = decode(model.score(words), words, SentenceLimits(rate=model.rate))
    family = Slots()
    return family.score(family.count(case([boundaries(document.transcript.words)], found)))["f1_mean"]


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> CorpusPaths:
    place = tmp_path_factory.mktemp("data")
    return CorpusPaths(
        text=[written(place / "text", range(5))], timed=[written(place / "timed", range(5, 11))], format="nlp"
    )


def test_a_trained_folder_finds_the_ends_of_new_speech(corpora: CorpusPaths, tmp_path: Path) -> None:
    report = make_bayes_model(corpora, BayesRecipe(), tmp_path / "mine", say=quiet)
    model = load_folder(tmp_path / "mine")
    assert isinstance(model, BayesDetector)
    assert f1(model, speech(99)) > 0.9
    assert model.rate == pytest.approx(100 / model.lexicon.mean_length, rel=0.1)
    assert any("method 3 on held-out parts" in line for line in report)
    assert [score.note for score in model.manifest.scores] == [f"method {method}" for method in range(4)]


def test_training_twice_gives_the_same_bytes(corpora: CorpusPaths, tmp_path: Path) -> None:
    for name in ("one", "two"):
        make_bayes_model(corpora, BayesRecipe(max_pairs="2v"), tmp_path / name, say=quiet)
    parts = sorted((tmp_path / "one").iterdir())
    assert len(parts) > 5
    for part in parts:
        assert part.read_bytes() == (tmp_path / "two" / part.name).read_bytes()


def test_text_alone_makes_method_0(corpora: CorpusPaths, tmp_path: Path) -> None:
    make_bayes_model(CorpusPaths(text=corpora.text, format="nlp"), BayesRecipe(), tmp_path / "mine", say=quiet)
    model = load_folder(tmp_path / "mine")
    assert isinstance(model, BayesDetector)
    assert model.method == 0
    assert f1(model, speech(99)) > 0.5
    assert "words alone" in model.manifest.notes[0]


def test_pruning_is_in_the_notes(corpora: CorpusPaths, tmp_path: Path) -> None:
    report = make_bayes_model(corpora, BayesRecipe(max_pairs=20), tmp_path / "mine", say=quiet)
    assert any(line.startswith("pruning: F1") for line in report)
    tables = load_folder(tmp_path / "mine").lexicon  # type: ignore[attr-defined]
    assert max((~np.isnan(t)).sum() for t in (tables.pair_before, tables.pair_between, tables.pair_after)) == 20


def test_a_limit_in_megabytes_holds(corpora: CorpusPaths, tmp_path: Path) -> None:
    make_bayes_model(corpora, BayesRecipe(max_mb=0.018), tmp_path / "mine", say=quiet)
    assert sum(each.stat().st_size for each in (tmp_path / "mine").iterdir()) <= 18_000


def test_weights_come_from_words_the_tables_have_not_seen() -> None:
    """Speech in which each recording has its own words: from their own counts the words would look telling."""
    rng = random.Random(3)
    recordings = []
    for name in range(6):
        words, now = [], 0
        for place in range(600):
            is_end = rng.random() < 0.2
            own = "abcdef"[name] + "".join("klmnoprstu"[int(digit)] for digit in str(place))  # numbers would be alike
            words.append(Word(own, now, now + 100, mark="." if is_end else ""))
            now += 100 + (rng.randint(200, 900) if is_end else 0)
        recordings.append(label_by_marks(Document(Transcript(tuple(words)), name=f"r{name}"), TextRules()))
    made = train_bayes((), recordings, BayesRecipe(), say=quiet)
    assert made.outcomes[0].f1 < 0.35  # as good as guessing
    assert made.outcomes[3].f1 > 0.95  # the pauses tell all


def test_a_recording_given_as_text_too_is_counted_once() -> None:
    talks = [speech(seed) for seed in range(6)]
    recordings = [label_by_marks(each, TextRules()) for each in talks]
    alone = train_bayes((), recordings, BayesRecipe(), say=quiet)
    both = train_bayes(talks, recordings, BayesRecipe(), say=quiet)
    assert both.n_words == alone.n_words
    assert both.outcomes[0].f1 == alone.outcomes[0].f1


def test_durations_are_kept_where_they_help() -> None:
    """Words before an end take longer, and nothing else tells."""
    rng = random.Random(5)
    recordings = []
    for name in range(5):
        words, now = [], 0
        for _ in range(800):
            is_end = rng.random() < 0.2
            spoken_ms = 400 if is_end else rng.randint(100, 250)
            words.append(Word(rng.choice("abcdefgh"), now, now + spoken_ms, mark="." if is_end else ""))
            now += spoken_ms + rng.choice([0, 50])
        recordings.append(label_by_marks(Document(Transcript(tuple(words)), name=f"r{name}"), TextRules()))
    said: list[str] = []
    made = train_bayes((), recordings, BayesRecipe(duration=True), say=said.append)
    assert made.detector.durations is not None
    assert made.detector.weights[3].values[7] > 0.5
    assert any(line.endswith("kept") for line in said)
    assert train_bayes((), recordings, BayesRecipe(), say=quiet).detector.durations is None


def test_a_recogniser_s_words_learn_from_a_loosely_matching_text() -> None:
    document = speech(1, sentences=40)
    heard = Document(
        Transcript(tuple(w for place, w in enumerate(bare(document).words) if place % 17)), name=document.name
    )
    known = label_by_reference(heard, document, TextRules())
    assert 0.5 < known.judged.mean() < 1
    assert known.ends[known.judged].sum() > 25
    assert known.text == document.transcript.words
    assert not known.judged[-1]


def test_references_are_matched_by_name(tmp_path: Path, corpora: CorpusPaths) -> None:
    said: list[str] = []
    two = CorpusPaths(timed=corpora.timed, reference=[written(tmp_path / "ref", range(5, 10))], format="nlp")
    make_bayes_model(two, BayesRecipe(), tmp_path / "mine", say=said.append)
    assert "talk-10: no reference of this name; left out" in said
    assert open_folder(tmp_path / "mine").manifest.scores[0].on == "its 5 timed recordings, held out"


@pytest.mark.parametrize(
    ("with_reference", "aligned"), [(False, "|align:none|"), (True, "|align:characters|pivot:hypothesis|")]
)
def test_the_signature_says_how_words_and_answers_were_aligned(with_reference: bool, aligned: str) -> None:
    talks = [speech(seed) for seed in range(3)]
    recordings = [
        label_by_reference(each, each, TextRules()) if with_reference else label_by_marks(each, TextRules())
        for each in talks
    ]
    made = train_bayes((), recordings, BayesRecipe(), say=quiet)
    assert len(made.detector.manifest.scores) == 4
    assert all(aligned in score.signature for score in made.detector.manifest.scores)


@pytest.mark.parametrize(
    ("hesitations", "expected"), [("keep", {"um", "left"}), ("drop", {"left"}), ("both", {"um", "left"})]
)
def test_hesitations_are_counted_as_asked(hesitations: str, expected: set[str]) -> None:
    words = tuple(
        Word(token, mark=mark) for token, mark in [("we", ""), ("left", ""), ("um", "."), ("it", ""), ("is", "")]
    )
    made = train_bayes(
        [Document(Transcript(words), name="talk")],
        (),
        BayesRecipe(rules=TextRules(hesitations=hesitations)),
        say=quiet,
    )
    assert {"um", "left"} & set(made.detector.lexicon.words) == expected
    assert made.n_words == pytest.approx(5, abs=1)


def test_the_end_after_a_hesitation_belongs_to_the_word_before_it() -> None:
    words = tuple(Word(token) for token in "we left um it is".split())
    counter = Counter(Vocabulary())
    TextRules(hesitations="drop").count(counter, words, np.array([False, False, True, False, True]))
    plain = Counter(Vocabulary())
    plain.add(["we", "left", "it", "is"], np.array([False, True, False, True]))
    assert counter.counts().pairs.codes.tolist() == plain.counts().pairs.codes.tolist()


def test_counting_both_ways_counts_each_for_half() -> None:
    talks = [speech(seed) for seed in range(3)]
    once, twice = (
        train_bayes(talks, (), BayesRecipe(rules=TextRules(hesitations=how)), say=quiet).detector
        for how in ("keep", "both")
    )
    words = bare(speech(9))  # without any hesitation both ways are the same
    assert once.score(words).ends == pytest.approx(twice.score(words).ends)


def test_a_model_for_any_domain_takes_its_rate_from_the_recording() -> None:
    talks = [speech(seed) for seed in range(6)]
    recordings = [label_by_marks(each, TextRules()) for each in talks]
    model = train_bayes((), recordings, BayesRecipe(any_domain=True), say=quiet).detector
    long, short = bare(speech(50)), Transcript(bare(speech(51)).words[:5])
    assert model.rate is None
    assert model.rate_for(model.score(long)) == pytest.approx(100 * 60 / len(long), rel=0.2)
    assert model.rate_for(model.score(short)) != model.rate_for(model.score(long))


def test_dictated_marks_tell_the_ends() -> None:
    words = Transcript(
        tuple(Word(token, 300 * i, 300 * i + 200) for i, token in enumerate("we left period it rained".split()))
    )
    learned = label_by_marks(Document(words, name="memo"), TextRules(dictated=True))
    assert [word.text for word in learned.text] == ["we", "left", "it", "rained"]
    assert learned.ends.tolist() == [False, True, False, True]


@pytest.mark.parametrize(
    ("corpus", "problem"),
    [(CorpusPaths(), "nothing to learn from"), (CorpusPaths(timed=["here"], reference=["there"]), "same name")],
)
def test_what_cannot_be_learned_from_is_refused(
    corpus: CorpusPaths, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "here", range(1))
    written(tmp_path / "there", range(1, 2))
    with pytest.raises(OptionError, match=problem):
        make_bayes_model(corpus, BayesRecipe(), tmp_path / "mine", say=quiet)


def test_one_timed_recording_is_too_few() -> None:
    with pytest.raises(OptionError, match="at least two timed recordings"):
        train_bayes((), [label_by_marks(speech(1), TextRules())], BayesRecipe(), say=quiet)


@pytest.mark.parametrize(("max_pairs", "expected"), [(None, None), (50, 50), ("2v", 2000), ("0.5V", 500), ("70", 70)])
def test_a_number_of_pairs_may_follow_the_vocabulary(max_pairs: int | str | None, expected: int | None) -> None:
    assert BayesRecipe(max_pairs=max_pairs).pairs_for(1000) == expected


@pytest.mark.parametrize("options", [{"max_pairs": "many"}, {"max_pairs": -1}, {"method": 7}])
def test_a_recipe_that_makes_no_sense_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        BayesRecipe(**options)  # type: ignore[arg-type]


def test_hesitations_are_kept_dropped_or_both() -> None:
    with pytest.raises(OptionError, match="hesitations is one of keep, drop, both"):
        TextRules(hesitations="some")
