"""Random segmentations and cases, small enough to check by brute force."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from pausa.core.segmentation import Segmentation
from pausa.metrics.base import Case, Options, case


@st.composite
def segmentations(draw: st.DrawFn, n_words: int) -> Segmentation:
    """A segmentation of that many words; dense and sparse ones are equally likely."""
    rate = draw(st.sampled_from([0.1, 0.3, 0.6, 1.0]))
    rolls = draw(st.lists(st.floats(0, 1), min_size=max(0, n_words - 1), max_size=max(0, n_words - 1)))
    ends = [place for place, roll in enumerate(rolls) if roll <= rate / 2]
    signs = draw(st.sampled_from([("",), (",", ".", "?"), (",", ".", "?", "!", ";", "")]))
    marks = draw(st.lists(st.sampled_from(signs), min_size=len(ends), max_size=len(ends)))
    return Segmentation.of(n_words, ends, marks=marks)


@st.composite
def likely(draw: st.DrawFn, n_words: int) -> Segmentation:
    """A segmentation that may carry a probability for each word."""
    made = draw(segmentations(n_words))
    chances = draw(st.lists(st.floats(0, 1, width=16), min_size=n_words, max_size=n_words))
    return replace(made, probabilities=tuple(chances)) if draw(st.booleans()) else made


@st.composite
def cases(
    draw: st.DrawFn,
    *,
    n_references: int | None = None,
    longest: int = 25,
    options: Options | None = None,
) -> Case:
    """A case of one to four references over up to `longest` words."""
    n_words = draw(st.integers(0, longest))
    m = n_references or draw(st.integers(1, 4))
    references = [draw(segmentations(n_words)) for _ in range(m)]
    if options is None:
        options = Options(window=draw(st.integers(0, 3)), last=draw(st.sampled_from(["skip", "count"])))
    return case(references, draw(likely(n_words)), options=options)
