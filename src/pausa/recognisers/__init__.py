"""Recognisers: from a recording to words with times, before sentences are looked for.

    hear("talk.wav", "whisper", "whisper-base/")        a document, as if a file of that recogniser had been read

One module each with `hear(path, folder, …)`, which gives what the recogniser's own JSON would hold; the reader of that
format makes the document. Nothing is fetched: the weights lie in a folder that the user names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os import PathLike, fspath
from pathlib import Path, PurePath
from typing import Any, TypeAlias

import msgspec

from pausa.core.document import Document
from pausa.core.errors import InputError, OptionError
from pausa.core.messages import Say
from pausa.core.registry import Registry
from pausa.formats.files import parse

#: Told how much of the recording has been heard, from 0 to 1.
Watch: TypeAlias = Callable[[float], None]
#: The recording, the folder of weights, the language and who watches; gives the recogniser's JSON.
Hear: TypeAlias = Callable[[Path, Path, str, Watch], Mapping[str, Any]]

#: Each gives JSON in the format of the same name.
RECOGNISERS: Registry[Hear] = Registry(
    "recogniser", {"whisper": "pausa.recognisers.whisper:hear", "vosk": "pausa.recognisers.vosk:hear"}
)

#: What recordings are called.
SUFFIXES = tuple(".wav .mp3 .flac .ogg .opus .m4a .aac .wma .aif .aiff .mp4 .mkv .webm .mov .avi .au .amr .3gp".split())


def is_recording(name: str | PathLike[str]) -> bool:
    """Whether a file is audio or video, by its name."""
    return PurePath(fspath(name)).suffix.lower() in SUFFIXES


def watch_nothing(share: float) -> None:
    """For those who do not want to know how far it is."""


def hear(
    path: str | PathLike[str],
    recogniser: str | None,
    folder: str | PathLike[str] | None,
    *,
    language: str = "en",
    warn: Say,
    watch: Watch = watch_nothing,
) -> list[Document]:
    """What a recogniser hears in a recording; errors say what is missing to hear it."""
    name = fspath(path)
    if recogniser is None:
        raise InputError(
            name,
            None,
            "is a recording, and its words are needed",
            f"let a recogniser hear them (asr: {' or '.join(RECOGNISERS)}), or give a transcript and this as its audio",
        )
    listen = RECOGNISERS[recogniser]
    if folder is None:
        raise OptionError(
            f"The {recogniser} recogniser needs its weights in a folder (asr-model); Pausa fetches nothing by itself."
        )
    if not Path(folder).is_dir():
        raise OptionError(f"{fspath(folder)} is no folder with the weights of a {recogniser} recogniser.")
    if not Path(name).is_file():
        raise InputError(name, None, "no such file", "check the path")
    heard = listen(Path(name), Path(folder), language, watch)
    return parse(msgspec.json.encode(heard), name=name, format=recogniser, language=language, warn=warn)
