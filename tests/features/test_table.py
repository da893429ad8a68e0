from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from pausa.core.words import Transcript, Word
from pausa.features.durations import PhoneNorms
from pausa.features.phones import PhoneTimes
from pausa.features.prosody import Contours
from pausa.features.ranges import Ranges
from pausa.features.table import ALL, LOUDNESS, MEANINGS, PHONES, PITCH, TIMED, FeatureTable, features
from tests.builders import spoken, words


def semitones(hz: float) -> float:
    return float(12 * np.log2(hz / 100))


def contours(f0: list[float], energy: list[float] | None = None) -> Contours:
    return Contours(np.array(f0, dtype=float), np.array(energy or [-20.0] * len(f0)))


class TestTimed:
    def test_pauses_in_seconds_against_the_longest_and_by_rank(self) -> None:
        talk = Transcript((Word("so", 0, 200), Word("we", 400, 500), Word("left", 500, 900), Word("it", 1700, 1800)))
        table = features(talk)
        assert table.names == TIMED
        assert table.column("pause")[:3] == pytest.approx([0.2, 0.0, 0.8])
        assert table.column("pause_relative")[:3] == pytest.approx([0.25, 0.0, 1.0])
        assert table.column("pause_rank")[:3] == pytest.approx([0.25, 0.0, 0.75])
        assert table.column("pause_before")[1:] == pytest.approx([0.2, 0.0, 0.8])
        assert table.column("pause_before_relative")[1:] == pytest.approx([0.25, 0.0, 1.0])
        assert np.isnan(table.column("pause")[3])
        assert np.isnan(table.column("pause_before")[0])

    def test_a_long_syllable_stands_out(self) -> None:
        talk = Transcript((Word("table", 0, 400), Word("chair", 400, 600), Word("lamp", 600, 1200)))
        table = features(talk)
        assert table.column("word_duration").tolist() == pytest.approx([0.4, 0.2, 0.6])
        assert table.column("syllable_duration").tolist() == pytest.approx([0.2, 0.2, 0.6])
        norm = table.column("syllable_duration_norm")
        assert norm.mean() == pytest.approx(0)
        assert norm.std() == pytest.approx(1)
        assert table.column("next_syllable_duration_norm")[:2] == pytest.approx(norm[1:])

    def test_without_times_everything_is_missing(self) -> None:
        table = features(Transcript(words("so we left")), contours([100.0] * 50))
        assert table.values.shape == (3, len(TIMED + PITCH + LOUDNESS))
        assert np.isnan(table.values).all()

    def test_one_word_and_no_word_have_a_table(self) -> None:
        assert features(spoken("so")).values.shape == (1, len(TIMED))
        assert features(Transcript(())).values.shape == (0, len(TIMED))

    def test_a_recording_without_pauses_has_relative_pauses_of_nothing(self) -> None:
        assert features(spoken("so we left")).column("pause_relative")[:2].tolist() == [0.0, 0.0]


class TestContours:
    #: Two words of ten frames with ten frames between them; the first falls, the second is high.
    talk = Transcript((Word("so", 0, 100), Word("high", 200, 300)))
    f0: ClassVar[list[float]] = [*np.geomspace(200, 100, 10), *[np.nan] * 10, *[300.0] * 10]

    def test_pitch_is_compared_across_the_gap_and_with_the_lowest(self) -> None:
        table = features(self.talk, contours(self.f0))
        end = np.mean([semitones(hz) for hz in self.f0[5:10]])
        low = np.quantile([semitones(hz) for hz in self.f0 if not np.isnan(hz)], 0.01)
        assert table.column("f0_step")[0] == pytest.approx(semitones(300) - end)
        assert table.column("f0_end_low")[0] == pytest.approx(end - low)
        assert table.column("f0_mean_low")[0] == pytest.approx(6 - low, abs=1e-6)
        assert table.column("f0_next_start_low")[0] == pytest.approx(semitones(300) - low)
        assert table.column("f0_next_mean_low")[0] == pytest.approx(semitones(300) - low)
        assert table.column("f0_max").tolist() == pytest.approx([12, semitones(300)])
        assert table.column("f0_min").tolist() == pytest.approx([0, semitones(300)], abs=1e-9)
        assert table.column("f0_next_max")[0] == pytest.approx(semitones(300))
        assert table.column("f0_next_min")[0] == pytest.approx(semitones(300))
        assert table.column("f0_slope")[0] == pytest.approx(-12 / 0.09)
        assert table.column("f0_reset")[0] == pytest.approx(semitones(300) - 6)

    def test_the_last_gap_has_nothing_behind_it(self) -> None:
        table = features(self.talk, contours(self.f0))
        for name in ("f0_step", "f0_next_start_low", "f0_next_max", "f0_reset", "energy_step", "energy_next_mean_low"):
            assert np.isnan(table.column(name)[-1])

    def test_energy_goes_the_same_way(self) -> None:
        table = features(self.talk, contours(self.f0, [-30.0] * 10 + [-60.0] * 10 + [-10.0] * 10))
        assert table.column("energy_step")[0] == pytest.approx(20)
        assert table.column("energy_end_low").tolist() == pytest.approx([0, 20])
        assert table.column("energy_max").tolist() == pytest.approx([-30, -10])

    def test_a_word_without_voice_has_no_pitch_but_energy(self) -> None:
        table = features(self.talk, contours([np.nan] * 20 + [300.0] * 10))
        assert np.isnan(table.column("f0_mean_low")[0])
        assert np.isfinite(table.column("energy_mean_low")[0])

    def test_a_word_after_the_end_of_the_audio_is_missing(self) -> None:
        table = features(self.talk, contours(self.f0[:12]))
        assert np.isfinite(table.column("f0_end_low")[0])
        assert np.isnan(table.column("f0_max")[1])
        assert np.isnan(table.column("energy_max")[1])

    def test_each_speaker_has_a_lowest_of_their_own(self) -> None:
        talk = Transcript((Word("so", 0, 100, "A"), Word("high", 100, 200, "B")))
        table = features(talk, contours([100.0] * 10 + [250.0] * 10))
        assert table.column("f0_mean_low").tolist() == pytest.approx([0, 0])
        assert table.column("f0_next_mean_low")[0] == pytest.approx(0)


class TestPhones:
    #: "left" with a long vowel, then "it".
    talk = Transcript((Word("left", 0, 400), Word("it", 400, 500)))
    phones = PhoneTimes.of(
        [
            (0, "L", 0, 50),
            (0, "EH", 50, 300),
            (0, "F", 300, 350),
            (0, "T", 350, 400),
            (1, "IH", 400, 450),
            (1, "T", 450, 500),
        ]
    )
    norms = PhoneNorms(
        ("EH", "F", "IH", "L", "T", "+", "-"), np.array([100.0, 50, 50, 50, 30, 80, 50]), np.array([50.0] * 7)
    )

    def test_durations_are_measured_by_their_phones_usual_ones(self) -> None:
        table = features(self.talk, phones=self.phones, norms=self.norms)
        assert table.names == TIMED + PHONES
        wanted = {
            "last_phone": [0.05, 0.05],
            "last_phone_norm": [0.4, 0.4],
            "vowel_mean": [0.25, 0.05],
            "vowel_mean_norm": [3.0, 0.0],
            "vowel_max_norm": [3.0, 0.0],
            "vowel_last_norm": [3.0, 0.0],
            "rhyme": [0.35, 0.1],
            "rhyme_norm": [3.4 / 3, 0.2],
            "phone_max_norm": [3.0, 0.4],
        }
        assert set(wanted) == set(PHONES)
        for name, values in wanted.items():
            assert table.column(name).tolist() == pytest.approx(values), name

    def test_a_word_without_phones_or_vowels_is_missing(self) -> None:
        hm = PhoneTimes.of([(0, "HH", 0, 50), (0, "M", 50, 150)])
        table = features(self.talk, phones=hm, norms=self.norms)
        assert np.isfinite(table.column("last_phone")[0])
        assert np.isnan(table.column("vowel_mean")[0])
        assert np.isnan(table.column("rhyme")[0])
        assert np.isnan([table.column(name)[1] for name in PHONES]).all()

    def test_no_phones_at_all_leave_the_columns_missing(self) -> None:
        table = features(self.talk, phones=PhoneTimes.of([]))
        assert np.isnan([table.column(name) for name in PHONES]).all()

    def test_norms_come_from_what_was_seen_and_lean_on_the_kind_where_that_is_little(self) -> None:
        rows = [(0, "AY", 0, 200)] * 500 + [(0, "IH", 0, 60)] * 500 + [(0, "OY", 0, 100)]
        norms = PhoneNorms.of([PhoneTimes.of(rows)])
        mean = dict(zip(norms.names, norms.mean_ms, strict=True))
        assert mean["AY"] == pytest.approx(200, abs=2)
        assert mean["IH"] == pytest.approx(60, abs=2)
        assert 120 < mean["OY"] < 130  # one of 100 ms against vowels of 130 ms on average
        assert (norms.deviation_ms >= 10).all()


def test_every_column_has_a_meaning_and_all_are_made() -> None:
    rng = np.random.default_rng(3)
    talk = spoken("one two / three four / five six seven", word_ms=200, pause_ms=300)
    f0 = 120 + 20 * rng.random(220)
    phones = PhoneTimes.of([(k, name, 0, 60 + 9 * k) for k in range(7) for name in ("T", "IY")])
    table = features(talk, Contours(f0, -30 + rng.random(220)), phones)
    assert table.names == ALL == tuple(MEANINGS) == TIMED + PHONES + PITCH + LOUDNESS
    assert np.isfinite(table.values[1:-1]).all()


def test_columns_are_selected_by_name_and_missing_ones_are_nan() -> None:
    table = FeatureTable(("a", "b"), np.array([[1.0, 2.0], [3.0, 4.0]]))
    chosen = table.select(["b", "c"])
    assert chosen.values[:, 0].tolist() == [2.0, 4.0]
    assert np.isnan(chosen.values[:, 1]).all()
    with pytest.raises(KeyError):
        table.column("c")
    with pytest.raises(ValueError, match="names"):
        FeatureTable(("a",), np.zeros((2, 2)))


def test_stretches_agree_with_numpy_one_by_one() -> None:
    rng = np.random.default_rng(7)
    contour = np.where(rng.random(300) < 0.6, rng.normal(size=300), np.nan)
    start = rng.integers(0, 290, 80)
    stop = start + rng.integers(0, 30, 80)
    made = Ranges(contour, start, stop)
    for k, (a, b) in enumerate(zip(start, stop, strict=True)):
        frames = np.flatnonzero(~np.isnan(contour[a:b]))
        own = contour[a:b][frames]
        if not len(own):
            assert np.isnan([made.mean()[k], made.highest()[k], made.lowest()[k], made.at_end(3)[k]]).all()
            continue
        assert made.mean()[k] == pytest.approx(own.mean())
        assert (made.highest()[k], made.lowest()[k]) == (own.max(), own.min())
        assert made.at_start(3)[k] == pytest.approx(own[:3].mean())
        assert made.at_end(3)[k] == pytest.approx(own[-3:].mean())
        if len(own) >= 3:
            assert made.slope(20)[k] == pytest.approx(np.polyfit(frames[-20:], own[-20:], 1)[0])
        else:
            assert np.isnan(made.slope(20)[k])


def test_the_page_on_prosody_tells_every_column() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "prosody.md").read_text(encoding="utf-8")
    for name, meaning in MEANINGS.items():
        assert f"| `{name}` | {meaning} |" in page
