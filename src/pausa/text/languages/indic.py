"""Hindi ends sentences with a danda. Question marks and commas are those of English."""

from pausa.text.languages import Language

HINDI = Language(code="hi", name="Hindi", marks={".": "।"})
