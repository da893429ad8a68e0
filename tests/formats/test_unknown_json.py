"""JSON of any shape: where the words are, what the keys mean, and in which unit the times are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pausa.cli import main
from pausa.core.document import Document
from pausa.core.errors import InputError, OptionError
from pausa.formats.files import parse
from pausa.formats.keys import keys_of, text_key

TWO = (("so we left", 0.5, 1.5), ("it was late", 2.0, 3.25))


def read(value: Any, format: str | None = None) -> tuple[list[Document], list[str]]:
    """The documents, and what was told."""
    told: list[str] = []
    text = value if isinstance(value, str) else json.dumps(value, indent=1)
    return parse(text.encode(), name="talk.json", format=format, warn=told.append), told


def one(value: Any, format: str | None = None) -> Document:
    (document,), _ = read(value, format)
    return document


def starts(document: Document) -> list[int | None]:
    return [word.start for word in document.transcript.words if word.start is not None]


@pytest.mark.parametrize(
    ("row", "unit"),
    [
        (lambda text, a, b: {"text": text, "start": a, "end": b}, "seconds"),
        (lambda text, a, b: {"text": text, "start": str(a), "end": f"{b}"}, "seconds"),
        (lambda text, a, b: {"text": text, "start": f"{a}s", "end": f"{b}s"}, "clocks"),
        (lambda text, a, b: {"text": text, "begin": round(a * 1000), "end": round(b * 1000)}, "milliseconds"),
        (lambda text, a, b: {"text": text, "BeginOffsetMillis": round(a * 1000)}, "milliseconds"),
        (lambda text, a, b: {"text": text, "offset": round(a * 1e7), "duration": round((b - a) * 1e7)}, "ticks"),
        (lambda text, a, b: {"text": text, "offset": f"PT{a}S", "duration": f"PT{b - a}S"}, "clocks"),
        (lambda text, a, b: {"text": text, "start": round(a * 1e6), "end": round(b * 1e6)}, "microseconds"),
        (lambda text, a, b: {"text": text, "start": round(a * 1e9), "end": round(b * 1e9)}, "nanoseconds"),
        (lambda text, a, b: {"text": text, "timestamp": [a, b]}, "seconds"),
        (lambda text, a, b: {"text": text, "interval": {"start": a, "end": b}}, "seconds"),
        (lambda text, a, b: {"text": text, "time": {"from_ms": 1, "start": {"seconds": 0, "nanos": int(a * 1e9)}}}, ""),
        (lambda text, a, b: {"text": text, "start": f"00:00:0{a}", "end": f"00:00:0{b}"}, "clocks"),
    ],
)
def test_times_are_read_in_any_unit(row: Any, unit: str) -> None:
    (document,), told = read({"rows": [row(*each) for each in TWO]})
    assert starts(document) == [500, 2000]
    assert unit in told[0]


@pytest.mark.parametrize(
    "times",
    [
        ("2026-05-04T10:00:03.500Z", "2026-05-04T10:00:05+00:00"),
        ("2026-05-04T12:00:03.5+02:00", "2026-05-04 10:00:05Z"),
        (1777888803.5, 1777888805.0),
        (1777888803500, 1777888805000),
    ],
)
def test_dates_are_counted_from_the_first(times: tuple[Any, Any]) -> None:
    (document,), told = read([{"created_at": at, "text": text} for at, (text, *_) in zip(times, TWO, strict=True)])
    assert starts(document) == [0, 1500]
    assert "from the first" in told[0]


def test_words_inside_stretches_get_the_speaker_and_the_marks_of_the_stretch() -> None:
    words = [{"w": "so", "t0": 0.5, "t1": 0.8}, {"w": "what", "t0": 0.8, "t1": 1.0}]
    document = one({"a": [{"who": {"name": "Anna"}, "content": "So, what?", "tokens": words}]})
    assert [str(word) for word in document.transcript.words] == ["so,", "what?"]
    assert {word.speaker for word in document.transcript.words} == {"Anna"}
    assert starts(document) == [500, 800]


def test_a_word_that_only_the_text_has_is_kept() -> None:
    words = [{"word": "so", "start": 0.5, "end": 0.8}, {"word": "left", "start": 1.1, "end": 1.4}]
    words += [{"word": f"w{n}", "start": 2.0 + n, "end": 2.5 + n} for n in range(8)]
    text = "so we left " + " ".join(f"w{n}" for n in range(8))
    (document,), told = read({"talks": [{"transcript": text, "parts": words}]})
    assert document.transcript.texts[:3] == ("so", "we", "left")
    assert "in no row" in told[1]


def test_a_summary_and_a_list_of_keywords_are_not_the_transcript() -> None:
    rows = [{"text": text, "start": a, "end": b} for text, a, b in TWO]
    document = one(
        {"keywords": ["left", "late"], "summary": {"text": "Two left."}, "topics": [{"text": "x"}], "t": rows}
    )
    assert document.n_words == 6


def test_the_first_of_several_guesses_counts() -> None:
    row = {"alternatives": [{"transcript": "so we left", "confidence": 0.9}, {"transcript": "so we lept"}]}
    assert one({"hypotheses_of": [row, row]}).n_words == 6


def test_what_is_not_final_is_passed_over_and_said() -> None:
    rows = [{"isFinal": False, "text": "so we"}, {"isFinal": True, "text": "so we left"}]
    (document,), told = read(rows)
    assert document.n_words == 3
    assert "1 partial" in told[0]


def test_recordings_are_told_apart() -> None:
    found, _ = read([{"id": "a", "parts": [{"text": "so we left"}]}, {"id": "b", "parts": [{"text": "yes"}]}])
    assert [(document.name, document.n_words) for document in found] == [("a", 3), ("b", 1)]


def test_segments_with_numbers_are_one_recording() -> None:
    found, _ = read([{"id": n, "text": text, "start": a, "end": b} for n, (text, a, b) in enumerate(TWO)])
    assert len(found) == 1


def test_one_line_says_what_was_taken_for_what() -> None:
    _, told = read({"calls": [{"utterances": [{"participant": "A", "start_ms": 1, "text": "so we left"}]}]})
    assert told == [
        "talk.json: took 1 stretches of text at calls[].utterances[], 'text' for the text, 'start_ms' for times "
        "(milliseconds), 'participant' for the speaker (format json:PATH takes another)"
    ]


def test_a_path_takes_another_place() -> None:
    value = {
        "original": [{"text": "tak to prawda", "start": 1.5}],
        "english": [{"text": "yes that is so", "start": 1.5}],
    }
    assert one(value, "json:original").n_words == 3
    assert one(value, "json:$.english[]").n_words == 4
    assert one({"a": [{"b": [{"text": "x y"}]}, {"b": [{"text": "z"}]}]}, "json:a[1].b").n_words == 1
    assert one({"a": [{"b": "so we"}, {"b": "left"}]}, "json:a.b").n_words == 3


def test_a_path_that_leads_nowhere_names_the_keys() -> None:
    with pytest.raises(InputError, match=r"nothing at 'results'.*its keys are words, words\.word"):
        read({"words": [{"word": "so"}]}, "json:results")


def test_only_json_takes_a_path(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="JSON only"):
        read("so", "csv:words")
    (tmp_path / "talk.json").write_text('{"a": [{"text": "so we left"}], "b": [{"text": "yes yes yes yes"}]}')
    run = CliRunner().invoke(main, ["convert", str(tmp_path / "talk.json"), "-", "--to", "text", "--from", "json:a"])
    assert run.stdout == "so we left\n"
    assert CliRunner().invoke(main, ["convert", "x", "-", "--from", "jsno:a"]).exit_code == 2


@pytest.mark.parametrize("value", [{"a": 1, "b": {"c": [1, 2]}}, {"a": "", "b": {"c": []}}])
def test_json_without_words_is_refused_and_its_keys_are_named(value: Any) -> None:
    with pytest.raises(InputError, match=r"no words in this JSON; its keys are a, b, b\.c"):
        read(value)


@pytest.mark.parametrize("time", ["1e999999999", "9" * 5000, -5, "soon", True, {"x": 1}, [1, 2, 3], [[1], 2]])
def test_nonsense_for_a_time_is_unknown_and_the_word_stays(time: Any) -> None:
    rows = [{"text": "so we left", "start": 1.5}, {"text": "it was late", "start": time}]
    document = one({"rows": rows})
    assert document.n_words == 6
    assert starts(document) == [1500]


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(InputError, match="number"):
        read('[{"text": "so we left", "start": ' + "9" * 5000 + "}]")


def test_deep_nesting_is_refused_or_read_and_never_breaks_down() -> None:
    deep: Any = {"text": "so we left"}
    for _ in range(200):
        deep = {"a": [deep]}
    assert one(deep).n_words == 3
    with pytest.raises(InputError, match=r"deep|JSON"):
        read('{"a":' * 100_000 + "1" + "}" * 100_000)


@pytest.mark.parametrize(
    "value",
    [
        [{"text": "so", f"key{n}": n} for n in range(20_000)],
        {f"key{n}": {"text": "so"} for n in range(20_000)},
        [[{"text": "so", "start": n}] for n in range(20_000)],
        {"a": [{"text": "so " * 10, "words": [{"word": "so"}] * 10}] * 5_000},
    ],
)
def test_many_keys_and_places_take_no_more_than_their_number(value: Any) -> None:
    assert one(value).n_words


def test_keys_are_known_by_how_they_are_spelled() -> None:
    counts = dict.fromkeys(("Id", "Begin Time", "endTime", "Speaker_Label", "punctuated_word", "word", "score"), 3)
    keys = keys_of(counts, {"punctuated_word": 3, "word": 3})
    assert (keys.text, keys.start, keys.end) == ("punctuated_word", "Begin Time", "endTime")
    assert (keys.speaker, keys.confidence) == ("Speaker_Label", "score")
    assert text_key({"onset": 1, "offset": 2}) == ""
    keys = keys_of(dict.fromkeys(("text", "onset", "offset"), 1), {"text": 1})
    assert (keys.start, keys.end) == ("onset", "offset")
