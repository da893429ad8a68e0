"""EAF: aligned and dependent annotations, participants, XML that is not to be trusted."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.errors import CannotWrite, InputError
from pausa.core.words import Transcript, Word
from pausa.formats.base import main_segmentation
from tests.builders import cut, marked, parsed, rendered, reread, spoken, words


def aligned(key: str, start: str, end: str, text: str) -> str:
    return (
        f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="{key}" TIME_SLOT_REF1="{start}" TIME_SLOT_REF2="{end}">'
        f"<ANNOTATION_VALUE>{text}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>"
    )


def dependent(key: str, parent: str, text: str, previous: str = "") -> str:
    after = f' PREVIOUS_ANNOTATION="{previous}"' if previous else ""
    return (
        f'<ANNOTATION><REF_ANNOTATION ANNOTATION_ID="{key}" ANNOTATION_REF="{parent}"{after}>'
        f"<ANNOTATION_VALUE>{text}</ANNOTATION_VALUE></REF_ANNOTATION></ANNOTATION>"
    )


def file(tiers: str, *slots: int | str | None) -> str:
    """An ELAN file with time slots t0, t1, … at these times."""
    order = "".join(
        f'<TIME_SLOT TIME_SLOT_ID="t{number}"' + ("/>" if slot is None else f' TIME_VALUE="{slot}"/>')
        for number, slot in enumerate(slots)
    )
    return f"<ANNOTATION_DOCUMENT><TIME_ORDER>{order}</TIME_ORDER>{tiers}</ANNOTATION_DOCUMENT>"


def tier(name: str, *annotations: str, participant: str = "") -> str:
    return f'<TIER TIER_ID="{name}" PARTICIPANT="{participant}">{"".join(annotations)}</TIER>'


def test_aligned_words_have_their_times_in_milliseconds() -> None:
    text = file(tier("words", aligned("a1", "t0", "t1", "so"), aligned("a2", "t1", "t2", "what?")), 0, 310, 900)
    assert parsed("eaf", text)[0].transcript.words == (Word("so", 0, 310), Word("what", 310, 900, mark="?"))


def test_annotations_are_read_in_the_order_of_time() -> None:
    text = file(tier("words", aligned("a2", "t1", "t2", "what"), aligned("a1", "t0", "t1", "so")), 0, 310, 900)
    assert parsed("eaf", text)[0].transcript.texts == ("so", "what")


def test_the_participant_is_the_speaker_else_the_name_before_the_kind() -> None:
    tiers = tier("A words", aligned("a1", "t0", "t1", "so"), participant="Anna")
    tiers += tier("words@Ben", aligned("a2", "t1", "t2", "what"))
    (document,) = parsed("eaf", file(tiers, 0, 900, 1800))
    assert [word.speaker for word in document.transcript.words] == ["Anna", "Ben"]


def test_tiers_named_after_people_hold_their_turns() -> None:
    tiers = tier("Anna", aligned("a1", "t0", "t1", "so what. well"), aligned("a3", "t2", "t3", "bye"))
    tiers += tier("Ben", aligned("a2", "t1", "t2", "yes"))
    (document,) = parsed("eaf", file(tiers, 0, 900, 1800, 2000))
    assert document.transcript.texts == ("so", "what", "well", "yes", "bye")
    assert main_segmentation(document).ends == (1, 4)


def test_dependent_words_share_the_times_of_their_sentence_and_keep_their_order() -> None:
    sentences = tier("sentences", aligned("a1", "t0", "t1", "so we left"), aligned("a2", "t2", "t3", "bye"))
    inner = [dependent("w1", "a1", "so"), dependent("w3", "a1", "left", "w2"), dependent("w2", "a1", "we", "w1")]
    text = file(sentences + tier("words", *inner, dependent("w4", "a2", "bye")), 0, 900, 1000, 1500)
    (document,) = parsed("eaf", text)
    assert document.transcript.words == (Word("so", 0), Word("we"), Word("left", None, 900), Word("bye", 1000, 1500))
    assert document.segmentations[0].ends == (2, 3)


def test_slots_without_a_time_only_tell_the_order() -> None:
    text = file(tier("words", aligned("a1", "t0", "t1", "so"), aligned("a2", "t1", "t2", "what")), 0, None, 900)
    assert parsed("eaf", text)[0].transcript.words == (Word("so", 0), Word("what", None, 900))


@pytest.mark.parametrize("slot", ["x", "-5", "1.5", "99999999999"])
def test_a_broken_time_is_unknown_and_the_word_kept(slot: str) -> None:
    assert parsed("eaf", file(tier("words", aligned("a1", "t0", "t1", "so")), slot, 900))[0].transcript.words == (
        Word("so", None, 900),
    )


def test_annotations_that_hang_in_the_air_are_kept() -> None:
    tiers = tier("words", aligned("a1", "t7", "t8", "so"), dependent("w1", "a9", "what"), dependent("w2", "w2", "now"))
    assert sorted(parsed("eaf", file(tiers, 0))[0].transcript.texts) == ["now", "so", "what"]


@pytest.mark.parametrize(
    "text",
    [
        "<!DOCTYPE a [<!ENTITY b 'ha'><!ENTITY c '&b;&b;'>]><ANNOTATION_DOCUMENT>&c;</ANNOTATION_DOCUMENT>",
        "<a>" * 5000,
        "<ANNOTATION_DOCUMENT><TIER>",
        "<other/>",
        "<ANNOTATION_DOCUMENT/>",
        "so we left",
    ],
)
def test_xml_that_is_broken_or_dangerous_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parsed("eaf", text)
    assert "\n" not in str(caught.value)


def test_documents_survive_with_annotators_speakers_and_marks() -> None:
    people = (marked("so we left . was it late ?", by="anna"), cut("so we | left was it late |", by="ben"))
    document = Document(spoken("A: so we left / B: was it late"), people)
    assert reread("eaf", document) == [document]


def test_people_who_talk_at_once_get_tiers_of_their_own() -> None:
    said = (Word("so", 0, 600, "A"), Word("yes", 500, 900, "B"), Word("oh", 1200, 1300, "A"))
    document = Document(Transcript(said), (cut("so | yes | oh |"),))
    assert 'TIER_ID="B - words"' in rendered("eaf", document)
    assert reread("eaf", document) == [document]


def test_equal_documents_give_equal_files() -> None:
    assert rendered("eaf", Document(spoken("so"))) == rendered("eaf", Document(spoken("so")))


def test_what_xml_cannot_hold_cannot_be_written() -> None:
    with pytest.raises(CannotWrite, match="XML"):
        rendered("eaf", Document(Transcript((Word("so\x01", 0, 100),))))


def test_without_times_there_is_no_eaf() -> None:
    with pytest.raises(CannotWrite, match="needs times"):
        rendered("eaf", Document(Transcript(words("so what"))))


def test_no_words_give_empty_tiers_and_back_no_words() -> None:
    assert reread("eaf", Document(Transcript(())))[0].n_words == 0
