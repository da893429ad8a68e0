"""The colours of all pages: text can be read on its ground, in light and in dark (WCAG 2, level AA)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pausa

STYLE = (Path(pausa.__file__).parent / "web" / "static" / "base.css").read_text(encoding="utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", part))
    for part in STYLE.split("@media (prefers-color-scheme: dark)")
)
#: What is written on what.
TEXTS = [
    *((text, "paper") for text in ("ink", "muted", "accent", "good", "warn", "bad")),
    *((text, "panel") for text in ("ink", "muted", "accent")),
    *((f"series-{number}", "paper") for number in range(8)),
    *(("ink", ground) for ground in ("tint", "now", "warn-tint")),
    ("on-accent", "accent"),
    ("on-accent", "good"),
    ("accent", "tint"),
]


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, LIGHT | DARK], ids=["light", "dark"])
def test_text_stands_out_from_its_ground(theme: dict[str, str]) -> None:
    weak = {(text, ground): contrast(theme[text], theme[ground]) for text, ground in TEXTS}
    assert {pair: value for pair, value in weak.items() if value < 4.5} == {}


@pytest.mark.parametrize("theme", [LIGHT, LIGHT | DARK], ids=["light", "dark"])
def test_edges_of_fields_and_buttons_can_be_seen(theme: dict[str, str]) -> None:
    assert contrast(theme["edge"], theme["paper"]) >= 3


def test_no_style_or_script_stands_inside_a_page() -> None:
    """The content-security policy would drop it, and the page would look or work differently than its author saw."""
    pages = sorted((Path(pausa.__file__).parent / "web" / "pages").glob("*.html"))
    assert pages
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"<style|\sstyle=|\son\w+=", text), page.name
        scripts = re.findall(r"<script[^>]*>", text)
        data = r' type="(application/json|text/(plain|vtt))"'  # the browser does not run these
        assert all(" src=" in one or re.search(data, one) for one in scripts), page.name
