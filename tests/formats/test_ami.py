"""AMI's words: punctuation elements, sounds, broken XML."""

from __future__ import annotations

import pytest

from pausa.core.errors import InputError
from pausa.core.words import Word
from pausa.formats import FORMATS
from pausa.formats.base import Source, main_segmentation
from tests.builders import parsed


def channel(*elements: str, key: str = "XY1.B.words") -> str:
    """A words file with these elements."""
    root = f'<nite:root nite:id="{key}" xmlns:nite="http://nite.sourceforge.net/">'
    return '<?xml version="1.0" encoding="ISO-8859-1"?>\n' + root + "".join(elements) + "</nite:root>"


def test_recording_and_speaker_come_from_the_id() -> None:
    (document,) = parsed("ami", channel('<w starttime="0.5" endtime="0.75">so</w>'))
    assert (document.name, document.transcript.words) == ("XY1.B", (Word("so", 500, 750, "B"),))


def test_punctuation_elements_are_marks() -> None:
    dot, comma = '<w punc="true">.</w>', '<w punc="true">,</w>'
    (document,) = parsed("ami", channel("<w>well</w>", comma, "<w>yes</w>", dot, "<w>now</w>"))
    assert [str(word) for word in document.transcript.words] == ["well,", "yes.", "now"]
    assert main_segmentation(document).ends == (1, 2)


def test_words_are_taken_as_they_are_spelled() -> None:
    (document,) = parsed("ami", channel("<w>T_V_</w>", '<w trunc="true">th-</w>', "<w>Q&amp;A</w>", "<w>déjà</w>"))
    assert document.transcript.texts == ("T_V_", "th-", "Q&A", "déjà")


def test_sounds_and_gaps_are_events() -> None:
    text = channel('<vocalsound type="laugh" starttime="1" endtime="2"/>', "<w>so</w>", "<gap/>", "<disfmarker/>")
    (document,) = parsed("ami", text)
    assert [event.token.text for event in document.transcript.events] == ["<laugh>", "<gap>", "<disfmarker>"]
    assert document.transcript.events[0].token.start == 1000


def test_broken_times_are_noted_with_the_element() -> None:
    source = Source(channel('<w nite:id="XY1.B.words7" starttime="2" endtime="1">so</w>', "<w> </w>"))
    assert FORMATS["ami"].parse
    (document,) = FORMATS["ami"].parse(source)
    assert document.transcript.words == (Word("so", speaker="B"),)
    assert "XY1.B.words7" in source.bad_rows[0][1]
    assert len(source.bad_rows) == 2


def test_a_silent_channel_has_no_words() -> None:
    assert parsed("ami", channel())[0].n_words == 0


@pytest.mark.parametrize(
    "text",
    [
        channel("<segment/>"),
        channel("<w>so"),
        "<!DOCTYPE x [<!ENTITY a 'b'>]>" + channel("<w>&a;</w>").split("\n")[1],
        channel("<w>" * 500 + "</w>" * 500),
        "<nite:root/>",
        "<root/>",
        "",
    ],
)
def test_other_and_broken_xml_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parsed("ami", text)
    assert "\n" not in str(caught.value)


def test_words_are_told_from_other_files_of_the_corpus() -> None:
    looks_like = FORMATS["ami"].looks_like
    assert looks_like(channel('<w nite:id="x">so</w>'))
    assert not looks_like(channel("<segment/>", key="XY1.B.segments"))
