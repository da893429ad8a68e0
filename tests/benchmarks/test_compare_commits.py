"""Two commits side by side: the made corpus, and what counts as a difference."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from benchmarks import compare_commits
from benchmarks.compare_commits import Outcome, commands, compare, first_difference, make_corpus
from pausa.core.errors import OptionError
from pausa.formats.files import read

SAME = Outcome(b"a\nb\n", b"", 0)


def test_the_same_seed_makes_the_same_files(tmp_path: Path) -> None:
    made = []
    for name, seed in (("one", 3), ("two", 3), ("other", 4)):
        (tmp_path / name).mkdir()
        make_corpus(tmp_path / name, recordings=2, seed=seed)
        made.append({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()})
    assert made[0] == made[1]
    assert made[0] != made[2]


def test_every_file_holds_the_same_words(tmp_path: Path) -> None:
    names = make_corpus(tmp_path, recordings=1, seed=1)
    people = [f"{person}.txt" for person in ("ann", "ben", "eve")]
    assert len({read(tmp_path / name).transcript.texts for name in (*names, *people)}) == 1


def test_all_that_users_do_most_is_compared() -> None:
    assert {command[0] for command in commands(["talk0.ctm"])} == {"segment", "convert", "score", "agree"}


@pytest.mark.parametrize(
    ("new", "verdict", "where"),
    [
        (SAME, "identical", ""),
        (Outcome(b"a\nc\n", b"", 0), "output", "line 2: b | c"),
        (Outcome(b"a\n", b"", 0), "output", "line 2: b | "),
        (Outcome(b"a\nb\n", b"careful\n", 0), "messages", "line 1:  | careful"),
        (Outcome(b"", b"pausa: no\n", 2), "exit code", "0 | 2 pausa: no"),
    ],
)
def test_a_row_says_what_differs_and_where_first(new: Outcome, verdict: str, where: str) -> None:
    assert compare(["agree", "a", "b"], SAME, new) == ("agree a b", verdict, where)


def test_a_long_line_is_shown_from_near_the_difference() -> None:
    shown = first_difference(b"x" * 500 + b"1", b"x" * 500 + b"2")
    assert shown == f"line 1: {'x' * 20}1 | {'x' * 20}2"


def test_worktrees_are_cleared_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository = tmp_path / "repository"
    git = ["git", "-C", str(repository), "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run(["git", "init", "-q", str(repository)], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "first"], check=True)
    monkeypatch.setattr(compare_commits, "ROOT", repository)
    with compare_commits._checked_out("HEAD", "HEAD", tmp_path) as (old, new):
        assert old.is_dir()
        assert new.is_dir()
    assert not old.exists()
    with pytest.raises(OptionError), compare_commits._checked_out("HEAD", "nothing", tmp_path):
        pass
    listed = subprocess.run([*git, "worktree", "list"], capture_output=True, text=True, check=True).stdout
    assert len(listed.splitlines()) == 1
