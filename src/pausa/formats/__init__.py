"""Transcript formats: one module and one `Format` record each; `files` reads and writes them.

The table says of each format what is needed to choose among them, so that only those are imported that can be meant.
A test compares it with the records.
"""

from __future__ import annotations

from typing import NamedTuple

from pausa.core.registry import Registry
from pausa.formats.base import Format


class Entry(NamedTuple):
    """Where a format lives, and what its record says about names and beginnings."""

    module: str
    suffixes: tuple[str, ...]
    opens: str = ""
    magic: bytes = b""
    plain: bool = False


#: In the order in which contents are asked "are you this?": the particular before the general.
ENTRIES = {
    "json": Entry("native", (".pausa.json", ".json"), opens="{["),
    "whisper": Entry("whisper", (".json",), opens="{["),
    "vosk": Entry("vosk", (".json",), opens="{["),
    "watson": Entry("watson", (".json",), opens="{["),
    "callanalytics": Entry("callanalytics", (".json",), opens="{["),
    "bedrock": Entry("bedrock", (".json",), opens="{["),
    "aws": Entry("aws", (".json",), opens="{["),
    "google": Entry("google", (".json",), opens="{["),
    "azure": Entry("azure", (".json",), opens="{["),
    "deepgram": Entry("deepgram", (".json",), opens="{["),
    "assemblyai": Entry("assemblyai", (".json",), opens="{["),
    "speechmatics": Entry("speechmatics", (".json",), opens="{["),
    "paperedit": Entry("paperedit", (".json",), opens="{["),
    "labelstudio": Entry("labelstudio", (".labelstudio.json", ".json"), opens="{["),
    "segeval": Entry("segeval", (".segeval.json", ".json"), opens="{["),
    "seglst": Entry("seglst", (".seglst.json", ".json"), opens="{["),
    "jsonl": Entry("jsonl", (".jsonl", ".ndjson"), opens="{"),
    "textgrid": Entry("textgrid", (".textgrid",)),
    "eaf": Entry("eaf", (".eaf",), opens="<"),
    "ami": Entry("ami", (".words.xml", ".xml"), opens="<"),
    "ttml": Entry("ttml", (".ttml", ".dfxp", ".xml"), opens="<"),
    "nlp": Entry("nlp", (".nlp",)),
    "parquet": Entry("parquet", (".parquet",), magic=b"PAR1"),
    "docx": Entry("docx", (".docx",), magic=b"PK\x03\x04"),
    "slf": Entry("slf", (".slf",)),
    "kaldi": Entry("kaldi", (".lat",)),
    "fst": Entry("fst", (".fst.txt",)),
    "vtt": Entry("vtt", (".vtt",)),
    "srt": Entry("srt", (".srt",)),
    "sbv": Entry("sbv", (".sbv",)),
    "ass": Entry("ass", (".ass", ".ssa")),
    "rttm": Entry("rttm", (".rttm",)),
    "stm": Entry("stm", (".stm",)),
    "ctm": Entry("ctm", (".ctm",)),
    "poleval": Entry("poleval", (".poleval", ".clntmstmp")),
    "iwslt": Entry("iwslt", (".iwslt",)),
    "punctuator": Entry("punctuator", (".pun",)),
    "csv": Entry("csv", (".csv",)),
    "tsv": Entry("tsv", (".tsv",)),
    "seg": Entry("seg", (".seg",)),
    "slashes": Entry("slashes", (".slashes",)),
    "markdown": Entry("markdown", (".md", ".markdown")),
    "paragraphs": Entry("paragraphs", (".paragraphs",)),
    "dialogue": Entry("dialogue", (".dialogue",), plain=True),
    "stamped": Entry("stamped", (".stamped",), plain=True),
    "lines": Entry("lines", (".lines", ".txt"), plain=True),
    "text": Entry("text", (".text", ".txt"), plain=True),
}

FORMATS: Registry[Format] = Registry(
    "format", {name: f"pausa.formats.{entry.module}:FORMAT" for name, entry in ENTRIES.items()}
)
