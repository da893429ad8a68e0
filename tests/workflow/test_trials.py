"""From recordings to trials: whose words, whose boundaries, and what is said about it."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.errors import InputError, LengthMismatch, OptionError
from pausa.core.messages import Say
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.metrics.base import Options
from pausa.models import load
from pausa.models.base import Detector
from pausa.workflow.conventions import Conventions
from pausa.workflow.gather import Annotation, Recording, gather
from pausa.workflow.trials import Trial, set_up
from tests.builders import cut, spoken, words


def annotation(text: str, by: str, *, bare: bool = False, source: str = "") -> Annotation:
    """Words with bars at the ends, or only the ends."""
    made = cut(text, by=by)
    said = Transcript(words(text.replace("|", " ")))
    return Annotation("talk", by, Transcript.blank(made.n_words) if bare else said, made, source)


def trials(
    references: list[Annotation],
    systems: list[Annotation],
    *,
    condition: str = "rec",
    detector: Detector | None = None,
    joins: bool = False,
    say: Say = pytest.fail,
) -> tuple[tuple[Trial, ...], dict[str, tuple[Trial, ...]]]:
    recording = Recording("talk", tuple(references), tuple(systems))
    return set_up(
        [recording],
        conventions=Conventions(joins=True) if joins else Conventions(),
        condition=condition,
        detector=detector,
        say=say,
    )


ANNA = annotation("so we left | it was late |", "anna", source="anna.txt")
OTHER_WORDS = annotation("so we really left | it was late |", "fast", source="fast.txt")


def test_the_same_words_are_left_as_they_are_and_nothing_is_said() -> None:
    fast = annotation("so we | left it was late |", "fast")
    (among,), systems = trials([ANNA], [fast])
    (trial,) = systems["fast"]
    assert (trial.references, trial.hypothesis) == ((ANNA.segmentation,), fast.segmentation)
    assert (trial.is_aligned, trial.edits, trial.judged, trial.name) == (False, (), None, "talk")
    assert among.hypothesis is None
    assert among.people == ("anna",)


def test_references_are_projected_onto_the_system_s_words_and_that_is_said_once() -> None:
    said: list[str] = []
    _, systems = trials([ANNA], [OTHER_WORDS], say=said.append)
    (trial,) = systems["fast"]
    assert trial.transcript.texts == OTHER_WORDS.transcript.texts
    assert [each.ends for each in trial.references] == [(3, 6)]
    assert (trial.align, trial.is_aligned) == ("words", True)
    assert [each.wer for each in trial.edits] == [1 / 6]
    assert said == [
        "talk: the words differ (word error rate 16.7%); 2 reference ends were projected onto fast's 7 words "
        "(0 moved, 0 merged, 0 dropped)"
    ]


def test_what_moved_merged_or_was_dropped_is_counted_over_all_references() -> None:
    ben = annotation("so we left | it was really | late |", "ben")
    said: list[str] = []
    trials([ANNA, ben], [annotation("so we left it was late |", "fast")], say=said.append)
    assert said == [
        "talk: the words differ (word error rate 7.7%); 5 reference ends were projected onto fast's 6 words "
        "(1 moved, 0 merged, 0 dropped)"
    ]


def test_people_are_compared_on_the_first_one_s_words_and_that_is_said_where_they_are_alone() -> None:
    said: list[str] = []
    (among,), _ = trials([ANNA, OTHER_WORDS], [], say=said.append)
    assert among.transcript.texts == ANNA.transcript.texts
    assert [each.ends for each in among.references] == [(2, 5), (2, 5)]
    assert len(said) == 1
    assert "projected onto the first reference's 6 words" in said[0]


def test_ends_without_words_take_the_words_of_whoever_has_them() -> None:
    bare = annotation("so we left | it was late |", "bare", bare=True)
    (among,), systems = trials([bare, ANNA], [annotation("so | we left it was late |", "fast", bare=True)])
    assert among.transcript.texts == ANNA.transcript.texts
    assert systems["fast"][0].transcript.texts == ANNA.transcript.texts
    (blank,), systems = trials([bare], [annotation("so | we left it was late |", "fast", bare=True)])
    assert blank.transcript.is_blank
    assert systems["fast"][0].transcript.is_blank


def test_ends_without_words_cannot_be_put_on_others() -> None:
    with pytest.raises(LengthMismatch):
        trials([annotation("so we left |", "bare", bare=True)], [OTHER_WORDS])
    _, systems = trials([ANNA], [annotation("so we left |", "bare", bare=True)])
    with pytest.raises(LengthMismatch):
        systems["bare"][0].case(Options())


def test_strangers_are_told_apart_where_three_words_of_four_are_wrong() -> None:
    third = annotation("so we are | he is early |", "fast", source="fast.txt")
    trials([ANNA], [third], say=lambda _: None)
    with pytest.raises(InputError, match=r"anna\.txt: these are not the words of fast\.txt \(word error rate 83%\)"):
        trials([ANNA], [annotation("so you are | he is early |", "fast", source="fast.txt")])


def test_words_written_as_one_are_the_same_where_joins_count() -> None:
    anna, fast = annotation("so today's call | was late |", "anna"), annotation("so to day's call | was late |", "fast")
    for joins, align, judged in (
        (True, "words+joins", [True, False, True, True, True, False]),
        (False, "words", [False, False, False, True, True, False]),
    ):
        _, systems = trials([anna], [fast], joins=joins, condition="inc", say=lambda _: None)
        (trial,) = systems["fast"]
        assert trial.judged is not None
        assert (trial.align, trial.judged.tolist()) == (align, judged)


def test_only_under_inc_are_gaps_left_out() -> None:
    heard = annotation("so we loft | it was late |", "fast")
    for condition, judged in (("rec", None), ("inc", [True, False, False, True, True, False])):
        _, systems = trials([ANNA], [heard], condition=condition, say=lambda _: None)
        mask = systems["fast"][0].judged
        assert (None if mask is None else mask.tolist()) == judged
    (among,), _ = trials([ANNA, heard], [annotation("so we left |", "x")][:0], condition="inc", say=lambda _: None)
    assert among.judged is None


def test_a_system_called_like_a_person_is_called_a_system() -> None:
    _, systems = trials(
        [ANNA], [annotation("so we | left it was late |", "anna"), annotation("so we left it was late |", "b")]
    )
    assert list(systems) == ["anna (system)", "b"]


def test_every_system_has_every_recording() -> None:
    one = Recording("one", (ANNA,), (annotation("so we left it was late |", "fast"),))
    two = Recording("two", (ANNA,), ())
    with pytest.raises(OptionError, match="fast has 1 of the 2 recordings"):
        set_up([one, two], conventions=Conventions(), say=pytest.fail)


def test_conditions_that_are_none_and_detectors_without_ref_are_refused() -> None:
    pause = load("pause")
    with pytest.raises(OptionError, match="No condition 'wer'; there are rec, inc, ref"):
        trials([ANNA], [OTHER_WORDS], condition="wer")
    for condition, detector in (("ref", None), ("rec", pause), ("inc", pause)):
        with pytest.raises(OptionError, match=r"give a model, and only then"):
            trials([ANNA], [OTHER_WORDS], condition=condition, detector=detector)


def test_under_ref_the_detector_runs_on_the_reference_words_with_the_times_that_were_heard() -> None:
    heard = Annotation("talk", "fast", spoken("so we loft / it was late"), cut("so we loft it was late"), "fast.txt")
    _, systems = trials([ANNA], [heard], condition="ref", detector=load("pause"), say=lambda _: None)
    (trial,) = systems["pause on fast"]
    assert trial.transcript.texts == ANNA.transcript.texts
    assert trial.hypothesis is not None
    assert (trial.hypothesis.ends, trial.hypothesis.by) == ((2, 5), "pause on fast")
    assert (trial.is_aligned, [each.wer for each in trial.edits]) == (True, [1 / 6])
    stranger = Annotation("talk", "fast", spoken("rain fell on the market"), cut("rain fell on the market"), "x.txt")
    with pytest.raises(InputError, match=r"anna\.txt: these are not the words of x\.txt"):
        trials([ANNA], [stranger], condition="ref", detector=load("pause"))


def test_a_collar_needs_times_and_without_one_they_are_not_looked_at() -> None:
    timed = Trial(
        "talk", spoken("so we left / it was late"), (cut("so we left | it was late"),), cut("so we left it was late")
    )
    assert timed.case(Options()).end_ms is None
    end_ms = timed.case(Options(collar_ms=100)).end_ms
    assert end_ms is not None
    assert end_ms.tolist() == [300, 600, 900, 1800, 2100, 2400]
    blank = Trial("talk", Transcript.blank(6), timed.references, timed.hypothesis)
    assert blank.case(Options(collar_ms=100)).end_ms is None


def test_a_trial_without_a_hypothesis_is_judged_as_if_nothing_was_marked() -> None:
    trial = Trial("talk", Transcript.blank(6), (cut("so we left | it was late"),))
    assert len(trial.case(Options()).hypothesis) == 0
    assert len(trial.case(Options()).references[0]) == 1


def test_wordings_that_several_systems_share_are_aligned_once() -> None:
    document = Document(OTHER_WORDS.transcript, (OTHER_WORDS.segmentation,), name="talk")
    references = {"anna": Document(ANNA.transcript, (ANNA.segmentation,), name="talk")}
    twice = {"fast": document, "slow": document.only(Segmentation(7, (6,), by="slow"))}
    said: list[str] = []
    recordings = gather(references, twice, conventions=Conventions(), say=said.append)
    _, systems = set_up(recordings, conventions=Conventions(), say=said.append)
    assert systems["fast"][0].references is systems["slow"][0].references
    assert [line.split("onto ")[1].split()[0] for line in said] == ["fast's", "slow's"]


def test_under_ref_people_with_other_words_are_brought_onto_the_first_one_s_and_that_is_said() -> None:
    heard = Annotation("talk", "fast", spoken("so we loft / it was late"), cut("so we loft it was late"), "fast.txt")
    said: list[str] = []
    _, systems = trials([ANNA, OTHER_WORDS], [heard], condition="ref", detector=load("pause"), say=said.append)
    (trial,) = systems["pause on fast"]
    assert [each.ends for each in trial.references] == [(2, 5), (2, 5)]
    assert [line.partition("onto ")[2].partition(" (")[0] for line in said] == ["pause on fast's 6 words"]
