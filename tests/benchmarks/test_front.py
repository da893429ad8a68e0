"""The front table: what is scored, what is logged, what README makes of it. All recordings are made up."""

from __future__ import annotations

import json
import lzma
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import front, looks
from benchmarks.__main__ import main
from benchmarks.scoring import Talk, count, cut_by, cut_every, draw, figures, talks
from benchmarks.sources import SOURCES, Recording
from benchmarks.split_lists import listed
from docs import figures as shown
from pausa.core.document import Document
from pausa.core.words import Transcript, Word
from pausa.models import load

SAID = (
    "We opened the harbour in May. Nobody came at first. Then the boats arrived! Was it luck? I do not think so. "
    "People talk about the weather all day. The cranes were old and slow. We sold two of them in June. "
)


def write(path: Path, lines: list[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with lzma.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two dev recordings of one source, and interviews that two people wrote down."""
    source = SOURCES["osce"]
    dev = sorted(name for name, side in listed(source.sides).items() if side == "dev")[:3]
    turns = [{"speaker": "D", "text": SAID}, {"speaker": "P", "text": SAID}]
    write(tmp_path / source.path, [{"id": name, "turns": turns} for name in dev])
    for person in ("coraal", "rev", "amberscript"):
        for interview in ("one", "two"):
            path = tmp_path / front.PEOPLE / person / f"{interview}.nlp"
            path.parent.mkdir(parents=True, exist_ok=True)
            rows = []
            for word in SAID.split():
                mark = word[-1] if word[-1] in ".?!" else ""
                kept = "" if person == "rev" and word == "first." else mark
                rows.append(f"{word.strip('.?!')}|1|0|1|{kept}|LC|[]")
            path.write_text("\n".join(["token|speaker|ts|endTs|punctuation|case|tags", *rows]) + "\n")
    return tmp_path


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int | str | None:
    monkeypatch.setattr(sys, "argv", ["benchmarks", *map(str, arguments)])
    try:
        main()
    except SystemExit as stopped:
        return stopped.code
    return 0


def test_the_dev_part_is_scored_without_a_log(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "looks.jsonl"
    monkeypatch.setattr(looks, "LOG", log)
    out = tmp_path / "out"
    out.mkdir()
    dev = ["front", "--data", data, "--part", "dev", "--genre", "doctor and patient", "-o", out]
    assert run(monkeypatch, *dev, "--most", 2) == 0
    assert not log.exists()
    assert {path.name for path in out.iterdir()} == {"front-dev.json", "front-dev.md"}
    found = json.loads((out / "front-dev.json").read_text())["figures"]
    (row,) = found["genres"]
    assert (row["genre"], row["known"], row["recordings"]) == ("doctor and patient", "words", 2)
    assert set(row["systems"]) == {"default", "cnn", "brnn", "bayes", "fst", front.EVERY}
    assert row["systems"]["default"]["f1"] > row["systems"][front.EVERY]["f1"]
    assert found["every"]["doctor and patient"] == round(len(SAID.split()) / 8)
    assert found["people"]["systems"]["people"]["f1"] > 0.9
    assert found["people"]["people"] == 3


def test_one_genre_of_the_test_part_is_refused(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, "front", "--data", data, "--genre", "talks") == 2


def test_a_look_at_the_test_part_is_logged_before_anything_is_scored_and_then_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(looks, "LOG", tmp_path / "looks.jsonl")
    monkeypatch.setattr(front, "run", lambda *_, **__: sys.exit(7))
    assert run(monkeypatch, "front", "--data", tmp_path) == 2
    assert "there is no such file" in capsys.readouterr().err
    assert looks.looks() == [], "a mistyped folder is no look"
    sources = [source for own in front.GENRES.values() for source in own]
    for source in sources:
        write(tmp_path / SOURCES[source].path, [])
    (tmp_path / front.PEOPLE).mkdir()
    assert run(monkeypatch, "front", "--data", tmp_path) == 7
    assert [each.source for each in looks.looks()] == sources
    assert looks.looks()[0].models["default"] == looks.digest("default")
    assert run(monkeypatch, "front", "--data", tmp_path) == 2
    assert "--again REASON" in capsys.readouterr().err
    assert run(monkeypatch, "front", "--data", tmp_path, "--again", "it broke off") == 7
    assert looks.looks()[-1].again == "it broke off"


def test_every_source_of_the_table_may_be_learned_from_and_has_test_recordings() -> None:
    for source in (SOURCES[name] for own in front.GENRES.values() for name in own):
        assert source.lang == "en"
        assert "test" in listed(source.sides).values()


def test_so_many_are_drawn_always_the_same_and_spread() -> None:
    names = [f"talk {number}" for number in range(50)]
    drawn = draw(names, 10, seed="a")
    assert drawn == draw(reversed(names), 10, seed="a")
    assert len(set(drawn)) == 10
    assert drawn != draw(names, 10, seed="b")
    assert drawn != names[:10]
    assert draw(names, None, seed="a") == names
    assert draw(names[:3], 10, seed="a") == names[:3]


def marked(text: str) -> Talk:
    words = tuple(Word(each.strip(".,?!"), mark=each[-1] if each[-1] in ".,?!" else "") for each in text.split())
    return Talk("made up", (Document(Transcript(words), name="made up"),))


def test_ends_are_counted_without_the_last_word() -> None:
    counted = count(marked("so we left. it was late. then we slept."), cut_every(3), times=False)
    assert figures([counted, counted])["f1"] == 1.0
    assert (counted.slots.hit, counted.slots.missed, counted.slots.extra) == ((2,), (0,), (0,))
    half = count(marked("so we left. it was late. then we slept."), cut_every(6), times=False)
    found = figures([half, half])
    assert (found["precision"], found["recall"]) == (1.0, 0.5)


def test_detectors_see_no_marks_and_say_how_sure_they_are() -> None:
    told = count(marked("thank you. thank you."), cut_by(load("bayes")), times=False)
    assert len(told.said) == len(told.came) == 3
    assert told.came == (False, True, False)


def test_a_recording_without_gaps_is_left_out() -> None:
    word = Document(Transcript((Word("yes"),)), name="short")
    assert talks([Recording("short", channels=(word,))]) == []


def fake(low: float | None = 0.7) -> dict[str, Any]:
    scores = {"precision": 0.8, "recall": 0.8, "f1": 0.8, "low": low, "high": 0.9}
    beside = {"f1": 0.7, "verdict": "below"}
    return {
        "part": "test",
        "models": {"default": "abc", "pause": ""},
        "learned": {"default": ["osce"], "pause": []},
        "genres": [
            {"genre": "talks", "known": "words", "recordings": 3, "words": 1200, "systems": {"default": scores}},
            {
                "genre": "talks",
                "known": "words and times",
                "recordings": 3,
                "words": 1200,
                "systems": {"default": scores, "pause": {**scores, "f1": 0.5}},
            },
        ],
        "people": {"recordings": 7, "people": 4, "systems": {"people": {"f1": 0.75}, "default": beside}},
    }


def add_every(found: dict[str, Any]) -> dict[str, Any]:
    for row in found["genres"]:
        row["systems"][front.EVERY] = {**row["systems"]["default"], "f1": 0.1}
    return found


def test_readme_shows_what_was_measured(tmp_path: Path) -> None:
    (tmp_path / "front.json").write_text(json.dumps({"figures": add_every(fake())}))
    lines = shown.front(tmp_path).splitlines()
    assert lines[0] == "| genre | recordings | words | default | pause | every N words |"
    assert lines[2] == "| talks | 3 | 1,200 | **0.800** [0.700, 0.900] | – | 0.100 |"
    assert lines[3] == "| talks, with times | 3 | 1,200 | **0.800** [0.700, 0.900] | 0.500 | 0.100 |"
    assert lines[4] == "| mean, words alone | | | **0.800** | – | **0.100** |"
    assert "learned from by default" in lines[6]
    assert "people 0.750, default 0.700 (below)" in lines[8]


def test_an_interval_that_is_undefined_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "front.json").write_text(json.dumps({"figures": add_every(fake(None))}))
    assert "| talks | 3 | 1,200 | 0.800 | – | 0.100 |" in shown.front(tmp_path)


def test_before_it_was_measured_readme_says_so(tmp_path: Path) -> None:
    assert "Not measured yet" in shown.front(tmp_path)
