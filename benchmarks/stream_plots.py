"""The picture for the page on live use, from the figures of `python -m benchmarks stream`.

python -m benchmarks stream-plots        writes docs/live.svg
"""

from __future__ import annotations

import json

import matplotlib as mpl

mpl.use("svg")
import matplotlib.pyplot as plt

from benchmarks.places import RESULTS, ROOT


def main() -> None:
    found = json.loads((RESULTS / "stream.json").read_text(encoding="utf-8"))
    mpl.rcParams["svg.hashsalt"] = "pausa"
    _, (left, right) = plt.subplots(1, 2, figsize=(8.4, 3.6))
    for name, model in found["models"].items():
        rows = model["delays"]
        places = range(len(rows))
        (line,) = left.plot(places, [row["f1"] for row in rows], marker="o", label=name)
        left.axhline(model["offline"]["f1"], color=line.get_color(), linewidth=0.8, linestyle=":")
        right.plot(places, [row["late"]["p50"] for row in rows], marker="o", color=line.get_color(), label=name)
        right.plot(places, [row["late"]["p95"] for row in rows], linestyle="--", color=line.get_color())
        for axes in (left, right):
            axes.set_xticks(list(places), [str(row["delay"]) for row in rows])
            axes.set_xlabel("delay in words")
            axes.spines[["top", "right"]].set_visible(False)
    left.set_ylabel("F1; dotted: the whole recording known")
    right.set_ylabel("seconds late; dashed: 95th percentile")
    left.legend(frameon=False)
    plt.tight_layout()
    # The same figures give the same bytes.
    plt.savefig(ROOT / "docs" / "live.svg", metadata={"Date": None})
    plt.close()
