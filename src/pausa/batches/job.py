"""What is asked of every transcript of a lake: the same for all pieces, and part of what a piece is known by."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import ClassVar

import pausa
from pausa.decode import SentenceLimits
from pausa.workflow.intake import Reading

#: Bytes in which digests are told.
_DIGEST = 16
_PIECE = 1 << 20


@dataclass(frozen=True, kw_only=True)
class Cutting(SentenceLimits):
    """How transcripts are cut into sentences: the options of `pausa.segment`."""

    marks: str | None = None
    level: str = "sentence"
    commas: bool = False
    case: str | None = None
    drop_fillers: bool = False


@dataclass(frozen=True, kw_only=True)
class LakeReading(Reading):
    """How transcripts are read, and the columns of a table that hold whole transcripts and their names."""

    text_column: str | None = None
    recording_column: str | None = None


@dataclass(frozen=True, kw_only=True)
class Job:
    """All that the bytes of a part follow from, its piece aside; `target` is where parts go."""

    #: Whether a column of sentences, as `pausa batch` writes it, is what is read of a table.
    reads_sentences: ClassVar[bool] = False

    target: str
    model: str = "default"
    model_digest: str = ""
    cutting: Cutting = Cutting()
    reading: LakeReading = LakeReading()
    to: str = "parquet"
    part_bytes: int = 1 << 20

    @property
    def settings(self) -> str:
        """A digest of everything but the place."""
        told = [pausa.__version__, *(repr(getattr(self, each.name)) for each in fields(self) if each.name != "target")]
        return digest_of(part.encode() for part in told)


def digest_of(parts: Iterable[bytes]) -> str:
    """A digest of some parts, each counted with its length, so that no two rows of parts are alike."""
    made = hashlib.blake2b(digest_size=_DIGEST)
    for part in parts:
        made.update(len(part).to_bytes(8, "little"))
        made.update(part)
    return made.hexdigest()


def digest_of_folder(folder: Path) -> str:
    """A digest of the names and contents of all files in a folder."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return digest_of(
        part for path in paths for part in (path.relative_to(folder).as_posix().encode(), path.read_bytes())
    )
