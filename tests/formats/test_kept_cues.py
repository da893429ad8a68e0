"""From one subtitle format to another: cues, line breaks, times and marks stay as they are."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pysubs2
import pytest
from click.testing import CliRunner

import pausa
from pausa.cli import main
from pausa.core.cues import Cue
from pausa.core.document import Document
from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.formats.files import parse, render
from pausa.formats.names import label_of, names_in

SUBTITLES = ("srt", "vtt", "sbv", "ass", "ttml")
#: What any of them shows: dialogue dashes, odd breaks, half sentences, notes, cues that touch, brackets.
CUES = (
    (1000, 2500, ("- So we left,", "- Early?")),
    (2500, 4120, ("and it was late because",)),
    (4500, 5000, ("♪ the road is long ♪",)),
    (5000, 9990, ("the last bus had gone already, you see, hours ago", "[laughs]", "Yes…")),
    (10_000, 11_000, ("3 < 4 & 5 > 2; so there!",)),
    (11_200, 12_000, ("-- what?", "{nothing}")),
)


def written(name: str) -> str:
    """A file in that format, made by another program."""
    file = pysubs2.SSAFile()
    for start, end, lines in CUES:
        file.append(pysubs2.SSAEvent(start, end, r"\N".join(lines)))
    if name == "srt":
        blocks = [f"{_clock(a, ',')} --> {_clock(b, ',')}\n" + "\n".join(c) + "\n" for a, b, c in CUES]
        return "\n".join(f"{number}\n{block}" for number, block in enumerate(blocks, start=1))
    if name == "vtt":
        shown = [[line.replace("&", "&amp;").replace("<", "&lt;") for line in c] for _, _, c in CUES]
        heads = [f"{_clock(a, '.')} --> {_clock(b, '.')}\n" for a, b, _ in CUES]
        return "WEBVTT\n\n" + "\n".join(h + "\n".join(c) + "\n" for h, c in zip(heads, shown, strict=True))
    if name == "sbv":
        return "\n".join(f"{_clock(a, '.')[1:]},{_clock(b, '.')[1:]}\n" + "\n".join(c) + "\n" for a, b, c in CUES)
    if name == "ass":
        return file.to_string("ass").replace("{nothing}", r"\{nothing\}")
    rows = [
        f'<p begin="{a}ms" end="{_clock(b, ".")}">'
        + "<br/>".join(line.replace("&", "&amp;").replace("<", "&lt;") for line in c)
        + "</p>"
        for a, b, c in CUES
    ]
    body = "\n".join(rows)
    return f'<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml"><body><div>{body}</div></body></tt>'


def _clock(time: int, decimal: str) -> str:
    return f"00:00:{time // 1000:02d}{decimal}{time % 1000:03d}"


def read(name: str, content: str) -> Document:
    (document,) = parse(content.encode(), name=f"talk.{name}", warn=lambda _: None)
    return document


def cues_of(document: Document) -> list[tuple[int | None, int | None, tuple[str, ...]]]:
    assert document.shown is not None
    return [(cue.start, cue.end, cue.lines) for cue in document.shown.cues]


@pytest.mark.parametrize(("first", "second"), list(permutations(SUBTITLES, 2)))
def test_cues_lines_times_and_marks_stay_as_they_are(first: str, second: str) -> None:
    document = read(first, written(first))
    assert cues_of(document) == list(CUES)
    told: list[str] = []
    content = str(render([document], FORMATS[second], layout=Layout(say=told.append)))
    again = read(second, content)
    assert cues_of(again) == list(CUES)
    assert [str(word) for word in again.transcript.tokens()] == [str(word) for word in document.transcript.tokens()]
    assert not told


@pytest.mark.parametrize("name", SUBTITLES)
def test_what_was_kept_once_is_kept_again_to_the_byte(name: str) -> None:
    once = str(render([read(name, written(name))], FORMATS[name], layout=Layout()))
    assert str(render([read(name, once)], FORMATS[name], layout=Layout())) == once


def test_other_lines_are_made_where_they_are_asked_for(tmp_path: Path) -> None:
    (tmp_path / "talk.srt").write_text(written("srt"))
    run = CliRunner().invoke(main, ["convert", str(tmp_path / "talk.srt"), "-", "--to", "vtt", "--line-width", "20"])
    assert "the last bus had gone already, you see, hours ago" not in run.stdout
    run = CliRunner().invoke(main, ["convert", str(tmp_path / "talk.srt"), "-", "--to", "vtt"])
    assert "\nthe last bus had gone already, you see, hours ago\n[laughs]\n" in run.stdout


def test_sentences_are_cut_anew_where_they_are_asked_for(tmp_path: Path) -> None:
    (tmp_path / "talk.srt").write_text(written("srt"))
    found = pausa.segment(tmp_path / "talk.srt", "punctuation")
    cut = str(found.render("srt")).replace("\n", " ")
    assert "-So we left, -Early?" not in cut
    assert "And it was late because ♪" in cut


def test_words_that_were_changed_make_new_cues() -> None:
    document = read("srt", written("srt"))
    changed = pausa.Document(document.transcript.slice(0, 5), shown=document.shown)
    assert str(render([changed], FORMATS["srt"], layout=Layout())).count("-->") < len(CUES)


def test_voices_stay_voices() -> None:
    text = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna>So we\nleft.\n<v Ben>Early?\n"
    document = read("vtt", text)
    assert [word.speaker for word in document.transcript.words] == ["Anna", "Anna", "Anna", "Ben"]
    content = str(render([document], FORMATS["vtt"], layout=Layout()))
    assert "<v Anna>So we\nleft.\n<v Ben>Early?\n" in content
    one = read("vtt", text.replace("\n<v Ben>Early?", ""))
    assert ",Default,Anna,0,0,0,,So we\\Nleft." in str(render([one], FORMATS["ass"], layout=Layout()))


ZOOM = """WEBVTT

1
00:00:01.000 --> 00:00:03.000
Anna Berg: So we left early. Note: it was late.

2
00:00:03.500 --> 00:00:05.000
Ben: Did you?

3
00:00:05.500 --> 00:00:07.000
Anna Berg: We did.
and walked home.
"""


def test_names_in_the_text_of_cues_are_speakers_and_no_words() -> None:
    document = read("vtt", ZOOM)
    words = document.transcript.words
    assert " ".join(map(str, words)) == "So we left early. Note: it was late. Did you? We did. and walked home."
    assert [word.speaker for word in words] == ["Anna Berg"] * 8 + ["Ben"] * 2 + ["Anna Berg"] * 5
    assert "Anna Berg: We did.\nand walked home." in str(render([document], FORMATS["srt"], layout=Layout()))


def test_one_person_alone_is_named_where_nearly_every_cue_is() -> None:
    assert names_in([["Anna: so"], ["Anna: we"], ["left"]]) == {"Anna"}
    assert not names_in([["Anna: so"], ["we"], ["left"]])
    assert not names_in([["Warning: so"], ["we"], ["left"], ["it"], ["Note: late"]])
    assert label_of("So we left: early") is None
    assert label_of("Anna:") is None


@pytest.mark.parametrize("name", SUBTITLES)
def test_words_like_names_stay_words(name: str) -> None:
    words = [
        pausa.Word(text, 500 * n, 500 * n + 400, mark=mark)
        for n, (text, mark) in enumerate(
            [("Anna", ":"), ("so", "."), ("Ben", ":"), ("we", "."), ("Anna", ":"), ("left", ".")]
        )
    ]
    document = pausa.Document(pausa.Transcript(tuple(words)))
    told: list[str] = []
    back = read(name, str(render([document], FORMATS[name], layout=Layout(say=told.append))))
    assert back.transcript.texts == ("Anna", "so", "Ben", "we", "Anna", "left")
    assert "names" in told[0]


def test_a_cue_is_a_value() -> None:
    assert Cue(0, 1, 2, ("so",)).is_timed
    assert not Cue(0, None, 2, ("so",)).is_timed


TIMED = """<tt xmlns="http://www.w3.org/2006/10/ttaf1" xmlns:ttp="http://www.w3.org/ns/ttml#parameter"
 xmlns:ttm="http://www.w3.org/ns/ttml#metadata" ttp:frameRate="25" ttp:tickRate="1000" xml:lang="en">
<head><metadata><ttm:agent xml:id="a1" type="person"><ttm:name>Anna Berg</ttm:name></ttm:agent></metadata></head>
<body begin="10s"><div>
<p begin="00:00:01:05" end="1500t" ttm:agent="a1">So <span>we</span>
 left.</p>
<p begin="2s" dur="0.5s">Early?<br/>Yes.</p>
<p><span begin="50f" end="75f">It was</span> <span begin="3s" end="1m">late.</span></p>
<p begin="soon" end="4s">Who?</p>
</div></body></tt>
"""


def test_timed_text_has_many_clocks() -> None:
    told: list[str] = []
    (document,) = parse(TIMED.encode(), name="talk.xml", warn=told.append)
    starts = [(str(word), word.start) for word in document.transcript.words if word.start is not None]
    assert starts == [("So", 11_200), ("Early?", 12_000), ("It", 12_000), ("late.", 13_000)]
    assert [word.speaker for word in document.transcript.words][:4] == ["Anna Berg"] * 3 + [None]
    assert (document.n_words, document.language) == (9, "en")
    assert "'soon' is not a time" in told[0]


def test_events_of_ass_are_read_by_their_columns_and_in_the_order_of_time() -> None:
    text = (
        "[Script Info]\n\n[Events]\nFormat: Marked, Start, End, Name, Text\n"
        "Comment: 0,0:00:00.00,0:00:01.00,,not said\n"
        "Dialogue: 0,0:00:03.00,0:00:04.00,Ben,It was {\\i1}late{\\i0}, he said\\Nto her.\n"
        "Dialogue: 0,0:00:01.00,0:00:02.00,,{\\an8\\p1}m 0 0 l 10 10{\\p0}So\\hwe left.\n"
    )
    document = read("ass", text)
    assert " ".join(map(str, document.transcript.words)) == "So we left. It was late, he said to her."
    assert document.transcript.words[-1].speaker == "Ben"


def test_cues_that_go_back_in_time_keep_the_order_of_their_words() -> None:
    cues = [
        ("07.000", "08.000", "so we left"),
        ("02.000", "03.000", "it was late"),
        ("09.000", "10.000", "nobody knew"),
    ]
    text = "WEBVTT\n" + "".join(f"\n00:{start} --> 00:{end}\n{said}\n" for start, end, said in cues)
    documents = parse(text.encode(), name="talk.vtt", warn=lambda _: None)
    for name in ("srt", "sbv", "ass", "ttml", "vtt"):
        content = render(documents, FORMATS[name], layout=Layout())
        assert isinstance(content, str)
        (back,) = parse(content.encode(), name="talk", format=name, warn=lambda _: None)
        assert back.transcript.texts == documents[0].transcript.texts, name
