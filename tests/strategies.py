"""Random documents as recordings could be: words of several scripts, marks, times, speakers, events."""

from __future__ import annotations

from hypothesis import strategies as st

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word

TEXTS = [
    "so", "we", "left", "Anna", "don't", "U.S.", "p.m.", "Mr.", "3.5", "1,000", "Q&A", "e-mail", "R2D2", "I", "a",
    "źdźbło", "Łódź", "naïve", "كتاب", "مرحبا", "你", "語", "привет", "100", "50%", "$20", "e.g.", "x86-64",
]  # fmt: skip
#: Words whose final dot running text cannot tell from the end of a sentence.
ABBREVIATIONS = ("U.S.", "p.m.", "Mr.", "e.g.")
MARKS = ["", "", "", "", "", ",", ".", "?", "!", ";", ":", "…", "...", '."', "?!"]
EVENTS = ["<laugh>", "<inaudible>", "<cough>"]


@st.composite
def transcripts(
    draw: st.DrawFn,
    *,
    min_words: int = 1,
    max_words: int = 14,
    timed: bool | None = None,
    events: bool = True,
    abbreviations: bool = True,
) -> Transcript:
    """A transcript; `timed` True gives every word times, False none, None leaves it open."""
    texts = [text for text in TEXTS if abbreviations or text not in ABBREVIATIONS]
    n_words = draw(st.integers(min_words, max_words))
    kind = draw(st.sampled_from(["all", "some", "none"])) if timed is None else ("all" if timed else "none")
    speakers = draw(st.sampled_from([(None,), ("A",), ("A", "B")]))
    with_confidence = draw(st.booleans())
    now, tokens = 0, []
    speaker = speakers[0]
    for _ in range(n_words):
        if events and draw(st.integers(0, 9)) == 0:
            tokens.append(Word(draw(st.sampled_from(EVENTS)), speaker=speaker))
        if len(speakers) > 1 and draw(st.integers(0, 4)) == 0:
            speaker = draw(st.sampled_from(speakers))
        start = now + draw(st.sampled_from([0, 0, 0, 40, 250, 900]))
        now = start + draw(st.integers(60, 700))
        known = kind == "all" or (kind == "some" and draw(st.booleans()))
        tokens.append(
            Word(
                draw(st.sampled_from(texts)),
                start if known else None,
                now if known else None,
                speaker,
                draw(st.integers(0, 1000)) / 1000 if with_confidence else None,
                draw(st.sampled_from(MARKS)),
                draw(st.sampled_from(["", "", "", "", '"', "("])),
            )
        )
    return Transcript.of(_settled(tokens))


def _settled(tokens: list[Word]) -> list[Word]:
    from pausa.text.languages import language
    from pausa.text.tokens import settled

    return settled(tokens, lang=language("en"))


@st.composite
def segmentations(draw: st.DrawFn, n_words: int, *, by: str = "", marked: bool = False) -> Segmentation:
    """A segmentation of that many words."""
    ends = sorted(draw(st.sets(st.integers(0, n_words - 1), max_size=n_words))) if n_words else []
    marks = [draw(st.sampled_from([".", "?", "!", ";"])) for _ in ends] if marked else []
    return Segmentation.of(n_words, ends, marks=marks, by=by)


@st.composite
def documents(
    draw: st.DrawFn, *, timed: bool | None = None, events: bool = True, abbreviations: bool = True
) -> Document:
    """A document with no segmentation of its own, or with one."""
    transcript = draw(transcripts(timed=timed, events=events, abbreviations=abbreviations))
    own = draw(st.booleans())
    made = (draw(segmentations(len(transcript), marked=draw(st.booleans()))),) if own else ()
    return Document(transcript, made, name="talk")
