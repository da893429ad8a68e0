"""Words to what a network counts in: subwords, character n-grams, or numbers in a vocabulary.

subwords      playing      →  play ##ing
n-grams       <play>       →  <pl pla lay ay> <pla play … and the word itself, each hashed to a bucket
vocabulary    playing      →  1733, or 0 where the word is not known
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import InputError

TOKENIZER = "tokenizer.json"
#: What MPNet calls its special tokens (it knows those of BERT too, but not their use), and what BERT does.
UNKNOWN_TOKEN, FIRST_TOKEN, LAST_TOKEN = ("[UNK]", "<unk>"), ("<s>", "[CLS]"), ("</s>", "[SEP]")
#: What stands before a word in a vocabulary of many languages; alone it says nothing, and takes as much room as a word.
WORD_BEGINS = "▁"
#: A word has at most this many subwords; of longer ones the beginning and the end are kept.
MOST_PIECES = 16
SHORTEST, LONGEST = 3, 6
#: A tokenizer remembers no more words than this and starts afresh, so that a server may run for months.
_MOST_KNOWN = 1 << 17
#: Longer words are read by their first letters only, so that no input costs more than it is worth.
_MOST_LETTERS = 40


class WordPieces:
    """A WordPiece tokenizer, asked once for each different word."""

    def __init__(self, tokenizer: Any) -> None:
        # The file may ask for a fixed length, which is wrong for single words.
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self._tokenizer = tokenizer
        self._known: dict[str, tuple[int, ...]] = {}
        self.unknown, self.first, self.last = (
            self._number(names) for names in (UNKNOWN_TOKEN, FIRST_TOKEN, LAST_TOKEN)
        )
        self._begins = tokenizer.token_to_id(WORD_BEGINS)

    @classmethod
    def from_file(cls, path: Path) -> WordPieces:
        """The tokenizer in a `tokenizer.json`."""
        from tokenizers import Tokenizer  # 20 ms, and only for this model

        try:
            return cls(Tokenizer.from_file(str(path)))
        except Exception as problem:  # the library raises nothing more special
            raise InputError(str(path), None, f"is no tokenizer ({problem})", "get or train the model again") from None

    @classmethod
    def from_text(cls, content: str) -> WordPieces:
        from tokenizers import Tokenizer

        return cls(Tokenizer.from_str(content))

    def __call__(self, forms: Iterable[str]) -> list[tuple[int, ...]]:
        """The subwords of each word, at least one."""
        asked = list(forms)
        if len(self._known) > _MOST_KNOWN:
            self._known = {}
        known = self._known  # other threads may begin a new one meanwhile
        new = [form for form in dict.fromkeys(asked) if form not in known]
        readable = [form.encode("utf-8", "replace").decode() for form in new]  # half a surrogate pair cannot be read
        try:
            encoded = self._tokenizer.encode_batch(readable, add_special_tokens=False)
        except Exception as problem:  # the library raises nothing more special
            raise InputError(
                TOKENIZER, None, f"cannot be used ({problem})", "get or train the model again"
            ) from problem
        for form, found in zip(new, encoded, strict=True):
            known[form] = _shortened(self._saying(tuple(found.ids))) or (self.unknown,)
        return [known[form] for form in asked]

    @property
    def count(self) -> int:
        """How many different subwords there are."""
        return int(self._tokenizer.get_vocab_size())

    def _saying(self, pieces: tuple[int, ...]) -> tuple[int, ...]:
        return pieces[1:] if len(pieces) > 1 and pieces[0] == self._begins else pieces

    def _number(self, names: Sequence[str]) -> int:
        numbers = [int(found) for name in names if (found := self._tokenizer.token_to_id(name)) is not None]
        if not numbers:
            raise InputError("tokenizer.json", None, f"knows no {' or '.join(names)}", "get or train the model again")
        return numbers[0]


def _shortened(pieces: tuple[int, ...]) -> tuple[int, ...]:
    half = MOST_PIECES // 2
    return pieces if len(pieces) <= MOST_PIECES else pieces[:half] + pieces[-half:]


def ngrams(form: str, buckets: int) -> list[int]:
    """The buckets of a word's n-grams and of the word itself.

    >>> len(ngrams("so", 100)), len(ngrams("left", 100))
    (4, 11)
    """
    marked = f"<{form[:_MOST_LETTERS]}>"
    parts = [
        marked[start : start + length]
        for length in range(SHORTEST, LONGEST + 1)
        for start in range(len(marked) - length + 1)
    ]
    return [zlib.crc32(part.encode("utf-8", "surrogatepass")) % buckets for part in (*parts, f"={marked}")]


class NgramVectors:
    """Words as the mean of the vectors of their n-grams."""

    def __init__(self, table: NDArray[Any]) -> None:
        self._table = table

    def __call__(self, forms: Sequence[str]) -> NDArray[np.float32]:
        different = {form: number for number, form in enumerate(dict.fromkeys(forms))}
        vectors = np.zeros((len(different), self._table.shape[1]), dtype=np.float32)
        for form, number in different.items():
            vectors[number] = self._table[ngrams(form, len(self._table))].astype(np.float32).mean(axis=0)
        return vectors[[different[form] for form in forms]]


class VocabularyVectors:
    """Words as rows of a table; the first row is for words that are not in the vocabulary."""

    def __init__(self, words: Sequence[str], table: NDArray[Any]) -> None:
        self._numbers = numbered(words)
        self._table = table

    def __call__(self, forms: Sequence[str]) -> NDArray[np.float32]:
        rows = [self._numbers.get(form, 0) for form in forms]
        return np.asarray(self._table[rows], dtype=np.float32)


def numbered(words: Sequence[str]) -> Mapping[str, int]:
    """Words to numbers from 1."""
    return {word: number for number, word in enumerate(words, start=1)}
