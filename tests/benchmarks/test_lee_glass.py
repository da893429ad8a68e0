"""The benchmark runs on a small copy of the data's shape and says what it found."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.findings import Findings
from benchmarks.held_out import held_out
from benchmarks.tables import lee_glass, lee_glass_clauses
from benchmarks.tables.lee_glass_ladder import RUNGS, Take, cases, chosen, scores
from benchmarks.tables.lee_glass_sets import Speech, learned
from benchmarks.tables.lee_glass_statistics import Statistics
from pausa.core.errors import InputError
from pausa.core.segmentation import Segmentation
from pausa.core.table import Table
from pausa.features.phones import PhoneTimes
from pausa.features.prosody import Contours
from pausa.models.fst.audio import Listened
from pausa.models.fst.evidence import prosodic_costs
from pausa.models.fst.length import Gamma
from pausa.text.marks import boundaries
from pausa.training.fst import tuning as fst_tuning
from pausa.training.timed import flag_ends
from tests.benchmarks.test_carter_gransden import misheard, save
from tests.builders import parsed
from tests.training.examples import bare, speech


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("data")
    lists = held_out("earnings22")
    names = [*sorted(lists.dev)[:2], *sorted(lists.test)[:2], "a", "b", "c"]
    for seed, name in enumerate(names):
        save(place / "earnings22", replace(speech(seed), name=name))
    for seed in range(2):
        call = speech(seed + 20, sentences=30)
        save(place / "earnings21" / "references", call, times=False)
        for recogniser in lee_glass.RECOGNISERS:
            save(place / "earnings21" / recogniser, misheard(call), marks=False)
        for person in ("ann", "bob", "eva"):
            save(place / "coraal-multi" / person, misheard(call) if person == "eva" else call, times=False)
    sample = place / "wisebe-sample" / "references"
    sample.mkdir(parents=True)
    for person in ("one", "two", "three"):
        lines = " ".join(map(str, speech(40, sentences=20).transcript.words)).split(". ")
        (sample / f"{person}.txt").write_text("\n".join(lines[: 20 if person == "one" else None]) + "\n")
    (place / "changelog").mkdir()
    episodes = [*sorted(held_out("changelog").dev)[:2], *(f"e{number}" for number in range(10))]
    text = [
        json.dumps({"id": name, "text": " ".join(map(str, speech(seed).transcript.words))})
        for seed, name in enumerate(episodes)
    ]
    (place / "changelog" / "episodes.jsonl").write_text("\n".join(text) + "\n")
    return place


@pytest.fixture(scope="module")
def found(data: Path) -> Findings:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(lee_glass, "speeches", lambda *_: [])  # audio has tests of its own
        patched.setattr(lee_glass, "exact_kernel", lambda *_: None)
        patched.setattr(lee_glass, "DRAWS", 10)
        patched.setattr(fst_tuning, "HALVINGS", 0)
        return lee_glass.run(data, lambda _: None)


def named(found: Findings, title: str) -> Table:
    return next(table for table in found.tables if table.title.startswith(title))


@pytest.mark.slow
def test_every_rung_stands_in_the_tables(found: Findings) -> None:
    reference, recognised = named(found, "Table 4"), named(found, "Table 5")
    assert [row[1] for row in reference.rows[: len(RUNGS)]] == [rung.name for rung in RUNGS]
    assert len(reference.rows) == 2 * len(RUNGS)  # with a cost per break and without
    assert len(recognised.rows) == 2 * 2 * len(RUNGS)


@pytest.mark.slow
def test_words_and_sound_together_find_nearly_all(found: Findings) -> None:
    rows = {(row["models"], row["bias"]): row for row in found.figures["sets"]["earnings22"]["rows"]}
    whole = rows["prosodic + LM + length", True]["scores"]
    assert whole["f1_mean"]["value"] > 0.95
    assert whole["bleu_like"]["value"] > rows["prosodic only", True]["scores"]["bleu_like"]["value"]
    assert "wisebe" not in whole  # one reference: 0 by its formula


@pytest.mark.slow
def test_prosodic_rows_are_marked_where_there_are_no_times(found: Findings) -> None:
    shared = named(found, "Several references, coraal-multi")
    cells = {row[0]: row[3] for row in shared.rows}
    assert cells["prosodic only"] == "no times"
    assert "±" in cells["human"]
    assert "±" in cells["LM + length"]


@pytest.mark.slow
def test_people_have_a_row_and_references_are_drawn(found: Findings) -> None:
    row = found.figures["sets"]["wisebe-sample"]["rows"][0]
    assert 0 < row["human"]["bleu_like"][0] <= 1
    assert found.figures["sets"]["wisebe-sample"]["references"] == 3


@pytest.mark.slow
def test_their_own_task_counts_commas_and_has_a_human_row(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lee_glass_clauses, "speeches", lambda *_, **__: [])
    monkeypatch.setattr(lee_glass, "DRAWS", 5)
    monkeypatch.setattr(fst_tuning, "HALVINGS", 0)
    found = lee_glass_clauses.run(data, lambda _: None)
    assert "|level:clause|marks:.?!;,|" in found.figures["sets"]["coraal-multi"]["signature"]
    beside = named(found, "The default detector")
    assert [row[0] for row in beside.rows] == ["human", "default"]
    assert "±" in beside.rows[0][1]
    human = found.figures["sets"]["coraal-multi"]["rows"][0]["human"]["bleu_like"]
    assert human == found.figures["default on coraal-multi"]["human"]["bleu_like"]  # the same draws


def test_missing_data_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="earnings22"):
        lee_glass.run(tmp_path, lambda _: None)


def test_marks_are_counted() -> None:
    (document,) = parsed("text", "So, we left. It was late, very late! Yes")
    told = Statistics.of("letters", [document])
    assert (told.recordings, told.words) == (1, 9.0)
    assert told.commas == pytest.approx(2 / 9)
    assert told.ends == pytest.approx(2 / 9)


def test_both_halves_are_measured_by_what_the_other_half_taught(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fst_tuning, "HALVINGS", 0)
    monkeypatch.setattr(lee_glass, "RUNGS", [rung for rung in RUNGS if rung.name in ("prosodic only", "prosodic + LM")])
    monkeypatch.setattr(lee_glass, "BIASES", (True,))
    known = learned(data, [], lambda: None)
    heard = []
    for seed in range(50, 56):
        talk = bare(speech(seed, sentences=25))
        truth = flag_ends(boundaries(speech(seed, sentences=25).transcript.words))
        silence = Contours(np.full(9, np.nan), np.full(9, -90.0))
        heard.append(Speech(f"talk-{seed}", Listened(talk, silence, PhoneTimes.of([(0, "S", 0, 90)])), truth))
    made = lee_glass.crossed("talks", heard, known)
    assert made.n_recordings == 6
    assert all(len(row.choices) == 2 for row in made.rows)
    best = next(row for row in made.rows if row.rung == "prosodic + LM" and row.bias)
    assert best.scores["f1_mean"]["value"] > 0.9


def test_a_choice_is_scored_as_it_was_tuned() -> None:
    rng = np.random.default_rng(1)
    truth = Segmentation.of(60, [4, 9, 19, 29, 44])
    posteriors = np.where(np.isin(np.arange(60), truth.ends), 0.7, 0.1)
    tables = {order: (rng.random((60, 5)), rng.random((60, 3))) for order in (3, 4)}
    take = Take("talk", tables, tables, (truth,), prosodic_costs(posteriors))
    choice = chosen(RUNGS[0], [take], Gamma(2.0, 5.0), bias=False)
    assert choice.lm is None
    assert scores(cases(choice, [take], Gamma(2.0, 5.0)))["bleu_like"]["value"] == pytest.approx(choice.value)
