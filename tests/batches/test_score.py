"""A lake of hypotheses against references: the scores of `pausa.evaluate` to the last digit, whatever the parts."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pausa
from pausa.batches import driver
from pausa.batches.score import score_batch
from pausa.core.errors import OptionError
from tests.batches.engine import Here
from tests.batches.lakes import COMMON, contents

SMALL = 0.0005  # megabytes of a part, so that there are some


def table(path: Path, recordings: dict[str, tuple[list[str], dict[str, set[int]]]], names: list[str]) -> Path:
    """A table of words: for each recording its words, and after which of them each maker ends a sentence."""
    rows: list[dict[str, Any]] = []
    for recording, (words, ends) in recordings.items():
        for place, word in enumerate(words):
            marked = {f"ends ({name})": "." if place in ends.get(name, ()) else None for name in names}
            rows.append({"recording": recording, "word": word, **marked})
    columns = {"recording": pa.string(), "word": pa.string()} | {f"ends ({name})": pa.string() for name in names}
    pq.write_table(pa.Table.from_pylist(rows, pa.schema(columns)), path)
    return path


def some_ends(n_words: int, seed: int) -> set[int]:
    return {place for place in range(n_words) if random.Random(f"{seed} {place // 2}").random() < 0.3}


def lake(folder: Path, n_recordings: int) -> tuple[Path, Path]:
    """References by three people and hypotheses of two systems, in tables of words."""
    sides = {"references": ["anna", "ben", "carla"], "hypotheses": ["fast", "slow"]}
    for side, makers in sides.items():
        made = {}
        for number in range(n_recordings):
            words = [COMMON[(number + place) % len(COMMON)] for place in range(20 + number)]
            made[f"r{number}"] = words, {who: some_ends(len(words), len(who) + number) for who in makers}
        table(folder / f"{side}.parquet", made, makers)
    return folder / "references.parquet", folder / "hypotheses.parquet"


def same(found: Any, expected: pausa.Evaluation) -> None:
    """Every score of every system, to the last digit."""
    assert {result.name for result in found.pooled.systems} == {result.name for result in expected.systems}
    assert set(found.pooled.references) == set(expected.references)
    for result in found.pooled.systems:
        other = expected[result.name]
        assert list(result.scores) == list(other.scores)
        for key, score in result.scores.items():
            wanted = other.scores[key]
            assert (repr(score.value), repr(score.mean)) == (repr(wanted.value), repr(wanted.mean)), key
            assert (score.signature, score.left_out) == (wanted.signature, wanted.left_out)
            assert repr(score.counts) == repr(wanted.counts)
        ours = {row.name: {key: repr(value) for key, value in row.scores.items()} for row in result.per_reference}
        theirs = {row.name: {key: repr(value) for key, value in row.scores.items()} for row in other.per_reference}
        assert ours == theirs


def score(references: Any, hypotheses: Any, target: Path | str, **options: Any) -> Any:
    return score_batch(references, hypotheses, target, **{"part_mb": SMALL, **options})


def failures(target: Path) -> list[tuple[str | None, str]]:
    found = pq.read_table(target / "_failures.parquet").to_pylist()
    return [(row["recording"], row["problem"]) for row in found]


def test_scores_are_those_of_evaluate(here: Here, tmp_path: Path) -> None:
    references, hypotheses = lake(tmp_path, 30)
    found = score(references, hypotheses, tmp_path / "out")
    assert found.n_parts > 3
    assert 0.2 < found.pooled["fast"].scores["f1_mean"].value < 1
    assert (found.n_rows, found.n_failures, found.pooled.n_recordings) == (60, 0, 30)
    same(found, pausa.evaluate(references, hypotheses, humans=False, confidence=False))
    told = json.loads((tmp_path / "out" / "_scores.json").read_text())
    assert told["systems"][0]["scores"]["f1_mean"]["value"] == found.pooled["fast"].scores["f1_mean"].value


WORDS = st.lists(st.sampled_from(COMMON), min_size=1, max_size=12)


@st.composite
def annotated(draw: st.DrawFn) -> dict[str, tuple[list[str], dict[str, set[int]]]]:
    """Recordings with the ends of some of three people each, and of one system.

    Those of the first person come first: so does `pausa.evaluate` go through them, and a mean hangs on the order.
    """
    made = {}
    crowds = [("anna", "ben"), ("anna", "ben", "carla"), ("ben", "carla"), ("carla",)]
    for number, people in enumerate(sorted(draw(st.lists(st.sampled_from(crowds), min_size=2, max_size=6)))):
        words = draw(WORDS)
        ends = st.sets(st.integers(0, len(words) - 1))
        made[f"r{number}"] = words, {name: draw(ends) | {len(words) - 1} for name in (*people, "system")}
    return made


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    recordings=annotated(),
    part_bytes=st.sampled_from([1, 300, 1 << 20]),
    options=st.sampled_from([{}, {"last": "count"}, {"tolerance": 1}, {"metrics": ["f1_mean", "marks", "wisebe"]}]),
)
def test_scores_are_those_of_evaluate_whoever_annotated_what(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
    recordings: dict[str, tuple[list[str], dict[str, set[int]]]],
    part_bytes: int,
    options: dict[str, Any],
) -> None:
    monkeypatch.setattr(driver, "open_engine", lambda name, **_: Here())
    folder = tmp_path_factory.mktemp("lake")
    people, systems = folder / "people", folder / "systems"
    for name, (words, ends) in recordings.items():
        for who, at in ends.items():
            place = (systems if who == "system" else people / who) / f"{name}.txt"
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(" ".join(word + ("." if number in at else "") for number, word in enumerate(words)))
    makers = sorted(people.iterdir())
    found = score(makers, systems, folder / "out", part_mb=part_bytes / (1 << 20), format="text", **options)
    same(found, pausa.evaluate(makers, [systems], format="text", humans=False, confidence=False, **options))


def test_words_that_differ_are_aligned_as_in_evaluate(here: Here, tmp_path: Path) -> None:
    for number in range(4):
        said = "so we left . it was late and nobody came . yes .".replace(" .", ".")
        heard = said.replace("late", "laid").replace("nobody", "no body") if number % 2 else said
        for side, text in (("references", said), ("system", heard.replace("left.", "left"))):
            (tmp_path / side).mkdir(exist_ok=True)
            (tmp_path / side / f"r{number}.txt").write_text(text)
    for options in ({}, {"condition": "inc"}, {"joins": True}):
        found = score(tmp_path / "references", tmp_path / "system", tmp_path / f"out{len(options)}{options}", **options)
        expected = pausa.evaluate(
            [tmp_path / "references"], [tmp_path / "system"], humans=False, confidence=False, **options
        )
        same(found, expected)


def test_what_batch_makes_can_be_scored(here: Here, tmp_path: Path) -> None:
    talks = {f"t{number}": "So we left. It was late! Did they come? Nobody came." for number in range(20)}
    plain = {name: text.lower().translate({ord(sign): None for sign in ".!?"}) for name, text in talks.items()}
    for side, texts in (("references", talks), ("plain", plain)):
        pq.write_table(pa.table({"id": list(texts), "text": list(texts.values())}), tmp_path / f"{side}.parquet")
    pausa.batch(tmp_path / "plain.parquet", tmp_path / "cut", model="bayes", part_mb=SMALL)
    found = score(tmp_path / "references.parquet", tmp_path / "cut", tmp_path / "out")
    expected = pausa.evaluate(
        {"references": pausa.segment(talks["t0"], marks="keep").document},
        {"pausa": pausa.segment(plain["t0"], "bayes")},
        humans=False,
        confidence=False,
    )
    assert found.n_failures == 0
    assert found.pooled["pausa"].scores["f1_mean"].value == expected["pausa"].scores["f1_mean"].value


def test_lines_by_several_people_are_several_references(here: Here, tmp_path: Path) -> None:
    said = [("anna", "So we left. It was late."), ("ben", "So we left it was late.")]
    rows = [{"id": f"t{n}", "annotator": who, "text": text} for n in range(9) for who, text in said]
    (tmp_path / "people.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    system = [{"id": f"t{n}", "text": "So we left. It was. Late."} for n in range(9)]
    (tmp_path / "system.jsonl").write_text("".join(json.dumps(row) + "\n" for row in system))
    found = score(tmp_path / "people.jsonl", tmp_path / "system.jsonl", tmp_path / "out")
    assert found.pooled.references == ("anna", "ben")
    same(found, pausa.evaluate(tmp_path / "people.jsonl", tmp_path / "system.jsonl", humans=False, confidence=False))


def test_recordings_that_one_side_lacks_are_told(here: Here, tmp_path: Path) -> None:
    for side, names in (("references", "abd"), ("system", "bcd")):
        (tmp_path / side).mkdir()
        for name in names:
            (tmp_path / side / f"{name}.txt").write_text("So we left. It was late.")
    (tmp_path / "system" / "d.txt").write_text("")
    found = score(tmp_path / "references", tmp_path / "system", tmp_path / "out")
    assert found.pooled.n_recordings == 1
    assert [(name, problem[:12]) for name, problem in sorted(failures(tmp_path / "out"))] == [
        ("a", "no hypothesi"),
        ("c", "no reference"),
        ("d", failures(tmp_path / "out")[-2][1][:12]),
    ]


def test_a_stopped_run_goes_on_and_gives_the_same_bytes(here: Here, tmp_path: Path) -> None:
    references, hypotheses = lake(tmp_path, 30)
    score(references, hypotheses, tmp_path / "whole")
    n_parts = len(here.done)
    here.done.clear()
    here.stop_after = 2
    with pytest.raises(KeyboardInterrupt):
        score(references, hypotheses, tmp_path / "out")
    here.stop_after = None
    assert score(references, hypotheses, tmp_path / "out").n_reused == 2
    assert len(here.done) == n_parts
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")
    here.done.clear()
    score(references, hypotheses, tmp_path / "out", window=3)
    assert len(here.done) == n_parts


def test_references_in_another_order_are_found(here: Here, tmp_path: Path) -> None:
    references, hypotheses = lake(tmp_path, 12)
    rows = pq.read_table(references).to_pylist()
    rows.sort(key=lambda row: -int(row["recording"][1:]))
    pq.write_table(pa.Table.from_pylist(rows, pq.read_schema(references)), tmp_path / "turned.parquet")
    one = score(references, hypotheses, tmp_path / "one")
    other = score(tmp_path / "turned.parquet", hypotheses, tmp_path / "other")
    assert one.pooled == other.pooled


def test_what_only_pausa_score_can_do_is_said(here: Here, tmp_path: Path) -> None:
    references, hypotheses = lake(tmp_path, 2)
    with pytest.raises(OptionError, match="pausa score runs detectors again"):
        score(references, hypotheses, tmp_path / "out", condition="ref")
    with pytest.raises(OptionError, match="rename one"):
        score([references, references], hypotheses, tmp_path / "out")
