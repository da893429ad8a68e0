"""The figures on cards: the same recordings for every model, and where they come from."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from benchmarks import cards, looks
from benchmarks.scoring import Talk
from benchmarks.split_lists import FOLDER, listed
from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.words import Transcript, Word
from pausa.models import MODELS
from pausa.models.storage import BUNDLED, card, open_folder

SAID = "we opened in may . nobody came at first . then the boats arrived . it was luck . i do not think so ."


def talk(name: str) -> Talk:
    words: list[Word] = []
    for text in SAID.split() * 3:
        if text == ".":
            words[-1] = Word(words[-1].text, mark=".")
        else:
            words.append(Word(text))
    return Talk(name, (Document(Transcript(tuple(words)), name=name),))


def test_the_committed_list_is_the_one_that_is_chosen() -> None:
    assert cards.LIST.read_text(encoding="utf-8") == cards.render_list(cards.choose())
    assert cards.parse_list(cards.LIST.read_text(encoding="utf-8")) == cards.choose()


def test_no_model_can_have_learned_from_a_listed_recording() -> None:
    for source, names in cards.choose().items():
        first = (FOLDER / "first" / f"{source}.test.txt").read_text(encoding="utf-8").splitlines()
        assert names
        for name in names:
            assert listed(source)[name] == "test"
            assert name in first


def test_a_line_that_names_no_source_is_refused() -> None:
    with pytest.raises(InputError, match="not a line of this list: 'nowhere 1'"):
        cards.parse_list("# note\nnowhere 1\n")


@pytest.fixture
def measured() -> dict[str, Any]:
    return cards.measure("bayes", {"committee": [talk("a"), talk("b")]}, "test")


def test_a_model_is_measured_with_its_reliability(measured: dict[str, Any]) -> None:
    (row,) = measured["rows"]
    assert (row["source"], row["known"], row["recordings"]) == ("committee", "words alone", 2)
    assert 0 < row["f1"] <= 1
    gaps = 2 * (talk("a").n_words - 1)
    assert sum(each["gaps"] for each in measured["reliability"]) == gaps
    assert 0 <= measured["ece"] <= 1


def test_a_card_gets_the_figures_and_keeps_its_weights(tmp_path: Path, measured: dict[str, Any]) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(BUNDLED / "bayes-en", folder)
    before = looks.digest(str(folder))
    cards.write_card(folder, "bayes", measured)
    manifest = open_folder(folder).manifest
    f1, ece = manifest.scores[:2]
    assert (f1.on, f1.value) == ("QMSum committee meetings", measured["rows"][0]["f1"])
    assert f1.note.startswith("2 test recordings, ")
    assert ece.signature.startswith("ECE")
    assert manifest.settings["reliability"] == measured["reliability"]
    assert "held-out gaps by the probability" in card(manifest)
    assert looks.digest(str(folder)) == before


def test_figures_of_the_front_table_count_for_the_same_weights_only(tmp_path: Path) -> None:
    scores = {"f1": 0.71234, "low": 0.6, "high": 0.8}
    row = {"genre": "talks", "known": "words", "recordings": 3, "words": 900, "systems": {"default": scores}}
    path = tmp_path / "front.json"
    path.write_text(json.dumps({"figures": {"part": "test", "models": {"default": "abc"}, "genres": [row]}}))
    (told,) = cards.front_scores("transformer", "abc", path)
    assert (told.on, told.value) == ("talks (google-talks)", 0.71234)  # rounded where it is shown
    assert told.note == "3 test recordings, 900 words, words alone; 95 % [0.600, 0.800]"
    assert cards.front_scores("transformer", "xyz", path) == []
    assert cards.front_scores("cnn", "abc", path) == []


def test_a_card_and_the_front_table_show_the_same_figure(tmp_path: Path) -> None:
    f1 = 0.8204610951008645  # 0.8205 to four digits, and that is 0.821 to three
    row = {"genre": "talks", "known": "words", "recordings": 3, "words": 900, "part": "test"}
    row["systems"] = {"default": {"f1": f1, "low": None, "high": None}}
    path = tmp_path / "front.json"
    path.write_text(json.dumps({"figures": {"part": "test", "models": {"default": "abc"}, "genres": [row]}}))
    (told,) = cards.front_scores("transformer", "abc", path)
    assert f"{told.value:.3f}" == "0.820"


def test_cards_are_not_written_for_other_weights(measured: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="bayes had other weights"):
        cards.write_cards({"bayes": {**measured, "digest": "another"}})


def test_what_is_missing_in_the_data_is_named(tmp_path: Path) -> None:
    (tmp_path / "ami").mkdir()
    with pytest.raises(InputError, match="lacks IB4004"):
        cards._found("ami", tmp_path, ["IB4004"])


measured_already = pytest.mark.skipif(not cards.CARDS.is_file(), reason="python -m benchmarks cards has not been run")


@measured_already
def test_every_shipped_model_has_a_card_by_the_same_recordings() -> None:
    told = {}
    for name in looks.FOLDERS:
        manifest = MODELS[name]().manifest
        assert manifest is not None
        told[name] = [(score.on, score.note.split(";")[0]) for score in manifest.scores if " test " in score.note]
        assert manifest.settings["reliability"]
    own = [[each for each in rows if each[0] in cards.NAMES.values()] for rows in told.values()]
    assert own[0]
    assert all(rows == own[0] for rows in own)


@measured_already
def test_the_cards_are_of_the_figures_that_were_measured() -> None:
    found = json.loads(cards.CARDS.read_text(encoding="utf-8"))
    assert list(found) == list(looks.FOLDERS)
    for name, folder in looks.FOLDERS.items():
        manifest = open_folder(BUNDLED / folder).manifest
        assert list(manifest.scores[: len(found[name]["rows"]) + 1]) == cards.scores(found[name])
        assert manifest.settings["reliability"] == found[name]["reliability"]
        assert found[name]["digest"] == looks.digest(name), f"{name} has other weights: python -m benchmarks cards"
