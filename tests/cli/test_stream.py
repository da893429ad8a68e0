"""`pausa stream` as people run it: from a pipe that stays open, from a file, with what goes wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pausa.cli import main

TEXT = "so we left it was late and nobody had eaten so we went to the harbour and asked for fish"


def run(*arguments: str, given: str = "") -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["stream", "--model", "cnn", *arguments], input=given)
    return result.exit_code, result.stdout, result.stderr


def test_words_become_lines() -> None:
    code, out, _ = run(given=TEXT)
    assert code == 0
    assert out.lower().replace(".", "").replace("?", "").split() == TEXT.split()


def test_json_tells_words_times_and_why(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    rows = [{"word": text, "start": place / 2, "end": place / 2 + 0.4} for place, text in enumerate(TEXT.split())]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    code, out, _ = run(str(path), "--to", "jsonl", "--max-words", "6")
    told = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [row["first"] for row in told] == [0, *(row["last"] + 1 for row in told[:-1])]
    assert max(row["last"] - row["first"] for row in told) < 6
    assert (told[0]["start"], told[-1]["end"], told[-1]["reason"]) == (0.0, rows[-1]["end"], "close")


def test_a_recognisers_messages_are_known_and_partial_ones_shown() -> None:
    messages = '{"partial": "so wee"}\n{\n  "text" : "so we left"\n}\n'
    code, out, _ = run("--to", "jsonl", "--provisional", given=messages)
    told = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert told[0]["provisional"][0]["text"] == "so wee"
    assert [row["text"] for row in told if "text" in row] == ["so we left."]


def test_what_came_before_trouble_is_given() -> None:
    code, out, err = run(given='{"word": "so"} {"word": "there"} {"word":')
    assert (code, out) == (2, "So there.\n")
    assert "breaks off" in err


def test_usage_is_explained() -> None:
    assert run("nowhere.jsonl")[0] == 2
    assert "jsonl only" in run("--provisional", given="so")[2]
    assert "at least 1" in CliRunner().invoke(main, ["stream", "--model", "pause", "--delay", "0"], input="so").stderr


DEEPGRAM = '{"type": "Results", "is_final": true, "channel": {"alternatives": [{"words": [{"word": "so"}]}]}}\n'


def bytes_in(given: bytes, *arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["stream", "--model", "punctuation", *arguments], input=given)
    return result.exit_code, result.stdout, result.stderr


def test_a_line_in_an_older_encoding_is_read_and_told() -> None:
    code, out, err = bytes_in(
        "Früh.\nSchön.\n".encode() + "Spät, können.\nGrün.\n".encode("latin-1"), "--language", "en"
    )
    assert (code, out) == (0, "Früh.\nSchön.\nSpät, können.\nGrün.\n")
    assert err == "pausa: -: not UTF-8 (line 3); such lines are read as cp1252 (--encoding names another)\n"


def test_the_encoding_may_be_named() -> None:
    text = "Zażółć gęślą.\nJaźń.\n"
    for encoding in ("cp1250", "utf-16", "utf-16-le", "utf-8"):
        assert bytes_in(text.encode(encoding), "--encoding", encoding, "--language", "en") == (0, text, "")
    assert bytes_in(b"so", "--encoding", "nobody")[0] == 2
    code, _, err = bytes_in("so. Früh".encode("latin-1"), "--encoding", "utf-8")
    assert (code, err) == (2, "pausa: -: not utf-8 text; name another (--encoding)\n")


@pytest.mark.parametrize(
    "given", ["so we left.".encode("utf-16"), "so we left.".encode("utf-16-be"), b"\x1f\x8b\x08\x00so"]
)
def test_what_is_no_text_is_refused(given: bytes) -> None:
    code, out, err = bytes_in(given)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "UTF-16 or a binary file" in err
    assert "(--encoding; " in err


def test_messages_of_another_recogniser_are_told_at_the_end() -> None:
    told = "pausa: -: 3 messages held no words, read as vosk; are they of another format (--from; auto finds it)?\n"
    assert run("--from", "vosk", given=3 * DEEPGRAM) == (1, "", told)
    code, out, err = run("--from", "vosk", given=DEEPGRAM + '{"text": "so"}')
    assert (code, out) == (0, "So.\n")
    assert "1 message held no words, read as vosk" in err
    assert run("--from", "deepgram", given='{"type": "Metadata"}' + DEEPGRAM + '{"type": "Metadata"}') == (
        0,
        "So.\n",
        "",
    )


def test_a_wait_may_be_longer_than_anybody_waits() -> None:
    command = [sys.executable, "-m", "pausa", "stream", "--model", "pause", "--max-wait", "1e300", "--threshold", "0"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write('{"words": [{"word": "so", "start": 0, "end": 1}, {"word": "we", "start": 1, "end": 2}]}\n')
        process.stdin.flush()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
        process.stdin.close()
        assert process.stdout.read() == "So.\nWe.\n"
    assert process.returncode == 0


SPANISH = "hola cómo estás qué tal va el trabajo de hoy en la oficina porque mañana no puedo ir y lo siento mucho "


def test_the_language_is_told_beside_the_data() -> None:
    code, out, err = run("--to", "jsonl", given=3 * SPANISH)
    assert code == 0
    assert err.count("pausa: -: the words are in Spanish, as far as they tell; --language names another\n") == 1
    assert all(json.loads(line) for line in out.splitlines())
    assert run("--language", "sw", given=TEXT)[2].startswith("pausa: -: ")
    assert run(given=3 * TEXT)[2] == ""


def test_marks_between_blanks_are_kept() -> None:
    given = "Vieni domani ? Sì ! Ha detto : « Ciao » .\n"
    assert run("--marks", "keep", "--language", "it", given=given)[1] == "Vieni domani?\nSì!\nHa detto: « Ciao ».\n"


def test_silence_closes_a_sentence_while_the_pipe_stays_open() -> None:
    command = [sys.executable, "-m", "pausa", "stream", "--model", "pause", "--max-wait", "0.2", "--threshold", "1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write('{"word": "so", "start": 0, "end": 0.2} {"word": "there", "start": 0.2, "end": 0.5}\n')
        process.stdin.flush()
        assert process.stdout.readline() == "So there.\n"  # and nothing more was written to it
        process.stdin.close()
        assert process.stdout.read() == ""
    assert process.returncode == 0
