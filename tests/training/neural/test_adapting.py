"""A finished transformer is adapted to somebody's own transcripts: what is refused, judged, kept and said."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pausa.core.errors import InputError, OptionError
from pausa.models import load_folder
from pausa.models.storage import Manifest, open_folder, save_manifest
from pausa.models.transformer import TransformerDetector
from tests.training.neural.examples import TINY_RECIPES, TINY_TRANSFORMER, sources_of, talks, tokenizer_folder

torch = pytest.importorskip("torch")

from pausa.training.neural.adapting import Start  # noqa: E402
from pausa.training.neural.loop import Progress  # noqa: E402
from pausa.training.neural.settings import TransformerSize  # noqa: E402
from pausa.training.neural.train import ADAPTING, train_network  # noqa: E402

RECIPE = replace(TINY_RECIPES["transformer"], steps=100)
#: Learns nothing, so that what comes of it is no better.
IDLE = replace(RECIPE, steps=1, rate=0.0, new_rate=0.0)
Adapt = Callable[..., tuple[str, ...]]


class Stopped(Exception):
    """What a training meets when it is killed."""


def stop_at(step: int) -> Callable[[Progress], None]:
    def watch(progress: Progress) -> None:
        if progress.step == step:
            raise Stopped

    return watch


def quiet(_: str) -> None:
    """Nothing to say."""


def untaught(place: Path, seed: int = 1, size: TransformerSize = TINY_TRANSFORMER) -> Path:
    """A model that has hardly learned anything."""
    tokenizer_folder(place)
    train_network(
        "transformer", place / "model", sources=sources_of([talks(place / "talks", count=4, n_sentences=10)]),
        recipe=replace(RECIPE, steps=20, seed=seed), size=size, pretrained=place, from_scratch=True,
        say=quiet, licence="CC BY-SA 4.0",
    )  # fmt: skip
    return place / "model"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return untaught(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Somebody's transcripts."""
    return talks(tmp_path_factory.mktemp("own") / "talks", count=12, n_sentences=40)


@pytest.fixture
def adapt(model: Path, own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Adapt:
    """Adapt the model to the transcripts, into `mine`."""

    def run(recipe: Any = RECIPE, folder: Path = tmp_path / "mine", **options: Any) -> tuple[str, ...]:
        monkeypatch.setattr("pausa.training.neural.train.ADAPTING", recipe)
        given: dict[str, Any] = {"sources": sources_of([own]), "start": model, "say": quiet}
        return train_network("transformer", folder, **(given | options))

    return run


def test_an_adapted_model_is_better_and_says_so(adapt: Adapt, tmp_path: Path) -> None:
    told = adapt()
    before, after = map(float, re.findall(r"0\.\d+", told[0]))
    assert after > before + 0.05
    assert re.fullmatch(
        r"held-out F1 \S+ before adapting, \S+ after, judged on \d+ held-out words with 92 ends", told[0]
    )
    assert not any("before" in line for line in told[1:])
    assert (tmp_path / "mine").is_dir()


def test_the_card_of_an_adapted_model_tells_where_it_came_from(adapt: Adapt, model: Path, tmp_path: Path) -> None:
    adapt()
    (learned,) = open_folder(model).manifest.data
    found = open_folder(tmp_path / "mine").manifest
    made_with = open_folder(model).manifest.made_with
    assert found.licence == "CC BY-SA 4.0"
    assert found.notes[-1] == f"started from model (made with {made_with})"
    assert [(each.words, each.use) for each in found.data][1:] == [
        (learned.words, "words and pauses, learned by the model it was started from")
    ]
    mine = load_folder(tmp_path / "mine")
    assert isinstance(mine, TransformerDetector)
    again = Start("mine", mine).add_to(Manifest(model="transformer", licence="CC0-1.0"))
    assert again.licence == "CC0-1.0"
    assert [note.split(" (")[0] for note in again.notes] == ["started from mine", "started from model"]
    assert again.data == (replace(found.data[0], use=found.data[1].use), found.data[1])


def test_where_little_was_held_out_calibration_stays_as_it_was(
    adapt: Adapt, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("calibration", "threshold")
    before = open_folder(model).manifest.settings
    adapt()
    little = open_folder(tmp_path / "mine").manifest
    assert [little.settings[name] for name in names] == [before[name] for name in names]
    assert any("calibration and threshold are those of model: " in note for note in little.notes)
    monkeypatch.setattr("pausa.training.neural.finishing.CALIBRATED_ENDS", 30)
    adapt(folder=tmp_path / "enough")
    enough = open_folder(tmp_path / "enough").manifest
    assert enough.settings["calibration"] != before["calibration"]
    assert not any("those of" in note for note in enough.notes)


def test_too_little_to_judge_by_is_refused_before_the_training(adapt: Adapt, tmp_path: Path) -> None:
    few = sources_of([talks(tmp_path / "few", count=12, n_sentences=8)])
    with pytest.raises(OptionError, match=r"held-out words with 7 ends, and 20 ends are needed; give about 3 times as"):
        adapt(sources=few, watch=stop_at(1))
    assert not (tmp_path / "mine.training").exists()


def test_text_without_marks_is_refused_before_the_training(adapt: Adapt, tmp_path: Path) -> None:
    (tmp_path / "bare.txt").write_text("so we left and it was late and nobody knew why " * 200)
    with pytest.raises(
        OptionError, match=r"No sentence ends are marked in .*bare\.txt; give transcripts with full stops"
    ):
        adapt(sources=sources_of(text=[tmp_path / "bare.txt"]), watch=stop_at(1))
    assert not (tmp_path / "mine.training").exists()


@pytest.mark.parametrize("recipe", [RECIPE, IDLE], ids=["better", "no better"])
def test_no_checkpoint_stays_when_an_adaptation_is_done(recipe: Any, adapt: Adapt, tmp_path: Path) -> None:
    said: list[str] = []
    with suppress(OptionError):
        adapt(recipe, say=said.append)
    assert said[-1] == f"{tmp_path / 'mine.training'}, which held the checkpoint, is removed"
    assert not (tmp_path / "mine.training").exists()
    assert (tmp_path / "mine").exists() == (recipe is RECIPE)
    adapt()  # whatever was said before, there is nothing that it could collide with


def test_what_is_not_of_the_training_stays(adapt: Adapt, tmp_path: Path) -> None:
    (tmp_path / "mine.training").mkdir()
    (tmp_path / "mine.training" / "notes.txt").write_text("mine")
    said: list[str] = []
    adapt(say=said.append)
    assert said[-1].endswith("can be removed")
    assert [each.name for each in (tmp_path / "mine.training").iterdir()] == ["notes.txt"]


def test_a_refusal_leaves_the_checkpoint_of_another_run(adapt: Adapt, tmp_path: Path) -> None:
    (tmp_path / "bare.txt").write_text("so we left and it was late " * 200)
    with pytest.raises(Stopped):
        adapt(replace(RECIPE, checkpoint_minutes=0.0), watch=stop_at(3))
    with pytest.raises(OptionError, match="No sentence ends are marked"):
        adapt(sources=sources_of(text=[tmp_path / "bare.txt"]))
    steps: list[int] = []
    adapt(watch=lambda progress: steps.append(progress.step))
    assert min(steps) == 4


@pytest.mark.parametrize("minutes", [0, -1, float("nan")])
def test_an_adaptation_takes_some_time(adapt: Adapt, minutes: float) -> None:
    with pytest.raises(OptionError, match="max_minutes is more than 0"):
        adapt(max_minutes=minutes)


def test_the_model_for_many_languages_is_adapted_as_well(adapt: Adapt, model: Path, tmp_path: Path) -> None:
    shutil.copytree(model, tmp_path / "world")
    save_manifest(tmp_path / "world", replace(open_folder(model).manifest, model="world"))
    assert "before adapting" in adapt(start=tmp_path / "world")[0]


def test_a_model_that_adapting_makes_no_better_is_not_written(adapt: Adapt, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no model is written"):
        adapt(IDLE)
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize("there", ["a folder", "a file"])
def test_a_place_that_is_taken_is_refused_before_anything_is_read(adapt: Adapt, tmp_path: Path, there: str) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "talk.txt").write_text("So we left.")
    place = tmp_path / "mine" if there == "a folder" else tmp_path / "mine" / "talk.txt"
    said: list[str] = []
    with pytest.raises(InputError, match="is there already and holds no model; choose another folder"):
        adapt(folder=place, say=said.append)
    assert said == []


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that has learned something else."""
    return untaught(tmp_path_factory.mktemp("other"), seed=2)


def test_an_adaptation_goes_on_only_from_the_model_it_was_begun_with(adapt: Adapt, other: Path, tmp_path: Path) -> None:
    said: list[str] = []
    with pytest.raises(Stopped):
        adapt(replace(RECIPE, checkpoint_minutes=0.0), watch=stop_at(3))
    for options, differs in (
        ({"start": other}, "the model to start from"),
        ({"language": "de"}, "language"),
    ):
        with pytest.raises(OptionError, match=rf"mine.training was begun with other settings \({differs}\)"):
            adapt(say=said.append, **options)
    assert said == []  # nothing was read
    steps: list[int] = []
    adapt(watch=lambda progress: steps.append(progress.step))
    assert min(steps) == 4


def test_a_start_of_another_shape_is_told_as_another_start(adapt: Adapt, tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        adapt(replace(RECIPE, checkpoint_minutes=0.0), watch=stop_at(1))
    larger = untaught(tmp_path / "larger", size=replace(TINY_TRANSFORMER, layers=1))
    with pytest.raises(OptionError, match=r"other settings \(the model to start from\)"):
        adapt(start=larger)


def test_words_are_read_as_the_start_reads_them_where_nothing_was_learned_before(adapt: Adapt, tmp_path: Path) -> None:
    """Somebody had begun with another model, and ended that before its first checkpoint."""
    (tmp_path / "mine.training").mkdir()
    (tmp_path / "mine.training" / "tokenizer.json").write_text("{}")
    adapt()
    assert (tmp_path / "mine").is_dir()


def test_an_adaptation_that_is_killed_loses_a_minute_at_most() -> None:
    assert ADAPTING.checkpoint_minutes <= 1
