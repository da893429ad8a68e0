"""`pausa formats` and `pausa models`: what there is."""

from __future__ import annotations

from collections.abc import Iterable

import click

from pausa.formats import FORMATS
from pausa.formats.base import KEEPABLE


@click.command()
@click.argument("name", required=False)
def formats(name: str | None) -> None:
    """List the formats, or say what one keeps."""
    if name:
        form = FORMATS[name]
        click.echo(f"{form.name}: {form.title}")
        click.echo(f"files:  {', '.join(form.suffixes)}")
        click.echo(f"Pausa:  {_doors(name)}")
        click.echo(f"keeps:  {', '.join(meaning for thing, meaning in KEEPABLE.items() if thing in form.keeps)}")
        return
    width = _width(FORMATS)
    for each in sorted(FORMATS):
        click.echo(f"{each:{width}}{_doors(each):17}{FORMATS[each].title}")


def _width(names: Iterable[str]) -> int:
    """How wide a column of names is, with the two blanks behind it."""
    return max(map(len, names)) + 2


def _doors(name: str) -> str:
    form = FORMATS[name]
    return "reads and writes" if form.parse and form.render else "reads" if form.parse else "writes"


@click.command()
@click.argument("name", required=False)
def models(name: str | None) -> None:
    """List the detectors, or show the card of one (a name or a model folder)."""
    from pausa.models import MODELS, TITLES, card, load  # numpy
    from pausa.models.spoken import spoken

    if name:
        click.echo(card(name))
        return
    width = _width(MODELS)
    for each in MODELS:
        click.echo(f"{each:{width}}{TITLES[each]}")
    click.echo(f"\nlanguages of the default and of world:\n{spoken(load('world').measured)}")
