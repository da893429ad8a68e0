from __future__ import annotations

import pytest

from benchmarks.everyday import cut_by, page, talks
from benchmarks.languages import bare
from pausa.core.errors import OptionError
from pausa.models import load
from pausa.text.identify import identify
from pausa.text.marks import boundaries

TALKS = talks()


@pytest.mark.parametrize("code", TALKS)
def test_a_conversation_is_in_the_language_of_its_name_and_has_ends(code: str) -> None:
    talk = TALKS[code]
    assert talk.n_words > 150
    assert identify([word.text for word in bare(talk).words]) == code
    assert len(boundaries(talk.transcript.words).ends) > 20
    with pytest.raises(OptionError, match="needs marks"):  # they are not seen
        cut_by(load("punctuation"), talk, None)


def test_the_table_has_a_row_for_each_and_their_mean() -> None:
    found = {
        "de": {"words": 10, "precision": 1.0, "recall": 0.5, "f1": 0.6, "fixed": 0.4},
        "fr": {"words": 10, "precision": 1.0, "recall": 0.5, "f1": 0.8, "fixed": 0.5},
    }
    assert "| mean |  |  | **0.700** | 0.450 |" in page(found)
