"""What differs from language to language, as data.

A language is a record of word sets; the neutral one has none and works for any language.
"""

from __future__ import annotations

from dataclasses import dataclass

from pausa.core.registry import Registry


@dataclass(frozen=True)
class Language:
    """Words that need care when text is read.

    `titles` never end a sentence ("Mr."); `abbreviations` may ("8 p.m."), when what follows looks like
    a beginning: one of `starters`, capitalised. All are lower case; abbreviations with their dots.
    `spoken_marks` maps dictated words to the mark they stand for; `fillers` are hesitations; `spellings` are words with
    capitals in unusual places, as they are written.
    """

    code: str
    name: str
    titles: frozenset[str] = frozenset()
    abbreviations: frozenset[str] = frozenset()
    starters: frozenset[str] = frozenset()
    spoken_marks: tuple[tuple[tuple[str, ...], str], ...] = ()
    fillers: frozenset[str] = frozenset()
    spellings: frozenset[str] = frozenset()


LANGUAGES: Registry[Language] = Registry(
    "language",
    {
        "": "pausa.text.languages.neutral:NEUTRAL",
        "en": "pausa.text.languages.english:ENGLISH",
        "pl": "pausa.text.languages.polish:POLISH",
    },
)


def language(code: str) -> Language:
    """The record for a language code; the neutral one where there is none.

    >>> language("en-GB").name, language("xx").name
    ('English', 'any language')
    """
    base = code.replace("_", "-").split("-")[0].lower()
    return LANGUAGES[base if base in LANGUAGES else ""]
