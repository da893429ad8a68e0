"""Text as it comes in, as messages or as words: what stands whole is given, the rest waits.

    {"partial": "so"}{"text":         →  {"partial": "so"}; the second message is not whole yet
    so we le                          →  "so", "we"; more of the third word may come

Messages stand one after the other, on lines of their own or over several. The first sign tells which of the two it is.
"""

from __future__ import annotations

import json
import re
from typing import Any

from pausa.core.errors import InputError
from pausa.formats.jsons import forgiving

#: No message is longer than this.
LONGEST = 1 << 20
_SIGN = re.compile(r'["{}\\]')


class Messages:
    """What comes in on one stream; `name` is for errors."""

    def __init__(self, name: str = "-", *, is_text: bool | None = None) -> None:
        self._name, self._is_text = name, is_text
        self._waiting = ""
        self._scanned = self._depth = 0
        self._in_string = False
        self._decoder = forgiving()

    def feed(self, text: str) -> list[dict[str, Any] | str]:
        """What is whole with this text; words come as they are spelled."""
        self._waiting += text.replace("\ufeff", "")
        if self._is_text is None and self._waiting.strip():
            self._is_text = not self._waiting.lstrip().startswith("{")
        if self._is_text:
            parts = self._waiting.split()
            self._waiting = parts.pop() if parts and not self._waiting[-1].isspace() else ""
            return list(parts)
        found: list[dict[str, Any] | str] = list(self._messages())
        if len(self._waiting) > LONGEST:
            raise InputError(self._name, None, f"a message of more than {LONGEST:,} characters", "is it JSON?")
        return found

    def end(self) -> list[dict[str, Any] | str]:
        """What is left where nothing more comes."""
        if self._is_text:
            return self.feed(" ")
        if self._waiting.strip():
            raise InputError(self._name, None, "the last message breaks off", "is the stream whole?")
        return []

    def _messages(self) -> list[dict[str, Any]]:
        found = []
        while (stop := self._end_of_message()) is not None:
            found.append(self._decoded(self._waiting[:stop]))
            self._waiting, self._scanned = self._waiting[stop:].lstrip(", \t\r\n"), 0
        return found

    def _end_of_message(self) -> int | None:
        """Where the first message ends; what was looked through is not looked through again."""
        text, place = self._waiting, self._scanned
        while (sign := _SIGN.search(text, place)) is not None:
            place = sign.end()
            if sign[0] == "\\":
                if place == len(text):
                    place -= 1
                    break
                place += 1
            elif sign[0] == '"':
                self._in_string = not self._in_string
            elif not self._in_string:
                self._depth += 1 if sign[0] == "{" else -1
                if not self._depth:
                    return place
        else:
            place = len(text)
        self._scanned = place
        return None

    def _decoded(self, text: str) -> dict[str, Any]:
        try:
            value = self._decoder.decode(text.strip())
        except json.JSONDecodeError as problem:
            raise InputError(self._name, None, f"broken JSON: {problem.msg} in {text[:60]!r}") from None
        except (ValueError, RecursionError) as problem:
            raise InputError(self._name, None, f"a message that cannot be read ({problem})") from None
        if not isinstance(value, dict):
            raise InputError(self._name, None, f"no JSON object: {text[:60]!r}")
        return value
