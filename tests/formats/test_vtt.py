"""WebVTT: voices, word times, captions that roll up, everything around the cues."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.segmentation import Segmentation
from pausa.core.words import Event, Transcript, Word
from pausa.formats.base import Source, main_segmentation
from pausa.formats.vtt import parse
from tests.builders import cut, parsed, rendered, reread, spoken


def read(*blocks: str) -> Document:
    (document,) = parsed("vtt", "\n\n".join(["WEBVTT", *blocks]) + "\n")
    return document


def read_whole(text: str) -> list[str]:
    (document,) = parsed("vtt", text)
    return [str(word) for word in document.transcript.words]


def times(document: Document) -> list[tuple[str, int | None, int | None]]:
    return [(word.text, word.start, word.end) for word in document.transcript.words]


# Reading


def test_notes_styles_regions_names_and_settings_are_passed_over() -> None:
    document = read(
        "STYLE\n::cue { color: red }",
        "REGION\nid:left",
        "NOTE one line",
        "NOTE\nmore\nlines",
        "first\n00:01.000 --> 00:02.000 align:start line:0\nso we",
        "NOTE between",
        "2\n00:02.000 --> 00:03.000\nleft.",
        "NOTE at the end",
    )
    assert times(document) == [("so", 1000, None), ("we", None, 2000), ("left", 2000, 3000)]


def test_a_number_or_the_word_note_in_a_cue_is_a_word() -> None:
    document = read("00:01.000 --> 00:02.000\n12\nNOTE this")
    assert document.transcript.texts == ("12", "NOTE", "this")


def test_voices_name_speakers_up_to_where_they_close() -> None:
    document = read("00:01.000 --> 00:02.000\n<v.loud Anna Berg>So we\nleft.</v> Yes. <v Tom &amp; Co>No.")
    speakers = [word.speaker for word in document.transcript.words]
    assert speakers == ["Anna Berg"] * 3 + [None, "Tom & Co"]


def test_a_voice_does_not_last_into_the_next_cue() -> None:
    document = read("00:01.000 --> 00:02.000\n<v Anna>so", "00:02.000 --> 00:03.000\nyes")
    assert [word.speaker for word in document.transcript.words] == ["Anna", None]


def test_entities_are_characters_and_a_hard_space_parts_words() -> None:
    document = read("00:01.000 --> 00:02.000\nQ&amp;A&nbsp;at 3 &lt; 4 &notit; AT&T")
    assert [str(word) for word in document.transcript.words] == ["Q&A", "at", "3", "<", "4", "&notit;", "AT&T"]


def test_an_escaped_event_is_an_event() -> None:
    document = read("00:01.000 --> 00:02.000\nso &lt;laugh&gt; we <cough> left")
    assert document.transcript.events == (Event(1, Word("<laugh>")), Event(2, Word("<cough>")))


def test_styling_is_taken_off_and_readings_above_characters_too() -> None:
    document = read(
        "00:01.000 --> 00:02.000\n<c.yellow.bg_blue>so</c> <lang en>we</lang> <ruby>左<rt>hidari</rt></ruby>"
    )
    assert document.transcript.texts == ("so", "we", "左")


def test_a_time_in_a_cue_is_the_start_of_the_next_word() -> None:
    document = read("00:01.000 --> 00:03.000\nso <00:01.500>we <00:02.000>left early")
    assert times(document) == [("so", 1000, None), ("we", 1500, None), ("left", 2000, None), ("early", None, 3000)]


def test_a_time_inside_a_word_does_not_part_it() -> None:
    document = read("00:01.000 --> 00:03.000\num<00:01.500>brel<00:01.800>la <00:02.000>stand")
    assert times(document) == [("umbrella", 1000, None), ("stand", 2000, 3000)]


def test_captions_that_roll_up_give_each_word_once_with_its_start() -> None:
    document = read(
        "00:00:00.100 --> 00:00:02.000 align:start\n \nso<00:00:00.500><c> we</c><00:00:01.000><c> left</c>",
        "00:00:02.000 --> 00:00:02.010 align:start\nso we left\n ",
        "00:00:02.010 --> 00:00:04.000 align:start\nso we left\nleft<00:00:02.500><c> early</c>",
        "00:00:04.000 --> 00:00:04.010 align:start\nleft early\n ",
        "00:00:04.010 --> 00:00:05.000 align:start\nleft early\nyes",
        "00:00:05.000 --> 00:00:05.010 align:start\nyes\n ",
        "00:00:05.010 --> 00:00:06.000 align:start\nyes\nyes",
    )
    assert times(document) == [
        ("so", 100, None),
        ("we", 500, None),
        ("left", 1000, None),
        ("left", 2010, None),
        ("early", 2500, None),
        ("yes", 4010, None),
        ("yes", 5010, None),
    ]
    assert document.segmentations == ()


def test_word_times_alone_do_not_make_captions_roll_up() -> None:
    document = read("00:00.000 --> 00:01.000\nso <00:00.500>yes", "00:01.000 --> 00:02.000\nso <00:01.500>yes")
    assert times(document) == [("so", 0, None), ("yes", 500, 1000), ("so", 1000, None), ("yes", 1500, 2000)]


def test_escaped_signs_of_a_new_speaker_stay_with_the_word() -> None:
    document = read("00:01.000 --> 00:02.000\n&gt;&gt; So we left.\n<v Tom>- Yes.")
    assert [(word.before, word.text) for word in document.transcript.words if word.before] == [
        (">>", "So"),
        ("-", "Yes"),
    ]


def test_the_language_of_the_head_is_kept_and_used() -> None:
    (document,) = parsed("vtt", "WEBVTT\nKind: captions\nLanguage: pl\n\n00:01.000 --> 00:02.000\nprof. Nowak\n")
    assert document.language == "pl"
    assert document.transcript.texts == ("prof.", "Nowak")


def test_a_file_without_its_first_line_is_read_and_that_is_noted() -> None:
    source = Source("00:01.000 --> 00:02.000\nso we left\n")
    (document,) = parse(source)
    assert document.n_words == 3
    assert source.bad_rows == [(1, "the file does not begin with WEBVTT")]


def test_a_file_without_cues_is_an_empty_document() -> None:
    assert parsed("vtt", "WEBVTT\n")[0].n_words == 0


def test_blank_lines_inside_a_cue_lose_no_words() -> None:
    document = read("00:01.000 --> 00:02.000\nso we\n\nleft", "00:02.000 --> 00:03.000\nyes")
    assert document.transcript.texts == ("so", "we", "left", "yes")


@pytest.mark.parametrize("times", ["00:00:0x.000 --> 00:02.000", "00:01.000 -> 00:02.000", "--> 00:02.000"])
@pytest.mark.parametrize("before", ["", "00:00.000 --> 00:01.000\nyes\n\n"])
def test_the_words_of_a_named_cue_with_broken_times_are_kept_and_noted(times: str, before: str) -> None:
    source = Source(f"WEBVTT\n\n{before}intro\n{times}\nso we left\n\n00:03.000 --> 00:04.000\nlate\n")
    (document,) = parse(source)
    assert [word.text for word in document.transcript.words if word.text != "yes"] == ["so", "we", "left", "late"]
    assert document.transcript.words[-4].start is None
    assert (4 + before.count("\n"), True) in [(line, "times of a cue" in problem) for line, problem in source.bad_rows]


def test_text_before_the_first_cue_is_kept_and_noted() -> None:
    source = Source("WEBVTT\nKind: captions\n\nNOTE not said\n\ngood evening\n\n00:01.000 --> 00:02.000\nso\n")
    (document,) = parse(source)
    assert document.transcript.texts == ("good", "evening", "so")
    assert len(source.bad_rows) == 1


def test_what_a_head_says_about_the_file_is_not_said_by_anybody() -> None:
    head = (
        "WEBVTT - a talk\nKind: captions\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000\nStyle:\n::cue(c.r) { color: red;\n }\n##"
    )
    assert read_whole(f"{head}\n\n00:01.000 --> 00:02.000\nso\n") == ["so"]


@pytest.mark.parametrize("text", ["WEBVTT\nso we left\n", "WEBVTT\n\nso we left\n", "so we left\n"])
def test_text_without_any_cue_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"line \d.*cue"):
        parsed("vtt", text)


@pytest.mark.parametrize("line", ["REGION nine won", "STYLE is all", "I <3> you", "10:30 --> 11:00 is lunch"])
def test_a_line_that_only_looks_like_a_block_or_a_time_is_said(line: str) -> None:
    text = f"WEBVTT\n\n00:01.000 --> 00:02.000\nso\n\n{line}\n\n00:03.000 --> 00:04.000\nyes\n"
    (document,) = parsed("vtt", text)
    assert [str(token) for token in document.transcript.tokens()] == ["so", *line.split(), "yes"]


def test_words_above_the_times_of_a_cue_are_kept_where_most_cues_have_no_name() -> None:
    source = Source("WEBVTT\n\n00:01.000 --> 00:02.000\nso\n\nwe left\n00:02.000 --> 00:03.000\nyes\n")
    (document,) = parse(source)
    assert document.transcript.texts == ("so", "we", "left", "yes")
    assert [line for line, _ in source.bad_rows] == [6]


def test_one_word_above_the_times_of_a_cue_is_its_name_and_noted_where_most_have_none() -> None:
    source = Source("WEBVTT\n\n00:01.000 --> 00:02.000\nso\n\nchorus\n00:02.000 --> 00:03.000\nyes\n")
    (document,) = parse(source)
    assert document.transcript.texts == ("so", "yes")
    assert source.bad_rows == [(6, "taken for the name of a cue, not for a word: 'chorus'")]


def test_text_behind_times_and_settings_is_kept() -> None:
    assert read_whole("WEBVTT\n\n00:01.000 --> 00:02.000 align:start line:0 So we\nleft.\n") == ["So", "we", "left."]


# Writing


def test_sentences_are_cues_with_voices() -> None:
    document = Document(spoken("A: so we left / B: it was late"), (cut("so we left | it was late |"),), language="en")
    assert rendered("vtt", document) == (
        "WEBVTT\nLanguage: en\n\n"
        "00:00:00.000 --> 00:00:00.900\n<v A>so we left.\n\n"
        "00:00:01.500 --> 00:00:02.400\n<v B>it was late\n"
    )


def test_several_speakers_in_one_sentence_survive() -> None:
    transcript = spoken("A: so we B: left it")
    words = (*transcript.words, Word("late", 1200, 1500, None))
    document = Document(Transcript(words), (Segmentation(5, (4,)),))
    assert "<v A>so we</v> <v B>left it</v> late" in rendered("vtt", document)
    (back,) = reread("vtt", document)
    assert [word.speaker for word in back.transcript.words] == ["A", "A", "B", "B", None]


def test_signs_of_the_format_are_escaped() -> None:
    words = (
        Word("Q&A", 0, 10, "R&D <x>"),
        Word("<laugh>"),
        Word("a<b", 10, 20, "R&D <x>"),
        Word("-->", 20, 30, "R&D <x>"),
    )
    document = Document(Transcript.of(words))
    (back,) = reread("vtt", document)
    assert [str(word) for word in back.transcript.words] == ["Q&A", "a<b", "-->"]
    assert {word.speaker for word in back.transcript.words} == {"R&D <x>"}
    assert [event.token.text for event in back.transcript.events] == ["<laugh>"]


def test_a_long_sentence_keeps_its_voice_in_every_cue() -> None:
    document = Document(spoken("A: " + "so " * 60))
    (back,) = reread("vtt", document)
    assert {word.speaker for word in back.transcript.words} == {"A"}
    assert main_segmentation(back).ends == (59,)
