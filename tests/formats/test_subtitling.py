"""The rules of subtitling: no word lost, nothing over a wall, readable where the times allow it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.errors import UnknownName
from pausa.formats.subtitling import Faults, Piece, Rules, arrange, faults_of, rules_of, show
from tests.builders import spoken


def said(text: str, *, word_ms: int = 300, pause_ms: int = 400) -> list[Piece]:
    """Pieces from words; a full stop ends a sentence, a comma a phrase, `/` is a pause, `A:` changes the speaker."""
    return [
        Piece(
            len(word.text),
            word.start or 0,
            word.end or 0,
            word.speaker,
            word.text.endswith("."),
            word.text.endswith(","),
        )
        for word in spoken(text, word_ms=word_ms, pause_ms=pause_ms).words
    ]


def shown(text: str, **how: int) -> list[str]:
    words = [token for token in text.split() if token != "/" and not token.endswith(":")]
    return [" ".join(words[first:last]) for first, last in arrange(said(text, **how), Rules())]


def test_a_sentence_is_a_cue() -> None:
    assert shown("so we all left the house early. / it was already late by then.") == [
        "so we all left the house early.",
        "it was already late by then.",
    ]


def test_short_sentences_share_a_cue_where_each_would_flash_by() -> None:
    assert shown("yes. no. so we all left the house early.", word_ms=250)[0].startswith("yes. no.")


def test_a_short_sentence_stays_alone_where_silence_lets_it_stand() -> None:
    pieces = said("yes. / so we all left the house early.", pause_ms=900)
    cues = arrange(pieces, Rules())
    assert cues[0] == (0, 1)
    assert show(pieces, cues, Rules())[0] == (0, 833)


def test_a_long_sentence_is_parted_behind_a_comma_and_not_behind_a_little_word() -> None:
    text = "we went to see the old house by the river, and there we found the boat that my uncle had built for us."
    assert shown(text)[0].endswith("river,")
    assert shown(text.replace(",", ""))[0].split()[-1] not in {"the", "by", "to", "my"}


@pytest.mark.parametrize("name", ["netflix", "bbc"])
def test_a_long_sentence_without_phrases_is_parted_into_even_cues(name: str) -> None:
    pieces = said(
        "When I was seven years old I stopped talking and my parents took me to doctors and to a priest.", word_ms=400
    )
    widths = [sum(piece.width + 1 for piece in pieces[a:b]) for a, b in arrange(pieces, rules_of(name))]
    assert len(widths) == 2
    assert max(widths) < 1.4 * min(widths)


def test_no_cue_runs_over_a_turn_or_a_long_silence() -> None:
    assert shown("A: well I B: no A: mean it.") == ["well I", "no", "mean it."]
    assert shown("well / I mean it.", pause_ms=2000) == ["well", "I mean it."]


def test_a_cue_stays_until_it_can_be_read_but_not_into_the_next() -> None:
    pieces = said("extraordinarily complicated. / yes indeed it was.", word_ms=200, pause_ms=1000)
    spans = show(pieces, [(0, 2), (2, 6)], Rules())
    assert spans[0] == (0, 1400 - 83)  # 28 characters want 1.4 s; the next cue begins at 1.4 s
    assert spans[1][0] == 1400


def test_profiles_have_names() -> None:
    assert rules_of("bbc").line_width == 37
    with pytest.raises(UnknownName, match="netflix"):
        rules_of("hollywood")


def test_faults_are_counted_and_told() -> None:
    rules = Rules(line_width=10)
    found = faults_of(0, 500, [["quite", "a", "long", "line"], ["x"]], rules, alone=False)
    assert found == Faults(1, short=1, long=0, fast=1, wide=1, orphans=1)
    assert str(found + faults_of(0, 9000, [["so"]], rules, alone=True)) == (
        "of 2 cues 1 on the screen too short, 1 too long, 1 too fast to read, 1 too wide"
    )


pieces_of_speech = st.lists(
    st.builds(
        lambda width, gap, length, speaker, kind: (width, gap, length, speaker, kind),
        st.integers(1, 60),
        st.integers(-50, 3000),
        st.integers(0, 2000),
        st.sampled_from(["a", "a", "a", "b"]),
        st.sampled_from(["", "", "", "phrase", "sentence"]),
    ),
    min_size=1,
    max_size=40,
)


@given(pieces_of_speech)
def test_every_piece_is_shown_once_and_the_rules_hold(made: list[tuple[int, int, int, str, str]]) -> None:
    pieces: list[Piece] = []
    now = 100
    for width, gap, length, speaker, kind in made:
        start = max(now + gap, pieces[-1].start if pieces else 0)
        pieces.append(Piece(width, start, start + length, speaker, kind == "sentence", kind == "phrase"))
        now = start + length
    rules = Rules()
    cues = arrange(pieces, rules)
    assert [place for first, last in cues for place in range(first, last)] == list(range(len(pieces)))
    spans = show(pieces, cues, rules)
    for (first, last), (start, end) in zip(cues, spans, strict=True):
        assert start == pieces[first].start
        assert end >= start
        inside = pieces[first:last]
        assert len({piece.speaker for piece in inside}) == 1
        assert all(after.start - before.end < rules.silence_ms for before, after in pairwise(inside))
        if len(inside) > 1:
            assert inside[-1].end - start <= rules.longest_ms
            assert sum(piece.width + 1 for piece in inside) - 1 <= rules.line_width * rules.line_count + 1
    for (_, end), (start, _) in pairwise(spans):
        assert end <= start
