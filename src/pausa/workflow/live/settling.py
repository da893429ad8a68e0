"""What belongs to which word while words still come: marks that stand alone, and dots of abbreviations.

As `pausa.text.tokens` has it for a whole text, with what is known so far.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pausa.core.words import Word
from pausa.text.languages import Language
from pausa.text.tokens import Splitter, settled

#: Words that stand for others: one that goes on with a sentence and is no abbreviation, and one that is a name.
_WORD, _NAME = "word", "Xx"


def spelled(text: str, lang: Language) -> list[Word]:
    """The words of a piece of text as they stand; punctuation alone is a word without text.

    >>> from pausa.text.languages import language
    >>> [(word.text, word.mark) for word in spelled("? Oui !", language("fr"))]
    [('', '?'), ('Oui', ''), ('', '!')]
    """
    words = list(Splitter().raw(text))
    if not lang.read_marks:
        return words
    table = str.maketrans(dict(lang.read_marks))
    return [replace(word, mark=word.mark.translate(table)) if word.mark else word for word in words]


def behind(mark: str, loose: Sequence[Word], lang: Language) -> tuple[str, str]:
    """A word's mark with the marks that stand alone behind it, and what of these opens the word that follows.

    >>> from pausa.text.languages import language
    >>> behind("", [Word("", mark="?"), Word("", mark="«")], language("de"))
    ('?', '« ')
    """
    word, following = settled([Word(_WORD, mark=mark), *loose, Word(_WORD)], lang=lang)
    return word.mark, following.before


def at_the_end(mark: str, loose: Sequence[Word], lang: Language) -> str:
    """The last word's mark with the marks that stand alone behind it, where nothing follows."""
    return settled([Word(_WORD, mark=mark), *loose], lang=lang)[0].mark


def ahead(loose: Sequence[Word]) -> str:
    """What stands before the first word of all, which has every mark before it."""
    return settled([*loose, Word(_WORD)])[0].before


def going_on(words: Sequence[Word], lang: Language) -> Word:
    """The last of these words as it is if the sentence goes on: the dot of what may be an abbreviation is part of it.

    >>> from pausa.text.languages import language
    >>> [str(going_on([Word(text, mark=".")], language("en")).mark) for text in ("u.s", "Dr", "late")]
    ['', '', '.']
    """
    word = words[-1]
    if word.mark[:1] == ".":
        for text in (_WORD, _NAME):
            last = settled([*words, Word(text, speaker=word.speaker)], lang=lang)[-2]
            if last.mark != word.mark:
                return last
    return word
