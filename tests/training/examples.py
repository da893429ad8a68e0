"""Talks with times and marks, made of sentences that begin and end alike."""

from __future__ import annotations

import random
from pathlib import Path

from pausa.core.document import Document
from pausa.core.words import Transcript, Word
from pausa.formats.base import Layout
from pausa.formats.nlp import FORMAT

OPENINGS = ["so", "well", "and then", "yesterday", "it seems"]
MIDDLES = ["we left early", "nobody knew", "the train was late", "she called me", "they sold it"]
CLOSINGS = ["today", "of course", "last week", "in the end", "you know"]


def speech(seed: int, sentences: int = 60) -> Document:
    """Sentences that begin and end alike, with a pause after most of them and some inside."""
    rng = random.Random(seed)
    words: list[Word] = []
    now = 0
    for _ in range(sentences):
        tokens = f"{rng.choice(OPENINGS)} {rng.choice(MIDDLES)} {rng.choice(CLOSINGS)}".split()
        for place, token in enumerate(tokens):
            is_last = place == len(tokens) - 1
            now += rng.choice([0, 0, 0, 0, 0, 120])
            words.append(Word(token, now, now + 200, mark="." if is_last else ""))
            now += 200 + (rng.randint(300, 900) if is_last and rng.random() < 0.8 else 0)
    return Document(Transcript(tuple(words)), name=f"talk-{seed}")


def bare(document: Document) -> Transcript:
    return Transcript(tuple(Word(word.text, word.start, word.end) for word in document.transcript.words))


def quiet(_: str) -> None:
    """Nothing to say."""


def written(folder: Path, seeds: range) -> Path:
    folder.mkdir(parents=True)
    for seed in seeds:
        assert FORMAT.render is not None
        content = FORMAT.render([speech(seed)], Layout())
        assert isinstance(content, str)
        (folder / f"talk-{seed}.nlp").write_text(content)
    return folder
