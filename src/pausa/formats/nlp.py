"""Rev's `.nlp`: one word per row, columns by header, bars between.

    token|speaker|ts|endTs|punctuation|case|tags
    Good|1|3.2|3.4|||
    morning|1|3.4|3.7|,||

Only `token` must be there; further columns vary and are passed over. Real files have short rows, rows
without a word, and times that run backwards: the word is kept, its time becomes unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter

from pausa.core.document import Document
from pausa.core.errors import CannotSpell
from pausa.core.times import seconds
from pausa.core.words import EVENT, Word
from pausa.formats.base import Format, Layout, Source, document, spelled
from pausa.text.marks import kinds
from pausa.text.tokens import with_own_marks

COLUMNS = ("token", "speaker", "ts", "endTs", "punctuation", "prepunctuation", "case", "tags")
_READ = COLUMNS[:6]
_CASES = ((str.istitle, "UC"), (str.isupper, "CA"), (str.islower, "LC"))


def parse(source: Source) -> list[Document]:
    header = [name.strip() for name in source.text.split("\n", 1)[0].split("|")]
    if "token" not in header:
        raise source.error(1, "the first row of an .nlp file names its columns, 'token' among them")
    words: list[Word] = []
    for number, (token, speaker, ts, end_ts, mark, before) in _rows(source, header):
        start = source.time(ts, number) if ts else None
        end = source.time(end_ts, number) if end_ts else None
        if start is not None and end is not None and end < start:
            start, end = source.span(start, end, number)
        texts = _texts(token)
        if len(texts) == 1:  # the common case, kept fast: these files have millions of rows
            words.append(Word(texts[0], start, end, speaker or None, None, mark, before))
        elif texts:
            words += _several(texts, Word("", start, end, speaker or None, None, mark, before))
        else:
            source.bad_row(number, "no word in this row; its mark goes to the word before")
            words.append(Word("", mark=mark.strip()))
    return [document(with_own_marks(words, lang=source.language))]


def _rows(source: Source, header: list[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Line number and the cells of `_READ`, empty where the file has no such column."""
    width = len(header)
    wanted = itemgetter(*(header.index(name) if name in header else width for name in _READ))
    for number, line in enumerate(source.text.split("\n"), start=1):
        cells = line.split("|")
        if len(cells) != width:
            if not line.strip():
                continue
            source.bad_row(number, f"{len(cells)} columns where the header has {width}")
            cells = cells[:width] + [""] * (width - len(cells))
        if number > 1:
            if " " in line or "\t" in line:
                cells = [
                    _mark(cell) if header[place] == "punctuation" else cell.strip() for place, cell in enumerate(cells)
                ]
            cells.append("")  # what a column that is not there holds
            yield number, wanted(cells)


def _mark(cell: str) -> str:
    """A mark without padding; only a dash or a quotation mark may stand apart from its word ("well –")."""
    mark = cell.strip()
    apart = cell.startswith(" ") and ("—" in kinds(mark) or not kinds(mark))
    return f" {mark}" if apart and mark else mark


def _texts(token: str) -> list[str]:
    """What stands in a cell: words, and events at its front, which may hold blanks.

    >>> _texts("twenty five"), _texts("<long pause>"), _texts("<laugh>wait")
    (['twenty', 'five'], ['<long pause>'], ['<laugh>', 'wait'])
    """
    place, found = 0, []
    while event := EVENT.match(token, place):
        found.append(event.group())
        place = event.end()
    return [*found, *token[place:].split()]


def _several(texts: list[str], row: Word) -> list[Word]:
    """The words of a row that holds more than one: the first begins it, the last ends it."""
    first, *inner, last = texts
    return [
        Word(first, row.start, None, row.speaker, None, "", row.before),
        *(Word(text, speaker=row.speaker) for text in inner),
        Word(last, None, row.end, row.speaker, None, row.mark),
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
    cells = (word.text, word.speaker or "", start, end, word.mark, word.before, case, "[]")
    if any("|" in cell for cell in cells):
        problem = f"{str(word)!r} or its speaker holds a bar, which parts the columns"
        raise CannotSpell("nlp", problem, "choose csv", "|", "¦")
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
