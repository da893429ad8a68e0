"""Which language words are in, found from the words alone.

    hola cómo estás qué tal el trabajo  es          那就這樣吧  zh          so we left early and it was late  en

Text that is plainly English is told by its commonest words, so that English files pay next to nothing. A script that
one language alone writes tells it, and so do some letters. For the rest, pieces of words (two to four letters, and the
word itself) are looked up in a table of how likely each is in each language, and the likeliest language wins, English
where it is close. `python -m benchmarks make-languages` makes the table, `language-detection` measures what comes of
it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from pausa.core.joining import SPACELESS
from pausa.core.words import Transcript
from pausa.text.languages import AUTO
from pausa.text.languages.codes import NAMES
from pausa.text.signs import plain_form

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: The languages of the table, in the order of its columns.
LEARNED = tuple("bg bs ca cs da de en es et eu fi fr gl hr hu is it lt lv nb nl nn pl pt ro sl sr sv tr uk".split())
#: How many pieces are told apart; others share a row.
N_PIECES = 30_011
#: A cell of the table is the logarithm of a probability, from this up, in steps of one part.
LOWEST, PARTS = -16.0, 16
TABLE = Path(__file__).parent / "languages" / "pieces.npy"

#: No more words than this are looked at.
_ENOUGH = 400
#: Fewer words than this say too little, unless they have letters that English has not.
FEWEST = 8
#: Fewer different words than this say too little, however often they are said: "no" is a word of many languages.
_FEWEST_DIFFERENT = 4
#: A turn of fewer words is taken for what the others are in.
_TURN = 20
#: Of English text, at least so many words are among the commonest; of other languages hardly any.
_PLAINLY = 0.12
_COMMONEST = frozenset(
    "the and of to that it you with this have are not but they what there just about know would from think going our "
    "your were which right because their been has could should when how who these those people it's that's i'm don't "
    "we're you're yeah".split()
)
#: A turn with this share of them is not asked further, where all the rest is English.
_SOME_ENGLISH = 0.04
#: A language is told of where this share of the words is in it.
_PART = 0.02
#: Another language must be likelier than English by this much, in nats for each word and in all.
_MORE_A_WORD, _MORE = 0.2, 8.0
#: Scripts that one language alone writes, of those that anybody is likely to bring.
_SCRIPTS = (
    ("ja", re.compile("[\u3041-\u3096\u30a1-\u30fa]")),
    ("zh", re.compile(f"[{SPACELESS}]")),
    ("ko", re.compile("[\uac00-\ud7a3]")),
    ("el", re.compile("[\u0370-\u03ff\u1f00-\u1fff]")),
    ("he", re.compile("[\u05d0-\u05ea]")),
    ("ar", re.compile("[\u0620-\u064a]")),
    ("hy", re.compile("[\u0531-\u0587]")),
    ("ka", re.compile("[\u10d0-\u10ff]")),
    ("th", re.compile("[\u0e01-\u0e4e]")),
    ("hi", re.compile("[\u0904-\u0939]")),
    ("bn", re.compile("[\u0985-\u09b9]")),
    ("pa", re.compile("[\u0a05-\u0a39]")),
    ("gu", re.compile("[\u0a85-\u0ab9]")),
    ("or", re.compile("[\u0b05-\u0b39]")),
    ("ta", re.compile("[\u0b85-\u0bb9]")),
    ("te", re.compile("[\u0c05-\u0c39]")),
    ("kn", re.compile("[\u0c85-\u0cb9]")),
    ("ml", re.compile("[\u0d05-\u0d39]")),
    ("si", re.compile("[\u0d85-\u0dc6]")),
    ("lo", re.compile("[\u0e81-\u0eae]")),
    ("my", re.compile("[\u1000-\u102a]")),
    ("km", re.compile("[\u1780-\u17b3]")),
    ("am", re.compile("[\u1200-\u135a]")),
)
_CYRILLIC = re.compile("[\u0400-\u04ff]")
#: Cyrillic letters that tell a language from all others here.
_LETTERS = (("ru", re.compile("[ыэё]")), ("uk", re.compile("[іїєґ]")), ("sr", re.compile("[ђћјљњџ]")))
#: Macedonian has most letters of Serbian, and these.
_MACEDONIAN = re.compile("[ѓќѕ]")
#: Letters with the accents of Vietnamese; of its letters every fifth is one.
_VIETNAMESE = re.compile("[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]")
_VIETNAMESE_SHARE = 0.08
#: Letters of the scripts that languages of the table are written in.
_KNOWN = re.compile("[a-zß-\u024f\u0400-\u04ff]")
#: This share of a text's letters must be of the script, or tell the language.
_SCRIPT_SHARE, _LETTER_SHARE = 0.3, 0.005
#: Half of Japanese is kana; of Chinese, next to nothing.
_KANA_SHARE = 0.1


def identify(texts: Iterable[str]) -> str:
    """The code of the language that words are in; empty where they are too few to tell.

    >>> identify("hola cómo estás qué tal va el trabajo de hoy en la oficina".split())
    'es'
    >>> identify("so we left early and it was late".split()), identify(["okay"])
    ('en', '')
    """
    words = [word for text in _spread(list(texts)) if (word := plain_form(text)) and not word.isdecimal()]
    if is_plainly_english(words):
        return "en"
    said = " ".join(words)
    by_script = "" if said.isascii() else _by_script(said)
    if by_script or (len(words) < FEWEST and said.isascii()) or not _is_in_a_known_script(said):
        return by_script
    if len(words) >= FEWEST and len(set(words)) < _FEWEST_DIFFERENT:
        return ""
    return _likeliest(words)


def _is_in_a_known_script(said: str) -> bool:
    return 2 * len(_KNOWN.findall(said)) >= sum(map(str.isalpha, said))


def is_plainly_english(words: Sequence[str]) -> bool:
    """Whether enough of these words, in lower case, are among the commonest of English."""
    return len(words) >= FEWEST and sum(map(_COMMONEST.__contains__, words)) >= _PLAINLY * len(words)


def identify_turns(transcript: Transcript) -> dict[str, int]:
    """How many words are said in each language, the most spoken first; empty where they are too few to tell.

    A transcript is in one language unless some of its turns are in another.
    """
    found: Counter[str] = Counter()
    for start, stop, code in _turns(transcript):
        found[code] += stop - start
    return dict(found.most_common())


def language_runs(transcript: Transcript) -> list[tuple[int, int, str]]:
    """Where which language is spoken: the first word, the one after the last, and the code; one run where it is one.

    A language in which next to nothing is said is taken for the chief one.
    """
    turns = list(_turns(transcript))
    total = Counter[str]()
    for start, stop, code in turns:
        total[code] += stop - start
    runs: list[tuple[int, int, str]] = []
    for start, stop, told in turns:
        code = told if total[told] >= _PART * total.total() else total.most_common(1)[0][0]
        begun = runs.pop()[0] if runs and runs[-1][2] == code else start
        runs.append((begun, stop, code))
    return runs


def _turns(transcript: Transcript) -> Iterator[tuple[int, int, str]]:
    """Turns with their languages; nothing where the words are too few to tell.

    Turns that are too short are in the language of the whole. Where that is English, only turns without any of its
    commonest words are looked at.
    """
    texts = transcript.texts
    main = identify(texts)
    if not main:
        return
    for start, stop in pairwise([0, *(end + 1 for end in transcript.turn_ends), len(texts)]):
        is_asked = _TURN <= stop - start < len(texts) and not (main == "en" and _has_commonest(texts[start:stop]))
        yield start, stop, (identify(texts[start:stop]) if is_asked else "") or main


def _has_commonest(texts: Sequence[str]) -> bool:
    return sum(map(_COMMONEST.__contains__, map(str.lower, texts))) >= _SOME_ENGLISH * len(texts)


class Listener:
    """The language of words that come in one by one: English until there are enough of them to tell.

    A script of its own tells a language sooner.
    """

    def __init__(self, asked: str) -> None:
        self.code = "en" if asked == AUTO else asked
        self._waits, self._texts = asked == AUTO, list[str]()

    def hear(self, texts: Iterable[str]) -> str:
        """The language after these words too."""
        if self._waits:
            self._texts += texts
            if len(self._texts) >= _TURN:
                self.code, self._waits = identify(self._texts) or "en", False
            elif len(self._texts) >= FEWEST and (code := _by_own_script("".join(self._texts))) not in ("", "zh"):
                self.code, self._waits = code, False  # what looks Chinese may yet turn out to be Japanese
        return self.code


def tell(found: Mapping[str, int]) -> str:
    """What people should know about the languages of a transcript; empty where all of it is English.

    >>> tell({"en": 90}), tell({"es": 60}), tell({"en": 90, "es": 60})
    ('', 'the words are in Spanish, as far as they tell; another can be named', 'mixed: 60 % English, 40 % Spanish')
    """
    total = sum(found.values())
    parts = {code: count for code, count in found.items() if count >= _PART * total}
    if len(parts) > 1:
        return "mixed: " + ", ".join(f"{100 * count / total:.0f} % {NAMES[code]}" for code, count in parts.items())
    code = next(iter(found), "en")
    return "" if code == "en" else f"the words are in {NAMES[code]}, as far as they tell; another can be named"


def _spread(texts: list[str]) -> list[str]:
    """Some of the words, from all over the text: greetings and names stand at its start."""
    if len(texts) <= _ENOUGH:
        return texts
    piece = _ENOUGH // 4
    starts = [(len(texts) - piece) * place // 3 for place in range(4)]
    return [text for start in starts for text in texts[start : start + piece]]


def _by_own_script(said: str) -> str:
    """The language that alone is written in a script, where these letters are of one."""
    if said.isascii():
        return ""
    n_letters = sum(map(str.isalpha, said)) or 1
    for code, script in _SCRIPTS:
        share = len(script.findall(said)) / n_letters
        if share >= (_KANA_SHARE if code == "ja" else _SCRIPT_SHARE):
            return code
    return ""


def _by_script(said: str) -> str:
    n_letters = sum(map(str.isalpha, said)) or 1
    if code := _by_own_script(said):
        return code
    if len(_CYRILLIC.findall(said)) >= _SCRIPT_SHARE * n_letters:
        for code, letters in _LETTERS:
            if len(letters.findall(said)) >= _LETTER_SHARE * n_letters:
                return "bg" if code == "sr" and _MACEDONIAN.search(said) else code
    return "vi" if len(_VIETNAMESE.findall(said)) >= _VIETNAMESE_SHARE * n_letters else ""


def pieces(word: str) -> Iterator[int]:
    """The numbers of the pieces of a word: what stands in two, three and four signs of it, and the whole."""
    edged = f" {word} "
    for length in (2, 3, 4):
        for start in range(len(edged) - length + 1):
            yield crc32(edged[start : start + length].encode()) % N_PIECES
    yield crc32(f"={word}".encode()) % N_PIECES


@lru_cache(maxsize=1)
def _table() -> NDArray[np.uint8]:
    import numpy as np  # 50 ms, and English files do without

    table: NDArray[np.uint8] = np.load(TABLE, allow_pickle=False)
    return table


def _likeliest(words: Sequence[str]) -> str:
    n_words = len(words)
    numbers = [number for word in words for number in pieces(word)]
    likely = _table()[numbers].sum(axis=0, dtype="int64") / PARTS
    best = int(likely.argmax())
    if all(map(str.isascii, words)) and likely[best] - likely[LEARNED.index("en")] < _MORE + _MORE_A_WORD * n_words:
        return "en"
    return LEARNED[best]
