"""Who speaks, in the text of subtitles: names before turns, dashes where two share a cue."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.formats.captions import captions
from pausa.formats.files import parse, render
from pausa.formats.subtitling import PROFILES, SPEAKERS
from tests.builders import cut, spoken
from tests.strategies import documents

SUBTITLES = ["srt", "vtt", "sbv", "ass", "ttml"]


def layout(speakers: str, profile: str = "netflix") -> Layout:
    return Layout.of(profile, speakers=speakers)


def shown(document: Document, speakers: str, profile: str = "netflix") -> list[list[str]]:
    made = captions(document, layout(speakers, profile), format_name="srt")
    return [[" ".join(map(str, line)) for line in one.lines] for one in made]


def exchange(first: str = "Anna", second: str = "Ben") -> Document:
    words = spoken(
        f"{first}: did you {second}: yes {first}: when {second}: it was on a day in the late summer of that year"
    )
    return Document(words, (cut("did you | yes | when | it was on a day in the late summer of that year |"),))


def test_short_turns_share_a_cue_with_a_dash_before_each() -> None:
    assert shown(exchange(), "dashes")[0] == ["- did you.", "- yes."]
    assert shown(exchange(), "dashes")[-1] == ["it was on a day in the", "late summer of that year"]


def test_without_dashes_no_cue_has_two_speakers() -> None:
    assert shown(exchange(), "none")[:3] == [["did you."], ["yes."], ["when."]]


def test_names_stand_where_the_speaker_changes() -> None:
    assert [lines[0] for lines in shown(exchange(), "labels")[:3]] == ["Anna: did you.", "Ben: yes.", "Anna: when."]
    again = Document(spoken("Anna: so we left it was late Ben: yes"), (cut("so we left | it was late | yes |"),))
    assert [line for lines in shown(again, "labels") for line in lines if ":" in line] == [
        "Anna: so we left.",
        "Ben: yes",
    ]


def test_what_no_reader_takes_for_a_name_stands_in_brackets() -> None:
    assert shown(exchange("anna", "ben"), "labels")[0] == ["[anna]: did you."]
    alone = Document(spoken("Anna: so we left"), (cut("so we left |"),))
    assert shown(alone, "labels") == [["[Anna]: so we left"]]


def test_houses_use_dashes_and_plain_subtitles_none() -> None:
    assert {Layout.of(profile).speakers for profile in PROFILES} == {"dashes"}
    assert Layout.of("plain").speakers == "none"
    assert Layout.of("plain", speakers="labels").speakers == "labels"
    with pytest.raises(OptionError, match="plain profile"):
        Layout.of("plain", speakers="dashes")
    with pytest.raises(OptionError, match="speakers is none, labels or dashes, not 'names'"):
        Layout.of(speakers="names")


def test_a_label_counts_for_the_width_of_its_line() -> None:
    long = Document(spoken("Bartholomew: so we left the house early on that day Ben: yes"), ())
    assert all(len(line) <= 37 for lines in shown(long, "labels", "bbc") for line in lines)


@pytest.mark.parametrize("name", SUBTITLES)
@given(document=documents(timed=True), speakers=st.sampled_from(SPEAKERS), profile=st.sampled_from(sorted(PROFILES)))
def test_words_are_read_back_whatever_stands_before_them(
    name: str, document: Document, speakers: str, profile: str
) -> None:
    content = render([document], FORMATS[name], layout=layout(speakers, profile))
    (back,) = parse(str(content).encode(), name=f"talk.{name}", format=name, warn=lambda _: None)
    assert [w.text.rstrip(".") for w in back.transcript.words] == [
        w.text.rstrip(".") for w in document.transcript.words
    ]


@given(document=documents(timed=True, events=False), profile=st.sampled_from(sorted(PROFILES)))
def test_who_shares_a_cue_has_a_line_of_a_width_that_is_allowed(document: Document, profile: str) -> None:
    for one in captions(document, layout("dashes", profile), format_name="srt"):
        speakers = [{word.speaker for word in line} for line in one.lines]
        if len(set().union(*speakers)) > 1:
            assert len(one.lines) <= PROFILES[profile].line_count
            assert all(len(line) == 1 for line in speakers)
            assert all(line[0].before.startswith("- ") for line in one.lines)
            assert all(len(" ".join(map(str, line))) <= PROFILES[profile].line_width for line in one.lines)


@pytest.mark.parametrize("line", ["- 2021 was good.", "– 5 of us."])
def test_the_dash_of_a_turn_is_no_minus(line: str) -> None:
    text = f"1\n00:00:01,000 --> 00:00:02,000\n- So?\n{line}\n"
    (read,) = parse(text.encode(), name="talk.srt", warn=lambda _: None)
    assert read.transcript.words[1].text == line.split()[1]
