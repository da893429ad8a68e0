"""The neural detectors at run time, with small networks that know nothing: what holds for any weights."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer
from tokenizers.models import Unigram
from tokenizers.pre_tokenizers import Metaspace

from pausa.core.errors import InputError
from pausa.core.words import Transcript, Word
from pausa.models.base import Detector
from pausa.models.neural.inputs import line_of
from pausa.models.neural.onnx import NETWORK, Network
from pausa.models.neural.pieces import MOST_PIECES, WordPieces, ngrams
from pausa.models.neural.windows import WindowPlan, beginnings
from pausa.models.storage import Content, Manifest, open_folder, save_folder
from tests.builders import spoken
from tests.strategies import TEXTS, transcripts
from tests.training.neural.examples import LOADERS, TINY_SIZES, named, tokenizer_folder

torch = pytest.importorskip("torch")

from pausa.models import brnn  # noqa: E402
from pausa.training.neural.building import Parts, build  # noqa: E402
from pausa.training.neural.heldout import torch_logits  # noqa: E402

COUNTS = {text.lower(): 3 for text in TEXTS}
SMALL = WindowPlan(radius=5, longest=16, before=4, after=3)


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Parts]:
    torch.set_num_threads(1)
    torch.manual_seed(3)
    place = tmp_path_factory.mktemp("parts")
    tokenizer_folder(place)
    made = {
        name: build(name, TINY_SIZES[name], COUNTS, work=place / name, pretrained=place, from_scratch=True)
        for name in LOADERS
    }
    for each in made.values():
        for weight in each.kind.network.parameters():  # also those that start as zeros
            torch.nn.init.normal_(weight, std=0.3)
    return made


@pytest.fixture(scope="module")
def folders(parts: dict[str, Parts], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    place = tmp_path_factory.mktemp("models")
    for name, each in parts.items():
        exported = each.export()
        windows = {"radius": 5, "longest": 16, "before": 4, "after": 3}
        manifest = Manifest(model=name, settings={"windows": windows, "threshold": 0.4})
        save_folder(place / name, Content(manifest, exported.arrays, exported.lists, exported.files))
    return {name: place / name for name in parts}


@pytest.fixture(scope="module")
def detectors(folders: dict[str, Path]) -> dict[str, Detector]:
    return {name: LOADERS[name](open_folder(folder)) for name, folder in folders.items()}


def numbers(n_words: int) -> Transcript:
    """A long talk without times."""
    rng = np.random.default_rng(n_words)
    return Transcript(tuple(Word(TEXTS[place]) for place in rng.integers(len(TEXTS), size=n_words)))


@named
def test_a_detector_knows_its_name_and_needs_nothing_but_words(name: str, detectors: dict[str, Detector]) -> None:
    assert (detectors[name].name, detectors[name].needs) == (name, frozenset())


@named
@given(talk=transcripts())
def test_every_word_gets_a_score(name: str, detectors: dict[str, Detector], talk: Transcript) -> None:
    scores = detectors[name].score(talk)
    assert len(scores) == len(talk)
    assert set(scores.marks) == {".", "?", ","}


@named
@pytest.mark.parametrize("n_words", [0, 1, 2, 3000])
def test_talks_of_any_length_are_scored(name: str, detectors: dict[str, Detector], n_words: int) -> None:
    assert len(detectors[name].score(numbers(n_words))) == n_words


@named
def test_strange_words_are_scored(name: str, detectors: dict[str, Detector]) -> None:
    strange = ("…", "\u200b", "x" * 5000, "[SEP]", "🎉", "\ud800", "a\ud800b", "日本語" * 20, "a b", "-")
    assert len(detectors[name].score(Transcript(tuple(map(Word, strange))))) == len(strange)


@named
def test_case_and_marks_make_no_difference(name: str, detectors: dict[str, Detector]) -> None:
    plain = Transcript(tuple(map(Word, ("so", "we", "left", "don't", "ask"))))
    tokens = (Word("So"), Word("WE"), Word("left", mark="."), Word("Don’t", before='"'), Word("ask", mark="?"))
    dressed = Transcript(tokens)
    assert detectors[name].score(plain).ends.tolist() == detectors[name].score(dressed).ends.tolist()


@named
def test_pauses_are_heard_where_they_are_known(name: str, detectors: dict[str, Detector]) -> None:
    silent, talk = spoken("so we left / it was late"), spoken("so we left it was late")
    bare = Transcript(tuple(Word(text) for text in talk.texts))
    three = [detectors[name].score(each).ends.tolist() for each in (silent, talk, bare)]
    assert three[0] != three[1] != three[2] != three[0]


@named
def test_turns_are_heard_where_they_are_known(name: str, detectors: dict[str, Detector]) -> None:
    scores = [detectors[name].score(spoken(text)).ends.tolist() for text in ("A: so we B: left", "so we left")]
    assert scores[0] != scores[1]


@named
@given(data=st.data())
def test_a_cut_changes_only_scores_near_it(name: str, detectors: dict[str, Detector], data: st.DataObject) -> None:
    talk = numbers(150)
    cut = data.draw(st.integers(1, 149))
    whole = detectors[name].score(talk).ends
    apart = np.concatenate([detectors[name].score(piece).ends for piece in (talk.slice(0, cut), talk.slice(cut, 150))])
    starts = beginnings(line_of(talk).forms, SMALL.radius)
    near = SMALL.radius + 2 + max(SMALL.before, SMALL.after)
    first = max((start for start in starts.tolist() if start <= cut - near), default=0)
    first = max((start for start in starts.tolist() if start < first), default=0)
    last = min((start for start in starts.tolist() if start >= cut + near), default=150)
    changed = np.flatnonzero(whole != apart)
    assert ((changed >= first) & (changed < last)).all()


@named
def test_lines_learned_from_together_are_read_as_if_alone(name: str, parts: dict[str, Parts]) -> None:
    kind = parts[name].kind
    kind.network.eval()
    lines = [line_of(spoken(text)) for text in ("so we left / it was late", "so", "A: did they B: ask / anna again")]
    alone = torch.cat([kind.logits([line]) for line in lines])
    assert torch.allclose(kind.logits(lines), alone, atol=1e-5)


@named
def test_the_exported_network_is_the_trained_one(name: str, parts: dict[str, Parts]) -> None:
    exported = parts[name].export("full")
    line = line_of(spoken("A: so we left / B: it was late / did they ask anna again"))
    expected = torch_logits(parts[name].kind, line)
    close = 1e-4 if name == "transformer" else 5e-3  # tables of words are kept in half precision
    assert parts[name].detector(exported).logits(line) == pytest.approx(expected, abs=close)


def test_an_exported_network_knows_distances_in_windows_of_any_length(tmp_path: Path) -> None:
    tokenizer_folder(tmp_path)
    size = msgspec.structs.replace(TINY_SIZES["transformer"], distances=32)
    parts = build("transformer", size, COUNTS, work=tmp_path / "work", pretrained=tmp_path, from_scratch=True)
    for weight in parts.kind.network.parameters():
        torch.nn.init.normal_(weight, std=0.3)
    parts.kind.network.eval()
    detector = parts.detector(parts.export("full"))
    for n_words in (1, 7, 30, 90):
        line = line_of(numbers(n_words))
        assert detector.logits(line) == pytest.approx(torch_logits(parts.kind, line), abs=1e-4)


def test_the_quantised_network_is_nearly_the_trained_one(parts: dict[str, Parts]) -> None:
    line = line_of(numbers(400))
    whole = parts["transformer"].detector(parts["transformer"].export("full")).logits(line)
    small = parts["transformer"].detector(parts["transformer"].export("int8")).logits(line)
    assert not np.array_equal(whole, small)
    assert np.abs(whole - small).mean() < 0.1 * whole.std()
    assert np.corrcoef(whole.ravel(), small.ravel())[0, 1] > 0.99


def test_in_half_precision_the_network_is_the_trained_one(parts: dict[str, Parts]) -> None:
    line = line_of(numbers(400))
    exported = {precision: parts["transformer"].export(precision) for precision in ("full", "half")}
    whole, half = (parts["transformer"].detector(each).logits(line) for each in exported.values())
    assert np.abs(whole - half).mean() < 0.005 * whole.std()
    assert len(exported["half"].files[NETWORK]) < 0.8 * len(exported["full"].files[NETWORK])


def test_weights_are_bytes_and_the_lower_feed_forward_layers_multiply_in_full(parts: dict[str, Parts]) -> None:
    onnx = pytest.importorskip("onnx")
    size: Any = TINY_SIZES["transformer"]
    graph = onnx.load_from_string(parts["transformer"].export("int8").files[NETWORK]).graph
    in_bytes = [node for node in graph.node if node.op_type == "MatMulInteger"]
    assert len(in_bytes) == 4 * size.layers - 2 * (size.layers // 2)
    kinds = {each.name: each.data_type for each in graph.initializer if len(each.dims) == 2 and size.inner in each.dims}
    assert len(kinds) == 2 * size.layers
    assert set(kinds.values()) == {onnx.TensorProto.INT8}


@named
def test_a_score_does_not_depend_on_how_many_threads_there_are(name: str, folders: dict[str, Path]) -> None:
    detector = LOADERS[name](open_folder(folders[name]))
    one, four = (
        replace(detector, network=Network(folders[name] / "model.onnx", threads=threads))  # type: ignore[type-var]
        for threads in (1, 4)
    )
    talk = numbers(500)
    assert one.score(talk).ends.tolist() == four.score(talk).ends.tolist()


@named
def test_a_folder_without_its_network_is_named(name: str, folders: dict[str, Path], tmp_path: Path) -> None:
    for each in folders[name].iterdir():
        if each.name != "model.onnx":
            (tmp_path / each.name).write_bytes(each.read_bytes())
    with pytest.raises(InputError, match=r"damaged: model\.onnx is missing"):
        LOADERS[name](open_folder(tmp_path))


@named
def test_a_network_that_is_none_is_named(name: str, folders: dict[str, Path], tmp_path: Path) -> None:
    for each in folders[name].iterdir():
        (tmp_path / each.name).write_bytes(b"no" if each.name == "model.onnx" else each.read_bytes())
    detector = LOADERS[name](open_folder(tmp_path))
    with pytest.raises(InputError, match="cannot be loaded"):
        detector.score(numbers(3))


@named
def test_settings_that_make_no_sense_are_named(name: str, folders: dict[str, Path], tmp_path: Path) -> None:
    for each in folders[name].iterdir():
        content = each.read_bytes()
        (tmp_path / each.name).write_bytes(content.replace(b'"radius": 5', b'"radius": "far"'))
    with pytest.raises(InputError, match="settings make no sense"):
        LOADERS[name](open_folder(tmp_path))


def test_vectors_that_do_not_fit_the_words_are_named(folders: dict[str, Path], tmp_path: Path) -> None:
    for each in folders["brnn"].iterdir():
        (tmp_path / each.name).write_bytes(each.read_bytes() + (b"more\n" if each.name == "words.txt" else b""))
    with pytest.raises(InputError, match="the vectors do not fit the words"):
        brnn.from_folder(open_folder(tmp_path))


def test_a_model_folder_replaces_only_a_model_folder(tmp_path: Path) -> None:
    for data in (b"one", b"two"):
        save_folder(tmp_path / "model", Content(Manifest(model="cnn"), files={"model.onnx": data}))
    assert (tmp_path / "model" / "model.onnx").read_bytes() == b"two"
    assert {each.name for each in tmp_path.iterdir()} == {"model"}
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "mine.txt").write_text("dear")
    with pytest.raises(InputError, match="holds no model"):
        save_folder(tmp_path / "letters", Content(Manifest(model="cnn")))
    assert (tmp_path / "letters" / "mine.txt").exists()


def test_what_only_says_that_a_word_begins_takes_no_room() -> None:
    signs = [("<s>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), ("▁", -2.0), ("▁我", -1.0), ("們", -1.0), ("我", -3.0)]
    made = Tokenizer(Unigram(signs, unk_id=2))
    made.pre_tokenizer = Metaspace(prepend_scheme="always", split=False)
    pieces = WordPieces(made)
    number = {sign: place for place, (sign, _) in enumerate(signs)}
    assert pieces(["我", "們", "我們"]) == [(number["▁我"],), (number["們"],), (number["▁我"], number["們"])]


def test_long_words_keep_their_beginning_and_their_end(tmp_path: Path) -> None:
    pieces = WordPieces.from_file(tokenizer_folder(tmp_path) / "tokenizer.json")
    (long,) = pieces(["x" * 50 + "yz"])
    assert len(long) == MOST_PIECES
    assert long[-2:] == pieces(["xyz"])[0][-2:]


def test_a_tokenizer_does_not_remember_every_word_there_ever_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pausa.models.neural.pieces._MOST_KNOWN", 3)
    pieces = WordPieces.from_file(tokenizer_folder(tmp_path) / "tokenizer.json")
    first = pieces(["x", "y", "z"])
    for number in range(20):
        pieces([f"x{number}", "y"])
    assert len(pieces._known) <= 5
    assert pieces(["x", "y", "z"]) == first


def test_a_file_that_is_no_tokenizer_is_named(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(InputError, match="is no tokenizer"):
        WordPieces.from_file(tmp_path / "tokenizer.json")


def test_words_that_share_letters_share_ngrams() -> None:
    assert set(ngrams("painting", 1 << 20)) & set(ngrams("painted", 1 << 20))
    assert not set(ngrams("so", 1 << 20)) & set(ngrams("left", 1 << 20))
