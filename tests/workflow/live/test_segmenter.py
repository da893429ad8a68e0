"""A stream loses no word, keeps its limits and its word, and comes to what the whole recording would."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.errors import OptionError
from pausa.core.updates import Update
from pausa.core.words import Transcript, Word
from pausa.decode import SentenceLimits
from pausa.models import MODELS, load
from pausa.workflow.deciding import decide, score_gaps
from pausa.workflow.live.segmenter import StreamSegmenter
from pausa.workflow.live.sentences import LiveEvent, Provisional
from pausa.workflow.live.writing import writer
from pausa.workflow.segment import segment
from tests.builders import spoken, words
from tests.strategies import transcripts
from tests.workflow.live.streams import REACH, Neighbours, ends, firm, machine, run

TALK = spoken(
    "anna: so tell me how it began / well / ben: we had a stall at the market / and then the rent went up "
    "anna: did you mind / ben: not much / it was time for a change i think / and the boat was there anyway"
)
LIMITS: dict[str, Any] = {
    "max_words": st.none() | st.integers(1, 6),
    "max_chars": st.none() | st.integers(8, 40),
    "max_seconds": st.none() | st.floats(0.5, 4),
    "turns": st.sampled_from(["respect", "ignore"]),
}


@given(st.data())
def test_no_word_is_lost_reordered_or_given_twice(data: st.DataObject) -> None:
    made = machine(
        delay=data.draw(st.integers(0, 9)),
        max_wait=data.draw(st.sampled_from([None, 1.0, 3.0])),
        provisional=data.draw(st.booleans()),
        **data.draw(st.fixed_dictionaries({"min_words": st.none() | st.integers(1, 4), "turns": LIMITS["turns"]})),
    )
    said: list[Word] = []
    events: list[LiveEvent] = []
    left: dict[str, tuple[Word, ...]] = {}
    now = 0.0
    for _ in range(data.draw(st.integers(0, 12))):
        now += data.draw(st.sampled_from([0.0, 0.1, 0.9, 4.0]))
        some = data.draw(transcripts(max_words=5, abbreviations=False)).words
        channel = data.draw(st.sampled_from(["", "1"]))
        kind = data.draw(st.sampled_from(["final", "partial", "both", "tick"]))
        if kind == "tick":
            events += made.tick(now, heard=data.draw(st.none() | st.integers(0, 20_000)))
            continue
        final, partial = (some, None) if kind == "final" else ((), some) if kind == "partial" else (some[:2], some[2:])
        said += final
        left.pop(channel, None)
        if partial:
            left[channel] = partial
        events += made.push(Update(tuple(final), partial, channel), now)
    events += made.close(now)
    said += [word for each in left.values() for word in each]
    given_back = firm(events)
    assert [word.text for sentence in given_back for word in sentence.words] == [word.text for word in said]
    assert [sentence.number for sentence in given_back] == list(range(len(given_back)))
    assert [sentence.first for sentence in given_back] == [0, *(end + 1 for end in ends(given_back))][: len(given_back)]
    assert all(sentence.firm for sentence in given_back)


@given(transcripts(max_words=30), st.integers(0, 12), st.fixed_dictionaries(LIMITS), st.booleans())
def test_limits_are_never_exceeded(transcript: Any, delay: int, limits: dict[str, Any], provisional: bool) -> None:
    if limits["max_seconds"] is not None and not all(word.start is not None for word in transcript.words):
        limits |= {"max_seconds": None}
    made = machine(delay=delay, provisional=provisional, **limits)
    write = writer("lines")
    for sentence in run(made, list(transcript.tokens())):
        spoken_words = [word for word in sentence.words if not word.is_event]
        assert len(spoken_words) == sentence.n_words
        if sentence.n_words == 1:
            continue
        assert sentence.n_words <= (limits["max_words"] or 99)
        assert len(write(sentence).rstrip("\n")) <= (limits["max_chars"] or 9999)
        assert len(sentence.text) <= (limits["max_chars"] or 9999)
        if limits["max_seconds"] is not None:
            start, end = spoken_words[0].start, spoken_words[-1].end
            assert start is not None
            assert end is not None
            assert end - start <= 1000 * limits["max_seconds"]
        if limits["turns"] == "respect":
            known = [word.speaker for word in spoken_words if word.speaker is not None]
            assert all(a == b for a, b in pairwise(known)) or None in [word.speaker for word in spoken_words]


@given(transcripts(max_words=30), st.integers(0, 12), st.lists(st.integers(1, 7), max_size=8))
def test_it_does_not_matter_how_words_are_grouped_or_who_watches(transcript: Any, delay: int, sizes: list[int]) -> None:
    tokens = list(transcript.tokens())
    one_by_one = run(machine(delay=delay), tokens)
    assert run(machine(delay=delay), tokens, sizes) == one_by_one
    assert run(machine(delay=delay, provisional=True), tokens, sizes) == one_by_one


@given(transcripts(max_words=40, events=False), st.integers(0, 6))
def test_ends_are_those_of_the_whole_recording_where_the_delay_covers_the_context(transcript: Any, more: int) -> None:
    detector = Neighbours()
    offline = decide(transcript, score_gaps(transcript, detector), detector, SentenceLimits())
    delay = REACH + more
    made = machine(detector, delay=delay)
    while made.delay - made.stride + 1 < REACH:  # the last of those judged together has seen the least
        delay += 1
        made = machine(detector, delay=delay)
    found = run(made, transcript.words)
    assert ends(found)[:-1] == [end for end in offline.ends if end != len(transcript) - 1]


@given(transcripts(max_words=30), st.integers(0, 12))
def test_no_sentence_is_given_later_than_the_delay(transcript: Any, delay: int) -> None:
    made = machine(delay=delay)
    for count, word in enumerate(transcript.words, start=1):
        for sentence in firm(made.push(Update((word,)), 0.0)):
            late = count - (sentence.first + sentence.n_words)
            assert late <= delay or (sentence.reason == "turn" and late <= 1)


@given(transcripts(max_words=20), st.integers(0, 12), st.lists(st.sampled_from([0.0, 0.4, 2.0]), min_size=20))
def test_no_word_waits_longer_than_it_may(transcript: Any, delay: int, gaps: list[float]) -> None:
    made = machine(delay=delay, max_wait=1.5)
    now, given_back = 0.0, 0
    for told, (word, gap) in enumerate(zip(transcript.words, gaps, strict=False)):
        now += gap
        given_back += sum(sentence.n_words for sentence in firm(made.tick(now)))
        if gap > 1.5:
            assert given_back == told
        assert made.deadline is None or made.deadline > now
        given_back += sum(sentence.n_words for sentence in firm(made.push(Update((word,)), now)))


@pytest.mark.parametrize("name", MODELS)
def test_every_model_gives_the_offline_ends_where_the_delay_covers_the_recording(name: str) -> None:
    detector = load(name).in_language("en")
    transcript = (
        spoken("well. we left / it was late, was it? / yes it was. / so there") if name == "punctuation" else TALK
    )
    marked = [marks_apart(word) for word in transcript.words]
    offline = decide_all(marked, detector)
    found = run(machine(detector, delay=len(marked)), marked)
    assert ends(found) == list(offline.ends)
    assert [sentence.probability for sentence in found] == [offline.probabilities[end] for end in offline.ends]


@pytest.mark.parametrize(("name", "delay"), [("cnn", 8), ("punctuation", 0), ("pause", 1)])
def test_models_with_a_short_context_need_no_more_than_that(name: str, delay: int) -> None:
    detector = load(name)
    marked = [Word(word.text, word.start, word.end, mark="." if word.text == "market" else "") for word in TALK.words]
    assert ends(run(machine(detector, delay=delay), marked)) == list(decide_all(marked, detector).ends)


def marks_apart(word: Word) -> Word:
    text = word.text.rstrip(".,?")
    return Word(text, word.start, word.end, word.speaker, mark=word.text[len(text) :])


def decide_all(marked: list[Word], detector: Any) -> Any:
    transcript = Transcript(tuple(marked))
    return decide(transcript, score_gaps(transcript, detector), detector, SentenceLimits())


def test_silence_ends_a_sentence_though_no_word_comes() -> None:
    made = machine(delay=8, max_wait=2.0)
    assert made.push(Update(words("so we left")), 10.0) == []
    assert made.deadline == 12.0
    assert made.tick(11.9) == []
    (sentence,) = firm(made.tick(12.0))[-1:]
    assert sentence.reason == "wait"
    assert machine().deadline is None


def test_silence_in_the_recording_counts_as_well() -> None:
    made = machine(delay=8, max_wait=2.0, threshold=1.0)
    made.push(Update((Word("so", 0, 300), Word("there", 300, 700))), 0.0)
    assert made.tick(0.1, heard=2600) == []
    assert [sentence.n_words for sentence in firm(made.tick(0.2, heard=2700))][-1:] == [2]
    # The same where nobody ticks: the next word tells how long it was silent before.
    again = machine(delay=8, max_wait=2.0, threshold=1.0)
    again.push(Update((Word("so", 0, 300), Word("there", 300, 700))), 0.0)
    assert ends(firm(again.push(Update((Word("yes", 2700, 3000),)), 0.2))) == [1]


def test_partial_words_show_that_somebody_speaks_and_help_to_judge() -> None:
    made = machine(delay=8, max_wait=1.0, threshold=1.0)
    made.push(Update(words("so we")), 0.0)
    made.push(Update(partial=words("left it")), 0.9)
    assert firm(made.tick(1.5)) == []  # judged, not ended: more is being said
    assert [sentence.n_words for sentence in firm(made.tick(1.9))] == [2]  # nobody has said anything for a second


def test_a_change_of_speaker_ends_a_sentence_even_without_delay() -> None:
    made = machine(delay=0, threshold=1.0)
    events = made.push(Update((Word("so", speaker="a"), Word("yes", speaker="b"))), 0.0)
    assert [(sentence.text, sentence.reason) for sentence in firm(events)] == [("so", "turn")]


def test_provisional_sentences_take_each_others_place_and_become_firm() -> None:
    made = machine(delay=2, provisional=True, threshold=1.0, max_words=3)
    seen = made.push(Update(words("so"), words("we lefd")), 0.0)
    assert isinstance(seen[-1], Provisional)
    assert [sentence.text for sentence in seen[-1].sentences] == ["so we lefd"]
    assert not any(sentence.firm for sentence in seen[-1].sentences)
    assert made.push(Update(partial=words("we lefd")), 0.1) == []  # nothing new
    last = made.push(Update(words("we left it was")), 0.2)
    assert firm(last)
    assert isinstance(last[-1], Provisional)
    shown = [word.text for sentence in [*firm(last), *last[-1].sentences] for word in sentence.words]
    assert shown == "so we left it was".split()
    assert made.close(0.3)[-1] == Provisional()


def test_abbreviations_and_loose_marks_are_settled_with_the_next_word() -> None:
    made = machine(threshold=1.0)
    made.push(Update((Word("p.m", mark="."),)), 0.0)
    made.push(Update((Word("on"), Word("", mark=","))), 0.0)
    made.push(Update((Word("friday"),)), 0.0)
    (sentence,) = firm(made.close(0.0))
    assert [(word.text, word.mark) for word in sentence.words][:2] == [("p.m.", ""), ("on", ",")]


def test_words_without_times_among_others_are_no_trouble_for_a_limit_in_seconds() -> None:
    timed = [Word(f"w{number}", 400 * number, 400 * number + 300) for number in range(12)]
    made = machine(delay=1, max_seconds=1.0)
    found = run(made, [*timed[:6], *words("and so on"), *timed[9:]])
    assert sum(sentence.n_words for sentence in found) == 12
    with pytest.raises(OptionError, match="needs times"):
        run(machine(delay=1, max_seconds=1.0), words("so there it is"))


def test_a_model_that_reads_marks_takes_words_without_any() -> None:
    for count in (1, 3, 30):
        assert ends(run(machine(load("punctuation")), [Word("so")] * count)) == [count - 1]


MARKED = [Word("so"), Word("we"), Word("left", mark="."), Word("was", mark=","), Word("it"), Word("late", mark="?")]


def test_marks_that_are_there_stand() -> None:
    for marks in ("auto", "keep"):
        found = run(machine(delay=1, marks=marks, threshold=1.0), [*MARKED, *MARKED])
        assert ends(found) == [2, 5, 8, 11]
        assert [sentence.mark for sentence in found] == [".", "?", ".", "?"]
        assert [str(word) for word in found[1].words] == ["was,", "it", "late?"]
    assert ends(run(machine(delay=1, marks="ignore", threshold=1.0), [*MARKED, *MARKED])) == [11]


def test_ends_are_added_only_where_marks_must_be_missing() -> None:
    bare = [Word(f"w{number}") for number in range(60)]
    words_alone = set(ends(run(machine(delay=2, turns="ignore"), [*MARKED, *bare])))
    kept = ends(run(machine(delay=2, marks="auto"), [*MARKED, *bare]))
    assert kept[:2] == [2, 5]
    added = set(kept[2:-1])
    assert added
    assert added <= words_alone
    # Four ends and more are expected before one is added.
    scores = score_gaps(Transcript((*MARKED, *bare)), Neighbours()).ends
    assert scores[6 : min(added) + 1].sum() >= 4
    assert ends(run(machine(delay=2, marks="keep"), [*MARKED, *bare])) == [2, 5, 65]


@given(transcripts(max_words=30, events=False), st.sampled_from(["auto", "keep"]), st.none() | st.integers(2, 8))
def test_with_marks_a_delay_over_the_recording_gives_the_offline_ends(
    transcript: Any, marks: str, max_words: int | None
) -> None:
    offline = segment(transcript, Neighbours(), marks=marks, max_words=max_words)
    found = run(machine(delay=len(transcript), marks=marks, max_words=max_words), transcript.words)
    assert ends(found) == list(offline.ends)
    assert [sentence.text for sentence in found] == [sentence.text for sentence in offline]


def test_marks_as_evidence_are_not_for_streams() -> None:
    with pytest.raises(OptionError, match="whole recording"):
        machine(marks="blend")


def test_memory_does_not_grow_with_the_stream() -> None:
    made = machine(delay=4, max_words=9)
    for number in range(3000):
        made.push(Update((Word(f"w{number % 57}"),)), 0.0)
    held = sum(len(value) for value in vars(made).values() if hasattr(value, "__len__"))
    assert held < 100


@pytest.mark.parametrize(
    ("wrong", "told"),
    [({"delay": -1}, "delay"), ({"max_wait": 0.0}, "max-wait"), ({"delay": 0, "detector": "pause"}, "at least 1")],
)
def test_options_that_make_no_sense_are_refused(wrong: dict[str, Any], told: str) -> None:
    name = wrong.pop("detector", None)
    with pytest.raises(OptionError, match=told):
        StreamSegmenter(load(name) if name else Neighbours(), SentenceLimits(), **wrong)


def test_nothing_comes_after_the_close() -> None:
    made = machine()
    made.close(0.0)
    assert made.close(1.0) == []
    with pytest.raises(OptionError, match="closed"):
        made.push(Update(words("so")), 2.0)


@pytest.mark.parametrize("asked", ["rate", "mean_length"])
def test_a_rate_is_kept_as_far_as_it_can_be(asked: str) -> None:
    varied = [Word(f"w{number * number % 911}") for number in range(800)]
    limits: dict[str, Any] = {asked: 10.0}  # ten per 100 words, or ten words each
    assert 60 <= len(run(machine(delay=8, **limits), varied)) <= 110
