"""The WebSocket: words in, sentences out, limits, and nobody who holds up others."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")

from starlette.websockets import WebSocketDisconnect

import pausa
from pausa.core.registry import unknown
from pausa.models import MODELS
from tests.web.api_examples import playground
from tests.web.serving import COMMAND, address_of, serving

HERE = "ws://localhost/api/stream"
WORDS = "so we left it was late and nobody had eaten so we went to the harbour and asked for fish".split()


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with playground(workers=2, message_bytes=4000) as opened:
        yield opened


@contextmanager
def called(client: Any, **options: Any) -> Iterator[Any]:
    with client.websocket_connect(HERE) as socket:
        socket.send_json({"options": {"model": "cnn", **options}})
        assert "ready" in socket.receive_json()
        yield socket


def until_closed(socket: Any) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    while not told or "closed" not in told[-1]:
        told.append(socket.receive_json())
    return told


def refusal(client: Any, *messages: Any, **headers: Any) -> tuple[str, int]:
    """What the server says before it hangs up, and its code."""
    with client.websocket_connect(HERE, **headers) as socket:
        for message in messages:
            if isinstance(message, bytes):
                socket.send_bytes(message)
            else:
                socket.send_text(message if isinstance(message, str) else json.dumps(message))
        told = socket.receive_json()
        while "ready" in told:
            told = socket.receive_json()
        with pytest.raises(WebSocketDisconnect) as left:
            socket.receive_json()
    return told["problem"], left.value.code


def test_the_same_sentences_as_in_python(client: Any) -> None:
    with called(client, delay=4, max_words=8) as socket:
        for word in WORDS:
            socket.send_json({"word": word})
        socket.send_json({"close": True})
        *told, closed = until_closed(socket)
        with pytest.raises(WebSocketDisconnect) as left:
            socket.receive_json()
    offline = [event.as_dict() for event in pausa.stream("cnn", delay=4, max_words=8).over(WORDS)]
    assert told == offline
    assert closed == {"closed": {"words": len(WORDS), "sentences": len(offline)}}
    assert left.value.code == 1000


def test_many_words_at_once_are_worked_on_in_parts_that_say_the_same(client: Any) -> None:
    with called(client, delay=4) as socket:
        socket.send_json({"words": [{"word": word} for word in WORDS * 3]})
        socket.send_json({"close": True})
        *told, _ = until_closed(socket)
    assert told == [event.as_dict() for event in pausa.stream("cnn", delay=4).over([WORDS * 3])]


def test_a_recognisers_messages_and_provisional_sentences(client: Any) -> None:
    with called(client, provisional=True) as socket:
        socket.send_json({"partial": "so wee"})
        assert socket.receive_json()["provisional"][0]["text"] == "so wee"
        socket.send_json({"text": "so we left"})
        socket.send_json({"close": True})
        told = until_closed(socket)
    assert [row["text"] for row in told if row.get("firm")] == ["so we left."]


def test_options_may_be_left_out(client: Any) -> None:
    with client.websocket_connect(HERE) as socket:
        socket.send_json({"word": "so"})
        assert socket.receive_json()["ready"]["model"] == "default"
        socket.send_json({"close": True})
        assert until_closed(socket)[0]["text"].startswith("so")


def test_which_language_was_found_is_told_once(client: Any) -> None:
    words = "wir haben am samstag den markt besucht und danach sind wir mit dem boot nach hause gefahren".split() * 3
    offline = pausa.stream("cnn")
    for word in words:
        offline.push(word)
    with called(client) as socket:
        for word in words:
            socket.send_json({"word": word})
        socket.send_json({"close": True})
        notes = [row["note"] for row in until_closed(socket) if "note" in row]
    assert tuple(notes) == offline.warnings
    assert any("German" in note for note in notes)


def test_messages_of_another_format_are_told_at_the_end(client: Any) -> None:
    with called(client, format="vosk") as socket:
        socket.send_json({"colour": 1})
        socket.send_json({"close": True})
        note, _ = until_closed(socket)
    assert note["note"].startswith("1 message held no words, read as vosk")


def test_a_language_that_is_named_and_not_known_is_told_at_once(client: Any) -> None:
    with called(client, language="de") as socket:
        assert "cnn" in socket.receive_json()["note"]


def test_the_example_in_the_docs_is_what_happens(client: Any) -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "http-api.md").read_text(encoding="utf-8")
    example = page.partition("```text\n→")[2].partition("```")[0]
    with client.websocket_connect(HERE) as socket:
        for line in f"→{example}".splitlines():
            if line.startswith("→"):
                socket.send_text(line[1:])
            else:
                told = json.dumps(socket.receive_json())
                assert re.fullmatch(re.escape(line[2:]).replace("…", ".*"), told), told


def test_silence_closes_a_sentence(client: Any) -> None:
    with called(client, max_wait=0.05, threshold=1.0) as socket:
        socket.send_json({"word": "so"})
        told = socket.receive_json()
        assert (told["text"].rstrip(".?"), told["reason"]) == ("so", "wait")


@pytest.mark.parametrize(
    ("messages", "told"),
    [
        (["nonsense"], "not JSON"),
        (["[1]"], "JSON object"),
        ([b"bytes"], "not bytes"),
        ([{"options": {"model": "nobody"}}], "No model named 'nobody'"),
        ([{"options": {"delay": -1}}], "delay"),
        ([{"options": {"colour": 1}}], "colour"),
        ([{"options": {"model": "pause", "delay": 0}}], "at least 1"),
        ([{"options": {"model": "cnn"}}, {"options": {}}], "once"),
        ([{"options": {"model": "cnn"}}, {"colour": 1}], "neither words nor"),
        ([{"options": {"model": "cnn"}}, {"word": "so"}, {"nothing": 1}], "neither words nor heard"),
        ([{"options": {"model": "cnn", "format": "words"}}, {"nothing": 1}], "neither words nor heard"),
        ([{"options": {"model": "cnn", "format": "words"}}, {"heard": "x"}], "heard is 'x', not a time"),
        ([{"options": {"model": "cnn"}}, {"word": "x" * 5000}], "at most 4,000 bytes"),
        ([{"options": {"model": "pause", "delay": 1}}, *({"word": "so"} for _ in range(3))], "start and end of words"),
    ],
)
def test_what_cannot_be_used_is_told_and_ends_the_stream(client: Any, messages: list[Any], told: str) -> None:
    problem, code = refusal(client, *messages)
    assert told in problem
    assert code == 1008


@pytest.mark.parametrize("place", ["/etc", "../models", ".", "there"])
def test_a_folder_of_this_machine_is_no_model(
    client: Any, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    assert refusal(client, {"options": {"model": place}}) == (told_of(place), 1008)


def told_of(model: str) -> str:
    """What is said about a name that no model has, whether or not there is such a folder."""
    return str(unknown("model", model, ("default", *MODELS)))


def test_who_says_nothing_is_not_kept() -> None:
    with playground(workers=1, idle_seconds=0.05) as client:
        assert "Nothing came for 0.05 seconds" in refusal(client, {"options": {"model": "cnn"}})[0]


def test_no_more_streams_than_there_may_be() -> None:
    with playground(workers=1, streams=1) as client:
        with called(client):
            problem, code = refusal(client)
            assert ("All 1 streams are in use." in problem, code) == (True, 1013)
        with called(client):  # the first has ended, so there is room
            pass


def test_pages_of_others_and_other_names_are_refused(client: Any) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(HERE, headers={"origin": "https://elsewhere.example"}),
    ):
        pass
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(HERE, headers={"sec-fetch-site": "same-site"}):
        pass
    with client.websocket_connect(HERE, headers={"origin": "http://localhost"}) as socket:
        socket.send_json({"close": True})
        assert "ready" in socket.receive_json()


def test_a_name_that_is_not_ours_is_refused(client: Any) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("ws://elsewhere.example/api/stream"):
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as found:
        yield stream_at(found)


def stream_at(home: str) -> str:
    return f"{home.replace('http', 'ws', 1)}/api/stream"


def test_one_who_does_not_read_is_kept_waiting_and_holds_nobody_up(address: str) -> None:
    websockets = pytest.importorskip("websockets")
    sent = 0

    async def deaf(socket: Any) -> None:
        """Sends without end, and reads nothing of the much more that is answered."""
        nonlocal sent
        await socket.send(json.dumps({"options": {"model": "punctuation", "delay": 0, "provisional": True}}))
        while True:
            await socket.send(json.dumps({"words": [{"word": f"w{number}."} for number in range(300)]}))
            sent += 1

    async def visit() -> list[str]:
        async with websockets.connect(address, max_queue=1) as first, websockets.connect(address) as second:
            flood = asyncio.ensure_future(deaf(first))
            for _ in range(60):
                before = sent
                await asyncio.wait({flood}, timeout=1)
                if sent and (sent == before or flood.done()):
                    break  # nothing more of it is taken
            else:
                pytest.fail(f"{sent} messages were taken from one who reads nothing")
            await second.send(json.dumps({"options": {"model": "punctuation", "delay": 0}}))
            for word in ("so.", "there."):
                await second.send(json.dumps({"word": word}))
            told = [json.loads(await second.recv()) for _ in range(3)]
            flood.cancel()
            first.transport.abort()
            return [row["text"] for row in told if "text" in row]

    assert asyncio.run(visit()) == ["so.", "there."]


def test_the_server_ends_though_a_stream_is_open() -> None:
    websockets = pytest.importorskip("websockets.sync.client")
    with (
        subprocess.Popen(COMMAND, stderr=subprocess.PIPE, text=True) as server,
        websockets.connect(stream_at(address_of(server))) as socket,
    ):
        socket.send(json.dumps({"options": {"model": "punctuation"}}))
        assert "ready" in socket.recv()
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=60) == 0
