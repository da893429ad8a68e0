"""What the ribbons of the report page are drawn from: places, not pictures.

A view is one sequence of words with everyone's boundaries over it. A recording has one view where all have the
same words, and one for each wording where systems have their own (the references are then projected onto it,
exactly as they were for the scores). A boundary of a system is told apart by what WiSeBE makes of it:

    agreed   a place that enough references mark (the consensus of k)
    hit      another place inside a window of the references
    extra    outside every window
    missed   a window in which the system has no boundary

So agreed and hit over all boundaries is WiSeBE's precision, and windows not missed over all windows its recall.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pausa.core.words import Transcript
from pausa.metrics.base import Boundaries, Options, Positions, boundaries_of, votes
from pausa.metrics.consensus import enough
from pausa.metrics.wisebe import windows
from pausa.workflow.evaluation import Evaluation
from pausa.workflow.trials import Trial

AGREED, HIT, EXTRA = "a", "h", "x"


@dataclass(frozen=True)
class View:
    """Everyone's judged boundaries over one sequence of words.

    `wording` names the systems whose words these are, and is empty where all have the same. `systems` holds
    the place of each system in the evaluation beside its boundaries.
    """

    document: str
    wording: str
    transcript: Transcript
    people: tuple[str, ...]
    references: tuple[Boundaries, ...]
    systems: tuple[tuple[int, Boundaries], ...]


def views(evaluation: Evaluation) -> Iterator[View]:
    """The views of every recording, in the evaluation's order."""
    for number, panel in enumerate(evaluation.panel):
        groups: dict[tuple[str, ...], list[tuple[int, Trial]]] = {}
        for place, system in enumerate(evaluation.systems):
            trial = system.trials[number]
            groups.setdefault(trial.transcript.texts if trial.is_aligned else (), []).append((place, trial))
        if not groups:
            yield _view(panel, [], "", evaluation.options)
        for members in groups.values():
            is_own = members[0][1].is_aligned
            names = ", ".join(evaluation.systems[place].name for place, _ in members)
            yield _view(members[0][1] if is_own else panel, members, names if is_own else "", evaluation.options)


def _view(words: Trial, members: Sequence[tuple[int, Trial]], wording: str, options: Options) -> View:
    known = [trial.transcript for trial in (words, *(trial for _, trial in members)) if not trial.transcript.is_blank]
    return View(
        document=words.name,
        wording=wording,
        transcript=known[0] if known else words.transcript,
        people=words.people,
        references=tuple(boundaries_of(reference, options, words.judged) for reference in words.references),
        systems=tuple(
            (place, boundaries_of(trial.hypothesis, options, trial.judged))
            for place, trial in members
            if trial.hypothesis is not None
        ),
    )


def packed(view: View, options: Options) -> dict[str, Any]:
    """A view as the page's script reads it: rising numbers as steps, kinds and marks as strings."""
    n_words = len(view.transcript)
    positions, chosen_by = votes(view.references, n_words)
    starts, stops = windows(positions, options.window)
    agreed = positions[chosen_by >= enough(options, len(view.references))]
    return {
        "document": view.document,
        "wording": view.wording,
        "n": n_words,
        # One string is smaller and quicker to read than a list of ten thousand.
        "words": None if view.transcript.is_blank else "\n".join(map(_on_one_line, view.transcript.texts)),
        "people": list(view.people),
        "references": [{"ends": steps(each.at), "marks": _marks(each)} for each in view.references],
        "marked": steps(positions),
        "votes": chosen_by.tolist(),
        "windows": steps(starts),
        "widths": (stops - starts).tolist(),
        "systems": [
            {
                "system": place,
                "ends": steps(each.at),
                "marks": _marks(each),
                "kinds": kinds(each.at, agreed, starts, stops),
                "missed": steps(missed(each.at, starts, stops)),
            }
            for place, each in view.systems
        ],
    }


def steps(rising: Positions) -> list[int]:
    """The first number and the distances between the others: small numbers make a small page.

    >>> steps(np.array([4, 9, 11]))
    [4, 5, 2]
    """
    return [int(step) for step in np.diff(rising, prepend=0)]


def kinds(boundaries: Positions, agreed: Positions, starts: Positions, stops: Positions) -> str:
    """A letter for each boundary: agreed, hit or extra.

    >>> kinds(np.array([3, 5, 20]), np.array([5]), np.array([3]), np.array([5]))
    'hax'
    """
    inside = _window_of(boundaries, starts, stops) >= 0
    letters = np.where(np.isin(boundaries, agreed), AGREED, np.where(inside, HIT, EXTRA))
    return "".join(letters.tolist())


def missed(boundaries: Positions, starts: Positions, stops: Positions) -> Positions:
    """The numbers of the windows that hold none of the boundaries."""
    return np.setdiff1d(np.arange(starts.size), _window_of(boundaries, starts, stops))


def _window_of(boundaries: Positions, starts: Positions, stops: Positions) -> Positions:
    """The number of the window that each boundary lies in, -1 for none."""
    if not starts.size:
        return np.full(boundaries.size, -1, dtype=np.int64)
    place = np.searchsorted(starts, boundaries, side="right") - 1
    return np.where((place >= 0) & (boundaries <= stops[place]), place, -1).astype(np.int64)


def _marks(boundaries: Boundaries) -> str:
    """One character for each boundary, a space where its mark is unknown; empty where all are."""
    return "".join(mark[:1] or " " for mark in boundaries.marks) if any(boundaries.marks) else ""


def _on_one_line(text: str) -> str:
    return text.replace("\n", " ")
