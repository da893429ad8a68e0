"""Guidelines as HTML: a small part of Markdown, everything escaped before anything is made of it.

Headings (`#` to `###`), paragraphs, `-` lists, `1.` lists, `>` quotes, `**strong**`, `*emphasis*`, `` `sample` ``. No
links, no pictures, no HTML: what looks like it is shown as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import groupby

#: What opens and what closes each; two patterns, since one would look for the end again from every beginning.
_STRONG = re.compile(r"\*\*(?=\S)"), re.compile(r"(?<=\S)\*\*")
_EMPHASIS = re.compile(r"\*(?=\S)"), re.compile(r"(?<=\S)\*")
_SAMPLE = re.compile(r"(`[^`]+`)")
_HEADING = re.compile(r"(#{1,3})\s+(.*)")
_ITEM = re.compile(r"[-*]\s+(.*)")
_NUMBERED = re.compile(r"\d{1,3}[.)]\s+(.*)")
_QUOTE = re.compile(r">\s?(.*)")


def to_html(text: str) -> str:
    """The text as safe HTML.

    >>> to_html("# Mark *ends*\\n\\n- one\\n- <b>two</b>")
    '<h3>Mark <em>ends</em></h3>\\n<ul><li>one</li><li>&lt;b&gt;two&lt;/b&gt;</li></ul>'
    """
    lines = [line.strip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    return "\n".join(part for kind, group in groupby(lines, key=_kind) for part in _block(kind, list(group)))


def _kind(line: str) -> str:
    if not line:
        return "gap"
    for kind, shape in (("heading", _HEADING), ("item", _ITEM), ("numbered", _NUMBERED), ("quote", _QUOTE)):
        if shape.fullmatch(line):
            return kind
    return "paragraph"


def _block(kind: str, lines: list[str]) -> Iterator[str]:
    if kind == "heading":  # the page's own title is the first heading, so these begin below
        for found in map(_HEADING.fullmatch, lines):
            if found:
                level = len(found[1]) + 2
                yield f"<h{level}>{_inline(found[2])}</h{level}>"
    elif kind in ("item", "numbered"):
        shape, tag = (_ITEM, "ul") if kind == "item" else (_NUMBERED, "ol")
        items = "".join(f"<li>{_inline(_rest(shape, line))}</li>" for line in lines)
        yield f"<{tag}>{items}</{tag}>"
    elif kind == "quote":
        said = " ".join(_rest(_QUOTE, line) for line in lines)
        yield f"<blockquote><p>{_inline(said)}</p></blockquote>"
    elif kind == "paragraph":
        yield f"<p>{_inline(' '.join(lines))}</p>"


def _rest(shape: re.Pattern[str], line: str) -> str:
    """The line without what makes it an item or a quote."""
    found = shape.fullmatch(line)
    return found[1] if found else line


def _inline(text: str) -> str:
    """Strong, emphasis and samples in text that is escaped; nothing is looked for inside a sample."""
    made = []
    for part in _SAMPLE.split(escape(text)):
        if part.startswith("`") and part.endswith("`") and len(part) > 2:
            made.append(f"<code>{part[1:-1]}</code>")
        else:
            made.append(_between(_between(part, *_STRONG, "strong"), *_EMPHASIS, "em"))
    return "".join(made)


def _between(text: str, opens: re.Pattern[str], closes: re.Pattern[str], tag: str) -> str:
    """The text with a tag around what stands between signs; where none closes any more, signs stay signs."""
    made = []
    place = 0
    while (begin := opens.search(text, place)) and (end := closes.search(text, begin.end() + 1)):
        made.append(f"{text[place : begin.start()]}<{tag}>{text[begin.end() : end.start()]}</{tag}>")
        place = end.end()
    return "".join([*made, text[place:]])
