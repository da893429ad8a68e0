"""Every format, and every format into every other: words in = words out, and what is declared is kept."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from pausa.core.document import Document
from pausa.core.errors import CannotWrite
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Layout, main_segmentation
from pausa.formats.files import parse, render
from tests.builders import cut, reread, spoken
from tests.strategies import documents

BOTH_WAYS = [name for name in FORMATS if FORMATS[name].parse and FORMATS[name].render]
OF_WORDS = [name for name in BOTH_WAYS if "words" in FORMATS[name].keeps]


def texts(words: tuple[Word, ...]) -> list[str]:
    """Words as a person reads them: the final dot may belong to the word or be its mark."""
    return [word.text.rstrip(".") for word in words]


def after(name: str, document: Document) -> Document | None:
    """The document written and read again; None where the format says that it cannot hold it."""
    try:
        (back,) = reread(name, document)
    except CannotWrite:
        return None
    return back


@pytest.mark.parametrize("name", OF_WORDS)
@given(document=documents())
def test_words_survive(name: str, document: Document) -> None:
    back = after(name, document)
    if back is None:
        assert not document.transcript.has_times, f"{name} refused a timed document"
        return
    assert texts(back.transcript.words) == texts(document.transcript.words)


@pytest.mark.parametrize("name", OF_WORDS)
@given(document=documents(timed=True, events=False, abbreviations=False))
def test_what_is_declared_is_kept(name: str, document: Document) -> None:
    keeps = FORMATS[name].keeps
    back = after(name, document)
    assert back is not None
    old, new = document.transcript.words, back.transcript.words
    if "times" in keeps:
        assert [(w.start, w.end) for w in new] == [(w.start, w.end) for w in old]
    if "speakers" in keeps:
        assert [w.speaker for w in new] == [w.speaker for w in old]
    if "confidence" in keeps:
        assert [w.confidence for w in new] == [w.confidence and pytest.approx(w.confidence, abs=1e-3) for w in old]
    if "ends" in keeps:
        assert main_segmentation(back).ends == main_segmentation(document).ends


@pytest.mark.parametrize("name", [name for name in BOTH_WAYS if "ends" in FORMATS[name].keeps])
@given(document=documents(timed=True, events=False, abbreviations=False))
def test_sentence_ends_survive_even_without_words(name: str, document: Document) -> None:
    document = document.only(main_segmentation(document))
    back = after(name, document)
    assert back is not None
    assert main_segmentation(back).ends == main_segmentation(document).ends


@pytest.mark.parametrize("name", [name for name in OF_WORDS if "events" in FORMATS[name].keeps])
@given(document=documents(timed=True))
def test_events_survive_where_declared(name: str, document: Document) -> None:
    back = after(name, document)
    assert back is not None
    assert [(e.before_word, e.token.text) for e in back.transcript.events] == [
        (e.before_word, e.token.text) for e in document.transcript.events
    ]


@pytest.mark.parametrize("first", OF_WORDS)
@settings(max_examples=3)
@given(document=documents(timed=True, events=False))
def test_any_format_into_any_other_keeps_every_word(first: str, document: Document) -> None:
    through = after(first, document)
    assert through is not None
    for second in OF_WORDS:
        back = after(second, through)
        if back is None:
            assert not through.transcript.has_times, f"{second} refused what {first} had written"
            continue
        assert texts(back.transcript.words) == texts(document.transcript.words), f"{first} into {second}"
        if {"times"} <= FORMATS[first].keeps & FORMATS[second].keeps:
            assert [w.start for w in back.transcript.words] == [w.start for w in document.transcript.words]


@pytest.mark.parametrize("name", [name for name in BOTH_WAYS if "annotators" in FORMATS[name].keeps])
def test_several_annotators_survive_where_declared(name: str) -> None:
    transcript = spoken("A: so we left early B: it was late")
    people = (cut("so we left early | it was late |", by="anna"), cut("so we | left early it | was late |", by="ben"))
    back = after(name, Document(transcript, people, name="talk"))
    assert back is not None
    assert {s.by: s.ends for s in back.segmentations} == {s.by: s.ends for s in people}


@pytest.mark.parametrize("name", [name for name in BOTH_WAYS if "documents" in FORMATS[name].keeps])
def test_several_recordings_survive_where_declared(name: str) -> None:
    one = Document(spoken("A: so we left"), (cut("so we | left |"),), name="one")
    two = Document(spoken("B: it was very late"), (cut("it was | very late |"),), name="two")
    back = reread(name, one, two)
    assert [document.name for document in back] == ["one", "two"]
    assert [document.n_words for document in back] == [3, 4]


@pytest.mark.parametrize("name", OF_WORDS)
def test_letters_that_are_words_stay_words_though_only_their_stretch_has_times(name: str) -> None:
    texts_said = ("so", "你", "好", "d", "吗", "yes")
    last = len(texts_said) - 1
    said = [
        Word(text, 0 if place == 0 else None, 900 if place == last else None) for place, text in enumerate(texts_said)
    ]
    back = after(name, Document(Transcript(tuple(said)), name="talk"))
    assert back is not None
    assert texts(back.transcript.words) == list(texts_said)


@pytest.mark.parametrize("said", [">> <noise> so we left", ">><noise> so we left"])
@pytest.mark.parametrize("name", [name for name in OF_WORDS if "events" in FORMATS[name].keeps])
def test_a_new_speaker_who_begins_with_a_noise_makes_no_word_of_it(name: str, said: str) -> None:
    cues = f"1\n00:00:00,000 --> 00:00:02,000\n{said}\n"
    (document,) = parse(cues.encode(), name="talk", format="srt")
    assert [event.token.text for event in document.transcript.events] == ["<noise>"]
    assert texts(document.transcript.words) == ["so", "we", "left"]
    back = after(name, document)
    assert back is None or [event.token.text for event in back.transcript.events] == ["<noise>"]


@pytest.mark.parametrize("name", OF_WORDS)
def test_two_words_that_would_make_an_event_are_not_written_as_one(name: str) -> None:
    said = tuple(Word(text, 100 * place, 100 * place + 90) for place, text in enumerate(["so", "<a", "b>", "left"]))
    written = render([Document(Transcript(said), name="talk")], FORMATS[name], layout=Layout())
    (back,) = parse(written if isinstance(written, bytes) else written.encode(), name="talk", format=name)
    assert [text.replace("﹤", "<") for text in texts(back.transcript.words)] == ["so", "<a", "b>", "left"]


@pytest.mark.parametrize(
    ("name", "row"), [("iwslt", "<unk>.\tO"), ("iwslt", "<unk>.\tCOMMA"), ("punctuator", "<unk>.")]
)
def test_a_dot_behind_an_event_is_no_part_of_it(name: str, row: str) -> None:
    rows = ["so\tO", row, "left\tPERIOD"] if name == "iwslt" else [f"so {row} left .PERIOD"]
    (document,) = parse("\n".join(rows).encode(), name="talk", format=name)
    assert [event.token.text for event in document.transcript.events] == ["<unk>"]
    assert texts(document.transcript.words) == ["so", "left"]


def test_a_sign_in_a_row_before_an_event_stays_apart_from_it() -> None:
    (document,) = parse(b";;\tO\n<laugh>\tO\nso\tO\nleft\tPERIOD\n", name="talk", format="iwslt")
    assert [event.token.before for event in document.transcript.events] == [""]
    back = after("dialogue", document)
    assert back is not None
    assert texts(back.transcript.words) == ["so", "left"]
