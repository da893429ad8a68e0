"""Training text made worse: words change, answers follow."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pausa.models.neural.inputs import CHANGED_TURN, SAME_TURN
from pausa.models.neural.marks import COMMA, NONE, PERIOD, QUESTION
from pausa.text.signs import plain_form
from pausa.training.neural.corruption import (
    Corruption,
    Misheard,
    draw_runs,
    drop_fillers,
    drop_repeats,
    drop_turns,
    misplace_turns,
    sound_key,
    spell_numbers,
    worsen_times,
    write_digits,
)
from pausa.training.neural.mishearings import mishearings
from pausa.training.neural.numbers import spell
from pausa.training.neural.samples import NO_END, UNKNOWN_MS, Sample, bare, label_of
from pausa.training.neural.settings import Noise

LABELS = {",": COMMA, ".": PERIOD, "?": QUESTION}
COUNTS = {"so": 9, "we": 8, "left": 5, "lived": 4, "late": 3, "late night": 1, "their": 2, "there": 6, "twenty": 2}
UNCHANGED = Noise(errors=0, clean=1, no_pauses=0, some_pauses_lost=0, coarse_times=0, jitter_ms=0, shrunk_pauses=0,
                  no_turns=0, wrong_turns=0, digits=0, spelled=0, fillers_dropped=0, fillers_added=0,
                  repeats_dropped=0)  # fmt: skip


def sample(text: str) -> Sample:
    """Words with marks behind them: `sample("so we left . was it late ?")`."""
    made = bare([], [])
    for token in text.split():
        if token in LABELS:
            made.labels[-1] = LABELS[token]
        else:
            made.add(token, UNKNOWN_MS, SAME_TURN, NONE)
    return made


def shown(made: Sample) -> str:
    signs = {label: f" {mark}" for mark, label in LABELS.items()}
    return " ".join(form + signs.get(label, "") for form, label in zip(made.forms, made.labels, strict=True))


@st.composite
def samples(draw: st.DrawFn) -> Sample:
    made = Sample()
    for _ in range(draw(st.integers(0, 30))):
        made.add(
            draw(
                st.sampled_from(["so", "we", "left", "um", "twenty", "five", "2021", "30%", "hundred", "their", "ok"])
            ),
            draw(st.sampled_from([UNKNOWN_MS, 0.0, 40.0, 300.0, 2000.0])),
            draw(st.sampled_from([SAME_TURN, SAME_TURN, CHANGED_TURN])),
            draw(st.sampled_from([NONE, NONE, NONE, COMMA, PERIOD, QUESTION])),
        )
    return made


def ends(made: Sample) -> int:
    return sum(label in (PERIOD, QUESTION) for label in made.labels)


@given(samples(), st.integers(0, 2**32))
def test_ends_are_never_made_up(talk: Sample, seed: int) -> None:
    made = Corruption(Noise(), COUNTS)(talk, np.random.default_rng(seed))
    assert len(made.forms) == len(made.pauses) == len(made.turns) == len(made.labels)
    assert ends(made) <= ends(talk)
    assert all(isnan(pause) or pause >= 0 for pause in made.pauses)
    assert set(made.turns) <= {SAME_TURN, CHANGED_TURN}
    assert bool(made) == bool(talk)


@given(samples(), st.integers(0, 2**32))
def test_without_lost_words_every_end_stays(talk: Sample, seed: int) -> None:
    noise = Noise(errors=0, clean=1, fillers_dropped=0)
    assert ends(Corruption(noise, COUNTS)(talk, np.random.default_rng(seed))) == ends(talk)


@given(samples(), st.integers(0, 2**32))
def test_the_same_random_numbers_give_the_same_words(talk: Sample, seed: int) -> None:
    one, other = (Corruption(Noise(), COUNTS)(talk, np.random.default_rng(seed)) for _ in range(2))
    assert (one.forms, one.labels, one.turns) == (other.forms, other.labels, other.turns)


@given(samples())
def test_without_noise_nothing_changes(talk: Sample) -> None:
    made = Corruption(UNCHANGED, COUNTS)(talk, np.random.default_rng(1))
    assert repr(made) == repr(talk)


def test_the_share_of_wrong_words_is_about_the_rate() -> None:
    talk = sample("so we left . " * 1000)
    made = Corruption(Noise(), COUNTS).mishear(talk, 0.2, np.random.default_rng(2))
    kept = sum(form in ("so", "we", "left") for form in made.forms)
    assert len(made) == pytest.approx(3000, rel=0.05)
    assert 0.7 * 3000 < kept < 0.98 * 3000


@pytest.mark.parametrize("rate", [0.0, 0.1, 0.3, 0.6, 1.0])
def test_wrong_words_come_in_runs_at_the_rate_asked(rate: float) -> None:
    wrong = np.array(draw_runs(20_000, rate, 0.4, np.random.default_rng(5)))
    assert wrong.mean() == pytest.approx(rate, abs=0.02)
    if 0 < rate < 1:
        assert wrong[1:][wrong[:-1]].mean() == pytest.approx(max(0.4, rate), abs=0.05)


def test_words_are_heard_as_they_were_heard_before() -> None:
    rng = np.random.default_rng(6)
    known = Misheard(COUNTS, heard={"and": {"in": 3, "an": 1}})
    heard = [" ".join(known.instead_of("and", rng)) for _ in range(400)]
    assert heard.count("in") > 2 * heard.count("an") > 0
    assert "in" not in {" ".join(Misheard(COUNTS).instead_of("and", rng)) for _ in range(400)}


def test_the_table_of_mishearings_is_sound_and_for_english_alone() -> None:
    learned = mishearings()
    assert all(0 < share < 1 for share in (learned.wrong, learned.goes_on, learned.short_lost, learned.added))
    assert learned.short_lost > learned.long_lost > 0
    for word, heard in learned.pairs.items():
        assert word not in heard
        assert min(heard.values()) > 1, "nothing that was met once alone"
        assert all(plain_form(part) == part for other in heard for part in other.split())
    english, german = (Corruption(Noise(), {"and": 1}, lang=code) for code in ("en", "de"))
    rng = np.random.default_rng(1)
    assert {"in"} < {" ".join(english.misheard.instead_of("and", rng)) for _ in range(200)}
    assert "in" not in {" ".join(german.misheard.instead_of("and", rng)) for _ in range(200)}


def test_short_words_are_lost_more_often_than_long_ones() -> None:
    corruption = Corruption(Noise(), COUNTS)
    left = [len(corruption.mishear(sample(word * 3000), 0.3, np.random.default_rng(6))) for word in ("we ", "left ")]
    assert left[0] < left[1] - 100


def test_a_wrong_word_mostly_goes_with_the_word_before() -> None:
    misheard, rng = Misheard({"rare": 1, "oil": 5}, ["very", "late", "very", "good", "oil"]), np.random.default_rng(7)
    drawn = [misheard.any_word(rng, "very") for _ in range(300)]
    assert set(drawn) == {"late", "good", "rare", "oil"}
    assert drawn.count("late") + drawn.count("good") == pytest.approx(210, abs=30)
    assert {misheard.any_word(rng, "oil") for _ in range(50)} == {"rare", "oil"}, "nothing follows the last word"


def test_the_end_at_a_lost_word_goes_to_the_word_before() -> None:
    assert shown(drop_fillers(sample("we left um . it was late"), ["um"])) == "we left . it was late"


def test_a_question_outlives_a_comma_when_gaps_merge() -> None:
    assert shown(drop_fillers(sample("did we leave , um ? it"), ["um"])) == "did we leave ? it"


def test_a_lost_word_leaves_its_time_as_pause() -> None:
    talk = Sample(["so", "um", "we"], [100.0, 50.0, 0.0], [SAME_TURN] * 3, [NONE] * 3)
    assert drop_fillers(talk, ["um"]).pauses[0] > 150


def test_words_said_twice_are_mostly_written_once() -> None:
    talk = sample("we , we left . " * 400)
    made = drop_repeats(talk, np.random.default_rng(3))
    assert ends(made) == ends(talk)
    assert made.labels.count(NONE) == made.forms.count("left") == 400
    assert 0.2 * 400 < made.labels.count(COMMA) < 0.4 * 400, "what stood between the two goes with the second"


@pytest.mark.parametrize("text", ["we left . left again", "in twenty twenty", "so we left"])
def test_what_is_not_said_twice_stays(text: str) -> None:
    for seed in range(20):
        assert shown(drop_repeats(sample(text), np.random.default_rng(seed))) == text


@pytest.mark.parametrize(("code", "usual"), [("de", "äh"), ("fr", "euh"), ("", "um")])
def test_hesitations_are_those_of_the_language_that_is_spoken(code: str, usual: str) -> None:
    often = Corruption(replace(Noise(), fillers_added=1.0, fillers_dropped=0.0, clean=1.0), COUNTS)
    spoken = bare(["words"] * 1000, [NONE] * 1000)
    spoken.language = code
    added = {form for seed in range(20) for form in often(spoken, np.random.default_rng(seed)).forms}
    assert usual in added
    assert len({"äh", "euh", "um"} & added) == 1


def test_some_hesitations_are_taken_for_little_words() -> None:
    made = Corruption(Noise(), COUNTS).mishear_hesitations(sample("um " * 600), ("um",), np.random.default_rng(4))
    assert set(made.forms) == {"um", "so", "we"}
    assert 70 < 600 - made.forms.count("um") < 130


@pytest.mark.parametrize(
    ("words", "digits"),
    [
        ("about twenty five of them .", "about 25 of them ."),
        ("in twenty twenty one . then", "in 2021 . then"),
        ("one day", "one day"),
        ("we have twenty . five left", "we have 20 . 5 left"),
        ("two hundred and one", "200 and one"),
    ],
)
def test_number_words_become_digits_within_a_sentence(words: str, digits: str) -> None:
    assert shown(write_digits(sample(words), np.random.default_rng(1))) == digits


def test_percent_may_join_its_number() -> None:
    found = {shown(write_digits(sample("by ten percent . so"), np.random.default_rng(seed))) for seed in range(20)}
    assert found == {"by 10% . so", "by 10 percent . so"}


@pytest.mark.parametrize(("code", "changed"), [("en", True), ("en-GB", True), ("de", False)])
def test_numbers_are_spelled_in_english_alone(code: str, changed: bool) -> None:
    always = replace(UNCHANGED, spelled=1.0)
    made = Corruption(always, COUNTS, lang=code)(sample("am 12 kam er ."), np.random.default_rng(1))
    assert ("12" not in made.forms) == changed


def test_digits_become_words() -> None:
    talk = sample("by 25% . in 1990 so x2")
    assert shown(spell_numbers(talk, np.random.default_rng(1))).startswith("by twenty five percent . in ")


@given(st.integers(0, 10**9 - 1))
def test_spelled_numbers_can_be_read_back(value: int) -> None:
    from pausa.alignment.numbers import digits

    assert "".join(digits(spell(str(value)))) == str(value)


def test_turns_can_be_lost() -> None:
    talk = Sample(["so", "we"], [0.0, 0.0], [CHANGED_TURN, SAME_TURN], [NONE, NONE])
    assert drop_turns(talk).turns == [SAME_TURN, SAME_TURN]


def test_turns_told_by_sound_are_near_the_true_ones() -> None:
    true = [CHANGED_TURN if place % 50 == 25 else SAME_TURN for place in range(5000)]
    talk = Sample(["so"] * 5000, [0.0] * 5000, true, [NONE] * 5000)
    told = np.flatnonzero(np.array(misplace_turns(talk, np.random.default_rng(1)).turns) == CHANGED_TURN)
    off = np.abs(told % 50 - 25)
    assert 50 < (off == 0).sum() < 90
    assert 75 < (off <= 3).sum() < 100
    assert 0 < (off > 3).sum() < 40


def test_coarse_times_are_whole_tenths_of_a_second() -> None:
    talk = Sample(["so"] * 200, [137.0] * 200, [SAME_TURN] * 200, [NONE] * 200)
    noise = Noise(no_pauses=0, some_pauses_lost=0, jitter_ms=0, shrunk_pauses=0, coarse_times=1)
    assert set(worsen_times(talk, noise, np.random.default_rng(1)).pauses) == {100.0, 200.0}


@pytest.mark.parametrize(
    ("noise", "known"),
    [
        (Noise(no_pauses=1), lambda share: share == 0),
        (Noise(no_pauses=0, some_pauses_lost=1), lambda share: 0.5 < share < 1),
        (Noise(no_pauses=0, some_pauses_lost=0), lambda share: share == 1),
    ],
)
def test_pauses_are_lost_all_or_some(noise: Noise, known: Callable[[float], bool]) -> None:
    talk = Sample(["so"] * 500, [300.0] * 500, [SAME_TURN] * 500, [NONE] * 500)
    pauses = worsen_times(talk, noise, np.random.default_rng(4)).pauses
    assert known(sum(not isnan(pause) for pause in pauses) / 500)


def test_words_are_misheard_for_words_that_sound_alike() -> None:
    misheard, rng = Misheard(COUNTS), np.random.default_rng(1)
    assert sound_key("their") == sound_key("there") != sound_key("late")
    found = [misheard.instead_of("their", rng) for _ in range(200)]
    assert found.count(["there"]) > 100


def test_a_source_without_commas_says_nothing_about_them() -> None:
    assert [label_of(mark, commas=False) for mark in ("", ",", ".", "==")] == [NO_END, NO_END, PERIOD, NO_END]
