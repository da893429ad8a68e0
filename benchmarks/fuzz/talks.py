"""Random talks: who said which word when. The words are known, so that whoever reads them can be checked."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

WORDS = [
    "so", "we", "left", "early", "it", "was", "late", "nobody", "there", "harbour", "boats", "counted", "them", "twice",
    "źdźbło", "Łódź", "naïve", "привет", "Anna", "Otto", "rain", "mud", "today", "tomorrow", "perhaps", "thanks",
]  # fmt: skip
SPEAKERS = ["Ida", "Ben", "Vera"]
MARKS = ["", "", ".", ".", "?", "!"]


@dataclass(frozen=True)
class Said:
    """One word, with milliseconds; `mark` stands behind it."""

    text: str
    start: int
    end: int
    speaker: str
    mark: str = ""

    @property
    def spelled(self) -> str:
        return self.text + self.mark


@dataclass(frozen=True)
class Talk:
    """Turns of words; no two of them overlap."""

    turns: tuple[tuple[Said, ...], ...]

    @property
    def said(self) -> tuple[Said, ...]:
        return tuple(said for turn in self.turns for said in turn)

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(said.text for said in self.said)


def text_of(turn: tuple[Said, ...]) -> str:
    """A turn as it is written."""
    return " ".join(said.spelled for said in turn)


def talk(random: Random, *, speakers: int = 3) -> Talk:
    """A talk of a few turns."""
    turns, now = [], random.choice([0, 0, 250, 61_000])
    marked = random.random() < 0.6
    for _ in range(random.randint(1, 4)):
        speaker = random.choice(SPEAKERS[:speakers])
        turn = []
        n_words = random.randint(1, 7)
        for place in range(n_words):
            start = now + random.choice([0, 0, 40, 700])
            now = start + random.randint(60, 600)
            mark = random.choice(MARKS) if marked and place == n_words - 1 else ""
            turn.append(Said(random.choice(WORDS), start, now, speaker, mark))
        turns.append(tuple(turn))
    return Talk(tuple(turns))
