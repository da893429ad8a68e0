from __future__ import annotations

import numpy as np
import pytest

from pausa.core.words import Transcript, Word
from pausa.text.identify import LEARNED, N_PIECES, TABLE, Listener, identify, identify_turns, tell
from pausa.text.languages.codes import NAMES

SAID = {
    "en": "i had never seen the river as high as on that morning when the bridge was closed",
    "de": "ich hatte den fluss noch nie so hoch gesehen wie an dem morgen als die brücke gesperrt war",
    "fr": "je n'avais jamais vu la rivière aussi haute que ce matin où le pont était fermé",
    "es": "nunca había visto el río tan alto como aquella mañana cuando cerraron el puente",
    "ca": "no havia vist mai el riu tan alt com aquell matí que van tancar el pont del poble",
    "it": "non avevo mai visto il fiume così alto come quella mattina quando il ponte era chiuso",
    "nl": "ik had de rivier nog nooit zo hoog gezien als die ochtend toen de brug dicht was",
    "sv": "jag hade aldrig sett ån så hög som den morgonen när bron var stängd för alla",
    "da": "jeg havde aldrig set åen så høj som den morgen da broen var lukket for alle",
    "pl": "nigdy nie widziałem rzeki tak wysokiej jak tamtego ranka kiedy most był zamknięty",
    "cs": "nikdy jsem neviděl řeku tak vysokou jako to ráno kdy byl most zavřený pro všechny",
    "tr": "köprünün kapandığı o sabah kadar nehri hiç bu kadar yüksek görmemiştim gerçekten",
    "el": "δεν είχα δει ποτέ το ποτάμι τόσο ψηλά όσο εκείνο το πρωί",
    "he": "אף פעם לא ראיתי את הנהר גבוה כמו באותו בוקר",
    "zh": "我 從 來 沒 看 過 河 水 這 麼 高",
    "sr": "никад нисам видео тако високу реку као тог јутра кад је мост био затворен за све",
    "bn": "আমি জানি না আজ কি করব কারণ বৃষ্টি হচ্ছে আর আমার ছাতা নেই",
    "ta": "இன்று என்ன செய்வது என்று எனக்குத் தெரியவில்லை மழை பெய்கிறது என்னிடம் குடை இல்லை",
    "vi": "tôi chưa bao giờ thấy nước sông cao như buổi sáng hôm đó khi cây cầu bị đóng lại",
    "ru": "я никогда не видел реку такой высокой как в то утро когда мост был закрыт",
}


@pytest.mark.parametrize("code", SAID)
def test_the_language_is_told_by_a_sentence_without_capitals_and_marks(code: str) -> None:
    assert identify(SAID[code].split()) == code


@pytest.mark.parametrize("said", ["okay", "mm-hmm yeah", "angela merkel", "", "1 2 3 4 5 6 7 8 9"])
def test_a_few_plain_words_tell_nothing(said: str) -> None:
    assert identify(said.split()) in ("", "en")


@pytest.mark.parametrize("said", ["no " * 10, "la la la la hey la la la la", "si no si no si no si no"])
def test_a_few_words_said_often_tell_nothing(said: str) -> None:
    assert identify(said.split()) == ""
    assert identify([*said.split(), *SAID["es"].split()]) == "es"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("es", "no sé qué decirte de todo esto hoy"),
        ("es", "el perro de mi hermano come mucho pan"),
        ("de", "wir fahren morgen mit dem zug nach hause"),
        ("fr", "je ne sais pas ce que tu veux dire"),
        ("it", "non so che cosa dire di tutto questo"),
        ("pt", "o cachorro do meu vizinho come muito pao"),
        ("nl", "ik weet niet wat ik daarvan moet denken"),
        ("sv", "jag vet inte vad jag ska ta med"),
        ("pl", "jutro jedziemy pociągiem do domu mojej babci"),
        ("es", "no no no no no es así de simple"),
    ],
)
def test_a_short_sentence_tells_its_language(code: str, said: str) -> None:
    assert identify(said.split()) == code


def test_a_script_that_no_known_language_is_written_in_tells_nothing() -> None:
    assert identify("ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ ᎠᏂᏴᏫᏯ ᎤᏂᏬᏂᎯᏍᏗ ᎨᏒᎢ ᎠᎴ ᎦᏚᎲᎢ ᎠᏂᏔᎵ ᎠᏰᎵ ᎤᎾᏙᏓᏆᏍᎬᎢ".split()) == ""


def test_english_that_lacks_its_commonest_words_is_english() -> None:
    said = "net revenue grew twelve percent driven by strong enterprise software subscriptions in asian markets"
    assert identify(said.split()) == "en"


def test_turns_in_another_language_are_counted() -> None:
    turns = [(SAID["en"] * 2, "A"), (f"{SAID['es']} {SAID['es']}", "B"), ("sí claro", "A"), (f"{SAID['en']} " * 3, "B")]
    words = tuple(Word(text, speaker=who) for said, who in turns for text in said.split())
    found = identify_turns(Transcript(words))
    assert list(found) == ["en", "es"]
    assert found["es"] == 2 * len(SAID["es"].split())
    assert tell(found).startswith("mixed: ")


def test_english_is_not_told_of() -> None:
    assert tell(identify_turns(Transcript(tuple(map(Word, SAID["en"].split()))))) == ""
    assert "Danish" in tell(identify_turns(Transcript(tuple(map(Word, SAID["da"].split())))))


def test_a_stream_is_english_until_enough_has_been_heard() -> None:
    listener = Listener("auto")
    words = SAID["de"].split()
    assert listener.hear(words[:5]) == "en"
    assert listener.hear(words[5:] + words) == "de"
    assert Listener("pl").hear(words) == "pl"


def test_the_table_fits_its_languages() -> None:
    table = np.load(TABLE, allow_pickle=False)
    assert table.shape == (N_PIECES, len(LEARNED))
    assert TABLE.stat().st_size < 1_000_000
    assert set(LEARNED) <= set(NAMES)
