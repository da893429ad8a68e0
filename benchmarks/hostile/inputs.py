"""Hostile files of at most a megabyte, made by code: what each is called, its name on the disk, its bytes."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass

MOST_BYTES = 1_000_000
_DIGITS = "9" * 40_000
_EXPONENT = "1e999999999"
#: What packs to less than a megabyte and unpacks to a few thousand times as much.
_BOMB_BYTES = 400 << 20


@dataclass(frozen=True)
class Hostile:
    """An input: `title` for people, `name` as a file is called."""

    title: str
    name: str
    data: bytes


def inputs() -> Iterator[Hostile]:
    """Every input; those that need a package that is not there are left out."""
    yield from _numbers()
    yield from _growing()
    yield from _nested()
    yield from _long()
    yield from _broken()


def _numbers() -> Iterator[Hostile]:
    for told, number in (("an exponent of nine digits", _EXPONENT), ("40,000 digits", _DIGITS)):
        yield Hostile(f"csv, {told}", "a.csv", f"word,start_ms\nso,{number}\nwe,1\n".encode())
        yield Hostile(f"tsv, {told}", "a.tsv", f"word\tstart\nso\t{number}\nwe\t1\n".encode())
        yield Hostile(f"json, {told}", "a.json", f'{{"words": [{{"word": "so", "start": {number}}}]}}'.encode())
        yield Hostile(f"parquet, {told}", "a.parquet", _parquet({"word": ["so"], "start": [number]}))
        yield Hostile(
            f"ctm, {told}", "a.ctm", f"c{len(number)} 1 {number} 0.3 so\nc{len(number)} 1 1.0 {number} we\n".encode()
        )
        yield Hostile(f"srt, {told}", "a.srt", f"1\n00:00:{number},000 --> 00:00:02,000\nso\n".encode())
        yield Hostile(f"TextGrid, {told}", "a.TextGrid", _textgrid(number))
        yield Hostile(f"rttm, {told}", "a.rttm", f"LEXEME r{len(number)} 1 {number} 0.3 so lex anna <NA>\n".encode())


def _textgrid(number: str) -> bytes:
    head = 'File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0\nxmax = 2\ntiers? <exists>\nsize = 1\n'
    tier = 'item []:\n    item [1]:\n        class = "IntervalTier"\n        name = "a"\n        xmin = 0\n'
    rows = "        xmax = 2\n        intervals: size = 1\n        intervals [1]:\n            xmin = 0\n"
    last = f'            xmax = {number}\n            text = "so"\n'
    return f"{head}{tier}{rows}{last}".encode()


def _parquet(columns: dict[str, list[object]]) -> bytes:
    import pyarrow.parquet  # comes with the tables extra

    written = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(pyarrow.table(columns), written)
    return bytes(written.getvalue().to_pybytes())


def _growing() -> Iterator[Hostile]:
    packers: dict[str, Callable[[bytes], bytes]] = {"gz": gzip.compress, "xz": lzma.compress, "bz2": bz2.compress}
    for suffix, pack in packers.items():
        for title, unit in (("lines", b"so we left\n"), ("zeros", b"\0" * 11)):
            once = pack(unit * (8 << 20 >> 3))
            times = max(1, min(MOST_BYTES // len(once), _BOMB_BYTES // (len(unit) << 20)))
            yield Hostile(f"a bomb of {title} in {suffix}", f"a.txt.{suffix}", once * times)
    yield Hostile("a bomb in a docx", "a.docx", _docx(b"<w:t>" + b"so " * (50 << 20) + b"</w:t>"))
    yield Hostile("parquet, 20 million equal rows", "a.parquet", _many_rows(20_000_000))
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    xml = f'<?xml version="1.0"?><!DOCTYPE tt [<!ENTITY l0 "ha">{laughs}]><tt><body><div><p>&l11;</p></div></body></tt>'
    yield Hostile("a billion laughs in ttml", "a.ttml", xml.encode())
    yield Hostile("a billion laughs in eaf", "a.eaf", xml.replace("tt", "ANNOTATION_DOCUMENT").encode())


def _docx(body: bytes) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        space = b'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
        content = b"<w:document " + space + b"><w:body><w:p><w:r>" + body + b"</w:r></w:p></w:body></w:document>"
        archive.writestr("word/document.xml", content)
    return held.getvalue()


def _many_rows(count: int) -> bytes:
    import numpy as np
    import pyarrow.parquet

    words = pyarrow.DictionaryArray.from_arrays(np.zeros(count, dtype=np.int32), ["so"])
    written = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(pyarrow.table({"word": words}), written, compression="zstd")
    return bytes(written.getvalue().to_pybytes())


def _nested() -> Iterator[Hostile]:
    yield Hostile("json, lists in lists", "a.json", b"[" * 900_000)
    yield Hostile("json, objects in objects", "a.json", b'{"words":' * 90_000 + b"[]" + b"}" * 90_000)
    yield Hostile("ttml, elements in elements", "a.ttml", b"<tt>" + b"<span>" * 70_000 + b"</span>" * 70_000 + b"</tt>")
    yield Hostile("vtt, tags that never close", "a.vtt", b"WEBVTT\n\n00:01.000 --> 00:02.000\n" + b"<c>" * 300_000)
    yield Hostile(
        "ass, braces that never close", "a.ass", b"[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,,,," + b"{" * 900_000
    )


def _long() -> Iterator[Hostile]:
    yield Hostile("one word of a million letters", "a.txt", b"a" * 1_000_000)
    yield Hostile("one line of a million words", "a.txt", b"a " * 500_000)
    yield Hostile("a million full stops", "a.txt", b"." * 1_000_000)
    yield Hostile("abbreviations without end", "a.txt", b"U.S. " * 200_000)
    yield Hostile("accents without a letter", "a.txt", "\u0301".encode() * 500_000)
    yield Hostile("Chinese without a blank", "a.txt", "那就這樣".encode() * 80_000)
    yield Hostile("csv, one cell of a million letters", "a.csv", b"word,start\n" + b"a" * 980_000 + b",1\n")
    yield Hostile("csv, a quote that never closes", "a.csv", b'word,start\n"so' + b",a\n" * 300_000)
    yield Hostile("csv, 300,000 columns", "a.csv", b"word" + b",a" * 300_000 + b"\nso" + b",1" * 100_000)
    yield Hostile("jsonl, 75,000 rows", "a.jsonl", b'{"word":"a"}\n' * 75_000)
    yield Hostile("srt, cues of no length", "a.srt", b"1\n00:00:01,000 --> 00:00:01,000\nso\n\n" * 25_000)
    yield Hostile(
        "srt, the same cue again and again", "a.srt", b"1\n00:00:01,000 --> 00:00:09,000\nso we left\n\n" * 20_000
    )
    yield Hostile("dialogue, a name in each line", "a.txt", b"".join(b"Anna%d: so\n" % n for n in range(60_000)))
    nodes = b"".join(b"I=%d t=%d.0\n" % (n, n) for n in range(12_000))
    links = b"".join(b"J=%d S=%d E=%d W=so a=-1.0\n" % (n, n % 11_999, n % 11_999 + 1) for n in range(23_000))
    yield Hostile("slf, 23,000 links", "a.slf", b"VERSION=1.0\nN=12000 L=23000\n" + nodes + links)


def _broken() -> Iterator[Hostile]:
    yield Hostile("NUL bytes", "a.txt", b"\0" * 1_000_000)
    yield Hostile("words with NUL bytes", "a.txt", b"so\0we\0left " * 80_000)
    yield Hostile("half a character", "a.json", json.dumps({"words": [{"word": "\ud800", "start": 1}]}).encode())
    yield Hostile("no encoding at all", "a.txt", bytes(range(256)) * 3900)
    yield Hostile("vtt, times that are none", "a.vtt", b"WEBVTT\n\n" + b"00:99:99.999 --> 0:-1:xx.9\nso\n\n" * 30_000)
    yield Hostile("vtt, only arrows", "a.vtt", b"WEBVTT\n\n" + b"--> " * 240_000)
    yield Hostile("nothing", "a.txt", b"")
    yield Hostile("an archive of nothing", "a.docx", b"PK\x05\x06" + b"\0" * 18)
    yield Hostile("a cut-off parquet", "a.parquet", b"PAR1" + b"\xff" * 900_000 + b"PAR1")
    yield Hostile(
        "a name like a path", "a.json", b'{"words": [{"word": "../../etc/passwd", "speaker": "../..", "start": 0}]}'
    )
