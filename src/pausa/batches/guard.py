"""One driver for each target: who works on it says so in a file, and a second one is told.

    {"host": "lake-1", "process": 4711, "begun": "28113", "since": "2026-05-04 10:11:12", "token": "9f…"}

A driver that was killed leaves its file behind. On the same machine that is seen, because no such process runs any
more, and the next driver takes over. Of another machine nobody can tell: then the error says what to remove.
"""

from __future__ import annotations

import os
import secrets
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from pausa.batches.places import is_address
from pausa.batches.targets import UNFINISHED, content_in, put_in, remove_in
from pausa.core.errors import InputError, OptionError

LOCK = "_lock.json"


class _Holder(msgspec.Struct, frozen=True):
    """Who works on a target; `begun` tells a process from a later one with the same number."""

    host: str
    process: int
    begun: str
    since: str
    token: str


@contextmanager
def guarded(target: str) -> Iterator[None]:
    """While this goes on, no other driver works on the target."""
    me = _Holder(
        host=socket.gethostname(),
        process=os.getpid(),
        begun=_begun(os.getpid()),
        since=time.strftime("%Y-%m-%d %H:%M:%S"),
        token=secrets.token_hex(8),
    )
    (_take_address if is_address(target) else _take_folder)(target, me)
    try:
        yield
    finally:
        if _holder(target) == me:
            remove_in(target, LOCK)


def _take_folder(target: str, me: _Holder) -> None:
    """Make the file, which only one can; take over the one of a process that is gone, which only one can either."""
    path = Path(target) / LOCK
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if _made(path, me):
            return
        other = _holder(target)
        _refuse_living(other, target)
        claim = path.with_name(f".{LOCK}.{other.token if other else 'unread'}")
        if not _made(claim, me):
            raise _busy(target, "another run is taking it over")
        try:
            if _holder(target) != other:  # somebody was quicker, and has let go of the claim
                raise _busy(target, "another run has taken it over")
            put_in(target, LOCK, msgspec.json.encode(me))
        finally:
            claim.unlink(missing_ok=True)
    except OSError as problem:
        raise InputError(target, None, f"cannot be written: {problem.strerror or problem}") from problem


def _made(path: Path, me: _Holder) -> bool:
    """Whether this file could be made, and was not there; nobody sees it without its content."""
    whole = path.with_name(f".{me.token}{UNFINISHED}")
    whole.write_bytes(msgspec.json.encode(me))
    try:
        os.link(whole, path)
    except FileExistsError:
        return False
    except OSError:  # no links on this file system; two that begin at the same moment may not see each other
        if path.exists():
            return False
        whole.replace(path)
        return True
    finally:
        whole.unlink(missing_ok=True)
    return True


def _take_address(target: str, me: _Holder) -> None:
    """Stores of objects cannot make a file only where there is none: look, write, and look who was last."""
    _refuse_living(_holder(target), target)
    put_in(target, LOCK, msgspec.json.encode(me))
    if _holder(target) != me:
        raise _busy(target, "another run began at the same moment")


def _holder(target: str) -> _Holder | None:
    """Who says to work on it; None where nobody does, or the file was cut off."""
    try:
        return msgspec.json.decode(content_in(target, LOCK) or b"", type=_Holder)
    except msgspec.DecodeError:
        return None


def _refuse_living(other: _Holder | None, target: str) -> None:
    if other is None:
        return
    who = f"process {other.process} on {other.host}, since {other.since}"
    if other.host != socket.gethostname() or _begun(other.process) == other.begun:
        raise _busy(target, who)


def _busy(target: str, who: str) -> OptionError:
    return OptionError(
        f"{target}: another run works on this target ({who}). Wait until it is done, or give another target; if that "
        f"run is gone, remove {target}/{LOCK}."
    )


def _begun(process: int) -> str:
    """When a process began, as the system counts; empty where there is no such process, "?" where nobody tells."""
    if os.name != "posix":
        return "?"  # asking there would end it
    try:
        os.kill(process, 0)
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except ProcessLookupError:
        return ""
    except OSError:
        return "?"  # somebody else's, or a system that shows nothing
    return "" if fields[0] == "Z" else fields[19]  # one that has ended, and whose end nobody has looked at yet
