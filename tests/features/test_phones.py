from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from pausa.core.words import Transcript, Word
from pausa.features.audio import open_audio
from pausa.features.phones import Aligned, PhoneTimes, aligned, untimed
from tests.builders import words
from tests.features.sounds import hiss, needs_voice, speech, stored

pytest.importorskip("soundfile")
pytest.importorskip("pocketsphinx")

TEXT = (
    "Our neighbour keeps bees behind the old station. Every spring she paints the boxes yellow. "
    "The honey tastes of lime trees. Last year a storm took three of the boxes away. "
    "We found them in the river the next morning. Nobody was hurt. The bees came back by themselves. "
    "She sells the honey at the market in Zblorvik on Saturdays. Children get a small glass for nothing. "
    "My brother buys two large ones every month. He eats it with cheese, which I find strange. "
    "In winter the boxes stand in a shed. You can hear a quiet hum if you put your ear to the wood."
)
LAST = np.array([token.endswith(".") for token in TEXT.split()])


def transcript(text: str = TEXT) -> Transcript:
    return Transcript(words(text.replace(".", "").replace(",", "")))


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return speech(tmp_path_factory.mktemp("voice") / "talk.wav", TEXT)


@pytest.fixture(scope="module")
def found(talk: Path) -> Aligned:
    return aligned(open_audio(talk), transcript())


def n_timed(found: Aligned) -> int:
    return sum(word.start is not None for word in found.transcript.words)


@needs_voice
class TestSpeech:
    def test_a_recording_longer_than_a_window_is_aligned_to_its_end(self, talk: Path, found: Aligned) -> None:
        seconds = open_audio(talk).seconds
        assert seconds > 35  # more than one window
        assert found.transcript.texts == transcript().texts
        times = [(word.start, word.end) for word in found.transcript.words]
        assert n_timed(found) >= len(times) - 2
        known = [time for span in times for time in span if time is not None]
        assert known == sorted(known)
        assert known[-1] == pytest.approx(1000 * seconds, abs=1500)

    def test_pauses_are_where_sentences_end(self, found: Aligned) -> None:
        spoken = found.transcript.words
        pauses = np.array([(b.start or 0) - (a.end or 0) if a.end and b.start else 0 for a, b in pairwise(spoken)])
        at_ends = pauses[LAST[:-1]]
        assert (at_ends >= 200).mean() > 0.9
        assert np.mean(pauses[~LAST[:-1]] < 200) > 0.9

    def test_phones_fill_their_words_without_a_gap(self, found: Aligned) -> None:
        phones = found.phones
        for number, word in enumerate(found.transcript.words):
            own = phones.word == number
            if own.any():
                assert (phones.start_ms[own][0], phones.end_ms[own][-1]) == (word.start, word.end)
                assert (phones.end_ms[own][:-1] == phones.start_ms[own][1:]).all()
        bees = [name for word, name in zip(phones.word, phones.names, strict=True) if word == 3]
        assert bees == ["B", "IY", "Z"]

    def test_a_word_that_no_dictionary_has_is_named_and_found(self, found: Aligned) -> None:
        place = transcript().texts.index("Zblorvik")
        assert any("Zblorvik" in message and "pronounced by rule" in message for message in found.messages)
        assert found.transcript.words[place].start is not None

    def test_words_after_the_end_of_the_audio_get_no_times(self, talk: Path, tmp_path: Path) -> None:
        half = open_audio(stored(tmp_path / "half.wav", open_audio(talk).read(0, 9.0, rate=16000)))
        cut = aligned(half, transcript())
        timed = [word.start is not None for word in cut.transcript.words]
        assert 15 <= sum(timed) <= 35
        assert not any(timed[40:])
        assert any("does the recording stop before the text?" in message for message in cut.messages)

    def test_another_text_gets_no_times(self, talk: Path, tmp_path: Path) -> None:
        start = open_audio(stored(tmp_path / "part.wav", open_audio(talk).read(0, 9.0, rate=16000)))
        other = transcript(
            "Quarterly revenue exceeded all expectations despite difficult currency effects throughout the region. "
            "Operating margins improved considerably following the acquisition completed during autumn."
        )
        assert n_timed(aligned(start, other)) <= 3

    def test_the_place_is_found_again_after_words_that_were_not_spoken(self, talk: Path, found: Aligned) -> None:
        said = transcript().words
        extra = transcript(
            " ".join(["Quarterly revenue exceeded forecasts despite unfavourable currency movements"] * 7)
        ).words
        place = next(k for k, word in enumerate(said) if word.text == "Nobody")
        mixed = aligned(open_audio(talk), Transcript((*said[:place], *extra, *said[place:])))
        after = mixed.transcript.words[place + len(extra) :]
        shifts = [
            abs(one.start - other.start)
            for one, other in zip(after, found.transcript.words[place:], strict=True)
            if one.start is not None and other.start is not None
        ]
        assert np.mean(np.array(shifts[-40:]) <= 50) > 0.9
        assert sum(word.start is not None for word in mixed.transcript.words[place : place + len(extra)]) <= 10

    def test_telephone_speech_is_aligned_and_the_low_rate_is_said(self, talk: Path, tmp_path: Path) -> None:
        narrow = stored(tmp_path / "call.wav", open_audio(talk).read(0, 9.0, rate=8000), rate=8000)
        heard = aligned(open_audio(narrow), transcript())
        assert any("8000 samples a second" in message for message in heard.messages)
        assert n_timed(heard) >= 15

    def test_words_with_times_keep_them_and_get_phones(self, talk: Path, found: Aligned) -> None:
        first = found.transcript.words[:22]
        given = Transcript(tuple(Word(word.text, word.start, word.end) for word in first))
        again = aligned(open_audio(talk), given)
        assert again.transcript.words == given.words
        assert len(np.unique(again.phones.word)) >= 20
        same = sum(
            abs((word.start or 0) - int(again.phones.start_ms[again.phones.word == number][0])) <= 50
            for number, word in enumerate(given.words)
            if (again.phones.word == number).any()
        )
        assert same >= 18

    def test_times_of_another_place_give_no_phones(self, talk: Path, found: Aligned) -> None:
        late = Transcript(
            tuple(
                Word(word.text, word.start + 11_000, word.end + 11_000)
                for word in found.transcript.words[:12]
                if word.start is not None and word.end is not None
            )
        )
        assert len(np.unique(aligned(open_audio(talk), late).phones.word)) <= 3


@pytest.mark.parametrize("level", [0.0, 0.02])
def test_in_silence_and_noise_no_word_is_heard(tmp_path: Path, level: float) -> None:
    audio = open_audio(stored(tmp_path / "n.wav", hiss(12.0, level=level)))
    result = aligned(audio, transcript(TEXT[:200]))
    assert n_timed(result) == 0
    assert any("none of the" in message for message in result.messages)


def test_what_cannot_be_said_is_left_alone(tmp_path: Path) -> None:
    audio = open_audio(stored(tmp_path / "n.wav", hiss(1.0)))
    assert n_timed(aligned(audio, Transcript(words("— … Привет")))) == 0


def test_words_that_lie_after_the_end_are_counted(tmp_path: Path) -> None:
    audio = open_audio(stored(tmp_path / "n.wav", hiss(1.0)))
    late = Transcript((Word("so", 100, 300), Word("late", 5000, 5300)))
    assert any("1 of 2 words lie after the end" in message for message in aligned(audio, late).messages)


def test_untimed_words_are_the_same_words() -> None:
    bare = untimed(Transcript((Word("so", 0, 100, "A", mark=","),)))
    assert bare.words == (Word("so", None, None, "A", mark=","),)


def test_phone_times_may_be_empty() -> None:
    assert len(PhoneTimes.of([])) == 0
    assert PhoneTimes.of([]).duration_ms.tolist() == []
