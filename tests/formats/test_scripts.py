"""Words of other scripts through every format that is written: no word changed."""

from __future__ import annotations

import unicodedata

import pytest

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from tests.builders import reread

SAID = {
    "he": "שלום לכולם | היום נדבר על מים",
    "he with points": "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd \u05dc\u05b7\u05db\u05bc\u05b9\u05dc | כֵּן",
    "el": "καλημέρα σας | σήμερα μιλάμε για το νερό",
    "tr": "İzmir'de ılık bir gün | ISI arttı mı",
    "zh": "那 就 這 樣 | 我 用 Python 寫",
    "ja": "は い | コ ー ヒ ー を 飲 む",
    "combining": unicodedata.normalize("NFD", "Été à Zürich | naïve señora Łódź tiếng Việt"),
    "precomposed": "Été à Zürich | naïve señora Łódź tiếng Việt",
    "hi": "नमस्ते दोस्तों | आज पानी",
    "ar": "مرحبا بكم | كِتَابٌ جديد",
    "th": "สวัสดี ครับ | วันนี้",
}
OF_WORDS = [name for name in FORMATS if FORMATS[name].parse and FORMATS[name].render and "words" in FORMATS[name].keeps]


@pytest.mark.parametrize("script", SAID)
@pytest.mark.parametrize("name", OF_WORDS)
def test_no_word_is_changed(name: str, script: str) -> None:
    texts = [text for text in SAID[script].split() if text != "|"]
    first = SAID[script].split().index("|") - 1
    words = tuple(Word(text, 400 * place, 400 * place + 300, "A") for place, text in enumerate(texts))
    code = script[:2] if len(script.split()[0]) == 2 else ""
    cut = Segmentation(len(words), (first, len(words) - 1), (".", "?"))
    (back,) = reread(name, Document(Transcript(words), (cut,), name="talk", language=code))
    assert list(back.transcript.texts) == texts
