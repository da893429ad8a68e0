"""Turkic languages: i has a dot as a capital too, and ı has none."""

from pausa.text.languages import Language

_CAPITALS = {"i": "İ"}

TURKISH = Language(code="tr", name="Turkish", capitals=_CAPITALS)
AZERI = Language(code="az", name="Azeri", capitals=_CAPITALS)
