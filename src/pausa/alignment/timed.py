"""Alignment by time: words that were spoken at the same moment belong together.

    time         0    1    2    3    4    5    6
    reference    [so  ][we ][went     ]    [home]
    hypothesis   [so ][we ][wind][ed  ]    [home  ]
    blocks       equal      replace 1:2    equal

Pairs are chosen in order, one word with one, so that the time they share is greatest; for the same word shared
time counts twice, and twice again where both sides tell speakers apart and the speakers correspond. A word
left over beside a pair joins it when most of it lies within the pair's other word. Words without both times
cannot be paired so; where such words stand over against each other, they are aligned by words. Words that
have times but share none stay unaligned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pausa.alignment.base import Alignment
from pausa.alignment.blocks import Block, Kind, difference
from pausa.alignment.edits import align_words, word_errors
from pausa.alignment.joins import joins
from pausa.alignment.overlaps import Numbers, Pair, Span, heaviest_chain, is_mostly_within, overlaps, spans
from pausa.alignment.speakers import corresponding, several
from pausa.core.errors import OptionError
from pausa.core.words import Transcript
from pausa.text.normal import folded


def align_times(reference: Transcript, hypothesis: Transcript, *, speakers: bool = True) -> Alignment:
    """The alignment of two transcripts by the times of their words."""
    ref, hyp = _side("reference", reference), _side("hypothesis", hypothesis)
    left, right, shared = overlaps(ref.spans, hyp.spans)
    weights = shared * np.where(_same_words(ref, hyp, left, right), 2, 1)
    if speakers and several(reference) and several(hypothesis):
        weights *= np.where(_same_speakers(ref, hyp, left, right, weights), 2, 1)
    groups = _with_leftovers(heaviest_chain(left, right, weights), ref, hyp)
    blocks = tuple(_drawn_together(_blocks(groups, ref, hyp)))
    return Alignment(blocks, word_errors(reference, hypothesis), method="times")


@dataclass(frozen=True)
class _Side:
    transcript: Transcript
    folded: list[str]
    spans: list[Span | None]

    def part(self, words: range) -> Transcript:
        return Transcript(self.transcript.words[words.start : words.stop])

    def lacks_times(self, words: range) -> bool:
        return None in self.spans[words.start : words.stop]


#: Words of the reference and of the hypothesis that belong together.
_Group = tuple[range, range]


def _side(name: str, transcript: Transcript) -> _Side:
    known = spans(transcript.words)
    if known and not any(known):
        raise OptionError(f"The {name} has no word with both a start and an end; align by words instead.")
    return _Side(transcript, folded(transcript.words), known)


def _same_words(ref: _Side, hyp: _Side, left: Numbers, right: Numbers) -> NDArray[np.bool_]:
    pairs = zip(left.tolist(), right.tolist(), strict=True)
    return np.asarray([ref.folded[i] == hyp.folded[j] for i, j in pairs], dtype=bool)


def _same_speakers(ref: _Side, hyp: _Side, left: Numbers, right: Numbers, shared: Numbers) -> NDArray[np.bool_]:
    ref_words, hyp_words = ref.transcript.words, hyp.transcript.words
    named = [
        (ref_words[i].speaker, hyp_words[j].speaker, float(amount))
        for i, j, amount in zip(left.tolist(), right.tolist(), shared.tolist(), strict=True)
    ]
    pairs = corresponding(named)
    return np.asarray([(one, other) in pairs for one, other, _ in named], dtype=bool)


def _with_leftovers(chain: Sequence[Pair], ref: _Side, hyp: _Side) -> list[_Group]:
    """The pairs, each with the neighbours that lie mostly within its other word."""
    groups: list[_Group] = []
    stops = [*chain, (len(ref.spans), len(hyp.spans))][1:]
    for (i, j), (ref_stop, hyp_stop) in zip(chain, stops, strict=True):
        ref_start, hyp_start = (groups[-1][0].stop, groups[-1][1].stop) if groups else (0, 0)
        # One side grows, not both: spare words on either side are words of their own, not a split word.
        hyps = _grown(j, range(hyp_start, hyp_stop), hyp, ref.spans[i])
        refs = _grown(i, range(ref_start, ref_stop), ref, hyp.spans[j]) if len(hyps) == 1 else range(i, i + 1)
        groups.append((refs, hyps))
    return groups


def _grown(word: int, free: range, side: _Side, other: Span | None) -> range:
    start, stop = word, word + 1
    while start > free.start and is_mostly_within(side.spans[start - 1], other):
        start -= 1
    while stop < free.stop and is_mostly_within(side.spans[stop], other):
        stop += 1
    return range(start, stop)


def _blocks(groups: Iterable[_Group], ref: _Side, hyp: _Side) -> Iterator[Block]:
    """The groups as blocks, and between them what is left over."""
    ref_from = hyp_from = 0
    for refs, hyps in groups:
        yield from _between(range(ref_from, refs.start), range(hyp_from, hyps.start), ref, hyp)
        yield Block(_kind(refs, hyps, ref, hyp), refs.start, refs.stop, hyps.start, hyps.stop)
        ref_from, hyp_from = refs.stop, hyps.stop
    yield from _between(range(ref_from, len(ref.spans)), range(hyp_from, len(hyp.spans)), ref, hyp)


def _kind(refs: range, hyps: range, ref: _Side, hyp: _Side) -> Kind:
    if ref.folded[refs.start : refs.stop] == hyp.folded[hyps.start : hyps.stop]:
        return "equal"
    whole = (0, len(refs), 0, len(hyps))
    return "join" if whole in joins(ref.part(refs).texts, hyp.part(hyps).texts) else "replace"


def _between(left: range, right: range, ref: _Side, hyp: _Side) -> Iterator[Block]:
    """Blocks for words that no pair holds: by words where a time is missing, else unaligned, in order of time."""
    if left and right and (ref.lacks_times(left) or hyp.lacks_times(right)):
        inner = align_words(ref.part(left), hyp.part(right), speakers=False)
        yield from (block.shifted(left.start, right.start) for block in inner.blocks)
        return
    i, j = left.start, right.start
    while i < left.stop or j < right.stop:
        if j == right.stop or (i < left.stop and _start(ref, i) <= _start(hyp, j)):
            yield difference(i, i + 1, j, j)
            i += 1
        else:
            yield difference(i, i, j, j + 1)
            j += 1


def _start(side: _Side, word: int) -> int:
    span = side.spans[word]
    return -1 if span is None else span[0]


def _drawn_together(blocks: Iterable[Block]) -> Iterator[Block]:
    """Neighbours of one kind as one block; replaced words stay pair by pair, since their times say which is which."""
    held: Block | None = None
    for block in blocks:
        if held is not None and held.kind == block.kind and block.kind not in ("replace", "join"):
            held = Block(block.kind, held.ref_start, block.ref_stop, held.hyp_start, block.hyp_stop)
            continue
        if held is not None:
            yield held
        held = block
    if held is not None:
        yield held
