"""Spelled text to bare words with marks, and back.

Each token splits into what stands before the word, the word, and the mark after it; joined again they
are the token. Quotes open in one language with what closes them in another („so“, »so«, ”so”). Signs that
only tell which way text runs, as around each Hebrew line of subtitles, are no part of a word. The final dot of
an abbreviation belongs to the word while the sentence goes on ("8 p.m. on Friday") and is its mark where the
sentence ends there ("8 p.m. We left"). A token of punctuation alone belongs to the word before it, or to the
next one where it opens something ("« Non »", or a dash behind an end); only a lone hyphen is a word, since
transcripts that spell words in pieces ("u - s") count it as one. Text without blanks between words is read as
one word for each character.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from pausa.core.joining import GREEK_QUESTION, WIDE_CLOSING, WIDE_OPENING
from pausa.core.times import Millis
from pausa.core.words import EVENT, Word, joined
from pausa.text.languages import Language, language
from pausa.text.marks import is_end, kinds
from pausa.text.parting import has_parts, part, part_unless_word

#: Quotes that open in some languages and close in others.
_QUOTES = "\"'“”‘«»‹›״"
#: Signs that are not seen: directions, isolates, joins and the mark of a file's beginning.
_UNSEEN = "\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
_OPENING = f"{_QUOTES}„‚([{{¿¡*_-–—…." + WIDE_OPENING + _UNSEEN
_CLOSING = f"{_QUOTES}’)]}}*_.,;:?!…⋯-–—=।॥۔؟؛،։።၊။។{GREEK_QUESTION}" + WIDE_CLOSING + _UNSEEN
#: What opens something where it stands alone; a dash does so behind an end.
_OPENERS, _DASHES = frozenset("«‹“„‚([{¿¡" + WIDE_OPENING), frozenset("-–—")
#: An event with the marks behind it; a word behind it ("<laugh>wait") is a token of its own.
_EVENT = rf"<[^<>\s](?:[^<>\n]*[^<>\s])?>(?:[{re.escape(_CLOSING)}]+(?![^\s<]))?"
_TOKEN = re.compile(rf"{_EVENT}|[^\s<]+(?:<[^\s<]*)*|<\S*")
_LETTER_DOTS = re.compile(r"(?:[^\W\d_]\.){2,}")
_INITIAL = re.compile(r"[^\W\d_]\.")
_ORDINAL = re.compile(r"\d{1,2}|[IVX]{2,6}")
#: Numbers and dates that a dot makes ordinals of only where a small letter follows: "2004. godine", "1.1.2005. je".
_NUMBER = re.compile(r"\d[\d./–-]*|[IVXLC]+")
#: Text is cut into pieces of this many characters, so that a huge file needs no huge list of tokens.
_PIECE = 1 << 20

_NEUTRAL = language("")


def words_of(text: str, *, lang: Language = _NEUTRAL, speaker: str | None = None) -> list[Word]:
    """The words (and events) of spelled text, in order.

    >>> [str(word) for word in words_of("Well – he's in the U.S. now, at 3.5 km.")]
    ['Well –', "he's", 'in', 'the', 'U.S.', 'now,', 'at', '3.5', 'km.']
    """
    splitter = Splitter(speaker)
    return splitter.settled(splitter.raw(text), lang=lang)


def split(token: str) -> tuple[str, str, str]:
    """What stands before the word, the word, and the mark after it; together the token.

    >>> split('("Hello,"'), split("U.S."), split("..."), split("'em!")
    (('("', 'Hello', ',"'), ('', 'U.S', '.'), ('', '', '...'), ("'", 'em', '!'))
    """
    if token[:1] == "-" and token.rstrip(".,;:?!…") == "-":
        return "", "-", token[1:]
    bare = token.rstrip(_CLOSING)
    if not any(sign.isalnum() for sign in bare):
        # "$", "&" and "%" are words; bare punctuation is a mark.
        symbols = [sign for sign in token if not (sign in _OPENING or sign in _CLOSING)]
        if not symbols:
            return "", "", token
    start = len(bare) - len(bare.lstrip(_OPENING))
    if start == len(bare):
        return "", "", token
    if start and bare[start - 1] in ".-–" and bare[start].isdigit():
        start -= 1  # ".5", "-3"
    return bare[:start], bare[start:], token[len(bare) :]


def timed(words: Sequence[Word], start: Millis | None, end: Millis | None) -> list[Word]:
    """Words of a stretch whose times are known as a whole: the first gets the start, the last the end.

    What lies between stays unknown; nothing is made up.
    """
    if not words or (start is None and end is None):
        return list(words)
    timed_words = list(words)
    spoken = [place for place, word in enumerate(words) if word.text]  # not punctuation standing alone
    if spoken:
        timed_words[spoken[0]] = replace(timed_words[spoken[0]], start=start)
        timed_words[spoken[-1]] = replace(timed_words[spoken[-1]], end=end)
    return timed_words


def token_words(
    token: str,
    *,
    start: Millis | None = None,
    end: Millis | None = None,
    speaker: str | None = None,
    confidence: float | None = None,
    is_text: bool = False,
) -> list[Word]:
    """The words of one token of a recogniser: nearly always one; more if it has spaces inside, or `is_text`.

    Its final dot is taken for a mark; `settled` puts those of abbreviations back.

    >>> [(str(word), word.start, word.end) for word in token_words(" New York.", start=100, end=900)]
    [('New', 100, None), ('York.', None, 900)]
    """
    parts = token.split()
    if len(parts) == 1 and parts[0].isalnum() and token.isascii():  # the common case, kept fast
        return [Word(parts[0], start, end, speaker, confidence)]
    tokens = _TOKEN.findall(token)
    if has_parts(token):
        tokens = [piece for each in tokens for piece in (part(each) if is_text else part_unless_word(each))]
    words = [
        Word(text, None, None, speaker, confidence, mark, before) for before, text, mark in map(_split_event, tokens)
    ]
    return timed(words, start, end)


def settled(words: Iterable[Word], *, lang: Language = _NEUTRAL) -> list[Word]:
    """Words from tokens, made whole: loose marks joined to their word, dots of abbreviations put back.

    For tokens with their punctuation attached.
    """
    return _with_language_marks(_settle_abbreviations(_with_single_dots(words, lang), lang), lang)


def with_own_marks(words: Iterable[Word], *, lang: Language = _NEUTRAL) -> list[Word]:
    """Words whose marks came apart from them, made whole: the source is taken at its word about marks.

    Only the dot after a title ("Mr" and ".") is never an end.
    """
    return _with_language_marks(_settle_abbreviations(_with_single_dots(words, lang), lang, guess=False), lang)


def _with_single_dots(words: Iterable[Word], lang: Language) -> list[Word]:
    """Loose marks joined to their words; a dot spelled twice ("U.S." and ".") is the mark's alone."""
    return [
        replace(word, text=word.text[:-1]) if word.text[-1:] == "." and _is_one_dot(word.mark, word.text) else word
        for word in _join_loose_marks(list(words), lang)
    ]


def _is_one_dot(mark: str, text: str) -> bool:
    return mark[:1] == "." and mark[:2] != ".." and len(text) > 1


class Splitter(dict[str, Word]):
    """Tokens to words, each token worked out once: equal tokens share one frozen word.

    `raw` may be called for one piece of text after the other; `settled` makes the whole.
    """

    def __init__(self, speaker: str | None = None) -> None:
        super().__init__()
        self.speaker = speaker
        self.has_loose_marks = False
        self.has_events = False
        self.has_dots = False

    def __missing__(self, token: str) -> Word:
        before, text, mark = _split_event(token)
        self.has_loose_marks |= not text
        self.has_events |= text[:1] == "<"
        self.has_dots |= mark.startswith(".")
        word = self[token] = Word(text, speaker=self.speaker, mark=mark, before=before)
        return word

    def raw(self, text: str) -> Iterator[Word]:
        """Words as they stand; punctuation alone is a word with no text yet."""
        if len(text) <= _PIECE:
            return map(self.__getitem__, _tokens(text))
        return chain.from_iterable(map(self.__getitem__, piece) for piece in _pieces(text))

    def settled(self, words: Iterable[Word], *, lang: Language = _NEUTRAL) -> list[Word]:
        """Raw words made whole, doing only what these tokens need."""
        whole = list(words)
        if self.has_loose_marks:
            whole = _join_loose_marks(whole, lang)
        return _with_language_marks(_settle_abbreviations(whole, lang) if self.has_dots else whole, lang)


def _split_event(token: str) -> tuple[str, str, str]:
    if token[0] == "<":
        event = EVENT.match(token)
        if event:
            return "", event.group(), token[event.end() :]
    return split(token)


def _tokens(text: str) -> list[str]:
    """Tokens of a text; an event may hold spaces (`<long pause>`)."""
    found = text.split() if "<" not in text else _TOKEN.findall(text)
    return [piece for token in found for piece in part(token)] if has_parts(text) else found


def _pieces(text: str) -> Iterator[Sequence[str]]:
    """Tokens, some at a time."""
    start = 0
    while start < len(text):
        stop = start + _PIECE
        if stop < len(text):
            while stop < len(text) and text[stop] not in " \n\t":
                stop += 1
        yield _tokens(text[start:stop])
        start = stop


def _join_loose_marks(words: list[Word], lang: Language) -> list[Word]:
    """Punctuation standing alone goes to the word before it, or to the one after where there is none or it opens.

    A blank before it goes, unless the language writes one there, as French does.
    """
    whole: list[Word] = []
    behind: list[str] = []
    ahead: list[str] = []
    for word in words:
        if not word.text:
            loose = word.before + word.mark
            if ahead or not whole or _opens(loose, behind[-1] if behind else whole[-1].mark):
                ahead += [loose] if loose else []
            else:
                is_close = kinds(loose) and "—" not in kinds(loose)
                behind.append(lang.write_mark(loose) if is_close else f" {loose}")
            continue
        if ahead and not whole and word.is_event:
            # Close before it, a sign would be read as a part of a word; behind it, as its mark.
            behind, ahead = ahead, behind
            whole.append(word)
            continue
        if behind and whole:
            whole[-1] = replace(whole[-1], mark=joined(whole[-1].mark, *behind))
        if ahead:
            word = replace(word, before=f"{(' ' if whole else '').join(ahead)} {word.before}")
        whole.append(word)
        behind, ahead = [], []
    if whole and (behind or ahead):
        whole[-1] = replace(whole[-1], mark=joined(whole[-1].mark, *behind, *(f" {loose}" for loose in ahead)))
    return whole


def _opens(loose: str, mark: str) -> bool:
    """Whether punctuation that stands alone behind a mark belongs to what follows."""
    signs = set(loose)
    return bool(signs) and (signs <= _OPENERS or (signs <= _DASHES and is_end(mark)))


def _settle_abbreviations(words: list[Word], lang: Language, guess: bool = True) -> list[Word]:
    """Give an abbreviation its dot back wherever the sentence goes on after it; without guessing, titles only."""
    for index, word in enumerate(words):
        if word.mark and word.mark[0] == "." and word.mark[:2] != "..":
            following = words[index + 1] if index + 1 < len(words) else None
            same_turn = following is not None and following.speaker == word.speaker
            certain = f"{word.text}.".lower() in lang.titles or _goes_on_an_abbreviation(words, index, lang)
            if same_turn and (certain or (guess and _dot_belongs_to_word(words, index, lang))):
                words[index] = replace(word, text=word.text + ".", mark=word.mark[1:])
    return words


def _goes_on_an_abbreviation(words: Sequence[Word], index: int, lang: Language) -> bool:
    """Whether a letter with a dot belongs to the one before it, as in "z. B."."""
    before = words[index - 1].text.lower() if index else ""
    letter = f"{words[index].text}."
    return bool(_INITIAL.fullmatch(before)) and before in lang.titles and _INITIAL.fullmatch(letter) is not None


def _with_language_marks(words: list[Word], lang: Language) -> list[Word]:
    """The words with marks that mean something else in this language made what they mean."""
    if not lang.read_marks:
        return words
    table = str.maketrans(dict(lang.read_marks))
    return [replace(word, mark=word.mark.translate(table)) if word.mark else word for word in words]


def _dot_belongs_to_word(words: Sequence[Word], index: int, lang: Language) -> bool:
    """Whether the sentence goes on behind the dot of a word that another one follows."""
    word, following = words[index], words[index + 1]
    spelled = f"{word.text}.".lower()
    if len(word.mark) > 1:  # "etc.," goes on; 'p.m."' is left as an end
        return word.mark[1] in ",;:…–—" and (
            spelled in lang.titles or spelled in lang.abbreviations or "." in word.text
        )
    if spelled in lang.titles or _counts(words, index, lang):
        return True
    if lang.dotted_ordinals and _ORDINAL.fullmatch(word.text):
        # "II. János": names follow the numbers of kings; where nothing else is known, other capitals begin a sentence.
        known = lang.starters or not word.text.isdecimal()
        return not (following.text[:1].isupper() and (following.text.lower() in lang.starters or not known))
    if lang.dotted_ordinals and _NUMBER.fullmatch(word.text):
        return following.text[:1].islower()
    if _INITIAL.fullmatch(spelled) and word.text.isupper() and word.text != "I":
        begins = not following.text[:1].isupper() or following.text.lower() in lang.starters
        return not begins and _is_initial(words, index, lang)
    if spelled in lang.abbreviations or _LETTER_DOTS.fullmatch(spelled):
        begins = following.text[:1].isupper() and (following.text.lower() in lang.starters or not lang.starters)
        return not begins
    return False


def _counts(words: Sequence[Word], index: int, lang: Language) -> bool:
    """Whether a word with a dot tells what the number behind it counts: "No. 10", but not "He said no. 10 left"."""
    word = words[index]
    behind = lang.numbered.get(f"{word.text}.")
    if behind is None or not words[index + 1].text[:1].isdigit():
        return False
    if not behind or not index:
        return True
    before = words[index - 1]
    if word.text[0].isupper():
        return "?" not in before.mark  # "Was it late? No. 10 people left."
    return not before.mark and before.text.lower() not in behind


def _is_initial(words: Sequence[Word], index: int, lang: Language) -> bool:
    """Whether a capital with a dot is of a name: "J. Smith", "John F. Kennedy", "by J. Smith", but not "plan B"."""
    before = words[index - 1] if index else None
    if before is None or before.mark or before.is_event or before.speaker != words[index].speaker:
        return True
    if len(before.text) == 1 and before.text.isupper():
        return False  # spelled: "O K O N"
    if _INITIAL.fullmatch(str(words[index + 1])):
        return True  # "author J. K. Rowling"
    said = before.text.lower()
    is_name = not lang.before_names or not before.text[:1].islower() or said in lang.before_names
    return is_name and said not in lang.lettered
