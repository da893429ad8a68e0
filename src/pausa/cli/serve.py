"""`pausa serve`: the playground and the HTTP API."""

from __future__ import annotations

import click

from pausa.cli import console
from pausa.cli.options import trusted_proxies
from pausa.core.errors import MissingExtra


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where to listen.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8764, show_default=True, metavar="N", help="0: any free."
)
@click.option("--workers", type=click.IntRange(min=1), default=2, show_default=True, metavar="N", help="Processes.")
@click.option(
    "--most-words", type=click.IntRange(min=1), default=50_000, show_default=True, metavar="N", help="In one request."
)
@click.option(
    "--most-mb", type=click.IntRange(min=1), default=8, show_default=True, metavar="N", help="Megabytes in one request."
)
@click.option(
    "--most-seconds",
    type=click.FloatRange(min=0.1),
    default=60.0,
    show_default=True,
    metavar="S",
    help="Time for one request.",
)
@click.option(
    "--per-minute",
    type=click.IntRange(min=1),
    default=240,
    show_default=True,
    metavar="N",
    help="Requests from one address.",
)
@click.option(
    "--most-streams", type=click.IntRange(min=1), default=100, show_default=True, metavar="N", help="Live at once."
)
@trusted_proxies
def serve(
    host: str,
    port: int,
    workers: int,
    most_words: int,
    most_mb: int,
    most_seconds: float,
    per_minute: int,
    most_streams: int,
    trusted_proxies: tuple[str, ...],
) -> None:
    """The playground in the browser, and the HTTP API.

    Only this machine can reach it unless --host says otherwise. Nothing that is sent is kept.

    \b
    pausa serve                              then open http://127.0.0.1:8764
    pausa serve --host 0.0.0.0 --port 80     for everybody who can reach this machine
    """
    try:
        # The web stack is an extra, and slow to import.
        import websockets  # noqa: F401  # uvicorn takes WebSockets with it

        from pausa.web.api_pool import PoolLimits
        from pausa.web.running import address, listening, run
        from pausa.web.safety import is_local, local_hosts
        from pausa.web.serve import playground_app
    except ModuleNotFoundError as problem:
        raise MissingExtra(str(problem.name), "web", "pausa serve") from None
    limits = PoolLimits(
        body_bytes=most_mb << 20,
        words=most_words,
        seconds=most_seconds,
        workers=workers,
        per_minute=per_minute,
        streams=most_streams,
    )
    app = playground_app(limits, hosts=local_hosts() if is_local(host) else None)
    made = listening(host, port)
    console.say(f"open {address(host, made)} (Ctrl-C ends it)")
    if not is_local(host):
        console.say("everybody who can reach this machine can use it; there is no password")
    run(app, made, trusted_proxies=trusted_proxies, message_bytes=limits.message_bytes)
