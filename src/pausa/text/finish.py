"""Sentences as people want to read them: a mark at the end, a comma where one belongs, a capital first letter.

    so we left / was it late        →  So we left. Was it late?

Texts of words stay as they are but for capitals, which are added, and taken away only with the mark before them
(`without_stray_capitals`) or where there is nothing else. What is marked already keeps its marks, unless the sentence
does not end there and marks that are in the way shall go (`without_stray_ends`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from msgspec.structs import replace as word_with

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.text.casing import LOWER, begins_with_capitals, capitalise, in_lower_case, lower_first, write_in
from pausa.text.languages import Language, language
from pausa.text.marks import DELIMITERS, SAME, chief, is_end, kinds
from pausa.text.signs import BRACKETS, after_notes, plain_form

_I = re.compile(r"i(['’].*)?")
#: Signs that end a sentence, in every script.
_ENDS = re.compile(
    f"[{re.escape(DELIMITERS + ''.join(chr(sign) for sign, same in SAME.items() if same and same in DELIMITERS))}]"
)
#: What opens a question or an exclamation, and what closes it.
_OPENED = {"¿": "?", "¡": "!"}
#: Marks of a sentence that is broken off; nothing is put behind them.
_BREAKING_OFF = frozenset("…—=")


def finish(
    document: Document, segmentation: Segmentation, *, full_stops: bool = False, capitals: bool = False
) -> Document:
    """The document cut that way alone, with a final mark for each sentence and, if asked, a capital first letter.

    Marks come from the segmentation; where it tells none at all, and if asked, they are full stops. An end without a
    mark among others that have one is a mere cut: the sentence goes on after it, unless another speaker does. A word
    that has an end mark, dots or a dash already keeps them. What is wholly in brackets stays as it is, and so do notes
    in brackets before a sentence, which begins behind them. Marks are written as the document's language writes them.
    Capitals are those at the start of sentences, though not after a comma, nor behind a semicolon where who writes
    capitals wrote none, and of the English word I.
    """
    lang = language(document.language)
    words = list(document.transcript.words)
    usual = "." if full_stops and not segmentation.marks else ""
    small = _small_after_semicolons(words, segmentation) if capitals else frozenset()
    goes_on = False
    for place, (start, stop) in enumerate(segmentation.spans()):
        mark = segmentation.mark(place) or usual
        went_on = goes_on and words[start].speaker == words[start - 1].speaker
        goes_on = mark == "," or bool(segmentation.marks and not mark)
        said = [index for index in range(after_notes(words, start, stop), stop) if plain_form(words[index].text)]
        if not said:
            continue
        if takes_end(words[said[-1]], mark):
            words[said[-1]] = with_end(words[said[-1]], lang.write_mark(mark))
            words[said[0]] = _opened(words[said[0]], lang.opening.get(mark, ""))
        if capitals and not went_on and start not in small:
            first = said[1] if len(said) > 1 and _stays_small(words[said[0]], lang) else said[0]
            words[first] = word_with(words[first], text=capitalise(words[first].text, lang))
    if capitals and document.language in ("", "en"):
        words = [word_with(word, text="I" + word.text[1:]) if _I.fullmatch(word.text) else word for word in words]
    transcript = Transcript(tuple(words), document.transcript.events)
    return replace(document, transcript=transcript, segmentations=(segmentation,))


def _small_after_semicolons(words: Sequence[Word], segmentation: Segmentation) -> frozenset[int]:
    """The words behind semicolons that a person wrote small, who writes capitals elsewhere."""
    found = frozenset(
        start
        for start, _ in segmentation.spans()
        if start and chief(words[start - 1].mark) == ";" and words[start].text.islower()
    )
    return found if found and begins_with_capitals(words) else frozenset()


def without_stray_ends(document: Document, segmentation: Segmentation, commas: Collection[int] = ()) -> Document:
    """The document without marks of ends where its sentences go on; a comma instead after the words given.

    Dots that belong to a word ("Dr.", "3.5", "U.S. troops") are no marks and stay, as do quotes and brackets. A ¿ or ¡
    whose other half goes, goes too.

    >>> from pausa.text.tokens import words_of
    >>> spelled = Document(Transcript.of(words_of('so we left. "then" it was late.')))
    >>> " ".join(map(str, without_stray_ends(spelled, Segmentation(7, (6,))).transcript.words))
    'so we left "then" it was late.'
    """
    ends, comma = set(segmentation.ends), language(document.language).write_mark(",")
    instead = set(commas)
    words = [
        word if not word.mark or place in ends else without_stray_end(word, comma if place in instead else "")
        for place, word in enumerate(document.transcript.words)
    ]
    _drop_unclosed(words, ends)
    return replace(document, transcript=Transcript(tuple(words), document.transcript.events))


def without_stray_capitals(document: Document, given: Document, cases: Sequence[int]) -> Document:
    """The document without capitals behind marks of ends that it was `given` with and has lost.

    Such a capital came with the mark. It goes where these `cases` say that the word is small elsewhere; the English
    word I and words with more capitals keep theirs.
    """
    lang = language(document.language or "en")
    words = list(document.transcript.words)
    for place, (old, new) in enumerate(zip(given.transcript.words, words, strict=True), start=1):
        if place < len(words) and is_end(old.mark) and not is_end(new.mark) and cases[place] == LOWER:
            words[place] = word_with(words[place], text=lower_first(words[place].text, lang))
    return replace(document, transcript=Transcript(tuple(words), document.transcript.events))


def without_capitals(document: Document) -> Document:
    """The document without any capital."""
    lang = language(document.language or "en")
    words = tuple(word_with(word, text=in_lower_case(word.text, lang)) for word in document.transcript.words)
    return replace(document, transcript=Transcript(words, document.transcript.events))


def _drop_unclosed(words: list[Word], ends: Collection[int]) -> None:
    """Take away every ¿ and ¡ that nothing closes before its sentence ends."""
    opened: dict[str, int] = {}
    for place, word in enumerate(words):
        for sign in _OPENED:
            if sign in word.before:
                opened[sign] = place
        if word.mark:
            for sign, closing in _OPENED.items():
                if closing in word.mark:
                    opened.pop(sign, None)
        if place in ends or place == len(words) - 1:
            for sign, start in opened.items():
                words[start] = word_with(
                    words[start], before=words[start].before.replace(f"{sign} ", "").replace(sign, "")
                )
            opened = {}


def without_stray_end(word: Word, comma: str = "") -> Word:
    """The word without the mark of an end, where it has one; a comma instead, if one is given."""
    if not word.mark or not is_end(word.mark) or any(map(str.isalnum, word.mark)):
        return word
    return word_with(word, mark=comma + _ENDS.sub("", word.mark).strip())


def write_capitals(document: Document, cases: Sequence[int]) -> Document:
    """The document with its words written in these cases; words that have capitals keep theirs."""
    lang = language(document.language or "en")
    spellings = {spelled.lower(): spelled for spelled in lang.spellings}
    words = [
        word_with(word, text=write_in(word.text, case, spellings, lang))
        for word, case in zip(document.transcript.words, cases, strict=True)
    ]
    if lang.code == "en":
        for place in _spelled_out(document.transcript.texts):
            words[place] = word_with(words[place], text=words[place].text.upper())
    return replace(document, transcript=Transcript(tuple(words), document.transcript.events))


def _spelled_out(texts: Sequence[str]) -> list[int]:
    """The letters of what is spelled ("an e c g"); an a is one behind two others, else a word more often than not.

    >>> _spelled_out("i need an e c g and a b test".split())
    [3, 4, 5, 8]
    >>> _spelled_out("an m b a i m fine".split()), _spelled_out("i m a d j".split()), _spelled_out("i b m".split())
    ([1, 2, 3], [3, 4], [0, 1, 2])
    """
    found: list[int] = []
    start = 0
    while start < len(texts):
        if _is_i_am(texts, start):
            start += 2
            continue
        stop = start
        while stop < len(texts) and _is_letter(texts[stop]) and not _is_i_am(texts, stop):
            stop += 1
        if stop - start > 1:
            found += _letters(texts, start, stop)
        start = max(stop, start + 1)
    return found


def _letters(texts: Sequence[str], start: int, stop: int) -> list[int]:
    """Which of several letters in a row are spelled."""
    found: list[int] = []
    for place in range(start, stop):
        if texts[place].lower() != "a" or found[-2:] == [place - 2, place - 1]:
            found.append(place)
    return found


def _is_letter(text: str) -> bool:
    return len(text) == 1 and text.isalpha()


def _is_i_am(texts: Sequence[str], place: int) -> bool:
    """Whether "i m" is an "I'm" that lost its apostrophe: no letter behind it goes on with what is spelled."""
    said = [text.lower() for text in texts[place : place + 3]]
    return said[:2] == ["i", "m"] and not (_is_letter(said[-1]) and said[-1] not in "aim")


def _stays_small(word: Word, lang: Language) -> bool:
    """Whether a word is one of those that have no capital even at the start of a sentence: Dutch 't and 's."""
    return word.text in lang.always_small and word.before[-1:] in ("'", "’", "‘")


def takes_end(word: Word, mark: str) -> bool:
    """Whether that mark is to be put behind the word: an end that is there stays, and "U.S." has its dot."""
    if not mark or is_end(word.mark) or _BREAKING_OFF & set(kinds(word.mark)):
        return False
    return not (word.text[-1:] == "." == mark and not word.mark)


def with_end(word: Word, mark: str) -> Word:
    """The word with that mark behind it, inside of quotes but outside of brackets."""
    kept = word.mark.lstrip(",:，、：،")
    return word_with(word, mark=kept + mark if kept[:1] and kept[:1] in BRACKETS.values() else mark + kept)


def _opened(word: Word, sign: str) -> Word:
    """The word with what opens a question before it, inside of quotes; one that is there stays."""
    return word if not sign or sign in word.before else word_with(word, before=word.before + sign)


def add_commas(document: Document, places: Collection[int]) -> Document:
    """The document with a comma after those words that have no mark yet."""
    comma = language(document.language).write_mark(",")
    words = list(document.transcript.words)
    for place in places:
        if not words[place].mark:
            words[place] = word_with(words[place], mark=comma)
    return replace(document, transcript=Transcript(tuple(words), document.transcript.events))
