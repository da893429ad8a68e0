"""Marks that a transcript brings along: kept, completed, ignored."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.scores import Scores
from pausa.core.words import Transcript
from pausa.models.base import Detector
from pausa.text.casing import INITIAL, LOWER
from pausa.text.tokens import words_of
from pausa.workflow.own_marks import MEASURED
from pausa.workflow.segment import segment
from pausa.workflow.segments import CAPITALS

#: Nine words of which the detector below would end a sentence after the third, sixth and ninth.
RUN = "and we went but they came while you slept"


class EveryThird(Detector):
    """A detector that is nearly sure of an end after "went", "came" and "slept", and of nothing else."""

    name = "every-third"

    def score(self, transcript: Transcript) -> Scores:
        ends = np.array([0.9 if text in ("went", "came", "slept") else 0.01 for text in transcript.texts])
        return Scores(ends, {".": ends})


def spelled(text: str) -> Document:
    return Document(Transcript.of(words_of(text)))


def cut(text: str, **options: Any) -> list[str]:
    return str(segment(spelled(text), EveryThird(), **options)).splitlines()


def test_marks_that_are_kept_stand_and_nothing_is_added() -> None:
    assert cut("well we went home. did they? yes", marks="keep") == ["Well we went home.", "Did they?", "Yes"]
    assert cut(f"{RUN} {RUN} {RUN}. so", marks="keep") == [f"A{RUN[1:]} {RUN} {RUN}.", "So"]


def test_auto_leaves_a_sentence_alone_that_a_person_may_have_written() -> None:
    assert cut(f"so. {RUN}. so.", marks="auto") == ["So.", f"A{RUN[1:]}.", "So."]


def test_where_marks_are_scarce_fewer_must_be_missing() -> None:
    short = ["And we went.", "But they came.", "While you slept."]
    text = f"{RUN} {RUN}. {RUN} we went."
    assert cut(text, marks="auto") == [*short, *short, *short, "We went."]
    assert cut(f"{text} {'so. ' * 20}", marks="auto")[:7] == [*short, *short, f"A{RUN[1:]} we went."]


def test_auto_completes_a_stretch_in_which_marks_must_be_missing() -> None:
    found = segment(spelled(f"so there. {RUN} {RUN}. we went home. " + "he saw me. " * 6), EveryThird(), marks="auto")
    thirds = ["And we went.", "But they came.", "While you slept."]
    assert str(found).splitlines()[:8] == ["So there.", *thirds, *thirds, "We went home."]
    assert found.by == "punctuation+every-third"
    assert found.warnings == (
        "kept the 9 sentence ends that are marked and added 5 in a stretch without marks, of up to 18 words "
        "(marks: auto; keep adds none, ignore goes by the words alone)",
    )


def test_without_any_mark_auto_is_what_ignore_is() -> None:
    found, ignoring = (segment(spelled(f"{RUN} {RUN}"), EveryThird(), marks=marks) for marks in ("auto", "ignore"))
    assert found == ignoring
    assert found.warnings == ()


@pytest.mark.parametrize("marks", ["keep", "auto"])
def test_a_question_that_is_told_goes_on_where_people_write_capitals(marks: str) -> None:
    text = '"Are you ready?" asked Tom. "Hurry up!" he cried. Then Yahoo! was sold.'
    lines = ['"Are you ready?" asked Tom.', '"Hurry up!" he cried.', "Then Yahoo! was sold."]
    assert cut(text, marks=marks) == lines
    assert segment(spelled(text), EveryThird(), marks=marks).render("text") == f"{text}\n"
    assert cut('"Ready?" asked Tom.', marks=marks) == ['"Ready?" asked Tom.']


def test_a_clause_ends_at_a_question_that_is_told() -> None:
    assert cut('"Ready?" asked Tom.', marks="keep", level="clause") == ['"Ready?"', "Asked Tom."]


@pytest.mark.parametrize("marks", ["keep", "auto"])
@pytest.mark.parametrize("text", ["did they? we left. so it was", "Did they? we left", "I did. did they? we left."])
def test_a_question_ends_its_sentence_where_nobody_writes_capitals(text: str, marks: str) -> None:
    assert "id they?" in [line[1:] for line in cut(text, marks=marks)]


def test_the_words_of_another_speaker_are_another_sentence() -> None:
    said = [*words_of("So Tom left. Did he?", speaker="a"), *words_of("yes he did.", speaker="b")]
    found = segment(Document(Transcript.of(said)), EveryThird(), marks="auto")
    assert found.ends == (2, 4, 7)


def test_behind_a_semicolon_a_small_letter_stays_where_people_write_capitals() -> None:
    assert cut("We left; it was late. So there.", marks="keep") == ["We left;", "it was late.", "So there."]
    assert cut("we left; it was late. so there.", marks="keep") == ["We left;", "It was late.", "So there."]


def test_one_end_is_told_as_one() -> None:
    (told,) = segment(spelled("we went."), EveryThird(), marks="auto").warnings
    assert told.startswith("kept the sentence end that is marked (")


def test_marks_that_agree_with_the_words_count_as_evidence() -> None:
    agreeing = "and we went. but they came. while you slept. " * 9
    assert cut(f"{agreeing} so it was. we left there", marks="blend")[-2:] == ["So it was.", "We left there."]
    assert cut(f"{agreeing} so it was. we left there", marks="ignore")[-1] == "So it was we left there."
    strange = "and we. went but they. came while. you. slept " * 9
    assert cut(strange, marks="blend") == cut(strange, marks="ignore")


def test_evidence_leaves_no_doubt_where_the_words_are_sure() -> None:
    agreeing = "and we went. but they came. while you slept. " * 9
    assert cut(f"{agreeing} and we went but they came", marks="blend")[-2:] == ["And we went.", "But they came."]


def test_marks_that_are_ignored_and_end_nothing_go() -> None:
    assert cut('so. (we.) "went." home at 3.5 p.m. on a U.S. ship; they came!', marks="ignore") == [
        'So (we) "went."',
        "Home at 3.5 p.m. on a U.S. ship they came!",
    ]


class TellsCases(EveryThird):
    """The same, and it knows one name."""

    tells_cases = True

    def score(self, transcript: Transcript) -> Scores:
        cases = np.array([INITIAL if text.lower() == "anna" else LOWER for text in transcript.texts], dtype=np.int8)
        return replace(super().score(transcript), cases=cases)


def test_a_mark_that_goes_takes_the_capital_behind_it_along() -> None:
    text = "I saw. And. Anna came. Did. I? Yes"
    found = segment(spelled(text), TellsCases(), marks="ignore")
    assert str(found).splitlines() == ["I saw and Anna came.", "Did I yes."]
    assert found.document.transcript.texts == spelled(text).transcript.texts  # data keep what they have
    kept = segment(spelled(text), TellsCases(), marks="ignore", case="keep")
    assert str(kept).splitlines() == ["I saw And Anna came.", "Did I Yes."]


def test_a_text_all_in_capitals_is_written_anew_where_that_is_asked_for() -> None:
    text = "SO WE SAW ANNA. I LEFT."
    told = {case: str(segment(spelled(text), TellsCases(), marks="keep", case=case)) for case in (None, *CAPITALS)}
    assert told[None] == told["keep"] == "SO WE SAW ANNA.\nI LEFT."
    assert told["sentence"] == "So we saw anna.\nI left."
    assert told["true"] == "So we saw Anna.\nI left."


def test_a_stray_end_becomes_a_comma_where_the_model_says_so() -> None:
    class Pausing(EveryThird):
        tells_commas = True

        def score(self, transcript: Transcript) -> Scores:
            scores = super().score(transcript)
            comma = np.array([0.7 if text == "so" else 0.0 for text in transcript.texts])
            return Scores(scores.ends, {**scores.marks, ",": comma})

    assert str(segment(spelled("so. we went"), Pausing(), marks="ignore")) == "So, we went."


def test_a_model_that_is_named_is_meant_and_marks_are_ignored() -> None:
    assert cut("so. we went home") == ["So we went.", "Home."]
    text = "We met on Monday. It rained. Nobody minded it."
    assert str(segment(spelled(text))).splitlines() == ["We met on Monday.", "It rained.", "Nobody minded it."]
    assert segment(spelled(text)).by == "punctuation"


@pytest.mark.parametrize("marks", ["keep", "auto"])
def test_a_cut_made_by_a_limit_has_no_mark_and_no_capital_after_it(marks: str) -> None:
    found = segment(spelled("so we went right home again. yes"), EveryThird(), marks=marks, max_words=4)
    assert str(found).splitlines() == ["So we went", "right home again.", "Yes" if marks == "keep" else "Yes."]
    assert found.marks == ("", ".", "" if marks == "keep" else ".")


def test_where_no_end_is_marked_a_limit_marks_none_either() -> None:
    found = segment(spelled("so we went right home again"), EveryThird(), marks="keep", max_words=3)
    assert str(found).splitlines() == ["So we went", "right home again"]
    assert found.render("text") == "So we went right home again\n"


def test_a_limit_that_cuts_unmarked_words_makes_no_sentence_either() -> None:
    lines = cut("so he left it all right there and we went", max_words=6)
    assert lines[0].startswith("So he left it")
    assert not lines[0].endswith(".")
    assert lines[1][0].islower()
    assert lines[1].endswith("we went.")


def test_a_sentence_that_breaks_off_where_the_turn_is_over_is_left_so() -> None:
    said = [*words_of("I was going to —", speaker="a"), *words_of("No.", speaker="b"), *words_of("well,", speaker="a")]
    found = segment(Document(Transcript.of(said)), EveryThird(), marks="auto")
    assert str(found).splitlines() == ["I was going to —", "No.", "Well,"]


def test_an_abbreviation_at_an_end_gets_no_second_dot() -> None:
    found = segment(Document(Transcript.of(words_of("we work in the U.S. went"))), Ends(), marks="ignore")
    assert str(found).splitlines() == ["We work in the U.S.", "Went."]


class Ends(EveryThird):
    def score(self, transcript: Transcript) -> Scores:
        ends = np.array([0.9 if text in ("U.S.", "U.S") else 0.01 for text in transcript.texts])
        return Scores(ends, {".": ends})


def test_kept_marks_and_a_number_of_sentences_contradict_each_other() -> None:
    with pytest.raises(OptionError, match="say how many"):
        cut("so. we went", marks="keep", rate=5)
    with pytest.raises(OptionError, match="marks is one of"):
        cut("so. we went", marks="kept")


def test_keeping_marks_where_none_are_says_so() -> None:
    found = segment(spelled(RUN), EveryThird(), marks="keep")
    assert len(found) == 1
    assert found.warnings == ("no sentence end is marked here; marks=auto finds them",)


def test_case_keep_adds_no_capital_and_sentence_adds_them_everywhere() -> None:
    assert cut("so we went there i came", case="keep") == ["so we went.", "there i came."]
    shown = segment(spelled("so we went there i came"), EveryThird(), case="sentence")
    assert [sentence.text for sentence in shown] == ["So we went.", "There I came."]
    assert cut("so We went. iPhone McCoy came.", marks="keep") == ["So We went.", "iPhone McCoy came."]


texts = st.lists(
    st.tuples(st.sampled_from(RUN.split()), st.sampled_from(["", "", "", "", ".", "?", ",", "!", "...", " —"])),
    min_size=1,
    max_size=80,
).map(lambda pairs: " ".join(word + mark for word, mark in pairs))


@given(texts, st.sampled_from(["keep", "auto"]), st.one_of(st.none(), st.integers(1, 9)))
def test_no_marked_end_is_ever_lost_or_changed(text: str, marks: str, max_words: int | None) -> None:
    given_words = spelled(text).transcript.words
    found = segment(spelled(text), EveryThird(), marks=marks, max_words=max_words)
    for old, new in zip(given_words, found.document.transcript.words, strict=True):
        if any(sign in old.mark for sign in "?!") or old.mark == ".":
            assert new.mark == old.mark
    ends = {place for place, word in enumerate(given_words) if set(word.mark) & set("?!") or word.mark == "."}
    assert ends <= set(found.ends)
    if max_words:
        assert max(found.lengths) <= max_words


def test_marks_that_a_recogniser_made_are_told_with_what_others_gave() -> None:
    heard = [{"word": " We", "start": 0, "end": 0.3}, {"word": " left.", "start": 0.3, "end": 0.8}]
    said = {"segments": [{"start": 0, "end": 0.8, "text": " We left.", "words": heard}]}
    (told,) = segment(said).warnings
    assert "a recogniser made them: F1 was on calls" in told
    assert "recogniser" not in segment("We left. It was late.").warnings[0]


def test_the_figures_told_are_those_measured() -> None:
    results = json.loads((Path(__file__).parents[2] / "benchmarks" / "results" / "own-marks.json").read_text())
    calls = [row for name, row in results["recognisers"].items() if name.startswith("Earnings-21")]
    whisper = results["recognisers"]["ESIC, Whisper base"]
    for place, way in enumerate(("keep", "ignore", "blend")):
        assert MEASURED["calls"][place] == round(float(np.mean([row[way] for row in calls])), 2)
        assert MEASURED["Whisper's speeches"][place] == round(whisper[way], 2)
