"""Bytes of a stream become the same text wherever they are cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.errors import InputError, OptionError
from pausa.formats.live.decoding import Decoding


def decoded(data: bytes, cuts: list[int], encoding: str | None = None) -> tuple[str, list[str]]:
    said: list[str] = []
    coming = Decoding("live", encoding, say=said.append)
    text = "".join(coming.feed(data[a:b]) for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True))
    return text + coming.end(), said


@given(st.lists(st.sampled_from(["so ", "źdźbło ", "😀", "\n", "\r\n", "«"])), st.data())
def test_text_is_the_same_wherever_it_is_cut(parts: list[str], data: st.DataObject) -> None:
    text = "".join(parts)
    for encoding in (None, "utf-8", "utf-16", "gb18030"):
        written = text.encode(encoding or "utf-8")
        cuts = sorted(data.draw(st.lists(st.integers(0, len(written)), max_size=6)))
        assert decoded(written, cuts, encoding) == (text, [])


@given(st.lists(st.sampled_from(["Früh.".encode("latin-1"), "Früh.".encode(), b"so"]), min_size=1), st.data())
def test_no_line_is_lost_in_an_older_encoding(lines: list[bytes], data: st.DataObject) -> None:
    written = b"\n".join(lines)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(written)), max_size=6)))
    text, said = decoded(written, cuts)
    assert text.split("\n") == ["so" if line == b"so" else "Früh." for line in lines]
    older = [number for number, line in enumerate(lines, start=1) if b"\xfc" in line]
    assert [told.partition(";")[0] for told in said] == [f"not UTF-8 (line {number})" for number in older[:1]]


def test_a_character_that_breaks_off_at_the_end_is_told() -> None:
    assert decoded("so é".encode()[:-1], [])[0] == "so Ã"


@pytest.mark.parametrize("data", [b"\xff\xfes\x00o\x00", "天气".encode("utf-16"), b"so\x00", b"so\nwe\x00left"])
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="UTF-16 or a binary file"):
        decoded(data, [])


@pytest.mark.parametrize("encoding", ["nobody", "hex"])
def test_an_encoding_that_there_is_not_is_refused(encoding: str) -> None:
    with pytest.raises(OptionError, match="No encoding named"):
        decoded(b"so", [], encoding)
