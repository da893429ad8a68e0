"""Text in older encodings: found by itself or named, and said."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import pausa
from pausa.cli import main
from pausa.core.errors import InputError, OptionError
from pausa.formats.encodings import decode

TEXTS = [
    ("Été froid à Orléans. Ça va? Le garçon a mangé.", "cp1252", "en"),
    ("Die Straße ist schön, größer als früher. Übel!", "cp1252", "en"),
    ("He said “no” – and left. It’s fine.", "cp1252", "en"),
    ("We met at the café.", "cp1252", "en"),
    ("Dzień dobry, proszę państwa, jak się mają?", "cp1250", "pl"),
    ("Zażółć gęślą jaźń.", "cp1250", "pl"),
    ("Příliš žluťoučký kůň úpěl ďábelské ódy.", "cp1250", "en"),
    ("Привет, как дела? Сегодня хорошая погода.", "cp1251", "en"),
    ("Привет, как дела? Сегодня хорошая погода.", "koi8-r", "en"),
    ("Καλημέρα σας, τι κάνετε σήμερα;", "cp1253", "en"),
    ("おはようございます。今日は天気がいいですね。", "shift_jis", "en"),
    ("大家早上好，今天天气很好，我们走吧。", "gb18030", "en"),
    ("안녕하세요 여러분 오늘 날씨가 좋네요", "euc-kr", "ko"),
    ("Bugün hava çok güzel, çocuklar dışarıda oynuyor ve şarkı söylüyorlar.", "cp1254", "auto"),
    ("Aşa că am plecat mai devreme, fiindcă ţineam să văd şi eu muzeul din oraş.", "cp1250", ""),
    ("Það var þegar orðið dimmt þegar við komum heim í gær.", "cp1252", "auto"),
    ("so we left early", "utf-16-le", "en"),
    ("so we left early", "utf-16-be", "en"),
]


@pytest.mark.parametrize(("text", "encoding", "language"), TEXTS)
def test_an_older_encoding_is_found_and_said(text: str, encoding: str, language: str) -> None:
    found, told = decode(text.encode(encoding), name="talk.txt", language=language)
    assert found == text
    assert encoding in told.lower()
    assert "another encoding can be named" in told


@pytest.mark.parametrize(("text", "encoding", "language"), TEXTS)
def test_utf8_is_never_taken_for_anything_else(text: str, encoding: str, language: str) -> None:
    for marked in ("utf-8", "utf-8-sig", "utf-16", "utf-32"):
        assert decode(text.encode(marked), name="talk.txt", language=language)[0].lstrip("\ufeff") == text


def test_an_encoding_may_be_named() -> None:
    assert decode("žluť".encode("iso8859-2"), name="x", encoding="iso8859-2") == ("žluť", "")
    with pytest.raises(OptionError, match="No encoding"):
        decode(b"so", name="x", encoding="klingon")
    with pytest.raises(InputError, match="x, line 2: not utf-8 text"):
        decode(b"so\n\xff", name="x", encoding="utf-8")


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(InputError, match="binary"):
        decode(b"\x00\x01\x02\x00binary", name="x")
    with pytest.raises(InputError, match="UTF-8"):
        decode(b"so \xff\xb6\xa7\xff \xb1\xff\xac\xff", name="x")


def test_commands_and_functions_take_it(tmp_path: Path) -> None:
    path = tmp_path / "talk.txt"
    path.write_bytes("Dzień dobry.\nJak się mają?\n".encode("cp1250"))
    run = CliRunner().invoke(main, ["convert", str(path), "-", "--to", "text", "--encoding", "cp1250"])
    assert run.stdout == "Dzień dobry. Jak się mają?\n"
    assert "read as" not in run.stderr
    run = CliRunner().invoke(main, ["segment", str(path), "--model", "punctuation", "--language", "pl"])
    assert "read as cp1250" in run.stderr
    assert run.stdout == "Dzień dobry.\nJak się mają?\n"
    assert pausa.convert(path, to="text", encoding="cp1250").content == "Dzień dobry. Jak się mają?\n"
    assert "read as cp1250" in pausa.segment(path, "punctuation", language="pl").warnings[0]
