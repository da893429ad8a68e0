"""What `pausa.segment` takes, and what it gives back."""

from __future__ import annotations

import gzip
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import pausa
from pausa.core.document import Document
from pausa.core.errors import InputError, MissingExtra, OptionError
from pausa.core.segmentation import Segmentation
from pausa.core.unpacking import ReadLimits
from pausa.core.words import Transcript, Word
from pausa.workflow.segments import Segments
from tests.builders import spoken, words
from tests.strategies import documents

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
TEXT = "So we left early. Was it late? Nobody knew."
ENDS = (3, 6, 8)
#: For a process of its own: pyarrow keeps what it knows of pandas.
WITHOUT_PANDAS = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "pandas":
            raise ImportError(name)

sys.meta_path.insert(0, Missing())
import pausa
print(pausa.segment("So we left.", "punctuation").to_dataframe().column("text").to_pylist())
"""


def by_marks(given: Any, **options: Any) -> Segments:
    found = pausa.segment(given, "punctuation", **options)
    assert isinstance(found, Segments)
    return found


@pytest.fixture
def talk() -> Segments:
    return pausa.segment(Document(spoken("A: so we left / B: was it late"), name="talk"), "pause")


@pytest.mark.parametrize(
    "given",
    [
        TEXT,
        TEXT.split(),
        tuple(TEXT.split()),
        TEXT.replace(". ", ".\n").split("\n"),
        [TEXT],
        {"segments": [{"start": 0.0, "end": 3.5, "text": TEXT}], "language": "en"},
        {"text": TEXT, "segments": []},
        {"pausa": 1, "words": [{"text": token.rstrip(".?"), "mark": token[-1:]} if token[-1:] in ".?" else
                               {"text": token} for token in TEXT.split()]},
    ],
    ids=["text", "words", "tuple", "sentences", "sentence", "whisper", "whisper-text", "own"],
)  # fmt: skip
def test_the_same_words_come_in_many_ways(given: Any) -> None:
    assert by_marks(given).ends == ENDS


def test_documents_transcripts_and_words_are_taken_as_they_are() -> None:
    transcript = spoken("so we left / it was late")
    for same in (transcript, Document(transcript), list(transcript.words), transcript.words):
        assert pausa.segment(same, "pause").ends == (2, 5)


def test_a_path_is_read_however_it_is_spelled(tmp_path: Path) -> None:
    path = tmp_path / "talk.txt"
    path.write_text(TEXT)
    assert by_marks(path).ends == by_marks(str(path)).ends == ENDS
    assert by_marks(path).source.name == "talk"


def test_a_name_that_ends_like_a_file_is_one() -> None:
    with pytest.raises(InputError, match="no such file"):
        pausa.segment("talk.json")


def test_a_text_with_blanks_is_never_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my talk.txt").write_text("Something else. Entirely.")
    monkeypatch.chdir(tmp_path)
    assert by_marks("Look: my talk.txt").source.transcript.texts == ("Look", "my", "talk.txt")
    assert pausa.segment("late", "bayes").n_words == 1
    assert by_marks(Path("my talk.txt")).n_words == 3


def test_text_by_strangers_can_be_kept_from_being_a_file() -> None:
    assert pausa.segment({"text": str(EXAMPLES / "market.txt")}, "bayes").n_words == 1


def test_a_string_is_the_content_of_a_file_where_its_format_is_told() -> None:
    assert by_marks("So we left. // Was it late? //", format="slashes").n_words == 6


def test_every_item_of_a_list_of_words_is_one_word() -> None:
    found = by_marks(["so", "—", "we", "left", "at", "8", "p.m.", "...", "yes."])
    assert found.n_words == 9
    assert found.source.transcript.words[-1] == Word("yes", mark=".")


def test_an_empty_word_is_refused_and_an_empty_list_is_no_sentence() -> None:
    with pytest.raises(InputError, match="word number 1"):
        pausa.segment(["so", " "], "bayes")
    assert list(pausa.segment([], "bayes")) == []


def test_sentences_that_were_given_are_kept_beside_the_new_ones() -> None:
    found = pausa.segment(["so we left", "<laugh>", "it was late"], "bayes")
    assert found.source.segmentations[0].ends == (2, 5)
    assert len(found.source.transcript.events) == 1


def test_several_transcripts_give_their_sentences_one_by_one(tmp_path: Path) -> None:
    taken: list[str] = []

    def given() -> Iterator[str]:
        for text in (TEXT, "Yes. No."):
            taken.append(text)
            yield text

    found = pausa.segment(given(), "punctuation")
    assert not isinstance(found, Segments)
    assert taken == []
    assert next(iter(found)).ends == ENDS
    assert len(taken) == 1
    assert [each.ends for each in found] == [(0, 1)]
    paths = [tmp_path / "one.txt", tmp_path / "two.txt"]
    for path in paths:
        path.write_text(TEXT)
    assert [each.source.name for each in pausa.segment(paths, "punctuation")] == ["one", "two"]
    assert [each.source.name for each in pausa.segment(list(map(str, paths)), "punctuation")] == ["one", "two"]  # type: ignore[attr-defined]


def test_a_file_of_several_recordings_is_gone_through_in_a_list(tmp_path: Path) -> None:
    path = tmp_path / "two.pausa.json"
    pausa.write([Document(Transcript(words("so we left"))), Document(Transcript(words("yes")))], path)
    with pytest.raises(InputError, match="holds 2 recordings"):
        pausa.segment(path, "bayes")
    assert [each.n_words for each in pausa.segment([path], "bayes")] == [3, 1]


def test_what_a_packed_file_may_become_is_bounded_here_too(tmp_path: Path) -> None:
    path = tmp_path / "talk.txt.gz"
    path.write_bytes(gzip.compress(TEXT.encode()))
    assert by_marks(path).ends == ENDS
    tight = ReadLimits(expanded_bytes=10)
    with pytest.raises(InputError, match="ReadLimits"):
        by_marks(path, limits=tight)
    with pytest.raises(InputError, match="ReadLimits"):
        pausa.convert(path, to="json", limits=tight)
    with pytest.raises(InputError, match="ReadLimits"):
        pausa.align(path, path, limits=tight)
    with pytest.raises(InputError, match="ReadLimits"):
        list(pausa.segment([path], "punctuation", limits=tight))


def test_what_cannot_be_asked_for_is_said_before_anything_is_read() -> None:
    with pytest.raises(OptionError, match="rate"):
        pausa.segment(iter([TEXT]), "punctuation", rate=0)


def test_warnings_are_values() -> None:
    found = pausa.segment({"segments": [{"text": "no i wyszliśmy", "start": "soon"}], "language": "pl"}, "bayes")
    bad_row, other_language = found.warnings
    assert "'soon'" in bad_row
    assert "Polish" in other_language
    assert "2 warnings" in repr(found)


def test_a_result_is_a_segmentation_and_knows_its_words(talk: Segments) -> None:
    assert isinstance(talk, pausa.Segmentation)
    assert talk == Segmentation(6, (2, 5), by="pause", probabilities=talk.probabilities)
    assert hash(talk) == hash(talk.bare())
    assert [(s.text, s.start, s.end, s.speaker, s.mark) for s in talk] == [
        ("so we left", 0, 900, "A", ""), ("was it late", 1500, 2400, "B", ""),
    ]  # fmt: skip
    assert [sentence.probability for sentence in talk] == [talk.probabilities[2], 1.0]
    assert len(talk) == 2
    assert talk[-1].text == "was it late"


def test_a_result_is_taken_wherever_a_segmentation_is(talk: Segments) -> None:
    document = talk.source
    assert [sentence.text for sentence in document.sentences(talk)] == ["so we left", "was it late"]
    for made in (document.only(talk), document.with_segmentation(talk)):
        assert type(made.segmentations[0]) is Segmentation  # a document in a document would be one too many
    assert type(talk.named("me")) is Segmentation
    assert pausa.boundary_f1(talk, talk) == 1.0
    assert pickle.loads(pickle.dumps(talk)).document == talk.document


def test_a_result_is_scored_with_its_words() -> None:
    found = pausa.segment("So we left. It was very late.", "punctuation")
    score = pausa.evaluate(pausa.segment("So we left. It was late.", "punctuation").document, found).systems[0]
    assert score.scores["f1_mean"].value == 1.0
    assert score.per_reference[0]["wer"] > 0  # one word more, which ends alone could not tell


def test_a_result_writes_itself_as_the_command_does(talk: Segments, tmp_path: Path) -> None:
    talk.write(tmp_path / "talk.srt", line_width=12)
    assert "00:00:01,500 --> 00:00:02,400\nWas it late." in (tmp_path / "talk.srt").read_text()
    talk.write(tmp_path / "talk", format="slashes")
    assert (tmp_path / "talk").read_text() == "So we left. // Was it late. //\n"
    assert '"probabilities"' not in str(talk.render("json"))
    assert '"probabilities"' in str(talk.render("json", probabilities=True))


def test_a_result_shows_itself_in_short_and_as_a_table(talk: Segments) -> None:
    assert repr(talk) == "<Segments: 2 sentences of 6 words by pause>"
    assert str(talk) == "So we left.\nWas it late."
    shown = talk._repr_html_()
    assert "<td>00:00:01.500–00:00:02.400</td><td>B</td><td>Was it late.</td>" in shown


def test_what_others_wrote_cannot_break_out_of_the_table() -> None:
    said = Transcript((Word("<b>bold</b>", speaker="<i>"), Word("&amp;")))
    shown = pausa.segment(said, "bayes")._repr_html_()
    assert "<b>" not in shown.lower()
    assert "<i>" not in shown
    assert "&amp;amp;" in shown.lower()


def test_a_long_table_is_cut_short() -> None:
    found = pausa.segment(Transcript(words("so " * 450)), "bayes", max_words=2)
    assert found._repr_html_().count("<tr>") == 200
    assert f"and {len(found) - 200} more" in found._repr_html_()


def test_a_data_frame_says_its_units(talk: Segments) -> None:
    pytest.importorskip("pandas")
    frame = talk.to_dataframe()
    assert list(frame.columns) == ["text", "start_ms", "end_ms", "speaker", "mark", "probability", "n_words"]
    assert frame["start_ms"].tolist() == [0, 1500]


def test_without_pandas_there_is_an_arrow_table(talk: Segments, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    shown = subprocess.run([sys.executable, "-c", WITHOUT_PANDAS], capture_output=True, text=True, check=True)
    assert shown.stdout == "['So we left.']\n"
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"pip install 'pausa\[tables\]'"):
        talk.to_dataframe()


def test_a_recording_belongs_to_one_transcript() -> None:
    pytest.importorskip("soundfile")
    pytest.importorskip("pocketsphinx")
    market, audio = EXAMPLES / "market.txt", EXAMPLES / "market.ogg"
    found = pausa.segment(market, "pause", audio=audio)
    assert len(found) > 1
    with pytest.raises(OptionError, match="one transcript"):
        list(pausa.segment([market, market], "pause", audio=audio))


def test_a_text_and_its_recording_make_subtitles() -> None:
    pytest.importorskip("soundfile")
    pytest.importorskip("pocketsphinx")
    found = pausa.segment(EXAMPLES / "market.txt", audio=EXAMPLES / "market.ogg")
    assert all(sentence.start is not None and sentence.end is not None for sentence in found)
    assert str(found.render("srt")).count("-->") >= len(found)


@given(documents())
def test_sentences_hold_all_words_in_order(document: Document) -> None:
    found = pausa.segment(document, "bayes")
    kept = [word.text for sentence in found for word in sentence.words if not word.is_event]
    assert kept == list(document.transcript.texts)
    assert len(found) == len(list(found)) == len(found.ends)


def test_records_with_times_are_one_transcript_and_whole_transcripts_are_several() -> None:
    rows = [{"word": word, "start": n / 2, "end": n / 2 + 0.4} for n, word in enumerate("so we left.".split())]
    found = pausa.segment(rows, "punctuation")
    assert [word.start for word in found.source.transcript.words] == [0, 500, 1000]
    assert "for the text" in found.warnings[0]
    said = pausa.convert([{"speaker": "A", "text": "So we left."}, {"speaker": "B", "text": "Yes."}], to="dialogue")
    assert said.content == "A: So we left.\nB: Yes.\n"
    several = pausa.segment([{"text": "So we left."}, {"text": "Yes."}], "punctuation")
    assert len(list(several)) == 2


def test_sentences_without_hesitations_hold_what_is_written() -> None:
    found = pausa.segment("So um we left. It was late um. Mm-hmm.", "punctuation", drop_fillers=True)
    assert [sentence.text for sentence in found] == ["So we left.", "It was late.", "Mm-hmm."]
    assert found.written_lengths == (3, 3, 1)
    assert (found.n_words, found.lengths) == (9, (4, 4, 1))
    assert found.to_dataframe()["n_words"].to_list() == [3, 3, 1]
    assert "um" not in found._repr_html_().split("<table>")[1]
