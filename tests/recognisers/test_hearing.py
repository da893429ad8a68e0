"""Recordings are heard by a recogniser; here by stand-ins of the packages, which are large and need weights."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import pausa
from pausa.cli import main
from pausa.core.errors import InputError, MissingExtra, OptionError
from pausa.recognisers import hear, is_recording

MARKET = Path(__file__).parents[2] / "examples" / "market.ogg"


class Whisper:
    """What Pausa uses of `faster_whisper.WhisperModel`."""

    asked: dict[str, Any]

    def __init__(self, folder: str, **options: Any) -> None:
        Whisper.asked = {"folder": folder, **options}

    def transcribe(self, path: str, **options: Any) -> tuple[Iterator[Any], Any]:
        Whisper.asked |= {"path": path, **options}
        said = [(" We", 0.0, 0.3), (" left.", 0.3, 0.8), (" It", 1.5, 1.7), (" was", 1.7, 1.9), (" late.", 1.9, 2.4)]
        words = [
            SimpleNamespace(word=word, start=np.float64(a), end=np.float64(b), probability=np.float64(0.9))
            for word, a, b in said
        ]
        segments = [
            SimpleNamespace(start=0.0, end=0.8, text=" We left.", words=words[:2]),
            SimpleNamespace(start=1.5, end=2.4, text=" It was late.", words=words[2:]),
        ]
        return iter(segments), SimpleNamespace(duration=2.5, language="en")


class Vosk:
    """What Pausa uses of `vosk.KaldiRecognizer`: an answer after every second block, and one at the end."""

    def __init__(self, model: object, rate: int) -> None:
        self.rate, self.blocks, self.seconds = rate, 0, 0.0

    def SetWords(self, wanted: bool) -> None:
        assert wanted

    def AcceptWaveform(self, block: bytes) -> bool:
        self.seconds += len(block) / 2 / self.rate
        self.blocks += 1
        return self.blocks % 2 == 0

    def Result(self) -> str:
        return json.dumps({"result": [{"word": "early", "start": 0.0, "end": 0.4, "conf": 1.0}], "text": "early"})

    def FinalResult(self) -> str:
        at = self.seconds
        return json.dumps({"result": [{"word": "late", "start": at - 0.5, "end": at, "conf": 0.5}], "text": "late"})


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    (tmp_path / "model.bin").write_bytes(b"weights")
    return tmp_path


@pytest.fixture
def whisper(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("faster_whisper")
    module.WhisperModel = Whisper  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "faster_whisper", module)


@pytest.mark.usefixtures("whisper")
def test_a_recording_is_heard_and_cut(weights: Path) -> None:
    found = pausa.segment(MARKET, asr="whisper", asr_model=weights)
    assert [(each.text, each.start, each.end) for each in found] == [("We left.", 0, 800), ("It was late.", 1500, 2400)]
    assert Whisper.asked["folder"] == str(weights)
    assert Whisper.asked["local_files_only"] is True  # nothing is fetched
    assert Whisper.asked["word_timestamps"] is True


@pytest.mark.usefixtures("whisper")
def test_the_command_hears_too(weights: Path) -> None:
    shown = CliRunner().invoke(main, ["segment", str(MARKET), "--asr", "whisper", "--asr-model", str(weights)])
    assert shown.exit_code == 0
    assert shown.stdout == "We left.\nIt was late.\n"


@pytest.mark.usefixtures("whisper")
def test_how_far_it_is_is_told(weights: Path) -> None:
    shares: list[float] = []
    hear(MARKET, "whisper", weights, warn=print, watch=shares.append)
    assert shares == [0.32, 0.96]


def test_vosk_hears_block_by_block(weights: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("soundfile")
    module = ModuleType("vosk")
    for name, value in {"Model": str, "KaldiRecognizer": Vosk, "SetLogLevel": int}.items():
        setattr(module, name, value)
    monkeypatch.setitem(sys.modules, "vosk", module)
    (found,) = hear(MARKET, "vosk", weights, warn=print)
    assert found.transcript.texts[-1] == "late"
    assert set(found.transcript.texts[:-1]) == {"early"}
    from pausa.features.audio import open_audio

    last = found.transcript.words[-1].end
    assert last is not None
    assert abs(last / 1000 - open_audio(MARKET).seconds) < 0.02  # every second was heard once


def test_what_is_missing_is_said(weights: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "faster_whisper", None)
    with pytest.raises(InputError, match="words are needed"):
        pausa.segment(MARKET)
    with pytest.raises(OptionError, match="weights in a folder"):
        pausa.segment(MARKET, asr="whisper")
    with pytest.raises(OptionError, match="is no folder"):
        pausa.segment(MARKET, asr="whisper", asr_model="nowhere")
    with pytest.raises(MissingExtra, match="faster-whisper"):
        pausa.segment(MARKET, asr="whisper", asr_model=weights)
    with pytest.raises(pausa.PausaError, match="recogniser"):
        pausa.segment(MARKET, asr="whispr", asr_model=weights)


@pytest.mark.usefixtures("whisper")
def test_weights_of_another_kind_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"model\.bin"):
        pausa.segment(MARKET, asr="whisper", asr_model=tmp_path)
    with pytest.raises(InputError, match="no such file"):
        hear("nowhere.wav", "whisper", tmp_path, warn=print)


def test_recordings_are_known_by_their_names() -> None:
    assert is_recording("Talk.WAV")
    assert is_recording(Path("a/b.mp4"))
    assert not is_recording("talk.vtt")
