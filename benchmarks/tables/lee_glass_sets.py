"""The data of the Lee & Glass benchmark: what is learned from, and recordings to tune by and to measure."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.findings import folder
from benchmarks.held_out import held_out
from benchmarks.tables.calls import calls
from benchmarks.tables.lee_glass_ladder import ORDERS, Take
from pausa.core.document import Document
from pausa.core.messages import say_nothing
from pausa.core.segmentation import Segmentation
from pausa.core.unpacking import opened
from pausa.core.words import Transcript
from pausa.features.table import FeatureTable, features
from pausa.formats.files import read
from pausa.lm import ClassModel, NgramModel, class_model, estimate, gap_tables, induced_classes
from pausa.models.fst.audio import Listened, listened
from pausa.models.fst.evidence import prosodic_costs
from pausa.models.fst.length import LONGEST, Gamma, fit_gamma
from pausa.models.fst.svm import Fit, Size
from pausa.models.fst.svm import fit as fit_prosody
from pausa.models.fst.tokens import forms, stream
from pausa.text.marks import boundaries, delimiters_for
from pausa.training.corpora import read_documents
from pausa.training.splits import Split
from pausa.training.timed import flag_ends
from pausa.workflow.conventions import Conventions
from pausa.workflow.gather import Inputs, gather
from pausa.workflow.trials import Trial, set_up

Step = Callable[[], None]
Bools = NDArray[np.bool_]

#: One episode in so many of Changelog goes into the language models.
EPISODES = 8
#: Word classes of the class LM, and the words that get one.
CLASSES, CLASS_WORDS = 100, 5_000
#: Words of a recording that weights are tuned by, from its middle, and how many episodes.
STRETCH, TUNING_EPISODES = 2_000, 12
SOME_GAPS = 20_000


@dataclass(frozen=True)
class Learned:
    """Everything that was learned before anything was tuned; prosody only where recordings without sound have times."""

    words: dict[int, NgramModel]
    classes: dict[int, ClassModel]
    gamma: Gamma
    lengths: NDArray[np.int64]
    prosody: Fit | None
    gaps: tuple[NDArray[np.float64], Bools] | None
    n_words: int

    def take(
        self,
        name: str,
        transcript: Transcript,
        references: Sequence[Segmentation],
        *,
        posteriors: NDArray[np.float64] | None = None,
    ) -> Take:
        """What all models say about a recording; `posteriors` is what a prosodic model says."""
        known = forms(transcript.texts)
        return Take(
            name,
            {order: gap_tables(model, known) for order, model in self.words.items()},
            {order: gap_tables(model, known) for order, model in self.classes.items()},
            tuple(references),
            None if posteriors is None else prosodic_costs(posteriors),
        )

    def timed_take(self, name: str, transcript: Transcript, reference: Segmentation) -> Take:
        """A recording with word times."""
        return self.take(name, transcript, [reference], posteriors=self.sounding(features(transcript)))

    def sounding(self, table: FeatureTable) -> NDArray[np.float64]:
        if self.prosody is None:
            raise ValueError("no prosodic model was learned")
        model = self.prosody.model
        return model.probabilities(table.select(model.columns).values)


def learned(
    data: Path, problems: list[str], step: Step, *, level: str = "sentence", with_prosody: bool = True
) -> Learned:
    """Language models, lengths and prosody from the train splits of Earnings-22 and Changelog, breaks by the level."""
    calls_ = list(split(data, "earnings22", "train", problems))
    streams = [stream(each.transcript.texts, truth(each, level)) for each in calls_]
    streams += [stream(each.transcript.texts, truth(each, level)) for each in episodes(data, "train", problems)]
    step()
    words = {}
    for order in ORDERS:
        words[order] = estimate(streams, order)
        step()
    found = induced_classes(streams, CLASSES, max_vocabulary=CLASS_WORDS, sweeps=4)
    classes = {order: class_model(streams, found, order) for order in ORDERS}
    step()
    lengths = np.concatenate([cut(each, level).lengths for each in calls_])
    gamma = fit_gamma(lengths[lengths <= LONGEST].tolist())
    prosody, gaps = _from_pauses(calls_, level) if with_prosody else (None, None)
    step()
    n_words = sum(len(each) - each.count("<break>") for each in streams)
    return Learned(words, classes, gamma, lengths, prosody, gaps, n_words)


def _from_pauses(documents: Sequence[Document], level: str) -> tuple[Fit, tuple[NDArray[np.float64], Bools]]:
    heard = [(features(each.transcript), truth(each, level)) for each in documents]
    prosody = heard_prosody(heard)
    return prosody, _some_gaps(heard, prosody.model.columns)


def heard_prosody(heard: Sequence[tuple[FeatureTable, Bools]], *, size: Size | None = None) -> Fit:
    """A prosodic model from tables of features and answers; the gap after the last word tells nothing."""
    columns = heard[0][0].names
    values = np.concatenate([table.select(columns).values[:-1] for table, _ in heard])
    ends = np.concatenate([ends[:-1] for _, ends in heard])
    groups = np.repeat(np.arange(len(heard)), [len(ends) - 1 for _, ends in heard])
    return fit_prosody(values, ends, groups, columns, size=size)


def _some_gaps(
    heard: Sequence[tuple[FeatureTable, Bools]], columns: Sequence[str]
) -> tuple[NDArray[np.float64], Bools]:
    """Gaps to compare machines on: every so many of each recording, in order."""
    every = max(1, sum(len(ends) for _, ends in heard) // SOME_GAPS)
    values = np.concatenate([table.select(columns).values[:-1:every] for table, _ in heard])
    return values, np.concatenate([ends[:-1:every] for _, ends in heard])


def cut(document: Document, level: str = "sentence") -> Segmentation:
    """What the marks of a document spell: sentences, or clauses, which commas end too."""
    return boundaries(document.transcript.words, delimiters=delimiters_for(level))


def truth(document: Document, level: str = "sentence") -> Bools:
    """Whether a sentence (or a clause) ends after each word, by its marks."""
    return flag_ends(cut(document, level))


def split(data: Path, source: str, name: Split, problems: list[str]) -> Iterator[Document]:
    """The recordings of one split of a corpus with times."""
    found = read_documents([folder(data, source)], format="nlp", say=problems.append)
    return (each for each in held_out(source).only(found, name) if each.n_words > 1)


def episodes(data: Path, name: Split, problems: list[str]) -> Iterator[Document]:
    """One Changelog episode in `EPISODES` of the train split, `TUNING_EPISODES` of the others.

    The lines are chosen before they are parsed: most of the time would go into words that nobody needs.
    """
    place = next(iter(sorted(folder(data, "changelog").glob("*.jsonl*"))), None)
    if place is None:
        return
    with tempfile.TemporaryDirectory() as room, opened(place) as lines:
        some = Path(room) / "some.jsonl"
        with some.open("wb") as kept:
            kept.writelines(line for number, line in enumerate(lines) if name != "train" or number % EPISODES == 0)
        found = held_out("changelog").only(read_documents([some], say=problems.append), name)
        for number, each in enumerate(found):
            if name != "train" and number >= TUNING_EPISODES:
                break
            yield each


def middle(document: Document) -> Document:
    """The middle of a recording, to tune by."""
    if document.n_words <= STRETCH:
        return document
    start = (document.n_words - STRETCH) // 2
    return Document(document.transcript.slice(start, start + STRETCH), name=document.name)


def earnings22(data: Path, name: Split, known: Learned, problems: list[str]) -> list[Take]:
    """Calls with their times; of those to tune by, the middle."""
    found = split(data, "earnings22", name, problems)
    return [
        known.timed_take(each.name, each.transcript, boundaries(each.transcript.words))
        for each in (middle(one) if name == "dev" else one for one in found)
    ]


def earnings21(data: Path, recogniser: str, known: Learned, problems: list[str]) -> list[Take]:
    """Calls as a recogniser heard them, with its times; a person's sentence ends projected onto its words."""
    return [
        known.timed_take(
            call.name, call.heard, Segmentation.of(len(call.heard), np.flatnonzero(call.heard_ends).tolist())
        )
        for call in calls(folder(data, "earnings21"), recogniser, problems=problems)
    ]


def changelog(data: Path, known: Learned, problems: list[str], *, level: str = "sentence") -> list[Take]:
    """Episodes to tune by where there are no times."""
    return [
        known.take(each.name, each.transcript, [cut(each, level)])
        for each in map(middle, episodes(data, "dev", problems))
    ]


def annotated(data: Path, source: str, problems: list[str], *, level: str = "sentence") -> list[Trial]:
    """Transcripts that several people cut into sentences; other wordings are projected onto the first person's."""
    conventions = Conventions(level=level, format="lines" if source == "wisebe-sample" else "nlp")
    people: Inputs = (
        str(folder(data, source, "references"))
        if source == "wisebe-sample"
        else [str(path) for path in sorted(folder(data, source).iterdir()) if path.is_dir()]
    )
    found = gather(people, conventions=conventions, say=problems.append)
    trials, _ = set_up(found, conventions=conventions, say=say_nothing)
    return list(trials)


@dataclass(frozen=True)
class Speech:
    """A recorded speech: what was heard of its words, and its sentence ends."""

    name: str
    heard: Listened
    ends: Bools

    @property
    def transcript(self) -> Transcript:
        return self.heard.transcript


def speeches(data: Path, problems: list[str], step: Step, *, level: str = "sentence") -> list[Speech]:
    """The European Parliament speeches, aligned and listened to; none where the audio extra is not installed."""
    if find_spec("soundfile") is None or find_spec("pocketsphinx") is None:
        problems.append("esic: left out, its audio needs soundfile and pocketsphinx")
        return []
    paths = sorted(folder(data, "esic").glob("*.flac"))
    found = []
    # Alignment takes most of the time of this benchmark, and speeches are independent of each other.
    with ProcessPoolExecutor() as workers:
        for path, heard in zip(paths, workers.map(_listened, paths), strict=True):
            text = read(path.with_suffix(".txt"), format="text", warn=problems.append)
            found.append(Speech(path.stem, heard, truth(text, level)))
            step()
    return found


def _listened(path: Path) -> Listened:
    return listened(read(path.with_suffix(".txt"), format="text", warn=lambda _: None).transcript, path)
