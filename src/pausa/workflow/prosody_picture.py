"""A picture of how something was said: sound, energy and F0 over the words, ten seconds to a line.

Pauses are shaded, sentence ends are lines. Words stand under their line where they were spoken.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np

from pausa.core.errors import MissingExtra, OptionError
from pausa.core.words import Word
from pausa.features.prosody import STEP_MS
from pausa.workflow.prosody import Prosody

_LINE_SECONDS = 10.0
_USUAL_SECONDS = 30.0
_MOST_SECONDS = 300.0
_PAUSE_MS = 150
_KINDS = ("png", "svg", "pdf")
_INK, _SOUND, _ENERGY, _PITCH, _PAUSE, _END = "#333333", "#b8c4d6", "#3b6ea5", "#c2571a", "#f1ead8", "#8a1c4a"
#: Heights of the two ways to write a word under its line, so that neighbours do not run into each other.
_LEVELS = (-0.20, -0.40)


def check_picture(path: str) -> str:
    """The format that a picture's name asks for; an error before any work where there is none."""
    kind = Path(path).suffix.lstrip(".").lower()
    if kind not in _KINDS:
        raise OptionError(f"A picture can be {', '.join(_KINDS)}, not {path!r}.")
    return kind


def span_of(made: Prosody, start: float | None, stop: float | None) -> tuple[float, float]:
    """The seconds to draw: as asked, else the first half minute."""
    begin = 0.0 if start is None else start
    end = min(made.audio.seconds, begin + _USUAL_SECONDS if stop is None else stop)
    if not 0 <= begin < end:
        raise OptionError(
            f"There is nothing to draw from {begin:g} to {end:g} s: the recording has {made.audio.seconds:.1f} s."
        )
    if end - begin > _MOST_SECONDS:
        raise OptionError(f"A picture shows {_MOST_SECONDS:g} s at most; narrow it by its times, from and to.")
    return begin, end


def picture(made: Prosody, path: str, *, start: float | None = None, stop: float | None = None) -> bytes:
    """The picture, in the format that the path names: PNG, SVG or PDF."""
    kind = check_picture(path)
    begin, end = span_of(made, start, stop)
    try:
        from matplotlib.figure import Figure  # half a second, and from an extra
    except ImportError:
        raise MissingExtra("matplotlib", "report", "Drawing") from None
    n_lines = ceil((end - begin) / _LINE_SECONDS - 1e-9)
    width = 14.0 if end - begin > 5 else 8.0
    figure = Figure(figsize=(width, 0.9 + 2.75 * n_lines))
    figure.subplots_adjust(left=0.75 / width, right=1 - 0.7 / width, top=1 - 0.75 / (0.9 + 2.75 * n_lines), bottom=0)
    grid = figure.add_gridspec(n_lines, 1, hspace=0)
    length = min(_LINE_SECONDS, end - begin)
    limits = _pitch_limits(made)
    for line in range(n_lines):
        first = begin + line * _LINE_SECONDS
        cells = grid[line].subgridspec(3, 1, height_ratios=(0.85, 1.15, 0.75), hspace=0)
        upper, lower = figure.add_subplot(cells[0]), figure.add_subplot(cells[1])
        _draw_line(made, upper, lower, first, min(end, first + _LINE_SECONDS), length, limits)
    _head(figure, made, begin, end)
    target = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a script that the font lacks is drawn as boxes
        figure.savefig(target, format=kind, dpi=110, metadata={"Date": None} if kind == "svg" else None)
    return target.getvalue()


def _head(figure: Any, made: Prosody, begin: float, end: float) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles = [
        Patch(color=_SOUND, label="sound"),
        Line2D([], [], color=_ENERGY, label="energy"),
        Line2D([], [], color=_PITCH, marker="o", ls="", ms=3, label="F0"),
        Patch(color=_PAUSE, label=f"pause of {_PAUSE_MS} ms or more"),
    ]
    if made.segmentation is not None:
        handles.append(Line2D([], [], color=_END, label="sentence end"))
    height = figure.get_figheight()
    title = f"{Path(made.audio.name).name}, {begin:g} to {end:.4g} s"
    figure.text(figure.subplotpars.left, 1 - 0.35 / height, title, fontsize=12, color=_INK, parse_math=False)
    figure.legend(
        handles=handles,
        loc="upper right",
        bbox_to_anchor=(figure.subplotpars.right, 1 - 0.12 / height),
        ncols=len(handles),
        frameon=False,
        fontsize=9,
    )


def _draw_line(
    made: Prosody, upper: Any, lower: Any, first: float, last: float, length: float, limits: tuple[float, float]
) -> None:
    contours = made.contours
    a, b = round(first * 1000 / STEP_MS), min(len(contours), round(last * 1000 / STEP_MS))
    middle = (np.arange(a, b) + 0.5) * STEP_MS / 1000
    at, low, high = _envelope(made, first, last)
    upper.fill_between(at, low, high, color=_SOUND, lw=0)
    upper.set_ylim(-1.05, 1.05)
    upper.set_yticks([])
    loud = upper.twinx()
    loud.plot(middle, contours.energy[a:b], color=_ENERGY, lw=1)
    loud.set_ylim(*_energy_limits(made))
    loud.set_ylabel("dB", color=_ENERGY, fontsize=8, rotation=0, labelpad=10)
    loud.tick_params(axis="y", colors=_ENERGY, labelsize=7)
    lower.plot(middle, contours.f0[a:b], "o", color=_PITCH, ms=2.2)
    lower.set_yscale("log")
    lower.set_ylim(*limits)
    lower.set_yticks(_pitch_ticks(limits), minor=False)
    lower.set_yticks([], minor=True)
    lower.yaxis.set_major_formatter(lambda value, place: f"{value:.0f}")
    lower.tick_params(axis="y", colors=_PITCH, labelsize=7)
    lower.grid(axis="y", color="#eeeeee", lw=0.6)
    lower.set_ylabel("Hz", color=_PITCH, fontsize=8, rotation=0, labelpad=10)
    lower.tick_params(axis="x", labelsize=7, pad=1, length=2, colors="#777777")
    lower.set_xticks(np.arange(ceil(first), last + 1e-9, 1.0))
    lower.xaxis.set_major_formatter(lambda value, place: f"{value:g} s")
    upper.set_xticks([])
    for axes in (upper, loud, lower):
        axes.set_xlim(first, first + length)
        for side in ("top", "right", "bottom", "left"):
            axes.spines[side].set_visible(False)
    lower.spines["bottom"].set_visible(True)
    lower.spines["bottom"].set_color("#999999")
    lower.set_axisbelow(True)
    _shade(made, (upper, lower), first, last)
    _write_words(made.document.transcript.words, lower, first, last, length)


def _shade(made: Prosody, panels: Sequence[Any], first: float, last: float) -> None:
    words = made.document.transcript.words
    ends = set(made.segmentation.ends) if made.segmentation is not None else set()
    for place, word in enumerate(words):
        if word.end is None:
            continue
        following = words[place + 1].start if place + 1 < len(words) else None
        stop = word.end if following is None else max(word.end, following)
        for panel in panels:
            if stop - word.end >= _PAUSE_MS and word.end / 1000 < last and stop / 1000 > first:
                panel.axvspan(max(first, word.end / 1000), min(last, stop / 1000), color=_PAUSE, lw=0, zorder=0)
            middle = (word.end + stop) / 2000
            if place in ends and first <= middle < last:
                panel.axvline(middle, color=_END, lw=1.4, zorder=1)


def _write_words(words: Sequence[Word], axes: Any, first: float, last: float, length: float) -> None:
    """Each word in the middle of its time; a short one goes lower where it would touch the one before."""
    per_second = (axes.figure.get_figwidth() - 1.45) / length / 0.07  # characters of this size in a second
    taken = [first - 1.0] * len(_LEVELS)
    for word in words:
        if word.start is None or word.end is None:
            continue
        middle = (word.start + word.end) / 2000
        if not first <= middle < last:
            continue
        half = len(str(word)) / per_second / 2
        level = next((k for k in range(len(_LEVELS)) if taken[k] <= middle - half), int(np.argmin(taken)))
        taken[level] = middle + half + 1 / per_second
        axes.text(
            middle,
            _LEVELS[level],
            str(word),
            transform=axes.get_xaxis_transform(),
            ha="center",
            va="top",
            fontsize=8,
            color=_INK,
            parse_math=False,
        )


def _envelope(made: Prosody, first: float, last: float, *, per_second: int = 120) -> tuple[Any, Any, Any]:
    """The lowest and highest sample in each of many short stretches, the loudest of all being 1."""
    samples = made.audio.read(first, last)
    if not len(samples):
        return np.zeros(0), np.zeros(0), np.zeros(0)
    edges = np.arange(0, len(samples), max(1, made.audio.rate // per_second))
    scale = max(float(np.abs(samples).max()), 1e-4)
    return (
        first + edges / made.audio.rate,
        np.minimum.reduceat(samples, edges) / scale,
        np.maximum.reduceat(samples, edges) / scale,
    )


def _pitch_limits(made: Prosody) -> tuple[float, float]:
    """From a little below the usual lowest to a little above the highest."""
    voiced = made.contours.f0[~np.isnan(made.contours.f0)]
    if not len(voiced):
        return 75.0, 300.0
    low, high = np.quantile(voiced, [0.01, 0.99])
    return max(60.0, float(low) * 0.85), max(float(high) * 1.15, float(low) * 1.5)


def _pitch_ticks(limits: tuple[float, float]) -> list[float]:
    return [tick for tick in (75, 100, 150, 200, 300, 400, 500) if limits[0] <= tick <= limits[1]]


def _energy_limits(made: Prosody) -> tuple[float, float]:
    low, high = np.quantile(made.contours.energy, [0.02, 0.999]) if len(made.contours) else (-60, 0)
    return float(low) - 6, max(float(high) + 3, float(low) + 20)
