"""Every model is in the table, has a title and a page, and loads by its name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pausa.core.errors import InputError, UnknownName
from pausa.core.words import Transcript
from pausa.models import DEFAULT, MODELS, TITLES, card, load

DOCS = Path(__file__).parents[2] / "docs" / "models"


@pytest.mark.parametrize("name", MODELS)
def test_a_model_knows_its_name(name: str) -> None:
    assert load(name).name == name


@pytest.mark.parametrize("name", MODELS)
def test_a_model_says_what_it_needs(name: str) -> None:
    assert load(name).needs <= {"times", "marks"}


@pytest.mark.parametrize("name", MODELS)
def test_a_model_has_a_page_and_a_card(name: str) -> None:
    assert (DOCS / f"{name}.md").read_text(encoding="utf-8").startswith(f"# `{name}`")
    assert card(name).startswith(f"{name}: ")
    assert "needs: words" in card(name)


@pytest.mark.parametrize("name", MODELS)
def test_no_words_get_no_scores(name: str) -> None:
    assert len(load(name).score(Transcript(()))) == 0


def test_every_title_belongs_to_a_model() -> None:
    assert TITLES.keys() == set(MODELS)


def test_default_is_a_name_too() -> None:
    assert load("default").name == DEFAULT


def test_a_name_that_is_nearly_right_is_guessed() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'pause'"):
        load("pauze")


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no model") as caught:
        load(str(tmp_path))
    assert caught.value.source == str(tmp_path)


def test_a_folder_that_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match="models/mine: there is no such model folder"):
        load("models/mine")


def test_listing_the_models_loads_none() -> None:
    code = "import sys; from pausa.models import MODELS, TITLES; list(MODELS); print('numpy' in sys.modules)"
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert finished.stdout.strip() == "False"
