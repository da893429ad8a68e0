"""What a Parquet file says about its columns, read from its footer without the library.

    … data … | footer | length of the footer, 4 bytes | PAR1

The footer is Thrift's compact protocol: structs of numbered fields, each with its kind. The library ends the whole
process where the footer of a column contradicts itself; here that is an error like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

_TRUE, _FALSE, _BYTE, _I16, _I32, _I64, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = range(1, 13)
#: Numbers of the fields that are asked for: in the file, in a group of rows, in a column and in what is said of it.
_GROUPS, _COLUMNS, _ABOUT = 4, 1, 3
_ENCODINGS, _PATH, _VALUES, _BYTES = 2, 3, 5, 6
#: Encodings that spell a value by what differs from the one before.
_DELTAS = frozenset({5, 6, 7})
_DEEPEST = 32


class Column(NamedTuple):
    """One column in one group of rows."""

    path: str
    n_values: int
    n_bytes: int
    is_delta: bool


def columns(data: bytes) -> Iterator[Column]:
    """The columns of each group of rows; ValueError where the footer makes no sense."""
    length = int.from_bytes(data[-8:-4], "little")
    if len(data) < 12 or length > len(data) - 12:
        raise ValueError("its footer is longer than the file")
    file = _Compact(data[-8 - length : -8]).struct()
    for group in _items(file, _GROUPS, dict):
        for column in _items(group, _COLUMNS, dict):
            yield _column(column.get(_ABOUT))


def _column(about: object) -> Column:
    if not isinstance(about, dict):
        raise ValueError("nothing is said of a column")
    n_values, n_bytes = about.get(_VALUES), about.get(_BYTES)
    if not isinstance(n_values, int) or not isinstance(n_bytes, int) or n_values < 0 or n_bytes < 0:
        raise ValueError("a column of no size")
    path = ".".join(part.decode("utf-8", "replace") for part in _items(about, _PATH, bytes))
    return Column(path, n_values, n_bytes, not _DELTAS.isdisjoint(_items(about, _ENCODINGS, int)))


def _items(struct: dict[int, Any], field: int, kind: type) -> list[Any]:
    found = struct.get(field)
    if not isinstance(found, list) or not all(isinstance(one, kind) for one in found):
        raise ValueError(f"field {field} is no list of {kind.__name__}")
    return found


class _Compact:
    """Values in Thrift's compact protocol, one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def struct(self, depth: int = 0) -> dict[int, Any]:
        """Fields by their numbers."""
        if depth > _DEEPEST:
            raise ValueError("nested too deep")
        fields: dict[int, Any] = {}
        number = 0
        while head := self._take(1)[0]:
            step, kind = head >> 4, head & 15
            number = number + step if step else self._signed()
            fields[number] = kind == _TRUE if kind in (_TRUE, _FALSE) else self._value(kind, depth)
        return fields

    def _value(self, kind: int, depth: int) -> Any:
        if kind in (_TRUE, _FALSE, _BYTE):
            return self._take(1)[0]
        if kind in (_I16, _I32, _I64):
            return self._signed()
        if kind == _DOUBLE:
            return self._take(8)
        if kind == _BINARY:
            return self._take(self._varint())
        if kind in (_LIST, _SET):
            head = self._take(1)[0]
            count = head >> 4 if head >> 4 < 15 else self._counted()
            return [self._value(head & 15, depth + 1) for _ in range(count)]
        if kind == _MAP:
            return self._map(depth)
        if kind == _STRUCT:
            return self.struct(depth + 1)
        raise ValueError(f"no kind of value has the number {kind}")

    def _map(self, depth: int) -> list[Any]:
        count = self._counted()
        kinds = self._take(1)[0] if count else 0
        return [(self._value(kinds >> 4, depth + 1), self._value(kinds & 15, depth + 1)) for _ in range(count)]

    def _counted(self) -> int:
        """How many items follow; each takes a byte at least."""
        count = self._varint()
        if count > len(self._data) - self._at:
            raise ValueError("more items than bytes")
        return count

    def _signed(self) -> int:
        value = self._varint()
        return (value >> 1) ^ -(value & 1)

    def _varint(self) -> int:
        value = shift = 0
        while True:
            byte = self._take(1)[0]
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7
            if shift > 63:
                raise ValueError("a number of too many bytes")

    def _take(self, length: int) -> bytes:
        if length > len(self._data) - self._at:
            raise ValueError("the footer breaks off")
        self._at += length
        return self._data[self._at - length : self._at]
