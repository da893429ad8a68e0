"""Conversations in plain text."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Source, main_segmentation
from pausa.formats.dialogue import parse as parse_dialogue
from pausa.formats.files import parse
from tests.builders import cut, parsed, rendered, reread

TALK = "Anna: So we left early. It was late.\nBen: Did you walk?\nAnna: Yes.\n"


def said(text: str) -> list[tuple[str | None, str]]:
    (document,) = parsed("dialogue", text)
    return [(word.speaker, str(word)) for word in document.transcript.words]


def speakers(text: str) -> list[str | None]:
    return list(dict.fromkeys(speaker for speaker, _ in said(text)))


def test_names_are_speakers_and_no_words() -> None:
    (document,) = parsed("dialogue", TALK)
    assert document.transcript.texts == ("So", "we", "left", "early", "It", "was", "late", "Did", "you", "walk", "Yes")
    assert [word.speaker for word in document.transcript.words] == ["Anna"] * 7 + ["Ben"] * 3 + ["Anna"]
    assert main_segmentation(document).ends == (3, 6, 9, 10)


def test_a_turn_goes_on_over_lines_without_a_name() -> None:
    assert said("Anna: so we\n\nleft early\nBen: yes")[:4] == [("Anna", w) for w in ("so", "we", "left", "early")]


def test_the_questions_and_answers_of_courts_are_turns() -> None:
    text = "Q. were you on duty\nA. yes i was\nQ. where were you\nA. ambulance 12\n"
    assert FORMATS["dialogue"].looks_like(text)
    assert said(text)[3:6] == [("Q", "duty"), ("A", "yes"), ("A", "i")]
    with pytest.raises(InputError):
        parsed("dialogue", "Q. were you on duty\nQ. where were you\nyes\n")


def test_small_words_before_colons_are_names_where_they_take_turns_in_most_lines() -> None:
    source = Source("host: welcome back\nguest: thank you\nhost: how did you begin\nguest: in a garage\n")
    (document,) = parse_dialogue(source)
    assert [word.speaker for word in document.transcript.words][:5] == ["host", "host", "guest", "guest", "host"]
    assert source.notes == ["small words before colons are taken for speakers (guest, host); as lines they are words"]
    assert rendered("dialogue", document).startswith("[host]: welcome back")
    assert not FORMATS["dialogue"].looks_like("note: it rained\nso we left\nnote: early\nhint: walk\nand then")


def test_without_marks_each_turn_is_a_sentence() -> None:
    (document,) = parsed("dialogue", "Anna: so we left\nBen: did you walk\nAnna: yes")
    assert main_segmentation(document).ends == (2, 5, 6)


def test_a_colon_inside_a_turn_names_nobody() -> None:
    assert said("Anna: one thing: it rained")[:2] == [("Anna", "one"), ("Anna", "thing:")]
    assert speakers("Anna: we had\nthe following: rain\nBen: yes") == ["Anna", "Ben"]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Dr. Lee: so", "Dr. Lee"),
        ("Jon van Dam: so", "Jon van Dam"),
        ("SPEAKER_00: so", "SPEAKER_00"),
        ("Speaker 1: so", "Speaker 1"),
        ("spk_0: so", "spk_0"),
        ("李明：so", "李明"),
        ("דנה: so", "דנה"),
        ("Anna:\tso", "Anna"),
        ("Anna:\nso", "Anna"),
        (">> ANNA: so", "ANNA"),
        ("- Anna: so", "Anna"),
        ("**Anna:** so", "Anna"),
        ("**Anna**: so", "Anna"),
        ("Anna (laughing): so", "Anna"),
        ("[the caller]: so", "the caller"),
        ("[0:02] Anna: so", "Anna"),
        ("0:02 Anna: so", "Anna"),
        ("0:02 - Anna: so", "Anna"),
        ("[00:00:01 - 00:00:05] Anna: so", "Anna"),
        ("Anna (1:00:02): so", "Anna"),
        ("Anna 0:02: so", "Anna"),
        ("Anna Berg  0:02\nso", "Anna Berg"),
        ("Anna Berg | 0:02\nso", "Anna Berg"),
        ("Anna Berg  0:02\n\nso", "Anna Berg"),
        ("0:02 Anna Berg\nso", "Anna Berg"),
        ("Anna Berg (Host) 0:02\nso", "Anna Berg"),
        ("?: so", None),
    ],
)
def test_what_is_taken_for_a_name(line: str, name: str | None) -> None:
    assert said(line) == [(name, "so")]


@pytest.mark.parametrize(
    "line",
    [
        "so we left: then",
        "at 10:30 so",
        "We met at 10:30",
        "http://a.org",
        "Well, Anna: so",
        "anna: so",
        "Really? Yes: so",
    ],
)
def test_what_is_not(line: str) -> None:
    assert speakers(f"Ben: first\n{line}") == ["Ben"]


def test_lines_of_name_and_time_are_labels_only_with_text_below_and_where_no_colons_are() -> None:
    assert said("Ben: first\nSee You Monday 9:30\nright\nBen: yes")[1][1] == "See"
    assert [word for _, word in said("Ben Lee  0:02\nfirst\n\nLunch 12:30\n\nBen Lee  0:09\nyes")] == [
        *("first", "Lunch", "12:30", "yes"),
    ]


def test_a_text_without_any_name_is_an_error() -> None:
    with pytest.raises(InputError, match="read it as lines"):
        parsed("dialogue", "so we left\nit was late")


@pytest.mark.parametrize(
    ("stamp", "start"),
    [
        ("0:02", 2_000),
        ("1:02:03.5", 3_723_500),
        ("(12:00)", 720_000),
        ("62:10", 3_730_000),
        ("0:01-0:05", 1_000),
        ("[00:00:04,250]", 4_250),
    ],
)
def test_a_time_is_when_the_turn_begins(stamp: str, start: int) -> None:
    (document,) = parsed("dialogue", f"{stamp} Anna: so we left")
    assert [word.start for word in document.transcript.words] == [start, None, None]


def test_a_turn_is_a_line_and_marks_spell_the_sentences() -> None:
    tokens = [*(Word(text, speaker="Anna") for text in ("so", "yes", "no")), Word("well", speaker=None)]
    document = Document(Transcript(tuple(tokens)), (cut("so yes | no well |"),))
    assert rendered("dialogue", document) == "Anna: so yes. no\n?: well\n"
    assert main_segmentation(reread("dialogue", document)[0]).ends == (1, 3)


def test_one_sentence_of_two_people_is_closed() -> None:
    document = Document(Transcript((Word("so", speaker="Anna"), Word("yes", speaker="Ben"))))
    assert rendered("dialogue", document) == "Anna: so\nBen: yes.\n"
    assert main_segmentation(reread("dialogue", document)[0]).ends == (1,)


@pytest.mark.parametrize(
    "name",
    [
        "anna",
        "the caller",
        "A, B",
        "Anna: x",
        "10:30",
        "Q?",
        "a [b]",
        "one two three four five six",
        "0:01-0:05",
        " x ",
    ],
)
def test_names_that_would_not_be_taken_for_one_stand_in_brackets(name: str) -> None:
    (back,) = reread("dialogue", Document(Transcript((Word("so", speaker=name),))))
    (word,) = back.transcript.words
    assert (word.text, word.speaker) == ("so", name.replace("[", "(").replace("]", ")").strip())


def test_an_empty_document_survives() -> None:
    assert reread("dialogue", Document(Transcript(())))[0].n_words == 0


@pytest.mark.parametrize("name", ["talk.txt", "talk", "talk.dialogue"])
def test_it_is_recognised_by_its_names(name: str) -> None:
    (document,) = parse(TALK.encode(), name=name)
    assert document.transcript.words[0].speaker == "Anna"


def test_a_file_called_lines_is_lines() -> None:
    (document,) = parse(TALK.encode(), name="talk.lines")
    assert document.transcript.texts[0] == "Anna"


def test_a_file_called_dialogue_is_one_even_with_one_turn() -> None:
    (document,) = parse(b"Anna: So we left.\n", name="talk.dialogue")
    assert document.transcript.words[0].speaker == "Anna"


@pytest.mark.parametrize(
    "text",
    [
        "So we left early.\nOne thing: it rained.\nIt was late.",
        "Remember: we left.\nWarning: it rained.",
        "Note: we left.\nIt was late.\nNote: it rained.",
        "From: Anna\nTo: Ben\nSubject: Boats\nDate: Monday",
        "He had one rule: never wait.\nShe laughed.\nHe had one rule: never look back.\nOne thing: go.",
        "Lunch 12:30\nDinner 18:30\nLunch 12:30",
        "John 3:16\nso we left\nJohn 3:17\nit was late",
        "Item 1: the boat\nAction: buy it\nAction: name it",
        "so we left\nit was late",
        '{"Anna": "so"}',
    ],
)
def test_other_texts_are_no_dialogue(text: str) -> None:
    assert not FORMATS["dialogue"].looks_like(text)


@pytest.mark.parametrize("title", ["", "An evening on the boat\n\n3 May\n\n"])
def test_names_that_take_turns_are_one_also_behind_a_title(title: str) -> None:
    assert FORMATS["dialogue"].looks_like(title + TALK)


@pytest.mark.parametrize(
    "line", ["0:01" + " " * 200_000 + ":", "Anna" + " " * 200_000 + "x", "[" * 200_000, "A " * 100_000]
)
def test_long_lines_take_no_time(line: str) -> None:
    """Backtracking would take minutes here."""
    assert not FORMATS["dialogue"].looks_like(line)
