"""Marks from a text for readers, brought onto the bare words of a recogniser.

    words    i   live   in   apartment   five   b      do   you
    text     I   live   in   apartment   5B.           Do   you?

The words stay as they are; only the marks are taken over. Where words and text match one to one, or differ
in as many places as there are words, each mark goes to its word. Where a number of words became another
number of words ("five b", "5B."), the last mark of the stretch goes to its last word and marks inside it are
left out, which is noted. Rows can also leave out words that the text has; these are put in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pausa.core.words import Word
from pausa.formats.base import Source
from pausa.text.normal import fold, folded
from pausa.text.tokens import words_of


def punctuated(words: Sequence[Word], text: str, source: Source) -> list[Word]:
    """The same words with the marks of a text that spells them, as far as the two can be matched."""
    shown = words_of(text, lang=source.language)
    if any(word.mark or word.before for word in words) or not any(word.mark or word.before for word in shown):
        return list(words)
    marked = list(words)
    for start, stop, first, last in _stretches(folded(words), folded(shown)):
        here, there = stop - start, last - first
        if here == there:
            for place, token in zip(range(start, stop), shown[first:last], strict=True):
                marked[place] = replace(marked[place], mark=token.mark, before=token.before)
            continue
        inner = shown[first:last]
        if here and there:
            marked[start] = replace(marked[start], before=inner[0].before)
            marked[stop - 1] = replace(marked[stop - 1], mark=inner.pop().mark)
        for token in inner:
            if token.mark:
                source.bad_row(None, f"no word for the mark of {str(token)!r}, which is left out")
    return marked


def with_unlisted(words: Sequence[Word], text: str, source: Source) -> list[Word]:
    """The words of a recogniser's rows, and in their places those that only its text has, which is noted.

    Where the text spells other words than the rows ("five b", "5B"), the rows are taken at their word.
    """
    if len(text.split()) <= sum(map(_is_spoken, words)):
        return list(words)
    made: list[Word] = []
    unlisted: list[str] = []
    waiting = list(words)[::-1]
    for shown in filter(_is_spoken, words_of(text, lang=source.language)):
        while waiting and not _is_spoken(waiting[-1]):
            made.append(waiting.pop())
        if waiting and fold(waiting[-1].text) == fold(shown.text):
            made.append(waiting.pop())
        else:
            near = made[-1:] or waiting[-1:]
            made.append(replace(shown, speaker=near[0].speaker if near else None))
            unlisted.append(str(shown))
    if not unlisted or any(map(_is_spoken, waiting)):
        return list(words)
    source.bad_row(None, f"in the text, but in no row: {' '.join(unlisted)[:60]!r}; kept without times")
    return made + waiting[::-1]


def _is_spoken(word: Word) -> bool:
    return not word.is_event and any(sign.isalnum() for sign in word.text)


def _stretches(words: list[str], shown: list[str]) -> Iterator[tuple[int, int, int, int]]:
    """Stretches of words and what is shown for them: equal ones, and the differing ones between."""
    from rapidfuzz.distance import Levenshtein  # 40 ms to import, and few files need it

    start = first = stop = last = 0
    for step in Levenshtein.opcodes(words, shown):
        if step.tag == "equal":
            if (start, first) != (stop, last):
                yield start, stop, first, last
            yield step.src_start, step.src_end, step.dest_start, step.dest_end
            start, first = step.src_end, step.dest_end
        stop, last = step.src_end, step.dest_end
    if (start, first) != (stop, last):
        yield start, stop, first, last
