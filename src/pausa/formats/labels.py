"""Words whose punctuation stands beside them as a label (`COMMA`, `.PERIOD`).

The label decides where sentences end, so no abbreviation has to be guessed: "u.s." without a label is a
word with its dot, with a period it is the end of a sentence. What labels cannot say (quotes, an ellipsis,
`!` where there is no label for it) stays spelled on the word.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from pausa.core.errors import CannotWrite
from pausa.core.words import Word, joined
from pausa.text.marks import chief, is_end
from pausa.text.tokens import token_words

_PLAIN = ".,;:?!"
_LONGEST_CLITIC = 3


def labelled(token: str, mark: str) -> list[Word]:
    """The words of a token with the mark that its label means, empty for none.

    >>> [(word.text, word.mark) for label in ("", ".", ",") for word in labelled("u.s.", label)]
    [('u.s.', ''), ('u.s', '.'), ('u.s.', ',')]
    """
    words = whole(_clitic(word) for word in token_words(token))
    if words:
        words[-1] = _agreed(words[-1], mark)
    return words


def _clitic(word: Word) -> Word:
    """The word with its apostrophe: where "I'm" is two words, the second is "'m"."""
    if word.before == "'" and len(word.text) <= _LONGEST_CLITIC:
        return replace(word, text=f"'{word.text}", before="")
    return word


def whole(words: Iterable[Word]) -> list[Word]:
    """Words with loose punctuation joined to the word before it: plain marks closely, others as they stood."""
    made: list[Word] = []
    waiting: list[str] = []
    apart = False  # whether a mark stands apart from the last word already
    for word in words:
        if not word.text:
            if made and word.mark:
                before = waiting[-1] if waiting else made[-1].mark
                apart = apart or bool(word.mark.strip(_PLAIN)) or (not waiting and " " in before)
                waiting.append(f" {word.mark}" if apart else word.mark)
                apart = apart or before[-1:] == "." == word.mark[:1]  # which `joined` keeps from being an ellipsis
            elif word.mark:
                waiting.append(word.mark)
            continue
        if waiting and not made and word.is_event:
            made.append(word)  # close before it, a sign would make it a word
            continue
        if waiting and made:
            made[-1] = replace(made[-1], mark=joined(made[-1].mark, *waiting))
        elif waiting:
            word = replace(word, before="".join(waiting) + word.before)
        made.append(word)
        waiting, apart = [], False
    if waiting and made:
        made[-1] = replace(made[-1], mark=joined(made[-1].mark, *waiting))
    return made or ([Word("", mark="".join(waiting))] if waiting else [])


def with_label(word: Word, marks: frozenset[str], *, format_name: str) -> tuple[str, str]:
    """How to write a word: its token, and the one of `marks` that its label should mean.

    >>> [with_label(word, frozenset(".,"), format_name="x") for word in (Word("late", mark="."), Word("oh", mark="!"))]
    [('late', '.'), ('oh!', '.')]
    """
    if word.text.endswith(".") and word.mark.startswith(".") and word.text != ".":
        word = replace(word, text=word.text[:-1])  # a dot spelled twice, by an abbreviation and by its mark
    found = _with_label(str(word), f"{word.before}{word.text}", word.mark, marks)
    if found is None:
        raise CannotWrite(format_name, f"the word {str(word)!r} would be read as another", "write json instead")
    return found


@lru_cache(maxsize=1 << 14)
def _with_label(spelled: str, bare: str, mark: str, marks: frozenset[str]) -> tuple[str, str] | None:
    chosen = next((sign for sign in (mark, chief(mark)) if sign in marks), "." if is_end(mark) else "")
    for token in (bare, spelled, f"{bare} {mark}"):
        if [str(word) for word in labelled(token, chosen) if word.text] == [spelled]:
            return token, chosen
    return None


def _agreed(word: Word, mark: str) -> Word:
    """The word with its label's mark; what is spelled already is not said twice."""
    if word.is_event:
        return _event(word, mark)
    if not mark:
        return _without_end(word) if word.text else word
    if chief(word.mark) == chief(mark):
        return word
    has_dot = word.mark[:1] == "." != word.mark[1:2]
    rest = word.mark[has_dot:]
    if is_end(rest) and is_end(mark):
        return word  # "oh!" and a period: the spelling says more
    mark = rest if chief(rest) == chief(mark) else joined(rest, mark)
    return replace(word, text=word.text + "." * has_dot, mark=mark)  # "p.m." and a comma


def _event(word: Word, mark: str) -> Word:
    """An event with its label's mark: a dot never belongs to it."""
    if mark and (chief(word.mark) == chief(mark) or (is_end(word.mark) and is_end(mark))):
        return word
    rest = "".join(sign for sign in word.mark if not is_end(sign))
    return replace(word, mark=joined(rest, mark) if mark else rest)


def _without_end(word: Word) -> Word:
    """The word with spelled marks that would end a sentence taken for a part of it."""
    if not is_end(word.mark):
        return word
    near, space, far = word.mark.partition(" ")
    kept = 1 if near[:1] == "." and not is_end(near[1:]) else len(near)
    return replace(word, text=word.text + near[:kept], mark=near[kept:] + space + far)
