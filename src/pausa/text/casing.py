"""How people write a word: in lower case, with an initial capital, all in capitals, or mixed.

boat lower   Anna initial   I initial   USA all   iPhone mixed
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pausa.core.words import Word
from pausa.text.languages import Language, language
from pausa.text.marks import is_end

CASES = ("lower", "initial", "all", "mixed")
LOWER, INITIAL, ALL, MIXED = range(4)
#: Nobody knows, as at the start of a sentence or where nobody wrote capitals.
UNKNOWN_CASE = -1
_I = re.compile(r"I(['’].*)?")
_ENDING = re.compile(r"['’][^\W\d_]+$")
#: A transcript with fewer words in capitals than this (but for I) has none that mean something.
_CASED = 0.02
#: What stands small before a name that it is joined to ("mid-March"), and what a name goes on from ("McNab").
_PREFIXES = frozenset(
    "mid non un anti pro pre post ex semi neo trans inter pan sub vice all self de la of in the and".split()
)
_MC = "mc"
_NEUTRAL = language("")
#: Elsewhere a single letter is a little word ("e", "w") hundreds of times more often than a name ("vitamin C").
_LETTERS_ARE_NAMES = frozenset(["", "en", "de", "da"])


def case_of(text: str) -> int:
    """How a word is written; unknown where it has no letters that tell.

    >>> [case_of(text) for text in ("boat", "Anna's", "I'm", "A", "USA", "U.S", "iPhone", "CEOs", "14th", "42")]
    [0, 1, 1, 1, 2, 2, 3, 3, 0, -1]
    """
    letters = [sign for sign in text if sign.isupper() or sign.islower()]
    if not letters:
        return UNKNOWN_CASE
    upper = sum(map(str.isupper, letters))
    if not upper:
        return LOWER
    if upper == len(letters) and upper > 1:
        return ALL
    return INITIAL if upper == 1 and letters[0].isupper() else MIXED


def is_always_capital(text: str) -> bool:
    """Whether a word has its capital wherever it stands: the English word I.

    >>> [is_always_capital(text) for text in ("I", "I'm", "It")]
    [True, True, False]
    """
    return _I.fullmatch(text) is not None


def cases_of(words: Sequence[Word], ends: Collection[int]) -> NDArray[np.int8]:
    """How people wrote each word; unknown where a capital says nothing about the word, as at the start of a sentence.

    `ends` are the words at which sentences or turns end. Where hardly any word has a capital, nothing is known at all.
    """
    found = np.array([case_of(word.text) for word in words], dtype=np.int8)
    if (found > LOWER).sum() < _CASED * len(words):
        return np.full(len(words), UNKNOWN_CASE, dtype=np.int8)
    for start in (0, *(end + 1 for end in ends)):
        if start < len(words) and found[start] == INITIAL and not is_always_capital(words[start].text):
            found[start] = UNKNOWN_CASE
    return found


def capitalise(text: str, lang: Language = _NEUTRAL) -> str:
    """A word with a capital first letter, as the language writes it; one that has a capital anywhere is left as it is.

    >>> capitalise("so"), capitalise("'cause"), capitalise("iPhone"), capitalise("14th")
    ('So', "'Cause", 'iPhone', '14th')
    >>> capitalise("izmir", language("tr")), capitalise("ijs", language("nl")), capitalise("ıssız", language("tr"))
    ('İzmir', 'IJs', 'Issız')
    """
    if not text.islower():
        return text
    first = next((place for place, sign in enumerate(text) if sign.isalnum()), 0)
    for small, capital in lang.capitals.items():
        if text.startswith(small, first):
            return text[:first] + capital + text[first + len(small) :]
    return text[:first] + text[first : first + 1].title() + text[first + 1 :]  # Georgian has no such capitals, ǆ is ǅ


def _in_capitals(text: str, lang: Language) -> str:
    for small, capital in lang.capitals.items():
        text = text.replace(small, capital)
    return text.upper()


def write_in(text: str, case: int, spellings: Mapping[str, str], lang: Language = _NEUTRAL) -> str:
    """A word that is all in lower case, written that way; any other as it is.

    >>> known = {"iphone": "iPhone"}
    >>> [write_in(text, case, known) for text, case in (("anna's", 1), ("nasa's", 2), ("iphone", 3), ("MINE", 0))]
    ["Anna's", "NASA's", 'iPhone', 'MINE']
    >>> write_in("tbmm'ye", ALL, {}, language("tr")), write_in("iyi", ALL, {}, language("tr"))
    ("TBMM'ye", 'İYİ')
    >>> write_in("i", INITIAL, {}, language("it")), write_in("c", INITIAL, {}, language("en"))
    ('i', 'C')
    """
    if case in (LOWER, UNKNOWN_CASE) or not text.islower():
        return text
    if len(text) == 1 and lang.code not in _LETTERS_ARE_NAMES:
        return text
    ending = _ENDING.search(text)
    stem, ending_text = (text[: ending.start()], ending[0]) if ending else (text, "")
    if text in spellings or stem in spellings:
        return spellings.get(text) or spellings[stem] + ending_text
    if case == MIXED:
        return _mixed(stem, lang, is_ended=bool(ending)) + ending_text
    return _in_capitals(stem, lang) + ending_text if case == ALL else capitalise(text, lang)


def _mixed(stem: str, lang: Language, *, is_ended: bool) -> str:
    """A word with capitals in unusual places, of which it is not known where.

    Mostly they are not unusual: "NASA's" has a small ending, "mid-March" and "Jean-Claude" are two words in one.
    """
    parts = stem.split("-")
    if len(parts) > 1 and all(parts):
        return "-".join(part if part in _PREFIXES else capitalise(part, lang) for part in parts)
    if is_ended:
        return _in_capitals(stem, lang)
    if len(stem) > len(_MC) + 2 and stem.startswith(_MC):
        return capitalise(_MC, lang) + capitalise(stem[len(_MC) :], lang)
    return capitalise(stem, lang)


def is_cased(words: Iterable[Word]) -> bool:
    """Whether somebody wrote capitals here that mean something: more than one inside sentences, and not all.

    >>> told = "so i met anna in london", "So I met Anna in London", "SO I MET ANNA", "So i met anna in London"
    >>> [is_cased([Word(text) for text in said.split()]) for said in told]
    [False, True, False, False]
    """
    cases: list[int] = []
    begins = True
    for word in words:
        if not begins and not is_always_capital(word.text):
            cases.append(case_of(word.text))
        begins = is_end(word.mark)
    n_capitals = sum(case > LOWER for case in cases)
    return LOWER in cases and n_capitals > 1 and n_capitals >= _CASED * len(cases)
