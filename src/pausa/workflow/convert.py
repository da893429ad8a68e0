"""From any format to any other: what `pausa convert` does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.unpacking import USUAL, ReadLimits
from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.formats.detection import for_writing
from pausa.formats.files import losses, render, save
from pausa.text.languages import AUTO
from pausa.workflow.intake import Given, Reading, documents_of, is_several

_LAYOUT = Layout()


@dataclass(frozen=True)
class Converted:
    """Transcripts in another format: the content of the file, what it could not keep, what was wrong with the input."""

    content: str | bytes
    format: str
    lost: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def convert(
    words: Given | Iterable[Given],
    path: str | Path | None = None,
    *,
    to: str | None = None,
    format: str | None = None,
    line_width: int = _LAYOUT.line_width,
    line_count: int = _LAYOUT.line_count,
    language: str = AUTO,
    limits: ReadLimits = USUAL,
    encoding: str | None = None,
) -> Converted:
    """Transcripts in the format `to`, else in that of the file's name; written there if a path is given.

    `words` may be whatever `pausa.segment` takes; `format` is its own format, where that is not to be found by itself.
    The words are always kept; what else the format cannot hold is in `lost`.
    """
    if to is None and path is None:
        raise OptionError("Give a path to write to, or the format as `to`.")
    form = FORMATS[to] if to is not None else for_writing(str(path))
    several = words if is_several(words) else [cast(Given, words)]
    warnings: list[str] = []
    found: list[Document] = []
    reading = Reading(format=format, language=language, limits=limits, encoding=encoding)
    for one in several:
        found += documents_of(one, reading, warn=warnings.append)
    content = render(found, form, layout=Layout(line_width, line_count, say=warnings.append))
    if path is not None:
        save(content, path)
    return Converted(content, form.name, tuple(losses(found, form)), tuple(warnings))
