"""A real PostgreSQL for the tests: Debian's, in a folder of its own, on the loopback address, ended with the tests."""

from __future__ import annotations

import atexit
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

_numbers = count(1)


def programs() -> Path | None:
    """Where PostgreSQL's programs are, None where it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    which = shutil.which("postgres")
    return Path(which).parent if which else None


@cache
def server() -> int | None:
    """The port of a running server, None where there is no PostgreSQL on this machine."""
    home = programs()
    if home is None:
        return None
    folder = Path(tempfile.mkdtemp(prefix="pausa-postgresql-"))
    account: dict[str, Any] = {}
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        account = {"user": "postgres", "group": "postgres", "extra_groups": []}
        shutil.chown(folder, "postgres", "postgres")
    data = folder / "data"
    subprocess.run(
        [home / "initdb", "-D", data, "-U", "tester", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=folder,
        **account,
    )
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    settings = ["fsync=off", "unix_socket_directories=", "listen_addresses=127.0.0.1", "max_connections=200"]
    options = [part for setting in settings for part in ("-c", setting)]
    log = (folder / "log").open("wb")
    process = subprocess.Popen(
        [home / "postgres", "-D", data, "-p", str(port), *options], cwd=folder, stdout=log, stderr=log, **account
    )
    log.close()
    atexit.register(_stop, process, folder)
    for _ in range(200):
        ready = subprocess.run([home / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)])
        if ready.returncode == 0:
            return port
        if process.poll() is not None:
            break
        time.sleep(0.1)
    pytest.fail(f"PostgreSQL did not start: {(folder / 'log').read_text()[-2000:]}")


def _stop(process: subprocess.Popen[bytes], folder: Path) -> None:
    process.terminate()
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    shutil.rmtree(folder, ignore_errors=True)


def new_database() -> Iterator[str]:
    """The address of a fresh schema (a hundred times faster to make than a database), dropped afterwards."""
    port = server()
    if port is None:
        pytest.skip("PostgreSQL is not installed")
    import psycopg

    name = f"pausa_{os.getpid()}_{next(_numbers)}"
    base = f"postgresql://tester@127.0.0.1:{port}/postgres"
    with psycopg.connect(base, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    yield f"{base}?options=-csearch_path%3D{name}"
    with psycopg.connect(base, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA {name} CASCADE")


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str | None]:
    """Where the annotations go: the file in the project, then PostgreSQL."""
    if request.param == "sqlite":
        yield None
    else:
        yield from new_database()
