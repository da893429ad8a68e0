"""Kaldi's word graphs: what is read from them and written to them."""

from __future__ import annotations

import random

import pytest

from pausa.core.errors import InputError
from pausa.core.graph import Final, GraphArc
from pausa.formats.files import parse
from pausa.formats.kaldi import parse_kaldi, render_kaldi
from pausa.formats.slf import parse_slf, render_slf
from tests.decode.test_graph_search import random_graph

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


def test_kaldi_lattices_have_words_costs_and_times() -> None:
    one, two = parse(KALDI.encode(), name="talks.lat")
    first, second = one.graph, two.graph
    assert first is not None
    assert second is not None
    assert (one.name, two.name) == ("talk-1", "talk-2")
    assert first.arcs[1] == GraphArc(0, 1, "sow", 5.0, 78.0, "3_9_9")
    assert not first.is_word(first.arcs[2])
    assert first.times == {0: 0, 1: 30, 2: 30, 3: 50}
    assert first.finals == {3: Final(0.5, 0.0)}
    words = one.transcript.words
    assert [(word.text, word.start, word.end) for word in words] == [("so", 0, 30), ("left", 30, 50)]
    assert first.ahead[0][0] == pytest.approx(2.0 + 8.0 + 0.5 + 4.0 + 9.15 + 0.5)
    assert second.arcs == (GraphArc(0, 1, "good"),)


def test_lattices_with_numbers_for_words_are_refused_with_advice() -> None:
    with pytest.raises(InputError, match=r"line 1: its words are numbers of a table; .*int2sym"):
        parse_kaldi("talk\n0 1 7 1,2,4_4\n1 2 0 0,0,\n2 0,0,\n")


def test_lattices_that_are_not_compact_are_read_too() -> None:
    (graph,) = parse_kaldi("talk\n0 1 11 so 1.5,2\n1 2 12 <eps> 0,3\n2 3 0 <eps>\n3\n")
    assert graph.arcs[0] == GraphArc(0, 1, "so", 1.5, 2.0, "11")
    assert graph.times == {0: 0, 1: 10, 2: 20, 3: 20}


def test_times_are_unknown_where_ways_disagree() -> None:
    (graph,) = parse_kaldi("talk\n0 1 so 1,2,4_4\n0 1 sow 1,2,4\n1 2 we 1,1,4\n2\n")
    assert graph.times == {0: 0}


def test_a_graph_is_written_as_it_was_read() -> None:
    graphs = parse_kaldi(KALDI)
    assert parse_kaldi(render_kaldi(graphs)) == graphs


def test_scales_and_penalties_of_other_formats_are_kept_in_the_costs() -> None:
    for seed in range(20):
        graph = random_graph(random.Random(seed))
        (through,) = parse_kaldi(render_kaldi([graph]))
        again = parse_slf(render_slf(through))
        for other in (through, again):
            own_units = graph.ahead[graph.start][0] / (graph.graph_scale or 1)
            assert other.ahead[other.start][0] == pytest.approx(own_units)


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
