"""Russian and Ukrainian: abbreviations of one letter, which names follow, and what sentences begin with."""

from pausa.text.languages import Language

UKRAINIAN = Language(
    code="uk",
    name="Ukrainian",
    titles=frozenset(
        "ім. вул. просп. бул. пл. див. напр. проф. доц. акад. ген. гр. тов. п. пп. ст. ч. т.зв. обл. смт.".split()
    ),
    abbreviations=frozenset(
        "м. р. рр. с. в. т. д. т.д. т.п. ін. грн. коп. тис. млн. млрд. хв. год. н.е. кв. буд.".split()
    ),
    starters=frozenset(
        "я ти він вона воно ми ви вони це цей ця ці той та ті і й а але або тому бо якщо коли як що хто де куди чому "
        "тут там тепер зараз сьогодні вчора завтра так ні не є був була було були у в на з із до від по за про при "
        "для після перед дякую шановні шановний прошу колеги будь".split()
    ),
    fillers=frozenset("е ее еее ем мм ммм гм".split()),
)
RUSSIAN = Language(
    code="ru",
    name="Russian",
    titles=frozenset(
        "им. ул. просп. пр. пл. см. напр. проф. доц. акад. ген. гр. тов. т.е. т.к. т.н. обл. ст. п.".split()
    ),
    abbreviations=frozenset(
        "г. гг. с. в. вв. т. д. т.д. т.п. др. руб. коп. тыс. млн. млрд. мин. ч. сек. н.э. кв. стр.".split()
    ),
    starters=frozenset(
        "я ты он она оно мы вы они это этот эта эти тот та те и а но или потому если когда как что кто где куда почему "
        "тут там здесь теперь сейчас сегодня вчера завтра так да нет не есть был была было были у в на с из к от по за "
        "о об при для после перед спасибо уважаемые пожалуйста ну вот".split()
    ),
    fillers=frozenset("э ээ эээ эм мм ммм гм".split()),
)
