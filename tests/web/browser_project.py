"""A project with its real server, for tests in a real browser."""

from __future__ import annotations

import io
import math
import re
import signal
import struct
import subprocess
import sys
import wave
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import pausa
from pausa.core.document import Document
from pausa.core.words import Transcript
from tests.builders import spoken

READY = "() => document.body.dataset.ready === 'yes'"
SAVED = "() => document.getElementById('saved').dataset.state === 'saved'"


def needs_the_web() -> None:
    """Skips where the extras that the server needs are not installed."""
    for name in ("fastapi", "uvicorn", "sqlalchemy", "alembic", "python_multipart", "soundfile"):
        pytest.importorskip(name)


def tone(path: Path, transcript: Transcript, *, rate: int = 8000) -> None:
    """A recording in which every word is a short tone and pauses are silent."""
    seconds = max(word.end or 0 for word in transcript.words) / 1000 + 0.5
    samples = [0] * int(seconds * rate)
    for number, word in enumerate(transcript.words):
        for place in range((word.start or 0) * rate // 1000, (word.end or 0) * rate // 1000):
            samples[place] = int(6000 * math.sin(place * (0.1 + 0.01 * (number % 7))))
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))


def write_transcript(
    folder: Path, name: str, text: str, *, sound: bool = False, times: bool = True, word_ms: int = 120
) -> Path:
    """A transcript file (`/` a pause, `A:` a speaker), with a recording beside it where one is wanted."""
    transcript = spoken(text, word_ms=word_ms, pause_ms=300)
    if sound:
        tone(folder / f"{name}.wav", transcript)
    if not times:
        transcript = Transcript(tuple(word.__class__(word.text, speaker=word.speaker) for word in transcript.words))
    path = folder / f"{name}.json"
    pausa.write(Document(transcript, name=name), path, format="json")
    return path


@dataclass
class Site:
    """A running server: the links of its people, and the process."""

    links: dict[str, str]
    owner: str
    process: subprocess.Popen[str]
    entered: dict[str, Any] = field(default_factory=dict)
    tasks: dict[str, int] = field(default_factory=dict)

    @property
    def home(self) -> str:
        return self.owner.split("/enter/")[0]


@contextmanager
def served(
    folder: Path, transcripts: list[Path], *, people: list[str], options: tuple[str, ...] = ()
) -> Iterator[Site]:
    """`pausa annotate` on a free port, until the block ends."""
    command = [sys.executable, "-m", "pausa", "annotate", str(folder / "project"), *map(str, transcripts)]
    command += ["--audio", str(folder), "--annotators", ",".join(people), "--port", "0", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield _started(process, len(people))
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


def _started(process: subprocess.Popen[str], n_people: int) -> Site:
    said: list[str] = []
    owner = ""
    for line in process.stderr or io.StringIO():
        said.append(line)
        found = re.search(r"http\S+/enter/\S+", line)
        owner = found[0] if found else owner
        if "annotation pages at" in line:
            break
    else:
        raise RuntimeError("the server did not start: " + "".join(said))
    lines = [process.stdout.readline().rstrip("\n").split("\t") for _ in range(n_people)] if process.stdout else []
    return Site(dict(lines), owner, process)


class Visitors:
    """Browser contexts of people at a site; what any page complains of is kept."""

    def __init__(self, browser: Any, site: Site) -> None:
        self.browser, self.site = browser, site
        self.contexts: list[Any] = []
        self.complaints: list[str] = []
        self.requests: list[str] = []

    def enter(self, name: str, **options: Any) -> Any:
        """A tab in a browser of its own, in which this person (or the owner) has entered by the personal link."""
        tab = self._browser(options)
        tab.goto(self.site.owner if name == "owner" else self.site.links[name])
        tab.get_by_role("button", name="Begin").click()
        tab.wait_for_url("**/owner" if name == "owner" else "**/work")
        return tab

    def open(self, name: str, transcript: str, **options: Any) -> Any:
        """A tab in a browser of its own, in which this person can work on a transcript."""
        if name not in self.site.entered:
            tab = self.enter(name)
            self.site.entered[name] = tab.context.storage_state()
            listed = tab.evaluate("async () => (await (await fetch('/api/work')).json()).assignments")
            self.site.tasks |= {f"{name} {one['transcript']}": one["id"] for one in listed}
        tab = self._browser({"storage_state": self.site.entered[name]} | options)
        tab.goto(f"{self.site.home}/work/{self.site.tasks[f'{name} {transcript}']}")
        tab.wait_for_function(READY)
        return tab

    def owner(self, path: str, **options: Any) -> Any:
        """A tab in a browser of its own, in which the owner looks at a page."""
        if "owner" not in self.site.entered:
            self.site.entered["owner"] = self.enter("owner").context.storage_state()
        tab = self._browser({"storage_state": self.site.entered["owner"]} | options)
        tab.goto(self.site.home + path)
        tab.wait_for_function(READY)
        return tab

    def _browser(self, options: dict[str, Any]) -> Any:
        shape = {"viewport": {"width": 1100, "height": 800}, "reduced_motion": "reduce"} | options
        self.contexts.append(self.browser.new_context(**shape))
        return self.tab(self.contexts[-1])

    def tab(self, context: Any) -> Any:
        """Another tab of a browser."""
        tab = context.new_page()
        tab.on("console", lambda message: self._complained(message.text))
        tab.on("pageerror", lambda problem: self._complained(str(problem)))
        tab.on("request", lambda request: self.requests.append(request.url))
        return tab

    def _complained(self, text: str) -> None:
        # The browser itself reports requests that we made fail on purpose, and 409, which is an answer like others.
        if "Failed to load resource" not in text:
            self.complaints.append(text)

    def close(self) -> None:
        """At the end no page may have complained, or asked anybody else for anything."""
        for context in self.contexts:
            context.close()
        assert self.complaints == []
        assert [url for url in self.requests if not url.startswith((self.site.home, "data:"))] == []


@pytest.fixture
def visitors(browser: Any, site: Site) -> Iterator[Visitors]:
    """People at the site of a test module."""
    made = Visitors(browser, site)
    yield made
    made.close()


def gap(tab: Any, word: int) -> Any:
    """The gap after a word."""
    return tab.locator(f".g[data-at='{word}']")


def shown(tab: Any) -> dict[int, str]:
    """The marks that the page shows."""
    found: list[tuple[str, str]] = tab.locator(".g").evaluate_all(
        "(gaps) => gaps.filter((gap) => gap.textContent).map((gap) => [gap.dataset.at, gap.textContent])"
    )
    return {int(word): mark for word, mark in found}


def stored(tab: Any) -> dict[int, str]:
    """The marks that the server has, once the page says that all is saved."""
    tab.wait_for_function(SAVED)
    found: dict[str, str] = tab.evaluate("async () => (await (await fetch('/api' + location.pathname)).json()).marks")
    return {int(word): mark for word, mark in found.items()}


def press(tab: Any, *keys: str) -> None:
    for key in keys:
        tab.keyboard.press(key)
