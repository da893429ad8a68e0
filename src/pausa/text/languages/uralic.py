"""Finnish, Estonian and Hungarian, with their neighbours Latvian and Lithuanian: abbreviations, ordinals with a dot."""

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
    abbreviations=frozenset("jne. jm. jms. mln. mld. ekr. pkr. s.".split()),
    dotted_ordinals=True,
)
HUNGARIAN = Language(
    code="hu",
    name="Hungarian",
    titles=frozenset("dr. prof. ifj. id. özv. szt. pl. ill. kb. ún. vö. ld. sz. u. tel. max. min.".split()),
    abbreviations=frozenset("stb. kft. rt. zrt. nyrt. bt. btk. ptk. i.e. i.sz. kr.e. kr.u.".split()),
    dotted_ordinals=True,
)
LATVIAN = Language(
    code="lv",
    name="Latvian",
    titles=frozenset("piem. t.i. t.s. dr. prof. sk. sal. nr. lpp. apm. dep.".split()),
    abbreviations=frozenset("utt. u.c. u.tml. milj. mljrd.".split()),
    dotted_ordinals=True,
)
LITHUANIAN = Language(
    code="lt",
    name="Lithuanian",
    titles=frozenset("t. y. t.y. pan. pvz. vad. nr. str. p. dr. prof. gerb. žr. plg. psl.".split()) - {"pan."},
    abbreviations=frozenset("m. d. mln. mlrd. tūkst. val. mėn. min. proc. eur. a. r. kt. pan. t.t.".split()),
    starters=frozenset(
        "aš tu jis ji mes jūs jie jos tai ši šis tas ta ir bet o arba nes todėl taip ne kad kai jeigu jei kas ką kur "
        "kada kodėl kaip čia ten dabar šiandien į iš su už prie per po dėl apie ar gerbiamas gerbiama gerbiami ačiū "
        "dėkoju prašom prašau".split()
    ),
)
