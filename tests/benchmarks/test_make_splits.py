"""How sides are chosen: what belongs together stays together, and nothing depends on chance."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.make_splits import Piece, by_chance, doubles, groups, in_all_languages, left_out, no_labels, sitting
from benchmarks.ngrams import Spellings, runs_of
from tests.benchmarks.test_ngrams import words

SPELLINGS = Spellings()


def piece(name: str, said: Sequence[str], *, source: str = "talks", lang: str = "en", speaker: str = "A") -> Piece:
    return Piece(source, name, lang, len(said), {speaker: len(said)}, runs_of(said, SPELLINGS))


def names(parts: list[list[Piece]]) -> list[list[str]]:
    return sorted(sorted(each.id for each in part) for part in parts)


def test_twins_and_those_with_a_label_in_common_stay_together() -> None:
    one = words(1, 1000)
    pieces = [
        piece("a", one),
        piece("b", words(2, 700) + one[:300]),
        piece("c", words(3, 950) + one[:50]),
        piece("d", words(4, 400), speaker="Ben"),
        piece("e", words(5, 400), speaker="Ben"),
    ]
    assert names(groups(pieces, no_labels)) == [["a", "b"], ["c"], ["d"], ["e"]]
    assert names(groups(pieces, lambda each: each.by_speaker))[0] == ["a", "b", "c"]
    assert names(groups(pieces, lambda each: each.by_speaker))[1] == ["d", "e"]


def test_short_recordings_tie_nothing() -> None:
    formula = words(9, 40)
    pieces = [piece("a", words(1, 900) + formula), piece("b", formula), piece("c", words(3, 900) + formula)]
    assert names(groups(pieces, no_labels)) == [["a"], ["b"], ["c"]]


def test_of_two_copies_the_shorter_is_left_out() -> None:
    one = words(1, 1000)
    assert doubles([piece("a", one[:990]), piece("b", one), piece("c", words(2, 1000))]) == {"a": "b"}


def test_sides_are_enough_disjoint_and_always_the_same() -> None:
    pieces = [piece(f"talk-{number}", words(number, 2000)) for number in range(100)]
    made = by_chance(pieces)
    for side in ("dev", "test"):
        assert sum(each.n_words for each in pieces if made.sides.get(each.id) == side) == 20_000
    assert by_chance(pieces[::-1]).sides == made.sides


def test_a_held_out_recording_that_is_in_training_of_another_source_is_left_out() -> None:
    talk = words(1, 1000)
    pieces = {"talks": [piece("t", talk), piece("u", words(2, 1000))], "calls": [piece("c", words(3, 500) + talk)]}
    lost = left_out(pieces, {"talks": {"t": "test", "u": "dev"}, "calls": {}})
    assert lost == {"talks": {"t": 1.0}}


def test_what_dev_shares_with_test_is_left_out_of_dev() -> None:
    talk = words(1, 1000)
    pieces = {"talks": [piece("t", talk), piece("u", talk[:500] + words(2, 500))]}
    assert set(left_out(pieces, {"talks": {"t": "test", "u": "dev"}})["talks"]) == {"u"}
    assert left_out(pieces, {"talks": {"t": "dev", "u": "dev"}}) == {}


def test_a_date_is_on_one_side_in_all_languages() -> None:
    pieces = [
        piece(f"{lang}-{date}", words(100 * place + date, 2000), lang=lang)
        for place, lang in enumerate(("de", "fr"))
        for date in range(60)
    ]
    made = in_all_languages(pieces, labels=lambda each: [each.id[3:]], first={"7": "test"}, never={"8"})
    sides: dict[str, set[str]] = {}
    for each in pieces:
        sides.setdefault(each.id[3:], set()).add(made.sides.get(each.id, "train"))
    assert all(len(found) == 1 for found in sides.values())
    assert sides["7"] == {"test"}
    assert sides["8"] == {"train"}
    for lang in ("de", "fr"):
        for side in ("dev", "test"):
            held = [each for each in pieces if each.lang == lang and made.sides.get(each.id) == side]
            assert 16_000 <= sum(each.n_words for each in held) <= 30_000


def test_dates_of_sittings_are_found_however_they_are_written() -> None:
    found = [list(sitting(piece(name, []))) for name in ("ParlaMint-HU_2017.11.20", "ParlaMint-HU_2017-11-20-a")]
    assert found[0] == found[1] == ["HU 20171120"]
