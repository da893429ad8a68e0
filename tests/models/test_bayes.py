"""The bayes model does what the paper's formulas say, word by word."""

from __future__ import annotations

from collections import Counter as Tally
from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.core.errors import OptionError
from pausa.core.words import Transcript, Word
from pausa.models.bayes import BayesDetector, buckets, bundled
from pausa.models.bayes.buckets import Buckets
from pausa.models.bayes.counts import Counter, Vocabulary
from pausa.models.bayes.detector import best_rate
from pausa.models.bayes.tables import Lexicon, Unpruned, tables
from pausa.models.bayes.weights import Weights
from pausa.models.storage import Manifest
from tests.builders import spoken
from tests.strategies import transcripts

Text = list[tuple[list[str], list[bool]]]


def counted(*texts: str) -> Unpruned:
    """Tables from texts with bars at the sentence ends, a document each."""
    return built([bars(text) for text in texts])


def bars(text: str) -> tuple[list[str], list[bool]]:
    words: list[str] = []
    ends: list[bool] = []
    for token in text.split():
        if token == "|":
            ends[-1] = True
        else:
            words.append(token)
            ends.append(False)
    return words, ends


def built(text: Text) -> Unpruned:
    vocabulary = Vocabulary()
    counter = Counter(vocabulary)
    for words, ends in text:
        counter.add(words, np.array(ends, dtype=bool))
    return tables(counter.counts(), vocabulary.forms)


def talk(text: str) -> Transcript:
    return Transcript(tuple(Word(token) for token in text.split()))


RAISED = Buckets(np.linspace(0.02, 0.9, 26), 0.1)
SAMPLE = "so we left | it was late | so we went home | it was cold and we left |"


def detector(lexicon: Lexicon, method: int = 1) -> BayesDetector:
    weights = {2: Weights((0.8, 0.8, 1, 1, 1, 1, 1, 0)), 3: Weights((0.8, 0.9, 0.5, 0.4, 0.6, 0.8, 0.3, 0))}
    return BayesDetector(lexicon, RAISED, None, weights, method)


class Plainly:
    """The definitions spelled out with dictionaries and probabilities, as slowly as can be."""

    def __init__(self, text: Text) -> None:
        self.seen: dict[str, Tally[tuple[str, ...]]] = {gap: Tally() for gap in ("before", "between", "after")}
        self.ends: dict[str, Tally[tuple[str, ...]]] = {gap: Tally() for gap in ("before", "between", "after")}
        n_words = n_ends = 0
        for words, ends in text:
            closed = [*ends[:-1], True]
            n_words, n_ends = n_words + len(words), n_ends + sum(closed)
            for i in range(len(words)):
                self._see("before", (words[i],), i == 0 or closed[i - 1])
                self._see("after", (words[i],), closed[i])
                if i + 1 < len(words):
                    pair = (words[i], words[i + 1])
                    self._see("before", pair, i == 0 or closed[i - 1])
                    self._see("between", pair, closed[i])
                    self._see("after", pair, closed[i + 1])
        self.length = n_words / n_ends

    def _see(self, gap: str, context: tuple[str, ...], is_end: bool) -> None:
        self.seen[gap][context] += 1
        self.ends[gap][context] += is_end

    def smoothed(self, gap: str, context: tuple[str, ...], back_off: float) -> float:
        n = self.seen[gap][context]
        if not n:
            return back_off
        weight = n / (n + self.length)
        return (1 - weight) * back_off + weight * self.ends[gap][context] / n

    def probability(self, w1: str, w2: str, w3: str, w4: str) -> float:
        """Method 0: f_B / (f_B + f_¬B)."""
        p2 = self.smoothed("after", (w2,), 1 / self.length)
        p3 = self.smoothed("before", (w3,), 1 / self.length)
        p12 = self.smoothed("after", (w1, w2), p2)
        p34 = self.smoothed("before", (w3, w4), p3)
        root, no_root = sqrt(p2 * p3), sqrt((1 - p2) * (1 - p3))
        p23 = self.smoothed("between", (w2, w3), root / (root + no_root))
        f = p12 / p2 * p23 * p34 / p3
        g = (1 - p12) / (1 - p2) * (1 - p23) * (1 - p34) / (1 - p3)
        return f / (f + g)


@given(
    st.lists(
        st.lists(st.tuples(st.sampled_from(["a", "b", "c", "d"]), st.booleans()), min_size=1, max_size=12),
        min_size=1,
        max_size=4,
    ),
    st.lists(st.sampled_from(["a", "b", "c", "d", "never"]), min_size=1, max_size=8),
)
def test_method_0_is_the_paper_s_product(documents: list[list[tuple[str, bool]]], words: list[str]) -> None:
    text = [([word for word, _ in each], [end for _, end in each]) for each in documents]
    oracle = Plainly(text)
    if oracle.length == 1:
        return  # every word ends a sentence: refused, see below
    found = BayesDetector(built(text).lexicon).score(talk(" ".join(words))).ends
    padded = ["<edge>", *words, "<edge>", "<edge>"]
    expected = [oracle.probability(*padded[i : i + 4]) for i in range(len(words))]
    assert found == pytest.approx(expected, rel=1e-5)


def test_a_pair_counts_the_gap_that_its_place_asks_for() -> None:
    lexicon = counted("so we left | it was late |" + " more words follow here |" * 3).lexicon
    columns = lexicon.columns(tuple("so we left it was".split()))
    prior = lexicon.prior
    pair_after, after, between, pair_before, before = columns[2]  # the gap between "left" and "it"
    assert min(pair_after, after, between, pair_before, before) > prior
    assert max(columns[0][0], columns[0][2]) < prior  # nothing ends between "so" and "we"


def test_words_count_without_case_but_with_apostrophes() -> None:
    lexicon = counted("So WE left | it's late | we’re here at 8 p.m. |").lexicon
    assert {"so", "it's", "we're", "p.m"} <= set(lexicon.words)
    found = lexicon.numbers(("sO", "IT’S", "were", "P.M"))
    assert found.tolist() == [lexicon.forms["so"], lexicon.forms["it's"], len(lexicon), lexicon.forms["p.m"]]


def test_text_in_which_every_word_ends_a_sentence_is_refused() -> None:
    with pytest.raises(OptionError, match="3 training words hold 3 sentence ends"):
        counted("so | we | left |")


def test_the_end_of_a_document_ends_a_sentence() -> None:
    assert counted("so we left it was late").lexicon.mean_length == 6


def test_unknown_words_get_the_prior_by_method_0() -> None:
    lexicon = counted(SAMPLE).lexicon
    ends = BayesDetector(lexicon).score(talk("wholly unheard of stuff")).ends
    assert ends == pytest.approx([1 / lexicon.mean_length] * 4, rel=1e-6)


@pytest.mark.parametrize("method", [0, 1, 2, 3])
@given(words=transcripts())
def test_scores_are_probabilities_and_never_certain(method: int, words: Transcript) -> None:
    ends = detector(counted(SAMPLE).lexicon, method).score(words).ends
    assert len(ends) == len(words)
    assert ((ends > 0) & (ends < 1)).all()


@pytest.mark.parametrize("method", [1, 2, 3])
@given(words=transcripts(timed=True), factor=st.integers(2, 9))
def test_scaling_all_times_changes_nothing(method: int, words: Transcript, factor: int) -> None:
    slower = Transcript(
        tuple(Word(w.text, w.start * factor, w.end * factor) for w in words.words)  # type: ignore[operator]
    )
    model = detector(counted(SAMPLE).lexicon, method)
    assert (model.score(words).ends == model.score(slower).ends).all()


@pytest.mark.parametrize("method", [1, 2, 3])
def test_without_times_every_method_is_method_0(method: int) -> None:
    lexicon = counted(SAMPLE).lexicon
    words = talk("so we left it was cold")
    assert (detector(lexicon, method).score(words).ends == BayesDetector(lexicon).score(words).ends).all()


def test_method_1_multiplies_the_odds_of_the_pause() -> None:
    lexicon = counted(SAMPLE).lexicon
    words = spoken("so we left / it was late")
    with_pause, without = detector(lexicon).score(words).ends, BayesDetector(lexicon).score(words).ends
    odds, bare = with_pause / (1 - with_pause), without / (1 - without)
    # The one pause of the recording has relative length ½, in the middle of bucket 13.
    share = RAISED.shares[13]
    assert odds[2] / bare[2] == pytest.approx(share / (1 - share) / (0.1 / 0.9))
    assert odds[0] / bare[0] == pytest.approx(0.02 / 0.98 / (0.1 / 0.9))


def test_the_outcomes_sum_to_one_when_every_factor_is_turned_round() -> None:
    lexicon = counted(SAMPLE).lexicon
    columns = lexicon.columns(tuple("so we left it".split()))
    signs = np.array([1, -1, 1, 1, -1])
    end, no_end = 1 / (1 + np.exp(-(columns @ signs))), 1 / (1 + np.exp(columns @ signs))
    assert end + no_end == pytest.approx(np.ones(4))
    assert BayesDetector(lexicon).score(talk("so we left it")).ends == pytest.approx(end)


def test_a_pause_raises_the_probability_of_an_end() -> None:
    model = detector(counted(SAMPLE).lexicon, 3)
    assert model.score(spoken("it was / late")).ends[1] > model.score(spoken("it / was late")).ends[1]


def test_a_gap_of_unknown_pause_gets_the_share_of_all() -> None:
    lexicon = counted(SAMPLE).lexicon
    words = list(spoken("so we left / it was late").words)
    words[2] = Word("left")
    partly = detector(lexicon).score(Transcript(tuple(words))).ends
    bare = BayesDetector(lexicon).score(Transcript(tuple(words))).ends
    assert partly[1:3] == pytest.approx(bare[1:3])


def test_dictated_marks_are_no_words_where_asked_for() -> None:
    lexicon = counted(SAMPLE).lexicon
    heard = spoken("so we left period / it was late")
    bare = spoken("so we left / it was late")
    model = detector(lexicon, 1)
    dictating = BayesDetector(
        lexicon, RAISED, None, {}, 1, dictated=True, manifest=Manifest(model="bayes", language="en")
    )
    found, expected = dictating.score(heard).ends, model.score(bare).ends
    assert found[2] == pytest.approx(0, abs=1e-9)  # between "left" and "period"
    assert np.delete(found, 2) == pytest.approx(expected)
    assert len(model.score(heard).ends) == len(heard)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"method": 4}, "No method 4"),
        ({"method": 1}, "trained without timed transcripts"),
        ({"method": 3, "pauses": RAISED}, "no weights for method 3"),
    ],
)
def test_a_model_that_cannot_be_is_refused(options: dict[str, object], problem: str) -> None:
    with pytest.raises(OptionError, match=problem):
        BayesDetector(counted(SAMPLE).lexicon, **options)  # type: ignore[arg-type]


def test_the_method_of_a_model_can_be_changed() -> None:
    model = detector(counted(SAMPLE).lexicon, 3)
    words = spoken("so we left / it was late")
    assert not (model.score(words).ends == model.with_method(0).score(words).ends).any()


def test_a_longer_word_counts_where_durations_are_learned() -> None:
    lexicon = counted(SAMPLE).lexicon
    weights = {3: Weights((1, 1, 1, 1, 1, 1, 1, 1))}
    model = BayesDetector(lexicon, RAISED, RAISED, weights, 3)
    words = [Word("so", 0, 100), Word("so", 100, 900), Word("so", 900, 1000), Word("so", 1000, 1100)]
    ends = model.score(Transcript(tuple(words))).ends
    assert ends[1] == max(ends)


def test_the_best_rate_promises_the_best_f1() -> None:
    ends = np.array([0.9, 0.1, 0.8, 0.1, 0.05, 0.7, 0.2, 0.5])
    ranked = sorted(ends[:-1], reverse=True)
    promised = [2 * sum(ranked[:k]) / (k + sum(ranked)) for k in range(1, 8)]
    best = 1 + promised.index(max(promised))
    assert best_rate(ends) == pytest.approx(100 * (best + 1) / 8)


@pytest.mark.parametrize("n_words", [0, 1])
def test_one_word_is_one_sentence(n_words: int) -> None:
    assert best_rate(np.full(n_words, 0.2)) == 100


def test_a_fixed_rate_stands() -> None:
    model = BayesDetector(counted(SAMPLE).lexicon, rate=7.5)
    assert model.rate_for(model.score(talk("so we left"))) == 7.5


def test_the_bundled_model_hears_the_end_of_a_question() -> None:
    model = bundled()
    words = talk("thank you very much for joining us our next question comes from the line of john smith")
    ends = model.score(words).ends
    assert ends[:-1].argmax() == 6  # after "us"
    assert model.manifest.licence


def test_the_bundled_model_scores_no_words() -> None:
    assert bundled().score(Transcript(())).ends.size == 0


def test_buckets_hold_their_share_smoothed_to_the_share_of_all() -> None:
    relative = np.array([0.0] * 90 + [0.99] * 10)
    ends = np.array([False] * 90 + [True] * 10)
    made = buckets.fit(relative, ends, mean_length=10)
    assert made.share == 0.1
    assert made.shares[0] == pytest.approx(10 * 0.1 / 100)
    assert made.shares[25] == pytest.approx((10 * 0.1 + 10) / 20)
    assert made.shares[7] == made.share  # an empty bucket is all back-off


def test_between_the_centres_of_buckets_it_is_interpolated() -> None:
    made = Buckets(np.array([0.01, *np.linspace(0.1, 0.9, 25)]), 0.2)
    low, middle, high = made.log_odds(np.array([0.02, 0.04, 0.06]))
    assert 1 / (1 + np.exp(-middle)) == pytest.approx((0.1 + made.shares[2]) / 2)
    assert low < middle < high
    edges = made.log_odds(np.array([0.0, 0.001, 0.999, np.nan]))
    assert edges == pytest.approx([log(p / (1 - p)) for p in (0.01, 0.1, 0.9, 0.2)])


def test_pauses_without_any_known_end_are_refused() -> None:
    with pytest.raises(OptionError, match="2 gaps with known pauses and 0 sentence ends"):
        buckets.fit(np.array([0.0, 0.5, np.nan]), np.array([False, False, True]), mean_length=5)
