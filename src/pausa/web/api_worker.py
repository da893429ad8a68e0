"""A process that works for a server: requests on standard input, answers on standard output.

    python -m pausa.web.api_worker '{"words": 50000, "memory_mb": 2048}'

A message is a length and that many bytes of MessagePack; nothing that is read can run. The process ends
when its input does, so it never outlives the server. A request that takes too long costs this process and
nothing else.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from typing import IO, Any

import msgspec

from pausa.core.errors import CannotWrite, InputError, MissingExtra, PausaError, TooLarge, UnknownFormat, WordsChanged
from pausa.web import api_tasks
from pausa.web.api_scoring import score
from pausa.web.api_tasks import Allowed, Answer, Asked, TooMuch

TASKS: dict[str, Callable[[Asked, Allowed], Answer]] = {
    "segment": api_tasks.segment,
    "convert": api_tasks.convert,
    "score": score,
    "models": api_tasks.models,
    "ready": api_tasks.ready,
    "read": api_tasks.read,
}


def send(stream: IO[bytes], message: dict[str, Any]) -> None:
    """Write one message."""
    data = msgspec.msgpack.encode(message)
    stream.write(len(data).to_bytes(8, "big") + data)
    stream.flush()


def receive(stream: IO[bytes]) -> dict[str, Any] | None:
    """Read one message; None where the other side is gone."""
    head = stream.read(8)
    data = stream.read(int.from_bytes(head, "big")) if len(head) == 8 else b""
    if not data:
        return None
    try:
        message: dict[str, Any] = msgspec.msgpack.decode(data)
    except msgspec.DecodeError:  # cut off in the middle
        return None
    return message


def answered(task: str, asked: Asked, allowed: Allowed) -> dict[str, Any]:
    """The answer to a request, or what is wrong with it, ready to be sent."""
    try:
        answer = TASKS[task](asked, allowed)
        return {"status": 200, "body": answer.body, "media": answer.media, "headers": answer.headers}
    except WordsChanged as error:
        return _problem(500, str(error))
    except TooMuch as error:
        return _problem(413, str(error), "Send it in parts, or use the command line.")
    except MissingExtra as error:
        return _problem(501, str(error))
    except TooLarge as error:
        return _problem(413, f"{error.source}: {error.problem}", error.advice)
    except UnknownFormat as error:
        return _problem(422, f"{error.source}: {error.problem}", "name it (format; /api/formats lists them)")
    except (InputError, CannotWrite) as error:
        where = error.format_name if isinstance(error, CannotWrite) else error.source
        line = f", line {error.line}" if isinstance(error, InputError) and error.line is not None else ""
        return _problem(422, f"{where}{line}: {error.problem}", error.advice)
    except PausaError as error:
        return _problem(422, str(error))
    except MemoryError:
        return _problem(413, "This takes more memory than the server has.", "Send it in parts.")
    except Exception:
        traceback.print_exc()  # to standard error: a fault of ours, which somebody should see
        return _problem(500, "Something went wrong in Pausa itself.", "Please report what you sent.")


def _problem(status: int, problem: str, hint: str = "") -> dict[str, Any]:
    one_line = " ".join(problem.split())[:1000]
    body = msgspec.json.encode({"problem": one_line, "hint": hint})
    return {"status": status, "body": body, "media": "application/json", "headers": {}}


def limit_memory(megabytes: int) -> None:
    """Let an allocation over this fail instead of taking the machine down; nothing where that cannot be done."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def main(settings: str) -> None:
    told = msgspec.json.decode(settings, type=dict[str, int])
    if told["memory_mb"]:
        limit_memory(told["memory_mb"])
    allowed = Allowed(words=told["words"])
    # Whatever a library prints must not get between the messages.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    while (message := receive(sys.stdin.buffer)) is not None:
        send(answers, answered(message["task"], message["asked"], allowed))


if __name__ == "__main__":
    main(sys.argv[1])
