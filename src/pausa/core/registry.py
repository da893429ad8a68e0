"""A registry is one visible table of names; an entry is imported only when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Generic, TypeVar, cast

from pausa.core.errors import UnknownName

T = TypeVar("T")


class Registry(Mapping[str, T], Generic[T]):
    """Names to `module:attribute` addresses, resolved on look-up.

    >>> Registry("number", {"pi": "math:pi"})["pi"]
    3.141592653589793
    """

    def __init__(self, kind: str, addresses: Mapping[str, str]) -> None:
        self.kind = kind
        self._addresses = dict(addresses)

    def __getitem__(self, name: str) -> T:
        if name not in self._addresses:
            raise unknown(self.kind, name, tuple(self._addresses))
        module, _, attribute = self._addresses[name].partition(":")
        return cast(T, getattr(import_module(module), attribute))

    def __contains__(self, name: object) -> bool:
        return name in self._addresses

    def __iter__(self) -> Iterator[str]:
        return iter(self._addresses)

    def __len__(self) -> int:
        return len(self._addresses)


def unknown(kind: str, name: str, known: tuple[str, ...]) -> UnknownName:
    """The error for a name that is not there, with the nearest one that is."""
    return UnknownName(kind, name, tuple(get_close_matches(name, known, n=1)), tuple(sorted(known)))
