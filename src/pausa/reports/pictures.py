"""Pictures as inline SVG: small pure functions from numbers to markup.

Colours come from the page's style sheet through classes, so that one picture serves light, dark and print.
Nothing here carries a style attribute: the page's content policy would refuse it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

from markupsafe import Markup, escape

Points = Sequence[tuple[float, float]]
WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 48, 10, 12, 36
#: Distinct colour and dash classes in the style sheet; further series begin again.
SERIES = 8


@dataclass(frozen=True)
class Line:
    """A named curve; `style` picks its colour and dashes, `mark` is a single point of its own."""

    name: str
    points: Points
    style: str
    mark: tuple[float, float] | None = None


@dataclass(frozen=True)
class Scale:
    """A linear map from values to places, with the values to label."""

    low: float
    high: float
    start: float
    stop: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.stop - self.start)

    def ticks(self, about: int = 5) -> list[float]:
        """Round values from low to high.

        >>> Scale(0, 0.55, 0, 1).ticks()
        [0.0, 0.2, 0.4]
        """
        step = nice_step((self.high - self.low) / about)
        first = ceil(self.low / step - 1e-9)
        return [round(number * step, 10) for number in range(first, floor(self.high / step + 1e-9) + 1)]


def nice_step(rough: float) -> float:
    """The next step of 1, 2 or 5 times a power of ten.

    >>> [nice_step(rough) for rough in (0.03, 0.8, 4, 12)]
    [0.05, 1.0, 5.0, 20.0]
    """
    power: float = 10.0 ** floor(log10(rough))
    return next(round(factor * power, 12) for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)


def line_chart(
    title: str, lines: Sequence[Line], *, x: tuple[str, float, float], y: tuple[str, float, float]
) -> Markup:
    """Curves in a frame; `x` and `y` are a label with the lowest and the highest value."""
    across, up = _scales(x, y)
    drawn = [_curve(line, across, up) for line in lines]
    return _svg(title, [*_frame(across, up, x[0], y[0]), *drawn])


def _curve(line: Line, across: Scale, up: Scale) -> Markup:
    known = [(a, b) for a, b in line.points if isfinite(b)]
    path = "M" + "L".join(f"{across(a):.1f} {up(b):.1f}" for a, b in known)
    parts = [tag("path", d=path, **{"class": f"curve {line.style}"})] if len(known) > 1 else []
    if len(known) <= 20:
        parts += [_dot(a, b, line, across, up, 2.5) for a, b in known]
    if line.mark is not None and isfinite(line.mark[1]):
        parts.append(_dot(*line.mark, line, across, up, 4.5))
    return Markup("").join(parts)


def _dot(a: float, b: float, line: Line, across: Scale, up: Scale, radius: float) -> Markup:
    label = tag("title", f"{line.name}: {_short(a)}, {b:.3f}")
    return tag("circle", label, cx=f"{across(a):.1f}", cy=f"{up(b):.1f}", r=radius, **{"class": f"dot {line.style}"})


def bar_chart(title: str, bars: Sequence[tuple[str, int, str]], *, x: str, y: str) -> Markup:
    """Upright bars, each a label, a number and a style, with the number above."""
    top = max([number for _, number, _ in bars], default=0) or 1
    across, up = _scales((x, 0, max(1, len(bars))), (y, 0, top * 1.12))
    wide = min(64.0, (across(1) - across(0)) * 0.7)
    parts = _frame(across, up, x, y, ticks_across=False)
    for place, (label, number, style) in enumerate(bars):
        middle = across(place + 0.5)
        told = tag("title", f"{label}: {number}")
        parts += [
            _bar(middle - wide / 2, up(number), wide, up(0) - up(number), style, told),
            _text(number, middle, up(number) - 5, "middle", "value"),
        ]
        # Labels that would run into each other are thinned out.
        if place % max(1, ceil(len(bars) / 16)) == 0:
            parts.append(_text(label, middle, up(0) + 14, "middle"))
    return _svg(title, parts)


def length_chart(title: str, shares: Sequence[float], width: int, curve: Points, *, top: float, style: str) -> Markup:
    """A histogram of words per sentence with a fitted curve over it, on a scale that others share."""
    across, up = _scales(("words", 0.5, 0.5 + width * len(shares)), ("%", 0, top))
    parts = _frame(across, up, "words per sentence", "% of sentences", per_cent=True)
    wide = across(width) - across(0) - 0.8
    for place, share in enumerate(shares):
        if share:
            first = place * width + 1
            last = first + width - 1
            told = f"{first}" if width == 1 else f"{first}–{last}"
            told = f"{first} or more" if place == len(shares) - 1 else told
            label = tag("title", f"{told} words: {100 * share:.1f} %")
            parts.append(_bar(across(first - 0.5) + 0.4, up(share), wide, up(0) - up(share), style, label))
    inside = [(a, min(b, top)) for a, b in curve]
    if inside:
        path = "M" + "L".join(f"{across(a):.1f} {up(b):.1f}" for a, b in inside)
        parts.append(tag("path", d=path, **{"class": "curve fit"}))
    return _svg(title, parts)


def meter(share: float, label: str) -> Markup:
    """A small horizontal bar from 0 to 1."""
    known = min(1.0, max(0.0, share)) if isfinite(share) else 0.0
    parts = [
        tag("title", label),
        tag("rect", x=0, y=0, width=100, height=8, **{"class": "trough"}),
        tag("rect", x=0, y=0, width=f"{100 * known:.1f}", height=8, **{"class": "fill"}),
    ]
    shape = {"class": "meter", "viewBox": "0 0 100 8", "preserveAspectRatio": "none", "aria-hidden": "true"}
    return tag("svg", Markup("").join(parts), **shape)


def swatch(style: str) -> Markup:
    """The short line that stands for a curve in a legend."""
    line = tag("path", d="M1 6H25", **{"class": f"curve {style}"})
    return tag("svg", line, **{"class": "swatch", "viewBox": "0 0 26 12", "aria-hidden": "true"})


def tag(name: str, content: str = "", **attributes: object) -> Markup:
    """An element with its attributes; text is escaped, markup is not.

    >>> tag("text", "a < b", x=1)
    Markup('<text x="1">a &lt; b</text>')
    """
    spelled = Markup("").join(Markup(' {}="{}"').format(key, value) for key, value in attributes.items())
    return Markup("<{0}{1}>{2}</{0}>").format(name, spelled, escape(content))


def _svg(title: str, parts: Iterable[Markup]) -> Markup:
    shape = {"class": "chart", "viewBox": f"0 0 {WIDTH} {HEIGHT}", "role": "img", "aria-label": title}
    return tag("svg", Markup("").join(parts), **shape)


def _scales(x: tuple[str, float, float], y: tuple[str, float, float]) -> tuple[Scale, Scale]:
    return Scale(x[1], x[2], LEFT, WIDTH - RIGHT), Scale(y[1], y[2], HEIGHT - BOTTOM, TOP)


def _frame(
    across: Scale, up: Scale, x: str, y: str, *, ticks_across: bool = True, per_cent: bool = False
) -> list[Markup]:
    """Grid lines, labels at round values, and what the axes are."""
    parts = []
    for value in up.ticks(4):
        place = f"{up(value):.1f}"
        parts.append(tag("path", d=f"M{LEFT} {place}H{WIDTH - RIGHT}", **{"class": "grid"}))
        parts.append(_text(_short(100 * value if per_cent else value), LEFT - 6, up(value) + 3.5, "end"))
    if ticks_across:
        parts += [_text(_short(value), across(value), up.start + 14, "middle") for value in across.ticks(6)]
    parts.append(tag("path", d=f"M{LEFT} {up.start}H{WIDTH - RIGHT}", **{"class": "axis"}))
    parts.append(_text(x, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 5, "middle", "label"))
    turned = f"rotate(-90 10 {(up.start + up.stop) / 2:.1f})"
    parts.append(_text(y, 10, (up.start + up.stop) / 2, "middle", "label", transform=turned))
    return parts


def _bar(x: float, y: float, width: float, height: float, style: str, label: Markup) -> Markup:
    shape = {"x": f"{x:.1f}", "y": f"{y:.1f}", "width": f"{width:.1f}", "height": f"{max(0.5, height):.1f}"}
    return tag("rect", label, **shape, **{"class": f"bar {style}"})


def _text(content: object, x: float, y: float, anchor: str, style: str = "tick", **more: object) -> Markup:
    place = {"x": f"{x:.1f}", "y": f"{y:.1f}", "text-anchor": anchor, "class": style}
    return tag("text", str(content), **place, **more)


def _short(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
