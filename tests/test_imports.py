"""Nothing is loaded that is not asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {"torch", "onnxruntime", "sklearn", "scipy", "matplotlib", "fastapi", "pandas", "pyarrow", "tokenizers", "rich"}

RUN = "from click.testing import CliRunner; from pausa.cli import main; CliRunner().invoke(main"


def loaded_by(code: str) -> set[str]:
    finished = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*{{name.split('.')[0] for name in sys.modules}})"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(finished.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    "code",
    [
        "import pausa",
        f"{RUN}, ['--help'])",
        f"{RUN}, ['segment', '--help'])",
    ],
)
def test_import_and_help_are_light(code: str) -> None:
    assert not loaded_by(code) & (HEAVY | {"numpy"})


def test_formats_are_listed_without_their_libraries() -> None:
    code = f"{RUN}, ['formats'])"
    assert not loaded_by(code) & (HEAVY | {"numpy", "pysubs2", "praatio", "pympi"})
