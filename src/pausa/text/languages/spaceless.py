"""Chinese and Japanese: no blanks between words, marks as wide as a character, no capitals."""

from pausa.text.languages import Language

_MARKS = {".": "。", "?": "？", "!": "！", ";": "；", ":": "："}

CHINESE = Language(code="zh", name="Chinese", marks=_MARKS | {",": "，"})
JAPANESE = Language(code="ja", name="Japanese", marks=_MARKS | {",": "、"})
