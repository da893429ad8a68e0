"""What the shell is told, as docs/completion.md sets it up."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def told(**environment: str) -> str:
    command = [sys.executable, "-c", "from pausa.cli import main; main(prog_name='pausa')"]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_for_the_shell_is_given(shell: str) -> None:
    if shell == "bash" and not os.path.exists("/bin/bash"):
        pytest.skip("no bash to ask for its version")
    assert "_PAUSA_COMPLETE" in told(_PAUSA_COMPLETE=f"{shell}_source")


@pytest.mark.parametrize(
    ("words", "number", "found"),
    [
        ("pausa seg", 1, ["segment"]),
        ("pausa segment --marks ", 3, ["auto", "keep", "ignore", "blend"]),
        ("pausa segment --speak", 2, ["--speakers"]),
    ],
)
def test_commands_options_and_values_are_completed(words: str, number: int, found: list[str]) -> None:
    said = told(_PAUSA_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(number))
    assert [line.partition(",")[2] for line in said.splitlines()] == found
