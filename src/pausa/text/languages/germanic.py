"""Germanic languages other than English: Dutch has a letter of two signs, both of them capitals."""

from pausa.text.languages import Language

DUTCH = Language(code="nl", name="Dutch", capitals={"ij": "IJ"})
