"""XML as a tree, with the doors closed that transcripts never need.

A document type declaration could define entities that blow up a thousandfold; elements nested without end
could exhaust the stack. Both are refused with one clear error.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser

from pausa.core.errors import CannotSpell
from pausa.formats.base import Source

_DEEPEST = 60
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class _Refused(Exception):
    """Something in the XML that no transcript has."""


class _Builder(TreeBuilder):
    """Builds the tree and stops at what must not be there."""

    depth = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise _Refused("elements nested too deep to be a transcript")
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> Element:
        self.depth -= 1
        return super().end(tag)

    def doctype(self, name: str, pubid: str | None, system: str | None, /) -> None:
        raise _Refused("refused: its document type declaration could define anything; take that out and try again")


def root(source: Source) -> Element:
    """The root element of the file; InputError where it is broken or not to be trusted."""
    parser = XMLParser(target=_Builder())
    try:
        # The text is decoded already: what encoding its first line names no longer matters.
        parser.feed(source.text)
        found = parser.close()
    except ParseError as problem:
        line = problem.position[0] if problem.position else None
        raise source.error(line, f"broken XML: {problem}", "is the file whole?") from None
    except _Refused as problem:
        raise source.error(None, str(problem)) from None
    if not isinstance(found, Element):
        raise source.error(None, "no element in this XML")
    return found


def without_illegal(text: str) -> str:
    """The text with a sign in place of what XML cannot hold."""
    return _ILLEGAL.sub("\ufffd", text)


def can_hold(text: str) -> bool:
    """Whether XML has a way to write this text."""
    return _ILLEGAL.search(text) is None


def legal(text: str, *, format_name: str) -> str:
    """The text, if XML can hold it; else CannotSpell, which says how it can be spelled."""
    if not can_hold(text):
        odd = next(sign for sign in text if not can_hold(sign))
        problem = f"{text!r} holds a character that XML cannot"
        raise CannotSpell(format_name, problem, "write json instead", odd, "\ufffd")
    return text
