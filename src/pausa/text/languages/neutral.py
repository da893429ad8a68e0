"""The language of which nothing is known: only punctuation itself speaks."""

from pausa.text.languages import Language

NEUTRAL = Language(code="", name="any language")
