"""From a recording and its words to the table of prosodic features: what `pausa features` does.

read the words ─▶ find when they and their sounds were spoken ─▶ F0 and energy ─▶ a row for every gap
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import isnan
from pathlib import Path
from typing import Any

from msgspec import json

from pausa.core.document import Document
from pausa.core.errors import InputError, MissingExtra, OptionError
from pausa.core.segmentation import Segmentation
from pausa.features.audio import Audio, open_audio
from pausa.features.durations import PhoneNorms
from pausa.features.phones import PhoneTimes, aligned, untimed
from pausa.features.prosody import Contours, f0_and_energy
from pausa.features.table import FeatureTable, features
from pausa.formats.base import main_segmentation
from pausa.text.marks import any_end

Progress = Callable[[float, str], None]

#: What a table can be written as, by the end of a file's name.
KINDS = ("csv", "tsv", "json", "parquet")


@dataclass(frozen=True)
class Prosody:
    """The words with their times, the contours, the table, and what a person should know about how it went."""

    document: Document
    audio: Audio
    contours: Contours
    table: FeatureTable
    messages: tuple[str, ...] = ()

    @property
    def segmentation(self) -> Segmentation | None:
        """Where sentences end, as far as the transcript tells."""
        document = self.document
        if not document.segmentations and not any_end(document.transcript.words):
            return None
        return main_segmentation(document)


def prosody(
    path: str | Path,
    document: Document,
    *,
    language: str = "en",
    phones: bool = True,
    realign: bool = False,
    norms: PhoneNorms | None = None,
    progress: Progress = lambda share, told: None,
) -> Prosody:
    """The features of a recording; words without times are found in the audio first (English only).

    Without `phones` a transcript that has times is not aligned. `realign` has its times found anew.
    """
    if document.transcript.is_blank or not len(document.transcript):
        raise OptionError("There are no words in the transcript; features are about the gaps between words.")
    audio = open_audio(path)
    contours = f0_and_energy(audio, progress=lambda share, told: progress(0.2 * share, told))
    messages = list(_about(audio, contours))
    transcript = untimed(document.transcript) if realign else document.transcript
    found: PhoneTimes | None = None
    if contours.is_silent and not transcript.has_times:
        phones = False
    elif not transcript.has_times or phones:
        problem = _why_not(language, needed=not transcript.has_times, path=path)
        if problem:
            messages.append(problem)
        else:
            result = aligned(audio, transcript, progress=lambda share, told: progress(0.2 + 0.8 * share, told))
            transcript, found = result.transcript, result.phones
            messages += result.messages
    table = features(transcript, contours, found, norms=norms)
    return Prosody(replace(document, transcript=transcript), audio, contours, table, tuple(messages))


def _about(audio: Audio, contours: Contours) -> list[str]:
    told = []
    if contours.is_silent:
        told.append(f"no speech in {audio.name}: it is silent, or has no voice in it; the features are missing")
    if contours.seconds < audio.seconds - 1:
        told.append(f"{audio.name} ends after {contours.seconds:.1f} s; its header promises {audio.seconds:.1f} s")
    return told


def _why_not(language: str, *, needed: bool, path: str | Path) -> str:
    """Why words and sounds cannot be found in the audio, empty if they can; an error where they are needed."""
    if not language.lower().startswith("en"):
        if needed:
            advice = "give a transcript with word times, or choose English (language en)"
            raise InputError(str(path), None, f"words can be found in English audio only, not in {language!r}", advice)
        return f"no sounds: they can be found in English audio only, not in {language!r}"
    try:
        import pocketsphinx  # noqa: F401  # only to know whether it is there
    except ImportError:
        missing = MissingExtra("pocketsphinx", "audio", "Finding words and sounds in audio")
        if needed:
            raise missing from None
        return f"no sounds: {missing}"
    return ""


def rendered(made: Prosody, kind: str) -> str | bytes:
    """The table as `csv`, `tsv`, `json` or `parquet`: word, start, end, boundary where known, then the features."""
    columns = _columns(made)
    if kind == "parquet":
        return _parquet(columns)
    if kind == "json":
        rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
        content = {"recording": made.document.name, "features": made.table.names, "rows": rows}
        return json.format(json.encode(content), indent=1).decode() + "\n"
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t" if kind == "tsv" else ",", lineterminator="\n")
    writer.writerow(columns)
    for row in zip(*columns.values(), strict=True):
        writer.writerow(["" if cell is None else cell for cell in row])
    return text.getvalue()


def _columns(made: Prosody) -> dict[str, Sequence[Any]]:
    words = made.document.transcript.words
    columns: dict[str, Sequence[Any]] = {
        "word": [word.text for word in words],
        "start": [None if word.start is None else word.start / 1000 for word in words],
        "end": [None if word.end is None else word.end / 1000 for word in words],
    }
    if made.segmentation is not None:
        ends = set(made.segmentation.ends)
        columns["boundary"] = [int(place in ends) for place in range(len(words))]
    for name, values in zip(made.table.names, made.table.values.T.tolist(), strict=True):
        columns[name] = [None if isnan(value) else float(f"{value:.6g}") for value in values]
    return columns


def _parquet(columns: dict[str, Sequence[Any]]) -> bytes:
    try:
        import pyarrow  # a quarter of a second, and from an extra
        import pyarrow.parquet
    except ImportError:
        raise MissingExtra("pyarrow", "tables", "Parquet") from None
    kinds = {"word": pyarrow.string(), "boundary": pyarrow.int8()}
    arrays = {name: pyarrow.array(cells, kinds.get(name, pyarrow.float64())) for name, cells in columns.items()}
    target = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(arrays), target)
    return target.getvalue()


def kind_of(path: str | None, asked: str | None) -> str:
    """How the table is to be written: as asked, else by the name of the file, else CSV."""
    if asked is not None:
        return asked
    suffix = Path(path or "-").suffix.lstrip(".").lower()
    if path in (None, "-") or not suffix:
        return "csv"
    if suffix not in KINDS:
        raise OptionError(f"A table can be written as {', '.join(KINDS)}, not .{suffix}; name it so, or name the kind.")
    return suffix
