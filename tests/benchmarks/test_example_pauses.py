"""The figures on the example: what is said about silences holds for the files as they are."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from benchmarks.example_pauses import EVERY, HESITATION_MS, figures, hesitating, interview
from benchmarks.places import RESULTS


def test_hesitations_are_silences_behind_every_ninth_word_and_nothing_else() -> None:
    spoken, slow = interview().transcript.words, hesitating(interview()).transcript.words
    assert [word.text for word in slow] == [word.text for word in spoken]
    grown = [
        place
        for place, ((a, b), (c, d)) in enumerate(zip(pairwise(spoken), pairwise(slow), strict=True))
        if (d.start or 0) - (c.end or 0) != (b.start or 0) - (a.end or 0)
    ]
    assert grown == list(range(EVERY - 1, len(spoken) - 1, EVERY))
    assert (slow[-1].end or 0) - (spoken[-1].end or 0) == HESITATION_MS * ((len(spoken) - 1) // EVERY)


def test_the_figures_in_the_docs_are_those_of_today() -> None:
    stored = json.loads((RESULTS / "example-pauses.json").read_text())
    found = figures()
    assert found.keys() == stored.keys()
    for name, each in found.items():
        assert each == pytest.approx(stored[name], abs=0.03)  # processors round networks differently
    assert found["as it is"]["pause"] > found["as it is"]["transformer"]
    assert found["with hesitations"]["pause"] + 0.1 < found["with hesitations"]["transformer"]
