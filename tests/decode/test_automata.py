"""Our decoder against composed automata and an FST library's shortest path; automata to files and back."""

from __future__ import annotations

from math import inf
from pathlib import Path

import numpy as np
import pytest

from pausa.core.errors import InputError
from pausa.decode.automata import (
    BREAK,
    Automaton,
    best_tokens,
    chain,
    composed,
    costs_on,
    ends_among,
    lengths,
    lengths_on,
    parse_fst,
    read_fst,
    render_fst,
    shortest,
    write_fst,
)
from pausa.decode.path import LengthCosts, NoPath, PathCosts, best_path, path_cost
from tests.decode.test_path import all_ends, random_costs, walked

pytest.importorskip("kaldifst")

WORDS = "so we left it was late and dark".split()


def compared(costs: PathCosts) -> tuple[tuple[list[int], float], tuple[list[int], float]] | None:
    """Our best path and the library's; None where neither finds one."""
    try:
        ours = best_path(costs)
    except NoPath:
        with pytest.raises(NoPath):
            shortest(costs)
        return None
    return ours, shortest(costs)


def test_on_a_thousand_random_cases_the_library_finds_the_same_path() -> None:
    """Costs are eighths, so that the library's float32 is exact: the least cost is equal to the last bit."""
    found = ties = 0
    for seed in range(1_000):
        costs = random_costs(seed, n_words=1 + seed % 13, longest=1 + seed % 8, order=2 + seed % 3, unit=0.125)
        pair = compared(costs)
        if pair is None:
            continue
        (ours, cost), (theirs, their_cost) = pair
        assert cost == their_cost, seed
        found += 1
        ties += ours != theirs
    assert found > 900
    # Where they differ, both are cheapest; that is rare enough to show that paths are the same.
    assert ties < found / 10


@pytest.mark.parametrize("extreme", [False, True], ids=["plain", "extreme"])
def test_with_costs_of_any_size_the_library_finds_the_same_cost(extreme: bool) -> None:
    for seed in range(150):
        costs = random_costs(5_000 + seed, n_words=1 + seed % 40, longest=1 + seed % 11, extreme=extreme)
        pair = compared(costs)
        if pair is not None:
            (_, cost), (_, their_cost) = pair
            assert their_cost == pytest.approx(cost, rel=1e-6), seed


def test_a_long_recording_is_cut_the_same_by_both() -> None:
    costs = random_costs(77, n_words=300, longest=80, unit=0.125)
    assert shortest(costs)[1] == best_path(costs)[1]


def test_the_composed_automaton_has_every_segmentation_at_its_cost() -> None:
    costs = random_costs(4, n_words=6, longest=4, unit=0.125)
    both = composed(chain(costs), lengths(costs.length))
    leaving: dict[int, list[tuple[int, str, float]]] = {}
    for arc in both.arcs:
        leaving.setdefault(arc.source, []).append((arc.target, arc.reads, arc.cost))
    found: dict[tuple[int, ...], float] = {}

    def follow(state: int, tokens: list[str], cost: float) -> None:
        if state in both.finals:
            found[tuple(ends_among(tokens))] = cost + both.finals[state]
        for target, token, more in leaving.get(state, []):
            follow(target, [*tokens, token], cost + more)

    follow(0, [], 0.0)
    expected = {tuple(ends): walked(costs, ends) for ends in all_ends(6)}
    assert found == {ends: cost for ends, cost in expected.items() if cost < inf}


def test_an_automaton_without_words_accepts_nothing_said() -> None:
    costs = random_costs(0, n_words=0, longest=3)
    assert shortest(costs) == ([], 0.0)


@pytest.mark.parametrize("n_words", [0, 1, 2, 8])
@pytest.mark.parametrize("name", ["talk.txt", "talk.fst"])
def test_a_chain_goes_to_a_file_and_back_to_its_costs(name: str, n_words: int, tmp_path: Path) -> None:
    costs = random_costs(9, n_words=n_words, longest=5, unit=0.125)
    write_fst(chain(costs, WORDS[:n_words]), tmp_path / name)
    write_fst(lengths(costs.length), tmp_path / f"length-{name}")
    words, again = costs_on(read_fst(tmp_path / name), lengths_on(read_fst(tmp_path / f"length-{name}")))
    assert words == WORDS[:n_words]
    for ends in all_ends(n_words):
        assert path_cost(again, ends) == path_cost(costs, ends)


def test_text_keeps_every_digit() -> None:
    automaton = chain(random_costs(1, n_words=8, longest=5), WORDS)
    again = parse_fst(render_fst(automaton))
    assert sorted(again.arcs) == sorted(automaton.arcs)
    assert again.finals == automaton.finals


@pytest.mark.parametrize("name", ["both.txt", "both.fst"])
def test_the_best_path_is_read_from_a_composed_file(name: str, tmp_path: Path) -> None:
    costs = random_costs(12, n_words=8, longest=5, unit=0.125)
    write_fst(composed(chain(costs, WORDS), lengths(costs.length)), tmp_path / name)
    tokens, cost = best_tokens(read_fst(tmp_path / name))
    assert [token for token in tokens if token != BREAK] == WORDS
    assert cost == best_path(costs)[1] == path_cost(costs, ends_among(tokens))


def test_numbers_in_a_text_become_symbols_by_its_tables(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("3 1 1 2 0.5\n1 0 2 1\n0\n")
    (tmp_path / "a.txt.isyms").write_text("<eps> 0\nso 1\n<break> 2\n")
    (tmp_path / "a.txt.osyms").write_text("<eps> 0\n<break> 1\n<word> 2\n")
    automaton = read_fst(tmp_path / "a.txt")
    assert [(arc.reads, arc.writes, arc.cost) for arc in automaton.arcs] == [("so", "<word>", 0.5), (BREAK, BREAK, 0.0)]
    assert best_tokens(automaton) == (["so", BREAK], 0.5)


def test_an_acceptor_writes_what_it_reads() -> None:
    automaton = parse_fst("0 1 so 1.5\n1 2 <break>\n2 0.25\n")
    assert [(arc.reads, arc.writes, arc.cost) for arc in automaton.arcs] == [("so", "so", 1.5), (BREAK, BREAK, 0.0)]
    assert automaton.finals == {2: 0.25}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no automaton"),
        ("0 1 so <word> 1\n1 x so <word> 2\n", "line 2: not a line"),
        ("0 1 so <word> nan\n", "line 1: not a line"),
        ("0 1 so <word> 1 2\n", "line 1: not a line"),
        ("-1 1 so <word> 1\n", "line 1: not a line"),
    ],
)
def test_broken_text_gives_one_clear_error(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        parse_fst(text, source="talk.txt")


def test_broken_files_give_one_clear_error(tmp_path: Path) -> None:
    write_fst(chain(random_costs(1, n_words=8, longest=5), WORDS), tmp_path / "whole.fst")
    whole = (tmp_path / "whole.fst").read_bytes()
    (tmp_path / "cut.fst").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match="cut short"):
        read_fst(tmp_path / "cut.fst")
    (tmp_path / "noise.fst").write_bytes(b"\xff\xfe\x80")
    with pytest.raises(InputError, match="neither text"):
        read_fst(tmp_path / "noise.fst")
    with pytest.raises(InputError, match="No such file"):
        read_fst(tmp_path / "none.fst")
    (tmp_path / "a.txt").write_text("0 1 so <word> 1\n1\n")
    (tmp_path / "a.txt.isyms").write_text("so one\n")
    with pytest.raises(InputError, match="not a symbol and its number"):
        read_fst(tmp_path / "a.txt")


@pytest.mark.parametrize(
    "text",
    [
        "0 1 so <word>\n1 2 we <word>\n2 0.0\n",  # stops within a sentence
        "0 1 so <word>\n0 2 we <word>\n1 0.0\n",  # two ways on
        "0 1 so <word>\n1 2 we <word>\n1 3 <break> <break>\n3 4 it <word>\n4 5 <break> <break>\n5 0\n",
    ],
)
def test_what_is_no_chain_has_no_costs(text: str) -> None:
    with pytest.raises(ValueError, match="chain"):
        costs_on(parse_fst(text), LengthCosts.free())


def test_what_counts_no_words_has_no_lengths() -> None:
    with pytest.raises(ValueError, match="comes twice"):
        lengths_on(parse_fst("0 1 <word> <word> 1\n1 0 <word> <word> 1\n0 0\n"))
    with pytest.raises(ValueError, match="does not lead to the start"):
        lengths_on(parse_fst("0 1 <word> <word> 1\n1 2 <break> <break> 1\n0 0\n"))


def test_words_that_cannot_be_symbols_are_refused() -> None:
    costs = random_costs(1, n_words=2, longest=5)
    for words in (["so", BREAK], ["so", "we left"], ["so", ""]):
        with pytest.raises(ValueError, match="cannot be a word"):
            chain(costs, words)
    with pytest.raises(ValueError, match="1 words do not fit costs for 2"):
        chain(costs, ["so"])


def test_what_accepts_nothing_has_no_best_path() -> None:
    with pytest.raises(NoPath):
        best_tokens(Automaton((), {}))
    never = LengthCosts(np.array([inf, inf]), np.zeros(1))
    with pytest.raises(NoPath, match="of the 2 words"):
        shortest(PathCosts(np.zeros((2, 5)), np.zeros((2, 3)), np.zeros(2), never))


def test_a_break_has_one_name_everywhere() -> None:
    from pausa.lm.vocabulary import BREAK as SPOKEN_OF

    assert SPOKEN_OF == BREAK
