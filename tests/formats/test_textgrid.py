"""TextGrid: long and short form, tiers by many names, several annotators, people talking at once."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.errors import CannotWrite, InputError
from pausa.core.words import Transcript, Word
from pausa.formats.base import main_segmentation
from tests.builders import cut, marked, parsed, rendered, reread, spoken, words

Labelled = tuple[float, float, str]


def grid(**tiers: list[Labelled]) -> str:
    """A TextGrid in the short form."""
    lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", "0", "9", "<exists>", str(len(tiers))]
    for name, intervals in tiers.items():
        lines += ['"IntervalTier"', f'"{name}"', "0", "9", str(len(intervals))]
        for start, end, label in intervals:
            lines += [str(start), str(end), '"' + label.replace('"', '""') + '"']
    return "\n".join(lines) + "\n"


LONG = """\
File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0
xmax = 9
tiers? <exists>
size = 1
item []:
    item [1]:
        class = "IntervalTier"
        name = "words"
        xmin = 0
        xmax = 9
        intervals: size = 2
        intervals [1]:
            xmin = 0
            xmax = 0.5
            text = "intervals [3]: 7"
        intervals [2]:
            xmin = 0.5
            xmax = 9
            text = "so"
"""
SO_WE_LEFT = [(0.0, 0.5, "so"), (0.5, 0.9, ""), (0.9, 1.2, "we"), (1.2, 2.0, "left")]


@pytest.mark.parametrize("name", ["words", "Word", "ORT-MAU", "ORT", "TokensAlign"])
def test_the_tier_of_words_goes_by_many_names(name: str) -> None:
    (document,) = parsed("textgrid", grid(phones=[(0, 9, "S")], **{name: SO_WE_LEFT}))
    assert document.transcript.words == (Word("so", 0, 500), Word("we", 900, 1200), Word("left", 1200, 2000))


def test_the_long_form_is_the_short_one_with_names() -> None:
    assert parsed("textgrid", LONG) == parsed("textgrid", grid(words=[(0, 0.5, "intervals [3]: 7"), (0.5, 9, "so")]))


def test_an_interval_of_several_words_starts_with_the_first_and_ends_with_the_last() -> None:
    (document,) = parsed("textgrid", grid(words=[(1, 2, "so we left –")]))
    assert document.transcript.words == (Word("so", 1000), Word("we"), Word("left", None, 2000, mark=" –"))


@pytest.mark.parametrize("label", ["", "  ", "sp", "sil", "<eps>", "<p:>"])
def test_silence_is_no_word(label: str) -> None:
    assert parsed("textgrid", grid(words=[(0, 1, label), (1, 2, "so")]))[0].n_words == 1


def test_quotes_and_very_small_numbers_are_read() -> None:
    text = grid(words=[(0, 1, '"so"')]).replace("\n0\n1\n", "\n1e-05\n1\n")
    assert parsed("textgrid", text)[0].transcript.words == (Word("so", 0, 1000, mark='"', before='"'),)


def test_each_tier_of_sentences_is_an_annotator() -> None:
    by_anna: dict[str, list[Labelled]] = {"sentences (anna)": [(0.0, 0.6, "so"), (0.7, 2.1, "we left.")]}
    (document,) = parsed("textgrid", grid(words=SO_WE_LEFT, sentences=[(0.0, 2.0, "so we left?")], **by_anna))
    assert {s.by: (s.ends, s.marks) for s in document.segmentations} == {
        "": ((2,), ("?",)),
        "anna": ((0, 2), ("", ".")),
    }


def test_boundaries_without_labels_are_sentences_too() -> None:
    (document,) = parsed("textgrid", grid(words=SO_WE_LEFT, sentences=[(0.0, 0.6, ""), (0.6, 9.0, "")]))
    assert document.segmentations[0].ends == (0, 2)


def test_points_close_sentences() -> None:
    text = grid(words=SO_WE_LEFT, sentences=[]).replace('"IntervalTier"\n"sentences"\n0\n9\n0', "@")
    (document,) = parsed("textgrid", text.replace("@", '"TextTier"\n"sentences"\n0\n9\n2\n0.6\n"?"\n2.1\n""'))
    assert (document.segmentations[0].ends, document.segmentations[0].marks) == ((0, 2), ("?", ""))


def test_a_tier_of_speakers_tells_who_speaks() -> None:
    (document,) = parsed("textgrid", grid(words=SO_WE_LEFT, speakers=[(0, 0.6, "anna"), (0.8, 1.2, "ben")]))
    assert [word.speaker for word in document.transcript.words] == ["anna", "ben", None]


def test_tiers_of_several_speakers_are_merged_stretch_by_stretch() -> None:
    text = grid(**{
        "anna - words": [(0, 0.5, "so"), (0.5, 1.0, "what"), (3, 3.4, "oh")],
        "ben - words": [(0.6, 0.9, "yes"), (0.9, 1.2, "yes")],
    })  # fmt: skip
    (document,) = parsed("textgrid", text)
    assert [f"{word.speaker}:{word.text}" for word in document.transcript.words] == [
        "anna:so", "anna:what", "ben:yes", "ben:yes", "anna:oh",
    ]  # fmt: skip


def test_without_words_the_text_of_the_sentences_is_read() -> None:
    sentences: dict[str, list[Labelled]] = {
        "sentences (anna)": [(0, 1, "so we left"), (1.5, 3, "it was late")],
        "sentences (ben)": [(0, 3, "so we left it was late")],
        "sentences (cleo)": [(0, 3, "so we left")],
    }
    (document,) = parsed("textgrid", grid(**sentences))
    assert document.transcript.words[2:4] == (Word("left", None, 1000), Word("it", 1500))
    assert {s.by: s.ends for s in document.segmentations} == {"anna": (2, 5), "ben": (5,)}


def test_other_tiers_are_speakers_and_their_turns() -> None:
    (document,) = parsed("textgrid", grid(Anna=[(0, 1, "so what"), (4, 5, "bye")], Ben=[(2, 3, "well yes")]))
    assert [f"{word.speaker}:{word.text}" for word in document.transcript.words[:3]] == [
        "Anna:so",
        "Anna:what",
        "Ben:well",
    ]
    assert main_segmentation(document).ends == (1, 3, 4)


def test_a_grid_of_phones_alone_is_refused() -> None:
    with pytest.raises(InputError, match="no tier of words"):
        parsed("textgrid", grid(phones=[(0, 1, "S")]))


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.9])
def test_a_grid_that_breaks_off_is_refused_and_no_word_lost(kept: float) -> None:
    text = grid(words=SO_WE_LEFT)
    with pytest.raises(InputError):
        parsed("textgrid", text[: int(len(text) * kept)])


def test_a_missing_last_line_end_loses_no_word() -> None:
    assert parsed("textgrid", grid(words=SO_WE_LEFT).rstrip("\n"))[0].n_words == 3


def test_words_between_which_no_time_is_known_share_an_interval() -> None:
    document = Document(Transcript((Word("so", 0), Word("we"), Word("left", None, 900), Word("early", 900, 1200))))
    assert 'text = "so we left"' in rendered("textgrid", document)
    assert reread("textgrid", document)[0].transcript == document.transcript


def test_words_that_take_no_time_get_a_millisecond() -> None:
    document = Document(Transcript((Word("so", 0, 300), Word("we", 300, 300), Word("left", 300, 600))))
    (back,) = reread("textgrid", document)
    assert [(word.start, word.end) for word in back.transcript.words] == [(0, 300), (300, 301), (301, 600)]


def test_people_who_talk_at_once_get_tiers_of_their_own() -> None:
    said = (
        Word("so", 0, 300, "A"),
        Word("what", 300, 900, "A"),
        Word("yes", 500, 1100, "B"),
        Word("oh", 1200, 1300, "A"),
    )
    document = Document(Transcript(said), (marked("so what ? yes . oh ."),))
    assert 'name = "A - words"' in rendered("textgrid", document)
    assert reread("textgrid", document) == [document]


def test_several_annotators_and_their_marks_survive() -> None:
    people = (marked("so we left . was it late ?", by="anna"), cut("so we | left was it late |", by="ben (2nd)"))
    document = Document(spoken("so we left / was it late"), people)
    assert reread("textgrid", document) == [document]


def test_without_times_there_is_no_grid() -> None:
    with pytest.raises(CannotWrite, match="needs times"):
        rendered("textgrid", Document(Transcript(words("so what"))))


def test_a_word_that_means_silence_cannot_be_written() -> None:
    with pytest.raises(CannotWrite, match="silence"):
        rendered("textgrid", Document(spoken("sil")))


def test_no_words_give_empty_tiers_and_back_no_words() -> None:
    assert reread("textgrid", Document(Transcript(())))[0].n_words == 0
