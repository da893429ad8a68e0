"""Model folders that also hold files of other kinds: `model.onnx`, `tokenizer.json`."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from pausa.core.errors import InputError
from pausa.models.storage import MANIFEST, Content, Folder, save_folder

NETWORK = "model.onnx"
TOKENIZER = "tokenizer.json"


def file_of(folder: Folder, name: str) -> Path:
    """A file of an opened folder; an error where it is not there."""
    path = folder.path / name
    if not path.is_file():
        raise folder.damaged(f"{name} is missing")
    return path


def save_with_files(path: str | Path, content: Content, files: Mapping[str, bytes]) -> None:
    """Write a model folder with further files, whole or not at all."""
    target = Path(path)
    if target.exists() and not (target / MANIFEST).is_file() and (not target.is_dir() or any(target.iterdir())):
        raise InputError(str(path), None, "is there already and holds no model", "choose another folder")
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name[:40]}.") as place:
        made, old = Path(place) / "new", Path(place) / "old"
        save_folder(made, content)
        for name, data in files.items():
            (made / name).write_bytes(data)
        if target.exists():
            os.replace(target, old)
        os.replace(made, target)
        shutil.rmtree(old, ignore_errors=True)
