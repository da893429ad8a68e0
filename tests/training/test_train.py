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
from pausa.formats.base import Layout
from pausa.formats.nlp import FORMAT
from pausa.metrics.base import case
from pausa.metrics.slots import Slots
from pausa.models.bayes import BayesDetector
from pausa.models.bayes.counts import Counter, Vocabulary
from pausa.models.storage import load_folder, open_folder
from pausa.text.marks import boundaries
from pausa.training.bayes.files import Corpora, train
from pausa.training.bayes.recipe import Recipe
from pausa.training.bayes.train import train as train_values
from pausa.training.timed import Reading, timed, timed_by_reference

OPENINGS = ["so", "well", "and then", "yesterday", "it seems"]
MIDDLES = ["we left early", "nobody knew", "the train was late", "she called me", "they sold it"]
CLOSINGS = ["today", "of course", "last week", "in the end", "you know"]


def speech(seed: int, sentences: int = 60) -> Document:
    """Sentences that begin and end alike, with a pause after most of them and some inside."""
    rng = random.Random(seed)
    words: list[Word] = []
    now = 0
    for _ in range(sentences):
        tokens = f"{rng.choice(OPENINGS)} {rng.choice(MIDDLES)} {rng.choice(CLOSINGS)}".split()
        for place, token in enumerate(tokens):
            is_last = place == len(tokens) - 1
            now += rng.choice([0, 0, 0, 0, 0, 120])
            words.append(Word(token, now, now + 200, mark="." if is_last else ""))
            now += 200 + (rng.randint(300, 900) if is_last and rng.random() < 0.8 else 0)
    return Document(Transcript(tuple(words)), name=f"talk-{seed}")


def bare(document: Document) -> Transcript:
    return Transcript(tuple(Word(word.text, word.start, word.end) for word in document.transcript.words))


def quiet(_: str) -> None:
    """Nothing to say."""


def written(folder: Path, seeds: range) -> Path:
    folder.mkdir(parents=True)
    for seed in seeds:
        assert FORMAT.render is not None
        content = FORMAT.render([speech(seed)], Layout())
        assert isinstance(content, str)
        (folder / f"talk-{seed}.nlp").write_text(content)
    return folder


def f1(model: BayesDetector, document: Document) -> float:
    words = bare(document)
    found = decode(model.score(words), words, SentenceLimits(rate=model.rate))
    family = Slots()
    return family.score(family.count(case([boundaries(document.transcript.words)], found)))["f1_mean"]


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> Corpora:
    place = tmp_path_factory.mktemp("data")
    return Corpora(
        text=[written(place / "text", range(5))], timed=[written(place / "timed", range(5, 11))], format="nlp"
    )


def test_a_trained_folder_finds_the_ends_of_new_speech(corpora: Corpora, tmp_path: Path) -> None:
    report = train(corpora, Recipe(), tmp_path / "mine", say=quiet)
    model = load_folder(tmp_path / "mine")
    assert isinstance(model, BayesDetector)
    assert f1(model, speech(99)) > 0.9
    assert model.rate == pytest.approx(100 / model.lexicon.mean_length, rel=0.1)
    assert any("method 3 on held-out parts" in line for line in report)
    assert [score.note for score in model.manifest.scores] == [f"method {method}" for method in range(4)]


def test_training_twice_gives_the_same_bytes(corpora: Corpora, tmp_path: Path) -> None:
    for name in ("one", "two"):
        train(corpora, Recipe(max_pairs="2v"), tmp_path / name, say=quiet)
    parts = sorted((tmp_path / "one").iterdir())
    assert len(parts) > 5
    for part in parts:
        assert part.read_bytes() == (tmp_path / "two" / part.name).read_bytes()


def test_text_alone_makes_method_0(corpora: Corpora, tmp_path: Path) -> None:
    train(Corpora(text=corpora.text, format="nlp"), Recipe(), tmp_path / "mine", say=quiet)
    model = load_folder(tmp_path / "mine")
    assert isinstance(model, BayesDetector)
    assert model.method == 0
    assert f1(model, speech(99)) > 0.5
    assert "words alone" in model.manifest.notes[0]


def test_pruning_is_in_the_notes(corpora: Corpora, tmp_path: Path) -> None:
    report = train(corpora, Recipe(max_pairs=20), tmp_path / "mine", say=quiet)
    assert any(line.startswith("pruning: F1") for line in report)
    tables = load_folder(tmp_path / "mine").lexicon  # type: ignore[attr-defined]
    assert max((~np.isnan(t)).sum() for t in (tables.pair_before, tables.pair_between, tables.pair_after)) == 20


def test_a_limit_in_megabytes_holds(corpora: Corpora, tmp_path: Path) -> None:
    train(corpora, Recipe(max_mb=0.018), tmp_path / "mine", say=quiet)
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
        recordings.append(timed(Document(Transcript(tuple(words)), name=f"r{name}"), Reading()))
    made = train_values((), recordings, Recipe(), say=quiet)
    assert made.outcomes[0].f1 < 0.35  # as good as guessing
    assert made.outcomes[3].f1 > 0.95  # the pauses tell all


def test_a_recording_given_as_text_too_is_counted_once() -> None:
    talks = [speech(seed) for seed in range(6)]
    recordings = [timed(each, Reading()) for each in talks]
    alone = train_values((), recordings, Recipe(), say=quiet)
    both = train_values(talks, recordings, Recipe(), say=quiet)
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
        recordings.append(timed(Document(Transcript(tuple(words)), name=f"r{name}"), Reading()))
    said: list[str] = []
    made = train_values((), recordings, Recipe(duration=True), say=said.append)
    assert made.detector.durations is not None
    assert made.detector.weights[3].values[7] > 0.5
    assert any(line.endswith("kept") for line in said)
    assert train_values((), recordings, Recipe(), say=quiet).detector.durations is None


def test_a_recogniser_s_words_learn_from_a_loosely_matching_text() -> None:
    document = speech(1, sentences=40)
    heard = Document(
        Transcript(tuple(w for place, w in enumerate(bare(document).words) if place % 17)), name=document.name
    )
    known = timed_by_reference(heard, document, Reading())
    assert 0.5 < known.judged.mean() < 1
    assert known.ends[known.judged].sum() > 25
    assert known.text == document.transcript.words
    assert not known.judged[-1]


def test_references_are_matched_by_name(tmp_path: Path, corpora: Corpora) -> None:
    said: list[str] = []
    two = Corpora(timed=corpora.timed, reference=[written(tmp_path / "ref", range(5, 10))], format="nlp")
    train(two, Recipe(), tmp_path / "mine", say=said.append)
    assert "talk-10: no reference of this name; left out" in said
    assert open_folder(tmp_path / "mine").manifest.scores[0].on == "its 5 timed recordings, held out"


@pytest.mark.parametrize(
    ("hesitations", "expected"), [("keep", {"um", "left"}), ("drop", {"left"}), ("both", {"um", "left"})]
)
def test_hesitations_are_counted_as_asked(hesitations: str, expected: set[str]) -> None:
    words = tuple(
        Word(token, mark=mark) for token, mark in [("we", ""), ("left", ""), ("um", "."), ("it", ""), ("is", "")]
    )
    made = train_values(
        [Document(Transcript(words), name="talk")], (), Recipe(reading=Reading(hesitations=hesitations)), say=quiet
    )
    assert {"um", "left"} & set(made.detector.lexicon.words) == expected
    assert made.n_words == pytest.approx(5, abs=1)


def test_the_end_after_a_hesitation_belongs_to_the_word_before_it() -> None:
    words = tuple(Word(token) for token in "we left um it is".split())
    counter = Counter(Vocabulary())
    Reading(hesitations="drop").count(counter, words, np.array([False, False, True, False, True]))
    plain = Counter(Vocabulary())
    plain.add(["we", "left", "it", "is"], np.array([False, True, False, True]))
    assert counter.counts().pairs.codes.tolist() == plain.counts().pairs.codes.tolist()


def test_counting_both_ways_counts_each_for_half() -> None:
    talks = [speech(seed) for seed in range(3)]
    once, twice = (
        train_values(talks, (), Recipe(reading=Reading(hesitations=how)), say=quiet).detector
        for how in ("keep", "both")
    )
    words = bare(speech(9))  # without any hesitation both ways are the same
    assert once.score(words).ends == pytest.approx(twice.score(words).ends)


def test_a_model_for_any_domain_takes_its_rate_from_the_recording() -> None:
    talks = [speech(seed) for seed in range(6)]
    recordings = [timed(each, Reading()) for each in talks]
    model = train_values((), recordings, Recipe(any_domain=True), say=quiet).detector
    long, short = bare(speech(50)), Transcript(bare(speech(51)).words[:5])
    assert model.rate is None
    assert model.rate_for(model.score(long)) == pytest.approx(100 * 60 / len(long), rel=0.2)
    assert model.rate_for(model.score(short)) != model.rate_for(model.score(long))


def test_dictated_marks_tell_the_ends() -> None:
    words = Transcript(
        tuple(Word(token, 300 * i, 300 * i + 200) for i, token in enumerate("we left period it rained".split()))
    )
    learned = timed(Document(words, name="memo"), Reading(dictated=True))
    assert [word.text for word in learned.text] == ["we", "left", "it", "rained"]
    assert learned.ends.tolist() == [False, True, False, True]


@pytest.mark.parametrize(
    ("corpus", "problem"),
    [(Corpora(), "nothing to learn from"), (Corpora(timed=["here"], reference=["there"]), "same name")],
)
def test_what_cannot_be_learned_from_is_refused(
    corpus: Corpora, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "here", range(1))
    written(tmp_path / "there", range(1, 2))
    with pytest.raises(OptionError, match=problem):
        train(corpus, Recipe(), tmp_path / "mine", say=quiet)


def test_one_timed_recording_is_too_few() -> None:
    with pytest.raises(OptionError, match="at least two timed recordings"):
        train_values((), [timed(speech(1), Reading())], Recipe(), say=quiet)


@pytest.mark.parametrize(("max_pairs", "expected"), [(None, None), (50, 50), ("2v", 2000), ("0.5V", 500), ("70", 70)])
def test_a_number_of_pairs_may_follow_the_vocabulary(max_pairs: int | str | None, expected: int | None) -> None:
    assert Recipe(max_pairs=max_pairs).pairs_for(1000) == expected


@pytest.mark.parametrize("options", [{"max_pairs": "many"}, {"max_pairs": -1}, {"method": 7}])
def test_a_recipe_that_makes_no_sense_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        Recipe(**options)  # type: ignore[arg-type]


def test_hesitations_are_kept_dropped_or_both() -> None:
    with pytest.raises(OptionError, match="hesitations is one of keep, drop, both"):
        Reading(hesitations="some")
