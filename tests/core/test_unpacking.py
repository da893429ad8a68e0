"""Packed files are unpacked as far as a transcript of their size can go, and no further."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import pausa
from pausa.core.errors import InputError, OptionError, TooLarge
from pausa.core.unpacking import FACTOR, FEW, SMALL, ReadLimits, opened, unpacked
from pausa.formats.files import parse, read_all
from pausa.lm.arpa import read_arpa
from pausa.training.corpora import read_documents
from tests.cli.test_convert_and_segment import pausa as run

PACKERS: dict[str, Callable[[bytes], bytes]] = {".gz": gzip.compress, ".xz": lzma.compress, ".bz2": bz2.compress}
packed_by = pytest.mark.parametrize("suffix", PACKERS)


def quiet(_: str) -> None:
    pass


def stored(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(PACKERS[path.suffix](content))
    return path


@packed_by
@pytest.mark.parametrize("content", [b"", b"so we left\n", b"so we left\n" * 100_000])
def test_what_was_packed_comes_out(suffix: str, content: bytes) -> None:
    pack = PACKERS[suffix]
    assert unpacked(pack(content), name="talk") == content
    assert unpacked(pack(content) + pack(b"it was late"), name="talk") == content + b"it was late", "two in one file"


@packed_by
def test_what_is_cut_off_is_named(tmp_path: Path, suffix: str) -> None:
    data = PACKERS[suffix](random.Random(1).randbytes(1000))
    with pytest.raises(InputError, match=r"talk: packed, but cannot be unpacked.*is it whole"):
        unpacked(data[:-20], name="talk")


@packed_by
def test_what_unpacks_to_too_much_is_refused_with_the_limit_and_the_way_round_it(tmp_path: Path, suffix: str) -> None:
    path = stored(tmp_path, f"talk.txt{suffix}", b"\n" * (SMALL + 1))
    with pytest.raises(TooLarge, match=rf"talk\.txt\{suffix}: unpacks to more than 16 MB.*--max-expanded MB") as caught:
        read_all(path)
    assert "\n" not in str(caught.value)


def test_the_limit_follows_from_the_size_or_is_given() -> None:
    assert ReadLimits().bytes_for(10) == SMALL
    assert ReadLimits().bytes_for(SMALL) == FACTOR * SMALL
    assert ReadLimits(expanded_bytes=5).bytes_for(SMALL) == 5
    assert ReadLimits().words_for(10) == FEW
    assert ReadLimits().words_for(10 * FEW) == 10 * FEW
    assert ReadLimits(expanded_bytes=5).words_for(10) is None
    assert ReadLimits(expanded_bytes=5, words=7).words_for(10) == 7
    with pytest.raises(OptionError, match="above 0"):
        ReadLimits(expanded_bytes=0)
    with pytest.raises(OptionError, match="above 0"):
        ReadLimits(words=-1)


MANY = {
    "talk.txt": b"a " * (3 * FEW + 2),
    "wide.txt": "a\u3000".encode() * (3 * FEW + 2),
    "talk.csv": b"word,start\n" + b"a,\n" * (FEW + 1),
    "talk.ctm": b"c 1 1 1 a\n" * (FEW + 1),
    "talk.json": b'{"text":"a","result":[' + b",".join([b'{"word":"a","start":1,"end":2}'] * (FEW + 1)) + b"]}",
    "escaped.json": b'{"segments":[{"id":0,"start":0,"end":1,"text":"' + b"a\\n" * (3 * FEW + 2) + b'"}],"text":"a"}',
}


@pytest.mark.parametrize("name", MANY)
def test_a_small_file_of_very_many_words_is_refused(tmp_path: Path, name: str) -> None:
    path = stored(tmp_path, f"{name}.gz", MANY[name])
    assert len(MANY[name]) < SMALL, "it is not the bytes that are too many"
    with pytest.raises(TooLarge, match=r"pieces of text|words"):
        read_all(path, warn=quiet)


@pytest.mark.parametrize("name", ["talk.txt", "talk.ctm"])
def test_a_file_that_is_trusted_is_read_and_so_is_a_plain_one(tmp_path: Path, name: str) -> None:
    path = stored(tmp_path, f"{name}.gz", MANY[name])
    (document,) = read_all(path, warn=quiet, limits=ReadLimits(expanded_bytes=SMALL))
    assert document.n_words > FEW
    assert pausa.read(path, warn=quiet, limits=pausa.ReadLimits(expanded_bytes=SMALL)).n_words == document.n_words
    path.with_suffix("").write_bytes(MANY[name])
    assert read_all(path.with_suffix(""), warn=quiet)[0].n_words == document.n_words


@packed_by
def test_honest_transcripts_of_any_spelling_are_read(tmp_path: Path, suffix: str) -> None:
    chance = random.Random(7)
    words = [f"{chance.choice(SOUNDS)}{chance.choice(SOUNDS)}" for _ in range(5_000)]
    starts = [0.4 * place + chance.randrange(30) / 100 for place in range(len(words))]
    rows = [
        {
            "start_time": f"{start:.2f}",
            "end_time": f"{start + chance.randrange(10, 35) / 100:.2f}",
            "alternatives": [{"confidence": f"{chance.random():.3f}", "content": word}],
            "type": "pronunciation",
        }
        for word, start in zip(words, starts, strict=True)
    ]
    results = {"transcripts": [{"transcript": " ".join(words)}], "items": rows}
    spelled = {
        "call.json": json.dumps({"jobName": "call", "results": results}, indent=4),
        "call.ctm": "".join(f"call 1 {start:.2f} 0.10 {word}\n" for word, start in zip(words, starts, strict=True)),
        "call.txt": " ".join(words),
    }
    for name, text in spelled.items():
        # The floors under the limits save a small file; a large one has the factors only, and they leave room.
        data = PACKERS[suffix](text.encode())
        assert len(text) < FACTOR * len(data) / 1.5
        assert max(len(text.split()), text.count('"') / 2) < 3 * len(data) / 1.5
        path = stored(tmp_path, f"{name}{suffix}", text.encode())
        assert read_all(path, warn=quiet)[0].n_words == len(words)


SOUNDS = "ka lo mi tu re sen dor vim pal gi no che bra ston wi zu".split()


def test_other_readers_of_packed_files_have_the_same_limit(tmp_path: Path) -> None:
    path = stored(tmp_path, "talk.jsonl.gz", b" " * (SMALL + 1))
    readers: list[Callable[[], object]] = [
        lambda: read_arpa(path),
        lambda: list(read_documents([path], say=quiet)),
    ]
    for reader in readers:
        with pytest.raises(TooLarge, match="unpacks to more than 16 MB"):
            reader()
    with pytest.raises(TooLarge), opened(path, limits=ReadLimits(expanded_bytes=100)) as file:
        file.read()


@pytest.mark.parametrize(
    "content",
    [
        b'{"items": {%s}, "segmentation_type": "linear"}'
        % b",".join(b'"%d": {"anna": [9999999]}' % number for number in range(1000)),
        b"[%s]" % b",".join([b'{"pausa": 1, "n_words": 9999999}'] * 1000),
        b'{"pausa": 1, "n_words": 9999999}\n' * 1000,
    ],
)
def test_numbers_of_words_add_up_to_a_limit(content: bytes) -> None:
    with pytest.raises(InputError, match="more than 10,000,000 words"):
        parse(content, name="talk", warn=quiet)


def test_the_option_raises_the_limit(tmp_path: Path) -> None:
    path = stored(tmp_path, "talk.lines.gz", b"so we left\n" + b" " * SMALL)
    refused = run("convert", path, tmp_path / "out.txt")
    assert refused.exit_code == 2
    assert "--max-expanded" in refused.stderr
    assert run("convert", path, tmp_path / "out.lines", "--max-expanded", 17).exit_code == 0
    assert (tmp_path / "out.lines").read_text() == "so we left\n"
    for command in (["score", path, "-r", path], ["agree", path, path], ["align", path, path]):
        assert "--max-expanded" in run(*command).stderr
        assert "--max-expanded" not in run(*command, "--max-expanded", 17).stderr


@pytest.mark.skipif(os.name == "nt", reason="no limits on memory")
@packed_by
def test_memory_stays_within_the_limit(tmp_path: Path, suffix: str) -> None:
    """A gigabyte of nothing, read by a process that may have half of that."""
    path = tmp_path / f"talk.txt{suffix}"
    piece = PACKERS[suffix](b" " * (4 << 20))
    path.write_bytes(piece * 256)
    program = (
        "import resource, sys\n"
        "from pausa.core.errors import TooLarge\n"
        "from pausa.formats.files import read_all\n"
        "resource.setrlimit(resource.RLIMIT_AS, (500 << 20, 500 << 20))\n"
        "try:\n    read_all(sys.argv[1])\n"
        "except TooLarge as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=False)
    assert "unpacks to more than" in done.stdout, done.stderr
