"""Vosk: words with times, streamed through in blocks, from the folder of a Vosk model."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from pausa.core.errors import MissingExtra
from pausa.features.audio import open_audio
from pausa.recognisers import Watch

#: What Vosk's models listen at.
_RATE = 16000
#: Seconds heard at a time.
_BLOCK = 10.0


def hear(path: Path, folder: Path, language: str, watch: Watch) -> Mapping[str, Any]:
    """The words of a recording, as Vosk's own JSON has them."""
    try:
        from vosk import KaldiRecognizer, Model, SetLogLevel  # optional
    except ImportError:
        raise MissingExtra("vosk", "vosk", "Hearing with Vosk") from None
    SetLogLevel(-1)
    recogniser = KaldiRecognizer(Model(str(folder)), _RATE)
    recogniser.SetWords(True)
    audio = open_audio(path)
    words: list[Any] = []
    texts: list[str] = []
    at = 0.0
    while at < audio.seconds:
        block = audio.read(at, at + _BLOCK, rate=_RATE)
        at += _BLOCK
        if recogniser.AcceptWaveform((np.clip(block, -1, 1) * 32767).astype("<i2").tobytes()):
            _take(recogniser.Result(), words, texts)
        watch(min(1.0, at / audio.seconds))
    _take(recogniser.FinalResult(), words, texts)
    return {"result": words, "text": " ".join(texts)}


def _take(answer: str, words: list[Any], texts: list[str]) -> None:
    found = msgspec.json.decode(answer)
    words += found.get("result", ())
    texts += [found["text"]] if found.get("text") else []
