"""Rev's `.nlp`: one word per row, columns by header, bars between.

    token|speaker|ts|endTs|punctuation|case|tags
    Good|1|3.2|3.4|||
    morning|1|3.4|3.7|,||

Only `token` must be there; further columns vary and are passed over. Real files have short rows, rows
without a word, and times that run backwards: the word is kept, its time becomes unknown.
"""

from __future__ import annotations

from collections.abc import Sequence

from pausa.core.document import Document
from pausa.core.errors import CannotWrite
from pausa.core.times import seconds
from pausa.core.words import Word
from pausa.formats.base import Format, Layout, Source, document, spelled
from pausa.text.tokens import settled

COLUMNS = ("token", "speaker", "ts", "endTs", "punctuation", "prepunctuation", "case", "tags")
_CASES = ((str.istitle, "UC"), (str.isupper, "CA"), (str.islower, "LC"))


def parse(source: Source) -> list[Document]:
    lines = source.text.split("\n")
    header = [name.strip() for name in lines[0].split("|")]
    if "token" not in header:
        raise source.error(1, "the first row of an .nlp file names its columns, 'token' among them")
    place = {name: header.index(name) for name in COLUMNS if name in header}
    words = [
        word
        for number, line in enumerate(lines[1:], start=2)
        if line.strip()
        for word in _row(line.rstrip("\r").split("|"), place, len(header), number, source)
    ]
    return [document(settled(words, lang=source.language))]


def _row(cells: list[str], place: dict[str, int], width: int, number: int, source: Source) -> list[Word]:
    if len(cells) != width:
        source.bad_row(number, f"{len(cells)} columns where the header has {width}")

    def cell(name: str) -> str:
        index = place.get(name, width)
        return cells[index].strip() if index < len(cells) else ""

    start, end = source.time(cell("ts"), number), source.time(cell("endTs"), number)
    start, end = source.span(start, end, number)
    mark, before, speaker = cell("punctuation"), cell("prepunctuation"), cell("speaker") or None
    texts = cell("token").split()
    if not texts:
        source.bad_row(number, "no word in this row; its mark goes to the word before")
        return [Word("", mark=mark)]
    if len(texts) == 1:
        return [Word(texts[0], start, end, speaker, None, mark, before)]
    first, *inner, last = texts
    return [
        Word(first, start, None, speaker, None, "", before),
        *(Word(text, speaker=speaker) for text in inner),
        Word(last, None, end, speaker, None, mark),
    ]


def render(documents: Sequence[Document], layout: Layout) -> str:
    rows = ["|".join(COLUMNS)]
    for doc in documents:
        rows += [_rendered(word) for word in spelled(doc).transcript.tokens()]
    return "\n".join(rows) + "\n"


def _rendered(word: Word) -> str:
    start = "" if word.start is None else seconds(word.start)
    end = "" if word.end is None else seconds(word.end)
    case = next((name for holds, name in _CASES if holds(word.text)), "")
    cells = (word.text, word.speaker or "", start, end, word.mark.strip(), word.before, case, "[]")
    if any("|" in cell for cell in cells):
        raise CannotWrite("nlp", f"the word {str(word)!r} holds a bar, which parts the columns", "choose another format")
    return "|".join(cells)


def looks_like(head: str) -> bool:
    first = head.split("\n", 1)[0].strip().split("|")
    return "token" in first and "ts" in first


FORMAT = Format(
    name="nlp",
    title="Rev .nlp, a word per row",
    suffixes=(".nlp",),
    keeps=frozenset({"words", "times", "speakers", "marks", "ends", "events"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
)
