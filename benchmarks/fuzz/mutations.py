"""What is done to good inputs: to JSON trees, XML, lines and cells, arrays and bytes."""

from __future__ import annotations

import io
import json
import re
from random import Random
from typing import Any

import numpy as np

#: Values that are hard to read, small and written by hand.
EVIL_TEXTS = [
    "", " ", "\n", "\t", "\x00", "\ud800", "\u2028", "\u2060", "\ufeff", "\u202e", "NaN", "nan", "-inf",
    "Infinity", "null", "1e999999999", "-1e-999999999", "1" * 400, "9" * 5000, "-1", "0", "-0", "0x10", "1_000",
    "٣", "½", "1,5", "1e5", "99:99:99,999", "00:00:00.000", "-->", "--> ", "<unk>", "<unk>.", "<eps>",
    "<laugh>", "<s>", "</s>", "[laughs]", "<", ">", "&", "&amp;", "&#x0;", "&undefined;", "<![CDATA[", "]]>",
    "<!DOCTYPE a [<!ENTITY b 'c'>]>", "..", ".", "?!", "…", "a" * 300, "a. " * 40, "{", "}", "[", "]", '"', "'",
    "\\", "\\u0000", "|", "//", "::", ";;", "#", "%", "%s", "{\\an8}", "*", "**", "_", "=", "- ", "A:", "1.",
    "12", "p.m.", "don't", "x y", "ǆ", "ß", "İ", "ﬁ", "👩‍👩‍👧", "e\u0301", "\u0301", "../../etc", "C:\\x",
    "a\u00a0b", "\u3000", "日本語", "كتاب", "true", "None", "ngram 1=5", "\\end\\", "S -> 'a' S |",
]  # fmt: skip
EVIL_VALUES: list[Any] = [
    *(None, True, False, 0, -1, 1, 1.5, -0.0, 1e308, -1e308, 1e-320, 2**31, 2**53 + 1, 2**63, 2**64, -(2**63), 10**18),
    *(10**30, 10**309, 10**400, [], {}, [[]], [{}], [None], {"": None}, {"a": []}, [1, "a"], "", "so we left", " so"),
    *(float("nan"), float("inf"), float("-inf")),
]
#: What stands raw in JSON where a number stood.
EVIL_NUMBERS = [
    "1" * 310,
    "-" + "7" * 4301,
    "9" * 5000,
    "1e999",
    "-1e400",
    "1E-999999",
    "0.1e+5",
    "NaN",
    "-Infinity",
    "01",
    "1.",
]

_NUMBER = re.compile(rb"-?\d+(\.\d+)?([eE][+-]?\d+)?")
_ATTRIBUTE = re.compile(r"=\"[^\"]*\"")
_TAG = re.compile(r"<[^<>]{1,200}>")
_SIGNS = ["\t", ",", ";", "|", " ", ":", "=", "_"]


def evil_text(random: Random) -> str:
    return random.choice(EVIL_TEXTS)


def mutated(data: bytes, random: Random) -> bytes:
    """The input, changed in a way that its kind suggests or, now and then, in any way."""
    for _ in range(random.choice([1, 1, 1, 2, 4])):
        head = data[:200].lstrip()[:1]
        kind = random.random()
        if kind < 0.25:
            data = bytes_mutated(data, random)
        elif head in (b"{", b"[") and kind < 0.85:
            data = json_mutated(data, random)
        elif head == b"<" and kind < 0.7:
            data = xml_mutated(data, random)
        else:
            data = lines_mutated(data, random)
    return data


def json_mutated(data: bytes, random: Random) -> bytes:
    """A tree of JSON with a branch changed, or a number in it that no number can be."""
    if random.random() < 0.2:
        return _with_evil_number(data, random)
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        lines = data.split(b"\n")  # JSON lines: one of them
        place = random.randrange(len(lines))
        try:
            json.loads(lines[place])
        except (ValueError, RecursionError):
            return bytes_mutated(data, random)
        lines[place] = json_mutated(lines[place], random)
        return b"\n".join(lines)
    holder = [value]
    parent, key = _branch(holder, random)
    _change(parent, key, random)
    text = json.dumps(holder[0] if holder else None, ensure_ascii=random.random() < 0.5)
    return text.encode("utf-8", "surrogatepass")


def _with_evil_number(data: bytes, random: Random) -> bytes:
    found = list(_NUMBER.finditer(data[:20_000]))
    if not found:
        return bytes_mutated(data, random)
    one = random.choice(found)
    return data[: one.start()] + random.choice(EVIL_NUMBERS).encode() + data[one.end() :]


def _branch(holder: list[Any], random: Random) -> tuple[Any, Any]:
    """A place in the tree: who holds it, and under which key."""
    parent: Any = holder
    key: Any = 0
    while True:
        value = parent[key]
        if not value or not isinstance(value, dict | list) or random.random() < 0.15:
            return parent, key
        parent, key = value, random.choice(list(value) if isinstance(value, dict) else range(len(value)))


def _change(parent: Any, key: Any, random: Random) -> None:
    value = parent[key]
    match random.randrange(9):
        case 0 | 1:
            parent[key] = random.choice(EVIL_VALUES)
        case 2 | 3:
            parent[key] = evil_text(random)
        case 4:
            del parent[key]
        case 5:
            parent[key] = [value] if random.random() < 0.5 else {"a": value}
        case 6 if isinstance(value, list) and value:
            parent[key] = value * random.choice([2, 3, 20])
        case 6 | 7 if isinstance(parent, dict):
            parent[evil_text(random) or "text"] = parent.pop(key)
        case 7 if isinstance(parent, list):
            random.shuffle(parent)
        case _:
            deep: Any = value
            for _ in range(random.choice([3, 60, 1500])):
                deep = [deep]
            try:
                json.dumps(deep)
            except RecursionError:
                return
            parent[key] = deep


def xml_mutated(data: bytes, random: Random) -> bytes:
    text = data.decode("utf-8", "surrogateescape")
    match random.randrange(4):
        case 0:
            text = _replaced(_ATTRIBUTE, text, f'="{evil_text(random)}"', random)
        case 1:
            text = _replaced(_TAG, text, random.choice(["", "<a>", "</a>", "<br/>", "<p>", "<!--", "<?a?>"]), random)
        case 2:
            found = _TAG.findall(text[:20_000]) or [""]
            text = _replaced(_TAG, text, random.choice(found) * random.choice([1, 2, 50]), random)
        case _:
            place = random.randrange(len(text) + 1)
            text = text[:place] + evil_text(random) + text[place:]
    return text.encode("utf-8", "surrogatepass" if "\ud800" in text else "surrogateescape")


def _replaced(pattern: re.Pattern[str], text: str, new: str, random: Random) -> str:
    found = list(pattern.finditer(text[:20_000]))
    if not found:
        return text + new
    one = random.choice(found)
    return text[: one.start()] + new + text[one.end() :]


def lines_mutated(data: bytes, random: Random) -> bytes:
    """Lines moved, doubled or lost, and cells with something else in them."""
    lines = data.split(b"\n")
    place = random.randrange(len(lines))
    match random.randrange(7):
        case 0:
            del lines[place]
        case 1:
            lines[place : place + 1] = [lines[place]] * random.choice([2, 2, 30])
        case 2:
            other = random.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
        case 3:
            lines.insert(place, _encoded(evil_text(random)))
        case 4:
            joined = lines[place : place + 2]
            lines[place : place + 2] = [random.choice([b"", b" ", b"\t"]).join(joined)]
        case _:
            sign = random.choice([sign for sign in _SIGNS if sign.encode() in lines[place]] or [" "]).encode()
            cells = lines[place].split(sign)
            cells[random.randrange(len(cells))] = _encoded(evil_text(random))
            lines[place] = sign.join(cells)
    return b"\n".join(lines)


def bytes_mutated(data: bytes, random: Random) -> bytes:
    if not data:
        return _encoded(evil_text(random))
    place = random.randrange(len(data))
    until = min(len(data), place + random.choice([1, 1, 2, 5, 40]))
    match random.randrange(7):
        case 0:
            return data[:place] + bytes([data[place] ^ (1 << random.randrange(8))]) + data[place + 1 :]
        case 1:
            return data[:place] + data[until:]
        case 2:
            return data[:until] + data[place:until] * random.choice([1, 3, 100]) + data[until:]
        case 3:
            return data[:place] + _encoded(evil_text(random)) + data[until:]
        case 4:
            return data[:place]
        case 5:
            return data[:place] + random.randbytes(until - place) + data[until:]
        case _:
            return (
                data[:place]
                + random.choice([b"\xff\xfe", b"\xef\xbb\xbf", b"\x00", b"\r\n", b"\r", b"\x1f\x8b"])
                + data[place:]
            )


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def array_mutated(data: bytes, random: Random) -> bytes:
    """A `.npy` file with another header, shape, type or content."""
    if random.random() < 0.35:
        return bytes_mutated(data[:128], random) + data[128:]
    array = np.load(io.BytesIO(data), allow_pickle=False)
    match random.randrange(7):
        case 0:
            array = array.reshape(random.choice([(-1, 1), (1, -1), (1, 1, -1)]))
        case 1:
            array = array.astype(random.choice(["<i8", "<f8", "<f4", "<u2", "|b1", ">f4", "<c16", "<U5", "|S3"]))
        case 2:
            array = np.resize(array, random.choice([0, 1, 3, array.size + 1, 2 * array.size]))
        case 3 if array.size and array.dtype.kind == "f":
            array = np.full_like(array, random.choice([np.nan, np.inf, -np.inf, 1e30, 0]))
        case 3 | 4 if array.size and array.dtype.kind in "iu":
            limits = np.iinfo(array.dtype)
            array = array.copy()
            array.flat[random.randrange(array.size)] = random.choice([limits.min, limits.max, 0, 1])
        case 5:
            array = array[..., ::-1]
        case _:
            array = np.zeros((), dtype=array.dtype)
    file = io.BytesIO()
    np.save(file, np.ascontiguousarray(array), allow_pickle=False)
    return file.getvalue()
