"""`pausa annotate`: the pages on which people mark where sentences end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from pausa.cli import console
from pausa.cli.options import check_path, read_limits, trusted_proxies
from pausa.core.errors import InputError, MissingExtra, OptionError
from pausa.core.unpacking import ReadLimits

if TYPE_CHECKING:
    from pausa.store.store import Store


@click.command()
@click.argument("project", metavar="PROJECT", callback=check_path)
@click.argument("transcripts", metavar="[TRANSCRIPT]...", nargs=-1, callback=check_path)
@click.option(
    "--audio",
    multiple=True,
    metavar="PATH",
    callback=check_path,
    help="A recording or a folder of them, named as transcripts.",
)
@click.option("--annotators", metavar="NAMES", help="Invite these, with commas between; their links are printed.")
@click.option("--per-transcript", type=click.IntRange(1, 1000), metavar="K", help="People per transcript. [default: 3]")
@click.option(
    "--guidelines",
    metavar="FILE",
    callback=check_path,
    help="What annotators are told, as Markdown; editable on the page.",
)
@click.option("--title", metavar="TEXT", help="What the project is called; else as its folder.")
@click.option(
    "--flag-below",
    type=click.FloatRange(0, 1),
    metavar="F1",
    help="Ask for a look where even the best F1 is less. [default: 0.4]",
)
@click.option("--presegment", metavar="MODEL", help="Begin with a detector's marks, which biases people; '' ends it.")
@click.option("--database", metavar="URL", help="postgresql://USER@HOST/NAME for teams; else a file in PROJECT.")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where to listen.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8765, show_default=True, metavar="N", help="0: any free."
)
@click.option("--public-url", metavar="URL", help="How browsers reach the server, if it stands behind another.")
@trusted_proxies
@click.option("--new-owner-link", is_flag=True, help="Print another link for the owner; the old one ends.")
@read_limits
@click.option("--prepare", is_flag=True, help="Make the project and print the links, but start no server.")
def annotate(
    project: str,
    transcripts: tuple[str, ...],
    audio: tuple[str, ...],
    annotators: str | None,
    per_transcript: int | None,
    guidelines: str | None,
    title: str | None,
    flag_below: float | None,
    presegment: str | None,
    database: str | None,
    host: str,
    port: int,
    public_url: str | None,
    trusted_proxies: tuple[str, ...],
    new_owner_link: bool,
    read_limits: ReadLimits,
    prepare: bool,
) -> None:
    """Collect sentence boundaries from people, in the browser.

    PROJECT is a folder, made if it is not there. TRANSCRIPTs, in any format, are added to it. Everything can be
    said again on a later start: what is in the project already stays as it is. The owner's link is printed once.

    \b
    pausa annotate calls *.json --audio recordings/ --annotators anna,ben,carla
    pausa annotate calls                                     go on with it
    pausa annotate calls --database postgresql://pausa@db/calls --host 0.0.0.0
    """
    try:
        from pausa.store import building  # the web stack is an extra, and slow to import
        from pausa.store.store import open_store
        from pausa.web import running
        from pausa.web.app import annotation_app
        from pausa.web.gate import AppSettings
    except ModuleNotFoundError as problem:
        raise MissingExtra(str(problem.name), "web", "pausa annotate") from None
    if public_url is not None and (
        not public_url.startswith(("http://", "https://")) or urlsplit(public_url).path > "/"
    ):
        raise OptionError("--public-url is a name only, such as https://annotate.example.org.")
    if presegment:
        from pausa.models import load

        load(presegment)  # a wrong name is told now, not when the first annotator begins
    wanted = {
        "title": title,
        "guidelines": None if guidelines is None else _text(guidelines),
        "per_transcript": per_transcript,
        "flag_below": flag_below,
        "presegment": presegment,
    }
    recordings = [_existing(path) for path in audio]
    socket = None if prepare else running.listening(host, port)
    store = open_store(Path(project), database)
    try:
        building.prepared(store, wanted)
        if transcripts:
            added = building.add_transcripts(store, transcripts, recordings, say=console.say, limits=read_limits)
            console.say(f"{added} transcript{'' if added == 1 else 's'} added")
        base = (public_url or (running.address(host, socket) if socket else f"http://{host}:{port}")).rstrip("/")
        _invite(store, base, annotators, new_owner_link=new_owner_link)
        if socket is None:
            return
        app = annotation_app(store, AppSettings(base, _announce(base, host)))
        running.run(app, socket, trusted_proxies=trusted_proxies)
        console.say("ended; everything is saved")
    finally:
        store.close()


def _invite(store: Store, base: str, annotators: str | None, *, new_owner_link: bool) -> None:
    """Print the links of new annotators, and the owner's where it is new."""
    from pausa.store import building, members

    for name, token in building.add_people(store, (annotators or "").split(",")):
        click.echo(f"{name}\t{base}/enter/{token}")
    owner = store.write(members.owner_link, anew=new_owner_link)
    if owner:
        console.say(f"the owner's link, shown this once: {base}/enter/{owner}")


def _announce(base: str, host: str) -> frozenset[str] | None:
    """Say where the pages are; the names that they answer to, None for any."""
    from pausa.web.safety import host_name, is_local, local_hosts

    console.say(f"annotation pages at {base} (Ctrl-C ends it)")
    if is_local(host):
        return frozenset({host_name(urlsplit(base).netloc), *local_hosts()})
    if not base.startswith("https://"):
        console.say("links and marks travel unencrypted; put a server with https in front of it (--public-url)")
    return None


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise InputError(path, None, f"cannot be read: {problem}") from None


def _existing(path: str) -> Path:
    found = Path(path)
    if not found.exists():
        raise InputError(path, None, "no such file or folder", "check the path")
    return found
