"""Small texts to make language models from."""

from __future__ import annotations

import numpy as np

from pausa.lm import BREAK

STARTS = "i we they".split()
VERBS = "saw heard found wanted".split()
ARTICLES = "the a".split()
NOUNS = "dog boat river house tree".split()
ENDS = ["today", "again", "yes"]


def talk(seed: int, n_sentences: int = 30) -> list[str]:
    """One recording: short made-up sentences, some of one word, each with its break."""
    rng = np.random.default_rng(seed)
    tokens: list[str] = []
    for _ in range(n_sentences):
        if rng.random() < 0.2:
            tokens.append(str(rng.choice(ENDS)))
        else:
            tokens += [str(rng.choice(words)) for words in (STARTS, VERBS, ARTICLES, NOUNS)]
            if rng.random() < 0.3:
                tokens.append(str(rng.choice(ENDS)))
        tokens.append(BREAK)
    return tokens


def talks(count: int, n_sentences: int = 30) -> list[list[str]]:
    """Several recordings."""
    return [talk(seed, n_sentences) for seed in range(count)]
