"""Words of the AMI meeting corpus, in the XML of the NITE toolkit; read only.

    <nite:root nite:id="ES2002a.A.words" xmlns:nite="http://nite.sourceforge.net/">
       <w nite:id="ES2002a.A.words0" starttime="1.20" endtime="1.52">Right</w>
       <w nite:id="ES2002a.A.words1" starttime="1.52" endtime="1.52" punc="true">.</w>
       <vocalsound nite:id="ES2002a.A.words2" starttime="1.60" endtime="2.10" type="laugh"/>
    </nite:root>

One file is one person's channel of a meeting. Elements without text (laughter, gaps, disfluency markers)
are events.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pausa.core.document import Document
from pausa.core.words import Word
from pausa.formats import xmls
from pausa.formats.base import Format, Source, document
from pausa.text.tokens import timed, with_own_marks

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_NITE = "{http://nite.sourceforge.net/}"


def parse(source: Source) -> list[Document]:
    root = xmls.root(source)
    if root.tag != f"{_NITE}root":
        raise source.error(1, f"the root element is {root.tag!r}, not nite:root", "give a words file of AMI")
    rows = [element for element in root.iter() if element is not root]
    if rows and not any(element.tag == "w" for element in rows):
        raise source.error(None, f"no <w> element among {len(rows)}", "give the file of words, not of segments or acts")
    name, speaker = _names([root, *rows[:1]])
    loose = " ".join(" ".join([root.text or "", *(child.tail or "" for child in root)]).split())
    if loose:
        source.bad_row(None, f"text outside of any element, left out: {loose[:60]!r}")
    words = [word for element in rows for word in _words(element, speaker, source)]
    return [document(with_own_marks(words, lang=source.language), name=name)]


def _names(elements: Sequence[Element]) -> tuple[str, str | None]:
    """Recording and speaker, from an id such as `ES2002a.A.words`."""
    for element in elements:
        parts = element.get(f"{_NITE}id", "").split(".")
        if len(parts) >= 3:
            return f"{parts[0]}.{parts[1]}", parts[1]
    return "", None


def _words(element: Element, speaker: str | None, source: Source) -> list[Word]:
    where = element.get(f"{_NITE}id", element.tag)
    noted = len(source.bad_rows)
    start, end = source.time(element.get("starttime"), None), source.time(element.get("endtime"), None)
    start, end = source.span(start, end, None)
    source.bad_rows[noted:] = [(line, f"{where}: {problem}") for line, problem in source.bad_rows[noted:]]
    texts = "".join([element.text or "", *(child.tail or "" for child in element)]).split()
    if element.get("punc") == "true":
        return [Word("", mark="".join(texts))]
    if texts:
        return timed([Word(text, speaker=speaker) for text in texts], start, end)
    if element.tag == "w":
        source.bad_row(None, f"{where}: no word in this element")
        return []
    kind = "_".join(element.get("type", "").split()) or element.tag
    return [Word(f"<{kind}>", start, end, speaker)]


def looks_like(head: str) -> bool:
    return "<nite:root" in head[:2000] and ("<w " in head or ".words" in head[:2000])


FORMAT = Format(
    name="ami",
    title="AMI corpus words (NITE XML)",
    suffixes=(".words.xml", ".xml"),
    keeps=frozenset({"words", "times", "speakers", "marks", "ends", "events"}),
    looks_like=looks_like,
    parse=parse,
    opens="<",
    media="application/xml",
)
