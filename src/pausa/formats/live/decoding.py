"""Bytes that come in piece by piece, as text: UTF-8, or the encoding that is named.

A file's encoding is found by looking at all of it; of a stream only what has come is there. So a line that is not UTF-8
is read as cp1252, of which Latin-1 is a part, and the first such line is told.
"""

from __future__ import annotations

import codecs

from pausa.core.errors import InputError
from pausa.core.messages import Say
from pausa.formats.encodings import check_encoding

_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_ADVICE = "name its encoding (utf-16 is one), or give text or JSON"


class Decoding:
    """What comes in on one stream, as text; `name` is for errors."""

    def __init__(self, name: str, encoding: str | None = None, *, say: Say) -> None:
        self._name, self._say = name, say
        self._encoding = None if encoding is None else check_encoding(encoding)
        self._decoder = codecs.getincrementaldecoder(encoding or "utf-8")()
        self._line, self._left = 1, b""
        self._is_first, self._is_older, self._was_told = True, False, False

    def feed(self, data: bytes) -> str:
        """The text that is whole with these bytes."""
        return self._text(data, final=False)

    def end(self) -> str:
        """What is left where nothing more comes."""
        return self._text(b"", final=True)

    def _text(self, data: bytes, *, final: bool) -> str:
        if self._encoding is not None:
            try:
                return self._decoder.decode(data, final)
            except (UnicodeError, ValueError):
                raise InputError(self._name, None, f"not {self._encoding} text", "name another encoding") from None
        is_wide = self._is_first and data.startswith(_WIDE)
        self._is_first = False
        if is_wide or b"\x00" in data:
            raise InputError(self._name, None, "this is UTF-16 or a binary file, not UTF-8 text", _ADVICE)
        first, *others = (self._left + data).split(b"\n")
        self._left = b""
        made = [self._part(first, final=final or bool(others))]
        for place, line in enumerate(others, start=1):
            self._line += 1
            self._is_older = False
            made.append(self._part(line, final=final or place < len(others)))
        return "\n".join(made)

    def _part(self, part: bytes, *, final: bool) -> str:
        """The text of a part of one line; the beginning of a character waits for the rest of it, unless it is final."""
        if not self._is_older:
            try:
                text, n_read = codecs.utf_8_decode(part, "strict", final)
            except UnicodeDecodeError:
                self._is_older = True
                self._tell()
            else:
                self._left = part[n_read:]
                return text
        return part.decode("cp1252", "replace")

    def _tell(self) -> None:
        if not self._was_told:
            self._was_told = True
            self._say(f"not UTF-8 (line {self._line}); such lines are read as cp1252 (another encoding can be named)")
