"""Slavic languages west and south, other than Polish: abbreviations, ordinals with a dot, Serbian's two scripts."""

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
    "g. gđa. gđe. dr. mr. prof. ing. dipl. gen. sv. br. čl. st. str. ul. tzv. tj. npr. odn. cca. tel. max. min. "
    "gos. oz. mag. t.i. t.j.".split()
)
_SOUTH_ABBREVIATIONS = frozenset("ga. itd. ipd. sl. i.dr. god. mil. mlrd. tis. d.o.o. d.d. kn. din.".split())
#: The same as Serbian writes it in its other script, and what is spelled otherwise there.
_CYRILLIC_TITLES = frozenset(
    "г. гђа. гђе. др. мр. проф. инж. дипл. ген. св. бр. чл. ст. стр. ул. тзв. тј. нпр. одн. тел. макс. мин.".split()
)
_CYRILLIC_ABBREVIATIONS = frozenset("итд. ипд. сл. и.др. год. мил. млрд. хиљ. д.о.о. а.д. дин.".split())
_CYRILLIC = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "ђ": "đ", "е": "e", "ж": "ž", "з": "z", "и": "i", "ј": "j",
    "к": "k", "л": "l", "љ": "lj", "м": "m", "н": "n", "њ": "nj", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t",
    "ћ": "ć", "у": "u", "ф": "f", "х": "h", "ц": "c", "ч": "č", "џ": "dž", "ш": "š",
}  # fmt: skip
CROATIAN, BOSNIAN, SERBIAN, SLOVENIAN = (
    Language(
        code=code,
        name=name,
        titles=_SOUTH_TITLES | _CYRILLIC_TITLES,
        abbreviations=_SOUTH_ABBREVIATIONS | _CYRILLIC_ABBREVIATIONS,
        dotted_ordinals=True,
        learned_as=_CYRILLIC,
    )
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
