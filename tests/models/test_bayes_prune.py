"""Pruning keeps what is worth most, and no more than was asked for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.errors import OptionError
from pausa.models.bayes import BayesDetector
from pausa.models.bayes.prune import FIXED_BYTES, pair_costs, to_bytes, to_pairs, word_costs
from pausa.models.bayes.tables import Unpruned
from pausa.models.storage import folder_bytes, save_folder
from tests.models.test_bayes import built, counted, talk

WORDS = [first + second for first in "bdfgkl" for second in "aeiou"]


def random_tables(seed: int, n_words: int = 2000) -> Unpruned:
    rng = np.random.default_rng(seed)
    drawn = rng.zipf(1.5, n_words) % len(WORDS)
    ends = rng.random(n_words) < np.where(drawn % 7 == 3, 0.5, 0.05)
    return built([([WORDS[number] for number in drawn], ends.tolist())])


def kept(full: Unpruned) -> list[int]:
    lexicon = full.lexicon
    return [int((~np.isnan(t)).sum()) for t in (lexicon.pair_before, lexicon.pair_between, lexicon.pair_after)]


@given(st.integers(0, 50), st.integers(0, 200))
def test_no_table_holds_more_pairs_than_asked_for(seed: int, limit: int) -> None:
    assert max(kept(to_pairs(random_tables(seed), limit))) <= limit


def test_what_is_kept_is_worth_more_than_what_is_not() -> None:
    full = random_tables(1)
    costs = pair_costs(full)[1]
    small = to_pairs(full, 40).lexicon
    worth = dict(zip(full.lexicon.keys.tolist(), costs.tolist(), strict=True))
    between = {
        key for key, value in zip(small.keys.tolist(), small.pair_between.tolist(), strict=True) if value == value
    }
    assert len(between) == 40
    assert min(worth[key] for key in between) >= max(value for key, value in worth.items() if key not in between)


def test_costs_are_relative_entropies_times_counts() -> None:
    full = random_tables(2)
    lexicon = full.lexicon
    first, second = lexicon.keys >> 32, lexicon.keys & 0xFFFFFFFF
    p = 1 / (1 + np.exp(-lexicon.pair_after.astype(float)))
    q = 1 / (1 + np.exp(-lexicon.after[second].astype(float)))
    expected = full.pair_seen * (p * np.log(p / q) + (1 - p) * np.log((1 - p) / (1 - q)))
    assert pair_costs(full)[2] == pytest.approx(expected, abs=1e-6)
    assert (word_costs(full) >= -1e-9).all()
    assert first.max() < len(lexicon)


def test_a_pruned_pair_scores_as_its_back_off() -> None:
    full = counted("so we left | it was late | so we went home | it was cold and we left |")
    none = to_pairs(full, 0).lexicon
    columns = none.columns(tuple("so we left it".split()))
    assert columns[:, 0] == pytest.approx(columns[:, 1])
    assert columns[:, 3] == pytest.approx(columns[:, 4])
    assert columns[:, 2] == pytest.approx((columns[:, 1] + columns[:, 4]) / 2)


def test_enough_room_keeps_everything() -> None:
    full = random_tables(3)
    words = talk(" ".join(WORDS))
    for same in (to_pairs(full, 10_000), to_bytes(full, 10_000_000)):
        assert (BayesDetector(same.lexicon).score(words).ends == BayesDetector(full.lexicon).score(words).ends).all()


@given(st.integers(0, 20), st.integers(0, 12_000))
def test_a_folder_is_no_larger_than_asked_for(tmp_path_factory: pytest.TempPathFactory, seed: int, room: int) -> None:
    folder = Path(tmp_path_factory.mktemp("models")) / "small"
    limit = FIXED_BYTES + room
    save_folder(folder, BayesDetector(to_bytes(random_tables(seed), limit).lexicon).content())
    assert folder_bytes(folder) <= limit


def test_too_little_room_is_said() -> None:
    with pytest.raises(OptionError, match="takes at least"):
        to_bytes(random_tables(1), 100)


def test_left_out_words_are_unknown_words() -> None:
    full = random_tables(4)
    small = to_bytes(full, FIXED_BYTES + 300).lexicon
    assert 0 < len(small) < len(full.lexicon)
    gone = next(word for word in full.lexicon.words if word not in small.forms)
    assert small.numbers((gone,)).tolist() == [len(small)]
