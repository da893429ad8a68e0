"""A segmentation's cost in the tables is that of its tokens, one after the other."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from pausa.core.errors import InputError
from pausa.core.scores import Floats
from pausa.lm import BREAK, LanguageModel, class_model, estimate, gap_tables, read_arpa, stream_log_probs, token_costs
from tests.lm.texts import ENDS, NOUNS, STARTS, VERBS, talks

SENTENCES = """\\data\\
ngram 1=5
ngram 2=6
ngram 3=3

\\1-grams:
-1.5 <unk> 0
-99 <s> -0.31
-0.7 </s>
-0.6 go -0.25
-0.8 home -0.2

\\2-grams:
-0.3 <s> go -0.11
-0.9 <s> home -0.05
-0.5 go home -0.17
-0.4 home </s>
-1.1 go </s>
-0.8 home go 0.02

\\3-grams:
-0.2 <s> go home
-0.15 go home </s>
-0.35 <s> home </s>

\\end\\
"""


def cost_in_tables(tables: tuple[Floats, Floats], lengths: list[int]) -> float:
    """The sum of the entries that a segmentation uses."""
    word, end = tables
    cost, at, before = 0.0, 0, 2
    for length in lengths:
        for place in range(length):
            column = (1 if before == 1 else 0) if place == 0 else min(place, 3) + 1
            cost += float(word[at + place, column])
        at, before = at + length, length
        cost += float(end[at - 1, min(length, 3) - 1])
    return cost


def cost_of_tokens(model: LanguageModel, tokens: list[str], width: int) -> float:
    """-log p of tokens, each asked for alone with the tokens before it."""
    ids = model.ids([BREAK, *tokens]).tolist()
    cost = 0.0
    for at in range(1, len(ids)):
        history = ([-1] * width + ids[:at])[-width:]
        cost -= model.log_probs(np.array([history], dtype=np.int32), np.array([ids[at]], dtype=np.int32))[0]
    return cost


def cuts(n_words: int, rng: np.random.Generator) -> list[int]:
    """Random sentence lengths, many of them 1."""
    ends = [*np.flatnonzero(rng.random(n_words - 1) < rng.choice([0.2, 0.6])).tolist(), n_words - 1]
    return [end - before for before, end in pairwise([-1, *ends])]


def cost_by_questions(model: LanguageModel, tokens: list[str]) -> float:
    """The sum of the costs of tokens, each asked for after the three before it."""
    every = [BREAK, *tokens]
    questions = [(tuple(every[max(0, at - 3) : at]), every[at]) for at in range(1, len(every))]
    return float(token_costs(model, questions).sum())


def with_breaks(forms: list[str], lengths: list[int]) -> list[str]:
    tokens, at = [], 0
    for length in lengths:
        tokens += [*forms[at : at + length], BREAK]
        at += length
    return tokens


@pytest.mark.parametrize("order", [2, 3, 4])
@pytest.mark.parametrize("kind", ["words", "classes"])
def test_tables_hold_every_segmentation(order: int, kind: str) -> None:
    streams = talks(10)
    classes = {word: name for name, words in zip("svne", (STARTS, VERBS, NOUNS, ENDS), strict=True) for word in words}
    model: LanguageModel = estimate(streams, order) if kind == "words" else class_model(streams, classes, order)
    rng = np.random.default_rng(order)
    spoken = [token for token in streams[0] if token != BREAK]
    for n_words in [1, 2, 3, 4, *rng.integers(5, 20, 20).tolist()]:
        start = int(rng.integers(len(spoken) - n_words))
        forms = [*spoken[start : start + n_words - 1], str(rng.choice(["zebra", "dog", "we"]))]
        lengths = cuts(n_words, rng)
        tokens = with_breaks(forms, lengths)
        expected = cost_of_tokens(model, tokens, order - 1)
        assert cost_in_tables(gap_tables(model, forms), lengths) == pytest.approx(expected, rel=1e-12)
        assert -stream_log_probs(model, tokens).sum() == pytest.approx(expected, rel=1e-12)
        assert cost_by_questions(model, tokens) == pytest.approx(expected, rel=1e-12)


def test_a_model_of_single_sentences_forgets_the_sentence_before(tmp_path: Path) -> None:
    (tmp_path / "sentences.arpa").write_text(SENTENCES)
    model = read_arpa(tmp_path / "sentences.arpa")
    forms = ["go", "home", "go", "go", "home", "there", "home"]
    rng = np.random.default_rng(5)
    for _ in range(20):
        lengths = cuts(len(forms), rng)
        expected = 0.0
        for sentence in " ".join(with_breaks(forms, lengths)).split(BREAK):
            tokens = ["<s>", *sentence.split(), "</s>"] if sentence else []
            ids = [-1, *model.ids(tokens).tolist()]
            for at in range(2, len(ids)):
                context, word = np.array([ids[at - 2 : at]], dtype=np.int32), np.array(ids[at : at + 1], dtype=np.int32)
                expected -= float(model.log_probs(context, word)[0])
        assert cost_in_tables(gap_tables(model, forms), lengths) == pytest.approx(expected, rel=1e-12)
        assert cost_by_questions(model, with_breaks(forms, lengths)) == pytest.approx(expected, rel=1e-12)


def test_every_cost_is_finite_even_where_no_path_goes() -> None:
    word, end = gap_tables(estimate(talks(2), 4), ["we", "saw", "a"])
    assert word.shape == (3, 5)
    assert end.shape == (3, 3)
    assert np.isfinite(word).all()
    assert np.isfinite(end).all()
    assert (word > 0).all()


def test_no_words_have_empty_tables() -> None:
    word, end = gap_tables(estimate(talks(2), 3), [])
    assert (word.shape, end.shape) == ((0, 5), (0, 3))


def test_a_model_without_breaks_is_refused(tmp_path: Path) -> None:
    text = SENTENCES.replace("</s>", "end").replace("<s>", "start")
    (tmp_path / "bare.arpa").write_text(text)
    with pytest.raises(InputError, match="neither <break> nor <s>"):
        gap_tables(read_arpa(tmp_path / "bare.arpa"), ["go"])
