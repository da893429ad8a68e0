"""Semitic languages: Arabic turns its question mark and comma around. Hebrew writes marks as English does."""

from pausa.text.languages import Language

ARABIC = Language(code="ar", name="Arabic", marks={"?": "؟", ",": "،", ";": "؛"})
