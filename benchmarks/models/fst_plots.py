"""Pictures and tables for the `fst` pages, from the figures of `python -m benchmarks lee-glass`.

python -m benchmarks lee-glass --data DIR -f json -o benchmarks/results/lee-glass.json
python -m benchmarks fst-plots        writes docs/models/fst-*.svg and the tables in docs/models/fst-lab.md

A table stands in the page between `<!-- table: TITLE -->` and `<!-- end of table -->`.
"""

from __future__ import annotations

import json
import re
from typing import Any

import matplotlib as mpl

mpl.use("svg")
import matplotlib.pyplot as plt
import numpy as np

from benchmarks.places import RESULTS, ROOT
from pausa.core.table import Table
from pausa.models.fst.length import Gamma
from pausa.reports.render import markdown_table

LADDER = RESULTS / "lee-glass.json"
PAGE = ROOT / "docs" / "models" / "fst-lab.md"
PART = re.compile(r"(<!-- table: (.+?) -->\n).*?(<!-- end of table -->)", re.DOTALL)
SETS = ("earnings22", "esic", "earnings21, google", "earnings21, rev-kaldi")


def drawn(name: str) -> None:
    plt.tight_layout()
    # The same figures give the same bytes.
    plt.savefig(ROOT / "docs" / "models" / f"fst-{name}.svg", metadata={"Date": None})
    plt.close()


def lengths(learned: dict[str, Any]) -> None:
    """Words per sentence and the gamma distribution fitted to them, made discrete."""
    counts = np.array(learned["lengths"][:80], dtype=float)
    gamma = Gamma(learned["gamma"]["shape"], learned["gamma"]["scale"])
    words = np.arange(1, 81)
    plt.figure(figsize=(6.4, 3.4))
    plt.bar(words, counts / sum(learned["lengths"]), width=1.0, alpha=0.5, label="Earnings-22, train calls")
    fitted = [np.exp(gamma.log_probability(int(n))) for n in words]
    plt.plot(words, fitted, color="black", label=f"gamma, shape {gamma.shape:.2f}, scale {gamma.scale:.2f}")
    plt.xlabel("words per sentence")
    plt.ylabel("share of sentences")
    plt.legend(frameon=False)
    drawn("lengths")


def ladder(sets: dict[str, Any]) -> None:
    """BLEU-like by rung and set, with a cost per break; intervals over recordings."""
    plt.figure(figsize=(6.4, 3.8))
    shown = [name for name in SETS if name in sets]
    for place, name in enumerate(shown):
        rows = [row for row in sets[name]["rows"] if row["bias"] and "normalised" not in row["models"]]
        scores = [row["scores"]["bleu_like"] for row in rows]
        at = np.arange(len(rows)) + (place - (len(shown) - 1) / 2) * 0.18
        values = np.array([score["value"] for score in scores])
        edges = [[s["value"] - s["low"] for s in scores], [s["high"] - s["value"] for s in scores]]
        plt.errorbar(at, values, np.maximum(edges, 0), fmt="o", markersize=4, capsize=2, label=name)
        plt.xticks(range(len(rows)), [row["models"].replace(" + ", "\n+ ") for row in rows], fontsize=8)
    plt.ylabel("BLEU-like")
    plt.legend(frameon=False, fontsize=8)
    plt.grid(axis="y", alpha=0.3)
    drawn("ladder")


def steps(sets: dict[str, Any]) -> str:
    """BLEU-like and F1 of each rung on each set with one reference, with a cost per break."""
    shown = [name for name in SETS if name in sets]
    rungs = [row["models"] for row in sets[shown[0]]["rows"] if row["bias"]]
    rows = []
    for rung in rungs:
        cells = [
            f"{row['scores']['bleu_like']['value']:.3f}, {row['scores']['f1_mean']['value']:.3f}"
            for name in shown
            for row in sets[name]["rows"]
            if row["bias"] and row["models"] == rung
        ]
        rows.append((rung, *cells))
    note = "BLEU-like and F1, with a cost per break; intervals are in the tables"
    return markdown_table(Table("What each step gives", ("models", *shown), tuple(rows), note))


def page(tables: list[dict[str, Any]], sets: dict[str, Any]) -> None:
    """The tables in the lab notes, written anew."""
    made = {
        each["title"]: markdown_table(
            Table(each["title"], tuple(each["header"]), tuple(map(tuple, each["rows"])), each["note"])
        )
        for each in tables
    }
    made["steps"] = steps(sets)
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(PART.sub(lambda found: f"{found[1]}{made[found[2]]}\n{found[3]}", text), encoding="utf-8")


def main() -> None:
    mpl.rcParams["svg.hashsalt"] = "pausa"
    results = json.loads(LADDER.read_text(encoding="utf-8"))
    lengths(results["figures"]["learned"])
    ladder(results["figures"]["sets"])
    page(results["tables"], results["figures"]["sets"])


if __name__ == "__main__":
    main()
