"""File names as text."""

from __future__ import annotations


def as_text(name: str) -> str:
    """A file name that can be written anywhere: bytes in it that are no text become `�`.

    >>> as_text("caf\\udce9.txt"), as_text("talk.json")
    ('caf�.txt', 'talk.json')
    """
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
