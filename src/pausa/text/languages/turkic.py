"""Turkic languages: i has a dot as a capital too, and ı has none."""

from pausa.text.languages import Language

_CAPITALS = {"i": "İ"}

TURKISH = Language(
    code="tr",
    name="Turkish",
    titles=frozenset(
        "dr. prof. doç. av. alb. yrd. öğr. sn. st. no. cad. sok. mah. bkz. örn. ör. yak. çev. haz. s. tel. vs.".split()
    )
    - {"vs."},
    abbreviations=frozenset("vb. vs. vd. m.ö. m.s. a.ş. ltd. şti.".split()),
    spoken_marks=(
        (("soru", "işareti"), "?"),
        (("ünlem", "işareti"), "!"),
        (("noktalı", "virgül"), ";"),
        (("iki", "nokta"), ":"),
        (("nokta",), "."),
        (("virgül",), ","),
    ),
    fillers=frozenset("ııı eee ee hmm mm".split()),
    capitals=_CAPITALS,
    dotted_ordinals=True,
)
AZERI = Language(code="az", name="Azeri", capitals=_CAPITALS)
