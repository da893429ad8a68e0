"""Greek: the question mark is typed as a semicolon."""

from pausa.core.joining import GREEK_QUESTION
from pausa.text.languages import Language

GREEK = Language(
    code="el",
    name="Greek",
    marks={"?": GREEK_QUESTION},
    read_marks={";": GREEK_QUESTION},
)
