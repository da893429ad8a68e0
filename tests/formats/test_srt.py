"""SubRip: what is found in the wild, and what is written."""

from __future__ import annotations

from typing import Any

import pysubs2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.document import Document
from pausa.core.errors import CannotWrite, InputError
from pausa.core.segmentation import Segmentation
from pausa.core.words import Event, Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Layout, Source, main_segmentation
from pausa.formats.srt import parse, render
from pausa.workflow.segment import segment
from tests.builders import cut, marked, parsed, rendered, reread, spoken, words


def spelled_words(text: str) -> list[str]:
    (document,) = parsed("srt", text)
    return [str(word) for word in document.transcript.words]


def cue(text: str, times: str = "00:00:01,000 --> 00:00:02,500") -> str:
    return f"1\n{times}\n{text}\n"


def shown(document: Document, **layout: Any) -> list[list[str]]:
    """The lines of every cue written."""
    text = render([document], Layout(**layout))
    return [block.split("\n")[2:] for block in text.strip("\n").split("\n\n")]


def sentence(text: str) -> Document:
    """One sentence of timed words; commas are marks."""
    made = [
        Word(token.rstrip(","), 300 * place, 300 * place + 300, mark="," * token.endswith(","))
        for place, token in enumerate(text.split())
    ]
    return Document(Transcript(tuple(made)), (Segmentation(len(made), (len(made) - 1,), (".",)),))


# Reading


def test_the_first_word_gets_the_start_and_the_last_the_end() -> None:
    (document,) = parsed("srt", cue("So we\nleft."))
    assert [(w.start, w.end) for w in document.transcript.words] == [(1000, None), (None, None), (None, 2500)]


def test_marks_decide_where_there_are_any() -> None:
    (document,) = parsed("srt", cue("So we left") + "\n" + cue("early. It was late.", "00:00:03,000 --> 00:00:04,000"))
    assert main_segmentation(document).ends == (3, 6)


def test_each_cue_is_a_sentence_where_there_is_no_mark() -> None:
    (document,) = parsed("srt", cue("so we left") + "\n" + cue("it was late", "00:00:03,000 --> 00:00:04,000"))
    assert document.segmentations == (cut("so we left | it was late |"),)


@pytest.mark.parametrize(
    "text",
    [
        "<i>So</i> we left",
        "<I>So we left</I>",
        '<font color="#ff0000">So</font> we <b>l</b>eft',
        r"{\an8}So we {\i1}left{\i0}",
        "{i}So we left{/i}",
        "<u>So</u> <s>we</s> left",
    ],
)
def test_styling_is_taken_off(text: str) -> None:
    assert spelled_words(cue(text)) == ["So", "we", "left"]


def test_events_and_other_brackets_are_no_styling() -> None:
    (document,) = parsed("srt", cue("<laugh> so {we} [left] <3"))
    assert document.transcript.events == (Event(0, Word("<laugh>")),)
    assert [str(word) for word in document.transcript.words] == ["so", "{we}", "[left]", "<3"]


@pytest.mark.parametrize("sign", ["- ", "-", "– ", "—", ">> ", ">>"])
def test_the_sign_of_a_new_speaker_stays_with_the_word_behind_it(sign: str) -> None:
    (document,) = parsed("srt", cue(f"{sign}so we left\n<i>{sign}it was late</i>"))
    assert document.transcript.texts == ("so", "we", "left", "it", "was", "late")
    assert document.transcript.words[3].before == sign.strip()
    assert document.segmentations[0].ends == (2, 5)


def test_a_line_that_opens_with_a_dash_is_a_turn_and_a_dash_inside_a_line_is_none() -> None:
    first, second = cue("- you paid the\n- the rent -not me"), cue("- and the\ngas", "00:00:03,000 --> 00:00:04,000")
    (document,) = parsed("srt", f"{first}\n{second}")
    assert document.transcript.turn_ends == (2, 6)
    assert [sentence.text for sentence in segment(document).sentences] == [
        "-you paid the.",
        "-the rent -not me.",
        "-and the gas.",
    ]
    assert len(segment(document, turns="ignore").ends) < 3


def test_two_arrows_are_a_turn_wherever_they_stand() -> None:
    (document,) = parsed("srt", cue("&gt;&gt; so we left &gt;&gt; you did"))
    assert document.transcript.turn_ends == (2,)


def test_a_negative_number_is_no_sign_of_a_speaker() -> None:
    assert spelled_words(cue("-3 degrees")) == ["-3", "degrees"]
    assert parsed("srt", cue("-3 degrees"))[0].transcript.texts[0] == "-3"


def test_a_name_in_brackets_and_a_colon_is_the_speaker() -> None:
    (document,) = parsed("srt", cue("[SPEAKER_01]: so we left"))
    assert [word.speaker for word in document.transcript.words] == ["SPEAKER_01"] * 3


def test_a_name_and_a_colon_could_be_said_and_stays() -> None:
    assert spelled_words(cue("ANNA: so we left")) == ["ANNA:", "so", "we", "left"]


@pytest.mark.parametrize(
    "times",
    [
        "00:00:01,000 --> 00:00:02,500",
        "0:00:01.000-->0:00:02.500",
        "00:01,000 --> 00:02,500",
        "00:00:01,000 --> 00:00:02,500  X1:40 X2:600 Y1:20 Y2:50",
    ],
)
def test_times_as_people_spell_them(times: str) -> None:
    (document,) = parsed("srt", cue("so", times))
    assert (document.transcript.words[0].start, document.transcript.words[0].end) == (1000, 2500)


@pytest.mark.parametrize(
    "times",
    [
        "00:00:01,000 -> 00:00:02,500",
        "00:00:0x,000 --> 00:00:02,500",
        "--> 00:00:02",
        "999999:00:00,0 --> 999999:00:01,0",
    ],
)
def test_broken_times_are_noted_and_the_words_kept(times: str) -> None:
    source = Source(cue("yes.") + "\n" + cue("so we left.", times))
    (document,) = parse(source)
    assert document.transcript.texts == ("yes", "so", "we", "left")
    assert document.transcript.words[1].start is None
    assert [line for line, _ in source.bad_rows] == [6]


def test_a_cue_that_ends_before_it_starts_has_no_times() -> None:
    source = Source(cue("so we left", "00:00:02,000 --> 00:00:01,000"))
    (document,) = parse(source)
    assert not document.transcript.has_times
    assert source.bad_rows[0][0] == 2


def test_numbers_are_words_unless_they_count_cues() -> None:
    text = cue("How many?\n12") + "\n" + cue("13") + "\n" + cue("We are\n14")
    assert spelled_words(text) == ["How", "many?", "12", "13", "We", "are", "14"]


@pytest.mark.parametrize(
    "text",
    [
        "00:00:01,000 --> 00:00:02,000\nso we\n\n00:00:03,000 --> 00:00:04,000\nleft\n",
        "1\n00:00:01,000 --> 00:00:02,000\nso we\n2\n00:00:03,000 --> 00:00:04,000\nleft",
        "1\n\n00:00:01,000 --> 00:00:02,000\n\nso\n\nwe\n\n2\n\n00:00:03,000 --> 00:00:04,000\n\nleft\n\n",
        "7\n00:00:01,000 --> 00:00:02,000\nso we\n\n7\n00:00:02,000 --> 00:00:02,500\n\n8\n"
        "00:00:03,000 --> 00:00:04,000\nleft",
    ],
)
def test_numbers_and_blank_lines_may_be_missing_or_too_many(text: str) -> None:
    (document,) = parsed("srt", text)
    assert [(w.text, w.start, w.end) for w in document.transcript.words] == [
        ("so", 1000, None),
        ("we", None, 2000),
        ("left", 3000, 4000),
    ]


def test_text_before_the_first_cue_is_kept_and_noted() -> None:
    source = Source("good evening\n\n" + cue("so we left."))
    (document,) = parse(source)
    assert document.transcript.texts == ("good", "evening", "so", "we", "left")
    assert source.bad_rows[0][0] == 1


def test_a_file_without_any_cue_is_refused() -> None:
    with pytest.raises(InputError, match="no cue"):
        parsed("srt", "so we left\nit was late\n")


def test_two_cues_with_the_same_words_are_said_twice_unless_captions_roll_up() -> None:
    text = cue("Yes.", "00:00:01,000 --> 00:00:02,000") + "\n" + cue("Yes.", "00:00:02,000 --> 00:00:03,000")
    assert spelled_words(text) == ["Yes.", "Yes."]


def test_captions_that_roll_up_are_read_once_and_their_lines_are_no_sentences() -> None:
    (document,) = parsed(
        "srt",
        cue("so we left", "00:00:00,000 --> 00:00:02,000")
        + cue("so we left", "00:00:02,000 --> 00:00:02,010")
        + cue("so we left\nit was", "00:00:02,010 --> 00:00:04,000")
        + cue("it was", "00:00:04,000 --> 00:00:04,010")
        + cue("it was\nlate", "00:00:04,010 --> 00:00:05,000")
        + cue("late", "00:00:09,000 --> 00:00:10,000"),
    )
    assert document.transcript.texts == ("so", "we", "left", "it", "was", "late", "late")
    assert [word.start for word in document.transcript.words] == [0, None, None, 2010, None, 4010, 9000]
    assert document.segmentations == ()


@pytest.mark.parametrize(
    "text",
    [
        "00:00:01,000 --> 00:00:02,000\n42\n\n00:00:03,000 --> 00:00:04,000\nleft\n",
        "00:00:01,000 --> 00:00:02,000\n42\n00:00:03,000 --> 00:00:04,000\nleft\n",
        "1\n00:00:01,000 --> 00:00:02,000\n42\n\n00:00:03,000 --> 00:00:04,000\nleft\n",
        "1\n00:00:01,000 --> 00:00:02,000\n42\n2\n00:00:03,000 --> 00:00:04,000\nleft\n",
    ],
)
def test_a_number_that_is_said_is_not_taken_for_the_number_of_the_next_cue(text: str) -> None:
    assert spelled_words(text) == ["42", "left"]


@pytest.mark.parametrize(
    "said",
    [
        "10:30 --> 11:00 is lunch",
        "10:30 --> 11:00",
        "10:30 -> 11:00 is lunch",
        "the arrow --> means so",
        "so we\n\n--> left",
        "<i am late>",
    ],
)
def test_a_line_that_only_looks_like_times_or_styling_is_said(said: str) -> None:
    text = cue(f"{said}\nyes") + "\n" + cue("and no", "00:00:03,000 --> 00:00:04,000")
    (document,) = parsed("srt", text)
    assert [str(token) for token in document.transcript.tokens()] == (
        ["<i am late>", "yes", "and", "no"] if said[0] == "<" else [*said.split(), "yes", "and", "no"]
    )


def test_text_behind_the_times_of_a_cue_is_kept_and_noted() -> None:
    source = Source("00:00:01,000 --> 00:00:02,000 X1:40 So we left.\n\n00:00:02,000 --> 00:00:03,000 It was\nlate.")
    (document,) = parse(source)
    assert document.transcript.texts == ("So", "we", "left", "It", "was", "late")
    assert [line for line, _ in source.bad_rows] == [1, 3]


# Writing


def test_one_cue_per_sentence_with_marks_that_spell_it() -> None:
    document = Document(spoken("so we left / was it late"), (marked("so we left . was it late ?"),))
    assert rendered("srt", document) == (
        "1\n00:00:00,000 --> 00:00:00,900\nso we left.\n\n2\n00:00:01,500 --> 00:00:02,400\nwas it late?\n"
    )


def test_sentence_times_and_ends_survive() -> None:
    document = Document(spoken("so we left / was it late"), (cut("so we left | was it late |"),))
    (back,) = reread("srt", document)
    found = [(s.start, s.end) for s in back.sentences(main_segmentation(back))]
    assert found == [(0, 900), (1500, 2400)]


def test_lines_are_even_rather_than_full() -> None:
    document = sentence("so we left the house early because of the long way to town")
    assert shown(document) == [["so we left the house early", "because of the long way to town."]]


def test_a_long_sentence_goes_on_in_the_next_cue_behind_a_comma() -> None:
    document = sentence(
        "when the ferry came into the harbour that night, we were all asleep on the pier in the rain and wind"
    )
    assert shown(document) == [
        ["when the ferry came into", "the harbour that night,"],
        ["we were all asleep on the", "pier in the rain and wind."],
    ]
    (back,) = reread("srt", document)
    assert main_segmentation(back).ends == main_segmentation(document).ends
    assert back.transcript.words[8].end == 2700
    assert back.transcript.words[9].start == 2700


def test_a_long_sentence_without_commas_is_parted_at_a_pause() -> None:
    document = Document(spoken("so we left the house early in the morning / because it was a very long way to town"))
    assert shown(document, line_width=30, line_count=2)[0] == ["so we left the house", "early in the morning"]


def test_a_word_wider_than_the_line_has_a_line_of_its_own() -> None:
    assert shown(sentence("see Llanfairpwllgwyngyll now"), line_width=10, line_count=1) == [
        ["see"],
        ["Llanfairpwllgwyngyll"],
        ["now."],
    ]


@given(
    lengths=st.lists(st.integers(1, 12), min_size=1, max_size=60),
    width=st.integers(12, 50),
    count=st.integers(1, 3),
)
def test_no_line_is_too_wide_no_cue_too_high_and_no_word_lost(lengths: list[int], width: int, count: int) -> None:
    document = sentence(" ".join("x" * length for length in lengths))
    cues = shown(document, line_width=width + 1, line_count=count)
    assert all(len(lines) <= count for lines in cues)
    assert all(len(line) <= width + 1 for lines in cues for line in lines)
    assert " ".join(line for lines in cues for line in lines).rstrip(".").split() == ["x" * n for n in lengths]


def test_unknown_times_are_filled_in_between_known_ones() -> None:
    transcript = Transcript((Word("so", 0), Word("we"), Word("left", None, 900), Word("yes")))
    text = rendered("srt", Document(transcript, (cut("so we left | yes |"),)))
    assert "00:00:00,000 --> 00:00:00,900\nso we left." in text
    assert "00:00:00,900 --> " in text


def test_without_any_time_there_are_no_subtitles() -> None:
    with pytest.raises(CannotWrite, match="needs times"):
        rendered("srt", Document(Transcript(words("so we left"))))


def test_a_hyphen_that_is_a_word_never_opens_a_line() -> None:
    document = sentence("the u - s - a office")
    assert shown(document, line_width=5, line_count=2) == [["the", "u -"], ["s - a", "office."]]
    assert reread("srt", document)[0].transcript.texts == document.transcript.texts


@pytest.mark.parametrize("name", ["srt", "vtt", "sbv", "ass", "ttml"])
@pytest.mark.parametrize("text", ["- u s", "- - so", "so - -", "-", "[Anna]: so", "- 5 left", "- [laughs] so"])
def test_a_word_that_is_a_sign_stops_no_format_from_being_written(name: str, text: str) -> None:
    document = sentence(text)
    told: list[str] = []
    write, read = FORMATS[name].render, FORMATS[name].parse
    assert write is not None
    assert read is not None
    content = write([document], Layout(say=told.append))
    assert isinstance(content, str)
    (back,) = read(Source(content))
    assert [str(word).rstrip(".") for word in back.transcript.words] == text.split()
    assert bool(told) is (text[0] in "-–[" and " " in text)


@pytest.mark.parametrize("name", ["srt", "vtt", "sbv", "ass", "ttml"])
@pytest.mark.parametrize(
    "word", ["<i>", r"{\an8}", "-->", "&lt;", "{i}", r"a\Nb", "[br]", "0:00:01.000,0:00:02.000", "&"]
)
def test_words_like_styling_or_times_are_escaped(name: str, word: str) -> None:
    document = sentence(f"so {word} left")
    (back,) = reread(name, document)
    found = [str(token) for token in back.transcript.tokens()]
    assert found == ["so", word, "left."]


def test_one_long_sentence_without_marks_gets_a_full_stop_so_that_its_cues_are_not_sentences() -> None:
    document = Document(spoken("so " * 60))
    (back,) = reread("srt", document)
    assert main_segmentation(back).ends == (59,)


def test_an_empty_document_is_an_empty_file() -> None:
    empty = Document(Transcript(()))
    assert rendered("srt", empty) == ""
    assert reread("srt", empty)[0].n_words == 0


def test_another_reader_sees_the_same_cues() -> None:
    document = Document(spoken("so we left / was it late"), (marked("so we left . was it late ?"),))
    for name in ("srt", "vtt"):
        read = pysubs2.SSAFile.from_string(rendered(name, document), format_=name)
        assert [(e.start, e.end, e.text) for e in read] == [(0, 900, "so we left."), (1500, 2400, "was it late?")]


def test_it_is_known_by_its_times() -> None:
    looks_like = FORMATS["srt"].looks_like
    assert looks_like(cue("so"))
    assert not looks_like("WEBVTT\n\n00:01.000 --> 00:02.000\nso\n")
    assert not looks_like("the arrow --> means so\n")
