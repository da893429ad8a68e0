"""What the recognisers' JSON files share: telling them apart, odd values, channels, ends that come back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.formats import FORMATS
from pausa.formats.base import Source, main_segmentation
from pausa.formats.display import punctuated
from pausa.formats.recogniser import each, merged, outline, time, token
from tests.builders import rendered, reread, words

READ = ["whisper", "vosk", "aws", "google", "azure", "deepgram", "assemblyai", "speechmatics"]
WRITTEN = [name for name in READ if name != "speechmatics"]
GOLDEN = Path(__file__).parent.parent / "golden" / "formats"
CASES = [
    (name, case) for name in READ for case in sorted((GOLDEN / name).glob("*.json")) if ".expected." not in case.name
]


def claiming(head: str) -> list[str]:
    return [name for name in ("json", *READ) if FORMATS[name].looks_like(head)]


@pytest.mark.parametrize(("name", "case"), CASES, ids=lambda value: getattr(value, "name", value))
def test_one_format_claims_a_makers_file(name: str, case: Path) -> None:
    assert claiming(case.read_text(encoding="utf-8")) == [name]


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize(
    "tokens",
    [(), (Word("so"),), (Word("<laugh>"),), (Word("so", 0, 100, "A", 0.5, "."), Word("late"))],
    ids=["nothing", "a bare word", "an event", "words"],
)
def test_one_format_claims_what_pausa_writes(name: str, tokens: tuple[Word, ...]) -> None:
    document = Document(Transcript.of(tokens), language="en")
    assert claiming(rendered(name, document)) == [name]
    again = reread(name, document)[0]
    assert [str(token) for token in again.transcript.tokens()] == [str(token) for token in tokens]


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("he left the U.S. in May", (3, 5)),
        ("he left the U.S. We stayed", (5,)),
        ("at 8 p.m. we ate", (2, 4)),
        ("at 8 p.m. We ate", (4,)),
        ("ask Mr. Ito", (1, 2)),
        ("ask Mr. Ito", (2,)),
    ],
)
def test_sentences_may_end_at_an_abbreviation_or_not(name: str, text: str, ends: tuple[int, ...]) -> None:
    spoken = words(text)
    again = reread(name, Document(Transcript(spoken), (Segmentation(len(spoken), ends),)))[0]
    assert [str(word).rstrip(".") for word in again.transcript.words] == [word.text.rstrip(".") for word in spoken]
    assert main_segmentation(again).ends == ends


@pytest.mark.parametrize("name", WRITTEN)
@given(
    times=st.lists(st.tuples(st.none() | st.integers(0, 500), st.none() | st.integers(500, 10**9)), max_size=4),
    who=st.lists(st.sampled_from([None, "A", "0", "7", "007", "Anna B"]), min_size=4, max_size=4),
    sure=st.lists(st.none() | st.integers(0, 10000), min_size=4, max_size=4),
)
def test_times_speakers_and_confidence_come_back_known_or_not(
    name: str, times: list[tuple[int | None, int | None]], who: list[str | None], sure: list[int | None]
) -> None:
    keeps = FORMATS[name].keeps
    spoken = tuple(
        Word("zażółć", *span, who[place] if "speakers" in keeps else None, _part(sure[place]))
        for place, span in enumerate(times)
    )
    assert reread(name, Document(Transcript(spoken)))[0].transcript.words == spoken


def _part(count: int | None) -> float | None:
    return None if count is None else count / 10000


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ('{"a": [{"b": {"c": 1}}, {"d": [[{"e": 0}]]}], "f": "g"}', {"a", "a.b", "a.b.c", "a.d", "a.d.e", "f"}),
        ('[{"a": "b: \\"c\\": d"}]', {"a"}),
        ('{"a": 1}\n{"b": 2}', {"a", "b"}),
        ('{"a": "cut off \\" here', {"a"}),
        ('{"a": "cut off \\', {"a"}),
        ("]]}}", set()),
        ('plain "a": text', set()),
    ],
)
def test_an_outline_has_keys_and_no_values(text: str, paths: set[str]) -> None:
    assert outline(text) == paths


@pytest.mark.parametrize(
    ("value", "per_second", "known"),
    [
        (1.2345, 1, 1234),
        ("1.5", 1, 1500),
        (1500, 1000, 1500),
        (15_000_004, 10_000_000, 1500),
        (None, 1, None),
        ("", 1, None),
        (0, 1, 0),
    ],
)
def test_times_in_any_part_of_a_second(value: Any, per_second: int, known: int | None) -> None:
    source = Source("")
    assert time(source, value, per_second=per_second) == known
    assert not source.bad_rows


@pytest.mark.parametrize("value", [-1, "soon", float("nan"), "1e999999", 10**30, True, [], {"a": 1}, "-0.1"])
def test_what_is_no_time_is_unknown_and_noted(value: Any) -> None:
    source = Source("")
    assert time(source, value) is None
    assert len(source.bad_rows) == 1


def test_a_dash_that_stands_alone_takes_no_time_from_its_word() -> None:
    assert token(Source(""), "well –", 100, 300) == [Word("well", 100, 300), Word("", mark="–")]


def test_problems_are_noted_with_the_row_they_are_in() -> None:
    source = Source("")
    each(source, ["so", None, "", "we"], lambda text: token(source, text))
    assert [problem for _, problem in source.bad_rows] == ["word 2: null", "word 3: no word here"]


def test_a_silence_lets_the_other_channel_in_and_a_sentence_end_does_too() -> None:
    one = [Word("so", 0, 100), Word("late", 500, 600, mark="."), Word("Yes", 610, 700)]
    two = [Word("hm", 200, 250), Word("why", 605, 800)]
    assert [word.text for word in merged([one, two])] == ["so", "hm", "late", "why", "Yes"]


def test_channels_without_times_follow_each_other() -> None:
    assert [word.text for word in merged([list(words("a b")), list(words("c d"))])] == ["a", "b", "c", "d"]


def test_marks_are_left_alone_where_words_have_their_own() -> None:
    own = [Word("so", mark="!"), Word("late")]
    assert punctuated(own, "So, late.", Source("")) == own


def test_a_mark_that_no_word_can_carry_is_told() -> None:
    source = Source("")
    assert punctuated(list(words("so late")), "Well, so late.", source) == [Word("so"), Word("late", mark=".")]
    assert [problem for _, problem in source.bad_rows] == ["no word for the mark of 'Well,', which is left out"]
