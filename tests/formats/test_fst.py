"""OpenFst's text: word graphs in, the searched automaton out."""

from __future__ import annotations

from pathlib import Path

import pytest

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.formats.files import parse, read, write
from tests.builders import cut, spoken

TEXT = "0 1 so 1.5\n0 1 sow 0.5\n1 2 <break>\n2 3 <eps>\n3 4 left 2\n4 0.25\n"


def test_the_cheapest_path_is_words_and_sentences() -> None:
    (document,) = parse(TEXT.encode(), name="talk.fst.txt")
    assert document.transcript.texts == ("sow", "left")
    assert document.segmentations[0].ends == (0, 1)
    assert document.graph is not None
    assert document.graph.ahead[0][0] == 0.5 + 2 + 0.25


def test_what_a_transducer_writes_is_passed_over() -> None:
    (document,) = parse(b"0 1 so <word> 1.5\n1 2 we <word> 1\n2\n", name="talk.fst.txt")
    assert document.transcript.texts == ("so", "we")


def test_a_table_of_symbols_stands_beside_the_file(tmp_path: Path) -> None:
    (document,) = parse(TEXT.encode(), name="talk.fst.txt")
    write(document, tmp_path / "again.fst.txt")
    assert (tmp_path / "again.fst.txt.syms").read_text() == "<eps>\t0\nso\t1\nsow\t2\n<break>\t3\nleft\t4\n"
    assert read(tmp_path / "again.fst.txt").graph == document.graph


def test_every_symbol_of_the_file_is_in_the_table_and_the_library_compiles_it(tmp_path: Path) -> None:
    kaldifst = pytest.importorskip("kaldifst")
    document = Document(spoken("A: so we left early"), (cut("so we | left early |"),), name="talk")
    write(document, tmp_path / "talk.fst.txt")
    numbers = dict(line.split() for line in (tmp_path / "talk.fst.txt.syms").read_text().splitlines())
    rows = [line.split() for line in (tmp_path / "talk.fst.txt").read_text().splitlines()]
    numbered = [[*row[:2], numbers[row[2]], *row[3:]] if len(row) > 2 else row for row in rows]
    compiled = kaldifst.compile("\n".join(" ".join(row) for row in numbered) + "\n", acceptor=True)
    assert compiled.num_states == len({row[0] for row in rows})
    assert kaldifst.shortest_path(compiled).num_states == compiled.num_states


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("0 1 so <word> 1\n1 x so <word> 2\n", "line 2: not a line"),
        ("0 1 so <word> nan\n", "line 1: not a line"),
        ("0 1 so <word> 1 2\n", "line 1: not a line"),
        ("-1 1 so <word> 1\n", "line 1: not a line"),
        ("0 1 so 1\n", "no final state"),
        ("0 1 so 1\n1 0 we 1\n1\n", "cycle"),
        ("0 1 4 1\n1\n", "numbers of a table"),
    ],
)
def test_broken_text_gives_one_clear_error(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        parse(text.encode(), name="talk.txt", format="fst")


def test_a_binary_automaton_is_called_so_with_the_way_to_print_it() -> None:
    begin = b"\xd6\xfd\xb2\x7e" + b"\x06\x00\x00\x00vector\x08\x00\x00\x00standard"
    for form in (None, "fst"):
        with pytest.raises(InputError, match=r"talk\.fst: this is OpenFst's binary file; print it first \(fstprint"):
            parse(begin, name="talk.fst", format=form)
