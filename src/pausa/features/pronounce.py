"""How an English word may sound, for those the pronouncing dictionary does not know.

Numbers are spelled out, capitals are read letter by letter, parts of compounds are looked up one by one, and what
is left goes through a short table of letters and sounds. It need not be right: the aligner only has to find about
where the word is.

    24     twenty four           EU     letter names
    G20    letter, then twenty   Ždanoka  Z D AE N OW K AE
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

Lookup = Callable[[str], str | None]

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (10**3, "thousand"), (100, "hundred"))
_ORDINALS = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
             "twelve": "twelfth"}  # fmt: skip
_SIGNS = {
    "%": "percent",
    "&": "and",
    "$": "dollars",
    "€": "euros",
    "£": "pounds",
    "+": "plus",
    "@": "at",
    "=": "equals",
}
_LETTERS = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyz",
        "EY|B IY|S IY|D IY|IY|EH F|JH IY|EY CH|AY|JH EY|K EY|EH L|EH M|EH N|OW|P IY|K Y UW|AA R|EH S|T IY|Y UW|V IY|"
        "D AH B AH L Y UW|EH K S|W AY|Z IY".split("|"),
        strict=True,
    )
)
#: Letters and their usual sound, the longest first; single letters last.
_SOUNDS = tuple(
    sorted(
        (
            tuple(line.split(":"))
            for line in (
                "tion:SH AH N|sion:ZH AH N|ture:CH ER|eigh:EY|ough:AO|augh:AO|igh:AY|sch:SH|tch:CH|dge:JH|ch:CH|sh:SH|"
                "th:TH|ph:F|wh:W|ck:K|ng:NG|nk:NG K|qu:K W|gh:G|ee:IY|ea:IY|oo:UW|ou:AW|ow:OW|oi:OY|oy:OY|ai:EY|ay:EY|"
                "au:AO|aw:AO|ei:AY|ie:IY|eu:Y UW|ew:Y UW|oa:OW|ar:AA R|er:ER|ir:ER|or:AO R|ur:ER|ce:S EH|ci:S IH|"
                "cy:S IY|a:AE|b:B|c:K|d:D|e:EH|f:F|g:G|h:HH|i:IH|j:JH|k:K|l:L|m:M|n:N|o:OW|p:P|q:K|r:R|s:S|t:T|u:AH|"
                "v:V|w:W|x:K S|y:IY|z:Z"
            ).split("|")
        ),
        key=lambda pair: -len(pair[0]),
    )
)
_LONG = {"a": "EY", "e": "IY", "i": "AY", "o": "OW", "u": "UW"}
_PARTS = re.compile(r"\d+(?:st|nd|rd|th)\b|\d+(?:[.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)*|[%&$€£+@=]")
_MOST_PHONES = 90
#: Longer numbers are not said as one.
_MOST_DIGITS = 15


def plain(text: str) -> str:
    """A word as the dictionary spells it: lower case, no accents, straight apostrophes."""
    folded = unicodedata.normalize("NFKD", text.replace("’", "'")).casefold()
    return "".join(sign for sign in folded if not unicodedata.combining(sign))


def entry(text: str, lookup: Lookup) -> str | None:
    """The dictionary's own spelling of a word, where it has one."""
    whole = plain(text)
    return next((form for form in (whole, whole.strip("-–—.,'\"()[]")) if form and lookup(form)), None)


def pronounced(text: str, lookup: Lookup) -> tuple[str | None, bool]:
    """Phones for a word that the dictionary does not have as a whole, and whether it has all its parts.

    None where nothing in the word can be said.
    """
    phones: list[str] = []
    sure = True
    for part in _PARTS.findall(unicodedata.normalize("NFKC", text.replace("’", "'"))):
        for word in _said(part):
            found = lookup(plain(word))
            sure = sure and bool(found)
            phones += (found or _spelled_out(word) or by_rule(plain(word))).split()
    return (" ".join(phones[:_MOST_PHONES]) or None), sure


def _said(part: str) -> list[str]:
    if part in _SIGNS:
        return [_SIGNS[part]]
    if not part[0].isdigit():
        return [part]
    if part[-1].isalpha():
        if len(part) > _MOST_DIGITS:
            return []
        *rest, last = spelled_number(int(part[:-2]))
        return [*rest, _ORDINALS.get(last, last.removesuffix("y") + ("ieth" if last.endswith("y") else "th"))]
    whole, _, fraction = part.replace(",", "").partition(".")
    if not (whole + fraction).isascii() or len(whole) > _MOST_DIGITS:
        return []
    said = spelled_number(int(whole), year=len(part) == 4)
    return [*said, "point", *(_SMALL[int(digit)] for digit in fraction if digit.isdigit())] if fraction else said


def spelled_number(value: int, *, year: bool = False) -> list[str]:
    """A number in words; four bare digits are read as a year where people do.

    >>> spelled_number(205), spelled_number(1998, year=True), spelled_number(2008, year=True)
    (['two', 'hundred', 'five'], ['nineteen', 'ninety', 'eight'], ['two', 'thousand', 'eight'])
    """
    if year and value % 100 > 9 and (value // 100 % 10 or 2010 <= value <= 2099):
        return spelled_number(value // 100) + spelled_number(value % 100)
    if value < 20:
        return [_SMALL[value]]
    if value < 100:
        return [_TENS[value // 10]] + ([_SMALL[value % 10]] if value % 10 else [])
    for scale, name in _SCALES:
        if value >= scale:
            rest = spelled_number(value % scale) if value % scale else []
            return [*spelled_number(value // scale), name, *rest]
    return []


def _spelled_out(word: str) -> str:
    """Letter names for short words in capitals, and for what has no vowel."""
    letters = plain(word)
    if not 1 <= len(letters) <= 5 or not set(letters) <= _LETTERS.keys():
        return ""
    is_read_out = len(letters) == 1 or word.isupper() or not set(letters) & set("aeiouy")
    return " ".join(_LETTERS[letter] for letter in letters) if is_read_out else ""


def by_rule(word: str) -> str:
    """Phones by letters alone; empty where no letter is known.

    >>> by_rule("blick"), by_rule("stade")
    ('B L IH K', 'S T EY D')
    """
    letters = re.sub(r"([bcdfgklmnprstz])\1", r"\1", re.sub(r"[^a-z]", "", word))
    silent_e = len(letters) > 3 and letters[-1] == "e" and letters[-2] not in "aeiou"
    phones: list[str] = []
    place, stop = 0, len(letters) - silent_e
    while place < stop:
        if silent_e and place == stop - 2 and letters[place] in _LONG:  # the e of "stade" makes the a long
            phones.append(_LONG[letters[place]])
            place += 1
            continue
        if letters[place] == "y" and place == 0:
            phones.append("Y")
            place += 1
            continue
        spelling, sounds = next(pair for pair in _SOUNDS if letters.startswith(pair[0], place, stop))
        phones += sounds.split()
        place += len(spelling)
    return " ".join(phones)
