"""The door: what may be pushed, iteration, a clock, many at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

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
