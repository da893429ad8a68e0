"""Contractions in two pieces, as some corpora spell them, made one word: "i 'm", "do n't"."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pausa.core.words import Word

_TAILS = frozenset({"'s", "'m", "'re", "'ve", "'ll", "'d", "n't"})


def pieces_joined(texts: Sequence[str]) -> list[int]:
    """For each piece the number of the word it belongs to.

    >>> pieces_joined(["i", "'m", "sure", "they", "did", "n't"])
    [0, 0, 1, 2, 3, 3]
    """
    words: list[int] = []
    for place, text in enumerate(texts):
        tail = place > 0 and text.lower().replace("’", "'") in _TAILS
        words.append(words[-1] if tail else (words[-1] + 1 if words else 0))
    return words


def joined_words(pieces: Sequence[Word]) -> tuple[Word, ...]:
    """The words of the pieces; the last piece gives the mark and the end, the first the start."""
    whole: list[Word] = []
    belongs = pieces_joined([piece.text for piece in pieces])
    for place, (piece, number) in enumerate(zip(pieces, belongs, strict=True)):
        if place and number == belongs[place - 1]:
            whole[-1] = replace(whole[-1], text=whole[-1].text + piece.text, end=piece.end, mark=piece.mark)
        else:
            whole.append(piece)
    return tuple(whole)
