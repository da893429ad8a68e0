"""Reading takes time that grows with the file: each input here is so large that its square would never end.

`python -m benchmarks growth` looks for such cases, and what it or anybody finds stays here. Nothing is measured: a
test that comes back has passed.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.files import parse
from pausa.formats.graphs import graph_of
from pausa.formats.nist import names
from pausa.text.languages import language
from pausa.text.normal import without_spoken_marks
from pausa.text.parting import part
from pausa.text.tokens import words_of

MANY = 1_000_000


def read(content: str | dict[str, Any] | list[Any], format: str | None = None) -> Any:
    """What is read of a file, or the error that says why not."""
    text = content if isinstance(content, str) else json.dumps(content)
    try:
        return parse(text.encode(), name="talk.txt", format=format, warn=lambda _: None)
    except InputError as refused:
        return refused


TEXTGRID = 'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n{}\n<exists>\n0\n'


@pytest.mark.parametrize("sign", ["9", "9.", "1e", "-", '"', "<", "! ", "<a"])
def test_textgrid_passes_over_what_is_no_value(sign: str) -> None:
    read(TEXTGRID.format(sign * MANY + "x"), "textgrid")
    assert FORMATS["textgrid"].looks_like(TEXTGRID.format(sign * MANY))


@pytest.mark.parametrize("blank", [" ", "\n", "\t", "\u00a0", " \n"])
def test_blanks_before_the_text_are_passed_over(blank: str) -> None:
    (document,) = read(blank * (MANY // 2) + "so we left")
    assert document.n_words == 3


@pytest.mark.parametrize("name", [name for name in FORMATS if FORMATS[name].parse and not FORMATS[name].binary])
@pytest.mark.parametrize("content", ["9", "/", " ", "\n", "(", "<", ",", "1:", ". "])
def test_no_reader_and_no_look_at_a_file_goes_astray(name: str, content: str) -> None:
    text = f"a{content * (MANY // 4)}b"
    FORMATS[name].looks_like(text)
    read(text, name)


@pytest.mark.parametrize("mark", [". ", "– ", "? ", '" ', "... "])
def test_a_word_may_have_any_number_of_loose_marks(mark: str) -> None:
    (word,) = words_of("so " + mark * MANY)
    assert len(word.mark) >= MANY


@pytest.mark.parametrize("mark", [".", "?", "! <b>?"])
def test_events_may_have_any_number_of_marks(mark: str) -> None:
    assert len(Transcript.of(words_of("so " + f"<a>{mark} " * (MANY // 4)))) == 1


def test_a_mark_may_be_dictated_any_number_of_times() -> None:
    said = Transcript.of(words_of("so " + "question mark " * (MANY // 4)))
    (word,) = without_spoken_marks(said, lang=language("en")).words
    assert len(word.mark) == MANY // 4


@pytest.mark.parametrize("label", ["–\tO\n", "...\tO\n", " \tPERIOD\n"])
def test_labels_without_a_word_go_to_the_word_before(label: str) -> None:
    (document,) = read("so\tO\n" + label * (MANY // 8), "iwslt")
    assert document.n_words == 1


def test_label_tokens_go_to_the_word_before() -> None:
    (document,) = read("so " + ".PERIOD ,COMMA " * (MANY // 8), "punctuator")
    assert len(document.transcript.words[0].mark) >= MANY // 4


def long_word(kind: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "alternatives": [{"content": "?" * MANY if kind == "punctuation" else "so"}], **more}


def test_rows_of_punctuation_go_to_the_word_before() -> None:
    mark = {"type": "punctuation", "alternatives": [{"content": "?"}]}
    rows = [long_word("pronunciation"), long_word("punctuation"), *[mark] * (MANY // 32)]
    (document,) = read({"results": {"items": rows}}, "aws")
    assert len(document.transcript.words[0].mark) == MANY + MANY // 32
    for attached in ("previous", "none", "next"):
        rows = [long_word("word"), long_word("punctuation"), *[mark | {"attaches_to": attached}] * (MANY // 32)]
        (document,) = read({"results": [*rows, long_word("word")]}, "speechmatics")
        assert document.n_words == 2


def test_pieces_make_a_word() -> None:
    rows = [{"word": " " + "s" * MANY, "start": 0}, *[{"word": "-s"}] * (MANY // 32)]
    (document,) = read({"segments": [{"text": "", "words": rows}]}, "whisper")
    assert document.n_words == 1


def test_any_number_of_annotations_may_have_one_name() -> None:
    annotations = [{"completed_by": "anna", "result": []}] * (MANY // 16)
    (document,) = read([{"data": {"text": "so we left"}, "annotations": annotations}], "labelstudio")
    assert [one.by for one in document.segmentations][:3] == ["anna", "anna-2", "anna-3"]


def test_any_number_of_channels() -> None:
    phrases = [{"channel": number, "nBest": [{"display": "so"}]} for number in range(MANY // 16)]
    (document,) = read({"recognizedPhrases": phrases}, "azure")
    assert document.n_words == MANY // 16


def test_rows_without_a_word_wait_for_one() -> None:
    (document,) = read("call 1 anna 0 1 .\n" * (MANY // 8) + "call 1 anna 0 1 so\n", "stm")
    assert document.n_words == 1


def test_annotations_without_times_share_an_interval() -> None:
    slots = "".join(f'<TIME_SLOT TIME_SLOT_ID="t{number}"/>' for number in range(2))
    one = '<ALIGNABLE_ANNOTATION TIME_SLOT_REF1="t0" TIME_SLOT_REF2="t1"><V>{}</V></ALIGNABLE_ANNOTATION>'
    labels = one.format("s" * MANY) + one.format("so") * (MANY // 16)
    eaf = f'<ANNOTATION_DOCUMENT>{slots}<TIER TIER_ID="words">{labels}</TIER></ANNOTATION_DOCUMENT>'
    (document,) = read(eaf, "eaf")
    assert document.n_words == 1 + MANY // 16


def test_more_tiers_than_anyone_has_made_are_refused_and_long_names_are_names() -> None:
    tiers = "".join(f'<TIER TIER_ID="sentences (a{number})"/>' for number in range(1001))
    assert "1001 tiers" in str(read(f"<ANNOTATION_DOCUMENT>{tiers}</ANNOTATION_DOCUMENT>", "eaf"))
    long = f'<TIER TIER_ID="a{"_" * MANY}b"/>'
    assert "no words in it" in str(read(f"<ANNOTATION_DOCUMENT>{long}</ANNOTATION_DOCUMENT>", "eaf"))


@pytest.mark.parametrize("label", ["<" + "," * MANY, "<" + "a," * MANY + "x"])
def test_labels_of_stm(label: str) -> None:
    (document,) = read(f"call 1 anna 0 1 {label} so\n", "stm")
    assert document.n_words == 2


CUE = "00:00:01,000 --> 00:00:02,000\n{}\n"


@pytest.mark.parametrize("name", ["srt", "vtt"])
@pytest.mark.parametrize(
    "text", [" " * MANY + "so", "<v " + " " * MANY + "so", f"&#{'9' * MANY}; so", "&" * MANY + " so"]
)
def test_cues(name: str, text: str) -> None:
    (document,) = read("WEBVTT\n\n" + CUE.format(f"we {text}") + "\n" + CUE.format(text), name)
    assert document.n_words


@pytest.mark.parametrize("name", ["srt", "vtt"])
def test_cues_of_any_number_of_lines(name: str) -> None:
    cues = [f"00:00:0{second},000 --> 00:00:0{second + 1},000\n" + "so\n" * (MANY // 8) for second in range(3)]
    (document,) = read("WEBVTT\n\n" + "\n".join(cues), name)
    assert document.n_words >= 3 * (MANY // 8) - 200


def test_rows_of_poleval() -> None:
    for row in (f"({' ' * MANY}x", f"(1{' ' * MANY}x", f"(1,{' ' * MANY}x", f"(1,2{' ' * MANY}x"):
        assert read(f"(1,2) so\n{row}\n", "poleval")[0].n_words > 1


@pytest.mark.parametrize("sign", ["「", "（", "「(", "「“"])
def test_signs_that_open_nothing_are_each_looked_at_once(sign: str) -> None:
    assert "".join(part(sign * (MANY // 2) + " 那")) == sign * (MANY // 2) + "那"


def test_a_file_of_many_recordings_is_read_again_once_for_each_language() -> None:
    told = {"text": "Wir haben das gestern nicht gesehen und sind dann nach Hause gegangen. " * 4}
    rows = "\n".join(json.dumps({"recording": f"gespräch{number}"} | told) for number in range(5000))
    documents = parse(rows.encode(), name="talk", format="jsonl", language="auto", warn=lambda _: None)
    assert len(documents) == 5000
    assert {document.language for document in documents} == {"de"}


def test_many_recordings_get_names_of_their_own() -> None:
    documents = [Document(Transcript.of([Word("so", 0, 1)]), name=f"call{number}") for number in range(MANY // 10)]
    assert len(set(names(documents))) == len(documents)


def test_a_graph_of_many_sentences_is_written() -> None:
    doc = Document(Transcript.of(Word("so") for _ in range(MANY // 4)))
    doc = doc.only(Segmentation.of(MANY // 4, range(1, MANY // 4, 2)))
    assert len(graph_of(doc, format_name="slf").arcs) > MANY // 4
