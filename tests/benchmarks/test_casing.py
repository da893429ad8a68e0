from __future__ import annotations

import numpy as np

from benchmarks.casing import by_start_alone, count, figures
from pausa.core.document import Document
from pausa.core.words import Transcript
from pausa.text.casing import ALL, INITIAL, LOWER, UNKNOWN_CASE
from tests.builders import words


def test_counts_leave_out_what_nobody_knows() -> None:
    truth = np.array([UNKNOWN_CASE, INITIAL, LOWER, LOWER, ALL], dtype=np.int8)
    found = np.array([INITIAL, INITIAL, INITIAL, LOWER, UNKNOWN_CASE], dtype=np.int8)
    told = figures(count(truth, found))
    assert told["words"] == 4
    assert told["accuracy"] == 0.5
    assert told["initial"] == {"words": 1, "precision": 0.5, "recall": 1.0, "f1": 0.6667}
    assert told["capitals"]["recall"] == 0.5


def test_the_plainest_way_writes_only_i() -> None:
    assert by_start_alone(Document(Transcript(words("so i'm anna")))).tolist() == [LOWER, INITIAL, LOWER]
