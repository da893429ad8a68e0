"""Basque: a dot makes ordinals of numbers, and years are written with one, too."""

from pausa.text.languages import Language

BASQUE = Language(
    code="eu",
    name="Basque",
    titles=frozenset("adib. ik. or. art. zk. jn. and. dr. prof. tel.".split()),
    abbreviations=frozenset("etab. e.a.".split()),
    fillers=frozenset("eh ehm hmm mm".split()),
    dotted_ordinals=True,
)
