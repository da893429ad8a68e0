"""Pictures for the `bayes` pages, from the figures of `python -m benchmarks carter-gransden`.

python -m benchmarks carter-gransden --data DIR -f json -o benchmarks/results/carter-gransden.json
python -m benchmarks bayes-plots                    writes docs/models/bayes-*.svg
"""

from __future__ import annotations

import json
from typing import Any

import matplotlib as mpl

from benchmarks.places import ROOT

mpl.use("svg")
import matplotlib.pyplot as plt
import numpy as np

FIGURES = ROOT / "benchmarks" / "results" / "carter-gransden.json"
LABELS = ("λ1 L", "λ2 B", "λ3 W1,W2", "λ4 W2", "λ5 W2,W3", "λ6 W3,W4", "λ7 W3")


def drawn(name: str) -> None:
    plt.tight_layout()
    # The same figures give the same bytes.
    plt.savefig(ROOT / "docs" / "models" / f"bayes-{name}.svg", metadata={"Date": None})
    plt.close()


def pauses(recognisers: dict[str, Any]) -> None:
    """P(boundary | relative pause), by recogniser."""
    plt.figure(figsize=(6.4, 3.6))
    centres = (np.arange(25) + 0.5) / 25
    for name, found in recognisers.items():
        shares = found["conditions"]["rec"]["methods"]["1"]["pause_table"]
        (line,) = plt.plot(centres, shares[1:], label=name)
        plt.plot([0], shares[:1], "o", color=line.get_color(), markersize=4)
    plt.xlabel("relative pause (dot: no pause)")
    plt.ylabel("share of gaps that are boundaries")
    plt.legend(frameon=False)
    drawn("pauses")


def weights(recognisers: dict[str, Any]) -> None:
    """Method 3's weights under Rec, by recogniser."""
    plt.figure(figsize=(6.4, 3.6))
    width = 0.8 / len(recognisers)
    for place, (name, found) in enumerate(recognisers.items()):
        values = found["conditions"]["rec"]["methods"]["3"]["weights"][:7]
        plt.bar(np.arange(7) + place * width - 0.4 + width / 2, values, width, label=name)
    plt.xticks(range(7), LABELS, fontsize=8)
    plt.ylabel("weight in method 3, Rec")
    plt.legend(frameon=False, fontsize=8)
    drawn("weights")


def sizes(found: list[dict[str, float]]) -> None:
    """F1 against the size of the tables."""
    plt.figure(figsize=(6.4, 3.2))
    plt.plot([each["times_vocabulary"] for each in found], [each["f1"] for each in found], "o-")
    plt.xscale("log", base=2)
    plt.xlabel("pairs in each table / size of the vocabulary (last: all)")
    plt.ylabel("F1, method 3, Rec, google")
    plt.grid(alpha=0.3)
    drawn("sizes")


def main() -> None:
    mpl.rcParams["svg.hashsalt"] = "pausa"
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))["figures"]
    pauses(figures["recognisers"])
    weights(figures["recognisers"])
    sizes(figures["table_sizes"])


if __name__ == "__main__":
    main()
