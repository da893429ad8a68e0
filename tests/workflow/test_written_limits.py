"""A limit on characters holds for what is written: with marks, capitals, commas and events, whoever decides."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pausa.core.document import Document
from pausa.core.joining import join
from pausa.core.scores import Scores
from pausa.core.words import Event, Transcript, Word
from pausa.decode import SentenceLimits
from pausa.formats.base import spelled
from pausa.models import load
from pausa.text.languages import language
from pausa.text.written import as_finished, as_given
from pausa.workflow.deciding import counted, decide
from pausa.workflow.segment import segment
from pausa.workflow.segments import Segments
from tests.builders import spoken
from tests.strategies import transcripts

MODELS = {name: load(name) for name in ("pause", "bayes")}


def written_lines(transcript: Transcript, **asked: object) -> list[tuple[str, int]]:
    """Each line and how many words it has."""
    found = segment(transcript, **asked)  # type: ignore[call-overload]
    lines = str(found.render("lines")).splitlines()
    assert len(lines) == len(found)
    return list(zip(lines, found.lengths, strict=True))


def test_the_mark_that_is_added_counts() -> None:
    home = spoken("we went home")
    assert written_lines(home, model="pause", max_chars=13) == [("We went home.", 3)]
    assert max(len(line) for line, _ in written_lines(home, model="pause", max_chars=12)) <= 12


def test_a_mark_that_goes_does_not_count() -> None:
    words = Transcript((Word("so", 0, 100, mark="?!"), Word("we", 100, 200, mark="!"), Word("left", 200, 300)))
    assert written_lines(words, model="pause", marks="ignore", max_chars=len("So we left.")) == [("So we left.", 3)]


def test_a_capital_may_be_longer_and_an_event_is_written() -> None:
    words = Transcript((Word("ßo", 0, 100), Word("we", 100, 200)), (Event(1, Word("<laugh>")),))
    longest = len("Sso <laugh> we.")
    assert written_lines(words, model="pause", max_chars=longest) == [("Sso <laugh> we.", 2)]
    assert len(written_lines(words, model="pause", max_chars=longest - 1)) == 2


def test_where_no_blank_is_written_none_counts_and_a_mark_before_a_question_does() -> None:
    chinese = Transcript(
        tuple(Word(sign, 100 * place, 100 * place + 100) for place, sign in enumerate("那就這樣我們走"))
    )
    assert segment(Document(chinese, language="zh"), "pause", max_chars=8).lengths == (7,)
    assert max(segment(Document(chinese, language="zh"), "pause", max_chars=7).lengths) < 7
    spanish = as_finished(chinese, stray_ends=True, commas=(), instead=(), lang=language("es"))
    plain = as_finished(chinese, stray_ends=True, commas=(), instead=(), lang=language("en"))
    assert (spanish.last - plain.last).tolist() == [1] * 7


@pytest.mark.parametrize("marks", ["auto", "keep", "ignore", "blend"])
@pytest.mark.parametrize("model", MODELS)
@settings(max_examples=40)
@given(transcript=transcripts(max_words=40, timed=True), longest=st.integers(3, 45), fillers=st.booleans())
def test_no_line_is_longer_than_asked(
    model: str, marks: str, transcript: Transcript, longest: int, fillers: bool
) -> None:
    asked = {"model": MODELS[model], "marks": marks, "max_chars": longest, "drop_fillers": fillers}
    for line, n_words in written_lines(transcript, **asked):
        assert len(line) <= longest or n_words == 1, line


@settings(max_examples=60)
@given(
    transcript=transcripts(max_words=40, timed=True),
    longest=st.integers(3, 45),
    marks=st.sampled_from(["auto", "keep", "ignore"]),
)
def test_nor_with_the_marks_that_formats_without_lines_need(transcript: Transcript, longest: int, marks: str) -> None:
    found = segment(transcript, MODELS["pause"], marks=marks, max_chars=longest)
    document = spelled(found.document)
    for sentence, n_words in zip(document.sentences(found), found.lengths, strict=True):
        assert len(sentence.text) <= longest or n_words == 1


@given(transcripts(max_words=30), st.lists(st.floats(0.01, 0.99), min_size=30, max_size=30), st.integers(3, 40))
def test_commas_that_are_asked_for_count(transcript: Transcript, shares: list[float], longest: int) -> None:
    n_words = len(transcript)
    ends, commas = np.full(n_words, 0.1), np.array(shares[:n_words] + [0.3] * (n_words - len(shares[:n_words])))
    scores = Scores(ends, {",": commas, ".": ends})
    limits = SentenceLimits(max_chars=longest)
    places = tuple(np.flatnonzero(commas >= 0.5).tolist())
    written = counted(transcript, scores, limits, stray_ends=False, commas=places)
    found = decide(transcript, scores, MODELS["pause"], limits, written=written)
    result = Segments(
        n_words=n_words, ends=found.ends, marks=found.marks, by="", probabilities=(), stray_ends="go",
        source=Document(transcript), scores=scores, commas=places,
    )  # fmt: skip
    for line, length in zip(str(result.render("lines")).splitlines(), result.lengths, strict=True):
        assert len(line) <= longest or length == 1


@given(transcripts(max_words=20))
def test_what_is_given_as_it_is_counts_as_it_is(transcript: Transcript) -> None:
    n_words = len(transcript)
    if n_words:
        whole = join(transcript.tokens())
        given_lengths = as_given(transcript)
        assert given_lengths.inside[:-1].sum() + given_lengths.last[-1] == len(whole)
        finished = as_finished(transcript, stray_ends=True, commas=(), instead=(), lang=language("en"))
        assert (finished.last >= given_lengths.last).all()
