"""Every recording by itself, worked out once more from sets of positions."""

from __future__ import annotations

from itertools import pairwise
from math import isnan
from pathlib import Path

import pytest

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.workflow.evaluate import agree, evaluate
from pausa.workflow.evaluation import Evaluation
from tests.builders import cut, words
from tests.workflow.test_crowds import Crowd, crowd, f1, written


def scored(made: Crowd, folder: Path) -> Evaluation:
    """The made crowd with a system that ends a sentence every ninth word, and one that repeats a person."""
    said = {trial.name: trial.transcript for trial in agree(written(made, folder)).panel}
    systems = {
        name: [Document(said[one], (Segmentation.of(made.n_words[one], ends(made, one)),), name=one) for one in said]
        for name, ends in {"ninth": ninth, "first person": first_person}.items()
    }
    return evaluate(folder, systems, metrics=["wisebe", "f1_rw", "f1_mean"], confidence=False, humans=False)


def ninth(made: Crowd, recording: str) -> list[int]:
    return list(range(4, made.n_words[recording] - 1, 9))


def first_person(made: Crowd, recording: str) -> list[int]:
    return sorted(made.marks[recording, made.people(recording)[0]])


def agreement_ratio(everyone: list[set[int]]) -> float:
    votes = [sum(place in one for one in everyone) for place in set.union(*everyone)]
    return sum(vote for vote in votes if vote >= 2) / (len(everyone) * len(votes))


def f1_over_windows(everyone: list[set[int]], mine: set[int], limit: int = 2) -> float:
    marked = sorted(set.union(*everyone))
    windows = [[marked[0]]]
    for before, place in pairwise(marked):
        if place - before <= limit:
            windows[-1].append(place)
        else:
            windows.append([place])
    spans = [range(one[0], one[-1] + 1) for one in windows]
    precision = sum(any(place in span for span in spans) for place in mine) / len(mine)
    recall = sum(any(place in span for place in mine) for span in spans) / len(spans)
    return 2 * precision * recall / (precision + recall) if precision else 0.0


def fleiss(everyone: list[set[int]], n_gaps: int) -> float:
    m = len(everyone)
    marked = [sum(place in one for one in everyone) for place in range(n_gaps)]
    table = [(yes, m - yes) for yes in marked]
    observed = sum((y * y + n * n - m) / (m * (m - 1)) for y, n in table) / n_gaps
    share = sum(y for y, _ in table) / (m * n_gaps)
    expected = share**2 + (1 - share) ** 2
    return (observed - expected) / (1 - expected)


def test_every_recording_of_a_crowd_has_its_own_figures(tmp_path: Path) -> None:
    made = crowd()
    found = scored(made, tmp_path / "refs")
    assert [one.name for one in found.per_recording] == list(found.documents)
    for one in found.per_recording:
        everyone = {person: made.marks[one.name, person] for person in made.people(one.name)}
        assert one.n_words == made.n_words[one.name]
        assert dict(one.boundaries) == {person: len(ends) for person, ends in everyone.items()}
        ratio = agreement_ratio(list(everyone.values()))
        assert one.agreement["agreement_ratio"] == pytest.approx(ratio)
        assert one.agreement["fleiss_kappa"] == pytest.approx(fleiss(list(everyone.values()), one.n_words - 1))
        for system, ends in zip(one.systems, (ninth, first_person), strict=True):
            mine = set(ends(made, one.name))
            assert system.boundaries == len(mine)
            assert {row.name for row in system.per_reference} == set(everyone)
            for row in system.per_reference:
                hits = len(mine & everyone[row.name])
                assert row["precision"] == pytest.approx(hits / len(mine))
                assert row["recall"] == pytest.approx(hits / len(everyone[row.name]))
                assert row["f1"] == pytest.approx(f1(mine, everyone[row.name]))
            over_windows = f1_over_windows(list(everyone.values()), mine)
            assert system.scores["f1_rw"] == pytest.approx(over_windows)
            assert system.scores["wisebe"] == pytest.approx(over_windows * ratio)
            assert system.agreement_ratio == pytest.approx(ratio)


def test_a_recording_of_one_person_beside_others_has_no_agreement() -> None:
    texts = {"talk": "so we left | it was late", "speech": "nobody knew | where it went"}
    people = [
        Document(Transcript(words(texts[name].replace("|", ""))), (cut(texts[name], by=maker),), name=name)
        for name, maker in (("talk", "anna"), ("talk", "ben"), ("speech", "anna"))
    ]
    found = agree({"all": people})
    talk, speech = found.per_recording
    assert (dict(talk.boundaries), dict(speech.boundaries)) == ({"anna": 1, "ben": 1}, {"anna": 1})
    assert talk.agreement["agreement_ratio"] == 1
    assert isnan(speech.agreement["agreement_ratio"])
    assert isnan(speech.agreement["fleiss_kappa"])
