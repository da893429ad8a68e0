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
from pausa.text.marks import is_end, kinds

CASES = ("lower", "initial", "all", "mixed")
LOWER, INITIAL, ALL, MIXED = range(4)
#: Nobody knows, as at the start of a sentence or where nobody wrote capitals.
UNKNOWN_CASE = -1
_I = re.compile(r"I(['’].*)?")
_ENDING = re.compile(r"['’][^\W\d_]+$")
#: A transcript with fewer words in capitals than this (but for I) has none that mean something.
_CASED = 0.02
#: Where sentences begin with capitals, as nearly all of so many do, so large a part tells that names have them too.
_FEW_CASED = 0.005
_BEGUN = 3
_BEGUN_SHARE = 0.8
#: What stands small before a name that it is joined to ("mid-March"), or inside of one.
_PREFIXES = frozenset(
    "mid non un anti pro pre post ex semi neo trans inter pan sub vice all self de la of in the and".split()
)
#: Those of them that have no capital where the name behind them has one ("mid-March", "pro-European").
_BEFORE_NAMES = frozenset("mid non un anti pro pre post ex neo trans inter pan".split())
#: Behind these only a name has a capital of its own: "Vice-president", "Co-operative", "E-mail".
_ALONE = (_PREFIXES - _BEFORE_NAMES) | {"co", "re"}
#: What stays small inside a name that is joined of several ("Stratford-upon-Avon").
_INSIDE = _PREFIXES | {"upon", "on", "sur"}
#: "McNab"; names with "Mac" go either way.
_MC_NAME = re.compile(r"(mc)([^\W\d_]{3,})")
#: Irish names ("O'Grady"), of which nothing else that begins so is one.
_IRISH = re.compile(r"(o['’])(?!clock)([^\W\d_]{2,}.*)")
#: What may stand behind a word in capitals in English ("NASA's"); anything else is a part of the word ("ma'am").
_ENDINGS = frozenset("s d t m ll re ve".split())
#: Letters with a dot behind each: "p.m", "u.s.", "h.m.r.c." (the last dot may be the mark of a sentence).
_LETTER_DOTS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]\.?")
_SMALL_DOTTED = frozenset("a.m p.m e.g i.e".split())
_NEVER_FIRST = frozenset("a.m p.m".split())
_DEGREES = {
    degree.lower(): degree
    for degree in "Ph.D B.Sc M.Sc D.Sc B.Ed M.Ed Ed.D D.Phil M.Phil LL.B LL.M B.Eng M.Eng".split()
}
#: Addresses, paths and names of files: "@anna", "http://intranet", "src/main", "www.x.io", "song.mp3".
_ADDRESS = re.compile(r".*(?:@|://|[^\W\d_]/[^\W\d_]).*|[\w-]+(?:\.[\w-]+)*\.[a-z][a-z0-9]+(?:[:/'’].*)?")
#: Spanish plurals have two letters for each word ("ee.uu") and are no addresses.
_DOUBLED = re.compile(r"(?:([^\W\d_])\1\.?){2,}")
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
    """A word with a capital first letter, as the language writes it; one that has a capital in it is left as it is.

    So are addresses and names of files. Of what stands small before a name ("mid-March") the first letter changes.

    >>> capitalise("so"), capitalise("'cause"), capitalise("iPhone"), capitalise("14th"), capitalise("mid-March")
    ('So', "'Cause", 'iPhone', '14th', 'Mid-March')
    >>> capitalise("u.s."), capitalise("p.m."), capitalise("e.g."), capitalise("bbc.co.uk")
    ('U.S.', 'p.m.', 'E.g.', 'bbc.co.uk')
    >>> capitalise("izmir", language("tr")), capitalise("ijs", language("nl")), capitalise("ıssız", language("tr"))
    ('İzmir', 'IJs', 'Issız')
    """
    if not text.islower() and text.partition("-")[0] not in _BEFORE_NAMES:
        return text
    if is_address(text) or _bare(text) in _NEVER_FIRST:
        return text
    if lang.code in ("", "en") and _bare(text) not in _SMALL_DOTTED and (dotted := _dotted(text, INITIAL, lang)):
        return dotted
    return _with_first(text, lang)


def _with_first(text: str, lang: Language) -> str:
    first = next((place for place, sign in enumerate(text) if sign.isalnum()), 0)
    for small, capital in lang.capitals.items():
        if text.startswith(small, first):
            return text[:first] + capital + text[first + len(small) :]
    return text[:first] + text[first : first + 1].title() + text[first + 1 :]  # Georgian has no such capitals, ǆ is ǅ


def is_address(text: str) -> bool:
    """Whether this is an address, a path or the name of a file, whose letters are as they are.

    >>> [is_address(text) for text in ("@anna", "a/b", "www.x.io", "song.mp3", "u.s.", "ph.d.", "3.5", "ee.uu")]
    [True, True, True, True, False, False, False, False]
    """
    if not any(sign in text for sign in "@/."):
        return False
    return bool(_ADDRESS.fullmatch(text)) and _bare(text) not in _DEGREES and not _DOUBLED.fullmatch(text)


def _bare(text: str) -> str:
    return text.removesuffix(".")


def _dotted(text: str, case: int, lang: Language) -> str:
    """An abbreviation with dots as people write it; empty where the word is none."""
    bare = _bare(text)
    if bare in _SMALL_DOTTED:
        return text
    if bare in _DEGREES:
        return _DEGREES[bare] + text[len(bare) :]
    if not _LETTER_DOTS.fullmatch(text):
        return ""
    is_plural = case == MIXED and text.endswith(".s")  # "M.P.s"
    return _in_capitals(text[:-1], lang) + "s" if is_plural else _in_capitals(text, lang)


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
    if case in (LOWER, UNKNOWN_CASE) or not text.islower() or is_address(text):
        return text
    if len(text) == 1 and lang.code not in _LETTERS_ARE_NAMES:
        return text
    ending = _ENDING.search(text)
    stem, ending_text = (text[: ending.start()], ending[0]) if ending else (text, "")
    if text in spellings or stem in spellings:
        return spellings.get(text) or spellings[stem] + ending_text
    if dotted := _dotted(stem, case, lang):
        return dotted + ending_text
    if case != ALL and lang.code and (irish := _IRISH.fullmatch(text)):
        return capitalise(irish[1], lang) + capitalise(irish[2], lang)
    if lang.code == "en" and ending_text[1:] and ending_text[1:] not in _ENDINGS:
        return capitalise(text, lang)
    if case == ALL or (case == MIXED and ending and "-" not in stem and not _MC_NAME.fullmatch(stem)):
        return _in_capitals(stem, lang) + ending_text
    return _name(stem, lang, is_mixed=case == MIXED) + ending_text


def _name(stem: str, lang: Language, *, is_mixed: bool) -> str:
    """A name with its capitals: "Anna", "McNab", "Mary-Jane", "mid-March".

    Of one that `is_mixed` it is known that capitals are in unusual places, but not where; else hyphens may join a word
    that has but one ("Vice-president").
    """
    parts = stem.split("-")
    if len(parts) == 1 or not all(parts):
        return _part(stem, lang)
    if not is_mixed and (len(parts[0]) == 1 or parts[0] in _ALONE):
        return capitalise(stem, lang)
    first = parts[0] if parts[0] in (_PREFIXES if is_mixed else _BEFORE_NAMES) else _part(parts[0], lang)
    return "-".join([first, *(part if part in _INSIDE else _part(part, lang) for part in parts[1:])])


def _part(text: str, lang: Language) -> str:
    if scottish := _MC_NAME.fullmatch(text):
        return capitalise(scottish[1], lang) + capitalise(scottish[2], lang)
    return capitalise(text, lang)


def lower_first(text: str, lang: Language = _NEUTRAL) -> str:
    """A word with one capital, its first letter, in lower case; any other as it is.

    >>> lower_first("And"), lower_first("A"), lower_first("USA"), lower_first("iPhone"), lower_first("I'm")
    ('and', 'a', 'USA', 'iPhone', "I'm")
    >>> lower_first("Irak", language("tr")), lower_first("IJs", language("nl"))
    ('ırak', 'IJs')
    """
    if case_of(text) != INITIAL or is_always_capital(text):
        return text
    return in_lower_case(text, lang)


def in_lower_case(text: str, lang: Language = _NEUTRAL) -> str:
    """A text without capitals, as the language writes it.

    >>> in_lower_case("ISI", language("tr")), in_lower_case("İZMİR", language("tr")), in_lower_case("NASA")
    ('ısı', 'izmir', 'nasa')
    """
    for small, capital in lang.capitals.items():
        text = text.replace(capital, small)
    return (text.replace("I", "ı") if lang.capitals.get("i") == "İ" else text).lower()


def is_in_capitals(words: Sequence[Word]) -> bool:
    """Whether all that is said here is in capitals, as in captions of television, which tells nothing about names.

    >>> [is_in_capitals([Word(text) for text in said.split()]) for said in ("SO I LEFT", "SO I left", "I", "1 2")]
    [True, False, False, False]
    """
    has_small = any(sign.islower() for word in words for sign in word.text)
    return not has_small and any(case_of(word.text) == ALL for word in words)


def is_cased(words: Iterable[Word]) -> bool:
    """Whether somebody wrote capitals here that mean something: more than one inside sentences, and not all.

    Where sentences begin with capitals, fewer of them tell as much: not everybody speaks of names. Capitals at the
    start of sentences alone tell nothing, since programs set these.

    >>> told = "so i met anna in london", "So I met Anna in London", "SO I MET ANNA", "So i met anna in London"
    >>> [is_cased([Word(text) for text in said.split()]) for said in told]
    [False, True, False, False]
    """
    words = tuple(words)
    cases: list[int] = []
    begins = True
    for word in words:
        if not begins and not is_always_capital(word.text):
            cases.append(case_of(word.text))
        begins = is_end(word.mark)
    n_capitals = sum(case > LOWER for case in cases)
    if LOWER not in cases or n_capitals < _FEW_CASED * len(cases) or not n_capitals:
        return False
    return (n_capitals > 1 and n_capitals >= _CASED * len(cases)) or begins_with_capitals(words, at_least=_BEGUN)


def begins_with_capitals(words: Iterable[Word], *, at_least: int = 1) -> bool:
    """Whether (nearly) every sentence behind a full stop begins with a capital, `at_least` so many do, and a second
    word has one, too.

    >>> begins_with_capitals([Word("So"), Word("we", mark="."), Word("Did"), Word("he", mark="?"), Word("no")])
    True
    >>> begins_with_capitals([Word("So"), Word("we", mark="."), Word("did"), Word("he", mark="?"), Word("No")])
    False
    """
    starts: list[int] = []
    n_inside = 0
    begins = True
    for word in words:
        case = UNKNOWN_CASE if is_always_capital(word.text) else case_of(word.text)
        if begins:
            starts.append(case)
        else:
            n_inside += case > LOWER
        begins = "." in kinds(word.mark)
    n_capitals, n_small = sum(case > LOWER for case in starts), starts.count(LOWER)
    is_usual = n_capitals >= at_least and n_capitals >= _BEGUN_SHARE * (n_capitals + n_small)
    return is_usual and n_capitals + n_inside > 1
