"""A PostgreSQL server for tests and measurements: the machine's own programs, a fresh folder, the loopback address."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from pausa.core.errors import InputError

#: The account that may do everything in a fresh server.
_OWNER = "tester"


def programs() -> Path | None:
    """Where PostgreSQL's programs are, None where it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    which = shutil.which("postgres")
    return Path(which).parent if which else None


class Server:
    """A running server with its folder, until it is stopped; `durable` says whether it waits for the disk."""

    def __init__(self, home: Path, *, durable: bool) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="pausa-postgresql-"))
        account: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            account = {"user": "postgres", "group": "postgres", "extra_groups": []}
            shutil.chown(self._folder, "postgres", "postgres")
        data = self._folder / "data"
        make: list[str | Path] = [
            home / "initdb",
            "-D",
            data,
            "-U",
            _OWNER,
            "--auth=trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
        ]
        subprocess.run([*make, "--no-sync"], check=True, stdout=subprocess.DEVNULL, cwd=self._folder, **account)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        settings = ["unix_socket_directories=", "listen_addresses=127.0.0.1", "max_connections=200"]
        settings += [] if durable else ["fsync=off"]
        options = [part for setting in settings for part in ("-c", setting)]
        with (self._folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                [home / "postgres", "-D", data, "-p", str(self.port), *options],
                cwd=self._folder,
                stdout=log,
                stderr=log,
                **account,
            )
        self._wait_for(home)

    @property
    def address(self) -> str:
        """The database that is there from the beginning."""
        return f"postgresql://{_OWNER}@127.0.0.1:{self.port}/postgres"

    def stop(self) -> None:
        """End it and take its folder away."""
        self._process.terminate()
        try:
            self._process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _wait_for(self, home: Path) -> None:
        for _ in range(200):
            asked: list[str | Path] = [home / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
            if subprocess.run(asked, check=False).returncode == 0:
                return
            if self._process.poll() is not None:
                break
            time.sleep(0.1)
        told = (self._folder / "log").read_text(errors="replace")[-2000:]
        self.stop()
        raise InputError("PostgreSQL", None, f"it did not start: {told}")


def started(*, durable: bool) -> Server | None:
    """A server that takes connections, None where PostgreSQL is not installed."""
    home = programs()
    return None if home is None else Server(home, durable=durable)
