"""Two wordings of one recording, and short ways to write them."""

from __future__ import annotations

from hypothesis import strategies as st

from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from tests.builders import words

#: Few words, so that random wordings share many of them; some are joins of others.
VOCABULARY = [
    "so",
    "we",
    "left",
    "it",
    "was",
    "late",
    "to",
    "day",
    "today",
    "25",
    "twenty",
    "five",
    "Q&A",
    "q",
    "and",
    "a",
]


def said(text: str) -> Transcript:
    """A transcript of bare words."""
    return Transcript(words(text))


def by_speakers(text: str) -> Transcript:
    """Words with their speakers: `by_speakers("yes/A no/B")`."""
    pairs = [token.rsplit("/", 1) for token in text.split()]
    return Transcript(tuple(Word(word, speaker=speaker) for word, speaker in pairs))


def at(text: str) -> Transcript:
    """Words with times in milliseconds, or without: `at("so:0-300 we left:500-900")`."""
    made = []
    for token in text.split():
        word, _, times = token.partition(":")
        start, _, end = times.partition("-")
        made.append(Word(word, int(start), int(end)) if times else Word(word))
    return Transcript(tuple(made))


@st.composite
def wordings(draw: st.DrawFn, *, max_words: int = 10) -> tuple[Transcript, Transcript]:
    """A reference and what somebody else heard: some words replaced, some left out, some put in."""
    texts = draw(st.lists(st.sampled_from(VOCABULARY), max_size=max_words))
    heard: list[str] = []
    for text in texts:
        change = draw(st.sampled_from(["keep", "keep", "keep", "replace", "delete", "insert"]))
        if change in ("keep", "insert"):
            heard.append(text)
        if change in ("replace", "insert"):
            heard.append(draw(st.sampled_from(VOCABULARY)))
    return Transcript(tuple(map(Word, texts))), Transcript(tuple(map(Word, heard)))


@st.composite
def wordings_with_ends(draw: st.DrawFn) -> tuple[Transcript, Transcript, Segmentation]:
    """Two wordings and a segmentation of the first, with marks."""
    reference, hypothesis = draw(wordings())
    n_words = len(reference)
    ends = sorted(draw(st.sets(st.integers(0, n_words - 1)))) if n_words else []
    marks = [draw(st.sampled_from([".", "?", "!"])) for _ in ends]
    return reference, hypothesis, Segmentation.of(n_words, ends, marks=marks, by="maria")
