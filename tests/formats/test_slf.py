"""HTK's word graphs: what is read from them and written to them."""

from __future__ import annotations

from math import inf, log

import pytest

from pausa.core.errors import InputError
from pausa.core.graph import GraphArc
from pausa.formats.files import parse
from pausa.formats.slf import parse_slf, render_slf

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


def test_slf_lattices_have_words_scales_and_times() -> None:
    graph = parse_slf(SLF)
    assert graph.name == "talk-7"
    assert [arc.word for arc in graph.arcs] == ["so", 'sow "n"', "left", "!NULL"]
    assert graph.times == {0: 0, 1: 310, 2: 310, 3: 840}
    # Logarithms to base 10 become natural ones; the penalty counts for words only.
    assert graph.cost(graph.arcs[0]) == pytest.approx((0.5 * 3.5 + 2.0 * 2.0 + 1.0) * log(10))
    assert graph.cost(graph.arcs[3]) == pytest.approx(0.5 * 9.0 * log(10))
    (document,) = parse(SLF.encode(), name="talk.slf")
    words = document.transcript.words
    assert [(word.text, word.start, word.end) for word in words] == [("so", 0, 310), ("left", 310, 840)]
    assert document.graph == graph


def test_slf_words_may_stand_on_nodes() -> None:
    graph = parse_slf("N=3 L=2\nI=0 W=!NULL\nI=1 W=so a=-2\nI=2 W=we\nJ=0 S=0 E=1 l=-1\nJ=1 S=1 E=2 a=-3 n=-4\n")
    assert graph.arcs == (GraphArc(0, 1, "so", 1.0, 2.0), GraphArc(1, 2, "we", 4.0, 3.0))


def test_slf_likelihoods_need_not_be_logarithms() -> None:
    graph = parse_slf("base=0 tscale=0.01\nN=2 L=2\nI=0 t=0\nI=1 t=25\nJ=0 S=0 E=1 W=so a=0.5\nJ=1 S=0 E=1 W=we a=0\n")
    assert [arc.acoustic for arc in graph.arcs] == [pytest.approx(log(2)), inf]
    assert graph.times == {0: 0, 1: 250}


def test_a_graph_is_written_as_it_was_read() -> None:
    graph = parse_slf(SLF)
    again = parse_slf(render_slf(graph))
    assert (again.arcs, again.times, again.finals) == (graph.arcs, graph.times, graph.finals)
    assert again.cheapest == graph.cheapest


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
