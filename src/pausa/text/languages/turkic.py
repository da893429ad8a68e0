"""Turkic languages: i has a dot as a capital too, and ı has none."""

from pausa.text.languages import Language

_CAPITALS = {"i": "İ"}

TURKISH = Language(
    code="tr",
    name="Turkish",
    titles=frozenset(
        "dr. prof. doç. av. alb. yrd. öğr. sn. st. no. cad. mah. bkz. örn. ör. çev. haz. s. tel. vs.".split()
    )
    - {"vs."},
    starters=frozenset(
        "bu şu o ben sen biz siz onlar ama fakat ancak ve veya çünkü sonra şimdi bugün dün yarın evet hayır peki nasıl "
        "neden niye ne kim nerede nereye hangi bir her daha çok en için ile onun benim bizim sizin burada orada böyle "
        "şöyle eğer yani işte sayın değerli teşekkür lütfen hem hiç bütün".split()
    ),
    abbreviations=frozenset("sok. yak. vb. vs. vd. m.ö. m.s. a.ş. ltd. şti.".split()),
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
