"""Armenian: the full stop looks like a colon."""

from pausa.text.languages import Language

# Armenian asks with a sign above the stressed vowel, within a word; nothing can be put behind one.
ARMENIAN = Language(code="hy", name="Armenian", marks={".": "։"})
