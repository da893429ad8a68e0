"""Numbers that nobody can have meant: every reader ends, with one clear error or with the word kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.formats.files import parse, render
from tests.formats.test_broken_files import GOLDEN, refusal_is_clear

HUGE = {
    "exponent": "1e999999999",
    "small": "1e-999999999",
    "400 digits": "9" * 400,
    "5000 digits": "9" * 5000,
    "fraction": "0." + "9" * 5000,
}
NUMBER = re.compile(rb"\d+(?:\.\d+)?")


def parquet(columns: dict[str, list[object]]) -> bytes:
    import pyarrow.parquet

    written = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(pyarrow.table(columns), written)
    return bytes(written.getvalue().to_pybytes())


def replaced(data: bytes, number: str) -> Iterator[bytes]:
    """The file with one of its numbers after the other replaced, some forty of them."""
    found = list(NUMBER.finditer(data))
    for each in found[:: max(1, len(found) // 40)]:
        yield data[: each.start()] + number.encode() + data[each.end() :]


@pytest.mark.parametrize("number", HUGE.values(), ids=HUGE)
@pytest.mark.parametrize(
    "case",
    [case for case in GOLDEN if case.parent.name != "parquet"],
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_any_number_of_a_file_may_be_huge(case: Path, number: str) -> None:
    for data in replaced(case.read_bytes(), number):
        refusal_is_clear(data, case.name, case.parent.name)


@pytest.mark.parametrize("number", HUGE.values(), ids=HUGE)
@pytest.mark.parametrize("column", ["start", "end_ms", "start_ms", "duration_ms", "confidence", "end_probability"])
@pytest.mark.parametrize("name", ["csv", "tsv", "jsonl", "parquet"])
def test_tables_keep_the_word_and_say_which_row_is_wrong(name: str, column: str, number: str) -> None:
    made = {
        "csv": f"word,{column}\nwe,0.5\nso,{number}\n".encode(),
        "tsv": f"word\t{column}\nwe\t0.5\nso\t{number}\n".encode(),
        "jsonl": f'{{"word": "we"}}\n{{"word": "so", "{column}": "{number}"}}\n'.encode(),
    }
    data = parquet({"word": ["we", "so"], column: ["0.5", number]}) if name == "parquet" else made[name]
    said: list[str] = []
    (document,) = parse(data, name=f"talk.{name}", format=name, warn=said.append)
    assert document.transcript.texts == ("we", "so")
    if number.startswith(("1e-", "0.")):
        return
    # A duration is asked for only where a start is known.
    assert (document.transcript.words[1].start, document.transcript.words[1].confidence) == (None, None)
    if column != "duration_ms":
        line = {"csv": 3, "tsv": 3, "jsonl": 2, "parquet": 2}[name]
        assert "1 bad row," in said[0]
        assert f"(line {line})" in said[0]
        assert len(said[0]) < 200


def test_the_smallest_file_that_never_ended() -> None:
    said: list[str] = []
    parse(b"word,start_ms\nso,1e999999999\n", name="so.csv", warn=said.append)
    assert said == [
        "so.csv: 1 bad row, kept with what could be read; first (line 2): '1e999999999' is not a time in milliseconds"
    ]


@pytest.mark.parametrize("digits", [400, 5000, 2_000_000])
@pytest.mark.parametrize("shape", ['"{}"', "{}"], ids=["text", "number"])
@pytest.mark.parametrize(
    "content",
    [
        '{{"segments": [{{"words": [{{"word": "so", "start": {n}, "end": {n}, "score": {n}, "speaker": {n}}}]}}]}}',
        '{{"segments": [{{"words": [{{"word": "so", "start": NaN, "end": {n}}}]}}]}}',
        '{{"result": [{{"word": "so", "start": 1, "end": {n}, "conf": {n}}}]}}\n{{"result": [{{"word": "we"}}]}}',
        '{{"pausa": 1, "words": [{{"text": "so"}}], "odd": {n}}}',
        '{{"pausa": 1, "words": [{{"text": "so"}}], "odd": {n}}}\n{{"pausa": 1, "words": [{{"text": "so"}}]}}',
        '{{"pausa": 1, "words": [{{"text": "so"}}], "segmentations": [{{"ends": [{n}]}}]}}',
        '{{"items": {{"stop": {{"anna": [{n}]}}}}, "segmentation_type": "linear"}}',
        '{{"odd": {n}}}',
        '[{{"session_id": {n}, "speaker": {n}, "start_time": {n}, "words": "so"}}]',
        '{{"recognizedPhrases": [{{"offsetInTicks": {n}, "durationInTicks": {n}, "nBest": [{{"display": "so"}}]}}]}}',
        '{{"recognizedPhrases": [{{"offset": "P{n}DT{n}H{n}M{n}S", "nBest": [{{"display": "so"}}]}}]}}',
        '{{"results": [{{"alternatives": [{{"words": [{{"word": "so", "startTime": {{"seconds": {n}}}}}]}}]}}]}}',
        '[{{"data": {{"text": "so we"}}, "annotations": [{{"completed_by": {n}, '
        '"result": [{{"value": {{"end": {n}, "labels": ["Sentence"]}}}}]}}]}}]',
    ],
)
def test_json_with_an_endless_integer_is_read_or_refused_in_one_line(content: str, shape: str, digits: int) -> None:
    number = shape.format("9" * digits) if "DT{n}H" not in content else "9" * digits
    data = content.format(n=number).encode()
    for name in ("talk.json", "talk.jsonl"):
        refusal_is_clear(data, name, None)


def test_an_annotator_may_be_called_by_a_long_number() -> None:
    (document,) = parse(
        b'[{"data": {"text": "so we"}, "annotations": [{"completed_by": "%s", "result": []}]}]' % (b"9" * 40),
        name="talk.json",
        format="labelstudio",
    )
    assert "9" * 40 in str(render([document], FORMATS["labelstudio"], layout=Layout()))
