"""Live messages as recognisers send them while a talk goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeAlias

from benchmarks.fuzz.talks import Said, Talk

Turn: TypeAlias = tuple[Said, ...]


def _span(said: Said) -> dict[str, float]:
    return {"start": said.start / 1000, "end": said.end / 1000}


def _words(turn: Turn, number: int) -> list[dict[str, Any]]:
    return [{"word": said.text, **_span(said), "speaker": said.speaker} for said in turn]


def _vosk(turn: Turn, number: int) -> list[dict[str, Any]]:
    text = " ".join(said.text for said in turn)
    result = [{"word": said.text, **_span(said), "conf": 0.9} for said in turn]
    return [{"partial": turn[0].text}, {"result": result, "text": text}]


def _deepgram(turn: Turn, number: int) -> list[dict[str, Any]]:
    words = [{"word": said.text, **_span(said)} for said in turn]
    channel = {"alternatives": [{"transcript": "", "words": words}]}
    told = {"type": "Results", "start": 0.0, "duration": 2.0, "channel": channel}
    return [{"type": "SpeechStarted"}, {**told, "is_final": False}, {**told, "is_final": True}]


def _aws(turn: Turn, number: int) -> list[dict[str, Any]]:
    items = [
        {
            "Type": "pronunciation",
            "Content": said.text,
            "StartTime": said.start / 1000,
            "EndTime": said.end / 1000,
        }
        for said in turn
    ]
    return [
        {
            "Transcript": {
                "Results": [
                    {
                        "ResultId": f"r{number}",
                        "IsPartial": partial,
                        "EndTime": turn[-1].end / 1000,
                        "Alternatives": [{"Items": items}],
                    }
                ]
            }
        }
        for partial in (True, False)
    ]


def _google(turn: Turn, number: int) -> list[dict[str, Any]]:
    words = [
        {"word": said.text, "startTime": f"{said.start / 1000}s", "endTime": f"{said.end / 1000}s"} for said in turn
    ]
    guess = {"alternatives": [{"transcript": turn[0].text}], "stability": 0.5}
    return [
        {"results": [guess]},
        {"results": [{"alternatives": [{"transcript": "", "words": words}], "isFinal": True}]},
    ]


def _azure(turn: Turn, number: int) -> list[dict[str, Any]]:
    text = " ".join(said.text for said in turn)
    words = [
        {"Word": said.text, "Offset": said.start * 10_000, "Duration": (said.end - said.start) * 10_000}
        for said in turn
    ]
    span = {"Offset": turn[0].start * 10_000, "Duration": (turn[-1].end - turn[0].start) * 10_000}
    best = {"Lexical": text, "Display": text, "Words": words}
    return [{"Text": turn[0].text, **span}, {"RecognitionStatus": "Success", **span, "NBest": [best]}]


def _assemblyai(turn: Turn, number: int) -> list[dict[str, Any]]:
    words = [{"text": said.text, "start": said.start, "end": said.end, "word_is_final": True} for said in turn]
    return [{"type": "Turn", "turn_order": number, "turn_is_formatted": False, "words": words}]


def _speechmatics(turn: Turn, number: int) -> list[dict[str, Any]]:
    results = [
        {
            "type": "word",
            "start_time": said.start / 1000,
            "end_time": said.end / 1000,
            "alternatives": [{"content": said.text}],
        }
        for said in turn
    ]
    return [{"message": "AddTranscript", "metadata": {"end_time": turn[-1].end / 1000}, "results": results}]


#: What each recogniser sends for a turn, by the names of the readers.
MESSAGES: dict[str, Callable[[Turn, int], list[dict[str, Any]]]] = {
    "words": _words,
    "vosk": _vosk,
    "deepgram": _deepgram,
    "aws": _aws,
    "google": _google,
    "azure": _azure,
    "assemblyai": _assemblyai,
    "speechmatics": _speechmatics,
}


def messages(format: str, said: Talk) -> list[bytes]:
    """All messages of a talk."""
    told = [message for number, turn in enumerate(said.turns) for message in MESSAGES[format](turn, number)]
    return [json.dumps(message).encode() for message in told]
