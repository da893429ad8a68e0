"""Polish: titles, abbreviations, sentence starters, dictated marks, hesitations."""

from pausa.text.languages import Language

POLISH = Language(
    code="pl",
    name="Polish",
    titles=frozenset(
        "prof. doc. inż. mgr. hab. płk. kpt. por. ppor. sierż. ks. bp. abp. kard. św. al. pl. os. nr. "
        "np. tzn. tj. m.in. tzw. zob. por. wg. pt. red. tab. str. art. pkt. lit. poz. płd. "
        "płn. wsch. zach. woj. pow. gm. woj. jw. jr. st. mł. ang. niem. fr. łac. gr. ros. wł. hiszp. czyt. "
        "zm. ur. zw. przyp. właśc. dosł. dot. ds. śp.".split()
    ),
    abbreviations=frozenset(
        "ok. im. ul. gen. ust. rys. tłum. r. w. itd. itp. in. n.e. p.n.e. godz. min. sek. tys. mln. mld. zł. gr. kg. "
        "km. cm. mm. proc. m.n.p.m. "
        "sp. z.o.o. s.a. wiek. ww.".split()
    ),
    starters=frozenset(
        "w we na z ze do od po za o a i ale lecz jednak to ten ta te ci jest są był była było byli nie tak gdy kiedy "
        "jeśli jeżeli ponieważ bo dlatego więc oraz który która które jak co kto gdzie dlaczego czy po przed przez "
        "dla pod nad przy obok jego jej ich mój moja nasz nasza wasz on ona ono oni one ja ty my wy każdy wszyscy "
        "tu tam teraz potem następnie obecnie dzisiaj wczoraj jutro już jeszcze także również ponadto zatem "
        "natomiast jednakże pierwszy drugi trzeci jeden dwa pan pani".split()
    ),
    spoken_marks=(
        (("kropka",), "."),
        (("znak", "zapytania"), "?"),
        (("pytajnik",), "?"),
        (("wykrzyknik",), "!"),
        (("średnik",), ";"),
        (("przecinek",), ","),
        (("dwukropek",), ":"),
    ),
    dotted_ordinals=True,
    fillers=frozenset("yyy eee mmm hmm no ee yy aha".split()) - {"no"},
)
