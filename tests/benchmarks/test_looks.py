"""The log of looks: every look at test recordings is written down, and a second one needs a reason."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import pausa
from benchmarks import looks
from benchmarks.places import ROOT
from benchmarks.sources import SOURCES
from pausa.core.errors import OptionError
from pausa.models.storage import BUNDLED, open_folder, save_manifest


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "looks.jsonl"


def test_a_look_is_written_down_source_by_source(log: Path) -> None:
    looks.look(["fomc", "osce"], "test", command="front", models={"default": "abc"}, log=log)
    found = looks.looks(log)
    assert [each.source for each in found] == ["fomc", "osce"]
    assert {each.release for each in found} == {pausa.__version__}
    assert found[0].models == {"default": "abc"}
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", found[0].date)


def test_dev_recordings_may_be_looked_at_freely(log: Path) -> None:
    for _ in range(2):
        looks.look(["fomc"], "dev", command="front", log=log)
    assert looks.looks(log) == []


def test_a_second_look_is_refused_and_leaves_no_entry(log: Path) -> None:
    looks.look(["fomc"], "test", command="front", log=log)
    with pytest.raises(OptionError, match=r"fomc have been scored .* by front.*--again REASON"):
        looks.look(["osce", "fomc"], "test", command="genres", log=log)
    assert len(looks.looks(log)) == 1


def test_a_reason_lets_one_look_again_and_is_kept(log: Path) -> None:
    for again in ("", "a bug in the reader"):
        looks.look(["fomc"], "test", command="front", again=again, log=log)
    assert [each.again for each in looks.looks(log)] == ["", "a bug in the reader"]
    assert "a bug in the reader" in looks.table(looks.looks(log))


def test_the_next_release_may_look(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks.look(["fomc"], "test", command="front", log=log)
    monkeypatch.setattr(pausa, "__version__", "99.0.0")
    looks.look(["fomc"], "test", command="front", log=log)
    assert [each.release for each in looks.looks(log)][1] == "99.0.0"


def test_the_digest_is_of_weights_and_not_of_the_card(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(BUNDLED / "cnn-en", folder)
    before = looks.digest("cnn")
    assert looks.digest(str(folder)) == before != ""
    manifest = open_folder(folder).manifest
    manifest.settings["reliability"] = []
    save_manifest(folder, manifest)
    assert looks.digest(str(folder)) == before
    manifest.settings["threshold"] = 0.123
    save_manifest(folder, manifest)
    assert looks.digest(str(folder)) != before


def test_the_default_has_the_digest_of_what_it_stands_for() -> None:
    assert looks.digest("default") == looks.digest("transformer")
    assert looks.digest("pause") == ""


def test_the_log_names_known_sources_and_no_place_of_a_machine() -> None:
    for each in looks.looks():
        assert each.source in SOURCES
        assert each.part == "test"
        assert "/" not in each.command


def test_whoever_scores_test_recordings_logs_it() -> None:
    """Modules that say which part is scored take it from the command line, and log it."""
    for path in (ROOT / "benchmarks").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if re.search(r'choices=\[?\(?"dev", "test"', text):
            assert "looks.look(" in text, path.name
