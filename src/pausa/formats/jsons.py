"""JSON, decoded with errors that name the file and the line."""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar, overload

import msgspec

from pausa.core.numbers import exact
from pausa.formats.base import Source

T = TypeVar("T")

_BYTE = re.compile(r"byte (\d+)")


@overload
def decoded(source: Source) -> Any: ...
@overload
def decoded(source: Source, shape: type[T]) -> T: ...
@overload
def decoded(source: Source, shape: Any) -> Any: ...
def decoded(source: Source, shape: Any = Any) -> Any:
    """The file's JSON in the shape asked for; a clear error where it is not."""
    data = source.text.encode()
    try:
        return msgspec.json.decode(data, type=shape)
    except msgspec.ValidationError as problem:
        if "out of range" in str(problem):
            raise source.error(None, f"no number can be that large: {problem}", "correct it or take it out") from None
        raise source.error(None, f"this JSON is not of the expected shape: {problem}") from problem
    except msgspec.DecodeError as problem:
        raise source.error(_line(data, str(problem)), f"broken JSON: {problem}", "is the file whole?") from problem
    except RecursionError as problem:
        raise source.error(None, "JSON nested too deep to be a transcript") from problem


def forgiving() -> json.JSONDecoder:
    """A decoder that takes NaN and Infinity for null, and refuses integers beyond all bounds with ValueError."""
    return json.JSONDecoder(parse_constant=lambda _: None, parse_int=lambda digits: int(exact(digits)))


def rendered(value: Any) -> str:
    """A value as JSON that people can read."""
    return msgspec.json.format(msgspec.json.encode(value), indent=1).decode() + "\n"


def has_keys(head: str, *keys: str) -> bool:
    """Whether text that starts like JSON names all these keys."""
    return head.lstrip()[:1] in ("{", "[") and all(f'"{key}"' in head for key in keys)


def _line(data: bytes, problem: str) -> int | None:
    found = _BYTE.search(problem)
    if found:
        return data.count(b"\n", 0, int(found.group(1))) + 1
    return data.count(b"\n") + 1 if "truncated" in problem else None
