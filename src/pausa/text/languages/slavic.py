"""Slavic languages other than Polish: abbreviations, and ordinals with a dot."""

from pausa.text.languages import Language

CZECH = Language(
    code="cs",
    name="Czech",
    titles=frozenset(
        "p. pí. sl. dr. mudr. judr. phdr. ing. mgr. bc. doc. prof. gen. plk. kpt. por. sv. č. čl. odst. písm. str. ul. "
        "nám. tzv. tzn. tj. např. popř. příp. resp. cca. srov. viz. tel. max. min. mj.".split()
    )
    - {"viz."},
    abbreviations=frozenset("atd. apod. aj. hod. min. tis. mil. mld. kč. př.n.l. n.l. s.r.o. a.s. r. sb.".split()),
    starters=frozenset(
        "a ale ten ta to ti my vy on ona ono oni já ty že když jestli protože proto tak tedy kde kdo co jak proč kdy "
        "tady tam teď dnes včera zítra ano ne není je jsou byl byla bylo v ve na do od po pro s se z ze za o u k při "
        "podle pan paní děkuji".split()
    ),
    spoken_marks=(
        (("tečka",), "."),
        (("otazník",), "?"),
        (("vykřičník",), "!"),
        (("středník",), ";"),
        (("čárka",), ","),
        (("dvojtečka",), ":"),
    ),
    fillers=frozenset("ehm eh hm hmm mm em".split()),
    dotted_ordinals=True,
)
_SOUTH_TITLES = frozenset(
    "g. gđa. gđe. dr. mr. prof. ing. dipl. gen. sv. br. čl. st. str. ul. tzv. tj. npr. odn. cca. vidi. tel. max. min. "
    "ga. gos. oz. mag. t.i. t.j.".split()
) - {"vidi."}
_SOUTH_ABBREVIATIONS = frozenset("itd. ipd. sl. i.dr. god. mil. mlrd. tis. d.o.o. d.d. kn. din.".split())
CROATIAN, BOSNIAN, SERBIAN, SLOVENIAN = (
    Language(code=code, name=name, titles=_SOUTH_TITLES, abbreviations=_SOUTH_ABBREVIATIONS, dotted_ordinals=True)
    for code, name in (("hr", "Croatian"), ("bs", "Bosnian"), ("sr", "Serbian"), ("sl", "Slovenian"))
)
BULGARIAN = Language(
    code="bg",
    name="Bulgarian",
    titles=frozenset(
        "г-н. г-жа. проф. доц. инж. д-р. акад. ген. чл. ал. т. бр. обн. вх. изх. стр. ул. св. вж. напр.".split()
    ),
    abbreviations=frozenset("г. гг. в. лв. ст. млн. млрд. хил. ч. мин. др. дв. кв. км. м. кг. пр.хр. сл.хр.".split()),
    starters=frozenset(
        "аз ти той тя то ние вие те това този тази тези и но или а защото затова така ако когато как какво кой къде "
        "кога защо тук там сега днес вчера да не няма има в във на от за с със по до при след преди моля благодаря "
        "уважаеми уважаема колеги".split()
    ),
    dotted_ordinals=True,
)
