"""The benchmark runs on a small copy of the data's shape and says what it found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.tables import carter_gransden, carter_gransden_tables
from benchmarks.tables.calls import calls, own_marks
from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.words import Transcript, Word
from pausa.formats.base import Layout
from pausa.formats.nlp import FORMAT
from tests.training.examples import speech


def save(folder: Path, document: Document, *, marks: bool = True, times: bool = True) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    words = [
        Word(w.text, w.start if times else None, w.end if times else None, mark=w.mark if marks else "")
        for w in document.transcript.words
    ]
    assert FORMAT.render is not None
    content = FORMAT.render([Document(Transcript(tuple(words)))], Layout())
    assert isinstance(content, str)
    (folder / f"{document.name}.nlp").write_text(content)


def misheard(document: Document) -> Document:
    """Every eleventh word heard as another."""
    words = [
        w if place % 11 else Word("hm", w.start, w.end, mark=w.mark)
        for place, w in enumerate(document.transcript.words)
    ]
    return Document(Transcript(tuple(words)), name=document.name)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("data")
    for seed in range(6):
        save(place / "earnings22", speech(seed))
        save(place / "icsi-mrda", speech(seed + 10))
        call = speech(seed + 20)
        save(place / "earnings21" / "references", call, times=False)
        for recogniser in carter_gransden.RECOGNISERS:
            save(place / "earnings21" / recogniser, misheard(call), marks=recogniser == "google")
    (place / "changelog").mkdir()
    lines = [
        json.dumps({"id": f"e{seed}", "text": " ".join(map(str, speech(seed).transcript.words))}) for seed in range(12)
    ]
    (place / "changelog" / "episodes.jsonl").write_text("\n".join(lines))
    return place


def test_every_table_is_there(data: Path) -> None:
    steps: list[int] = []
    found = carter_gransden.run(data, steps.append)
    first, domains, weights, silent, pruned, sizes, more = found.tables
    n_cells = 3 * len(carter_gransden.RECOGNISERS)
    assert len(first.rows) == n_cells + 1  # and google's own marks
    assert [len(table.rows) for table in (domains, weights, silent, pruned)] == [2, n_cells, n_cells, n_cells]
    assert len(sizes.rows) == len(carter_gransden.SIZES) + 1
    assert len(more.rows) == 5 * len(carter_gransden.RECOGNISERS)
    assert found.verdicts[0].startswith("3 ≥ 2 ≥ 1 ≥ 0: ")
    google = found.figures["recognisers"]["google"]
    assert google["conditions"]["rec"]["methods"]["3"]["f1"] > 0.9  # its sentences are easily told
    assert len(google["conditions"]["rec"]["methods"]["3"]["weights_by_part"]) == 5


def test_a_call_is_judged_three_ways(data: Path) -> None:
    lexicon = carter_gransden.read_texts(data, [], lambda: None).full.lexicon
    call = next(calls(data / "earnings21", "google", problems=[]))
    rec, inc, ref = (call.answered(condition, lexicon) for condition in ("rec", "inc", "ref"))
    assert len(rec) == len(call.heard) - 1
    assert len(ref) == len(call.reference) - 1
    assert len(inc) < len(rec)  # not the gaps beside a word that was misheard


def test_own_marks_are_scored_where_there_are_any(data: Path) -> None:
    with_marks = own_marks(list(calls(data / "earnings21", "google", problems=[])))
    assert with_marks is not None
    assert with_marks.missed == with_marks.extra == 0  # it heard words wrong, but every mark right
    assert own_marks(list(calls(data / "earnings21", "amazon", problems=[]))) is None


def test_missing_data_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="earnings21"):
        carter_gransden.run(tmp_path, lambda _: None)


def test_a_change_is_written_with_its_sign() -> None:
    assert carter_gransden_tables._both(0.5, 0.45) == "0.450 (-0.050)"
