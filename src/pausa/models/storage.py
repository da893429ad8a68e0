"""Model folders: a manifest in JSON, arrays as `.npy`, lists of words as `.txt`, networks as `.onnx`.

    my-model/
        manifest.json     what it is, what it learned from and under what licence, how well it does
        after.npy         arrays are mapped into memory when they are used, not read
        words.txt         one item per line
        model.onnx        files of other kinds are kept as they are

Nothing in a folder can run. The same content gives the same bytes. A folder is written whole or not at all.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import InputError
from pausa.core.saving import put, replacing_folder

#: The version of this layout; a folder with a higher one is from a later Pausa.
LAYOUT = 1
MANIFEST = "manifest.json"
#: Where the models that come with Pausa are.
BUNDLED = Path(__file__).parent / "bundled"
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_FILE = re.compile(r"[a-z][a-z0-9_-]*\.(onnx|json)")


class Data(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something a model learned from."""

    name: str
    licence: str
    attribution: str = ""
    use: str = ""
    words: int = 0


class Score(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How well a model does on something it did not learn from, and exactly how that was measured."""

    on: str
    value: float
    signature: str
    note: str = ""


class Manifest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a model folder says about itself.

    `needs` is what a transcript must have beside its words, `uses` what helps where it is there; `settings`
    are the model's own.
    """

    model: str
    title: str = ""
    language: str = ""
    licence: str = ""
    made_with: str = ""
    needs: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    data: tuple[Data, ...] = ()
    scores: tuple[Score, ...] = ()
    notes: tuple[str, ...] = ()
    settings: dict[str, Any] = msgspec.field(default_factory=dict)


@dataclass(frozen=True)
class Folder:
    """An opened model folder."""

    path: Path
    manifest: Manifest

    def array(self, name: str, *, gaps: bool = False) -> NDArray[Any]:
        """An array of numbers, mapped into memory; with `gaps`, some may be missing (NaN)."""
        path = self.file(f"{name}.npy")
        try:
            with warnings.catch_warnings(action="error"):
                # An empty array cannot be mapped.
                found = np.asarray(np.load(path, mmap_mode="r", allow_pickle=False))
        except Exception as problem:  # a header is read as Python, and a damaged one may raise anything
            raise self.damaged(f"{name}.npy cannot be read ({_one_line(problem)})") from problem
        if found.dtype.kind not in "fiu" or not (np.isfinite(found) | (gaps and np.isnan(found))).all():
            raise self.damaged(f"{name}.npy holds what is no number")
        return found

    def lines(self, name: str) -> tuple[str, ...]:
        """The items of a list."""
        try:
            text = self.file(f"{name}.txt").read_bytes().decode()
        except (UnicodeDecodeError, OSError) as problem:
            raise self.damaged(f"{name}.txt cannot be read ({problem})") from problem
        return tuple(text.removesuffix("\n").split("\n")) if text else ()

    def file(self, name: str) -> Path:
        """The path of a file; a pipe or a folder of that name is none."""
        path = self.path / name
        if not path.is_file():
            raise self.damaged(f"{name} is {'no file' if path.exists() else 'missing'}")
        return path

    def damaged(self, problem: str) -> InputError:
        """An error for the caller to raise: the folder is not what its manifest says."""
        return InputError(str(self.path), None, f"this model folder is damaged: {problem}", "get or train it again")


@dataclass(frozen=True)
class Content:
    """What goes into a model folder."""

    manifest: Manifest
    arrays: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    lists: Mapping[str, Sequence[str]] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)


def open_bundled(name: str) -> Folder:
    """The folder of a model that comes with Pausa."""
    return open_folder(BUNDLED / name)


def open_folder(path: str | Path) -> Folder:
    """A folder with its manifest read and its layout checked."""
    place = Path(path)
    if not place.is_dir():
        raise InputError(str(path), None, "there is no such model folder", "pausa models lists the models by name")
    if not (place / MANIFEST).is_file():
        has = f"its {MANIFEST} is no file" if (place / MANIFEST).exists() else f"it has no {MANIFEST}"
        raise InputError(str(path), None, f"this folder holds no model: {has}")
    try:
        content = (place / MANIFEST).read_bytes()
        layout = msgspec.json.decode(content, type=_Layout).layout
        if layout > LAYOUT:
            raise InputError(str(path), None, f"this model has layout {layout}", "a later Pausa can read it")
        return Folder(place, msgspec.json.decode(content, type=Manifest))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, OSError) as problem:
        told = _one_line(problem)
        raise InputError(str(path), None, f"{MANIFEST} is no manifest ({told})", "get or train it again") from None


def save_folder(path: str | Path, content: Content) -> None:
    """Write a model folder; one that is there already is replaced, anything else is left alone."""
    check_target(path)
    for name in (*content.arrays, *content.lists):
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} is no name for a part of a model")
    for name in content.files:
        if name == MANIFEST or not _FILE.fullmatch(name):
            raise ValueError(f"{name!r} is no name for a file of a model")
    with replacing_folder(Path(path)) as part:
        _fill(part, content)


def check_target(path: str | Path) -> None:
    """Refuse a place where there is something else than a model or an empty folder."""
    target = Path(path)
    if target.exists() and not (target / MANIFEST).is_file() and not (target.is_dir() and not any(target.iterdir())):
        raise InputError(str(path), None, "is there already and holds no model", "choose another folder")


def save_manifest(path: str | Path, manifest: Manifest) -> None:
    """Write the manifest of a folder that is there already anew, and nothing else."""
    put(_written(manifest), Path(path) / MANIFEST)


def _written(manifest: Manifest) -> bytes:
    told = {"layout": LAYOUT, **msgspec.to_builtins(manifest)}
    return msgspec.json.format(msgspec.json.encode(told), indent=2) + b"\n"


def _fill(place: Path, content: Content) -> None:
    (place / MANIFEST).write_bytes(_written(content.manifest))
    for name, array in content.arrays.items():
        np.save(place / f"{name}.npy", np.ascontiguousarray(array), allow_pickle=False)
    for name, items in content.lists.items():
        text = "".join(f"{item}\n" for item in (each.replace("\n", " ") for each in items))
        (place / f"{name}.txt").write_bytes(text.encode())
    for name, data in content.files.items():
        (place / name).write_bytes(data)


def _one_line(problem: Exception) -> str:
    return " ".join(str(problem).split())[:200] or type(problem).__name__


def folder_bytes(path: str | Path) -> int:
    """How much room a model folder takes."""
    return sum(each.stat().st_size for each in Path(path).iterdir())


def card(manifest: Manifest) -> str:
    """What a person should know about a model before using it, as lines of text."""
    lines = [f"{manifest.model}: {manifest.title}" if manifest.title else manifest.model]
    lines.append(f"needs: {', '.join(('words', *manifest.needs))}")
    if manifest.uses:
        lines.append(f"uses where they are there: {', '.join(manifest.uses)}")
    for label, value in (
        ("language", manifest.language),
        ("licence", manifest.licence),
        ("made with", manifest.made_with),
    ):
        if value:
            lines.append(f"{label}: {value}")
    threshold = manifest.settings.get("threshold")
    if isinstance(threshold, float):
        lines.append(f"cuts, unless told otherwise, where the probability reaches {threshold:g}")
    for each in manifest.data:
        told = [f"{each.words:,} words" if each.words else "", each.use, each.licence, each.attribution]
        lines.append(f"learned from {each.name}: {'; '.join(part for part in told if part)}")
    for score in manifest.scores:
        note = f" ({score.note})" if score.note else ""
        lines.append(f"score on {score.on}: {score.value:.3f}{note}  {score.signature}")
    return "\n".join([*lines, *manifest.notes, *_reliability(manifest.settings.get("reliability"))])


def _reliability(found: Any) -> list[str]:
    """What a model's probabilities come to on held-out recordings, as a small diagram of text."""
    if not isinstance(found, list) or not found:
        return []
    try:
        bins = msgspec.convert(found, list[_Bin])
    except msgspec.ValidationError:
        return ["(what it says about its reliability cannot be read)"]
    lines = ["held-out gaps by the probability they were given, and how many of them were ends:"]
    return lines + [f"  {each.said:5.3f} → {each.came:5.3f} {'▪' * round(30 * each.came)}" for each in bins]


Share: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=1)]


class _Bin(msgspec.Struct):
    """Gaps that were given about the same probability."""

    said: Share
    came: Share


class _Layout(msgspec.Struct):
    """The one thing that must be known before the rest of a manifest can be read."""

    layout: int
