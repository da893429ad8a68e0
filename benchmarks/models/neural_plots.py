"""Pictures of a neural model: how far its probabilities can be trusted, and how its training went.

    python -m benchmarks neural-plots [FOLDER]      writes docs/models/MODEL-reliability.svg and MODEL-training.svg

Both are drawn from the manifest: held-out gaps by the probability they were given, and F1 on held-out recordings
after so many steps. Without a folder the default model is drawn.
"""

from __future__ import annotations

import sys
from pathlib import Path

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from benchmarks.places import DOCS
from pausa.models.storage import BUNDLED, Manifest, open_folder

PAGES = DOCS / "models"
ACCENT, GREY = "#2f6f8f", "#888888"


def reliability(manifest: Manifest) -> Figure:
    bins = manifest.settings["reliability"]
    figure, (upper, lower) = plt.subplots(
        2, 1, figsize=(4.6, 5.2), sharex=True, height_ratios=(3, 1), layout="constrained"
    )
    upper.plot([0, 1], [0, 1], color=GREY, linewidth=1, linestyle="--")
    upper.plot([each["said"] for each in bins], [each["came"] for each in bins], color=ACCENT, marker="o")
    upper.set_ylabel("share that were ends")
    upper.set_ylim(0, 1)
    lower.bar([each["said"] for each in bins], [each["gaps"] for each in bins], width=0.06, color=ACCENT)
    lower.set_yscale("log")
    lower.set_ylabel("gaps")
    lower.set_xlabel("probability given")
    lower.set_xlim(0, 1)
    return figure


def course(manifest: Manifest) -> Figure:
    log = manifest.settings["log"]
    known = {"step", "minutes", "loss", "threshold"}
    figure, axes = plt.subplots(figsize=(7.6, 4.2), layout="constrained")
    for name in (key for key in log[0] if key not in known):
        mean = name == "f1"
        axes.plot(
            [each["step"] for each in log],
            [each[name] for each in log],
            label="mean" if mean else name,
            color="black" if mean else None,
            linewidth=2.4 if mean else 1.2,
        )
    axes.set_xlabel("steps")
    axes.set_ylabel("F1, held out, one threshold")
    axes.legend(fontsize=8, frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else BUNDLED / "default"
    manifest = open_folder(folder).manifest
    plt.rcParams.update({"svg.hashsalt": "pausa", "axes.spines.top": False, "axes.spines.right": False})
    for name, picture in (("reliability", reliability(manifest)), ("training", course(manifest))):
        picture.savefig(PAGES / f"{manifest.model}-{name}.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
