"""Text with two slashes where a sentence ends, as people mark it by hand.

    so we left // it was late, wasn't it //

The slashes alone say where sentences end; marks and line ends stay what they are and decide nothing.
Slashes may stand alone or at the edge of a word ("left//"); inside a word ("http://a.org") they are
part of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pausa.core.document import Document
from pausa.core.errors import CannotSpell
from pausa.core.joining import join
from pausa.core.segmentation import Segmentation
from pausa.core.words import Word
from pausa.formats.base import Format, Layout, Source, document, main_segmentation
from pausa.formats.plain import is_data
from pausa.text.tokens import Splitter

_END = re.compile(r"(?<!\S)/{2,}+|(?<!/)/{2,}+(?!\S)")
_ALONE = re.compile(r"(?<!\S)//(?!\S)")


def parse(source: Source) -> list[Document]:
    splitter = Splitter()
    raw: list[Word] = []
    n_words, ends = 0, []
    for stretch in _END.split(source.text):
        before = len(raw)
        raw.extend(splitter.raw(stretch))
        n_words += sum(1 for word in raw[before:] if word.text and not word.is_event)
        ends.append(n_words - 1)
    words = splitter.settled(raw, lang=source.language)
    kept = sorted({end for end in ends if end >= 0})  # "// //" is one end
    return [document(words, segmentations=[Segmentation.of(n_words, kept)])]


def render(documents: Sequence[Document], layout: Layout) -> str:
    return "".join(f"{_rendered(doc)} //\n" for doc in documents)


def _rendered(doc: Document) -> str:
    for token in doc.transcript.tokens():
        if _END.search(str(token)):
            problem = f"the word {str(token)!r} would be read as a sentence end"
            raise CannotSpell("slashes", problem, "write lines", "//", "∕∕")
    if not doc.n_words:
        return join(doc.transcript.tokens())
    return " // ".join(sentence.text for sentence in doc.sentences(main_segmentation(doc)))


def looks_like(head: str) -> bool:
    return _ALONE.search(head) is not None and not is_data(head)


FORMAT = Format(
    name="slashes",
    title="Text with // at sentence ends",
    suffixes=(".slashes",),
    keeps=frozenset({"words", "marks", "ends", "events"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
    running_text=True,
    for_people=True,
    joins=True,
)
