"""Germanic languages other than English: abbreviations, ordinals with a dot, hesitations; the Dutch ij."""

from pausa.text.languages import Language

GERMAN = Language(
    code="de",
    name="German",
    titles=frozenset(
        "dr. prof. hr. fr. frl. ing. dipl. st. nr. str. abs. kap. bd. hg. hrsg. bzw. ca. vgl. z. d. u. o. i. "
        "s. v. evtl. ggf. sog. gem. inkl. exkl. zzgl. max. min. tel. geb. gest. abt. anm. lt. z.b. d.h. u.a. i.d.r. "
        "v.a. o.ä. s.o. s.u.".split()
    ),
    abbreviations=frozenset("usw. etc. uvm. art. mag. jh. jhd. mio. mrd. std. sek. chr. n.chr. v.chr. bspw.".split()),
    starters=frozenset(
        "der die das ein eine einer dem den des ich du er sie es wir ihr man und aber oder denn doch so da dann "
        "danach deshalb darum deswegen wenn weil obwohl als ob dass wie was wer wo wann warum hier dort jetzt heute "
        "gestern morgen nun ja nein nicht auch nur noch schon in im am an auf bei mit nach von vor zu zum zur für "
        "über unter dieser diese dieses jeder jede alle viele einige mein unser sein ihre vielen danke bitte".split()
    ),
    spoken_marks=(
        (("punkt",), "."),
        (("fragezeichen",), "?"),
        (("ausrufezeichen",), "!"),
        (("semikolon",), ";"),
        (("komma",), ","),
        (("doppelpunkt",), ":"),
    ),
    fillers=frozenset("äh ähm öh öhm hm hmm mhm mm".split()),
    dotted_ordinals=True,
)
DUTCH = Language(
    code="nl",
    name="Dutch",
    titles=frozenset(
        "dhr. mevr. mw. dr. drs. ir. mr. prof. ds. st. nr. art. blz. bijv. ca. m.b.t. i.v.m. d.w.z. o.a. m.a.w. "
        "t.a.v. t.o.v. vgl. incl. excl. max. tel. geb.".split()
    ),
    abbreviations=frozenset("bv. min. enz. etc. e.d. jl. a.s. n.v. b.v. mln. mld. v.chr. n.chr.".split()),
    starters=frozenset(
        "de het een ik jij je u hij zij ze wij we jullie en maar of want dus als omdat toen dan daar hier nu wat wie "
        "waar wanneer waarom hoe er dat dit die deze ja nee niet ook in op aan met van voor na over vandaag morgen "
        "gisteren dank".split()
    ),
    spoken_marks=(
        (("punt",), "."),
        (("vraagteken",), "?"),
        (("uitroepteken",), "!"),
        (("puntkomma",), ";"),
        (("komma",), ","),
        (("dubbele", "punt"), ":"),
    ),
    fillers=frozenset("eh ehm euh uh uhm hm hmm mhm".split()),
    capitals={"ij": "IJ"},
    always_small=frozenset("t s n k m r".split()),
)
SWEDISH = Language(
    code="sv",
    name="Swedish",
    titles=frozenset(
        "dr. prof. t. bl. ex. fr. s.k. t.ex. bl.a. d.v.s. dvs. ca. c:a. nr. kap. jfr. resp. max. tel. st. "
        "m.m. f.d.".split()
    ),
    abbreviations=frozenset("min. osv. o.s.v. etc. m.fl. mfl. kl. milj. mdr. f.kr. e.kr.".split()),
    starters=frozenset(
        "det den de en ett jag du han hon vi ni man och men eller för så då när om att som vad vem var varför hur här "
        "där nu idag igår ja nej inte också i på av med till från efter tack".split()
    ),
    spoken_marks=((("punkt",), "."), (("frågetecken",), "?"), (("utropstecken",), "!"), (("kommatecken",), ",")),
    fillers=frozenset("eh ehm öh öhm hm hmm mm mhm äh".split()),
)
_DANISH_TITLES = frozenset(
    "dr. prof. hr. fr. frk. f. eks. f.eks. bl. a. bl.a. d. ca. nr. jf. kap. stk. pkt. art. inkl. ekskl. maks. "
    "tlf. st. pga. ifm. mht. iht. vedr. pr. dvs. st.meld. st.prp. prop. innst. meld. m.a.".split()
) - {"a."}
_DANISH_ABBREVIATIONS = frozenset(
    "min. osv. o.s.v. etc. m.m. m.v. mv. m.fl. kl. mio. mia. mill. mrd. kr. pct. pst. f.kr. e.kr.".split()
)
_DANISH_STARTERS = frozenset(
    "det den de en et jeg du han hun vi i man og men eller for så da når hvis at som hvad hvem hvor hvorfor hvordan "
    "her der nu ja nej nei ikke også på av af med til fra etter efter takk tak".split()
)
DANISH = Language(
    code="da",
    name="Danish",
    titles=_DANISH_TITLES,
    abbreviations=_DANISH_ABBREVIATIONS,
    starters=_DANISH_STARTERS,
    spoken_marks=((("punktum",), "."), (("spørgsmålstegn",), "?"), (("udråbstegn",), "!"), (("komma",), ",")),
    fillers=frozenset("øh øhm hm hmm mm mhm eh".split()),
    dotted_ordinals=True,
)
BOKMAL = Language(
    code="nb",
    name="Norwegian",
    titles=_DANISH_TITLES,
    abbreviations=_DANISH_ABBREVIATIONS,
    starters=_DANISH_STARTERS,
    spoken_marks=((("punktum",), "."), (("spørsmålstegn",), "?"), (("utropstegn",), "!"), (("komma",), ",")),
    fillers=frozenset("eh ehm øh hm hmm mm mhm".split()),
    dotted_ordinals=True,
)
ICELANDIC = Language(
    code="is",
    name="Icelandic",
    titles=frozenset(
        "t.d. þ.e. m.a. u.þ.b. a.m.k. dr. nr. bls. sbr. hv. hæstv. háttv. gr. mgr. málsl. tölul. þskj. kl. nk.".split()
    ),
    abbreviations=frozenset("þm. þmm. alþm. ráðh. kr. millj. þús. umr. ehf. hf. o.s.frv. o.fl. reykv.".split()),
    starters=frozenset(
        "ég þú hann hún það við þið þeir þær þau en og eða því þess þetta þessi sá sú svo þegar ef að hvað hver hvar "
        "hvernig hér þar nú já nei ekki í á af með til frá eftir um fyrir virðulegi herra frú".split()
    ),
    dotted_ordinals=True,
)
