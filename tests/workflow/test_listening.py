"""Audio and words in, sentences out: a voice made on the spot, aligned, listened to, segmented."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from pausa.cli import main
from pausa.core.words import Transcript, Word
from pausa.lm import estimate
from pausa.models.fst import FstDetector
from pausa.models.fst.audio import listened
from pausa.models.fst.evidence import Weights
from pausa.models.fst.svm import Size, fit
from pausa.models.fst.tokens import stream
from pausa.models.pause import PauseDetector
from pausa.models.punctuation import PunctuationDetector
from pausa.workflow.listening import on_audio
from pausa.workflow.segment import segment

pytest.importorskip("soundfile")
pytest.importorskip("pocketsphinx")
pytestmark = pytest.mark.skipif(not shutil.which("espeak-ng"), reason="needs espeak-ng to make speech")

TEXT = (
    "Tomorrow we will take the children to the river. My sister wants a bigger kitchen. "
    "Please open the window before breakfast. Nobody called the doctor yesterday."
)


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("audio") / "talk.wav"
    subprocess.run(["espeak-ng", "-v", "en-us", "-s", "140", "-w", str(path), TEXT], check=True)
    return path


@pytest.fixture(scope="module")
def talk() -> Transcript:
    return Transcript(tuple(Word(token.strip(".").lower()) for token in TEXT.split()))


def truth() -> tuple[int, ...]:
    return tuple(place for place, token in enumerate(TEXT.split()) if token.endswith("."))


def test_sentences_end_where_the_voice_pauses(spoken: Path, talk: Transcript) -> None:
    said: list[str] = []
    found = segment(talk, on_audio(PauseDetector(), spoken, say=said.append), mean_length=len(talk) / 4)
    assert found.ends == truth()


def test_a_recording_is_listened_to_once(spoken: Path, talk: Transcript) -> None:
    listening = on_audio(PauseDetector(), spoken)
    assert listening.at_level("sentence") is listening
    assert listening.at_level("clause") is listening
    assert on_audio(PunctuationDetector(), spoken).at_level("clause").score(talk_with_commas()).ends.tolist() == [1, 1]


def talk_with_commas() -> Transcript:
    return Transcript((Word("tomorrow", mark=","), Word("we", mark=".")))


def test_fst_hears_more_than_times(spoken: Path, talk: Transcript) -> None:
    heard = listened(talk, spoken)
    table = heard.table()
    ends = np.isin(np.arange(len(talk)), truth())
    prosody = fit(table.values, ends, np.arange(len(talk)), table.names, size=Size(landmarks=20)).model
    model = FstDetector(
        words=estimate([stream(talk.texts, ends)], 2),
        prosody={"audio": prosody},
        weights={"words": Weights(), "audio": Weights(words=0.0, prosody=1.0)},
    )
    assert model.sight(heard.transcript, table) == "audio"
    assert model.sight(heard.transcript) == "words"
    listening = on_audio(model, spoken)
    likely = np.argsort(listening.score(talk).ends)[-4:]
    assert sorted(likely.tolist()) == list(truth())
    assert segment(talk, listening).ends == tuple(model.best(heard.transcript, table=table))
    assert on_audio(replace(model, prosody={}, weights={"words": Weights()}), spoken).score(talk).ends[-1] == 1.0


def test_one_command_from_audio_and_words_to_sentences(spoken: Path, talk: Transcript, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text(" ".join(talk.texts))
    command = ["segment", str(words), "--from", "text", "--audio", str(spoken), "--model", "pause", "--mean-length"]
    result = CliRunner().invoke(main, [*command, str(len(talk) / 4)])
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [f"{sentence}." for sentence in TEXT.rstrip(".").split(". ")]


def test_audio_of_several_inputs_is_refused(spoken: Path) -> None:
    result = CliRunner().invoke(main, ["segment", "one.txt", "two.txt", "--audio", str(spoken)])
    assert result.exit_code == 2
    assert "one input" in result.output
