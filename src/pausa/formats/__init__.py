"""Transcript formats: one module and one `Format` record each; `files` reads and writes them."""

from __future__ import annotations

from pausa.core.registry import Registry
from pausa.formats.base import Format

#: In the order in which contents are asked "are you this?": the particular before the general.
FORMATS: Registry[Format] = Registry(
    "format",
    {
        name: f"pausa.formats.{module}:FORMAT"
        for name, module in {
            "json": "native",
            "whisper": "whisper",
            "vosk": "vosk",
            "aws": "aws",
            "google": "google",
            "azure": "azure",
            "deepgram": "deepgram",
            "assemblyai": "assemblyai",
            "speechmatics": "speechmatics",
            "labelstudio": "labelstudio",
            "segeval": "segeval",
            "seglst": "seglst",
            "jsonl": "jsonl",
            "textgrid": "textgrid",
            "eaf": "eaf",
            "ami": "ami",
            "nlp": "nlp",
            "parquet": "parquet",
            "slf": "slf",
            "kaldi": "kaldi",
            "fst": "fst",
            "vtt": "vtt",
            "srt": "srt",
            "rttm": "rttm",
            "stm": "stm",
            "ctm": "ctm",
            "poleval": "poleval",
            "iwslt": "iwslt",
            "punctuator": "punctuator",
            "csv": "csv",
            "tsv": "tsv",
            "seg": "seg",
            "slashes": "slashes",
            "dialogue": "dialogue",
            "lines": "lines",
            "text": "text",
        }.items()
    },
)
