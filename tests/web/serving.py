"""`pausa serve` as people start it, in a process of its own."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

COMMAND = [sys.executable, "-m", "pausa", "serve", "--port", "0", "--workers", "1"]


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server on a free port, until the block ends; it may have said nothing but where it is."""
    server = subprocess.Popen(COMMAND, stderr=subprocess.PIPE, text=True)
    yield address_of(server)
    server.send_signal(signal.SIGINT)
    assert server.communicate(timeout=60)[1] == ""


def address_of(server: subprocess.Popen[str]) -> str:
    assert server.stderr is not None
    found = re.search(r"http://\S+", server.stderr.readline())
    assert found is not None
    return found[0]
