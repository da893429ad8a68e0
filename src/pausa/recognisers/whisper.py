"""Whisper, by the faster-whisper package: words with times and marks, on a CPU, from weights for CTranslate2."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pausa.core.errors import MissingExtra, OptionError
from pausa.recognisers import Watch
from pausa.text.languages import AUTO

#: The file that every folder of weights has.
WEIGHTS = "model.bin"


def hear(path: Path, folder: Path, language: str, watch: Watch) -> Mapping[str, Any]:
    """The words of a recording, as Whisper's own JSON has them."""
    try:
        from faster_whisper import WhisperModel  # a second, and optional
    except ImportError:
        raise MissingExtra("faster-whisper", "whisper", "Hearing with Whisper") from None
    if not (folder / WEIGHTS).is_file():
        raise OptionError(f"{folder} holds no {WEIGHTS}; Whisper's weights are those for CTranslate2 (faster-whisper).")
    model = WhisperModel(str(folder), device="cpu", compute_type="int8", local_files_only=True)
    asked = None if language in (AUTO, "") else language
    segments, about = model.transcribe(str(path), language=asked, word_timestamps=True)
    heard = []
    for segment in segments:
        words = [
            {
                "word": word.word,
                "start": float(word.start),  # numpy's, which JSON does not know
                "end": float(word.end),
                "probability": float(word.probability),
            }
            for word in segment.words or ()
        ]
        heard.append({"start": float(segment.start), "end": float(segment.end), "text": segment.text, "words": words})
        watch(min(1.0, segment.end / about.duration) if about.duration else 1.0)
    return {"language": about.language, "segments": heard}
