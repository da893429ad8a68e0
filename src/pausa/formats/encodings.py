"""Bytes to text: UTF-8 and UTF-16 for certain, older encodings by what they make of the bytes.

Few byte strings are UTF-8 by chance. What is not is tried in encodings that some part of the world used before: one
that leaves hardly any odd sign, and letters of one script side by side, is taken, and said.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from contextlib import suppress
from itertools import pairwise

from pausa.core.errors import InputError, OptionError
from pausa.text.identify import identify
from pausa.text.languages import AUTO

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"))
_WIDE = ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
#: In the order in which they are taken where several fit as well.
_OLDER = ("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "koi8-r", "iso8859-2", "shift_jis",
          "euc-jp", "gb18030", "big5", "euc-kr", "mac-roman")  # fmt: skip
#: By language, which of them it is where that cannot be seen.
_OF_LANGUAGE = {
    **dict.fromkeys("pl cs sk hu sl hr ro bs".split(), "cp1250"),
    **dict.fromkeys("ru uk bg sr be mk".split(), "cp1251"),
    "el": "cp1253",
    "tr": "cp1254",
    "he": "cp1255",
    "ar": "cp1256",
    "fa": "cp1256",
    "ja": "shift_jis",
    "zh": "gb18030",
    "ko": "euc-kr",
}
#: Looking at this many bytes that are not ASCII, with what stands around them, is enough.
_ENOUGH = 20_000
#: How odd the encoding of a language that was named may look, and any other.
_TRUSTED, _TAKEN = 0.6, 0.25
_HIGH = re.compile(rb"[^\n]{0,40}[\x80-\xff][^\n]{0,80}")
_LETTERS = re.compile(r"[^\W\d_]+")
#: Signs that stand in text, beside letters.
_USUAL = frozenset("’‘“”„«»–—…¿¡€£°§·•©®ªº 　、。「」『』・！？，：；（）￥")

#: How OpenFst's binary files begin.
_OPENFST = b"\xd6\xfd\xb2\x7e"


def decode(data: bytes, *, name: str, encoding: str | None = None, language: str = "") -> tuple[str, str]:
    """The text, and what should be said about how it was read; empty where nothing need be."""
    if encoding is not None:
        return _as(data, encoding, name), ""
    for mark, known in (*_MARKS, *_WIDE):
        if data.startswith(mark):
            return _as(data, known, name), ""
    wide = _without_mark(data)
    if wide:
        return _as(data, wide, name), f"read as {wide.upper()} ({_OTHER})"
    if b"\x00" in data[: 1 << 20]:
        if data.startswith(_OPENFST):
            raise InputError(name, None, "this is OpenFst's binary file", "print it first (fstprint --isymbols=…)")
        raise InputError(name, None, "this is a binary file, not a transcript", "give text, JSON or subtitles")
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        found = _older(data, language)
        if found is not None and language in ("", AUTO):
            found = _older(data, _language_of(data, found)) or found
        if found is None:
            where = f"not UTF-8 text (byte {problem.start})"
            raise InputError(name, line, where, "save it as UTF-8, or name its encoding") from None
        return data.decode(found), f"not UTF-8 (line {line}); read as {found} ({_OTHER})"


_OTHER = "another encoding can be named"


def check_encoding(encoding: str) -> str:
    """The name of the encoding, where there is one of text that is called so."""
    with suppress(InputError):
        _as(b"so", encoding, "")
    return encoding


def _as(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode("utf-8-sig" if codecs.lookup(encoding).name == "utf-8" else encoding)
    except LookupError:
        raise OptionError(f"No encoding named {encoding!r}; utf-8, cp1252 and shift_jis are some.") from None
    except (UnicodeError, ValueError) as problem:
        place = getattr(problem, "start", 0)
        line = data.count(b"\n", 0, place) + 1
        raise InputError(name, line, f"not {encoding} text (byte {place})", "name another encoding") from None


def _without_mark(data: bytes) -> str:
    """UTF-16 that does not say so: every second byte of Western text is null."""
    head = data[:4000]
    if len(head) < 4 or len(head) % 2 or b"\x00" not in head:
        return ""
    even, odd = head[::2].count(0), head[1::2].count(0)
    half = len(head) // 2
    if odd >= 0.7 * half and not even:
        return "utf-16-le"
    return "utf-16-be" if even >= 0.7 * half and not odd else ""


def _older(data: bytes, language: str) -> str | None:
    """The encoding that makes the best of bytes that are not UTF-8; None where none makes sense of them."""
    sample = b"\n".join(_HIGH.findall(data[: 50 * _ENOUGH])[:_ENOUGH])
    likely = _OF_LANGUAGE.get(language.lower()[:2])
    best, least = None, _TAKEN
    for encoding in (likely, *_OLDER) if likely else _OLDER:
        try:
            data.decode(encoding)
        except (UnicodeDecodeError, ValueError):
            continue
        oddness = _oddness(sample.decode(encoding, errors="replace"))
        if encoding == likely and oddness < _TRUSTED:
            return encoding
        if oddness < least - 0.02:
            best, least = encoding, oddness
    return best


def _language_of(data: bytes, encoding: str) -> str:
    """The language of the words, most of whose letters are the same in all encodings of one script.

    >>> _language_of("Işıklar açık, çocuklar dışarıda oynuyor, şarkı söylüyorlar".encode("cp1254"), "cp1252")
    'tr'
    """
    return identify(_LETTERS.findall(data[:_ENOUGH].decode(encoding, errors="ignore")))


def _oddness(text: str) -> float:
    """The share of signs outside ASCII that do not look like those of a text: the less, the better."""
    n_high = odd = 0
    for sign in text:
        if sign >= "\x80":
            n_high += 1
            odd += not (sign.isalpha() or sign in _USUAL)
    for word in _LETTERS.findall(text):
        scripts = {_script(letter) for letter in word}
        changes = sum(1 for one, other in pairwise(word) if one.islower() and other.isupper())
        high = sum(1 for letter in word if letter >= "\x80")
        odd += (changes + (len(scripts) > 1 and "CJK" not in scripts)) * min(high, 2)
        # A word of Western letters has few with accents, and half of them in a row would be another script misread.
        odd += high if scripts == {"LATIN"} and 2 * high > len(word) + 1 else 0
        odd += high if scripts == {"HALFWIDTH"} else 0
    return odd / n_high if n_high else 0.0


def _script(letter: str) -> str:
    if letter < "\x80":
        return "LATIN"
    name = unicodedata.name(letter, "").partition(" ")[0]
    return "CJK" if name in ("CJK", "HIRAGANA", "KATAKANA", "HANGUL") else name
