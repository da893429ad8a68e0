"""What differs from language to language, as data.

A language is a record of word sets and of habits in writing; the neutral one has none and works for any language. A
module holds the languages of a family, and only those that differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pausa.core.registry import Registry
from pausa.text.languages.codes import base_code

#: What to give for a language that is to be found.
AUTO = "auto"
#: What to give for documents whose language was found when they were read: nobody looks again.
FOUND = "found"


@dataclass(frozen=True)
class Language:
    """Words that need care when text is read.

    `titles` never end a sentence ("Mr."); `abbreviations` may ("8 p.m."), when what follows looks like
    a beginning: one of `starters`, capitalised. All are lower case; abbreviations with their dots.
    `numbered` are abbreviations before a number ("No. 5"), in the case that they are written in; those that are words,
    too, have the words behind which they are ("He said no. 10 people left").
    `spoken_marks` maps dictated words to the mark they stand for; `fillers` are hesitations; `spellings` are words with
    capitals in unusual places, as they are written.
    `lettered` are words that letters follow, so that a letter behind them is no initial ("plan B. Nobody …");
    `before_names` small words behind which it is one ("by J. Smith"): where there are any, it is none behind others.

    `marks` are the plain marks that are written in another way ("?" as "？" in Chinese), `opening` what stands before
    a sentence that ends with that mark ("¿"), `read_marks` marks that mean something else than elsewhere, `capitals`
    small letters whose capital is not the usual one, `always_small` words that stay small at the start of a sentence
    where an apostrophe is before them, so that the next one has the capital ("'t Is"). `dotted_ordinals` says that a
    dot makes an ordinal of a number ("am 3. Mai"). `learned_as` are letters of a second script, as they are in the one
    that networks have learned.
    """

    code: str
    name: str
    titles: frozenset[str] = frozenset()
    abbreviations: frozenset[str] = frozenset()
    starters: frozenset[str] = frozenset()
    numbered: Mapping[str, frozenset[str]] = field(default_factory=dict)
    lettered: frozenset[str] = frozenset()
    before_names: frozenset[str] = frozenset()
    spoken_marks: tuple[tuple[tuple[str, ...], str], ...] = ()
    fillers: frozenset[str] = frozenset()
    spellings: frozenset[str] = frozenset()
    marks: Mapping[str, str] = field(default_factory=dict)
    opening: Mapping[str, str] = field(default_factory=dict)
    read_marks: Mapping[str, str] = field(default_factory=dict)
    capitals: Mapping[str, str] = field(default_factory=dict)
    always_small: frozenset[str] = frozenset()
    dotted_ordinals: bool = False
    learned_as: Mapping[str, str] = field(default_factory=dict)

    def write_mark(self, mark: str) -> str:
        """A plain mark as it is written in this language."""
        return self.marks.get(mark, mark)


LANGUAGES: Registry[Language] = Registry(
    "language",
    {
        "": "pausa.text.languages.neutral:NEUTRAL",
        "ar": "pausa.text.languages.semitic:ARABIC",
        "az": "pausa.text.languages.turkic:AZERI",
        "bg": "pausa.text.languages.slavic:BULGARIAN",
        "bs": "pausa.text.languages.slavic:BOSNIAN",
        "ca": "pausa.text.languages.romance:CATALAN",
        "cs": "pausa.text.languages.slavic:CZECH",
        "da": "pausa.text.languages.germanic:DANISH",
        "de": "pausa.text.languages.germanic:GERMAN",
        "el": "pausa.text.languages.greek:GREEK",
        "en": "pausa.text.languages.english:ENGLISH",
        "es": "pausa.text.languages.romance:SPANISH",
        "et": "pausa.text.languages.uralic:ESTONIAN",
        "eu": "pausa.text.languages.basque:BASQUE",
        "fi": "pausa.text.languages.uralic:FINNISH",
        "fr": "pausa.text.languages.romance:FRENCH",
        "gl": "pausa.text.languages.romance:GALICIAN",
        "hi": "pausa.text.languages.indic:HINDI",
        "hr": "pausa.text.languages.slavic:CROATIAN",
        "hu": "pausa.text.languages.uralic:HUNGARIAN",
        "hy": "pausa.text.languages.armenian:ARMENIAN",
        "is": "pausa.text.languages.germanic:ICELANDIC",
        "it": "pausa.text.languages.romance:ITALIAN",
        "ja": "pausa.text.languages.spaceless:JAPANESE",
        "lt": "pausa.text.languages.uralic:LITHUANIAN",
        "lv": "pausa.text.languages.uralic:LATVIAN",
        "nb": "pausa.text.languages.germanic:BOKMAL",
        "nl": "pausa.text.languages.germanic:DUTCH",
        "nn": "pausa.text.languages.germanic:BOKMAL",
        "no": "pausa.text.languages.germanic:BOKMAL",
        "pl": "pausa.text.languages.polish:POLISH",
        "pt": "pausa.text.languages.romance:PORTUGUESE",
        "ro": "pausa.text.languages.romance:ROMANIAN",
        "ru": "pausa.text.languages.east_slavic:RUSSIAN",
        "sl": "pausa.text.languages.slavic:SLOVENIAN",
        "sr": "pausa.text.languages.slavic:SERBIAN",
        "sv": "pausa.text.languages.germanic:SWEDISH",
        "tr": "pausa.text.languages.turkic:TURKISH",
        "uk": "pausa.text.languages.east_slavic:UKRAINIAN",
        "zh": "pausa.text.languages.spaceless:CHINESE",
    },
)


def language(code: str) -> Language:
    """The record for a language code; the neutral one where there is none.

    >>> language("en-GB").name, language("xx").name
    ('English', 'any language')
    """
    base = base_code(code)
    return LANGUAGES[base if base in LANGUAGES else ""]
