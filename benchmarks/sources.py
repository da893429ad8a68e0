"""Every source of text and speech that models learn from or are judged on: what it is, and its recordings.

    for recording in read(SOURCES["srccon"], data, split="train"):
        for document in documents(recording): ...

A recording is one call, meeting, episode, talk, hearing or sitting. It holds turns of text, or, where words have
times, the documents that `pausa.formats` makes of its files, one for each channel. Turns come cleaned
(`benchmarks.cleaning_rules`), unless asked for as they stand. Which side of a split a recording is on is written in
`benchmarks/splits` (see `benchmarks.split_lists`).
"""

from __future__ import annotations

import lzma
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec.structs import replace as with_mark

from benchmarks.cleaning_rules import Turn, cleaned
from benchmarks.split_lists import Side, side_of
from pausa.alignment.edits import align_words
from pausa.alignment.project import project
from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.words import Transcript
from pausa.formats.base import Source as Text
from pausa.formats.base import document
from pausa.formats.files import read_all
from pausa.formats.utterances import Utterance, document_of
from pausa.text.languages import language
from pausa.text.marks import boundaries, is_end
from pausa.text.tokens import settled, token_words

Form = Literal["turns", "words", "nlp", "txt", "metadata"]

_BY = "CC BY 4.0"
_SHARE = "CC BY-SA 4.0"
_US = "US government work, public domain"
_EUROPARL = "de en es fr it nl pt".split()
_PARLAMINT = "bg bs ca cs da de el es et eu fi fr gl he hr hu is it lt lv nb nl nn pl pt ro sl sr sv tr uk".split()


@dataclass(frozen=True)
class Source:
    """One source: where its files are, what they hold, whose they are and what they may be used for.

    `pauses` says whether the silences between its words are real; `split` names its list of sides where that
    is not its own name; `train` is false where it is there to measure with only.
    """

    name: str
    genre: str
    licence: str
    attribution: str
    path: str
    form: Form = "turns"
    lang: str = "en"
    times: bool = False
    pauses: bool = False
    train: bool = True
    split: str = ""

    @property
    def sides(self) -> str:
        """The name of the list that says on which side each recording is."""
        return self.split or self.name


@dataclass(frozen=True)
class Recording:
    """One recording: turns of text, or documents with times, one for each channel."""

    id: str
    turns: tuple[Turn, ...] = ()
    channels: tuple[Document, ...] = ()
    lang: str = "en"
    speaker: str = ""

    @property
    def tokens(self) -> list[str]:
        """Everything that was said, cut at blanks."""
        if self.channels:
            return [word.text for channel in self.channels for word in channel.transcript.words]
        return [token for turn in self.turns for token in turn.text.split()]


def _nlp(name: str, genre: str, licence: str, attribution: str, *, pauses: bool = True, train: bool = True) -> Source:
    return Source(name, genre, licence, attribution, name, "nlp", times=True, pauses=pauses, train=train)


def _turns(name: str, genre: str, licence: str, attribution: str, file: str, **more: Any) -> Source:
    return Source(name, genre, licence, attribution, f"{more.get('split') or name}/{file}.jsonl.xz", **more)


_PM = "Department of the Prime Minister and Cabinet, Commonwealth of Australia"
_IBM = "IBM Debater, Recorded Debating Dataset"

#: All sources by name, in a fixed order.
SOURCES: dict[str, Source] = {
    source.name: source
    for source in (
        _nlp("earnings22", "calls", _SHARE, "Earnings-22, Del Rio et al. 2022, Rev.com"),
        # Silences stand almost only where a transcriber's segment ends: they would give the answer away.
        _nlp("ami", "meetings", _BY, "AMI meeting corpus, Carletta et al. 2005", pauses=False),
        _nlp("icsi-mrda", "meetings", _BY, "ICSI meeting corpus, Janin et al. 2003; MRDA, Shriberg et al. 2004"),
        _turns("changelog", "podcasts", _SHARE, "Changelog Media and contributors", "episodes"),
        _turns("committee", "committee", "MIT", "QMSum committee meetings, Zhong et al. 2021", "meetings"),
        Source("esic", "parliament", _BY, "ESIC, Macháček et al. 2021", "esic", "txt"),
        Source("ljspeech", "read-speech", "public domain", "LJ Speech, Keith Ito", "ljspeech", "metadata"),
        _turns("google-talks", "talks", "CC0", "Google developer video captions", "captions", times=True),
        _turns("srccon", "workshops", "MIT", "SRCCON transcripts, OpenNews", "sessions"),
        _turns("au-pm-interviews", "interviews", "CC BY 3.0 AU", _PM, "interviews", split="au-pm"),
        _turns("au-pm-speeches", "speeches", "CC BY 3.0 AU", _PM, "speeches", split="au-pm"),
        _turns("audrey-tang", "interviews", "CC0", "Audrey Tang and those who spoke with her", "interviews"),
        _turns("us-news-conferences", "news-conferences", _US, "Public Papers of the Presidents", "press_conferences"),
        _turns(
            "inquiry-postoffice",
            "testimony",
            "OGL v3.0",
            "Contains public sector information licensed under the Open Government Licence v3.0.",
            "hearings",
        ),
        _turns("osce", "medical", _BY, "Simulated patient-physician interviews, Fareez et al. 2022", "interviews"),
        _turns("fomc", "fed-meetings", _US, "Board of Governors of the Federal Reserve System", "meetings"),
        Source(
            "ibm-debater",
            "debates",
            "CC BY-SA 3.0",
            _IBM,
            "ibm-debater/asr_watson.jsonl.xz",
            "words",
            times=True,
            pauses=True,
        ),
        _turns("ibm-debater-reference", "debates", "CC BY-SA 3.0", _IBM, "reference", split="ibm-debater"),
        *(
            _turns(
                f"europarl-{lang}",
                "parliament",
                "European Parliament, reuse with acknowledgement of the source",
                "European Parliament; Europarl, Koehn 2005",
                lang,
                lang=lang,
                split="europarl",
            )
            for lang in _EUROPARL
        ),
        *(
            _turns(
                f"parlamint-{lang}",
                "parliament",
                _BY,
                "ParlaMint, Erjavec et al. 2023, CLARIN ERIC",
                lang,
                lang=lang,
                split="parlamint",
            )
            for lang in _PARLAMINT
        ),
        _turns("archive-tw", "meetings", "CC0", "Audrey Tang and those who spoke with her", "zh", lang="zh"),
    )
}

#: The lists of sides there are: some are shared, so that one event stays on one side in all its languages.
SPLITS = tuple(dict.fromkeys(source.sides for source in SOURCES.values()))


def read(source: Source, data: Path, *, split: Side | None = None, clean: bool = True) -> Iterator[Recording]:
    """The recordings of a source, or those on one side, in the order of the files."""
    for recording in _READERS[source.form](source, data / source.path):
        if split is not None and side_of(source.sides, recording.id) != split:
            continue
        yield replace(recording, turns=cleaned(source.name, recording.turns)) if clean else recording


def check_there(sources: Iterable[str], data: Path) -> None:
    """Refuse a folder of data that lacks one of these sources, before anything is done with the others."""
    for name in sources:
        if not (data / SOURCES[name].path).exists():
            raise InputError(str(data / SOURCES[name].path), None, "there is no such file", "give its data with --data")


def documents(recording: Recording) -> list[Document]:
    """A recording as documents: one for each channel, or one of all turns."""
    if recording.channels:
        return list(recording.channels)
    text = Text("", recording.id, language=language(recording.lang))
    told = (Utterance(turn.text, speaker=turn.speaker or None) for turn in recording.turns)
    return [document_of(told, text, name=recording.id)]


class _Line(msgspec.Struct):
    id: str
    turns: list[dict[str, Any]] = []
    words: list[tuple[str, float, float, str]] = []


def _lines(path: Path) -> Iterator[_Line]:
    decoder = msgspec.json.Decoder(_Line)
    with lzma.open(path, "rb") as file:
        for line in file:
            yield decoder.decode(line)


def _of_turns(source: Source, path: Path) -> Iterator[Recording]:
    for line in _lines(path):
        turns = tuple(Turn(str(turn.get("speaker") or ""), turn["text"]) for turn in line.turns)
        yield Recording(line.id, turns, lang=source.lang)


def _of_words(source: Source, path: Path) -> Iterator[Recording]:
    lang = language(source.lang)
    told = SOURCES.get(f"{source.name}-reference")
    texts = _of_turns(told, path.parent.parent / told.path) if told else ()
    references = {recording.id: documents(recording)[0] for recording in texts}
    for line in _lines(path):
        words = [
            word
            for token, start, end, speaker in line.words
            for word in token_words(token, start=round(start * 1000), end=round(end * 1000), speaker=speaker or None)
        ]
        made = document(settled(words, lang=lang), name=line.id)
        if line.id in references:
            made = with_ends_of(references[line.id], made)
        yield Recording(line.id, channels=(made,), lang=source.lang)


def with_ends_of(reference: Document, heard: Document) -> Document:
    """A recogniser's words with the sentence ends of what people wrote down, projected; commas stay where they are."""
    alignment = align_words(reference.transcript, heard.transcript)
    made = project(boundaries(reference.transcript.words), alignment).segmentation
    marks = {end: made.mark(place) or "." for place, end in enumerate(made.ends)}
    words = tuple(
        with_mark(word, mark=marks.get(place, "" if is_end(word.mark) else word.mark))
        for place, word in enumerate(heard.transcript.words)
    )
    return replace(heard, transcript=Transcript(words, heard.transcript.events))


def _of_nlp(source: Source, path: Path) -> Iterator[Recording]:
    """Files `meeting.speaker.nlp` are channels of one recording; a file without a second part is one by itself."""
    files = sorted(path.glob("*.nlp"))
    for name, group in groupby(files, key=lambda file: file.name.split(".")[0]):
        channels = [each for file in group for each in read_all(file, format="nlp", warn=_silent)]
        yield Recording(name, channels=tuple(each for each in channels if each.n_words), lang=source.lang)


def _of_txt(source: Source, path: Path) -> Iterator[Recording]:
    for file in sorted(path.glob("*.txt")):
        if file.stem.isupper():  # LICENSE, README
            continue
        speaker = file.stem.rsplit("_", 1)[-1]
        yield Recording(file.stem, (Turn(speaker, file.read_text(encoding="utf-8").strip()),), lang=source.lang)


def _of_metadata(source: Source, path: Path) -> Iterator[Recording]:
    for line in (path / "metadata.txt").read_text(encoding="utf-8").splitlines():
        name, text = line.split("|", 1)
        yield Recording(name, (Turn("", text),), lang=source.lang)


def _silent(_: str) -> None:
    """Bad rows of the sources are known; the words are kept."""


_READERS: dict[Form, Callable[[Source, Path], Iterable[Recording]]] = {
    "turns": _of_turns,
    "words": _of_words,
    "nlp": _of_nlp,
    "txt": _of_txt,
    "metadata": _of_metadata,
}
