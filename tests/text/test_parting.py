from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.joining import join
from pausa.core.words import Word
from pausa.text.languages import language
from pausa.text.tokens import token_words, words_of

CHINESE = language("zh")
WRITTEN = st.builds(
    Word,
    st.sampled_from(
        ["那", "就", "這", "か", "ガ", "か\u3099", "𠮷", "OK", "Python", "3.5", "50%", "COVID-19", "don't"]
    ),
    mark=st.sampled_from(
        ["", "", "", "。", "，", "、", "？", "！", "」", "。」", "）", "…", "……", ",", "?", '"', "；", "："]
    ),
    before=st.sampled_from(["", "", "", "「", "『", "（", "《", "“"]),
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("OK，那就這樣。", ["OK，", "那", "就", "這", "樣。"]),
        ("他說：「好。」然後走了！", ["他", "說：", "「好。」", "然", "後", "走", "了！"]),
        ("我用Python寫了3.5萬行，對不對？", "我 用 Python 寫 了 3.5 萬 行， 對 不 對？".split()),
        ("（笑聲）約翰・史密斯", ["（笑", "聲）", "約", "翰・", "史", "密", "斯"]),
        ("コーヒーを飲む。", ["コ", "ー", "ヒ", "ー", "を", "飲", "む。"]),
        ("那……就OK(好)", ["那……", "就", "OK", "(好)"]),
        ("那<laugh>就", ["那", "<laugh>", "就"]),
        ("학교에 갔다.", ["학교에", "갔다."]),
        ("50%的人", ["50%", "的", "人"]),
        ("so we left.", ["so", "we", "left."]),
    ],
)
def test_a_character_is_a_word_and_other_scripts_stay_whole(text: str, words: list[str]) -> None:
    assert [str(word) for word in words_of(text, lang=CHINESE)] == words


@pytest.mark.parametrize("text", ["OK，那就這樣。", "他說：「好。」然後走了！", "那……就，是，OK。", "甲、乙；丙：丁"])
def test_text_is_written_as_it_was_read(text: str) -> None:
    assert join(words_of(text, lang=CHINESE)) == text


@given(st.lists(WRITTEN, max_size=12))
def test_words_written_as_text_are_read_again(words: list[Word]) -> None:
    assert words_of(join(words), lang=CHINESE) == words


@given(st.text("那就か\u3099OK3. ，。「」（）\"'-—…<>%/🎉", max_size=30))
def test_no_letter_is_lost_and_text_stays_the_same_once_read(text: str) -> None:
    words = words_of(text, lang=CHINESE)
    spelled = "".join(map(str, words)).replace(" ", "")
    assert not words or spelled == text.replace(" ", "")
    assert [word.text for word in words_of(join(words), lang=CHINESE)] == [word.text for word in words]


def test_the_words_of_a_recogniser_stay_as_they_are() -> None:
    assert [str(word) for token in ("我們", "今天。", "OK") for word in token_words(token)] == ["我們", "今天。", "OK"]


def test_a_stretch_of_text_is_no_word() -> None:
    assert [str(word) for word in token_words("好，我去", start=0, end=900)] == ["好，", "我", "去"]
    assert [word.start for word in token_words("我去", start=0, end=900, is_text=True)] == [0, None]
