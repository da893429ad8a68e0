"""The printed tables of the WiSeBE paper, checked against counts that were worked out by hand elsewhere."""

from __future__ import annotations

from benchmarks.tables.wisebe_paper import REFERENCES, TRANSCRIPTS, correlation, counts, doubts, swapped
from tests.outside.test_published import REFERENCE_BOUNDARIES


def test_swapped_references_are_found_and_put_right() -> None:
    assert [TRANSCRIPTS[place] for place in swapped()] == ["v4", "v6", "v8", "v10"]
    for place, name in enumerate(TRANSCRIPTS):
        assert tuple(counts(reference, place) for reference in REFERENCES) == REFERENCE_BOUNDARIES[name]


def test_the_known_misprints_are_found_and_the_correlation_follows() -> None:
    found = {one.where: (one.printed, one.follows) for one in doubts()}
    assert found["v6 S2 mean P"] == ("0.4234", "0.4239")
    assert found["v10 S1 ref2 R"] == ("0.450", "0.5625")  # ref1's row repeated
    assert found["v5 S1 ref3 F1"] == ("0.560", "0.5591")
    assert len(found) == 9
    assert f"{correlation():.3f}" == "0.890"
