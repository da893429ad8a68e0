"""What breaks and words cost, for every gap of a recording and everything a history of three tokens can be.

A recording's words are known; only the breaks are not. So the last three tokens before a word follow from the
number of words since the last break, and from whether the sentence before had one word or more:

    column of `word`   0                    1                2             3             4
    history            w[-2] w[-1] |        | w[-1] |        w[-2] | w[-1]   | w[-2] w[-1]   w[-3] w[-2] w[-1]

`|` is a break and w[-1] the word before. `end` has the histories 2, 3 and 4 with the word itself as the last. Before
the recording there is a break and before that nothing. Histories that the start of a recording rules out
have some finite cost; no path asks for it. Models of an order above 4 are used as 4-grams.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from pausa.core.errors import InputError
from pausa.core.scores import Floats
from pausa.lm.vocabulary import BREAK, Ids, Vocabulary

_START, _STOP = "<s>", "</s>"


class LanguageModel(Protocol):
    """What tables are made from: a model of words or of their classes."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The tokens of the model, the break among them."""

    def ids(self, forms: Sequence[str]) -> Ids:
        """The tokens that words are."""

    def log_probs(self, contexts: Ids, words: Ids) -> Floats:
        """Natural log of p(token | context)."""


def gap_tables(model: LanguageModel, forms: Sequence[str]) -> tuple[Floats, Floats]:
    """-log p of each word by history (n, 5), and of a break after it by length of the sentence so far (n, 3)."""
    stop, start = _break_tokens(model.vocabulary)
    ids = model.ids(forms)
    gap = np.full(ids.size, start, dtype=np.int32)
    one, two, three = (_before(ids, distance) for distance in (1, 2, 3))
    if start == stop:
        over_one, over_two, over_gap = one, two, gap
    else:  # a model of single sentences sees nothing before its start
        over_one = over_two = over_gap = np.full(ids.size, -1, dtype=np.int32)
    words = [
        (over_two, over_one, gap),
        (over_gap, over_one, gap),
        (over_two, gap, one),
        (gap, two, one),
        (three, two, one),
    ]
    ends = [(over_one, gap, ids), (gap, one, ids), (two, one, ids)]
    stops = np.full(ids.size, stop, dtype=np.int32)
    return _costs(model, words, ids), _costs(model, ends, stops)


def token_costs(model: LanguageModel, questions: Sequence[tuple[tuple[str, ...], str]]) -> Floats:
    """-log p of each token (a word or a break) after up to three tokens, oldest first."""
    stop, start = _break_tokens(model.vocabulary)
    words = model.ids([token for _, token in questions])
    words[[token == BREAK for _, token in questions]] = stop
    contexts = np.full((len(questions), 3), -1, dtype=np.int32)
    for distance in (1, 2, 3):
        asked = [row for row, (tokens, _) in enumerate(questions) if len(tokens) >= distance]
        before = [questions[row][0][-distance] for row in asked]
        contexts[asked, -distance] = np.where([token == BREAK for token in before], start, model.ids(before))
    if start != stop:  # a model of single sentences sees nothing before its start
        for place in (1, 2):
            contexts[contexts[:, place] == start, :place] = -1
    return -model.log_probs(contexts, words)


def stream_log_probs(model: LanguageModel, tokens: Sequence[str]) -> Floats:
    """Natural log of p of each token of a stream (words and breaks), which starts as if after a break."""
    stop, start = _break_tokens(model.vocabulary)
    if start != stop:
        raise InputError("language model", None, f"this model has no {BREAK}", "it knows single sentences only")
    ids = np.concatenate([[stop], model.ids(tokens)]).astype(np.int32)
    contexts = np.stack([_before(ids, distance) for distance in (3, 2, 1)], axis=1)
    return model.log_probs(contexts[1:], ids[1:])


def _break_tokens(vocabulary: Vocabulary) -> tuple[int, int]:
    """The token that ends a sentence and the one that the next begins after."""
    numbers = vocabulary.numbers
    if BREAK in numbers:
        return numbers[BREAK], numbers[BREAK]
    if _START in numbers and _STOP in numbers:
        return numbers[_STOP], numbers[_START]
    raise InputError("language model", None, f"it has neither {BREAK} nor {_START} and {_STOP}", "train it with breaks")


def _before(ids: Ids, distance: int) -> Ids:
    """The token that many places before each; -1 before the first."""
    shifted = np.full(ids.size, -1, dtype=np.int32)
    shifted[distance:] = ids[: max(0, ids.size - distance)]
    return shifted


def _costs(model: LanguageModel, histories: list[tuple[Ids, Ids, Ids]], words: Ids) -> Floats:
    return np.stack([-model.log_probs(np.stack(each, axis=1), words) for each in histories], axis=1)
