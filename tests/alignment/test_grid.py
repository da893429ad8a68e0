from __future__ import annotations

import pytest

from pausa.alignment.base import Alignment
from pausa.alignment.edits import align_words
from pausa.alignment.grid import onto
from pausa.core.errors import OptionError
from pausa.core.words import Transcript
from tests.alignment.wordings import said
from tests.builders import cut

PIVOT = said("so we left it was late")
MARIA = (PIVOT, cut("so we left | it was late |", by="maria"))
JONAS = (said("so we've left was late yes"), cut("so we've left | was late | yes |", by="jonas"))


def test_all_segmentations_come_to_cover_the_pivots_words() -> None:
    grid = onto(PIVOT, [MARIA, JONAS])
    assert grid.segmentations == (MARIA[1], cut("so we left | it was late |", by="jonas"))
    assert [row.by for row in grid.rows] == ["maria", "jonas"]


def test_each_row_reports_what_happened_to_it() -> None:
    maria, jonas = onto(PIVOT, [MARIA, JONAS]).rows
    assert maria.alignment.edits.wer == 0
    assert not maria.projection.merged
    assert jonas.alignment.edits.wer == pytest.approx(3 / 6)
    assert [each.end for each in jonas.projection.merged] == [5]


def test_the_same_words_are_no_alignment() -> None:
    assert not onto(PIVOT, [MARIA]).is_aligned
    assert onto(PIVOT, [MARIA, JONAS]).is_aligned


def test_under_inc_a_gap_is_judged_where_all_agree_on_the_words() -> None:
    grid = onto(PIVOT, [MARIA, JONAS])
    assert grid.judged("rec").tolist() == [True] * 6
    assert grid.judged("inc").tolist() == [False, False, False, False, True, False]
    assert onto(PIVOT, []).judged("inc").tolist() == [True] * 6
    with pytest.raises(OptionError):
        grid.judged("ref")


def test_a_wording_is_aligned_once_however_many_people_share_it() -> None:
    calls = []

    def counting(reference: Transcript, hypothesis: Transcript) -> Alignment:
        calls.append(reference)
        return align_words(reference, hypothesis)

    onto(PIVOT, [JONAS, JONAS, MARIA], aligner=counting)
    assert len(calls) == 2
