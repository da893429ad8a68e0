"""`pausa bench`: tables that anyone can make again."""

from __future__ import annotations

from pathlib import Path

import click

from pausa.cli import console


@click.command()
@click.argument("name", required=False)
@click.option("--data", metavar="DIR", help="The folder that holds the data sets.")
@click.option("-f", "--format", "format_", type=click.Choice(["text", "md", "json"]), default="text", show_default=True)
@click.option("-o", "--output", default="-", metavar="PATH", help="A file, or - (the default).")
def bench(name: str | None, data: str | None, format_: str, output: str) -> None:
    """Make a table of results again, from data beside Pausa.

    Without NAME, the benchmarks are listed.
    """
    from pausa.formats.files import save
    from pausa.reports.render import findings
    from pausa.workflow.benches import BENCHES, TITLES, made

    if name is None:
        for each in BENCHES:
            click.echo(f"{each:18}{TITLES[each]}")
        return
    BENCHES[name]  # an unknown name is said before anything else
    if data is None:
        raise click.UsageError("Say where the data sets are: --data DIR")
    with console.steps(f"bench {name}") as advance:
        found = made(name, Path(data), advance)
    save(findings(found, format_), output)
