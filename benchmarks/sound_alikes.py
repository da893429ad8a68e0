"""English words that sound alike, or nearly so when said fast: what a recogniser confuses. In our own words."""

from __future__ import annotations

_GROUPS = """
a uh the | an and in on | are our hour or | as is has his | at that it | be bee been | been bin being | by buy bye
for four far | from form firm | to too two do | there their they're | your you're year | we're were where wear
here hear | no know now | not knot nut | new knew | right write ride | one won when | so sew saw | some sum same
see sea c | week weak | wait weight | way weigh why | would wood could | will well we'll wheel | than then them
this these those | think thing thank | through threw true | time times dime | of off have | with width which
what watt but | our hour out | i eye aye | if of even | its it's is | just adjust jest | last least lost lust
late let light | lead led laid | like lake leak | look luck lock | made maid mate | mail male | main mean men
market marked | meet meat mead | more moor most | most must mast | much match | need knead neat | next text
our are | over offer | pair pear | part port | past passed | peace piece | plan plane plain | point pint
price prize | quarter water quota | question quest | rate rates raid | read red | real reel rail | role roll
rose rows | sale sail cell | sales sells cells | say stay see | seen scene | sell cell | sense cents since
share chair | sites sights cites | sure shore | tail tale | ten tan then | their there | thing think | third bird
year hear ear | years ears here's | yes yet guess | you u your | growth gross group | growing going | good could
great grade grate | had have head | half have | he she we | her here hair | him them in | how who now | can can't con
call col cool | came game | case cash | cost caused coast | course coarse cause | cut cat | data daughter
deal dill | debt dead | did deed dad | down don town | due do dew | each reach | end and | ever every never
fair fare four | feel fill | first fast forced | flow floor flaw | full fool fall | get got good | give gave
go goal ago | hope help hold | hole whole | job jab | key keep quay | kind find | long along wrong | loss lost
love live | make may mike | many money any | maybe may be | nine none mine | number lumber | okay ok
only lonely | open happen | order other | own on | people purple | place plays | please police | put but
run ran | side site sight | six sick sex | small smell | still steel steal | strong string | team teem theme
tell till | thanks thinks | three free tree | today to-day | top tap | trade trait | turn term | under and her
use used youth | very vary | view few | want won't went | was were what | where we're | while why | work walk word
world word | worth work
"""


def sound_alikes() -> dict[str, tuple[str, ...]]:
    """The words that each word may be taken for."""
    found: dict[str, dict[str, None]] = {}
    for group in _GROUPS.replace("\n", " | ").split(" | "):
        words = group.split()
        for word in words:
            found.setdefault(word, {}).update(dict.fromkeys(other for other in words if other != word))
    return {word: tuple(others) for word, others in found.items()}
