"""What `pausa.segment` gives: a segmentation that knows its words, writes itself and shows itself.

    for sentence in found:
        sentence.text, sentence.start, sentence.end, sentence.speaker, sentence.mark, sentence.probability
    found.write("talk.srt")

Times are whole milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any, Literal, Unpack

import numpy as np

from pausa.core.document import Document, Sentence
from pausa.core.errors import MissingExtra
from pausa.core.graph import WordGraph
from pausa.core.scores import Scores
from pausa.core.segmentation import Segmentation
from pausa.core.times import clock
from pausa.core.words import check_words
from pausa.formats import FORMATS
from pausa.formats.base import Format, Layout, SubtitleOptions
from pausa.formats.detection import for_writing
from pausa.formats.files import render, store
from pausa.text.casing import is_cased, is_in_capitals
from pausa.text.fillers import without_fillers
from pausa.text.finish import (
    add_commas,
    finish,
    without_capitals,
    without_stray_capitals,
    without_stray_ends,
    write_capitals,
)

#: What may be asked about capitals.
CAPITALS = ("keep", "sentence", "true")
#: A comma is written where it is more likely than not.
COMMA = 0.5
#: A page shows no more sentences than this.
_SHOWN = 200


def likely_commas(scores: Scores) -> tuple[int, ...]:
    """The words after which a comma is more likely than not."""
    return tuple(np.flatnonzero(scores.marks[","] >= COMMA).tolist())


def _nothing() -> WordGraph | None:
    return None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Segments(Segmentation):
    """The sentences of one recording: where they end, and the words they are made of.

    It is a `Segmentation` and can be used as one. `source` is the document as it was given (of a word graph, with the
    words that were chosen), `searched` gives the graph that was searched where there is one, `scores` what the
    detector said, `stray_ends` whether marks of ends inside sentences are kept, `commas` the words after which a comma
    was asked for and is likely, `case` what was asked about capitals, `drop_fillers` whether hesitations are left out
    of what is written, and `warnings` what a person should know. Times are whole milliseconds.
    """

    source: Document
    scores: Scores
    stray_ends: Literal["stay", "go"] = "stay"
    commas: tuple[int, ...] = ()
    case: str | None = None
    drop_fillers: bool = False
    warnings: tuple[str, ...] = ()
    searched: Callable[[], WordGraph | None] = _nothing

    def bare(self) -> Segmentation:
        """Where sentences end, and nothing about the words."""
        return Segmentation(self.n_words, self.ends, self.marks, self.by, self.probabilities)

    @cached_property
    def document(self) -> Document:
        """The words cut into these sentences, with their marks and commas: what `pausa segment --to json` writes."""
        return self._finished(for_people=False)

    def document_in(self, form: Format) -> Document:
        """The document as that format wants it: with capitals where people read it, with the searched graph."""
        if "graph" in form.keeps:
            return replace(self.document, graph=self.searched())
        return self._finished(for_people=True) if form.for_people else self.document

    def _finished(self, *, for_people: bool) -> Document:
        capitals = self._capitals(for_people=for_people)
        made = add_commas(finish(self._tidied(capitals), self.bare(), full_stops=for_people), self.commas)
        check_words(self.source.transcript.words, made.transcript.words, step="segment")
        if capitals == "true" and self.scores.cases is not None:
            made = write_capitals(made, self.scores.cases.tolist())
        if self.drop_fillers and made.n_words:
            made = without_fillers(made)
        return finish(made, made.segmentations[0], capitals=capitals != "keep")

    def _tidied(self, capitals: str) -> Document:
        """The source without marks of ends that are none, and without capitals that say nothing."""
        source, cases = self.source, self.scores.cases
        if self.case in ("sentence", "true") and is_in_capitals(source.transcript.words):
            source = without_capitals(source)
        if self.stray_ends == "stay":
            return source
        made = without_stray_ends(source, self, self._likely_commas)
        if capitals == "keep" or cases is None:
            return made
        return without_stray_capitals(made, source, cases.tolist())

    @property
    def cases(self) -> list[int] | None:
        """How words are written where people read them (see `pausa.text.casing`); None if only sentences begin so."""
        knows = self.scores.cases is not None and self._capitals(for_people=True) == "true"
        return self.scores.cases.tolist() if knows and self.scores.cases is not None else None

    def _capitals(self, *, for_people: bool) -> str:
        """What was asked about capitals; if nothing, people read them as people write them, where the detector knows.

        Where somebody wrote capitals already, these are the true ones.
        """
        if self.case is not None:
            return self.case
        if not for_people:
            return "keep"
        knows = self.scores.cases is not None and not is_cased(self.source.transcript.words)
        return "true" if knows else "sentence"

    @property
    def _likely_commas(self) -> tuple[int, ...]:
        """The words after which a comma is more likely than not, where the detector tells."""
        return likely_commas(self.scores) if "," in self.scores.marks else ()

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences, in order; the words in them have their marks and commas but no new capitals."""
        return self._sentences_of(self.document)

    def _sentences_of(self, document: Document) -> tuple[Sentence, ...]:
        """The sentences as that document writes them: without hesitations it has ends of its own, as many."""
        if not self.drop_fillers:
            return tuple(document.sentences(self))
        sure = [self.probabilities[end] if self.probabilities else None for end in self.ends]
        written = document.sentences(document.segmentations[0])
        return tuple(replace(one, probability=chance) for one, chance in zip(written, sure, strict=True))

    @property
    def written_lengths(self) -> tuple[int, ...]:
        """How many words of each sentence are written: all, unless hesitations are left out."""
        return self.document.segmentations[0].lengths if self.drop_fillers else self.lengths

    def __iter__(self) -> Iterator[Sentence]:
        return iter(self.sentences)

    def __len__(self) -> int:
        return len(self.ends)

    def __getitem__(self, place: int) -> Sentence:
        return self.sentences[place]

    def render(
        self,
        format: str = "json",
        *,
        probabilities: bool = False,
        **subtitles: Unpack[SubtitleOptions],
    ) -> str | bytes:
        """What `pausa segment --to FORMAT` writes; bytes for a binary format.

        Subtitles are cut and timed by the rules of `profile`, but for those that are given: `line_width`, `line_count`,
        `min_duration` and `max_duration` in seconds, `reading_speed` in characters a second, `min_gap` in milliseconds.
        `speakers` is `none`, `labels` (names before turns) or `dashes` (where two share a cue), else as in the profile.
        With `karaoke` WebVTT has the time of every word.
        """
        form = FORMATS[format]
        layout = Layout.of(probabilities=probabilities, **subtitles)
        return render([self.document_in(form)], form, layout=layout)

    def write(
        self,
        path: str | Path,
        *,
        format: str | None = None,
        probabilities: bool = False,
        **subtitles: Unpack[SubtitleOptions],
    ) -> None:
        """Write the sentences whole or not at all, as `pausa segment -o PATH` does; the name tells the format.

        `probabilities` writes, in formats that keep them, the probability of an end after every word. The other
        options are for subtitles (see `render`).
        """
        form = FORMATS[format] if format else for_writing(str(path))
        layout = Layout.of(probabilities=probabilities, **subtitles)
        store([self.document_in(form)], form, path, layout=layout)

    def to_dataframe(self) -> Any:
        """A row for each sentence, times in milliseconds: of pandas, or where that is missing a table of pyarrow."""
        columns: dict[str, list[Any]] = {
            "text": [sentence.text for sentence in self],
            "start_ms": [sentence.start for sentence in self],
            "end_ms": [sentence.end for sentence in self],
            "speaker": [sentence.speaker for sentence in self],
            "mark": [sentence.mark for sentence in self],
            "probability": [sentence.probability for sentence in self],
            "n_words": list(self.written_lengths),
        }
        try:
            import pandas  # half a second, and optional
        except ImportError:
            return _arrow_table(columns)
        return pandas.DataFrame(columns)

    def __str__(self) -> str:
        """One sentence per line, as `pausa segment` prints them."""
        return str(self.render("lines")).rstrip("\n")

    def __repr__(self) -> str:
        told = f"; {len(self.warnings)} warnings" if self.warnings else ""
        by = f" by {self.by}" if self.by else ""
        return f"<Segments: {len(self)} sentences of {self.n_words} words{by}{told}>"

    def _repr_html_(self) -> str:
        """A table for notebooks."""
        shown = self._sentences_of(self._finished(for_people=True))[:_SHOWN]
        rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in _cells(sentence))}</tr>" for sentence in shown)
        more = f"<p>… and {len(self) - len(shown)} more</p>" if len(shown) < len(self) else ""
        return f"<p>{escape(repr(self)[1:-1])}</p><table>{rows}</table>{more}"


def _cells(sentence: Sentence) -> tuple[str, ...]:
    times = "" if sentence.start is None or sentence.end is None else f"{clock(sentence.start)}–{clock(sentence.end)}"
    return times, escape(sentence.speaker or ""), escape(sentence.text)


def _arrow_table(columns: dict[str, list[Any]]) -> Any:
    try:
        import pyarrow  # optional
    except ImportError:
        raise MissingExtra("pandas or pyarrow", "tables", "A table of sentences") from None
    return pyarrow.table(columns)
