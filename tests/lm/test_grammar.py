"""Grammars are read, sentences are parsed, and models of preterminals are made of those that have a parse."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

from pausa.core.errors import InputError
from pausa.lm import (
    BREAK,
    UNKNOWN,
    Grammar,
    example_grammar,
    gap_tables,
    grammar_model,
    parse_grammar,
    read_grammar,
    stream_log_probs,
)

TREES = """
S   -> NP VP | S 'and' S          # 'and' is a class by itself
NP  -> Det N | NP PP | Name
VP  -> V NP | VP PP | V
    |  V Adv Adv
PP  -> P NP
Adv -> 'very' | 'soon' |
Name -> 'ann' | "o'hara"
Det -> 'the' | 'a'
N   -> 'dog' | 'park' | 'saw'
V   -> 'saw' | 'met'
P   -> 'in' | 'with'
"""


def sample(grammar: Grammar, symbol: str, rng: np.random.Generator, depth: int = 0) -> list[str]:
    """A random sentence of a grammar; deep down, the first choice is taken."""
    if symbol.startswith("'"):
        return [symbol[1:-1]]
    choices = [rule.right for rule in grammar.rules if rule.left == symbol]
    chosen = choices[0 if depth > 6 else int(rng.integers(len(choices)))]
    return [word for part in chosen for word in sample(grammar, part, rng, depth + 1)]


@pytest.mark.parametrize(
    ("sentence", "classes"),
    [
        ("ann saw the saw", "Name V Det N"),
        ("the dog met o'hara in the park", "Det N V Name P Det N"),
        ("ann met very soon", "Name V Adv Adv"),
        ("ann met soon", "Name V Adv"),
        ("ann met and ann saw a park with a dog", "Name V 'and' Name V Det N P Det N"),
    ],
)
def test_words_get_the_classes_of_their_parse(sentence: str, classes: str) -> None:
    assert parse_grammar(TREES).preterminals(sentence.split()) == tuple(classes.split())


@pytest.mark.parametrize(
    "sentence", ["", "ann", "ann saw the", "the dog met bill", "met ann", "ann met soon very soon"]
)
def test_sentences_without_a_parse_have_no_classes(sentence: str) -> None:
    assert parse_grammar(TREES).preterminals(sentence.split()) is None


def test_the_simplest_parse_counts_then_the_rule_that_stands_first() -> None:
    two_ways = "S -> A | B B\nA -> C C\nC -> 'x'\nB -> 'x'"
    assert parse_grammar(two_ways).preterminals(["x", "x"]) == ("B", "B")
    equal = "S -> A | B\nA -> 'x'\nB -> 'x'"
    assert parse_grammar(equal).preterminals(["x"]) == ("A",)


def test_rules_in_a_circle_do_no_harm() -> None:
    grammar = parse_grammar("S -> A | 'x'\nA -> S | B\nB -> | S S")
    assert grammar.preterminals(["x", "x", "x"]) == ("S", "S", "S")
    assert grammar.preterminals([]) == ()


@pytest.mark.parametrize("name", ["trees", "example"])
def test_nltk_parses_the_same_sentences(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        nltk = pytest.importorskip("nltk")
    grammar = parse_grammar(TREES.replace("'and'", "And") + "\nAnd -> 'and'") if name == "trees" else example_grammar()
    rules = "\n".join(f"{rule.left} -> {' '.join(rule.right)}" for rule in grammar.rules).replace(
        "'o'hara'", '"o\'hara"'
    )
    theirs = nltk.ChartParser(nltk.CFG.fromstring(rules))
    rng = np.random.default_rng(3)
    parsable = 0
    for _ in range(40):
        words = sample(grammar, grammar.start, rng)[:9]
        if rng.random() < 0.5:
            words.reverse()
        found = grammar.preterminals(words)
        possible = [tuple(label for _, label in tree.pos()) for tree in theirs.parse(words)] if words else []
        assert found in possible if possible else found is None
        parsable += found is not None
    assert 5 < parsable < 40


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no rule"),
        ("# nothing\n", "no rule"),
        ("S -> 'a'\nwhat is this", "line 2: this is no rule"),
        ("| 'a'", "line 1: this is no rule"),
        ("S -> A\n", "line 1: no rule says what 'A' is"),
        ("S -> 'two words'", "line 1: cannot be understood"),
        ("S -> 'open", "line 1: cannot be understood"),
    ],
)
def test_faults_are_told_with_their_line(text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        parse_grammar(text)


def test_a_grammar_is_read_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "my.cfg").write_text("S → 'yes' '#1' # a mark in quotes is a word\n", encoding="utf-8")
    assert read_grammar(tmp_path / "my.cfg").preterminals(["yes", "#1"]) == ("'yes'", "'#1'")
    with pytest.raises(InputError, match="cannot be read"):
        read_grammar(tmp_path / "none.cfg")


def test_the_example_grammar_parses_questions_about_trips() -> None:
    grammar = example_grammar()
    classes = grammar.preterminals("when does the late train leave from oslo".split())
    assert classes == ("Wh", "Aux", "Det", "Adjective", "Vehicle", "Verb", "Out", "Place")
    assert grammar.preterminals("when does the".split()) is None


def trips(seed: int) -> list[str]:
    rng = np.random.default_rng(seed)
    grammar = example_grammar()
    return [token for _ in range(30) for token in [*sample(grammar, grammar.start, rng), BREAK]]


def test_a_model_of_preterminals_knows_where_sentences_end() -> None:
    model = grammar_model([trips(seed) for seed in range(20)], example_grammar(), 3)
    word, end = gap_tables(model, "we need the forecast for turin it was cold today thanks".split())
    stops = end[:, 2] - word[:, 4].take(range(1, 12), mode="clip")
    assert {5, 9} <= set(np.argsort(stops[2:10])[:3] + 2)


def test_only_sentences_with_a_parse_are_learned_from() -> None:
    stream = ["thanks", BREAK, "colourless", "ideas", BREAK, "yes", BREAK, "no", BREAK]
    model = grammar_model([stream], example_grammar(), 2)
    assert model.words == ("no", "yes", "thanks")
    assert set(model.vocabulary.words) == {UNKNOWN, BREAK, "Thanks", "Yes", "No"}
    # "yes" begins a new stream there, after a break: as if "ideas" had never been said.
    parts = grammar_model([["thanks", BREAK], ["yes", BREAK, "no", BREAK]], example_grammar(), 2)
    assert np.array_equal(stream_log_probs(model, ["yes", BREAK]), stream_log_probs(parts, ["yes", BREAK]))


def test_a_word_with_several_preterminals_stands_for_the_commonest() -> None:
    grammar = parse_grammar("S -> A B | B A A\nA -> 'x' | 'y'\nB -> 'x' | 'z'")
    model = grammar_model([["z", "x", "x", BREAK, "x", "z", BREAK]], grammar, 2)
    names = [model.vocabulary.words[number] for number in model.ids(["x", "z", "never"]).tolist()]
    assert names == ["A", "B", UNKNOWN]


def test_a_grammar_that_parses_nothing_of_the_text_is_an_error() -> None:
    with pytest.raises(InputError, match="parses no sentence"):
        grammar_model([["colourless", "ideas", BREAK]], example_grammar(), 2)
