"""The door: what may be pushed, iteration, a clock, many at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pausa
from pausa.core.errors import OptionError
from pausa.core.words import Word
from pausa.text.marks import boundaries
from pausa.workflow.live.sentences import LiveEvent, LiveSentence
from pausa.workflow.live.writing import writer
from tests.workflow.live.streams import Neighbours, firm

TEXT = "so we left it was late and nobody had eaten anything at all"


def opened(**options: Any) -> Any:
    return pausa.stream(Neighbours(), **options)


def texts(events: list[LiveEvent]) -> list[str]:
    return [event.text for event in firm(events)]


@pytest.mark.parametrize(
    "pushed",
    [
        [TEXT],
        TEXT.split(),
        [TEXT.split()],
        [Word(text) for text in TEXT.split()],
        [{"word": text} for text in TEXT.split()],
        [{"text": TEXT}],
    ],
)
def test_words_may_be_pushed_in_many_shapes(pushed: list[Any]) -> None:
    found = list(opened().over(pushed))
    assert [word for sentence in found for word in sentence.text.rstrip(".?").split()]
    assert texts(found) == texts(list(opened().over([TEXT])))


def test_partial_text_is_replaced() -> None:
    live = opened(threshold=1.0)
    live.push("so wee", final=False)
    live.push("so we left", final=False)
    live.push("so we left it")
    assert texts(live.close()) == ["so we left it."]


def test_the_clock_is_a_parameter() -> None:
    now = [0.0]
    live = opened(max_wait=2.0, threshold=1.0, clock=lambda: now[0])
    assert live.wait is None
    live.push("so there")
    now[0] = 1.5
    assert live.wait == 0.5
    assert live.tick() == []
    now[0] = 2.0
    assert [sentence.n_words for sentence in live.tick()] == [2]


async def words_in_time() -> AsyncIterator[str]:
    yield "so we left"
    await asyncio.sleep(0.3)  # far longer than anybody waits here
    yield "it was late"


def test_an_async_stream_is_ended_by_silence_while_nothing_comes() -> None:
    async def followed() -> list[LiveEvent]:
        return [event async for event in opened(max_wait=0.05, threshold=1.0).follow(words_in_time())]

    found = asyncio.run(followed())
    assert [(event.text, event.reason) for event in firm(found)] == [("so we left.", "wait"), ("it was late.", "close")]


def test_who_stops_listening_leaves_nothing_behind() -> None:
    async def first() -> LiveEvent:
        following = opened(max_wait=0.05, threshold=1.0).follow(words_in_time())
        try:
            return await anext(following)
        finally:
            await following.aclose()

    event = asyncio.run(first())
    assert isinstance(event, LiveSentence)
    assert event.text == "so we left."


def test_options_are_checked_when_a_stream_is_opened() -> None:
    with pytest.raises(OptionError, match="threshold"):
        opened(threshold=2.0)
    with pytest.raises(OptionError, match="knows no commas"):
        pausa.stream("pause", level="clause")


TIMED = [Word(text, 400 * place, 400 * place + 300) for place, text in enumerate(TEXT.split())]


def written(to: str, **options: Any) -> str:
    return "".join(map(writer(to), opened(**options).over([TIMED])))


def test_sentences_are_written_as_lines_and_json() -> None:
    lines = written("lines").splitlines()
    assert " ".join(lines).lower().replace(".", "").replace("?", "") == TEXT
    assert all(line[0].isupper() and line[-1] in ".?" for line in lines)
    assert written("jsonl").splitlines()[0].startswith('{"number":0,"text":"so')


@pytest.mark.parametrize("to", ["vtt", "srt"])
def test_subtitles_grow_and_can_be_read(to: str, tmp_path: Any) -> None:
    text = written(to)
    path = tmp_path / f"live.{to}"
    path.write_text(text, encoding="utf-8")
    document = pausa.read(path)
    assert [word.text.lower() for word in document.transcript.words] == TEXT.split()
    assert len(boundaries(document.transcript.words).ends) == len(written("lines").splitlines())
    if to == "srt":
        numbers = [line for line in text.splitlines() if line.isdecimal()]
        assert numbers == [str(number + 1) for number in range(len(numbers))]


def test_a_clause_after_a_comma_begins_small() -> None:
    found = opened(level="clause", threshold=0.0).over(["so we"])
    write = writer("lines")
    told = [write(event) for event in found]
    assert told[0] == "So,\n" or told[0] in ("So.\n", "So?\n")
    assert (told[1][0] == "w") == (told[0] == "So,\n")


def test_a_cut_that_a_limit_made_is_no_end() -> None:
    first, second, *_ = written("lines", threshold=1.0, max_words=4).splitlines()
    assert first[0].isupper()
    assert first[-1].isalpha()
    assert second[0].islower()


def test_marks_inside_of_a_sentence_go_as_in_a_whole_recording() -> None:
    live = pausa.stream(Neighbours(threshold=1.0))
    assert texts(list(live.over(["so we left. it was late?"]))) == ["so we left it was late?"]


def test_only_json_tells_what_is_not_firm() -> None:
    with pytest.raises(OptionError, match="jsonl only"):
        writer("lines", provisional=True)
    with pytest.raises(OptionError, match="written as"):
        writer("docx")


@pytest.mark.parametrize("delay", [0, 1, 8])
@pytest.mark.parametrize(
    ("language", "text", "told"),
    [
        ("it", "Vieni domani ? Sì ! Ha detto : « Ciao » .", ["Vieni domani?", "Sì!", "Ha detto: « Ciao »."]),
        ("it", "Vieni ? – No .", ["Vieni?", "– No."]),
        ("zh", "你好 。 再見 ！ 好的 。", ["你好。", "再見！", "好的。"]),
        ("el", "Ήρθε ; Ναι .", ["Ήρθε;", "Ναι."]),
    ],
)
def test_marks_that_stand_alone_go_where_they_belong(language: str, text: str, told: list[str], delay: int) -> None:
    for pushed in ([text], text.split(), [{"word": token} for token in text.split()] if language != "el" else []):
        live = opened(threshold=1.0, marks="keep", language=language, delay=delay)
        assert texts(list(live.over(pushed))) == (told if pushed else [])


def test_a_mark_that_comes_after_its_sentence_is_not_given_to_the_next() -> None:
    now = [0.0]
    live = opened(marks="keep", max_wait=2.0, clock=lambda: now[0])
    live.push("viens")
    now[0] = 3.0
    assert texts(live.tick()) == ["viens"]
    live.push("? « Oui ! »")
    assert texts(live.close()) == ["« Oui! »"]


def test_a_message_may_begin_with_the_mark_of_the_one_before() -> None:
    live = opened(threshold=1.0, marks="keep")
    assert texts(list(live.over([{"text": "viens tu"}, {"text": "? oui"}]))) == ["viens tu?", "oui"]
    live = opened(threshold=1.0, marks="keep")
    messages = [{"word": "viens"}, {"words": [{"word": "?"}, {"word": "oui"}]}, {"word": "!"}]
    assert texts(list(live.over(messages))) == ["viens?", "oui!"]


def test_partial_words_may_be_marks() -> None:
    live = opened(threshold=1.0, marks="keep", provisional=True)
    live.push("viens")
    shown = live.push(["?", "oui", "!"], final=False)[-1]
    assert [sentence.text for sentence in shown.sentences] == ["viens?", "oui!"]


@pytest.mark.parametrize("delay", [0, 1, 8])
def test_abbreviations_of_several_words_are_not_cut(delay: int) -> None:
    live = opened(threshold=1.0, marks="keep", language="de", delay=delay)
    told = ["Er kommt z. B. am Montag, d. h. morgen.", "Das ist gut."]
    assert texts(list(live.over(" ".join(told).split()))) == told


BARE = "yes we heard that he lives in the {} and we will go there is that ok he will come in may it may rain on monday"


@pytest.mark.parametrize("delay", [0, 1, 8])
def test_the_dot_of_an_abbreviation_does_not_tell_that_marks_are_there(delay: int) -> None:
    given_words = [
        [sentence.n_words for sentence in firm(opened(marks=marks, delay=delay).over(BARE.format("u.s.").split()))]
        for marks in ("auto", "ignore")
    ]
    assert given_words[0] == given_words[1]
    assert len(given_words[0]) > 2


def test_nor_does_it_where_silence_follows() -> None:
    now = [0.0]
    kept, ignored = (opened(marks=marks, max_wait=2.0, clock=lambda: now[0]) for marks in ("auto", "ignore"))
    found: list[list[str]] = [[], []]
    for told in ("he lives in the u.s.", BARE.format("house")):
        now[0] += 9.0
        for place, live in enumerate((kept, ignored)):
            found[place] += texts([*live.tick(), *live.push(told)])
    for place, live in enumerate((kept, ignored)):
        found[place] += texts(live.close())
    assert found[0] == found[1]


TOKENS = (
    *"demain oui Bonjour We the u.s. p.m. Mr. z. B. d. h. J. Smith 3. 2004. etc. etc., late. so?".split(),
    *"? ! . : , ; … ... – — « » “ ” ( ) 。".split(),
)


@given(
    st.lists(st.sampled_from(TOKENS), min_size=1, max_size=14),
    st.lists(st.integers(1, 4), max_size=8),
    st.sampled_from(["en", "de", "fr", "el", "cs"]),
    st.sampled_from(["auto", "keep"]),
    st.booleans(),
)
def test_text_in_pieces_comes_to_what_the_whole_text_would(
    tokens: list[str], sizes: list[int], language: str, marks: str, provisional: bool
) -> None:
    if not any(sign.isalnum() for token in tokens for sign in token):
        return
    pieces, place = [], 0
    for size in [*sizes, *[1] * len(tokens)]:
        pieces.append(" ".join(tokens[place : place + size]))
        place += size
    live = opened(delay=20, marks=marks, language=language, provisional=provisional)
    whole = pausa.segment(" ".join([*tokens, ""]), Neighbours(), marks=marks, language=language)
    assert texts(list(live.over(pieces))) == [sentence.text for sentence in whole]


SPANISH = "hola cómo estás qué tal va el trabajo de hoy en la oficina porque mañana no puedo ir y lo siento mucho"


def test_the_language_is_told_once_it_is_found() -> None:
    live = opened()
    words = SPANISH.split()
    live.push(words[:19])
    assert live.warnings == ()
    live.push(words[19:])
    live.push(words)
    assert live.warnings == ("the words are in Spanish, as far as they tell; another can be named",)
    english = opened()
    english.push(TEXT + " " + TEXT)
    assert english.warnings == opened(language="es").warnings == opened(language="en-GB").warnings == ()


HINDI = "नमस्ते आप कैसे हैं | मैं ठीक हूँ धन्यवाद | आज मौसम बहुत अच्छा है | हम कल बाज़ार गए थे | क्या आप हमारे साथ चलेंगे"


def test_in_a_language_that_nothing_has_learned_silences_decide_as_in_a_file() -> None:
    parts = [part.split() for part in HINDI.split(" | ")]
    words: list[Word] = []
    now = 0
    for part in parts:
        for text in part:
            words.append(Word(text, start=now, end=now + 300))
            now += 350
        now += 900
    live = pausa.stream()
    told = [sentence.text for sentence in firm(live.over([[word] for word in words]))]
    assert told[1:] == [" ".join(part) for part in parts[1:]]
    assert "silences decide, where words have times" in live.warnings[1]
    assert [each.text for each in pausa.segment(words).sentences][1:] == told[1:]
    asked = pausa.stream(threshold=0.5, language="hi")
    assert "silences" not in asked.warnings[0]


def test_a_language_that_the_model_has_not_learned_is_told_at_once() -> None:
    (told,) = pausa.stream("cnn", language="sw").warnings
    assert (told,) == pausa.segment(TEXT, "cnn", language="sw").warnings
