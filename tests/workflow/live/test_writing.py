"""Subtitles that grow obey the lines of their profile, whatever is said."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pausa
from pausa.core.words import Word
from pausa.formats.base import Layout
from pausa.formats.subtitling import PROFILES
from pausa.workflow.live.writing import writer

SPOKEN = st.lists(
    st.tuples(
        st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=14),
        st.integers(50, 600),  # how long it takes
        st.sampled_from([0, 0, 0, 100, 900, 3000]),  # the silence behind it
        st.sampled_from(["", "", "", ",", ".", "?"]),
    ),
    min_size=1,
    max_size=60,
)


def words(spoken: list[tuple[str, int, int, str]]) -> list[Word]:
    made, now = [], 0
    for text, lasts, silence, mark in spoken:
        made.append(Word(text, now, now + lasts, mark=mark))
        now += lasts + silence
    return made


@pytest.mark.parametrize("to", ["vtt", "srt"])
@pytest.mark.parametrize("profile", [*PROFILES, "plain"])
@settings(max_examples=30, deadline=None)
@given(spoken=SPOKEN, width=st.sampled_from([None, 20]))
def test_no_cue_is_wider_or_higher_than_its_profile(
    to: str, profile: str, spoken: list[tuple[str, int, int, str]], width: int | None
) -> None:
    layout = Layout.of(profile, line_width=width)
    write, live = writer(to, layout=layout), pausa.stream("punctuation", delay=2)
    written = "".join(write(event) for word in words(spoken) for event in live.push(word))
    written += "".join(map(write, live.close()))
    said, last = [], ""
    for cue in written.removeprefix("WEBVTT\n\n").rstrip("\n").split("\n\n"):
        lines = cue.split("\n")
        lines = lines[1:] if to == "srt" else lines
        assert len(lines) - 1 <= layout.line_count
        assert all(len(line) <= layout.line_width for line in lines[1:])
        begin, end = (stamp.replace(",", ".").zfill(12) for stamp in lines[0].split(" --> "))
        assert last <= begin <= end  # cues never overlap
        last = end
        said += " ".join(lines[1:]).split()
    assert [word.strip(".,?").lower() for word in said] == [text for text, *_ in spoken]


def test_a_long_sentence_is_cut_into_cues_of_the_profile() -> None:
    said = [Word("harbour", 500 * place, 500 * place + 400) for place in range(30)]
    made = {}
    for profile in ("plain", "bbc"):
        write, live = writer("srt", layout=Layout.of(profile)), pausa.stream("punctuation", max_wait=None)
        made[profile] = "".join(write(event) for event in [*live.push(said), *live.close()])
    assert max(map(len, made["bbc"].splitlines())) <= 37 < max(map(len, made["plain"].splitlines())) <= 42
