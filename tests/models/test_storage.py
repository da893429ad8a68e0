"""Model folders: what goes in comes out, and what is broken is said."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pausa.core.errors import InputError, UnknownName
from pausa.models import load_folder
from pausa.models.bayes import BayesDetector
from pausa.models.storage import (
    Content,
    Data,
    Manifest,
    Score,
    card,
    folder_bytes,
    open_folder,
    save_folder,
    save_manifest,
)
from tests.builders import spoken
from tests.models.test_bayes import SAMPLE, counted, detector

TOLD = Manifest(
    model="bayes",
    title="a small one",
    language="en",
    licence="CC0-1.0",
    data=(Data(name="made up", licence="CC0-1.0", attribution="nobody", words=12),),
    scores=(Score(on="nothing", value=0.5, signature="F1|last:skip"),),
    notes=("made for a test",),
)


def stored(folder: Path) -> BayesDetector:
    model = detector(counted(SAMPLE).lexicon, 3)
    model = BayesDetector(model.lexicon, model.pauses, None, model.weights, 3, rate=12.5, manifest=TOLD)
    save_folder(folder, model.content())
    return model


def test_a_stored_model_scores_as_before(tmp_path: Path) -> None:
    model = stored(tmp_path / "mine")
    again = load_folder(tmp_path / "mine")
    words = spoken("so we left / it was late unheard / of")
    assert isinstance(again, BayesDetector)
    assert (again.score(words).ends == model.score(words).ends).all()
    assert (again.rate, again.method, again.weights) == (12.5, 3, model.weights)


def test_arrays_are_mapped_not_read(tmp_path: Path) -> None:
    stored(tmp_path / "mine")
    assert isinstance(open_folder(tmp_path / "mine").array("keys").base, np.memmap)


def test_the_same_model_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        stored(tmp_path / name)
    for part in sorted((tmp_path / "one").iterdir()):
        assert part.read_bytes() == (tmp_path / "two" / part.name).read_bytes()


def test_a_model_folder_is_replaced_whole(tmp_path: Path) -> None:
    stored(tmp_path / "mine")
    (tmp_path / "mine" / "left-over.npy").write_bytes(b"")
    stored(tmp_path / "mine")
    assert not (tmp_path / "mine" / "left-over.npy").exists()
    assert [each.name for each in tmp_path.iterdir()] == ["mine"]


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(InputError, match="holds no model"):
        stored(tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "years of work"


def test_the_card_tells_data_licence_and_scores(tmp_path: Path) -> None:
    stored(tmp_path / "mine")
    shown = card(open_folder(tmp_path / "mine").manifest)
    for part in (
        "bayes: a small one",
        "CC0-1.0",
        "made up: 12 words",
        "nobody",
        "0.500",
        "F1|last:skip",
        "made for a test",
    ):
        assert part in shown


def test_the_folder_says_its_layout_and_size(tmp_path: Path) -> None:
    stored(tmp_path / "mine")
    assert json.loads((tmp_path / "mine" / "manifest.json").read_text())["layout"] == 1
    assert folder_bytes(tmp_path / "mine") == sum(each.stat().st_size for each in (tmp_path / "mine").iterdir())


def test_a_part_needs_a_plain_name(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no name for a part"):
        save_folder(tmp_path / "mine", Content(TOLD, {"../outside": np.zeros(1)}))


@pytest.mark.parametrize("broken", ["gone", "empty", "pickled", "short", "words gone", "settings", "buckets"])
def test_a_damaged_folder_is_named(tmp_path: Path, broken: str) -> None:
    folder = tmp_path / "mine"
    stored(folder)
    match broken:
        case "gone":
            (folder / "keys.npy").unlink()
        case "empty":
            (folder / "keys.npy").write_bytes(b"")
        case "pickled":
            np.save(folder / "keys.npy", np.array([{"a": 1}], dtype=object), allow_pickle=True)
        case "short":
            np.save(folder / "after.npy", np.zeros(1, dtype=np.float32))
        case "words gone":
            (folder / "words.txt").unlink()
        case "settings":
            told = json.loads((folder / "manifest.json").read_text())
            del told["settings"]["mean_length"]
            (folder / "manifest.json").write_text(json.dumps(told))
        case "buckets":
            np.save(folder / "pauses.npy", np.zeros(3))
    with pytest.raises(InputError, match="this model folder is damaged"):
        load_folder(folder)


def test_a_folder_from_a_later_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"layout": 99, "model": "bayes", "novelty": true}')
    with pytest.raises(InputError, match="has layout 99; a later Pausa can read it"):
        load_folder(tmp_path)


def test_an_unknown_kind_of_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"layout": 1, "model": "oracle"}')
    with pytest.raises(UnknownName, match="No kind of model named 'oracle'"):
        load_folder(tmp_path)


@pytest.mark.parametrize("content", ["", "[]", "{", '{"layout": "one"}', '{"layout": 1}'])
def test_a_manifest_that_is_none_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "manifest.json").write_text(content)
    with pytest.raises(InputError, match=r"manifest\.json is no manifest"):
        load_folder(tmp_path)


def test_a_folder_without_a_manifest_holds_no_model(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no model"):
        load_folder(tmp_path)
    with pytest.raises(InputError, match="no such model folder"):
        load_folder(tmp_path / "nowhere")


def test_a_card_shows_how_far_probabilities_can_be_trusted() -> None:
    bins = [{"said": 0.1, "came": 0.2, "gaps": 40}, {"said": 0.9, "came": 0.8, "gaps": 30}]
    told = card(Manifest(model="cnn", settings={"reliability": bins})).splitlines()
    assert told[-2:] == [f"  0.100 → 0.200 {'▪' * 6}", f"  0.900 → 0.800 {'▪' * 24}"]


def test_a_manifest_can_be_told_anew(tmp_path: Path) -> None:
    save_folder(tmp_path / "model", Content(Manifest(model="cnn"), lists={"words": ["so"]}))
    save_manifest(tmp_path / "model", Manifest(model="cnn", title="better known"))
    opened = open_folder(tmp_path / "model")
    assert (opened.manifest.title, opened.lines("words")) == ("better known", ("so",))
