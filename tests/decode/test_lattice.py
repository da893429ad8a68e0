"""Word graphs: words and sentence ends chosen together, and the two file formats."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import inf, log
from pathlib import Path

import numpy as np
import pytest

from pausa.core.errors import CannotWrite, InputError, OptionError
from pausa.core.scores import Floats
from pausa.decode.automata import BREAK
from pausa.decode.lattice import (
    Final,
    GraphArc,
    WordGraph,
    best_in_graph,
    parse_kaldi,
    parse_slf,
    read_graphs,
    render_kaldi,
    render_slf,
    write_graphs,
)
from pausa.decode.path import LengthCosts, PathCosts, best_path
from tests.decode.test_path import random_costs

KALDI = """\
talk-1
0 1 so 2.0,80.0,3_8_8
0 1 sow 5.0,78.0,3_9_9
1 2 <eps> 0.5,0,
2 3 left 4.0,91.5,5_6
3 0.5,0,

talk-2
0 1 good
1
"""

SLF = """\
VERSION=1.0
# made by hand
UTTERANCE=talk-7
base=10 lmscale=2.0 acscale=0.5 wdpenalty=-1.0
N=4 L=4
I=0 t=0.00
I=1 t=0.31
I=2 t=0.31 v=1
I=3 t=0.84
J=0 S=0 E=1 W=so     a=-3.5 l=-2.0
J=1 S=0 E=2 W="sow \\"n\\"" a=-3.0 l=-4.0
J=2 S=1 E=3 W=left   a=-4.0 l=-1.0
J=3 S=2 E=3 W=!NULL  a=-9.0
"""


def random_graph(seed: int) -> WordGraph:
    """A few states with more ways than one between them; some arcs carry no word."""
    rng = random.Random(seed)
    n_states = rng.randint(2, 6)
    pairs = [(state, state + 1) for state in range(n_states - 1)]
    pairs += [tuple(sorted(rng.sample(range(n_states), 2))) for _ in range(rng.randint(0, 4))]  # type: ignore[misc]
    rng.shuffle(pairs)
    arcs = tuple(
        GraphArc(source, target, rng.choice(["so", "we", "it", "<eps>"]), rng.uniform(-1, 5), rng.uniform(0, 5))
        for source, target in pairs
    )
    finals = {n_states - 1: Final(rng.random(), rng.random())} | ({0: Final(9.0)} if rng.random() < 0.2 else {})
    return WordGraph(arcs, finals, graph_scale=0.7, acoustic_scale=0.3, word_cost=rng.uniform(-1, 1))


def opinion(tokens: tuple[str, ...], token: str) -> float:
    """What a model may say: any number, the same for the same tokens."""
    return random.Random(repr((tokens, token))).uniform(0, 6)


def ways(graph: WordGraph, state: int) -> Iterator[tuple[list[int], float]]:
    """Every way from a state to an end, with what its arcs cost."""
    if graph.final_cost(state) < inf:
        yield [], graph.final_cost(state)
    for place, arc in graph.leaving.get(state, []):
        for rest, cost in ways(graph, arc.target):
            yield [place, *rest], graph.cost(arc) + cost


def last(count: int, tokens: list[str]) -> tuple[str, ...]:
    return tuple(tokens[max(0, len(tokens) - count) :])


def every_choice(
    graph: WordGraph, length: LengthCosts, order: int, prosody: Floats
) -> Iterator[tuple[float, tuple[str, ...], tuple[int, ...]]]:
    """All words and all segmentations of them, with their costs, by the definition."""
    for way, way_cost in ways(graph, graph.start):
        said = [place for place in way if graph.is_word(graph.arcs[place])]
        for breaks in product([False, True], repeat=max(0, len(said) - 1)):
            total, tokens, since = way_cost, [BREAK], 0
            ends = [*breaks, True] if said else []
            for place, end in zip(said, ends, strict=True):
                word = graph.arcs[place].word
                total += opinion(last(order - 1, tokens), word)
                tokens.append(word)
                since += 1
                if since > length.longest:
                    total = inf
                    break
                if end:
                    total += opinion(last(order - 1, tokens), BREAK) + length.stop[since - 1] + prosody[place, 0]
                    tokens.append(BREAK)
                    since = 0
                else:
                    total += prosody[place, 1] + (length.go[since - 1] if since < length.longest else inf)
            yield total, tuple(graph.arcs[place].word for place in said), tuple(np.flatnonzero(ends).tolist())


@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_nothing_is_cheaper_than_the_best_words_and_ends(order: int) -> None:
    more_than_one_sentence = 0
    for seed in range(40):
        graph = random_graph(seed)
        rng = np.random.default_rng(seed)
        longest = 1 + seed % 4
        length = LengthCosts(rng.uniform(0, 3, longest), rng.uniform(0, 1, longest - 1))
        prosody = rng.uniform(-3, 3, (len(graph.arcs), 2))
        best = best_in_graph(graph, opinion, length, order=order, prosody=prosody)
        cost, words, ends = min(every_choice(graph, length, order, prosody))
        assert best.cost == pytest.approx(cost)
        assert (best.transcript.texts, best.segmentation.ends) == (words, ends)
        more_than_one_sentence += len(ends) > 1
    assert more_than_one_sentence > 5


def test_a_graph_with_one_way_gives_the_best_path() -> None:
    """The tables of the path and the histories of the graph say the same."""
    words = "so we left it was late and dark and it was good".split()
    n_words = len(words)
    graph = WordGraph(tuple(GraphArc(i, i + 1, word) for i, word in enumerate(words)), {n_words: Final()})
    for seed in range(20):
        costs = random_costs(seed, n_words=n_words, longest=5)
        word, end = tables_of(words)
        tables = PathCosts(word, end, costs.go, costs.length)
        prosody = np.column_stack([np.zeros(n_words), costs.go])
        best = best_in_graph(graph, opinion, costs.length, order=4, prosody=prosody)
        ends, cost = best_path(tables)
        assert best.cost == pytest.approx(cost)
        assert list(best.segmentation.ends) == ends


def tables_of(words: list[str]) -> tuple[Floats, Floats]:
    """The costs of an order-4 model by the histories that a path tells apart."""
    word = np.full((len(words), 5), inf)
    end = np.full((len(words), 3), inf)
    for i, here in enumerate(words):
        before = words[max(0, i - 3) : i]
        contexts = [
            [*before[-2:], BREAK] if i != 1 else [BREAK],
            [BREAK, *before[-1:], BREAK],
            [*before[-2:-1], BREAK, before[-1]] if i > 1 else [BREAK, *before],
            [BREAK, *before[-2:]],
            before,
        ]
        for history, context in enumerate(contexts):
            if i >= (0, 1, 1, 2, 3)[history]:
                word[i, history] = opinion(tuple(context), here)
        for history, count in enumerate((1, 2, 3)):
            if i + 1 >= count:
                context = words[i + 1 - count : i + 1] if count == 3 else [BREAK, *words[i + 1 - count : i + 1]]
                if count == 1 and i:
                    context = [words[i - 1], *context]
                end[i, history] = opinion(tuple(context), BREAK)
    return word, end


def test_the_break_model_can_change_the_words() -> None:
    graph = WordGraph((GraphArc(0, 1, "wreck", 1.0), GraphArc(0, 1, "recognise", 1.5)), {1: Final()})

    def score(tokens: tuple[str, ...], token: str) -> float:
        return 2.0 if (tokens, token) == (("wreck",), BREAK) else 0.1

    best = best_in_graph(graph, score, order=2)
    assert best.transcript.texts == ("recognise",)
    assert best.arcs == (1,)
    assert best.cost == pytest.approx(1.5 + 0.1 + 0.1)


def test_without_a_length_model_a_sentence_may_be_as_long_as_it_likes() -> None:
    graph = WordGraph(tuple(GraphArc(i, i + 1, "so") for i in range(200)), {200: Final()})
    best = best_in_graph(graph, lambda tokens, token: float(token == BREAK), order=3)
    assert best.segmentation.ends == (199,)
    assert best.cost == 1


def test_a_graph_without_words_has_no_sentences() -> None:
    graph = WordGraph((GraphArc(0, 1, "<eps>", 2.0),), {1: Final(1.0)})
    best = best_in_graph(graph, opinion, order=3)
    assert (len(best.transcript), best.segmentation.ends, best.cost) == (0, (), 3.0)


def test_too_many_states_are_refused_and_a_beam_helps() -> None:
    arcs = [GraphArc(i, i + 1, f"{letter}{i}", cost) for i in range(30) for cost, letter in enumerate("abcdef")]
    graph = WordGraph(tuple(arcs), {30: Final()}, name="big")
    with pytest.raises(OptionError, match="'big' has more than 5000 states"):
        best_in_graph(graph, lambda tokens, token: 0.0, LengthCosts.free(), order=3, limit=5000)
    narrow = best_in_graph(graph, lambda tokens, token: 0.0, LengthCosts.free(), order=3, limit=5000, beam=0.5)
    assert narrow.cost == 0


def test_lengths_that_leave_no_way_are_told() -> None:
    graph = WordGraph((GraphArc(0, 1, "so"),), {1: Final()}, name="short")
    pairs_only = LengthCosts(np.array([inf, 0.0]), np.zeros(1))
    with pytest.raises(OptionError, match="No way through the word graph 'short'"):
        best_in_graph(graph, opinion, pairs_only, order=2)
    with pytest.raises(OptionError, match="order 0"):
        best_in_graph(graph, opinion, order=0)
    with pytest.raises(ValueError, match="Prosody has shape"):
        best_in_graph(graph, opinion, order=2, prosody=np.zeros((3, 2)))


def test_kaldi_lattices_have_words_costs_and_times() -> None:
    first, second = parse_kaldi(KALDI)
    assert (first.name, second.name) == ("talk-1", "talk-2")
    assert first.arcs[1] == GraphArc(0, 1, "sow", 5.0, 78.0, "3_9_9")
    assert not first.is_word(first.arcs[2])
    assert first.times == {0: 0, 1: 30, 2: 30, 3: 50}
    assert first.finals == {3: Final(0.5, 0.0)}
    best = best_in_graph(replace(first, acoustic_scale=0.1), lambda tokens, token: 0.0, order=2)
    assert [(word.text, word.start, word.end) for word in best.transcript.words] == [("so", 0, 30), ("left", 30, 50)]
    assert best.cost == pytest.approx(2.0 + 8.0 + 0.5 + 4.0 + 9.15 + 0.5)
    assert second.arcs == (GraphArc(0, 1, "good"),)


def test_kaldi_lattices_with_numbers_take_words_from_a_table() -> None:
    text = "talk\n0 1 7 1,2,4_4\n1 2 0 0,0,\n2 0,0,\n"
    (graph,) = parse_kaldi(text, symbols={0: "<eps>", 7: "so"})
    assert [arc.word for arc in graph.arcs] == ["so", "<eps>"]
    (bare,) = parse_kaldi(text)
    assert [bare.is_word(arc) for arc in bare.arcs] == [True, False]
    numbered = render_kaldi([graph], symbols={"<eps>": 0, "so": 7})
    assert parse_kaldi(numbered) == [bare]
    assert render_kaldi([bare]) == numbered
    with pytest.raises(InputError, match="line 2: a word that is not in the table"):
        parse_kaldi(text, symbols={0: "<eps>"})
    with pytest.raises(CannotWrite, match="'so' is not in the table"):
        render_kaldi([graph], symbols={"<eps>": 0})


def test_lattices_that_are_not_compact_are_read_too() -> None:
    (graph,) = parse_kaldi("talk\n0 1 11 so 1.5,2\n1 2 12 <eps> 0,3\n2 3 0 <eps>\n3\n")
    assert graph.arcs[0] == GraphArc(0, 1, "so", 1.5, 2.0, "11")
    assert graph.times == {0: 0, 1: 10, 2: 20, 3: 20}


def test_times_are_unknown_where_ways_disagree() -> None:
    (graph,) = parse_kaldi("talk\n0 1 so 1,2,4_4\n0 1 sow 1,2,4\n1 2 we 1,1,4\n2\n", frame_ms=30)
    assert graph.times == {0: 0}


def test_slf_lattices_have_words_scales_and_times() -> None:
    graph = parse_slf(SLF)
    assert graph.name == "talk-7"
    assert [arc.word for arc in graph.arcs] == ["so", 'sow "n"', "left", "!NULL"]
    assert graph.times == {0: 0, 1: 310, 2: 310, 3: 840}
    # Logarithms to base 10 become natural ones; the penalty counts for words only.
    assert graph.cost(graph.arcs[0]) == pytest.approx((0.5 * 3.5 + 2.0 * 2.0 + 1.0) * log(10))
    assert graph.cost(graph.arcs[3]) == pytest.approx(0.5 * 9.0 * log(10))
    best = best_in_graph(graph, lambda tokens, token: 0.0, order=2)
    assert [(word.text, word.start, word.end) for word in best.transcript.words] == [("so", 0, 310), ("left", 310, 840)]


def test_slf_words_may_stand_on_nodes() -> None:
    graph = parse_slf("N=3 L=2\nI=0 W=!NULL\nI=1 W=so a=-2\nI=2 W=we\nJ=0 S=0 E=1 l=-1\nJ=1 S=1 E=2 a=-3 n=-4\n")
    assert graph.arcs == (GraphArc(0, 1, "so", 1.0, 2.0), GraphArc(1, 2, "we", 4.0, 3.0))


def test_slf_likelihoods_need_not_be_logarithms() -> None:
    graph = parse_slf("base=0 tscale=0.01\nN=2 L=2\nI=0 t=0\nI=1 t=25\nJ=0 S=0 E=1 W=so a=0.5\nJ=1 S=0 E=1 W=we a=0\n")
    assert [arc.acoustic for arc in graph.arcs] == [pytest.approx(log(2)), inf]
    assert graph.times == {0: 0, 1: 250}


@pytest.mark.parametrize("name", ["graph.slf", "graph.txt"])
def test_graphs_go_to_files_and_back(name: str, tmp_path: Path) -> None:
    for seed in range(20):
        graph = replace(random_graph(seed), name="talk")
        write_graphs([graph], tmp_path / name)
        (again,) = read_graphs(tmp_path / name)
        again = replace(again, graph_scale=0.7, acoustic_scale=0.3, word_cost=graph.word_cost)
        first, second = (best_in_graph(one, opinion, order=3) for one in (graph, again))
        assert again.name == "talk"
        assert second.cost == pytest.approx(first.cost)
        assert second.transcript.texts == first.transcript.texts


def test_both_formats_keep_what_they_were_given(tmp_path: Path) -> None:
    graphs = parse_kaldi(KALDI)
    assert parse_kaldi(render_kaldi(graphs)) == graphs
    graph = parse_slf(SLF)
    again = parse_slf(render_slf(graph))
    assert (again.arcs, again.times, again.finals) == (graph.arcs, graph.times, graph.finals)
    (tmp_path / "talk.slf.gz").write_bytes(gzip.compress(SLF.encode()))
    assert read_graphs(tmp_path / "talk.slf.gz") == [graph]
    with pytest.raises(OptionError, match="holds one word graph, not 2"):
        write_graphs(graphs, tmp_path / "two.slf")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no lattice in it"),
        ("talk\n0 1 so 1,2,\n1 0 we 1,2,\n1\n", "line 1: the word graph has a cycle"),
        ("talk\n0 0 so 1,2,\n0\n", "line 1: the word graph has a cycle"),
        ("talk\n", "has no final state"),
        ("talk\n0 1 so 1,2,\n", "line 1: state 1 leads nowhere; the file may be cut"),
        ("talk\n0 1 so 1,2,\n1\n\nmore\n0 1 so 1,2,3_\n1\n", "line 6: not a line of a lattice"),
        ("talk\n0 1 so 1.5\n1\n", "line 2: not a line of a lattice"),
        ("talk\n0 1 so\n1\n2 3 4 5 6 7\n", "line 4: not a line of a lattice"),
        ("talk\n0 1 so nan,2,\n1\n", "a cost that is no number"),
        ("talk\n0 1 so\n1 2 we\n2 3 it\n3 2 it\n5\n", "cycle"),
        ("talk\n7 1 so\n1 2 so\n0 2 it\n2 1 x\n", "no final state"),
    ],
)
def test_broken_kaldi_lattices_give_one_clear_error(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        parse_kaldi(text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("VERSION=1.0\n", "no lattice in it"),
        (SLF.rsplit("J=3", 1)[0], "4 links announced, 3 found; the file may be cut"),
        (SLF.replace("I=3 t=0.84\n", ""), "4 nodes announced, 3 found"),
        (SLF.replace("S=2 E=3", "S=2 E=9"), "line 13: no node 9"),
        (SLF.replace("S=2 E=3", "S=2"), "line 13: 'nothing' where the number"),
        (SLF.replace("S=2 E=3", "S=2 E="), "line 13: 'nothing' where the number"),
        (SLF.replace("a=-9.0", "a=loud"), "line 13: a=loud is no number"),
        (SLF.replace("a=-9.0", "-9.0"), "line 13: not a field=value: '-9.0'"),
        (SLF.replace("S=2 E=3", "S=2 E=0"), "where the lattice may start"),
        (SLF.replace("base=10", "base=-2"), "base=-2 is no number"),
        (SLF.replace("base=10", "base=0"), "no likelihood"),
        (SLF.replace("t=0.84", "t=late"), "line 9: 'late' is not a number of seconds"),
        (SLF.replace("base=10", "SUBLAT=part"), "sub-lattices"),
        ("start=0 end=1\nJ=0 S=0 E=1 W=so\nJ=1 S=1 E=0 W=we\n", "cycle"),
        ("start=0 end=2\nJ=0 S=0 E=1 W=so\nJ=1 S=2 E=1 W=we\n", "no way leads from state 0"),
    ],
)
def test_broken_slf_lattices_give_one_clear_error(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        parse_slf(text)


def test_files_that_are_no_text_give_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"talk \x00B\xff\xfe")
    with pytest.raises(InputError, match="not text in UTF-8; Kaldi's binary lattices"):
        read_graphs(tmp_path / "binary")
    (tmp_path / "cut.gz").write_bytes(gzip.compress(KALDI.encode())[:-20])
    with pytest.raises(InputError, match=r"packed, but cannot be unpacked.*is it whole"):
        read_graphs(tmp_path / "cut.gz")
    with pytest.raises(InputError, match="No such file"):
        read_graphs(tmp_path / "none")
