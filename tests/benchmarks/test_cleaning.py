"""Cleaning keeps what was said and drops what was only written."""

from __future__ import annotations

import pytest

from benchmarks.cleaning_rules import RULES, Tally, Turn, cleaned, counted, rules_of
from benchmarks.sources import SOURCES


def texts(source: str, *turns: str, speaker: str = "ANNA") -> list[str]:
    return [turn.text for turn in cleaned(source, [Turn(speaker, text) for text in turns])]


@pytest.mark.parametrize(
    ("source", "before", "after"),
    [
        ("changelog", r"We shipped it \[laughter\] on Monday.", "We shipped it on Monday."),
        ("changelog", r"It is \[unintelligible 00:12:33.04\] fast.", "It is fast."),
        ("changelog", "That&#39;s &quot;fine&quot;.", 'That\'s "fine".'),
        ("changelog", "She wrote: > Nobody reads this. > > They do.", "She wrote: Nobody reads this. They do."),
        ("changelog", "Read [the long post](https://example.org/post) first.", "Read the long post first."),
        ("changelog", "See you after this. Break: to", "See you after this."),
        ("changelog", "You \\[the people\\] decide.", "You [the people] decide."),
        ("committee", "We met on May27. [Laughter.] It rained.", "We met on May 27. It rained."),
        ("inquiry-postoffice", "I told :abbr:`ABC (A Big Company)` so (sic).", "I told ABC so."),
        ("inquiry-postoffice", "We looked at [Second Sight] then.", "We looked at [Second Sight] then."),
        ("us-news-conferences", "Ask Mr. Miller2 about it.", "Ask Mr. Miller about it."),
        ("us-news-conferences", "I signed it in June (see Item 12).", "I signed it in June."),
        ("us-news-conferences", "Thank you all. THE PRICE OF WHEAT", "Thank you all."),
        ("us-news-conferences", "He has shown his . good will to us .", "He has shown his good will to us."),
        ("fomc", "Rates will 6/30-7/1/98 rise. END OF MEETING", "Rates will rise."),
        ("fomc", "This autumn=s figures are in. [Recess]", "This autumn's figures are in."),
        ("au-pm-interviews", "It';s a good day. (ends)", "It's a good day."),
        ("au-pm-speeches", "CHECK AGAINST DELIVERY Friends, welcome.", "Friends, welcome."),
        ("audrey-tang", "We open it [points at the screen] today.", "We open it today."),
        ("google-talks", "WE MADE THIS AND I LIKE IT.", "we made this and I like it."),
        ("archive-tw", "今天很好（笑）。", "今天很好。"),
        ("archive-tw", "占一•五％。", "占一•五％。"),
        ("europarl-fr", "Le vote [COM 12 - 2001/0063] est clos. Déclarations écrites", "Le vote est clos."),
        ("srccon", "We built the tool > > for the whole team.", "We built the tool for the whole team."),
        ("osce", "It hurts, uh, here.", "It hurts, uh, here."),
    ],
)
def test_what_was_not_said_goes(source: str, before: str, after: str) -> None:
    assert texts(source, before) == [after]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("au-pm-interviews", "E & O E - PROOF ONLY"),
        ("au-pm-interviews", "…"),
        ("inquiry-postoffice", "(The witness nodded)"),
        ("srccon", "This is a DRAFT TRANSCRIPT from a live session at a conference. Session Leader: Ann Example"),
        ("audrey-tang", "我們也可以用中文說。"),
        ("changelog", "\\[laughs\\]"),
        ("parlamint-fr", "87 Non"),
        ("parlamint-fr", "Un mot perdu : \ufffd la fin."),
        ("parlamint-bg", "Иван Петров тук " * 60),
    ],
)
def test_turns_without_speech_are_dropped(source: str, text: str) -> None:
    assert texts(source, text) == []


def test_headings_are_dropped_only_where_nobody_says_them() -> None:
    assert texts("au-pm-interviews", "Hobart", speaker="") == []
    assert texts("au-pm-interviews", "Hobart", speaker="JOURNALIST") == ["Hobart"]
    said = "Well, ladies and gentlemen, this was a long day for us all. Thank you."
    assert texts("au-pm-interviews", said, speaker="") == [said]


def test_turns_of_songs_are_dropped_by_their_speaker() -> None:
    assert texts("changelog", "La la la.", speaker="Jingle") == []
    assert texts("changelog", "La la la.", speaker="Breakmaster Cylinder") == ["La la la."]


@pytest.mark.parametrize(
    ("source", "text", "after"),
    [
        ("srccon", "Are we on? >> Yes. >> EMMA: Good.", [("ANNA", "Are we on?"), ("", "Yes."), ("EMMA", "Good.")]),
        ("srccon", "Are we on? Emma: Yes, we are.", [("ANNA", "Are we on?"), ("Emma", "Yes, we are.")]),
        ("srccon", "Three things. First: money.", [("ANNA", "Three things. First: money.")]),
        ("au-pm-interviews", "Is it? PM: It is.", [("ANNA", "Is it?"), ("PM", "It is.")]),
        (
            "us-news-conferences",
            "That is all. Q. Why so, sir? THE PRESIDENT. Because. Reporter: Thank you.",
            [
                ("ANNA", "That is all."),
                ("Q", "Why so, sir?"),
                ("THE PRESIDENT", "Because."),
                ("Reporter", "Thank you."),
            ],
        ),
        ("fomc", "Call the roll. MR. MILLER. Gladly.", [("ANNA", "Call the roll."), ("MR. MILLER", "Gladly.")]),
        (
            "fomc",
            "We vote. Chairman Miller Yes President Smith No Governor Jones Yes",
            [("ANNA", "We vote.")],
        ),
    ],
)
def test_another_speaker_inside_a_turn_gets_a_turn(source: str, text: str, after: list[tuple[str, str]]) -> None:
    assert [(turn.speaker, turn.text) for turn in cleaned(source, [Turn("ANNA", text)])] == after


def test_what_rules_do_is_counted() -> None:
    turns = [Turn("A", "Good. [Laughter.]"), Turn("B", "[Inaudible.]"), Turn("A", "On June15 then.")]
    kept, tallies = counted("committee", turns)
    assert kept == cleaned("committee", turns)
    assert tallies["notes"] == Tally(changed=1, dropped=1, words_lost=2)
    assert tallies["glued dates"] == Tally(changed=1, dropped=0, words_lost=-1)


@pytest.mark.parametrize("source", SOURCES)
def test_plain_speech_stays_as_it_is(source: str) -> None:
    turns = (Turn("Anna", "Well, I think so. Do you?"), Turn("Ben", "Yes! We said 3.5 percent, didn't we?"))
    assert cleaned(source, turns) == turns


@pytest.mark.parametrize("source", SOURCES)
def test_cleaning_twice_is_cleaning_once(source: str) -> None:
    turns = [
        Turn("ANNA", "Is it [laughs] so? >> Yes (inaudible) it is. BEN: No. _____ Q. Why? \\[laughter\\] > Because.")
    ]
    once = cleaned(source, turns)
    assert cleaned(source, once) == once


def test_every_source_with_rules_is_known() -> None:
    assert set(RULES) <= set(SOURCES)
    assert len(rules_of("parlamint-pl")) > 1
