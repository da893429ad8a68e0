"""Signs go with the words they belong to."""

from __future__ import annotations

import numpy as np
import pytest

from pausa.core.scores import Scores
from pausa.decode.signs import keep_signs_with_words


@pytest.mark.parametrize(
    ("text", "ends", "becomes"),
    [
        ("we won 🎉 so", [0.1, 0.8, 0.4, 0.1], [0.1, 0.0, 0.8, 0.1]),
        ("we won 🎉 🎉", [0.1, 0.2, 0.4, 0.9], [0.1, 0.0, 0.0, 0.9]),
        ("fine - ok", [0.1, 0.7, 0.2], [0.7, 0.0, 0.2]),
        ("won 🎉 so 🎉 ok", [0.8, 0.1, 0.3, 0.6, 0.2], [0.0, 0.8, 0.0, 0.6, 0.2]),
        (">> ok", [0.7, 0.2], [0.0, 0.2]),
        ("so ok", [0.7, 0.2], [0.7, 0.2]),
        ("♪ la ♪ so", [0.1, 0.6, 0.4, 0.9], [0.0, 0.0, 0.6, 0.9]),
        ("so ♫ la ♫", [0.6, 0.2, 0.3, 0.9], [0.6, 0.0, 0.0, 0.9]),
        ("♪ la ♪ ♪ la", [0.1, 0.6, 0.4, 0.2, 0.9], [0.0, 0.0, 0.6, 0.0, 0.9]),
    ],
)
def test_signs_stay_with_the_words_they_belong_to(text: str, ends: list[float], becomes: list[float]) -> None:
    found = keep_signs_with_words(Scores(np.array(ends), {"?": np.array(ends) / 2}), text.split())
    assert found.ends.tolist() == becomes
    assert found.marks["?"].tolist() == [each / 2 for each in becomes]


def test_a_song_that_nobody_closes_leaves_the_next_one_open() -> None:
    texts = ["♪", *["la"] * 80, "♪", "la", "♪"]
    found = keep_signs_with_words(Scores(np.full(len(texts), 0.5)), texts)
    assert found.ends[-5:].tolist() == [0.5, 0.5, 0.0, 0.0, 0.5]
