"""Model folders, small ones of every kind, with one file of them spoiled: its name in one line, then its content."""

from __future__ import annotations

import json
import shutil
import tempfile
from functools import cache
from pathlib import Path
from random import Random

import msgspec
import numpy as np

from benchmarks.fuzz.mutations import array_mutated, bytes_mutated, json_mutated, lines_mutated
from benchmarks.fuzz.talks import WORDS
from benchmarks.fuzz.targets import Made, Target, room
from pausa.core.words import Transcript, Word
from pausa.lm import class_model, estimate, induced_classes
from pausa.models import card, load_folder
from pausa.models.bayes.buckets import Buckets
from pausa.models.bayes.counts import Counter, Vocabulary
from pausa.models.bayes.detector import BayesDetector
from pausa.models.bayes.tables import tables
from pausa.models.bayes.weights import Weights
from pausa.models.fst.detector import FstDetector
from pausa.models.fst.evidence import Weights as PathWeights
from pausa.models.fst.length import Gamma
from pausa.models.fst.storing import content as fst_content
from pausa.models.fst.tokens import stream
from pausa.models.storage import Content, Manifest, save_folder
from pausa.workflow.segment import segment as cut

#: Kinds of models; what each makes.
MODEL_KINDS = ("bayes", "fst", "transformer", "cnn", "brnn")
_LINES = (["so", "we", "left", "it", "was", "late"], ["nobody", "was", "there", "so", "we", "left"])
_ENDS = np.array([False, False, True, False, False, True])


class FolderTarget(Target):
    """A model folder, loaded and asked for scores."""

    weight = 0.15

    def __init__(self, kind: str) -> None:
        self.name, self._kind = f"model-{kind}", kind
        self._room = tempfile.TemporaryDirectory(prefix="pausa-fuzz-", dir=room())
        self._path = Path(self._room.name) / "model"

    def make(self, random: Random) -> Made:
        whole = files(self._kind)
        name = random.choice(sorted(whole))
        return Made(f"{name}\n".encode() + _spoiled(name, whole[name], random, files("cnn")["model.onnx"]))

    def run(self, data: bytes) -> None:
        name, _, spoiled = data.partition(b"\n")
        whole = {**files(self._kind), name.decode("ascii", "replace"): spoiled}
        shutil.rmtree(self._path, ignore_errors=True)
        self._path.mkdir()
        for part, content in whole.items():
            if "/" not in part and "\x00" not in part and 0 < len(part) < 60:
                (self._path / part).write_bytes(content)
        detector = load_folder(self._path)
        said = Transcript(tuple(Word(text, 400 * place, 400 * place + 300) for place, text in enumerate(WORDS)))
        for each in (said, Transcript(tuple(Word(word.text) for word in said.words[:3]))):
            scores = detector.score(each)
            if cut(each, detector).ends[-1:] != (len(each) - 1,):
                raise ValueError("the last word ends no sentence")
            if len(scores.ends) != len(each) or not ((scores.ends >= 0) & (scores.ends <= 1)).all():
                raise ValueError(f"scores that are no probabilities: {scores.ends[:5]}")
        card(str(self._path))


def _spoiled(name: str, content: bytes, random: Random, other: bytes) -> bytes:
    if name.endswith(".npy"):
        return array_mutated(content, random)
    if name.endswith(".json"):
        return json_mutated(content, random) if random.random() < 0.8 else bytes_mutated(content, random)
    if name.endswith(".txt"):
        return lines_mutated(content, random)
    # A network: cut off, empty, of another model, or the bytes of its weights changed; what is inside of it otherwise
    # is for the library to read, which is not ours.
    return random.choice(
        [b"", b"no", content[: random.randrange(len(content))], other, _other_weights(content, random)]
    )


def _other_weights(content: bytes, random: Random) -> bytes:
    """The network with other numbers in it, or with weights of another shape."""
    import onnx
    from onnx import numpy_helper

    model = onnx.load_from_string(content)
    tensor = random.choice(list(model.graph.initializer))
    array = np.array(numpy_helper.to_array(tensor))
    match random.randrange(4):
        case 0:
            array = np.full_like(array, random.choice([np.nan, np.inf, -np.inf, 0, 1e30]))
        case 1:
            array = array[:, : random.choice([0, 1, 3])]
        case 2:
            array = np.concatenate([array, array], axis=1)
        case _:
            array = array[: random.choice([0, 1])]
    tensor.CopyFrom(numpy_helper.from_array(array, tensor.name))
    made: bytes = model.SerializeToString()
    return made


@cache
def files(kind: str) -> dict[str, bytes]:
    """The files of a small model of that kind."""
    content = {"bayes": _bayes, "fst": _fst, "transformer": _transformer, "cnn": _cnn, "brnn": _brnn}[kind]()
    with tempfile.TemporaryDirectory(prefix="pausa-fuzz-") as room_:
        save_folder(Path(room_) / "model", content)
        return {path.name: path.read_bytes() for path in sorted((Path(room_) / "model").iterdir())}


def _bayes() -> Content:
    vocabulary = Vocabulary()
    counter = Counter(vocabulary)
    for line in _LINES:
        counter.add(line, _ENDS)
    lexicon = tables(counter.counts(), vocabulary.forms).lexicon
    weights = {2: Weights((0.8, 0.8, 1, 1, 1, 1, 1, 0)), 3: Weights((0.8, 0.9, 0.5, 0.4, 0.6, 0.8, 0.3, 0))}
    return BayesDetector(lexicon, Buckets(np.linspace(0.02, 0.9, 26), 0.1), None, weights, 3).content()


def _fst() -> Content:
    streams = [stream(tuple(line), _ENDS) for line in _LINES]
    classes = class_model(streams, induced_classes(streams, 3), 2)
    weights = {"words": PathWeights(classes=0.3, length=0.2)}
    return fst_content(FstDetector(words=estimate(streams, 3), classes=classes, gamma=Gamma(3.0, 2.0), weights=weights))


def _manifest(kind: str) -> Manifest:
    return Manifest(model=kind, language="en", settings={"threshold": 0.5, "windows": {"radius": 8, "longest": 32}})


def _network(inputs: str, weights: np.ndarray[tuple[int, int], np.dtype[np.float32]], *, gather: bool) -> bytes:
    """A network of one layer: rows of a table by number, or a product."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    kind = TensorProto.INT64 if gather else TensorProto.FLOAT
    shape: list[str | int | None] = [1, "n"] if gather else [1, "n", weights.shape[0]]
    node = helper.make_node(
        "Gather" if gather else "MatMul", ["table", inputs] if gather else [inputs, "table"], ["out"]
    )
    graph = helper.make_graph(
        [node],
        "small",
        [helper.make_tensor_value_info(inputs, kind, shape)],
        [helper.make_tensor_value_info("out", TensorProto.FLOAT, [1, "n", weights.shape[1]])],
        [numpy_helper.from_array(weights, "table")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    made: bytes = model.SerializeToString()
    return made


def _numbers(rows: int, columns: int) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.random.default_rng(7).standard_normal((rows, columns)).astype(np.float32)


def _cnn() -> Content:
    network = _network("vectors", _numbers(6, 4), gather=False)
    return Content(_manifest("cnn"), {"vectors": _numbers(50, 6)}, files={"model.onnx": network})


def _brnn() -> Content:
    network = _network("vectors", _numbers(6, 4), gather=False)
    arrays = {"vectors": _numbers(len(WORDS) + 1, 6)}
    return Content(_manifest("brnn"), arrays, {"words": WORDS}, {"model.onnx": network})


def _transformer() -> Content:
    pieces = ["[UNK]", "[CLS]", "[SEP]", *dict.fromkeys(word.lower() for word in WORDS)]
    told = {
        "version": "1.0",
        "added_tokens": [],
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "Whitespace"},
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {piece: number for number, piece in enumerate(pieces)},
        },
    }
    network = _network("pieces", _numbers(len(pieces), 4), gather=True)
    tokenizer = msgspec.json.format(json.dumps(told)).encode()
    return Content(_manifest("transformer"), files={"model.onnx": network, "tokenizer.json": tokenizer})
