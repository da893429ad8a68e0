"""Romance languages: Spanish opens its questions, French keeps the higher marks off the word; abbreviations."""

from pausa.text.languages import Language

_NARROW_BLANK = "\u202f"

SPANISH = Language(
    code="es",
    name="Spanish",
    titles=frozenset(
        "sr. sra. srta. sres. dr. dra. d. dña. prof. lic. ing. arq. gral. cap. excmo. excma. ilmo. ilma. st. sto. sta. "
        "art. núm. nº. pág. págs. vol. cap. p. ej. p.ej. ca. aprox. avda. av. tel. máx. mín. vs. cf.".split()
    ),
    abbreviations=frozenset("etc. ee.uu. a.c. d.c. s.a. s.l. a.m. p.m. cía. uds. vds. ud. vd.".split()),
    starters=frozenset(
        "el la los las un una yo tú él ella nosotros ellos y pero o porque así entonces cuando si como qué quién dónde "
        "por para con en de a no sí también ya hoy ayer mañana aquí ahora esto eso este esta gracias luego después "
        "bueno se lo le me es hay fue era".split()
    ),
    spoken_marks=(
        (("punto", "y", "coma"), ";"),
        (("dos", "puntos"), ":"),
        (("signo", "de", "interrogación"), "?"),
        (("signo", "de", "exclamación"), "!"),
        (("punto",), "."),
        (("coma",), ","),
    ),
    fillers=frozenset("eh ehm em mmm hmm mm ajá".split()) - {"ajá"},
    opening={"?": "¿", "!": "¡"},
)
FRENCH = Language(
    code="fr",
    name="French",
    titles=frozenset(
        "m. mm. mgr. pr. st. ste. p. p.ex. c.-à-d. cf. chap. fig. env. av. bd. tél. max. min. ca. éd. "
        "dir. resp.".split()
    ),
    abbreviations=frozenset("ex. art. vol. etc. s.a. j.-c. apr. milliards. hab.".split()) - {"milliards."},
    starters=frozenset(
        "le la les un une des je tu il elle on nous vous ils elles et mais ou donc or car alors quand si comme que qui "
        "où pourquoi comment ce cette ces c'est ça oui non pas aussi en dans sur pour avec par de à au aux après avant "
        "hier demain aujourd'hui ici maintenant merci voilà puis ensuite".split()
    ),
    spoken_marks=(
        (("point", "d'interrogation"), "?"),
        (("point", "d'exclamation"), "!"),
        (("point", "virgule"), ";"),
        (("deux", "points"), ":"),
        (("point",), "."),
        (("virgule",), ","),
    ),
    fillers=frozenset("euh heu hum hmm mm mh".split()),
    marks={mark: _NARROW_BLANK + mark for mark in "?!;:"},
)
ITALIAN = Language(
    code="it",
    name="Italian",
    titles=frozenset(
        "sig. sig.ra. dott. dott.ssa. dr. prof. prof.ssa. ing. avv. arch. on. sen. gen. cap. mons. s. art. n. "
        "pag. pagg. vol. fig. es. p.es. ca. cfr. tel. max. min. v. vs.".split()
    ),
    abbreviations=frozenset("col. ecc. etc. a.c. d.c. s.p.a. s.r.l.".split()),
    starters=frozenset(
        "il lo la i gli le un uno una io tu lui lei noi voi loro e ma o perché così allora quando se come che chi dove "
        "per con in di da a su non sì no anche già oggi ieri domani qui ora adesso questo questa quello grazie poi "
        "dopo è c'è ho abbiamo".split()
    ),
    spoken_marks=(
        (("punto", "interrogativo"), "?"),
        (("punto", "esclamativo"), "!"),
        (("punto", "e", "virgola"), ";"),
        (("due", "punti"), ":"),
        (("punto",), "."),
        (("virgola",), ","),
    ),
    fillers=frozenset("ehm eh uhm mh mhm hmm".split()),
)
PORTUGUESE = Language(
    code="pt",
    name="Portuguese",
    titles=frozenset(
        "sr. sra. srs. dr. dra. d. prof. profa. eng. exmo. exma. gen. cap. st. sto. sta. art. n. núm. pág. págs. vol. "
        "p. p.ex. ca. aprox. av. tel. máx. mín. vs. cf.".split()
    ),
    abbreviations=frozenset("ex. etc. e.u.a. a.c. d.c. s.a. lda. ltda. cia.".split()),
    starters=frozenset(
        "o a os as um uma eu tu ele ela nós eles elas e mas ou porque assim então quando se como que quem onde por "
        "para com em de no na não sim também já hoje ontem amanhã aqui agora isto isso este esta obrigado depois bom é "
        "há foi era".split()
    ),
    spoken_marks=(
        (("ponto", "de", "interrogação"), "?"),
        (("ponto", "de", "exclamação"), "!"),
        (("ponto", "e", "vírgula"), ";"),
        (("dois", "pontos"), ":"),
        (("ponto",), "."),
        (("vírgula",), ","),
    ),
    fillers=frozenset("hum hmm eh ahn hã mm".split()),
)
ROMANIAN = Language(
    code="ro",
    name="Romanian",
    titles=frozenset("dl. d-l. dna. dr. prof. ing. nr. crt. art. alin. lit. pag. str. ex. ca.".split()),
    abbreviations=frozenset("etc. ș.a. ş.a. s.a. s.r.l. mil. mld. o.u.g. h.g.".split()),
)
CATALAN = Language(
    code="ca",
    name="Catalan",
    titles=frozenset("sr. sra. srta. dr. dra. prof. núm. pàg. art. p. ex. p.ex. ca. av.".split()),
)
GALICIAN = Language(
    code="gl",
    name="Galician",
    titles=frozenset("sr. sra. srta. dr. dra. prof. núm. páx. art. p. ex. p.ex. ca. av.".split()),
)
