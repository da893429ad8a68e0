"""Subtitles: words in = words out, whatever the cues look like, and captions that roll up give each word once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.times import clock
from pausa.core.words import Transcript, Word
from pausa.formats.files import parse
from tests.builders import parsed, rendered, reread

BOTH = pytest.mark.parametrize("name", ["srt", "vtt"])
LINES = ["Yeah.", "Yeah.", "yes", "42", "2", "so we left", "at 10:30", "no no", "Łódź, 1,000"]


@dataclass(frozen=True)
class Shown:
    """A cue to be written: rows from one time to another; `stamped` rows have a time for every word but the first."""

    start: int
    end: int
    rows: tuple[str, ...]
    stamped: bool = False


def said(name: str, text: str) -> list[str]:
    """The words read, spelled with their marks."""
    return [str(word) for document in parsed(name, text) for word in document.transcript.words]


def written(shown: Sequence[Shown]) -> list[str]:
    """The words of the rows, counted without any reader."""
    return [token for cue in shown for row in cue.rows for token in row.split()]


def srt(cues: Sequence[Shown], *, numbered: bool = True, blank: str = "\n") -> str:
    return "".join(
        (f"{number}\n" if numbered else "")
        + f"{clock(cue.start, decimal=',')} --> {clock(cue.end, decimal=',')}\n"
        + "".join(f"{row}\n" for row in cue.rows)
        + blank
        for number, cue in enumerate(cues, start=1)
    )


def vtt(cues: Sequence[Shown], *, between: str = "", names: bool = False) -> str:
    blocks = [
        (f"cue {number}\n" if names else "")
        + f"{clock(cue.start)} --> {clock(cue.end)} align:start position:0%\n"
        + "".join(f"{painted(cue, place)}\n" for place in range(len(cue.rows)))
        for number, cue in enumerate(cues, start=1)
    ]
    return "WEBVTT\nKind: captions\n\n" + f"\n{between}".join(blocks)


def painted(cue: Shown, place: int) -> str:
    """A row as video sites write it, with times for its words if it is the last one of a stamped cue."""
    first, *rest = cue.rows[place].split() or [""]
    if not cue.stamped or place < len(cue.rows) - 1:
        return cue.rows[place]
    step = (cue.end - cue.start) // (len(rest) + 1)
    times = [clock(cue.start + step * (number + 1)) for number in range(len(rest))]
    return first + "".join(f"<{time}><c> {word}</c>" for time, word in zip(times, rest, strict=True))


@st.composite
def plain_cues(draw: st.DrawFn, *, start: int = 0) -> list[Shown]:
    """Cues as people and recognisers write them: repeated, of no length, touching, back in time, some of two rows.

    A second row is found in no other cue but a whole repetition, since what rolls on is a last row.
    """
    cues: list[Shown] = []
    now = start
    for number in range(draw(st.integers(1, 12))):
        begin = max(start, now + draw(st.sampled_from([0, 0, 0, 0, 10, 700, -1500])))
        now = begin + draw(st.sampled_from([0, 0, 1, 10, 20, 21, 1000, 2500]))
        rows: tuple[str, ...] = (draw(st.sampled_from(LINES)),)
        if cues and draw(st.integers(0, 2)) == 0:
            rows = cues[-1].rows
        elif draw(st.integers(0, 3)) == 0:
            rows = (*rows, f"row{number} {number}")
        cues.append(Shown(begin, now, rows))
    return cues


@st.composite
def rolling_cues(
    draw: st.DrawFn, *, stamped: bool, rows: bool = True, min_lines: int = 1
) -> tuple[list[str], list[Shown]]:
    """Words, and the captions that a video site makes of them.

    Without empty rows, as some converters leave them out, the screen never empties between two lines here.
    """
    lines = draw(
        st.lists(
            st.lists(st.sampled_from(["yes", "so", "we", "left", "it's", "42", "late"]), min_size=1, max_size=6),
            min_size=min_lines,
            max_size=8,
        )
    )
    empty = (" ",) if rows else ()
    cues: list[Shown] = []
    upper: tuple[str, ...] = empty
    now = draw(st.integers(0, 5000))
    for words in lines:
        line = " ".join(words)
        end = now + draw(st.integers(300, 6000))
        cues.append(Shown(now, end, (*upper, line), stamped))
        expires = rows and draw(st.integers(0, 5)) == 0
        cues.append(Shown(end, end + 10, (" ", " ") if expires else (line, *empty)))
        upper = empty if expires else (line,)
        now = end + 10
    return [word for words in lines for word in words], cues


# What was written is what is read


@given(cues=plain_cues(), numbered=st.booleans(), blank=st.sampled_from(["\n", "\n\n", ""]), final=st.booleans())
def test_every_word_of_any_srt_is_read(cues: list[Shown], numbered: bool, blank: str, final: bool) -> None:
    text = srt(cues, numbered=numbered, blank=blank)
    assert said("srt", text if final else text.rstrip("\n")) == written(cues)


@given(
    cues=plain_cues(),
    between=st.sampled_from(["", "\n", "NOTE not said\n\n", "STYLE\n::cue {}\n\n"]),
    names=st.booleans(),
)
def test_every_word_of_any_vtt_is_read(cues: list[Shown], between: str, names: bool) -> None:
    assert said("vtt", vtt(cues, between=between, names=names)) == written(cues)


@BOTH
@given(cues=plain_cues(), ending=st.sampled_from(["\n", "\r\n", "\r"]), mark=st.sampled_from(["", "\ufeff"]))
def test_every_word_of_a_file_is_read_with_any_line_ends(name: str, cues: list[Shown], ending: str, mark: str) -> None:
    text = mark + (srt(cues) if name == "srt" else vtt(cues)).replace("\n", ending)
    (document,) = parse(text.encode(), name=f"talk.{name}", warn=lambda _: None)
    assert [str(word) for word in document.transcript.words] == written(cues)


@BOTH
@given(
    sentences=st.lists(
        st.tuples(
            st.sampled_from(["yeah", "so we left", "no", "10:30 -> 11:00", "42"]), st.sampled_from([0, 10, 20, 900])
        ),
        min_size=1,
        max_size=12,
    )
)
def test_sentences_said_again_in_no_time_survive(name: str, sentences: list[tuple[str, int]]) -> None:
    words: list[Word] = []
    ends = []
    now = 0
    for text, length in sentences:
        tokens = text.split()
        words += [
            Word(token, now if place == 0 else None, now + length if place == len(tokens) - 1 else None)
            for place, token in enumerate(tokens)
        ]
        ends.append(len(words) - 1)
        now += length
    document = Document(Transcript(tuple(words)), (Segmentation(len(words), tuple(ends)),))
    (back,) = reread(name, document)
    assert [str(word).rstrip(".") for word in back.transcript.words] == [word.text for word in words]


# Captions that roll up


@given(made=rolling_cues(stamped=True))
def test_captions_that_roll_up_with_word_times_give_the_words_back(made: tuple[list[str], list[Shown]]) -> None:
    words, cues = made
    assert said("vtt", vtt(cues)) == words


@BOTH
@given(made=rolling_cues(stamped=False))
def test_captions_that_roll_up_in_rows_give_the_words_back(name: str, made: tuple[list[str], list[Shown]]) -> None:
    words, cues = made
    assert said(name, srt(cues) if name == "srt" else vtt(cues)) == words


@BOTH
@given(made=rolling_cues(stamped=False, rows=False, min_lines=3))
def test_captions_that_roll_up_without_empty_rows_give_the_words_back(
    name: str, made: tuple[list[str], list[Shown]]
) -> None:
    words, cues = made
    assert said(name, srt(cues) if name == "srt" else vtt(cues)) == words


@BOTH
@given(data=st.data())
def test_only_the_part_that_rolls_is_read_once(name: str, data: st.DataObject) -> None:
    words, rolling = data.draw(rolling_cues(stamped=name == "vtt"))
    end = rolling[-1].end
    plain = data.draw(plain_cues(start=end + 500))
    again = [Shown(end, end + data.draw(st.sampled_from([0, 10, 900])), (rolling[-1].rows[0].strip() or "yes",))]
    cues = [*rolling, *again, *plain]
    text = srt(cues) if name == "srt" else vtt(cues)
    assert said(name, text) == words + written(again) + written(plain)
    turned = [Shown(cue.start - end, cue.end - end, cue.rows) for cue in plain]
    later = max(cue.end for cue in turned) + 500
    moved = [Shown(cue.start + later, cue.end + later, cue.rows, cue.stamped) for cue in rolling]
    text = srt([*turned, *moved]) if name == "srt" else vtt([*turned, *moved])
    assert said(name, text) == written(turned) + words


def test_lines_that_are_taken_over_in_a_long_run_roll_up_without_any_flash() -> None:
    lines = ["so we left", "the house", "early", "and it", "was late"]
    cues = [Shown(0, 1000, (lines[0],))]
    cues += [Shown(1000 * n, 1000 * n + 1000, pair) for n, pair in enumerate(pairwise(lines), start=1)]
    assert said("srt", srt(cues)) == " ".join(lines).split()
    assert said("srt", srt(cues[:4])) == written(cues[:4]), "three steps could be a refrain"


def test_a_refrain_is_no_run_that_rolls() -> None:
    rows = [("la la",), ("la la", "hey"), ("hey", "la la"), ("la la", "hey"), ("hey", "la la"), ("la la", "hey")]
    cues = [Shown(1000 * n, 1000 * n + 1000, shown) for n, shown in enumerate(rows)]
    assert said("srt", srt(cues)) == written(cues)


@pytest.mark.parametrize("length", [0, 1, 10, 20])
@BOTH
def test_one_short_cue_that_repeats_another_does_not_make_captions_roll_up(name: str, length: int) -> None:
    cues = [
        Shown(0, 1000, ("so we left", "it was late")),
        Shown(1000, 2000, ("Yeah.",)),
        Shown(2000, 2000 + length, ("Yeah.",)),
        Shown(2000 + length, 3000, ("Yeah.", "Right.")),
        Shown(3000, 4000, ("Right.",)),
    ]
    assert said(name, srt(cues) if name == "srt" else vtt(cues)) == written(cues)


def test_a_segment_of_no_length_that_whisper_repeats_survives_srt() -> None:
    segments = [(0, 2, "So we left."), (2, 2, "So we left."), (2, 3, "Yes.")]
    listed = ", ".join(f'{{"start": {a}, "end": {b}, "text": " {text}"}}' for a, b, text in segments)
    (document,) = parsed("whisper", f'{{"segments": [{listed}]}}')
    assert said("srt", rendered("srt", document)) == "So we left. So we left. Yes.".split()
