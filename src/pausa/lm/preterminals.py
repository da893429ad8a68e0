"""Class models from a grammar: only sentences that it parses are learned from, as their preterminals.

A word may have several preterminals in the parses. At run time sentences are not known yet, so nothing can be parsed;
each word then stands for the one that it had most often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pausa.core.errors import InputError
from pausa.lm.classes import ClassModel, with_members
from pausa.lm.grammar import Grammar
from pausa.lm.kneser_ney import estimate
from pausa.lm.vocabulary import BREAK


def grammar_model(
    streams: Iterable[Sequence[str]], grammar: Grammar, order: int, *, min_counts: Sequence[int] = ()
) -> ClassModel:
    """A model of preterminals, from the sentences of streams (as `estimate` takes them) that the grammar parses.

    Sentences that do not follow each other in the text, since one between them has no parse, are not joined.
    """
    seen: Counter[tuple[str, str]] = Counter()
    parsed = [stream for each in streams for stream in _parsed(each, grammar, seen)]
    if not parsed:
        raise InputError("grammar", None, "it parses no sentence of the text", "words must be spelled as in the text")
    # From rare to common, equal ones from last to first: what comes last stays.
    ranked = sorted(enumerate(seen.items()), key=lambda item: (item[1][1], -item[0]))
    classes = {word: preterminal for _, ((word, preterminal), _) in ranked}
    counts = {word: seen[word, preterminal] for word, preterminal in classes.items()}
    return with_members(estimate(parsed, order, min_counts=min_counts), classes, counts)


def sentences(stream: Sequence[str]) -> Iterator[list[str]]:
    """The sentences of a stream, without their breaks."""
    words: list[str] = []
    for token in stream:
        if token != BREAK:
            words.append(token)
        elif words:
            yield words
            words = []
    if words:
        yield words


def _parsed(stream: Sequence[str], grammar: Grammar, seen: Counter[tuple[str, str]]) -> Iterator[list[str]]:
    """Neighbouring sentences that have a parse, as streams of preterminals."""
    tokens: list[str] = []
    for words in sentences(stream):
        found = grammar.preterminals(words)
        if found is not None:
            seen.update(zip(words, found, strict=True))
            tokens += [*found, BREAK]
        elif tokens:
            yield tokens
            tokens = []
    if tokens:
        yield tokens
