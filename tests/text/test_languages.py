"""Every record of a language, and text with marks in several of them: dots that end nothing."""

from __future__ import annotations

import pytest

from pausa.text.languages import LANGUAGES, Language, language
from pausa.text.languages.codes import NAMES, base_code, name_of
from pausa.text.marks import boundaries
from pausa.text.tokens import words_of


@pytest.mark.parametrize("code", LANGUAGES)
def test_records_are_as_readers_expect_them(code: str) -> None:
    known = LANGUAGES[code]
    for abbreviation in known.titles | known.abbreviations:
        assert abbreviation.endswith("."), abbreviation
        assert abbreviation == abbreviation.lower()
    for word in known.starters | known.fillers:
        assert word == word.lower()
        assert not word.endswith(".")
    assert all(mark in ".?!;:," for _, mark in known.spoken_marks)
    assert set(known.marks) | set(known.opening) <= set(".?!;:,")


def test_a_code_finds_its_record() -> None:
    codes = [code for code in LANGUAGES if code not in ("", "nn", "no")]
    assert [language(code).code for code in codes] == codes
    assert isinstance(language("xx"), Language)


@pytest.mark.parametrize(
    ("code", "text", "sentences"),
    [
        ("de", "Dr. Weber mag Obst, z. B. Äpfel, ca. drei am Tag. Dann schläft er.", 2),
        ("de", "Wir essen gern, z.B. im Garten. Am 3. Mai kam Regen. Es war kalt.", 3),
        ("de", "Sie kam um 3. Dann ging sie.", 2),
        ("de", "Das gilt d. h. für alle usw. und so weiter.", 1),
        ("fr", "M. Martin et Mme Roux vivent p. ex. à Lyon. Ils travaillent.", 2),
        ("es", "El Sr. Pérez y la Dra. Ruiz viven en la Avda. Central. No tienen coche.", 2),
        ("it", "Il sig. Rossi parla con il prof. Bianchi ecc. ogni giorno. Poi torna.", 2),
        ("pt", "O Sr. Silva mora na Av. Paulista. Ele gosta.", 2),
        ("nl", "Dhr. Jansen eet o.a. brood, bijv. roggebrood. Hij drinkt melk.", 2),
        ("sv", "Vi äter t.ex. fisk, bl.a. torsk. Det är gott.", 2),
        ("da", "Den 3. maj kom bl.a. dr. Holm. Det var godt.", 2),
        ("cs", "Např. pan Novák přijel 5. května s p. Dvořákem. Byl to tzv. výlet.", 2),
        ("tr", "Dr. Kaya 2. kez geldi. Sonra gitti.", 2),
        ("hu", "A 19. században pl. Pesten laktak. Aztán elmentek.", 2),
        ("pl", "Prof. Nowak mówi np. o wodzie. Potem milczy.", 2),
        ("pl", "To był 2. etap, dla 300 tys. osób. Trwał długo.", 2),
        ("hr", "Most je građen od 2004. godine do 1.5.2009. godine. Danas stoji.", 2),
        ("hr", "Selo je nastalo 1720. Danas je prazno.", 2),
        ("et", "Sild ehitati 2011. aastal. See on pikk.", 2),
        ("bg", "По чл. 5, ал. 2, т. 3 се плащат 20 млн. лв. за пътя. Това е много.", 2),
        ("is", "Vegurinn kostar 5 millj. kr. á ári, sagði hv. þm. Jón. Það er mikið.", 2),
        ("el", "Ο κ. Δήμου μένει εδώ, π.χ. κάθε καλοκαίρι. Του αρέσει.", 2),
        ("lt", "2005 m. kelias kainavo 3 mln. litų, t. y. daug. Jis ilgas.", 2),
        ("ro", "Legea nr. 5 din 2010, art. 3 alin. 2, etc. se aplică. Este nouă.", 2),
        ("de", "Das ist nicht meine Art. Ich gehe, denn das mag ich nicht. Siehe Art. 5.", 3),
        ("da", "Bilen er min. Den er rød.", 2),
        ("hr", "Znam ga. Imam ih 12. Ona ih ima 30. Vidjeli smo Karla II. Habsburga.", 4),
        ("pl", "Powiedziałem im. Potem poszliśmy na ul. Długą.", 2),
        ("tr", "Işığı yak. Sonra gel. Bu 2. Dünya Savaşı idi.", 3),
        ("fr", "C'est du bon art. Je pars, p. ex. demain.", 2),
        ("es", "Vive en la av. Juárez. Es así.", 2),
        ("sr", "Др. Петровић је дошао нпр. у петак. Ми смо били код куће.", 2),
        ("uk", "Він народився в м. Київ у 2004 р. у сім'ї вчителя. Він живе на вул. Садовій.", 2),
        ("ru", "Мы живём на ул. Ленина с 2004 г. и не только. Там хорошо.", 2),
        ("eu", "2004. urteko lege horren 3. artikulua da. Bai.", 2),
        ("nb", "De bygde 5 pst. flere, dvs. 3 mill. boliger. Det var mye.", 2),
    ],
)
def test_dots_of_abbreviations_and_ordinals_end_nothing(code: str, text: str, sentences: int) -> None:
    assert len(boundaries(words_of(text, lang=language(code))).ends) == sentences


@pytest.mark.parametrize(
    ("told", "code"),
    [("pol", "pl"), ("ell", "el"), ("gre", "el"), ("chi", "zh"), ("ita", "it"), ("rum", "ro"), ("Vietnamese", "vi")],
)
def test_codes_of_three_letters_are_known(told: str, code: str) -> None:
    assert base_code(told) == code
    assert name_of(told) == NAMES[code]


def test_serbian_has_two_scripts() -> None:
    letters = str.maketrans(dict(language("sr").learned_as))
    assert "љубав и њива на џаку".translate(letters) == "ljubav i njiva na džaku"
