"""Corpora for networks: how they are read, kept, held out, put together and drawn from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.contractions import joined_words
from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.words import Transcript, Word
from pausa.models.neural.inputs import CHANGED_TURN
from pausa.models.neural.marks import COMMA, NONE, PERIOD, QUESTION
from pausa.training.neural.mixture import Mixture, weigh
from pausa.training.neural.samples import NO_END
from pausa.training.neural.sources import CorpusSource, merge_channels, read_source
from pausa.training.neural.store import compact, prepare
from pausa.training.splits import Split
from tests.builders import spoken
from tests.training.neural.examples import sources_of, talks


def quiet(message: str) -> None:
    return


def text(spelled: str, *, name: str = "talk") -> Document:
    from pausa.text.tokens import words_of

    return Document(Transcript(tuple(words_of(spelled))), name=name)


def test_marks_become_answers() -> None:
    corpus = compact(CorpusSource("talks", ()), [text("Well, we left! Why? It was… late; yes")])
    assert corpus.cut(0, 8).forms == ["well", "we", "left", "why", "it", "was", "late", "yes"]
    assert corpus.labels.tolist() == [COMMA, NONE, PERIOD, QUESTION, NONE, NONE, PERIOD, NONE]


def test_a_word_of_signs_alone_is_left_out_and_its_mark_is_not() -> None:
    tokens = (Word("so"), Word("left"), Word("{@@}", mark="."), Word("it"))
    corpus = compact(CorpusSource("talks", ()), [Document(Transcript(tokens))])
    assert corpus.cut(0, 3).forms == ["so", "left", "it"]
    assert corpus.labels.tolist() == [NONE, PERIOD, NONE]


def test_pauses_that_give_the_answer_away_are_forgotten() -> None:
    timed = Document(spoken("so we left / it was late"))
    assert np.isnan(compact(CorpusSource("ami", (), pauses=False), [timed]).pauses).all()
    assert compact(CorpusSource("talks", ()), [timed]).pauses[2] == 600


def test_a_source_without_commas_leaves_them_open() -> None:
    corpus = compact(CorpusSource("meetings", (), commas=False), [text("well we left. so")])
    assert corpus.labels.tolist() == [NO_END, NO_END, PERIOD, NO_END]


def test_turns_are_kept() -> None:
    corpus = compact(CorpusSource("talks", ()), [Document(spoken("A: so B: yes"))])
    assert corpus.turns[0] == CHANGED_TURN


@pytest.mark.parametrize("split", ["train", "dev"])
def test_a_corpus_is_the_same_from_its_cache(split: Split, tmp_path: Path) -> None:
    (source,) = sources_of(timed=[talks(tmp_path / "talks", n_sentences=8)])
    fresh = prepare(source, split, cache=None, say=quiet)
    said: list[str] = []
    for _ in range(2):
        kept = prepare(source, split, cache=tmp_path / "cache", say=said.append)
        assert kept.lexicon == fresh.lexicon
        for name in ("words", "pauses", "turns", "labels", "starts"):
            assert np.array_equal(getattr(kept, name), getattr(fresh, name), equal_nan=name == "pauses")
    assert len(said) == 1


def test_another_weight_does_not_read_a_corpus_again(tmp_path: Path) -> None:
    (source,) = sources_of(timed=[talks(tmp_path / "talks", count=3, n_sentences=4)])
    said: list[str] = []
    for weight in (1.0, 2.0):
        kept = prepare(replace(source, weight=weight), "train", cache=tmp_path / "cache", say=said.append)
        assert kept.source.weight == weight
    assert len(said) == 1


def test_another_way_to_the_same_folder_does_not_read_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = talks(tmp_path / "talks", count=3, n_sentences=4)
    monkeypatch.chdir(tmp_path)
    said: list[str] = []
    for way in (folder, Path("talks")):
        (source,) = sources_of(timed=[way])
        prepare(source, "train", cache=tmp_path / "cache", say=said.append)
    assert len(said) == 1


def test_two_trainings_may_read_a_corpus_at_the_same_time(tmp_path: Path) -> None:
    (source,) = sources_of(timed=[talks(tmp_path / "talks", count=3, n_sentences=4)])
    cache = tmp_path / "cache"
    others: list[int] = []

    def meanwhile(_: str) -> None:
        others.append(len(prepare(source, "train", cache=cache, say=quiet)))

    own = prepare(source, "train", cache=cache, say=meanwhile)
    assert others == [len(own)]
    assert [each.is_dir() and not each.name.startswith(".") for each in cache.iterdir()] == [True]


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    folder = talks(tmp_path / "talks", count=3, n_sentences=4)
    (source,) = sources_of(timed=[folder])
    before = prepare(source, "train", cache=tmp_path / "cache", say=quiet)
    (folder / "talk99.nlp").write_bytes((folder / "talk00.nlp").read_bytes())
    after = prepare(source, "train", cache=tmp_path / "cache", say=quiet)
    assert len(after) > len(before)


def test_a_recording_is_held_out_or_learned_from_never_both(tmp_path: Path) -> None:
    (source,) = sources_of(timed=[talks(tmp_path / "talks", count=40, n_sentences=2)])
    train, dev = ({each.name for each in read_source(source, split, say=quiet)} for split in ("train", "dev"))
    assert train
    assert dev
    assert not train & dev
    assert len(train | dev) == 40


def test_of_a_single_recording_the_last_part_is_held_out(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("we left early. it was late. " * 40)
    (source,) = sources_of(text=[tmp_path / "book.txt"])
    (train,), (dev,) = (list(read_source(source, split, say=quiet)) for split in ("train", "dev"))
    assert train.n_words + dev.n_words == 240
    assert train.n_words > dev.n_words > 0


@pytest.mark.parametrize("name", ["ami", "earnings22", "earnings21", "iwslt2011", "changelog"])
def test_a_folder_is_not_treated_by_its_name(name: str, tmp_path: Path) -> None:
    (source,) = sources_of(timed=[talks(tmp_path / name, count=30, n_sentences=2)])
    (other,) = sources_of(timed=[talks(tmp_path / "mine", count=30, n_sentences=2)])
    assert replace(source, name="", paths=()) == replace(other, name="", paths=())
    for split in ("train", "dev"):
        assert [each.name for each in read_source(source, split, say=quiet)] == [
            each.name for each in read_source(other, split, say=quiet)
        ]


def test_channels_become_a_conversation_in_the_order_of_time() -> None:
    anna = (Word("so", 0, 200, "A"), Word("yes", 200, 400, "A", mark="."), Word("bye", 3000, 3200, "A", mark="."))
    ben = (Word("why", 1000, 1200, "B", mark="?"), Word("oh", 3300, 3400, "B", mark="."))
    words = merge_channels([Document(Transcript(anna)), Document(Transcript(ben))])
    assert [word.text for word in words] == ["so", "yes", "why", "bye", "oh"]


def test_contractions_in_two_pieces_are_one_word() -> None:
    pieces = (Word("i", 0, 50), Word("'m", 50, 90), Word("sure"), Word("they"), Word("did"), Word("n't", mark="."))
    words = joined_words(pieces)
    assert [word.text for word in words] == ["i'm", "sure", "they", "didn't"]
    assert (words[0].start, words[0].end, words[3].mark) == (0, 90, ".")


def mixture(seed: int = 1, **weights: float) -> Mixture:
    corpora = [
        compact(CorpusSource(name, (), weight), [text(f"{name} word. " * 100, name=f"{name}{n}") for n in range(3)])
        for name, weight in weights.items()
    ]
    return Mixture(corpora, seed=seed)


def test_sources_are_drawn_by_weight() -> None:
    drawn = mixture(news=3.0, talks=1.0)
    found = [drawn.draw(drawn.rng(step), 10).forms for step in range(400)]
    share = sum("news" in forms for forms in found) / len(found)
    assert 0.68 < share < 0.82


@pytest.mark.parametrize(
    ("heard", "weights", "shares"),
    [
        (0.0, (None, None), [0.1, 0.9]),
        (0.25, (None, None), [0.25, 0.75]),
        (0.05, (None, None), [0.1, 0.9]),
        (0.25, (3.0, 1.0), [0.75, 0.25]),
        (0.25, (None, 3.0), [0.25, 0.75]),
    ],
)
def test_where_nobody_gives_weights_sources_count_by_their_size(
    heard: float, weights: tuple[float | None, float | None], shares: list[float]
) -> None:
    kinds = (("speech", 10, True), ("text", 90, False))
    corpora = [
        compact(CorpusSource(name, (), weight, pauses=pauses), [text("we left. " * size)])
        for (name, size, pauses), weight in zip(kinds, weights, strict=True)
    ]
    found = weigh(corpora, heard)
    assert (found / found.sum()).tolist() == pytest.approx(shares)


def test_lively_windows_are_where_sentences_are_short() -> None:
    long, short = "so we left and it was late and nobody said a word of it. ", "yes. no. well. "
    corpus = compact(CorpusSource("talks", ()), [text(long * 40 + short * 10, name="one")])
    shares = []
    for lively in (0.0, 1.0):
        drawn = Mixture([corpus], seed=1, lively=lively)
        windows = [drawn.draw(drawn.rng(step), 10) for step in range(200)]
        shares.append(sum(label != NONE for each in windows for label in each.labels) / sum(map(len, windows)))
    assert shares[1] > 1.5 * shares[0]


def test_a_step_always_draws_the_same() -> None:
    one, other = mixture(news=1.0, talks=1.0), mixture(news=1.0, talks=1.0)
    assert one.draw(one.rng(7), 30).forms == other.draw(other.rng(7), 30).forms
    assert one.draw(one.rng(8), 30).labels != one.draw(one.rng(9), 31).labels


def test_windows_begin_anywhere_and_stay_within_a_recording() -> None:
    drawn = mixture(news=1.0)
    firsts = {drawn.draw(drawn.rng(step), 20).labels[0] for step in range(60)}
    assert firsts == {NONE, PERIOD}
    assert all(len(drawn.draw(drawn.rng(step), 500)) <= 200 for step in range(60))


@pytest.mark.parametrize("spoil", [lambda corpus: replace(corpus.source, weight=0.0)])
def test_a_mixture_needs_something_to_draw_from(spoil: Callable[..., CorpusSource]) -> None:
    corpus = compact(CorpusSource("news", ()), [text("we left.")])
    with pytest.raises(OptionError, match="weights of sources"):
        Mixture([replace(corpus, source=spoil(corpus))], seed=1)
    with pytest.raises(OptionError, match="nothing to learn from"):
        Mixture([], seed=1)
