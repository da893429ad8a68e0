"""Finnish, Estonian and Hungarian, with their neighbour Latvian: ordinals have a dot."""

from pausa.text.languages import Language

FINNISH = Language(
    code="fi",
    name="Finnish",
    titles=frozenset("esim. ks. vrt. mm. ns. nk. n. tri. prof. puh. nro. s. ts.".split()),
    abbreviations=frozenset("jne. ym. yms. klo. milj. mrd. eaa. jaa.".split()),
    fillers=frozenset("öö ööm hmm mm tota".split()) - {"tota"},
    dotted_ordinals=True,
)
ESTONIAN = Language(
    code="et",
    name="Estonian",
    titles=frozenset("nt. näit. vt. dr. prof. hr. pr. nr. lk. u. ca. s.o. s.t.".split()),
    abbreviations=frozenset("jne. jm. jms. mln. mld. ekr. pkr.".split()),
    dotted_ordinals=True,
)
HUNGARIAN = Language(
    code="hu",
    name="Hungarian",
    titles=frozenset("dr. prof. ifj. id. özv. szt. pl. ill. kb. ún. vö. ld. sz. u. tel. max. min.".split()),
    abbreviations=frozenset("stb. kft. rt. zrt. bt. i.e. i.sz. kr.e. kr.u.".split()),
    dotted_ordinals=True,
)
LATVIAN = Language(
    code="lv",
    name="Latvian",
    titles=frozenset("piem. t.i. t.s. dr. prof. sk. sal. nr. lpp. apm.".split()),
    abbreviations=frozenset("utt. u.c. u.tml. milj. mljrd.".split()),
    dotted_ordinals=True,
)
