"""Language models as a few arrays and a list of words, for model folders.

Per length: logarithms (base 10, single precision), the last words, and for each shorter n-gram how many begin with
it. The keys follow from these, so an n-gram of the longest kind takes six bytes in a vocabulary of 16 bits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import InputError
from pausa.lm.classes import ClassModel
from pausa.lm.ngram import Level, NgramModel, pack, unigrams, unpack
from pausa.lm.vocabulary import Vocabulary

Array = NDArray[Any]
#: No n-gram has more words than this, and no logarithm (base 10) is further from 0.
MOST_WORDS, LARGEST = 20, 10_000


def to_arrays(model: NgramModel, prefix: str = "lm-") -> dict[str, Array]:
    """The arrays of a model by name; its words, `model.vocabulary.words`, are stored beside them."""
    arrays: dict[str, Array] = {f"{prefix}order": np.array([model.order], dtype=np.int32)}
    for length, level in enumerate(model.levels, start=1):
        arrays[f"{prefix}log-probs-{length}"] = level.log_probs
        if length < model.order:
            arrays[f"{prefix}back-offs-{length}"] = level.back_offs
        if length > 1:
            context, word = unpack(level.keys)
            children = np.bincount(context, minlength=len(model.levels[length - 2]))
            arrays[f"{prefix}words-{length}"] = _compact(word)
            arrays[f"{prefix}children-{length}"] = _compact(children)
    return arrays


def from_arrays(array: Callable[[str], Array], words: Sequence[str], prefix: str = "lm-") -> NgramModel:
    """The model again; `array` gives an array by its name (a folder's `array`, or a dictionary's `__getitem__`)."""
    empty = np.empty(0, dtype=np.float32)
    told = array(f"{prefix}order")
    if told.shape != (1,) or not 1 <= told[0] <= MOST_WORDS:
        raise _unfit("its order makes no sense")
    order = int(told[0])
    levels: list[Level] = []
    for length in range(1, order + 1):
        log_probs = array(f"{prefix}log-probs-{length}")
        back_offs = array(f"{prefix}back-offs-{length}") if length < order else empty
        if length == 1:
            _fits(len(words), log_probs, back_offs)
            levels.append(unigrams(log_probs, back_offs))
            continue
        word, children = array(f"{prefix}words-{length}"), array(f"{prefix}children-{length}")
        _fits(len(levels[-1]), children)
        _counts(word, len(words))
        _counts(children, 1 << 40)
        _fits(int(children.sum(dtype=np.int64)), word, log_probs, *([back_offs] if length < order else []))
        keys = pack(np.repeat(np.arange(children.size), children), word)
        levels.append(Level(keys, log_probs, back_offs))
    return NgramModel(Vocabulary(tuple(words)), tuple(levels))


def class_arrays(model: ClassModel, prefix: str = "classes-") -> dict[str, Array]:
    """The arrays of a class model; stored beside them: `model.words` and `model.vocabulary.words`."""
    return {
        **to_arrays(model.ngrams, prefix),
        f"{prefix}of-words": _compact(model.class_ids),
        f"{prefix}members": model.log_members.astype(np.float32),
    }


def class_from_arrays(
    array: Callable[[str], Array], words: Sequence[str], classes: Sequence[str], prefix: str = "classes-"
) -> ClassModel:
    """The class model again, from its arrays, its words and the names of its classes."""
    class_ids, members = array(f"{prefix}of-words"), array(f"{prefix}members")
    _fits(len(words), class_ids, members)
    _counts(class_ids, len(classes))
    ngrams = from_arrays(array, classes, prefix)
    return ClassModel(tuple(words), class_ids.astype(np.int32), members.astype(np.float64), ngrams)


def _compact(numbers: Array) -> Array:
    return numbers.astype(np.uint16 if numbers.max(initial=0) < 1 << 16 else np.uint32)


def _fits(size: int, *arrays: Array) -> None:
    if any(array.shape != (size,) for array in arrays):
        raise _unfit("its arrays do not fit together")
    if any(array.dtype.kind == "f" and (np.abs(array) > LARGEST).any() for array in arrays):
        raise _unfit("its logarithms are beyond all bounds")


def _counts(numbers: Array, most: int) -> None:
    if numbers.dtype.kind == "f" or (numbers.size and not (numbers.min() >= 0 and numbers.max() < most)):
        raise _unfit("its numbers of words make no sense")


def _unfit(problem: str) -> InputError:
    return InputError("language model", None, problem, "get or train it again")
