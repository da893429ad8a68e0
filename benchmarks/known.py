"""The corpora that networks which come with Pausa learn from, as a training wants them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from benchmarks import cleaning
from benchmarks.contractions import joined_words
from benchmarks.sources import SOURCES, documents, read
from benchmarks.split_lists import FOLDER
from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.messages import Say
from pausa.core.words import Transcript
from pausa.training import corpora
from pausa.training.neural.sources import CorpusSource
from pausa.training.splits import Split, split_by_name

#: Where people end sentences in a like way: see `pausa.models.neural.inputs.STYLES`.
STYLES = {
    **dict.fromkeys(("ami", "icsi-mrda", "osce"), "conversation"),
    **dict.fromkeys(("google-talks", "au-pm-speeches", "ibm-debater", "ibm-debater-reference"), "prepared"),
    **dict.fromkeys(("esic", "europarl-en", "ljspeech"), "prepared"),
    **dict.fromkeys(("earnings22", "inquiry-postoffice", "srccon", "us-news-conferences"), "verbatim"),
    **dict.fromkeys(("fomc", "committee"), "verbatim"),
    **dict.fromkeys(("changelog", "audrey-tang", "au-pm-interviews"), "edited"),
}
#: Shares of windows in the mixture that all English networks learn. Genres count, not mass; calls and podcasts, where
#: people's files mostly come from, most.
#: Where sentences begin at "and" is a habit of those who write (`habits`): sources that hardly ever do so (europarl-en,
#: audrey-tang) have small shares, or speeches of a kind that was never seen are cut like theirs.
MIXTURE = {
    "earnings22": 4.0,
    "changelog": 3.5,
    "icsi-mrda": 0.9,
    "ami": 0.7,
    "committee": 0.6,
    "google-talks": 2.0,
    "srccon": 1.1,
    "au-pm-interviews": 1.0,
    "au-pm-speeches": 0.8,
    "audrey-tang": 0.9,
    "us-news-conferences": 0.8,
    "inquiry-postoffice": 1.2,
    "osce": 0.8,
    "fomc": 0.9,
    "ibm-debater": 0.7,
    "ibm-debater-reference": 0.4,
    "europarl-en": 0.3,
}
#: What begins a sentence for one transcriber and goes on for another.
BEGINNINGS = ("and", "but", "so", "because")
#: Channels of a meeting are also read as one conversation.
_MEETINGS = ("ami", "icsi-mrda")
#: Sources without commas.
_NO_COMMAS = ("icsi-mrda",)
TED = "iwslt2011"


def known_sources(data: Path, weights: Mapping[str, float]) -> list[CorpusSource]:
    """The sources named in `weights`, with these shares in a mixture."""
    return [_ted(data, weight) if name == TED else _known(name, data, weight) for name, weight in weights.items()]


def _known(name: str, data: Path, weight: float) -> CorpusSource:
    known = SOURCES.get(name)
    if known is None or not known.train:
        raise OptionError(f"There is no corpus {name!r} to learn from; there are {', '.join(SOURCES)}.")
    return CorpusSource(
        name,
        (data / known.path, FOLDER / f"{known.sides}.txt", Path(cleaning.__file__)),
        weight,
        pauses=known.pauses,
        commas=name not in _NO_COMMAS,
        channels="both" if name in _MEETINGS else "apart",
        reader=partial(_recordings, name, data),
        style=STYLES.get(name, ""),
        licence=known.licence,
        attribution=known.attribution,
    )


def _recordings(name: str, data: Path, split: Split, say: Say) -> Iterator[Document]:
    for recording in read(SOURCES[name], data, split=split):
        yield from documents(recording)


def _ted(data: Path, weight: float) -> CorpusSource:
    """TED talks, for models that are measured and not shipped; the test files are never read."""
    path = data / TED / "dev2012.tsv"
    plain = CorpusSource(TED, (path,), weight, pauses=False, licence="CC BY-NC-ND", attribution="TED, IWSLT 2011")
    return replace(plain, reader=partial(_talks, path))


def _talks(path: Path, split: Split, say: Say) -> Iterator[Document]:
    """The talks of a split; contractions stand in two pieces in the file."""
    found = corpora.read_documents([path], format="iwslt", say=say)
    whole = (replace(each, transcript=Transcript(joined_words(each.transcript.words))) for each in found)
    return split_by_name(whole, split)
