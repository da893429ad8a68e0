"""Romance languages: Spanish opens its questions, French keeps the higher marks off the word."""

from pausa.text.languages import Language

_NARROW_BLANK = "\u202f"

SPANISH = Language(code="es", name="Spanish", opening={"?": "¿", "!": "¡"})
FRENCH = Language(code="fr", name="French", marks={mark: _NARROW_BLANK + mark for mark in "?!;:"})
